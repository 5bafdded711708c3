package concolic

import (
	"context"

	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// symbolicStates bounds the tree of SYMB, unless the limit of steps is lower: a state of the tree counts as a step.
const symbolicStates = 300_000

// symbolicDepth is more than the depth of any tree of that size.
const symbolicDepth = 100_000

// symbolicEngine is SYMB: plain symbolic execution, breadth first, by package explore.
func (w *walker) symbolicEngine(ctx context.Context) error {
	c := w.campaign
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	options := explore.Options{Strategy: explore.BreadthFirst, Depth: symbolicDepth, States: min(symbolicStates, c.options.Steps), Workers: c.options.Workers,
		Seed: c.options.Seed, NewSolver: c.options.NewSolver, Functions: c.options.Functions, Memory: c.options.Memory}
	options.Covered = func(st *explore.State) {
		r := c.runOf(st.Witness())
		c.record(r, w.verify(ctx, r), "symbolic execution")
		if c.done() {
			cancel()
		}
	}
	tree, err := explore.Run(inner, c.system, options)
	if err != nil {
		if inner.Err() != nil {
			return nil
		}
		return err
	}
	c.sumUp(tree)
	return nil
}

// runOf returns a witness as a run.
func (c *campaign) runOf(w *run.Witness) *Run {
	steps := w.Steps()
	root := &Run{Start: steps[0].Params, at: paged(c.machine.Compact(steps[0].Config), &pages{})}
	r := &Run{Parent: root, at: paged(c.machine.Compact(w.Config), &root.at), Length: len(steps) - 1}
	var taken []Step
	for _, s := range steps[1:] {
		taken = append(taken, Step{s.Move, s.Params})
	}
	r.piece = pieceOf(c.system, taken)
	return r
}

// sumUp adds the cost of the tree, and the reasons for what it did not reach.
func (c *campaign) sumUp(tree *explore.Tree) {
	missing := map[string]result.Why{}
	for _, m := range tree.Coverage().Missing {
		missing[m.Name] = m.Why
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.solver.Add(tree.Solver)
	c.states = tree.Size()
	c.stop = tree.Stop
	c.queries.Add(int64(tree.Solver.Calls))
	for i, t := range c.system.Transitions() {
		if why, ok := missing[t.Name]; ok {
			c.why[i] = why
		}
	}
}
