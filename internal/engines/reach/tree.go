package reach

import (
	"context"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Symbolic execution: a tree of states, each of which stands for many concrete ones; see package explore.

// briefTree bounds the tree that is made before all proofs.
const briefTree = 2000

func offersTree(q *Question) bool { return q.Tree != nil }

// offersTransitions reports whether a brief tree is worthwhile, that is, whether the goals are transitions.
func offersTransitions(q *Question) bool {
	return q.Tree != nil && len(q.Goals) > 0 && q.Goals[0].Transition != nil
}

func (s *session) askBriefTree(ctx context.Context, open []*Answer, use *result.EngineUse) error {
	return s.grow(ctx, open, min(briefTree, s.Tree.States), use)
}

func (s *session) askTree(ctx context.Context, open []*Answer, use *result.EngineUse) error {
	if len(s.reply.Trees) > 0 && s.Tree.States <= s.reply.Trees[0].Size() {
		return nil // that was done
	}
	return s.grow(ctx, open, s.Tree.States, use)
}

// grow makes a tree, until it has taken the transitions that are open or broken the invariants that are, or its bounds are reached.
func (s *session) grow(ctx context.Context, open []*Answer, states int, use *result.EngineUse) error {
	options := *s.Tree
	options.States = states
	about := invariants(open)
	switch _, targets := transitions(open); {
	case s.Every:
	case len(targets) == len(open):
		options.Enough = TakesAll(targets)
	case len(about) == len(open):
		for _, a := range about {
			options.Broken = append(options.Broken, a.Goal.Invariant.Name)
		}
	}
	tree, err := explore.Run(ctx, s.System, options)
	if err != nil {
		return err
	}
	use.States = tree.Size()
	s.count(use, tree.Solver)
	s.reply.Trees = append(s.reply.Trees, tree)
	s.readTree(open, tree)
	return nil
}

// readTree takes over the results of a tree.
func (s *session) readTree(open []*Answer, tree *explore.Tree) {
	explored := tree.Result()
	why := map[string]result.Why{}
	for _, m := range explored.Coverage.Transitions.Missing {
		why[m.Name] = m.Why
	}
	for _, a := range open {
		if t := a.Goal.Transition; t == nil {
			settleByTree(a, tree, explored)
		} else if hit := tree.Hits[t.ID]; hit != nil {
			a.reached(result.TreeEngine, hit.Witness())
		} else if why, missed := why[t.Name]; missed {
			a.take(result.TreeEngine, why)
		}
	}
}

// settleByTree decides about an invariant or an error: the shortest run that shows it, or that none of all runs does.
func settleByTree(a *Answer, tree *explore.Tree, explored *result.Explore) {
	for i := range explored.Findings {
		if f := &explored.Findings[i]; a.Goal.IsShownBy(f) {
			a.shown(result.TreeEngine, f, nil)
			if a.Goal.Invariant != nil {
				a.Run, _ = tree.Breaking(a.Goal.Invariant.Name)
			}
			return
		}
	}
	if IsWhole(explored) {
		a.impossible(result.TreeEngine, result.ByExploration, "the whole tree was explored")
	}
}

// IsWhole reports whether an exploration followed every run and left no query open. Results of functions that are looked up in tables are
// known for some arguments only.
func IsWhole(r *result.Explore) bool {
	for _, use := range r.Externs {
		if use.Treatment != result.ExternFresh && use.Calls > 0 {
			return false
		}
	}
	return r.Stop == result.StopExhausted && len(r.Unknown)+len(r.Blocked)+len(r.Outside) == 0
}

// TakesAll returns a function that reports whether the states of a tree have taken all of some transitions.
func TakesAll(targets []*sts.Transition) func(*explore.State) bool {
	left := map[int]bool{}
	for _, t := range targets {
		left[t.ID] = true
	}
	return func(st *explore.State) bool {
		if st.Move != nil {
			for _, t := range st.Move.Parts {
				delete(left, t.ID)
			}
		}
		return len(left) == 0
	}
}
