package smt

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

// How constants are written.

// constantOf writes a value of a sort.
func constantOf(sort *term.Sort, v term.Value) string {
	switch sort.Kind {
	case term.KindBool:
		return strconv.FormatBool(v.Bool())
	case term.KindReal:
		return rational(v.Rat())
	case term.KindString:
		return stringLiteral(v.Text())
	case term.KindBits:
		n, _ := v.Small()
		return bitsLiteral(sort.Width, uint64(n))
	}
	return signed(v.Big().String())
}

// signed writes the absolute value of a number, under a negation if it is negative.
func signed(digits string) string {
	if rest, negative := strings.CutPrefix(digits, "-"); negative {
		return "(- " + rest + ")"
	}
	return digits
}

func rational(r *big.Rat) string {
	if r.IsInt() {
		return signed(r.Num().String() + ".0")
	}
	text := "(/ " + new(big.Int).Abs(r.Num()).String() + ".0 " + r.Denom().String() + ".0)"
	if r.Sign() < 0 {
		return "(- " + text + ")"
	}
	return text
}

// bitsLiteral has the low bits of a pattern.
func bitsLiteral(width int, pattern uint64) string {
	pattern = pattern << (64 - width) >> (64 - width)
	if width%4 == 0 {
		return fmt.Sprintf("#x%0*x", width/4, pattern)
	}
	return fmt.Sprintf("#b%0*b", width, pattern)
}

// lastCharacter is the highest character of SMT-LIB, which Unicode exceeds.
const lastCharacter = 0x2ffff

// writable reports whether SMT-LIB supports all characters of a text.
func writable(text string) bool {
	return utf8.ValidString(text) && !strings.ContainsFunc(text, func(r rune) bool { return r > lastCharacter })
}

// stringLiteral escapes everything but printable ASCII; a quote is doubled.
func stringLiteral(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range text {
		switch {
		case r == '"':
			b.WriteString(`""`)
		case r < ' ' || r > '~' || r == '\\':
			fmt.Fprintf(&b, `\u{%x}`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

func sortName(sort *term.Sort) string {
	switch sort.Kind {
	case term.KindBool:
		return "Bool"
	case term.KindReal:
		return "Real"
	case term.KindString:
		return "String"
	case term.KindBits:
		return fmt.Sprintf("(_ BitVec %d)", sort.Width)
	}
	return "Int"
}

// hasDomain reports whether the SMT-LIB sort of a variable has more values than its own sort.
func hasDomain(sort *term.Sort) bool {
	return sort.Kind == term.KindEnum || sort.Kind == term.KindInt && (sort.HasLow || sort.HasHigh)
}

// domainOf is the condition that the symbol has a value of a sort that has a domain.
func domainOf(symbol string, sort *term.Sort) string {
	low, high := term.IntValue(sort.Low), term.IntValue(sort.High)
	hasLow, hasHigh := sort.HasLow, sort.HasHigh
	if sort.Kind == term.KindEnum {
		low, high, hasLow, hasHigh = term.IntValue(0), term.IntValue(int64(len(sort.Members))-1), true, true
	}
	above, below := "(<= "+constantOf(term.Int, low)+" "+symbol+")", "(<= "+symbol+" "+constantOf(term.Int, high)+")"
	switch {
	case hasLow && hasHigh:
		return "(and " + above + " " + below + ")"
	case hasLow:
		return above
	}
	return below
}
