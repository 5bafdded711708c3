package concolic

import (
	"context"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Initial configurations. The paper has one, the reset configuration; ours differ in the values of frozen constants and of variables without
// initial values, within the assumptions of the model. So a walk from the beginning draws new ones. Where draws do not satisfy the
// assumptions, the solver completes one drawn value; where it cannot, the walk begins at the first start.

// startDraws is the number of draws before the solver is queried, maxStarts bounds the starts kept from its answers, maxModulus the moduli of
// remainders in queries.
const (
	startDraws = 16
	maxStarts  = 64
	maxModulus = 30
)

// newStart returns an initial configuration for the next walk.
func (w *walker) newStart(ctx context.Context) (*Run, error) {
	if !w.campaign.openStarts {
		return w.campaign.store.root, nil
	}
	for range startDraws {
		if r := w.startWith(w.drawStart()); r != nil {
			return r, nil
		}
	}
	return w.solveStart(ctx)
}

// startWith returns the run without steps for initial values; nil if the assumptions exclude them.
func (w *walker) startWith(values []term.Value) *Run {
	start, err := w.executor.Begin(values)
	if err != nil {
		return nil
	}
	return w.root(start)
}

// drawStart draws values for the slots without initial values. One value in four is that of the first start, so that assumptions about few
// slots are satisfied more often.
func (w *walker) drawStart() []term.Value {
	out := slices.Clone(w.campaign.store.root.Start)
	for i, slot := range w.system.Slots {
		if slot.Init == nil && w.random.IntN(4) > 0 {
			out[i] = w.draw(slot.Sort)
		}
	}
	return out
}

// solveStart lets the solver complete a value that is drawn for one slot. Its starts are kept, and drawn from once there are enough.
func (w *walker) solveStart(ctx context.Context) (*Run, error) {
	if len(w.starts) >= maxStarts {
		return w.starts[w.random.IntN(len(w.starts))], nil
	}
	symbolic, free := w.system.StartSymbolic()
	assume := w.system.Apply(w.system.Assume, &symbolic).Conjuncts()
	found := w.campaign.store.root
	for _, wish := range w.wishes(free) {
		conjuncts, possible := term.Conjoin(assume, []*term.Term{wish})
		if !possible {
			continue
		}
		answer, err := w.check(ctx, smt.Query{Conjuncts: conjuncts, Values: term.Variables(conjuncts)})
		if err != nil {
			return nil, err
		}
		if answer.Status != smt.Sat {
			continue
		}
		if r := w.startWith(run.Values(answer.Model, free, found.Start)); r != nil {
			found = r
			break
		}
	}
	w.starts = append(w.starts, found)
	return found, nil
}

// wishes returns conditions on the initial value of one slot, each easier than the one before: that it is the drawn value, that it has a
// drawn remainder, that it differs from the first start.
func (w *walker) wishes(free []*term.Term) []*term.Term {
	store := w.system.Store
	var open []int
	for i, v := range free {
		if v != nil {
			open = append(open, i)
		}
	}
	slot := open[w.random.IntN(len(open))]
	v, sort := free[slot], w.system.Slots[slot].Sort
	out := []*term.Term{store.Eq(v, store.Const(sort, w.draw(sort)))}
	if sort.Kind == term.KindInt {
		modulus := int64(2 + w.random.IntN(maxModulus))
		out = append(out, store.Eq(store.Mod(v, store.Int(modulus)), store.Int(w.random.Int64N(modulus))))
	}
	return append(out, store.Not(store.Eq(v, store.Const(sort, w.campaign.store.root.Start[slot]))))
}
