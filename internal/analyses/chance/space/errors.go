package space

import (
	"fmt"

	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/engines/statespace/domain"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// advice is what the user can do about a model whose automaton is not finite, or too large to compute.
var advice = map[result.Feature]string{
	result.EndlessInput: fmt.Sprintf("give it a type with at most %d values, such as 0..7", domain.MaxRows),
	result.EndlessStart: "give variables an initial value, or a type with few values",
}

// advised adds advice to a refusal, which is then that of the command.
func advised(err error) error {
	refused := result.Refused(err)
	if refused == nil {
		return err
	}
	out := *refused
	out.By, out.Advice = "chance", advice[out.Feature]
	return &out
}

// ErrStates is the error for a model with more states than allowed.
type ErrStates struct{ Limit int }

func (e *ErrStates) Error() string { return fmt.Sprintf("the model has more than %d states", e.Limit) }

// ErrModel is the error for a run into a model error: weights that do not add up to 1, a rate that is not positive, a value out of range.
type ErrModel struct {
	Violated *sts.Obligation // nil if the sum of the weights was found to be wrong
	Text     string
	Run      *run.Witness // to the state in which the error is
	Move     *sts.Move    // whose attempt fails
}

func (e *ErrModel) Error() string {
	if e.Violated == nil {
		return fmt.Sprintf("model error in %s: %s", e.Move.Name, e.Text)
	}
	p := e.Violated.Span.Position()
	return fmt.Sprintf("%s:%d:%d: model error: %s", e.Violated.Span.FileName(), p.Line, p.Column, e.Text)
}
