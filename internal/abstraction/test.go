package abstraction

import (
	"context"
	"fmt"
	"slices"

	"github.com/sextant-mbt/sextant/internal/explore"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// Making chains concrete (section 4.2 of paper 4): the may has a step already; from the state after it the must+ are taken
// forward, to the state before it the must- are taken backward, and the first of them begins in a node of the tree, whose path
// leads from an initial state. What to choose is mostly computed from the instances of the proofs; the solver is asked where
// there are none. The whole run is then replayed from the initial state, and each of its steps must be in the abstract states
// of the chain.

// Test is a chain made concrete.
type Test struct {
	Chain  *Chain
	Prefix int              // steps through the tree before the chain begins
	Run    *explore.Witness // from an initial state
	States []*State         // that the run is in, before its first step and after each; nil for one outside the invariant
}

// Instantiate makes chains concrete. A chain for which that fails is a doubt and has no test.
func (s *Session) Instantiate(ctx context.Context, d *Derived, chains []*Chain) ([]*Test, []Doubt, error) {
	tests, doubts := make([]*Test, len(chains)), make([]*Doubt, len(chains))
	err := s.each(ctx, len(chains), func(w *worker, i int) error {
		test, err := w.instantiate(d, chains[i])
		if err != nil {
			doubts[i] = &Doubt{chains[i].String(), err.Error()}
			return w.ctx.Err()
		}
		tests[i] = test
		return nil
	})
	var kept []*Test
	var open []Doubt
	for i := range chains {
		if tests[i] != nil {
			kept = append(kept, tests[i])
		}
		if doubts[i] != nil {
			open = append(open, *doubts[i])
		}
	}
	return kept, open, err
}

// instantiate makes one chain concrete.
func (w *worker) instantiate(d *Derived, c *Chain) (*Test, error) {
	prefix, steps, err := w.backward(c)
	if err != nil {
		return nil, err
	}
	state := steps[len(steps)-1].To
	for _, t := range c.Steps[c.May+1:] {
		step, err := w.forward(t, state)
		if err != nil {
			return nil, err
		}
		steps, state = append(steps, step), step.To
	}
	run, err := w.replay(prefix, steps)
	if err != nil {
		return nil, err
	}
	test := &Test{Chain: c, Run: run, Prefix: len(prefix.Steps()) - 1}
	return test, w.verify(d, test)
}

// forward takes a must+ from a state.
func (w *worker) forward(t *Transition, from *sts.Config) (Step, error) {
	_, values, err := w.choose(t.plus, t.MustPlus, stateValues(w.model.slots, from))
	if err != nil {
		return Step{}, err
	}
	return w.step(from, t.Move, values)
}

// backward makes the may and the must- before it concrete: the run up to q_d0, and the steps of the chain from there.
func (w *worker) backward(c *Chain) (prefix *explore.Witness, steps []Step, err error) {
	may := c.Steps[c.May]
	steps = []Step{may.Example}
	for i := c.May - 1; i > 0; i-- {
		step, err := w.stepBack(c.Steps[i], steps[0].From)
		if err != nil {
			return nil, nil, err
		}
		steps = slices.Insert(steps, 0, step)
	}
	run := may.run
	if c.May > 0 {
		if run, err = w.runBack(c.Steps[0], steps[0].From); err != nil {
			return nil, nil, err
		}
		steps = slices.Insert(steps, 0, lastStep(run))
	}
	return run.Parent, steps, nil
}

// stepBack finds a step of a must- that leads to a state.
func (w *worker) stepBack(t *Transition, to *sts.Config) (Step, error) {
	_, values, err := w.choose(t.minus, t.MustMinus, stateValues(t.minus.outer, to))
	if err != nil {
		return Step{}, err
	}
	from := &sts.Config{Locations: t.From.Locations, Values: append([]term.Value(nil), to.Values...)}
	for i, v := range w.model.slots {
		if w.model.updates[t.Move.ID][v] != nil {
			from.Values[i] = values[v]
		}
	}
	return w.step(from, t.Move, values)
}

// runBack finds a run through the tree whose last step is a must- from q_d0 that leads to a state.
func (w *worker) runBack(t *Transition, to *sts.Config) (*explore.Witness, error) {
	k, values, err := w.choose(t.minus, t.MustMinus, stateValues(t.minus.outer, to))
	if err != nil {
		return nil, err
	}
	n, ok := w.nodeStep(t.minus.ways[k].node, t.Move)
	if !ok {
		return nil, errReplay
	}
	return w.runTo(n, values)
}

// replay takes the steps after a run, from the beginning.
func (w *worker) replay(prefix *explore.Witness, steps []Step) (*explore.Witness, error) {
	before := prefix.Steps()
	start, err := w.interpreter.Start(before[0].Params)
	if err != nil {
		return nil, err
	}
	run := &explore.Witness{Params: before[0].Params, Config: start}
	for _, b := range before[1:] {
		if run, err = w.interpreter.Extend(w.ctx, run, b.Move, b.Params); err != nil {
			return nil, err
		}
	}
	for _, s := range steps {
		if run, err = w.interpreter.Extend(w.ctx, run, s.Move, s.Params); err != nil {
			return nil, err
		}
	}
	return run, nil
}

// verify finds the abstract states of a run, and compares them with those of its chain.
func (w *worker) verify(d *Derived, t *Test) error {
	steps := t.Run.Steps()
	start, err := w.holds(w.store.And(w.system.Assume), stateValues(w.model.slots, steps[0].Config))
	if err != nil || !start {
		return fmt.Errorf("the run does not begin in an initial state")
	}
	classifier := w.classifier(d.Predicates.Conds)
	for _, s := range steps {
		q, err := w.stateOf(d.space, classifier, s.Config)
		if err != nil {
			return err
		}
		t.States = append(t.States, q)
	}
	for i, want := range t.Chain.Steps {
		if got := t.States[t.Prefix+1+i]; got != want.To {
			return fmt.Errorf("after step %d the run is not in %s", t.Prefix+1+i, want.To.Name())
		}
	}
	return nil
}

// stateOf is the abstract state of a state, nil if it does not meet the invariant or is not known.
func (w *worker) stateOf(sp *space, c *classifier, config *sts.Config) (*State, error) {
	if meets, err := w.invariant.all(config); err != nil || !meets {
		return nil, err
	}
	truth, err := c.truth(config)
	if err != nil {
		return nil, err
	}
	return sp.byKey[truthKey(config.Locations, truth)], nil
}
