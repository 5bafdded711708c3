package tester

import (
	"context"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/ioco"
	"github.com/sextant-mbt/sextant/internal/result"
	"github.com/sextant-mbt/sextant/internal/sts"
)

// choice is what the choice of inputs remembers.
type choice struct {
	plan     *plan
	fresh    bool                    // the plan begins at the start, so the system has to be reset for it
	rest     int                     // how many inputs are chosen by chance before the next search
	failures int                     // how many searches in a row found no way
	spent    int                     // states that were looked at in vain
	open     bool                    // a search of this kind ended at its bound: more may be there
	over     bool                    // no search is worth while until something new is wanted
	aimed    map[*sts.Transition]int // how often a plan led to a transition
	away     string                  // where the system left a plan
}

// maxAimed is how often a transition is aimed at. One that is still not covered then cannot be told from others, or the
// system never takes it.
const maxAimed = 3

// choose picks an input: the next of the plan, or the first of a new one; where there is none, one that leads nearer to
// something wanted, or any. False means that the system has to be reset to go on.
func (s *Session) choose(ctx context.Context) (ioco.Input, bool, error) {
	if s.options.Strategy == Guided && (s.options.Purpose != nil || !s.coveredAll() || s.triesValues()) {
		in, ok, err := s.planned(ctx)
		if err != nil || ok || s.choice.fresh {
			return in, ok, err
		}
	}
	inputs, err := s.tracker.Inputs(ctx, s.used, s.random)
	if err != nil || len(inputs) == 0 {
		return ioco.Input{}, false, err
	}
	if s.options.Strategy == Guided {
		inputs = s.nearest(inputs)
	}
	return inputs[s.random.IntN(len(inputs))], true, nil
}

// coveredAll tells whether there is nothing to aim at: every transition is covered, or given up.
func (s *Session) coveredAll() bool {
	return !slices.ContainsFunc(s.tracker.System.Transitions(), s.wanted)
}

// planned is the next input of a plan. A plan that the system left is dropped, and a new one is made unless the last searches
// were in vain.
func (s *Session) planned(ctx context.Context) (ioco.Input, bool, error) {
	states, err := s.tracker.States(ctx)
	if err != nil {
		return ioco.Input{}, false, err
	}
	if in, ok, err := s.followed(ctx, states); err != nil || ok {
		return in, ok, err
	}
	if s.choice.rest > 0 || s.choice.over {
		s.choice.rest--
		return ioco.Input{}, false, nil
	}
	if err := s.makePlan(ctx, states); err != nil || s.choice.plan == nil || s.choice.fresh {
		return ioco.Input{}, false, err
	}
	return s.followed(ctx, states)
}

// makePlan searches from here, and if no way leads to something wanted, from the start: a plan from there is for a fresh
// system. Otherwise a way that only leads nearer is taken.
func (s *Session) makePlan(ctx context.Context, states []ioco.Possibility) error {
	s.choice.open = false
	here, err := s.search(ctx, states)
	if err != nil {
		return err
	}
	s.choice.plan = here
	if (here == nil || !here.reaches) && s.hasSent() {
		initial, err := s.tracker.Initial(ctx)
		if err != nil {
			return err
		}
		start, err := s.search(ctx, initial)
		if err != nil {
			return err
		}
		if start != nil && start.reaches {
			s.choice.plan, s.choice.fresh = start, true
		}
	}
	if s.choice.plan == nil {
		s.choice.rest = planRest << min(s.choice.failures, planPatience)
	}
	if s.choice.plan == nil || !s.choice.plan.reaches {
		s.choice.failures++
		s.choice.over = !s.choice.open && s.hasSent() || s.choice.spent > planTotal
		return nil
	}
	s.choice.failures, s.choice.spent = 0, 0
	s.aimAt(s.choice.plan)
	return nil
}

// aimAt counts that a plan leads to its last transitions, or to the value that it was made for.
func (s *Session) aimAt(p *plan) {
	if s.triesValues() {
		s.values.aimed[p.value]++
		return
	}
	for _, t := range p.moves[len(p.moves)-1].Parts {
		s.choice.aimed[t]++
	}
}

// followed is the next input of the present plan, if the system follows it and the model is sure to accept the input.
func (s *Session) followed(ctx context.Context, states []ioco.Possibility) (ioco.Input, bool, error) {
	p := s.choice.plan
	if p == nil {
		return ioco.Input{}, false, nil
	}
	in, ok := p.next(states)
	if ok {
		var err error
		if ok, err = s.tracker.Accepts(ctx, in.Message); err != nil {
			return in, false, err
		}
	}
	if !ok {
		s.left(p, states)
		s.choice.plan = nil
	}
	return in, ok, nil
}

// left remembers where the system did something else than the plan foresaw.
func (s *Session) left(p *plan, states []ioco.Possibility) {
	if len(states) == 0 || s.options.Purpose == nil {
		return
	}
	awaited := p.awaited(states[0].Path.Len() - p.from - 1)
	if len(awaited) == 0 || len(s.report.Trace) == 0 {
		return
	}
	last := s.report.Trace[len(s.report.Trace)-1]
	if last.Kind == result.EventQuiescence && len(s.report.Trace) > 1 {
		last = s.report.Trace[len(s.report.Trace)-2]
	}
	s.choice.away = "after " + last.String() + " the way was to go on by " + strings.Join(awaited, ", ")
}

// hasSent tells whether an input was sent since the last reset.
func (s *Session) hasSent() bool {
	return slices.ContainsFunc(s.report.Trace, func(e Event) bool { return e.Kind == result.EventInput })
}

// nearest keeps the inputs whose move is wanted, or else those that lead nearest to a wanted one.
func (s *Session) nearest(inputs []ioco.Input) []ioco.Input {
	a := s.aim()
	routes := a.routesTo(a.filter(s.wanted))
	var best []ioco.Input
	least := 1 << 30
	for _, in := range inputs {
		d := routes.rank(in.Move)
		if d < least {
			least, best = d, nil
		}
		if d == least {
			best = append(best, in)
		}
	}
	return best
}
