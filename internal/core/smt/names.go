package smt

import (
	"fmt"
	"strings"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Names of variables are arbitrary strings. They are written as quoted symbols, so that |cr@3| stays readable, with two
// rules that make the writing injective and safe:
//
//   - a byte that is not allowed in a quoted symbol, and % itself, becomes %xx;
//   - |and| is the same symbol as the builtin and. No builtin holds an @, so a name without one, or that ends in one,
//     gets an @ at its end: x is |x@|, x@1 is |x@1|.

// encodeName is the text between the bars of the symbol for a variable name.
func encodeName(name string) string {
	var b strings.Builder
	for i := 0; i < len(name); i++ {
		c := name[i]
		if c < ' ' || c > '~' || c == '|' || c == '\\' || c == '%' || i == 0 && (c == '@' || c == '.') {
			fmt.Fprintf(&b, "%%%02x", c)
		} else {
			b.WriteByte(c)
		}
	}
	text := b.String()
	if !strings.Contains(text, "@") || strings.HasSuffix(text, "@") {
		text += "@"
	}
	return text
}

// namer gives each variable its own symbol. Two variables may have the same name and different sorts; the second one gets a number.
type namer struct {
	symbols map[*term.Term]string
	taken   map[string]bool
}

func newNamer() *namer {
	return &namer{symbols: map[*term.Term]string{}, taken: map[string]bool{}}
}

// symbol is the quoted symbol of a variable.
func (n *namer) symbol(v *term.Term) string {
	if s, ok := n.symbols[v]; ok {
		return s
	}
	base := encodeName(v.Name())
	s := "|" + base + "|"
	for i := 2; n.taken[s]; i++ {
		s = fmt.Sprintf("|%s!%d|", base, i)
	}
	n.taken[s] = true
	n.symbols[v] = s
	return s
}
