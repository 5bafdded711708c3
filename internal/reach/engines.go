package reach

import (
	"context"
	"errors"
	"fmt"

	"github.com/sextant-mbt/sextant/internal/concolic"
	"github.com/sextant-mbt/sextant/internal/prove"
	"github.com/sextant-mbt/sextant/internal/result"
	"github.com/sextant-mbt/sextant/internal/run"
	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/statespace"
	"github.com/sextant-mbt/sextant/internal/term"
)

// Induction: invariants of locations, by Houdini's algorithm, and k-induction; see package prove.

func refuseInduction(q *Question) string {
	if q.Proofs == nil {
		return "no queries are allowed for proofs"
	}
	return ""
}

func askInduction(ctx context.Context, q *Question, open []*Answer, use *result.EngineUse) error {
	solver, err := q.NewSolver()
	if err != nil {
		return err
	}
	defer solver.Close()
	before := solver.Stats().Calls
	answers, err := prove.Unreachable(ctx, q.System, goals(open), solver, *q.Proofs)
	use.Queries = solver.Stats().Calls - before
	if err != nil {
		return err
	}
	for i, a := range answers {
		open[i].Why.Reason = a.Explain()
		if a.Proved {
			why := result.Proved(a.Method, a.Explain())
			why.Proof = certificate(a)
			open[i].impossible(result.InductionEngine, why)
		}
	}
	return nil
}

// certificate returns the certificate of a proof.
func certificate(a prove.Answer) *result.Proof {
	p := &result.Proof{Method: a.Method, K: a.K, Queries: a.Queries}
	for _, c := range a.Invariant {
		p.Invariant = append(p.Invariant, result.Clause{Location: c.Place, Condition: c.Term.String()})
	}
	return p
}

// All concrete states: each once, where inputs and initial values have few values; see package statespace.

// The budget of the search of all states: about a second.
const (
	fewStates    = 150_000
	statesEffort = 10_000_000
)

// refuseBounded is the refusal of engines that know nothing of the bounds of trees.
const refuseBounded = "the bounds of the search were given"

func refuseStates(q *Question) string {
	switch {
	case len(q.System.Externs) > 0:
		return "external functions are called"
	case len(q.System.Features()) > 0:
		return "the model is a product line"
	case q.System.Timed():
		return "time takes any value"
	case q.Bounded:
		return refuseBounded
	}
	return ""
}

func askStates(ctx context.Context, q *Question, open []*Answer, use *result.EngineUse) error {
	decider := smt.Decider{NewSolver: q.NewSolver}
	defer decider.Close()
	options := statespace.Options{States: fewStates, Effort: statesEffort, Runs: goals(open)}
	options.Decide = func(closed *term.Term) (bool, error) { return decider.Decide(ctx, closed) }
	if q.Memory != nil {
		options.Memory = int64(q.Memory.Limit() / 2)
	}
	space, err := statespace.Search(ctx, q.System, options)
	if refusal := (*statespace.Refusal)(nil); errors.As(err, &refusal) {
		use.Refusal = refusal.Error()
		return nil
	}
	if err != nil {
		return err
	}
	for i, a := range open {
		switch {
		case space.Runs[i] != nil:
			a.reached(result.StatesEngine, space.Runs[i])
		case space.Stop == result.StopExhausted:
			a.impossible(result.StatesEngine, result.Proved(result.ByExploration, fmt.Sprintf("none of the %d states can take it", space.States)))
		}
	}
	return nil
}

// Concolic search: concrete runs, and where these get stuck, paths that are solved backwards from the goals; see package concolic.

// The budget of the concolic search: about a second, and some more where conditions are hard.
const (
	concolicSteps      = 1_000_000
	concolicInactivity = 20_000
	concolicQueries    = 200
)

func refuseConcolic(q *Question) string {
	switch {
	case len(q.System.Externs) > 0:
		return "external functions are called, and would be run again"
	case q.Bounded:
		return refuseBounded
	}
	return ""
}

func askConcolic(ctx context.Context, q *Question, open []*Answer, use *result.EngineUse) error {
	outcome, err := concolic.Search(ctx, q.System, concolic.Options{Engine: concolic.Auto, Seed: q.Seed, Workers: 1, Steps: concolicSteps,
		Inactivity: concolicInactivity, Queries: concolicQueries, NewSolver: briefly(q.NewSolver), Memory: q.Memory})
	if err != nil {
		return err
	}
	use.Queries = outcome.Solver.Calls
	var found []*Answer
	var runs []*concolic.Run
	for _, a := range open {
		if hit := outcome.Hits[a.Goal.ID]; hit != nil {
			found, runs = append(found, a), append(runs, hit.Run)
		}
	}
	return outcome.Replay(ctx, runs, func(i int, w *run.Witness) error {
		found[i].reached(result.ConcolicEngine, w)
		return nil
	})
}
