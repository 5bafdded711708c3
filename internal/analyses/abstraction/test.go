package abstraction

import (
	"context"
	"fmt"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/sts"
)

// Making chains concrete (section 4.2 of paper 4): the may has a step already; from the state after it the must+ are taken forward, to the
// state before it the must- are taken backward, and the first of them begins in a node of the tree, whose path leads from an initial state.
// Most parameters are computed from the instances of the proofs; the solver is queried where there are none. The whole run is then replayed
// from the initial state, and each of its steps must be in the abstract states of the chain.

// Test is a chain made concrete.
type Test struct {
	Chain  *Chain
	Prefix int          // steps through the tree before the chain begins
	Run    *run.Witness // from an initial state
	States []*State     // of the run, before its first step and after each; nil for one outside the invariant
}

// Instantiate makes chains concrete. A chain for which that fails is a doubt and has no test.
func (s *Session) Instantiate(ctx context.Context, d *Derived, chains []*Chain) ([]*Test, []Doubt, error) {
	tests, doubts := make([][]*Test, len(chains)), make([][]Doubt, len(chains))
	err := s.each(ctx, MakingTests, len(chains), func(ctx context.Context, w *worker, i int) error {
		test, err := w.instantiate(ctx, d, chains[i])
		if err != nil {
			doubts[i] = []Doubt{{About: chains[i].String(), Reason: err.Error()}}
			return ctx.Err()
		}
		tests[i] = []*Test{test}
		return nil
	})
	return slices.Concat(tests...), slices.Concat(doubts...), err
}

// instantiate makes one chain concrete.
func (w *worker) instantiate(ctx context.Context, d *Derived, c *Chain) (*Test, error) {
	steps := []*run.Witness{c.Steps[c.May].Example}
	for i := c.May - 1; i >= 0; i-- {
		step, err := w.choose(ctx, c.Steps[i].minus, c.Steps[i].MustMinus, steps[0].Parent.Config)
		if err != nil {
			return nil, err
		}
		steps = slices.Insert(steps, 0, step)
	}
	for _, t := range c.Steps[c.May+1:] {
		step, err := w.choose(ctx, t.plus, t.MustPlus, steps[len(steps)-1].Config)
		if err != nil {
			return nil, err
		}
		steps = append(steps, step)
	}
	prefix := steps[0].Parent.Steps()
	run, err := w.executor.Replay(ctx, nil, slices.Concat(prefix, steps))
	if err != nil {
		return nil, err
	}
	test := &Test{Chain: c, Run: run, Prefix: len(prefix) - 1}
	return test, w.verify(d.Abstraction, test)
}

// choose takes the step that a proved must has for a state: a must+ has one from there, a must- one that leads there. Out of
// q_d0 it is the end of a run through the tree.
func (w *worker) choose(ctx context.Context, c *claim, v Verdict, at *sts.Config) (*run.Witness, error) {
	k, values, err := w.witness(ctx, c, v, stateValues(c.outer, at))
	if err != nil {
		return nil, err
	}
	return w.take(ctx, c.ways[k].step, values, at.Values)
}

// verify finds the abstract states of a run, and compares them with those of its chain.
func (w *worker) verify(a *Abstraction, t *Test) error {
	classifier := w.classifier(a.space.conds)
	for _, s := range t.Run.Steps() {
		q, err := w.stateOf(a.space, classifier, s.Config)
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
