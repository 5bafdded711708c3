package plan

import (
	"context"
	"encoding/binary"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/testing/ioco"
)

// Aim is what a search wants: transitions that are not covered, values that were not tried, or what a purpose still lacks.
type Aim struct {
	tracker   *ioco.Tracker
	purpose   *sts.Purpose
	wanting   func(*sts.Transition) bool // without a purpose: what is not covered
	missing   []*sts.Transition          // without a purpose: what is wanting
	routes    map[string]*Routes         // by what is wanted
	influence []bool                     // slots that decide what is possible
	values    *valueAim                  // nil while transitions are wanted
}

// NewAim returns the aim of a session: a purpose, or without one the transitions that are wanting. Influence says which slots decide what
// is possible.
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

// Nearest returns the ways to the transitions that are wanting.
func (a *Aim) Nearest() *Routes { return a.routesTo(a.filter(a.wanting)) }

// length bounds the moves of a plan.
func (a *Aim) length() int {
	if a.values != nil {
		return valueLength
	}
	return planLength
}

// progress is different for states that differ in how much of a purpose they have reached.
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

// wanted returns the transitions that a state lacks.
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

// reached reports whether a state that a move led to from another is what the search is for. For values, and for a location with a
// condition, the condition is added to the state.
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

// score is lower for better states: the steps on the way to the nearest wanted transition, and how far its guard is from true.
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

// distance returns how far a state is from taking a transition, on values that are wanted.
func (a *Aim) distance(t *sts.Transition, p *ioco.Possibility) float64 {
	d := Distance(a.tracker.System, t.Guard, &p.State)
	if a.values != nil {
		d += a.values.distance(a.tracker, t, p)
	}
	return d
}

// routesTo returns the ways to transitions.
func (a *Aim) routesTo(wanted []*sts.Transition) *Routes {
	k := key(wanted)
	if a.routes[k] == nil {
		a.routes[k] = newRoutes(a.tracker.System, wanted)
	}
	return a.routes[k]
}
