package unwind

import (
	"context"
	"fmt"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/path"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/engines/conflict"
	"github.com/sextant-mbt/sextant/internal/engines/prove"
)

// demand is a condition of a path: a condition of one step, or, after the last step, that the property is violated. It is written for each
// node of the path before that step, over the slots there and the parameters of the steps in between.
type demand struct {
	step   int          // from 1; of the violation, one more than the path has
	before []*term.Term // by depth of the node
}

// refine checks the path to a leaf exactly. If no run follows it to a violation, the nodes of the path are labelled so that the leaf implies
// the property.
func (u *unwinding) refine(ctx context.Context, leaf *node) (violated bool, err error) {
	nodes := leaf.line()
	demands, params := u.demands(nodes)
	conditions := u.beginning(demands)
	status, err := u.feasible(ctx, conditions)
	switch {
	case err != nil:
		return false, err
	case status == smt.Sat:
		return true, nil
	case status == smt.Unknown:
		u.out.Reason, u.out.Path = Undecided, leaf.path()
		return false, errOpen
	}
	core, err := u.core(ctx, conditions, len(nodes))
	if err != nil {
		return false, err
	}
	u.out.Refinements++
	u.label(nodes, needed(demands, conditions[len(conditions)-len(demands):], core), params)
	return false, nil
}

// line lists the nodes from the root to a node.
func (v *node) line() []*node {
	var out []*node
	for w := v; w != nil; w = w.parent {
		out = append(out, w)
	}
	slices.Reverse(out)
	return out
}

// demands computes what the steps of a path demand, from the last to the first, and the variables of the parameters of each step.
func (u *unwinding) demands(nodes []*node) ([]*demand, [][]*term.Term) {
	last := len(nodes) - 1
	all := []*demand{newDemand(last+1, last, u.system.Store.Not(u.property))}
	params := make([][]*term.Term, last+2)
	for step := last; step > 0; step-- {
		m := nodes[step].move
		back := path.NewBack(u.system, m, func(p sts.Param) string { return fmt.Sprintf("%s@%d", p.Term.Name(), step) })
		params[step] = back.Params
		for _, d := range all {
			d.before[step-1] = back.Before(d.before[step : step+1])[0]
		}
		for _, c := range back.Own(prove.Premises(m)...) {
			all = append(all, newDemand(step, step-1, c))
		}
	}
	return all, params
}

func newDemand(step, depth int, cond *term.Term) *demand {
	d := &demand{step: step, before: make([]*term.Term, depth+1)}
	d.before[depth] = cond
	return d
}

// beginning lists all conditions of a path: what is assumed of the initial states, the initial values, and the demands, over the slots at the
// beginning. Values are conditions of their own, so that those that do not matter can be left out.
func (u *unwinding) beginning(demands []*demand) []path.Condition {
	var out []path.Condition
	for _, c := range u.system.Assume.Conjuncts() {
		out = append(out, path.Condition{Term: c})
	}
	for _, slot := range u.system.Slots {
		if slot.Init != nil {
			out = append(out, path.Condition{Term: u.system.Store.Eq(slot.Term, slot.Init)})
		}
	}
	for _, d := range demands {
		out = append(out, path.Condition{Term: d.before[0], Step: d.step})
	}
	return out
}

// feasible asks the solver whether conditions can hold together.
func (u *unwinding) feasible(ctx context.Context, conditions []path.Condition) (smt.Status, error) {
	return u.check(ctx, path.Terms(conditions))
}

// coreQueries bounds the queries that make a set of conditions small.
const coreQueries = 100

// core returns few conditions that cannot hold together.
func (u *unwinding) core(ctx context.Context, conditions []path.Condition, steps int) ([]path.Condition, error) {
	finder := conflict.Finder{Solver: counted{u.solver, &u.out.Queries}, Limit: coreQueries}
	core, err := finder.Smallest(ctx, conditions, steps)
	return core.Conditions, err
}

// counted is a solver whose queries are counted.
type counted struct {
	smt.Solver
	queries *int
}

// Check counts a query.
func (c counted) Check(ctx context.Context, q smt.Query) (smt.Answer, error) {
	*c.queries++
	q.Kind = smt.Proof
	return c.Solver.Check(ctx, q)
}

// needed returns the demands that are in a core, given how they are written at the beginning.
func needed(demands []*demand, written, core []path.Condition) []*demand {
	var out []*demand
	for i, d := range demands {
		if slices.Contains(core, written[i]) {
			out = append(out, d)
		}
	}
	return out
}

// label adds to each node of a path that later steps cannot meet the demands.
func (u *unwinding) label(nodes []*node, demands []*demand, params [][]*term.Term) {
	store := u.system.Store
	for k, v := range nodes {
		var later, bound []*term.Term
		for _, d := range demands {
			if d.step > k {
				later = append(later, d.before[k])
			}
		}
		for _, row := range params[k+1:] {
			bound = append(bound, row...)
		}
		u.strengthen(v, store.Not(store.Exists(bound, store.And(later...))))
	}
}

// strengthen adds predicates to the label of a node. The nodes that it covers wait again.
func (u *unwinding) strengthen(v *node, predicate *term.Term) {
	changed := false
	for _, c := range predicate.Conjuncts() {
		if !c.IsTrue() && !slices.Contains(v.label, c) {
			v.label, changed = append(v.label, c), true
		}
	}
	if !changed {
		return
	}
	for _, w := range v.covering {
		w.cover = nil
		u.waiting = append(u.waiting, w)
	}
	v.covering = nil
}
