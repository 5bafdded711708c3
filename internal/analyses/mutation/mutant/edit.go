package mutant

import (
	"fmt"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/core/sts"
)

// Kind is the kind of mistake of a mutant.
type Kind string

// The kinds.
const (
	Boundary          Kind = "boundary"           // a comparison with or without equality
	Constant          Kind = "constant"           // a number one too large or too small
	Operator          Kind = "operator"           // another operator
	NegatedGuard      Kind = "negated guard"      // a guard turned around
	DroppedGuard      Kind = "dropped guard"      // a transition without its guard
	DroppedTransition Kind = "dropped transition" // a transition that is never taken
	WrongTarget       Kind = "wrong target"       // a transition that leads elsewhere
	DroppedAssignment Kind = "dropped assignment" // an assignment, or a received value that is not kept
	WrongValue        Kind = "wrong value"        // an assigned or sent value one too large
	DroppedOutput     Kind = "dropped output"     // an output that is not sent
	ExtraOutput       Kind = "extra output"       // an output of another transition is sent too
	OutputOrder       Kind = "output order"       // two outputs in the wrong order
)

// Kinds lists them in the order of reports.
var Kinds = []Kind{Boundary, Constant, Operator, NegatedGuard, DroppedGuard, DroppedTransition, WrongTarget, DroppedAssignment,
	WrongValue, DroppedOutput, ExtraOutput, OutputOrder}

// edit is a change of the text of one file.
type edit struct {
	kind  Kind
	span  diag.Span // what is replaced
	text  string    // by this
	words string    // readable text, as in "guard of dim: level < 5 becomes level <= 5"
}

// apply is the text of the file with the edit.
func (e *edit) apply() string {
	text := e.span.File.Text
	return text[:e.span.Start] + e.text + text[e.span.End:]
}

// Mutant is a model with one edit.
type Mutant struct {
	Kind   Kind
	File   string
	Line   int
	Words  string // the change: "guard of dim: level < 5 becomes level <= 5"
	System *sts.System

	Changes Changes
}

// String is the mutant with its place.
func (m *Mutant) String() string {
	return fmt.Sprintf("%s:%d: %s", m.File, m.Line, m.Words)
}

// shown is source text in one line.
func shown(text string) string { return strings.Join(strings.Fields(text), " ") }

// longest is the length up to which the text of a clause is shown in full; of longer ones only the changed part is shown.
const longest = 70

// within is an edit of a part of an expression, described with the whole expression unless that is long.
func within(kind Kind, about string, whole, part diag.Span, text string) edit {
	from, to := whole.Text(), ""
	if whole.File != nil && part.Start >= whole.Start && part.End <= whole.End {
		source := whole.File.Text
		to = source[whole.Start:part.Start] + text + source[part.End:whole.End]
	}
	if to == "" || len(from) > longest {
		from, to = part.Text(), text
	}
	return edit{kind, part, text, becomes(about, from, to)}
}

// becomes describes an edit.
func becomes(about, from, to string) string {
	return about + ": " + shown(from) + " becomes " + shown(to)
}
