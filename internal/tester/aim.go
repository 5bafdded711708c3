package tester

import (
	"context"
	"encoding/binary"
	"slices"

	"github.com/sextant-mbt/sextant/internal/ioco"
	"github.com/sextant-mbt/sextant/internal/sts"
)

// aim is what a search wants: transitions that are not covered, values that were not tried, or what a purpose still lacks.
type aim struct {
	tracker   *ioco.Tracker
	purpose   *sts.Purpose
	wanting   func(*sts.Transition) bool // without a purpose: what is not covered
	missing   []*sts.Transition          // without a purpose: what is wanting
	routes    map[string]*routes         // by what is wanted
	influence []bool                     // slots that decide what is possible
	values    *valueAim                  // nil while transitions are wanted
}

func (s *Session) aim() *aim {
	if s.influence == nil {
		conditions := s.values.conditions()
		if s.options.Purpose != nil && s.options.Purpose.Cond != nil {
			conditions = append(conditions, s.options.Purpose.Cond)
		}
		s.influence = s.tracker.System.Influence(conditions...)
	}
	a := &aim{tracker: s.tracker, purpose: s.options.Purpose, wanting: s.wanted, routes: map[string]*routes{}, influence: s.influence}
	switch {
	case s.triesValues():
		a.values = s.valueAim()
		a.missing = a.filter(func(t *sts.Transition) bool { return a.values.conds[t] != nil })
	case a.purpose == nil:
		a.missing = a.filter(s.wanted)
	}
	return a
}

// length bounds the moves of a plan.
func (a *aim) length() int {
	if a.values != nil {
		return valueLength
	}
	return planLength
}

// progress is different for states that differ in how much of a purpose they have reached.
func (a *aim) progress(p *ioco.Possibility) string {
	if a.purpose == nil || a.purpose.Kind == sts.ReachLocation {
		return ""
	}
	return key(a.wanted(p))
}

// key identifies a list of transitions.
func key(transitions []*sts.Transition) string {
	var out []byte
	for _, t := range transitions {
		out = binary.AppendUvarint(out, uint64(t.ID))
	}
	return string(out)
}

// wanted returns the transitions that a state lacks.
func (a *aim) wanted(p *ioco.Possibility) []*sts.Transition {
	switch {
	case a.values != nil:
		return a.missing
	case a.purpose == nil:
		return slices.DeleteFunc(slices.Clone(a.missing), p.Takes)
	case a.purpose.Kind == sts.ReachLocation:
		return a.filter(func(t *sts.Transition) bool { return t.Machine == a.purpose.Machine && t.To == a.purpose.Location })
	}
	return a.tracker.Missing(p)
}

func (a *aim) filter(keep func(*sts.Transition) bool) []*sts.Transition {
	var out []*sts.Transition
	for _, t := range a.tracker.System.Transitions() {
		if keep(t) {
			out = append(out, t)
		}
	}
	return out
}

// reached reports whether a state that a move led to from another is what the search is for. For values, and for a location with a
// condition, the condition is added to the state.
func (a *aim) reached(ctx context.Context, p, before *ioco.Possibility, m *sts.Move) (bool, error) {
	switch {
	case a.values != nil:
		return a.values.reached(ctx, a.tracker, p, before, m)
	case a.purpose == nil:
		return slices.ContainsFunc(m.Parts, a.wanting), nil
	case a.purpose.Kind != sts.ReachLocation:
		done, _, err := a.tracker.Reaches(ctx, p)
		return done, err
	case p.State.Locations[a.purpose.Machine] != a.purpose.Location:
		return false, nil
	}
	conds, ok, err := a.tracker.Feasible(ctx, p.Conds, a.tracker.System.Apply(a.purpose.Cond, &p.State))
	if ok {
		p.Conds = conds
	}
	return ok, err
}

// score is lower for better states: the steps on the way to the nearest wanted transition, and how far its guard is from true.
func (a *aim) score(p *ioco.Possibility) float64 {
	if a.purpose != nil && a.purpose.Kind == sts.ReachLocation && p.State.Locations[a.purpose.Machine] == a.purpose.Location {
		return branchDistance(a.tracker.System, a.purpose.Cond, &p.State)
	}
	best := float64(sts.FarAway)
	routes := a.routesTo(a.wanted(p))
	for machine, location := range p.State.Locations {
		steps := float64(routes.steps[machine][location])
		for _, t := range routes.from(machine, location) {
			if steps < best {
				best = min(best, steps+a.distance(t, p))
			}
		}
	}
	return best
}

// distance returns how far a state is from taking a transition, on values that are wanted.
func (a *aim) distance(t *sts.Transition, p *ioco.Possibility) float64 {
	d := branchDistance(a.tracker.System, t.Guard, &p.State)
	if a.values != nil {
		d += a.values.distance(a.tracker, t, p)
	}
	return d
}

// routesTo returns the ways to transitions.
func (a *aim) routesTo(wanted []*sts.Transition) *routes {
	k := key(wanted)
	if a.routes[k] == nil {
		a.routes[k] = newRoutes(a.tracker.System, wanted)
	}
	return a.routes[k]
}
