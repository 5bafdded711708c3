package plan

import (
	"context"
	"encoding/binary"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/testing/ioco"
)

// Aim is the goal of a search: uncovered transitions, values that were not tried, or the missing part of a purpose.
type Aim struct {
	tracker   *ioco.Tracker
	purpose   *sts.Purpose
	wanting   func(*sts.Transition) bool // without a purpose: what is not covered
	missing   []*sts.Transition          // without a purpose: the missing transitions
	routes    map[string]*Routes         // by goal
	influence []bool                     // slots that determine the possible steps
	values    *valueAim                  // nil while the aim is transitions
}

// NewAim returns the aim of a session: a purpose, or without one the missing transitions. Influence marks the slots that determine the
// possible steps.
func NewAim(t *ioco.Tracker, purpose *sts.Purpose, wanting func(*sts.Transition) bool, influence []bool) *Aim {
	a := &Aim{tracker: t, purpose: purpose, wanting: wanting, routes: map[string]*Routes{}, influence: influence}
	if purpose == nil {
		a.missing = a.filter(wanting)
	}
	return a
}

// AtValues makes values the aim.
func (a *Aim) AtValues(v *Values) {
	a.values = newValueAim(v)
	a.missing = a.filter(func(t *sts.Transition) bool { return a.values.conds[t] != nil })
}

// Nearest returns the routes to the missing transitions; for a purpose, to those that are missing in a state.
func (a *Aim) Nearest(p *ioco.Possibility) *Routes {
	if a.purpose != nil && a.purpose.Kind != sts.ReachLocation {
		return a.routesTo(a.tracker.Missing(p))
	}
	return a.routesTo(a.filter(a.wanting))
}

// length bounds the moves of a plan.
func (a *Aim) length() int {
	if a.values != nil {
		return valueLength
	}
	return planLength
}

// progress identifies how much of a purpose a state has reached.
func (a *Aim) progress(p *ioco.Possibility) string {
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

// wanted returns the missing transitions of a state.
func (a *Aim) wanted(p *ioco.Possibility) []*sts.Transition {
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

func (a *Aim) filter(keep func(*sts.Transition) bool) []*sts.Transition {
	var out []*sts.Transition
	for _, t := range a.tracker.System.Transitions() {
		if keep(t) {
			out = append(out, t)
		}
	}
	return out
}

// reached reports whether a move from one state to another reaches the aim. For values, and for a location with a condition, it
// adds the condition to the state.
func (a *Aim) reached(ctx context.Context, p, before *ioco.Possibility, m *sts.Move) (bool, error) {
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

// score is lower for better states: the number of steps to the nearest wanted transition, and the branch distance of its guard.
func (a *Aim) score(p *ioco.Possibility) float64 {
	if a.purpose != nil && a.purpose.Kind == sts.ReachLocation && p.State.Locations[a.purpose.Machine] == a.purpose.Location {
		return Distance(a.tracker.System, a.purpose.Cond, &p.State)
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

// distance returns the branch distance of a state from taking a transition with wanted values.
func (a *Aim) distance(t *sts.Transition, p *ioco.Possibility) float64 {
	d := Distance(a.tracker.System, t.Guard, &p.State)
	if a.values != nil {
		d += a.values.distance(a.tracker, t, p)
	}
	return d
}

// routesTo returns the routes to transitions.
func (a *Aim) routesTo(wanted []*sts.Transition) *Routes {
	k := key(wanted)
	if a.routes[k] == nil {
		a.routes[k] = newRoutes(a.tracker.System, wanted)
	}
	return a.routes[k]
}
