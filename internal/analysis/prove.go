package analysis

import (
	"context"
	"time"

	"github.com/sextant-mbt/sextant/internal/model"
	"github.com/sextant-mbt/sextant/internal/prove"
	"github.com/sextant-mbt/sextant/internal/result"
	"github.com/sextant-mbt/sextant/internal/sts"
)

// proveMisses tries to prove unreachable what an exploration did not cover, and puts the proofs in the place of the reasons.
// After an exploration of a single path, or when the time is up, it does nothing.
func proveMisses(ctx context.Context, l *model.Loaded, options ExploreOptions, r *result.Explore) error {
	targets, misses := openMisses(l.System, r)
	if options.Prove <= 0 || len(targets) == 0 || r.Stop == result.StopPath || ctx.Err() != nil {
		return nil
	}
	start := time.Now()
	solver, err := options.Solver.Factory(l.System.Store)()
	if err != nil {
		return err
	}
	defer solver.Close()
	answers, err := prove.Unreachable(ctx, l.System, targets, solver, prove.Brief(options.Prove))
	if err != nil {
		return err
	}
	r.Proofs = &result.Proofs{Tried: len(targets)}
	for i, a := range answers {
		if a.Proved {
			r.Proofs.Proved++
			r.Coverage.Transitions.Unreachable++
			misses[i].Why = result.Proved(a.Method, a.Explain())
			misses[i].Proof = proofOf(a)
		}
	}
	r.Proofs.Queries, r.Proofs.Seconds = solver.Stats().Calls, time.Since(start).Seconds()
	return nil
}

// openMisses lists the transitions that were not covered and not proved to be unreachable, with their entries.
func openMisses(s *sts.System, r *result.Explore) ([]*sts.Transition, []*result.Miss) {
	byName := map[string]*sts.Transition{}
	for _, t := range s.Transitions() {
		byName[t.Name] = t
	}
	var targets []*sts.Transition
	var misses []*result.Miss
	missing := r.Coverage.Transitions.Missing
	for i := range missing {
		if s := missing[i].Status; s != result.Unreachable && s != result.OnlyThroughError {
			targets = append(targets, byName[missing[i].Name])
			misses = append(misses, &missing[i])
		}
	}
	return targets, misses
}

func proofOf(a prove.Answer) *result.Proof {
	p := &result.Proof{Method: a.Method, K: a.K, Queries: a.Queries}
	for _, c := range a.Invariant {
		p.Invariant = append(p.Invariant, result.Clause{Location: c.Place, Condition: c.Term.String()})
	}
	return p
}
