package ioco

import (
	"math/big"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// scene is what is known of the state of a model at some instant, where several explanations may be left.
type scene struct {
	places  [][]int      // the different locations
	values  []term.Value // by slot
	open    []bool       // by slot: its value is not known
	queues  []result.Queue
	instant *big.Rat // nil if that is not known
}

// scene sums up what is known in some nodes of trails, at an instant.
func (t *Tracker) scene(nodes []*trail, instant *big.Rat) scene {
	out := scene{instant: instant}
	for i, n := range nodes {
		values, open := t.known(&n.state)
		at := n.state.State.Locations
		if n.state.config != nil {
			at = n.state.config.Locations
		}
		if !slices.ContainsFunc(out.places, func(p []int) bool { return slices.Equal(p, at) }) {
			out.places = append(out.places, at)
		}
		queues := t.queues(&n.state)
		if i == 0 {
			out.values, out.open, out.queues = values, open, queues
			continue
		}
		for k, q := range queues {
			if q != out.queues[k] {
				out.queues[k] = result.Queue{Channel: q.Channel, Open: true}
			}
		}
		for k := range values {
			out.open[k] = out.open[k] || open[k] || !values[k].Equal(out.values[k])
		}
	}
	return out
}

// known returns the values of the slots of a possibility at the last observation, and which are not known.
func (t *Tracker) known(p *Possibility) (values []term.Value, open []bool) {
	values, open = make([]term.Value, len(t.System.Slots)), make([]bool, len(t.System.Slots))
	for i := range values {
		switch {
		case p.config != nil:
			values[i] = p.config.Values[i]
		case p.State.Store[i].IsConst():
			values[i] = p.State.Store[i].Value()
		default:
			open[i] = true
		}
	}
	if p.lag == nil {
		return values, open
	}
	for _, i := range t.System.Clocks() {
		if !p.lag.IsConst() {
			open[i] = true
		} else if !open[i] {
			values[i] = term.RatValue(new(big.Rat).Add(values[i].Rat(), p.lag.Value().Rat()))
		}
	}
	return values, open
}

// queues lists how many messages wait in the queues of a possibility.
func (t *Tracker) queues(p *Possibility) []result.Queue {
	if p.config != nil {
		return run.Queues(t.System, p.config.Count)
	}
	return run.Queues(t.System, p.State.Count)
}

// value renders the value of a variable.
func (sc *scene) value(v sts.Var) result.Value {
	if slices.Contains(sc.open[v.First:v.First+v.Type.Size()], true) {
		return result.OpenValue()
	}
	return run.ValueOf(v.Type, v.In(sc.values))
}

// later returns the scene at a later instant, if nothing but time has passed.
func (sc *scene) later(s *sts.System, instant *big.Rat) scene {
	out := *sc
	out.values, out.open, out.instant = slices.Clone(sc.values), slices.Clone(sc.open), instant
	for _, i := range s.Clocks() {
		if sc.instant == nil || instant == nil {
			out.open[i] = true
		} else if !out.open[i] {
			out.values[i] = term.RatValue(new(big.Rat).Add(sc.values[i].Rat(), new(big.Rat).Sub(instant, sc.instant)))
		}
	}
	return out
}

// changes lists the variables that differ from another scene, but for clocks that have only grown.
func (sc *scene) changes(s *sts.System, after *scene) []result.Change {
	before := sc.later(s, after.instant)
	var out []result.Change
	for _, v := range s.Variables() {
		if a, b := before.value(v), after.value(v); a.Text != b.Text || a.Open != b.Open {
			out = append(out, result.Change{Variable: v.Name, Before: a, After: b})
		}
	}
	return out
}

// locations lists the names of the locations of each machine.
func (sc *scene) locations(s *sts.System) [][]string {
	var out [][]string
	for _, place := range sc.places {
		out = append(out, s.LocationNames(place))
	}
	return out
}

// location names the only locations that are possible; empty if there are others.
func (sc *scene) location(s *sts.System) string {
	if len(sc.places) != 1 {
		return ""
	}
	return s.LocationName(sc.places[0])
}
