package abstraction

import (
	"context"

	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// Whether the invariant is one: whether initial states meet it and steps keep it. Tests do not depend on it, since musts are
// claimed for states that meet the invariant, before and after; but without it the paths of may transitions prove nothing about
// what cannot be reached.

// Breach is how a state that does not meet the invariant comes about: an initial state, or a step from one that meets it.
type Breach struct {
	Move    *sts.Move   // nil for an initial state
	Example *Step       // nil if the solver could not tell
	Start   *sts.Config // if Move is nil
	Reason  string
}

// findBreaches looks for moves that do not preserve the invariant.
func (s *Session) findBreaches(ctx context.Context, a *Abstraction) error {
	moves := s.system.Moves()
	found := make([]*Breach, len(moves))
	err := s.each(ctx, len(moves), func(w *worker, i int) (err error) {
		found[i], err = w.breach(moves[i])
		return err
	})
	for _, b := range found {
		if b != nil {
			a.Breaches = append(a.Breaches, *b)
		}
	}
	if err != nil {
		return err
	}
	return s.first(ctx).initialBreach(a)
}

// initialBreach looks for an initial state that does not meet the invariant.
func (w *worker) initialBreach(a *Abstraction) error {
	symbolic, free := w.system.StartSymbolic()
	broken := w.store.Not(w.store.And(w.applyAll(w.model.invariant, &symbolic)...))
	conjuncts := append(w.system.Apply(w.system.Assume, &symbolic).Conjuncts(), broken)
	answer, err := w.check(conjuncts, term.Variables(conjuncts))
	if err != nil || answer.Status == smt.Unsat {
		return err
	}
	b := Breach{Reason: answer.Reason}
	if answer.Status == smt.Sat {
		if b.Start, err = w.start(free, answer.Model); err != nil {
			b.Reason = err.Error()
		}
	}
	a.Breaches = append(a.Breaches, b)
	return w.ctx.Err()
}

// start is the initial state for given values of what starts symbolic.
func (w *worker) start(free []*term.Term, values smt.Model) (*sts.Config, error) {
	row := make([]term.Value, len(free))
	for i, v := range free {
		if v != nil {
			row[i] = complete([]*term.Term{v}, values)[v]
		}
	}
	return w.interpreter.Start(row)
}

// breach looks for a step of a move that breaks the invariant.
func (w *worker) breach(m *sts.Move) (*Breach, error) {
	broken := w.store.Not(w.store.And(w.model.after[m.ID]...))
	if broken.IsFalse() {
		return nil, nil
	}
	vars := append(params(m), w.model.slots...)
	answer, err := w.check(append(join(w.model.invariant, w.model.guards[m.ID]), broken), vars)
	if err != nil || answer.Status == smt.Unsat {
		return nil, err
	}
	if answer.Status != smt.Sat {
		return &Breach{Move: m, Reason: answer.Reason}, nil
	}
	from := w.config(w.locationsOf(m), w.model.slots, answer.Model)
	step, err := w.step(from, m, answer.Model)
	if err != nil {
		return &Breach{Move: m, Reason: err.Error()}, w.ctx.Err()
	}
	return &Breach{Move: m, Example: &step}, nil
}

// locationsOf is a row of locations from which a move starts.
func (w *worker) locationsOf(m *sts.Move) []int {
	locations := append([]int(nil), w.system.Initial()...)
	for _, t := range m.Parts {
		locations[t.Machine] = t.From
	}
	return locations
}
