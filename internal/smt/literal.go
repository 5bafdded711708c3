package smt

import (
	"fmt"
	"math/big"
	"strings"
	"unicode/utf8"

	"github.com/sextant-mbt/sextant/internal/term"
)

// How constants are written.

func writeConstant(b *strings.Builder, sort *term.Sort, v term.Value) {
	switch sort.Kind {
	case term.KindBool:
		fmt.Fprintf(b, "%t", v.Bool())
	case term.KindReal:
		writeRational(b, v.Rat())
	case term.KindString:
		writeString(b, v.Text())
	case term.KindBits:
		n, _ := v.Small()
		writeBits(b, sort.Width, uint64(n))
	default:
		writeInteger(b, v.Big())
	}
}

func writeInteger(b *strings.Builder, n *big.Int) {
	if n.Sign() < 0 {
		b.WriteString("(- " + new(big.Int).Neg(n).String() + ")")
		return
	}
	b.WriteString(n.String())
}

func writeRational(b *strings.Builder, r *big.Rat) {
	magnitude := new(big.Rat).Abs(r)
	text := magnitude.Num().String() + ".0"
	if !r.IsInt() {
		text = "(/ " + text + " " + r.Denom().String() + ".0)"
	}
	if r.Sign() < 0 {
		text = "(- " + text + ")"
	}
	b.WriteString(text)
}

// writeBits writes the low bits of a pattern.
func writeBits(b *strings.Builder, width int, pattern uint64) {
	pattern = pattern << (64 - width) >> (64 - width)
	if width%4 == 0 {
		fmt.Fprintf(b, "#x%0*x", width/4, pattern)
		return
	}
	fmt.Fprintf(b, "#b%0*b", width, pattern)
}

// lastCharacter is the highest character of SMT-LIB, which Unicode exceeds.
const lastCharacter = 0x2ffff

// writable tells whether SMT-LIB has the characters of a text.
func writable(text string) bool {
	for _, r := range text {
		if r > lastCharacter {
			return false
		}
	}
	return utf8.ValidString(text)
}

// writeString escapes everything but printable ASCII; a quote is doubled.
func writeString(b *strings.Builder, text string) {
	b.WriteByte('"')
	for _, r := range text {
		switch {
		case r == '"':
			b.WriteString(`""`)
		case r < ' ' || r > '~' || r == '\\':
			fmt.Fprintf(b, `\u{%x}`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
}

func writeSort(b *strings.Builder, sort *term.Sort) {
	switch sort.Kind {
	case term.KindBool:
		b.WriteString("Bool")
	case term.KindReal:
		b.WriteString("Real")
	case term.KindString:
		b.WriteString("String")
	case term.KindBits:
		fmt.Fprintf(b, "(_ BitVec %d)", sort.Width)
	default:
		b.WriteString("Int")
	}
}

// hasDomain tells whether the SMT-LIB sort of a variable has more values than its own sort.
func hasDomain(sort *term.Sort) bool {
	return sort.Kind == term.KindEnum || sort.Kind == term.KindInt && (sort.HasLow || sort.HasHigh)
}

// domainBounds are the bounds of a sort that has a domain.
func domainBounds(sort *term.Sort) (low, high *big.Int) {
	if sort.Kind == term.KindEnum {
		return big.NewInt(0), big.NewInt(int64(len(sort.Members)) - 1)
	}
	if sort.HasLow {
		low = big.NewInt(sort.Low)
	}
	if sort.HasHigh {
		high = big.NewInt(sort.High)
	}
	return low, high
}

// writeDomain writes the condition that the symbol has a value of the sort.
func writeDomain(b *strings.Builder, symbol string, sort *term.Sort) {
	low, high := domainBounds(sort)
	if low != nil && high != nil {
		b.WriteString("(and ")
		defer b.WriteString(")")
	}
	if low != nil {
		b.WriteString("(<= ")
		writeInteger(b, low)
		b.WriteString(" " + symbol + ")")
	}
	if low != nil && high != nil {
		b.WriteString(" ")
	}
	if high != nil {
		b.WriteString("(<= " + symbol + " ")
		writeInteger(b, high)
		b.WriteString(")")
	}
}
