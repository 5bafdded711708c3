package statespace

import "github.com/sextant-mbt/sextant/internal/core/sts"

// Reason is why the states of a system cannot be enumerated.
type Reason string

// The reasons.
const (
	HasClocks        Reason = "clocks"       // time takes any value
	HasExterns       Reason = "externs"      // functions are called
	HasChances       Reason = "chances"      // what comes next is a matter of chance
	EndlessInput     Reason = "input"        // an input or choice has infinitely many values, or too many
	EndlessStart     Reason = "start"        // a variable starts with infinitely many values, or too many
	TooMany          Reason = "states"       // there are more states than may be visited
	NoStart          Reason = "no-start"     // no run can begin
	BeyondWords      Reason = "beyond-words" // a number leaves 64 bits
	UndecidedFormula Reason = "undecided"    // a condition with quantifiers was not decided
	TooWide          Reason = "too-wide"     // a state has too many values
	Asymmetric       Reason = "asymmetric"   // no machines can be exchanged, though this was asked for
)

// Refusal is the error that the states of a system cannot be enumerated, and why.
type Refusal struct {
	Reason Reason
	Text   string // as in "input x of press has type int"
}

// Error returns the text.
func (r *Refusal) Error() string { return "the states cannot be enumerated: " + r.Text }

// IsFree reports whether runs of a system have no symbols: no step has an input with a value or a choice, and all initial values are given.
func IsFree(s *sts.System) bool {
	for _, slot := range s.Slots {
		if slot.Init == nil {
			return false
		}
	}
	for _, m := range s.Moves() {
		for _, p := range m.Params {
			if p.Kind != sts.Dequeued {
				return false
			}
		}
	}
	return true
}
