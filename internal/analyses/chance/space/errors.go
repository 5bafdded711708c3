package space

import (
	"fmt"

	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/sts"
)

// ErrRefused is the error for a model that has no finite automaton, or none that is computed.
type ErrRefused struct {
	What   string // "the input send has the type int, which has too many values"
	Advice string
}

func (e *ErrRefused) Error() string { return e.What + "; " + e.Advice }

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
