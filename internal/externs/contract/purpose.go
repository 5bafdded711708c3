package contract

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/core/path"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// A test purpose as a set of paths: section 6.1. It is a finite sub-tree of the symbolic execution, whose leaves are the states where the
// purpose is first reached. A test with this purpose assumes that some implementation of the functions makes all its paths feasible.

// Selection is a set of sequences of moves.
type Selection struct {
	Moves  [][]*sts.Move
	Ends   *term.Term // over slots: the condition at the end of each; nil is true
	Origin string     // of Ends
	Cut    bool       // longer sequences were not examined
}

// branch is a path that has not reached the purpose.
type branch struct {
	path     *path.Path
	progress sts.Progress
}

// Reaching returns the sequences of at most depth moves that reach a purpose with their last move. Sequences that no implementation of the
// functions makes feasible are left out.
func (c *Checker) Reaching(ctx context.Context, p *sts.Purpose, depth int) (Selection, error) {
	out := Selection{}
	if p.Kind == sts.ReachLocation {
		out.Ends, out.Origin = p.Cond, "condition of purpose "+p.Name
	}
	var err error
	level := []branch{{path.Begin(path.Knowledge{System: c.System}), p.Begin()}}
	for step := range depth {
		var next []branch
		for _, b := range level {
			c.Tell(ReachingPurpose, step, depth, text.Count(len(out.Moves), "path"))
			if next, err = c.grow(ctx, p, b, &out, next); err != nil {
				return out, err
			}
			if len(next) > MaxPaths || len(out.Moves) > MaxPaths {
				return out, ErrTooMany
			}
		}
		level = next
	}
	out.Cut = len(level) > 0
	return out, nil
}

// grow extends a branch by every move, and adds it to the selection where it reaches the purpose, otherwise to next.
func (c *Checker) grow(ctx context.Context, p *sts.Purpose, b branch, out *Selection, next []branch) ([]branch, error) {
	for _, m := range b.path.Possible() {
		longer, err := b.path.Take(ctx, m, nil)
		if err != nil {
			return next, err
		}
		n := branch{longer, p.Advance(b.progress, m)}
		there, err := c.reaches(ctx, p, n)
		if err != nil {
			return next, err
		}
		if there {
			out.Moves = append(out.Moves, n.path.Moves())
			continue
		}
		possible, err := c.followed(ctx, n.path, nil)
		if err != nil {
			return next, err
		}
		if possible {
			next = append(next, n)
		}
	}
	return next, nil
}

// reaches reports whether a purpose is reached at the end of a branch.
func (c *Checker) reaches(ctx context.Context, p *sts.Purpose, b branch) (bool, error) {
	if p.Kind != sts.ReachLocation {
		if !p.Done(b.progress) {
			return false, nil
		}
		return c.followed(ctx, b.path, nil)
	}
	if b.path.State.Locations[p.Machine] != p.Location {
		return false, nil
	}
	return c.followed(ctx, b.path, c.System.Apply(p.Cond, &b.path.State))
}

// followed reports whether some implementation of the functions makes a path feasible and a condition hold at its end, as far as the solver
// decides it.
func (c *Checker) followed(ctx context.Context, p *path.Path, condition *term.Term) (bool, error) {
	conditions := path.Terms(p.All())
	if condition != nil {
		conditions = append(conditions, condition.Conjuncts()...)
	}
	conjuncts, satisfiable := term.Conjoin(conditions)
	if !satisfiable {
		return false, nil
	}
	answer, err := c.Solver.Check(ctx, smt.Query{Conjuncts: conjuncts})
	return answer.Status != smt.Unsat, err
}

// Execute computes the symbolic paths of a selection, renamed apart.
func (l Selection) Execute(ctx context.Context, s *sts.System, choice Choice) ([]*path.Path, error) {
	var paths []*path.Path
	for _, moves := range l.Moves {
		more, err := Execute(ctx, s, moves, choice)
		if err != nil {
			return nil, err
		}
		for i, p := range more {
			if l.Ends != nil {
				more[i] = p.With(s.Apply(l.Ends, &p.State), path.Origin{Kind: path.Goal, Name: l.Origin})
			}
		}
		if paths = append(paths, more...); len(paths) > MaxPaths {
			return nil, ErrTooMany
		}
	}
	return Distinguish(s, paths), nil
}

// Known restricts a choice to the named externs: the others have no contract.
func (c Choice) Known(names []string) (Choice, error) {
	out := Choice{}
	for x, k := range c {
		if slices.Contains(names, x.Name) {
			out[x] = k
		}
	}
	for _, name := range names {
		if !slices.ContainsFunc(slices.Collect(maps.Keys(out)), func(x *sts.Extern) bool { return x.Name == name }) {
			return nil, fmt.Errorf("no extern called %q has a contract", name)
		}
	}
	return out, nil
}
