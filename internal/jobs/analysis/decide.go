package analysis

import (
	"context"
	"slices"
	"time"

	"github.com/sextant-mbt/sextant/internal/analyses/testgen"
	"github.com/sextant-mbt/sextant/internal/core/admit"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/engines/reach"
	"github.com/sextant-mbt/sextant/internal/jobs/model"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// decideMisses queries the portfolio about transitions that an exploration did not cover, and replaces the reasons by its answers.
// After an exploration of a single path, or when the time limit is reached, it does nothing.
func decideMisses(ctx context.Context, l *model.Loaded, options ExploreOptions, r *result.Explore) error {
	targets := openMisses(l.System, &r.Coverage.Transitions)
	if options.Prove <= 0 || len(targets) == 0 || r.Stop == result.StopPath || ctx.Err() != nil {
		return nil
	}
	start := time.Now()
	reply, err := reach.Ask(ctx, reach.Question{System: l.System, Goals: reach.Transitions(targets), NewSolver: options.Solver.Factory(l.System.Store),
		Seed: options.Seed, Proofs: reach.Brief(options.Prove), States: reach.FewStates, Bounded: options.Search.Depth != explore.DefaultDepth || options.Search.States != explore.DefaultStates, Memory: options.Budget()})
	if err != nil {
		return err
	}
	r.Engines, r.Proofs = reply.Engines, &result.Proofs{Tried: len(targets)}
	for _, a := range reply.Answers {
		if takeAnswer(&r.Coverage.Transitions, a) {
			r.Proofs.Proved++
		}
	}
	for _, use := range reply.Engines {
		r.Proofs.Queries += use.Queries
	}
	r.Proofs.Seconds = time.Since(start).Seconds()
	return nil
}

// takeAnswer replaces the reason why a transition is not covered by an answer of the portfolio. It reports whether it is proved that no
// run takes the transition.
func takeAnswer(tally *result.Tally, a reach.Answer) bool {
	i := slices.IndexFunc(tally.Missing, func(m result.Miss) bool { return m.Name == a.Goal.Transition.Name })
	switch {
	case i < 0 || a.Open():
		return false
	case a.Run != nil:
		tally.Missing = slices.Delete(tally.Missing, i, i+1)
		tally.Covered++
		tally.Reached = append(tally.Reached, hitOfRun(a))
		return false
	}
	tally.Missing[i].Why = a.Why
	if a.Why.Status != result.Unreachable {
		return false
	}
	tally.Unreachable++
	return true
}

// hitOfRun describes a transition that a run of the portfolio reaches, with the end of the run.
func hitOfRun(a reach.Answer) result.Hit {
	steps := a.Run.Steps()[1:]
	out := result.Hit{Name: a.Goal.Transition.Name, Depth: len(steps), How: string(a.Engine)}
	for _, step := range steps[max(0, len(steps)-pathEnd):] {
		out.Path = append(out.Path, step.Move.Name)
	}
	return out
}

// openMisses lists the transitions that were not covered and not proved to be unreachable.
func openMisses(s *sts.System, tally *result.Tally) []*sts.Transition {
	open := map[string]bool{}
	for _, m := range tally.Missing {
		open[m.Name] = m.Status != result.Unreachable && m.Status != result.OnlyThroughError
	}
	return slices.DeleteFunc(slices.Clone(s.Transitions()), func(t *sts.Transition) bool { return !open[t.Name] })
}

// observedAtOnce is the maximum number of goals about several steps in one query to the portfolio: each adds a variable to the system.
const observedAtOnce = 40

// complete queries the portfolio about the goals that the trees left open, and adds its runs to the suite. The search stays within bounds
// given by the user.
func (g *generation) complete(ctx context.Context, suite *testgen.Suite) error {
	c := testgen.Completion{Suite: suite, System: g.loaded.System, Criterion: g.options.Criterion}
	goals, atOnce := c.Goals(), max(1, len(g.loaded.System.Transitions()))
	if g.options.Criterion == testgen.Pairs || g.options.Criterion == testgen.Purposes {
		atOnce = observedAtOnce
	}
	for some := range slices.Chunk(goals, atOnce) {
		if ctx.Err() != nil {
			return nil
		}
		reply, err := reach.Ask(ctx, reach.Question{System: g.loaded.System, Goals: some, NewSolver: g.options.Solver.Factory(g.loaded.System.Store), Seed: g.options.Seed,
			Proofs: reach.Brief(reach.UsualQueries), States: reach.FewStates, Bounded: g.options.Depth != 0 || g.options.States != 0 && g.options.States != explore.DefaultStates, Memory: g.options.Budget()})
		if err != nil {
			return err
		}
		g.engines = result.AddUses(g.engines, reply.Engines)
		for _, a := range reply.Answers {
			if a.Run != nil && a.Goal.Transition != nil {
				g.admit(a)
			}
		}
		c.Take(reply.Answers)
	}
	return nil
}

// admit records the products for which a run covers a transition.
func (g *generation) admit(a reach.Answer) {
	if len(g.covered) > 0 {
		known := &g.covered[a.Goal.Transition.ID]
		known.Cond = g.loaded.System.Store.Or(known.Cond, admit.Run(g.loaded.System, a.Run).Cond)
	}
}
