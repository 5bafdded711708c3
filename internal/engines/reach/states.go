package reach

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/engines/statespace"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// All concrete states: each once, where inputs and initial values have few values; see package statespace.

// FewStates bounds the search of all states to about a second.
const FewStates = 150_000

// boundsGiven is why engines that ignore the bounds of trees do not apply.
const boundsGiven = "the bounds of the search were given"

func refuseStates(q *Question) *result.Unsupported {
	switch {
	case len(q.System.Externs) > 0:
		return statespace.Refuse(result.HasExterns, "external functions are called")
	case len(q.System.Features()) > 0 && !q.AnyProduct:
		return statespace.Refuse(result.HasFeatures, "the model is a product line")
	case q.System.Timed():
		return statespace.Refuse(result.HasClocks, "time takes any value")
	case q.Bounded:
		return statespace.Refuse(result.GivenBounds, boundsGiven)
	}
	return nil
}

func (s *session) askStates(ctx context.Context, open []*Answer, use *result.EngineUse) error {
	about, targets := transitions(open)
	options := statespace.UsualBounds(s.System)
	options.Runs, options.Symmetry = targets, len(targets) == 0 && len(s.System.Features()) == 0 && statespace.IsSymmetric(s.System)
	for _, a := range invariants(open) {
		options.Breaking = append(options.Breaking, a.Goal.Invariant)
	}
	if slices.ContainsFunc(open, func(a *Answer) bool { return a.Goal.Error }) {
		options.Breaking = nil // errors are looked for to the end
	}
	if s.States > 0 {
		options.States = min(options.States, s.States)
	}
	if s.Memory != nil {
		options.Memory = int64(s.Memory.Limit() / 2)
	}
	space, refusal, err := Visit(ctx, s.System, s.NewSolver, options)
	if refusal != nil {
		use.Refusal = refusal
	}
	if space == nil || err != nil {
		return err
	}
	use.States = space.States
	s.reply.Spaces = append(s.reply.Spaces, space)
	why := space.Why()
	for i, a := range about {
		switch w := space.Runs[i]; {
		case w == nil:
			a.take(result.StatesEngine, why(a.Goal.Transition))
		case s.counts(w):
			a.reached(result.StatesEngine, w)
		}
	}
	s.settleByStates(open, space)
	return nil
}

// longestRun bounds the runs that are shown, where no other bound was given: longer ones are unreadable.
const longestRun = 10_000

// counts reports whether a run is short enough.
func (s *session) counts(w *run.Witness) bool { return len(w.Steps())-1 <= cmp.Or(s.Depth, longestRun) }

// settleByStates decides about invariants and errors: a state shows them, or none of all does.
func (s *session) settleByStates(open []*Answer, space *statespace.Space) {
	for _, a := range open {
		if a.Goal.Transition != nil {
			continue
		}
		switch f := space.Showing(a.Goal.Invariant); {
		case f != nil && s.counts(f.Run):
			rendered := space.Render(f)
			a.shown(result.StatesEngine, &rendered, f.Run)
		case f == nil && space.Stop == result.StopExhausted:
			a.impossible(result.StatesEngine, result.ByExploration, fmt.Sprintf("none of the %d states does so", space.States))
		}
	}
}

// Visit visits the concrete states of a system, within bounds. It returns a refusal, and no space, if they cannot be enumerated.
func Visit(ctx context.Context, s *sts.System, newSolver func() (smt.Solver, error), bounds statespace.Options) (*statespace.Space, *result.Unsupported, error) {
	decider := smt.Decider{NewSolver: newSolver}
	defer decider.Close()
	bounds.Decide = func(closed *term.Term) (bool, error) { return decider.Decide(ctx, closed) }
	space, err := statespace.Search(ctx, s, bounds)
	var refusal *result.Unsupported
	if errors.As(err, &refusal) {
		return nil, refusal, nil
	}
	return space, nil, err
}
