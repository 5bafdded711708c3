package table

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"github.com/sextant-mbt/sextant/internal/diag"
	"github.com/sextant-mbt/sextant/internal/term"
)

// The limits of numbers: what is longer is no value of a test, and would take long to compute with.
const (
	maxDigits   = 10_000
	maxExponent = 1_000
)

// fault is what is wrong with a value: the part of its text, the message and what to do about it.
type fault struct {
	code          diag.Code
	start, end    int
	message, hint string
}

func wrongType(hint, format string, args ...any) *fault {
	return &fault{code: diag.CodeTableValue, hint: hint, message: fmt.Sprintf(format, args...)}
}

// scalar reads a value of a sort that is not a string.
func scalar(sort *term.Sort, text string) (term.Value, *fault) {
	switch sort.Kind {
	case term.KindBool:
		return truth(text)
	case term.KindEnum:
		return member(sort, text)
	case term.KindReal:
		return realNumber(text)
	}
	return integer(sort, text)
}

// truth reads true or false, also as spreadsheets and other languages write them.
func truth(text string) (term.Value, *fault) {
	switch strings.ToLower(text) {
	case "true":
		return term.BoolValue(true), nil
	case "false":
		return term.BoolValue(false), nil
	}
	return term.Value{}, wrongType("write true or false", "%s is not a bool", show(text))
}

func member(sort *term.Sort, text string) (term.Value, *fault) {
	for i, m := range sort.Members {
		if m == text {
			return term.IntValue(int64(i)), nil
		}
	}
	hint := "the members are " + clip(strings.Join(sort.Members, ", "))
	if meant := diag.Closest(text, sort.Members); meant != "" {
		hint = fmt.Sprintf("did you mean %s?", meant)
	}
	return term.Value{}, wrongType(hint, "%s is not a member of %s", show(text), sort)
}

// integer reads an int or a machine integer, and checks its bounds.
func integer(sort *term.Sort, text string) (term.Value, *fault) {
	n, ok := parseInteger(text)
	if !ok {
		return term.Value{}, wrongType(integerHint(text), "%s is not of type %s", show(text), sort)
	}
	if sort.Kind == term.KindBits {
		return machineInteger(sort, n)
	}
	if v := term.BigValue(n); sort.Contains(v) {
		return v, nil
	}
	return term.Value{}, outOfRange(sort, n)
}

func outOfRange(sort *term.Sort, n *big.Int) *fault {
	f := wrongType("mend the cell, or widen the type in the model", "%s is not of type %s", clip(n.String()), sort)
	f.code = diag.CodeTableRange
	return f
}

// machineInteger is the pattern of bits of a number.
func machineInteger(sort *term.Sort, n *big.Int) (term.Value, *fault) {
	low, high := new(big.Int), new(big.Int).Lsh(big.NewInt(1), uint(sort.Width))
	if sort.Signed {
		high.Rsh(high, 1)
		low.Neg(high)
	}
	if n.Cmp(low) < 0 || n.Cmp(high) >= 0 {
		return term.Value{}, outOfRange(sort, n)
	}
	if n.IsInt64() {
		return term.IntValue(n.Int64()), nil
	}
	return term.IntValue(int64(n.Uint64())), nil
}

// parseInteger reads 12, -12, 1_000, 0xff and 0b101.
func parseInteger(text string) (*big.Int, bool) {
	digits := strings.TrimPrefix(text, "+")
	negative := strings.HasPrefix(text, "-")
	if negative {
		digits = text[1:]
	}
	base, allowed := 10, "0123456789"
	switch {
	case strings.HasPrefix(digits, "0x"):
		base, allowed, digits = 16, "0123456789abcdefABCDEF", digits[2:]
	case strings.HasPrefix(digits, "0b"):
		base, allowed, digits = 2, "01", digits[2:]
	}
	if !runOf(digits, allowed) {
		return nil, false
	}
	n, ok := new(big.Int).SetString(strings.ReplaceAll(digits, "_", ""), base)
	if ok && negative {
		n.Neg(n)
	}
	return n, ok
}

// runOf tells whether text is a run of allowed digits, with single underscores between them at most.
func runOf(text, allowed string) bool {
	if len(text) > maxDigits {
		return false
	}
	for part := range strings.SplitSeq(text, "_") {
		if part == "" || strings.Trim(part, allowed) != "" {
			return false
		}
	}
	return true
}

// integerHint says what to do about a text that is no integer.
func integerHint(text string) string {
	switch r, f := realNumber(text); {
	case len(text) > maxDigits:
		return fmt.Sprintf("a number may have %d digits", maxDigits)
	case f == nil && r.Rat().IsInt():
		return "write " + clip(r.Rat().Num().String())
	}
	return numberHint(text, "write a whole number, such as 12, -3 or 0xff")
}

// numberHint is the usual hint, unless the text has a mistake that is known.
func numberHint(text, usual string) string {
	switch {
	case strings.Contains(text, "#"):
		return "a comment stands on a line of its own"
	case strings.Contains(text, ";"):
		return "cells are separated by commas, not by semicolons"
	case text == "":
		return "the cell is empty; " + usual
	}
	return usual
}

// realNumber reads an exact decimal, with or without exponent, or a fraction.
func realNumber(text string) (term.Value, *fault) {
	above, below, fraction := strings.Cut(text, "/")
	r, ok := parseDecimal(above)
	if fraction && ok {
		var divisor *big.Int
		if divisor, ok = parseInteger(below); ok && divisor.Sign() > 0 && r.IsInt() {
			return term.RatValue(r.Quo(r, new(big.Rat).SetInt(divisor))), nil
		}
		ok = false
	}
	if !ok {
		return term.Value{}, wrongType(numberHint(text, "write an exact decimal or a fraction, such as 2.42, -1e-3 or 1/3"), "%s is not a real", show(text))
	}
	return term.RatValue(r), nil
}

// parseDecimal reads an integer or a decimal such as -2.5, .5 or 1e-3.
func parseDecimal(text string) (*big.Rat, bool) {
	if n, ok := parseInteger(text); ok {
		return new(big.Rat).SetInt(n), true
	}
	digits := strings.TrimLeft(text, "+-")
	mantissa, exponent, scaled := strings.Cut(strings.ToLower(digits), "e")
	whole, part, _ := strings.Cut(mantissa, ".")
	if len(text)-len(digits) > 1 || !runOf(whole+part, "0123456789") {
		return nil, false
	}
	if n, err := strconv.Atoi(exponent); scaled && (err != nil || n > maxExponent || n < -maxExponent) {
		return nil, false
	}
	return new(big.Rat).SetString(strings.ReplaceAll(text, "_", ""))
}

// show prints the text of a cell in a message.
func show(text string) string {
	if text == "" {
		return "an empty cell"
	}
	return "`" + clip(text) + "`"
}

// clip shortens a text that is too long for a message.
func clip(text string) string {
	const longest = 60
	if runes := []rune(text[:min(len(text), 4*longest)]); len(runes) > longest {
		return string(runes[:longest]) + "..."
	}
	return text
}
