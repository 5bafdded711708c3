package testgen

import (
	"context"
	"fmt"
	"math/big"

	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Purposes that are met by waiting. A purpose about a location and clocks is met if its condition holds at some instant while the
// system stays there: when it enters the location, or later, as long as time may pass.

// afterWaiting is the condition that time may pass in a state, and that another condition holds then.
func (b *builder) afterWaiting(cond *term.Term, st *sts.SymbolicState, wait *term.Term) []*term.Term {
	s := b.tree.System
	return append(s.MayWait(st, wait), s.Apply(cond, s.Later(st, wait)).Conjuncts()...)
}

// someTime is the condition that another one holds in a state, or after some time in it.
func (b *builder) someTime(cond *term.Term, st *sts.SymbolicState) []*term.Term {
	s := b.tree.System
	if !s.Timed() {
		return s.Apply(cond, st).Conjuncts()
	}
	wait := s.Store.Var("wait", term.Real)
	return s.Some([]*term.Term{wait}, b.afterWaiting(cond, st, wait)).Conjuncts()
}

// waitFor returns how long a run has to wait in its last state until a condition holds; nil if it holds at once.
func (b *builder) waitFor(ctx context.Context, cond *term.Term, w *run.Witness) (*big.Rat, error) {
	s := b.tree.System
	if holds, err := b.executor.Holds(w.Config, cond); !s.Timed() || err != nil || holds {
		return nil, err
	}
	wait, state := s.Store.Var("wait", term.Real), s.Constant(w.Config)
	answer, err := b.options.Solver.Check(ctx, smt.Query{Conjuncts: b.afterWaiting(cond, &state, wait), Values: []*term.Term{wait}})
	if err != nil {
		return nil, err
	}
	if answer.Status != smt.Sat {
		return nil, fmt.Errorf("the time to wait was not found: the solver answers %s", answer.Status)
	}
	found := s.Store.Const(term.Real, answer.Model[wait])
	if !s.Store.And(b.afterWaiting(cond, &state, found)...).IsTrue() {
		return nil, fmt.Errorf("the time to wait was not found: %s units are not enough", answer.Model[wait].Format(term.Real))
	}
	return answer.Model[wait].Rat(), nil
}
