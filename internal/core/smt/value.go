package smt

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Reading values from a solver's model.

// readValue reads a value of a sort. Some output of solvers is not a value: an algebraic number is not rational.
func readValue(n *node, sort *term.Sort) (term.Value, error) {
	value, ok := term.Value{}, false
	switch sort.Kind {
	case term.KindBool:
		value, ok = term.BoolValue(n.is("true")), n.is("true") || n.is("false")
	case term.KindReal:
		if r := readRational(n); r != nil {
			value, ok = term.RatValue(r), true
		}
	case term.KindString:
		if text, err := unescape(n.text); err == nil && n.kind == stringNode {
			value, ok = term.StringValue(text), true
		}
	case term.KindBits:
		if pattern, width, err := readBits(n); err == nil && width == sort.Width {
			value, ok = bitsValue(sort, pattern), true
		}
	default:
		if r := readRational(n); r != nil && r.IsInt() {
			value, ok = term.BigValue(r.Num()), true
		}
	}
	if !ok || !sort.Contains(value) {
		return term.Value{}, fmt.Errorf("%s is not a value of %s that can be used", text.Clip(n.String(), 200), sort)
	}
	return value, nil
}

// readRational reads 5, 5.0, (- x), (/ x y), (to_real x); nil if it is something else.
func readRational(n *node) *big.Rat {
	if n.kind == symbolNode {
		return readDecimal(n.text)
	}
	if n.kind != listNode || len(n.list) < 2 || len(n.list) > 3 {
		return nil
	}
	x := readRational(n.list[1])
	if x == nil {
		return nil
	}
	switch {
	case len(n.list) == 2 && n.list[0].is("-"):
		return new(big.Rat).Neg(x)
	case len(n.list) == 2 && n.list[0].is("to_real"):
		return x
	case len(n.list) == 3 && n.list[0].is("/"):
		if y := readRational(n.list[2]); y != nil && y.Sign() != 0 {
			return new(big.Rat).Quo(x, y)
		}
	}
	return nil
}

// readDecimal reads digits with at most one point among them; nil if it is something else.
func readDecimal(text string) *big.Rat {
	whole, fraction, _ := strings.Cut(text, ".")
	if whole == "" || strings.Trim(whole+fraction, "0123456789") != "" {
		return nil
	}
	r, ok := new(big.Rat).SetString(text)
	if !ok {
		return nil
	}
	return r
}

// readBits reads #x0f, #b01 or (_ bv15 8).
func readBits(n *node) (pattern uint64, width int, err error) {
	switch {
	case n.kind == symbolNode && strings.HasPrefix(n.text, "#x"):
		width = 4 * (len(n.text) - 2)
		pattern, err = strconv.ParseUint(n.text[2:], 16, 64)
	case n.kind == symbolNode && strings.HasPrefix(n.text, "#b"):
		width = len(n.text) - 2
		pattern, err = strconv.ParseUint(n.text[2:], 2, 64)
	case n.head() == "_" && len(n.list) == 3 && strings.HasPrefix(n.list[1].text, "bv"):
		if width, err = strconv.Atoi(n.list[2].text); err == nil {
			pattern, err = strconv.ParseUint(n.list[1].text[2:], 10, 64)
		}
	default:
		return 0, 0, fmt.Errorf("%s is no bit vector", text.Clip(n.String(), 200))
	}
	if err == nil && (width < 1 || width > 64 || width < 64 && pattern>>width != 0) {
		return 0, 0, fmt.Errorf("%s is no bit vector of 1 to 64 bits", text.Clip(n.String(), 200))
	}
	return pattern, width, err
}

// bitsValue is the canonical value of a bit pattern: extended by its sign if the sort has one.
func bitsValue(sort *term.Sort, pattern uint64) term.Value {
	shift := 64 - sort.Width
	if sort.Signed {
		return term.IntValue(int64(pattern<<shift) >> shift)
	}
	return term.IntValue(int64(pattern))
}

// unescape resolves \u{1f600} and \u00e9, beyond SMT-LIB up to the end of Unicode. Other backslashes stand for
// themselves.
func unescape(text string) (string, error) {
	if !strings.Contains(text, `\u`) {
		return text, nil
	}
	var b strings.Builder
	for text != "" {
		digits, length := escapeSequence(text)
		if length == 0 {
			b.WriteByte(text[0])
			text = text[1:]
			continue
		}
		code, err := strconv.ParseUint(digits, 16, 32)
		if err != nil || !utf8.ValidRune(rune(code)) {
			return "", fmt.Errorf("\\u{%s} is no character", digits)
		}
		b.WriteRune(rune(code))
		text = text[length:]
	}
	return b.String(), nil
}

// escapeSequence are the digits and the length of the escape sequence that text begins with; length 0 if there is none.
func escapeSequence(text string) (digits string, length int) {
	rest, ok := strings.CutPrefix(text, `\u`)
	if !ok {
		return "", 0
	}
	if inner, ok := strings.CutPrefix(rest, "{"); ok {
		digits, _, ok = strings.Cut(inner, "}")
		if !ok || len(digits) > 6 || !isHex(digits) {
			return "", 0
		}
		return digits, len(digits) + len(`\u{}`)
	}
	if len(rest) < 4 || !isHex(rest[:4]) {
		return "", 0
	}
	return rest[:4], len(`\u0000`)
}

func isHex(text string) bool {
	return text != "" && strings.Trim(text, "0123456789abcdefABCDEF") == ""
}

// readMeasuredString reads a string whose length is known. Z3 prints a backslash unchanged, so apparent escape sequences may be plain text;
// the length decides. This is unambiguous, since resolving a sequence always shortens the text.
func readMeasuredString(n *node, length *node) (term.Value, error) {
	want := readRational(length)
	if n.kind != stringNode || want == nil {
		return term.Value{}, fmt.Errorf("%s is no string", text.Clip(n.String(), 200))
	}
	resolved, err := unescape(n.text)
	for _, text := range []string{resolved, n.text} {
		if want.Cmp(new(big.Rat).SetInt64(int64(utf8.RuneCountInString(text)))) == 0 && (err == nil || text != resolved) {
			return term.StringValue(text), nil
		}
	}
	return term.Value{}, fmt.Errorf("the string %s is printed ambiguously", text.Clip(n.String(), 200))
}
