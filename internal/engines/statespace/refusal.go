package statespace

import (
	"fmt"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/engines/statespace/domain"
)

// Reason is why the states of a system cannot be enumerated.
type Reason string

// The reasons.
const (
	HasClocks        Reason = "clocks"       // time takes any value
	HasFeatures      Reason = "features"     // a product line: what holds for which products is asked
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

// RefuseClocks is the refusal of a model with clocks.
func RefuseClocks() *Refusal { return &Refusal{HasClocks, "the model has clocks"} }

// RefuseCalls is the refusal of a model with a move that calls functions.
func RefuseCalls(m *sts.Move) *Refusal {
	return &Refusal{HasExterns, fmt.Sprintf("%s calls %s", m.Name, m.Calls[0].Extern.Name)}
}

// The limits of what is listed.
const (
	maxRows   = 1000      // values of the parameters of a move
	maxStarts = 200_000   // initial values
	maxValues = 4_000_000 // of all lists of rows, and of all initial values, unless a domain has a larger limit
)

// choices has what inputs and initial values can be.
type choices struct {
	params [][][]term.Value // by move: rows of parameters
	starts [][]term.Value   // rows of initial values by slot; only those of slots that start with any value matter
}

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

// listChoices lists what inputs and initial values can be, or refuses.
func listChoices(s *sts.System, d *domain.Domain) (*choices, error) {
	if s.Timed() {
		return nil, RefuseClocks()
	}
	out := &choices{params: make([][][]term.Value, len(s.Moves()))}
	total := 0
	for _, m := range s.Moves() {
		if len(m.Calls) > 0 {
			return nil, RefuseCalls(m)
		}
		rows, err := parameters(m, d)
		if err != nil {
			return nil, err
		}
		if total += len(rows) * len(m.Params); total > max(maxValues, d.Limit) {
			return nil, &Refusal{EndlessInput, "there are too many combinations of inputs in all"}
		}
		out.params[m.ID] = rows
	}
	var err error
	out.starts, err = starts(s, d)
	return out, err
}

// parameters lists the values of the parameters of a move. What comes from a queue has a value that stands for it.
func parameters(m *sts.Move, d *domain.Domain) ([][]term.Value, error) {
	few := *d
	few.Limit = max(maxRows, d.Limit)
	rows, excess := few.Params(m.Params, func(i int) (term.Value, bool) { return m.Params[i].Sort.Default(), m.Params[i].Kind == sts.Dequeued })
	switch {
	case excess == nil:
		return rows, nil
	case excess.Param == nil:
		return nil, &Refusal{EndlessInput, fmt.Sprintf("%s has more than %d combinations of inputs", m.Name, few.Limit)}
	}
	return nil, &Refusal{EndlessInput, fmt.Sprintf("%s %s of %s has type %s", paramKinds[excess.Param.Kind], excess.Param.Name, m.Name, excess.Type())}
}

var paramKinds = map[sts.ParamKind]string{sts.Received: "input", sts.Chosen: "choice", sts.Returned: "result", sts.Delay: "time"}

// starts lists the initial values.
func starts(s *sts.System, d *domain.Domain) ([][]term.Value, error) {
	many := *d
	many.Limit = max(min(maxStarts, maxValues/(1+len(s.Slots))), d.Limit)
	rows, excess, listed := many.Starts(s)
	switch {
	case excess != nil:
		return nil, &Refusal{EndlessStart, fmt.Sprintf("%s starts with any value of type %s", excess.Name, excess.Sort)}
	case !listed:
		return nil, &Refusal{EndlessStart, fmt.Sprintf("there are more than %d combinations of initial values", many.Limit)}
	}
	return rows, nil
}
