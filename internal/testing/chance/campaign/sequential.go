package campaign

import (
	"math"

	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/chance/forward"
	"github.com/sextant-mbt/sextant/internal/testing/chance/statistics"
)

// Sequential is Wald's test of all probabilities and rates of a model, evaluated after each run. There is one test for each probability,
// against an absolute change by the deviation up or down, and one for each rate, against a relative change. The model is rejected as soon as
// one test rejects it, and accepted when each has accepted it. Each new test gets half of the remaining alpha, so that correct systems are
// rejected with probability at most alpha for any number of tests.
type Sequential struct {
	alpha, beta, deviation float64
	tests                  map[string]*watched
	order                  []*watched
	by                     string
}

// watched is one of the tests.
type watched struct {
	name string
	wald *statistics.Sequential
}

// NewSequential returns a new sequential test.
func NewSequential(alpha, beta, deviation float64) *Sequential {
	return &Sequential{alpha: alpha, beta: beta, deviation: deviation, tests: map[string]*watched{}}
}

// Add observes a run.
func (s *Sequential) Add(tree *forward.Tree, r Run) {
	node, last := tree.Root(), 0.0
	for _, e := range r.Events {
		if s.by != "" || !node.Known() {
			return
		}
		s.observe(node, e, e.Time-last, r.Untimed)
		node, last = node.After(e.Action), e.Time
	}
}

// observe observes an event after a history.
func (s *Sequential) observe(n *forward.Node, e Event, wait float64, untimed bool) {
	law := n.Law()
	if law.Timing == forward.Single && law.Sure && !untimed && wait >= 0 {
		rate := law.Rates()[0]
		completed := e.Action.Kind == forward.Output
		s.ask("the rate of "+law.Stages[0].Name, 2,
			statistics.ExponentialRatio(wait, completed, rate, rate*(1+s.deviation)), statistics.ExponentialRatio(wait, completed, rate, rate*(1-s.deviation)))
	}
	if e.Action.Kind == forward.Input || !n.Decided() || e.Action.Kind == forward.Silence && !n.Rests() {
		return
	}
	state := n.State()
	outcomes := n.Outcomes(e.Limit - (e.Time - wait))
	if len(outcomes) == 2 {
		outcomes = outcomes[:1] // the other says the same
	}
	for _, o := range outcomes {
		if o.Probability >= 1 || o.Probability <= 0 {
			continue
		}
		hit := o.Action.Key() == e.Action.Key()
		var ratios []float64
		for _, other := range []float64{o.Probability + s.deviation, o.Probability - s.deviation} {
			if other > 0 && other < 1 {
				ratios = append(ratios, statistics.BernoulliRatio(hit, o.Probability, other))
			}
		}
		s.ask("the probability of "+Words(o.Action)+"\x00"+state, len(ratios), ratios...)
	}
}

// ask adds an observation to the test with a name, and creates the test if it does not exist.
func (s *Sequential) ask(name string, alternatives int, ratios ...float64) {
	if alternatives == 0 {
		return
	}
	t := s.tests[name]
	if t == nil {
		share := s.alpha / math.Pow(2, float64(len(s.order)+1))
		t = &watched{name: name, wald: statistics.NewSequential(alternatives, share, s.beta)}
		s.tests[name] = t
		s.order = append(s.order, t)
	}
	if t.wald.Observe(ratios...) == statistics.Rejected && s.by == "" {
		s.by = visible(name)
	}
}

// visible returns the part of a name that is shown.
func visible(name string) string {
	for i := range len(name) {
		if name[i] == 0 {
			return name[:i]
		}
	}
	return name
}

// Decided reports whether no more runs are needed.
func (s *Sequential) Decided() bool { return s.decision() != result.SequentialUndecided }

func (s *Sequential) decision() result.SequentialDecision {
	if s.by != "" {
		return result.SequentialRejected
	}
	for _, t := range s.order {
		if t.wald.State() != statistics.Accepted {
			return result.SequentialUndecided
		}
	}
	if len(s.order) == 0 {
		return result.SequentialUndecided
	}
	return result.SequentialAccepted
}

// State returns the decision so far.
func (s *Sequential) State() *result.SequentialState {
	return &result.SequentialState{Decision: s.decision(), Deviation: s.deviation, Beta: s.beta, By: s.by}
}
