package tester

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/ioco"
	"github.com/sextant-mbt/sextant/internal/testing/tester/plan"
)

// choice is the state of the choice of inputs.
type choice struct {
	plan     *plan.Plan
	fresh    bool                    // the plan begins at the initial state, so the system must be reset first
	rest     int                     // number of inputs to choose at random before the next search
	failures int                     // number of consecutive searches without a plan
	spent    int                     // number of states that they visited
	open     bool                    // a search of this kind reached its bound: there may be more states
	over     bool                    // no search until there is a new goal
	aimed    map[*sts.Transition]int // number of plans that led to a transition
	diverged string                  // where the system deviated from a plan
}

// choose picks an input: the next of the plan, or the first of a new plan; if there is none, one that leads nearer to a
// goal, or any. False means that the system must be reset.
func (s *Session) choose(ctx context.Context) (ioco.Input, bool, error) {
	guided := s.options.Strategy == Guided
	if err := s.dropEnded(ctx); err != nil {
		return ioco.Input{}, false, err
	}
	if in, ok, err := s.ruleOut(ctx); err != nil || ok {
		return in, ok, err
	}
	if s.probes() {
		return s.probe(ctx)
	}
	if s.roams() {
		return s.roam(ctx)
	}
	if guided && (s.options.Purpose != nil || !s.coveredAll() || s.triesValues()) {
		in, ok, err := s.planned(ctx)
		if err != nil || ok || s.choice.fresh {
			return in, ok, err
		}
	}
	receivers, err := s.tracker.Receivers(ctx)
	if err != nil {
		return ioco.Input{}, false, err
	}
	s.shuffle(receivers)
	if guided {
		receivers = s.nearestFirst(receivers)
	}
	return s.pick(ctx, receivers)
}

// shuffle puts receivers into a random order.
func (s *Session) shuffle(receivers []ioco.Receiver) {
	s.random.Shuffle(len(receivers), func(i, j int) { receivers[i], receivers[j] = receivers[j], receivers[i] })
}

// coveredAll reports whether every transition is covered, or given up.
func (s *Session) coveredAll() bool {
	return !slices.ContainsFunc(s.tracker.System.Transitions(), s.wanted)
}

// planned returns the next input of a plan. It drops a plan from which the system deviated, and makes a new one unless
// the last searches failed.
func (s *Session) planned(ctx context.Context) (ioco.Input, bool, error) {
	states, err := s.tracker.Settled(ctx)
	if err != nil {
		return ioco.Input{}, false, err
	}
	if in, ok, err := s.followed(ctx, states); err != nil || ok {
		return in, ok, err
	}
	if s.choice.rest > 0 || s.choice.over || s.exhausted() {
		s.choice.rest--
		return ioco.Input{}, false, nil
	}
	if err := s.makePlan(ctx); err != nil || s.choice.fresh {
		return ioco.Input{}, false, err
	}
	return s.followed(ctx, states)
}

// exhausted reports whether the searches have used their budget for the inputs sent so far, so that no further search is made for now.
func (s *Session) exhausted() bool {
	tired := s.allowance() <= 0
	s.choice.over = s.choice.over || tired
	return tired
}

// makePlan searches from the current state, and if that reaches no goal, from the initial state, for which the system must be reset. If that
// fails too, it uses a path that only leads nearer to a goal. It first executes steps, which is fast, and uses the solver only if that finds
// nothing.
func (s *Session) makePlan(ctx context.Context) error {
	c := &s.choice
	c.open = false
	if found, err := s.scout(ctx); err != nil || found {
		return err
	}
	if s.roaming.begun && s.options.Purpose == nil {
		c.over = true // goals met before are not worth solver time
		return nil
	}
	states, err := s.tracker.States(ctx)
	if err != nil {
		return err
	}
	if c.plan, err = s.search(ctx, states); err != nil {
		return err
	}
	if !c.plan.Succeeds() && s.hasSent() {
		initial, err := s.tracker.Initial(ctx)
		if err != nil {
			return err
		}
		start, err := s.search(ctx, initial)
		if err != nil {
			return err
		}
		if start.Succeeds() {
			c.plan, c.fresh = start, true
		}
	}
	if c.plan == nil {
		c.rest = planRest << min(c.failures, planPatience)
	}
	if !c.plan.Succeeds() {
		c.failures++
		c.over = !c.open && s.hasSent() || c.spent > planTotal
		return nil
	}
	s.succeed()
	return nil
}

// succeed records that a plan leads to a goal.
func (s *Session) succeed() {
	s.choice.failures, s.choice.spent = 0, 0
	s.countAim(s.choice.plan)
}

// countAim counts that a plan leads to its last transitions, or to the value that it was made for.
func (s *Session) countAim(p *plan.Plan) {
	if s.triesValues() {
		s.values.AimAt(p.Value)
		return
	}
	for _, t := range p.Moves[len(p.Moves)-1].Parts {
		s.choice.aimed[t]++
	}
}

// dropEnded drops a finished plan, after which the system is probed if values are being tried.
func (s *Session) dropEnded(ctx context.Context) error {
	p := s.choice.plan
	if p == nil || s.choice.fresh || !s.values.Begun {
		return nil
	}
	states, err := s.tracker.Settled(ctx)
	if err != nil {
		return err
	}
	if _, ok := p.Next(states); ok {
		return nil
	}
	s.noteDivergence(p, states)
	s.choice.plan = nil
	if p.Reaches && (s.triesValues() || s.roaming.begun) {
		s.wander.probes = probes
	}
	return nil
}

// followed returns the next input of the current plan, if the system follows it and the model certainly accepts the input.
func (s *Session) followed(ctx context.Context, states []ioco.Possibility) (in ioco.Input, ok bool, err error) {
	p := s.choice.plan
	if p == nil {
		return in, false, nil
	}
	if in, ok = p.Next(states); ok {
		if ok, err = s.tracker.Accepts(ctx, in.Message); err != nil {
			return in, false, err
		}
	}
	if !ok {
		s.noteDivergence(p, states)
		s.choice.plan = nil
	}
	return in, ok, nil
}

// noteDivergence records where the system deviated from the plan, for the evidence of a purpose.
func (s *Session) noteDivergence(p *plan.Plan, states []ioco.Possibility) {
	trace := s.report.Trace
	if len(states) == 0 || s.options.Purpose == nil || len(trace) == 0 {
		return
	}
	awaited := p.Awaited(states[0].Path.Len() - p.From - 1)
	if len(awaited) == 0 {
		return
	}
	last := trace[len(trace)-1].result()
	if last.Kind == result.EventQuiescence && len(trace) > 1 {
		last = trace[len(trace)-2].result()
	}
	s.choice.diverged = "after " + strings.TrimSpace(string(last.Kind)+" "+last.Message) + " the plan was to continue by " + strings.Join(awaited, ", ")
}

// hasSent reports whether an input was sent since the last reset.
func (s *Session) hasSent() bool { return s.inputs > 0 }

// nearestFirst orders receivers: first goals, then those that lead nearer to a goal.
func (s *Session) nearestFirst(receivers []ioco.Receiver) []ioco.Receiver {
	routes := s.aim().Nearest()
	ranks := make([]float64, len(receivers))
	for i, r := range receivers {
		ranks[i] = float64(routes.Rank(r.Move))
	}
	return sortedBy(receivers, ranks)
}

// sortedBy sorts a list by keys, in ascending order.
func sortedBy[T any](list []T, keys []float64) []T {
	order := make([]int, len(list))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(keys[a], keys[b]) })
	out := make([]T, len(list))
	for i, k := range order {
		out[i] = list[k]
	}
	return out
}
