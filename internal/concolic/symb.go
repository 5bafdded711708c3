package concolic

import (
	"context"

	"github.com/sextant-mbt/sextant/internal/explore"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// symbolicStates bounds the tree of SYMB, unless the limit of steps is lower: a state of the tree counts as a step.
const symbolicStates = 300_000

// symbolicDepth is deeper than a tree of that size gets.
const symbolicDepth = 100_000

// symbolicEngine is SYMB: plain symbolic execution, breadth first, by package explore.
func (w *walker) symbolicEngine() error {
	c := w.campaign
	ctx, cancel := context.WithCancel(c.ctx)
	defer cancel()
	options := explore.Options{Strategy: explore.BreadthFirst, Depth: symbolicDepth, States: min(symbolicStates, c.options.Steps), Workers: c.options.Workers,
		Seed: c.options.Seed, NewSolver: c.options.NewSolver, Functions: c.options.Functions}
	options.Covered = func(st *explore.State) {
		c.record(w.judge, runOf(c, st.Witness), "symbolic execution")
		if c.done() {
			cancel()
		}
	}
	tree, err := explore.Run(ctx, c.system, options)
	if err != nil {
		return c.endOfSearch(err)
	}
	c.sumUp(tree)
	return nil
}

// runOf turns a witness into a run.
func runOf(c *campaign, w *explore.Witness) *Run {
	steps := w.Steps()
	root := &Run{Start: steps[0].Params, Config: c.machine.Compact(steps[0].Config)}
	r := &Run{Parent: root, Config: c.machine.Compact(w.Config), Length: len(steps) - 1}
	for _, s := range steps[1:] {
		r.Steps = append(r.Steps, Step{s.Move, append([]term.Value(nil), s.Params...)})
	}
	return r
}

// sumUp takes over what the tree cost, and the reasons for what it did not reach.
func (c *campaign) sumUp(tree *explore.Tree) {
	coverage := tree.Coverage()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.solver.Add(tree.Solver)
	c.states = len(tree.States)
	c.stop = tree.Stop
	c.queries.Add(int64(tree.Solver.Calls))
	byName := map[string]*sts.Transition{}
	for _, t := range c.system.Transitions() {
		byName[t.Name] = t
	}
	for _, m := range coverage.Missing {
		c.why[byName[m.Name].ID] = m.Why
	}
}
