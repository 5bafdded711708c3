package emit

import (
	"fmt"
	"strings"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

// GoConditions writes conditions in Go for generated files that do not concern contracts: the variables are int64, float64, bool, string and
// machine integers, enumerations are numbers.
type GoConditions struct {
	store  *term.Store
	prefix string
	names  map[*term.Term]string
	text   strings.Builder // all that was written, to see which helpers it calls
}

// NewGoConditions makes a writer. The functions that conditions need have names that begin with the prefix.
func NewGoConditions(s *term.Store, prefix string) *GoConditions {
	return &GoConditions{store: s, prefix: prefix, names: map[*term.Term]string{}}
}

// Name sets the name of a variable in the generated file.
func (g *GoConditions) Name(v *term.Term, name string) { g.names[v] = name }

// Type is the type in Go of a variable of a sort.
func (g *GoConditions) Type(sort *term.Sort) string { return goType(sort) }

// Condition returns a condition in Go; the error is the reason why it cannot be written.
func (g *GoConditions) Condition(cond *term.Term) (string, error) {
	w := newWriter(newGoLanguage(g.store, g.prefix), goReserved)
	for v, name := range g.names {
		w.names[v] = name
		w.taken[name] = true
	}
	text := w.write(cond)
	if w.err != nil {
		return "", w.err
	}
	if strings.Contains(text, g.prefix+"Step(") {
		return "", fmt.Errorf("%s has a quantifier", cond)
	}
	g.text.WriteString(text)
	return text, nil
}

// Helpers are the functions that the conditions call; some call others.
func (g *GoConditions) Helpers() string { return calledHelpers(g.prefix, g.text.String()) }

// calledHelpers are the helpers that a text calls, and those that they call.
func calledHelpers(prefix, text string) string {
	var out strings.Builder
	written := map[string]bool{}
	for changed := true; changed; {
		changed = false
		for _, h := range goHelpers {
			all := text + out.String()
			called := strings.Contains(all, prefix+h.name+"(") || strings.Contains(all, prefix+h.name+"[")
			if called && !written[h.name] {
				written[h.name], changed = true, true
				fmt.Fprintf(&out, h.text+"\n\n", prefix)
			}
		}
	}
	return out.String()
}
