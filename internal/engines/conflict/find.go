// Package conflict explains why a step cannot be taken: it finds a small set of the conditions of a path that cannot hold together.
//
//	longer, err := p.Attempt(ctx, move, nil, nil)    // a path with one more step
//	answer, err := finder.Check(ctx, longer)         // whether it can be followed
//	core, err := finder.Conflict(ctx, longer)        // why not
package conflict

import (
	"context"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/path"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Finder checks paths with a solver.
type Finder struct {
	Solver smt.Solver
	Limit  int // maximum number of queries to reduce one conflict; 0 is DefaultLimit
}

// DefaultLimit is the default maximum number of queries to reduce a conflict.
const DefaultLimit = 150

// Check asks the solver whether a path can be followed. The model of the answer has values of all variables in its conditions and
// calls.
func (f *Finder) Check(ctx context.Context, p *path.Path) (smt.Answer, error) {
	all := p.All()
	if slices.ContainsFunc(all, func(c path.Condition) bool { return c.Term.IsFalse() }) {
		return smt.Answer{Status: smt.Unsat}, nil
	}
	q := query(all, p.SolverCalls())
	q.Values = term.Variables(q.Conjuncts)
	for _, c := range q.Calls {
		q.Values = append(q.Values, term.Variables(c.Args, c.Results)...)
	}
	return f.Solver.Check(ctx, q)
}

func query(conds []path.Condition, calls []smt.Call) smt.Query {
	return smt.Query{Calls: calls, Conjuncts: path.Terms(conds)}
}

// Core is a set of conditions that cannot hold together.
type Core struct {
	Conditions []path.Condition
	Minimal    bool // it is known that no condition can be left out
}

// Conflict returns conditions of a path that cannot hold together, as few as can be found, if Check has answered unsat for it. Conditions of
// the last move are kept rather than those of the path, and late ones rather than early ones.
func (f *Finder) Conflict(ctx context.Context, p *path.Path) (Core, error) {
	all := p.All()
	if core, ok := alone(all); ok {
		return core, nil
	}
	without, err := f.Solver.Check(ctx, query(all, nil))
	if err != nil {
		return Core{}, err
	}
	if without.Status != smt.Unsat {
		return f.reduce(ctx, all, p.SolverCalls(), p.Depth)
	}
	return f.reduce(ctx, all, nil, p.Depth)
}

// Smallest returns a small subset of conditions that are known not to hold together which still cannot. Steps is the number of
// the last step.
func (f *Finder) Smallest(ctx context.Context, conditions []path.Condition, steps int) (Core, error) {
	if core, ok := alone(conditions); ok {
		return core, nil
	}
	return f.reduce(ctx, conditions, nil, steps)
}

// alone returns a condition that is false by itself, if there is one.
func alone(conditions []path.Condition) (Core, bool) {
	i := slices.IndexFunc(conditions, func(c path.Condition) bool { return c.Term.IsFalse() })
	if i < 0 {
		return Core{}, false
	}
	return Core{Conditions: conditions[i : i+1], Minimal: true}, true
}

// reduce leaves out conditions that are not needed.
func (f *Finder) reduce(ctx context.Context, conditions []path.Condition, calls []smt.Call, steps int) (Core, error) {
	r := reduction{Finder: f, calls: calls, kept: conditions, left: f.Limit, minimal: true}
	if r.left == 0 {
		r.left = DefaultLimit
	}
	if err := r.dropSteps(ctx, steps); err != nil {
		return Core{}, err
	}
	err := r.dropEach(ctx)
	return Core{Conditions: r.kept, Minimal: r.minimal}, err
}

// reduction makes a set of conditions that cannot hold together smaller.
type reduction struct {
	*Finder
	calls   []smt.Call
	kept    []path.Condition
	left    int // queries
	minimal bool
}

// dropSteps leaves out all conditions of a step at once where the rest still contradict each other.
func (r *reduction) dropSteps(ctx context.Context, last int) error {
	for step := 0; step <= last; step++ {
		ofStep := func(c path.Condition) bool { return c.Step == step }
		others := slices.DeleteFunc(slices.Clone(r.kept), ofStep)
		if len(others) == len(r.kept) || len(others) == 0 {
			continue
		}
		status, err := r.ask(ctx, others)
		if err != nil {
			return err
		}
		if status == smt.Unsat {
			r.kept = others
		}
	}
	return nil
}

// dropEach leaves out single conditions in the same way. A condition that cannot be left out cannot be left out of a smaller set either.
func (r *reduction) dropEach(ctx context.Context) error {
	for i := 0; i < len(r.kept); {
		others := slices.Concat(r.kept[:i], r.kept[i+1:])
		status, err := r.ask(ctx, others)
		switch {
		case err != nil:
			return err
		case status == smt.Unsat:
			r.kept = others
			continue
		case status != smt.Sat:
			r.minimal = false
		}
		i++
	}
	return nil
}

// ask asks the solver whether conditions can hold together. It returns Unknown if no queries are left.
func (r *reduction) ask(ctx context.Context, conds []path.Condition) (smt.Status, error) {
	if len(conds) == 0 && len(r.calls) == 0 {
		return smt.Sat, nil
	}
	if r.left <= 0 {
		return smt.Unknown, nil
	}
	r.left--
	answer, err := r.Solver.Check(ctx, query(conds, r.calls))
	return answer.Status, err
}
