package track

import (
	"math/big"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/core/zone"
)

// bounds are the largest constants that clocks are compared with, before they get a new value: from each location of each machine, and
// anywhere. A bound that is a variable counts with its largest value, by its sort.
type bounds struct {
	*Space
	fixed  map[*term.Term]*term.Term // variables that keep a known value
	places [][]zone.Bounds           // by machine and location
	all    zone.Bounds               // of conditions outside of machines, and of clocks whose value is assigned to a variable
}

// Bounds returns the constants that matter where the machines are at given locations. All values of a clock above both its bounds are
// equivalent there. If only reachability matters, and not impossibility, a value above the lower bound may also be replaced by a smaller one
// above it, and a value above the upper bound by a larger one.
func (s *Space) Bounds(locations []int, reach bool) zone.Bounds {
	out := zone.NewBounds(len(s.slots))
	out.Join(s.bounds.all)
	for i, l := range locations {
		out.Join(s.bounds.places[i][l])
	}
	if !reach {
		out.Join(zone.Bounds{Lower: out.Upper, Upper: out.Lower})
	}
	return out
}

func (s *Space) findBounds() *bounds {
	b := &bounds{Space: s, fixed: fixed(s.system), all: zone.NewBounds(len(s.slots))}
	for _, m := range s.system.Machines {
		b.places = append(b.places, b.machine(m))
	}
	for _, c := range slices.Concat(s.system.Invariants) {
		b.compare(b.all, c.Cond, true, true)
		b.compare(b.all, s.system.Store.And(sts.Conditions(c.Safety)...), true, true)
	}
	for _, p := range s.system.Purposes {
		if p.Cond != nil {
			b.compare(b.all, p.Cond, true, true)
		}
	}
	return b
}

// machine finds the bounds of the locations of a machine: those of their conditions and of the transitions from them, and those of where these
// lead for the clocks to which they do not give a value.
func (b *bounds) machine(m *sts.Machine) []zone.Bounds {
	out := make([]zone.Bounds, len(m.Locations))
	for i, l := range m.Locations {
		out[i] = zone.NewBounds(len(b.slots))
		if l.While != nil {
			b.compare(out[i], l.While, true, false)
		}
	}
	for _, t := range m.Transitions {
		b.transition(out[t.From], t)
	}
	for changed := true; changed; {
		changed = false
		for _, t := range m.Transitions {
			changed = out[t.From].Join(b.before(t, out[t.To])) || changed
		}
	}
	return out
}

// before returns the bounds before a transition that follow from those after it.
func (b *bounds) before(t *sts.Transition, after zone.Bounds) zone.Bounds {
	out := zone.NewBounds(len(b.slots))
	out.Join(after)
	for _, u := range t.Updates {
		if x := b.clocks[b.system.Slots[u.Slot].Term]; x > 0 {
			out.Lower[x], out.Upper[x] = zone.Never, zone.Never
		}
	}
	return out
}

// transition adds what a transition compares clocks with. Clocks whose value it uses in another way count with all constants.
func (b *bounds) transition(out zone.Bounds, t *sts.Transition) {
	b.compare(out, t.Guard, true, false)
	for _, r := range t.Rivals {
		b.compare(out, r.Refused, true, false)
	}
	for _, o := range slices.Concat(t.GuardSafety, t.StepSafety) {
		b.compare(out, o.Cond, true, true)
	}
	for _, u := range t.Updates {
		b.always(b.all, u.Value)
	}
	for _, c := range t.Calls {
		b.always(b.all, c.Args...)
	}
	for _, msg := range t.Sends {
		if msg.Channel.Direction != sts.Output {
			b.always(b.all, msg.Args...)
		}
	}
}

// compare adds the comparisons of a condition that is required to hold (positive), not to hold (negative), or both.
func (b *bounds) compare(out zone.Bounds, cond *term.Term, positive, negative bool) {
	if !cond.MentionsIn(b.isClock) {
		return
	}
	cond = b.system.Store.Substitute(cond, b.fixed)
	switch cond.Op() {
	case term.OpAnd, term.OpOr:
		for _, c := range cond.Args() {
			b.compare(out, c, positive, negative)
		}
	case term.OpNot:
		b.compare(out, cond.Args()[0], negative, positive)
	default:
		b.atom(out, cond, positive, negative)
	}
}

// atom adds one comparison.
func (b *bounds) atom(out zone.Bounds, cond *term.Term, positive, negative bool) {
	f := comparison(cond)
	if f == nil {
		b.always(out, cond)
		return
	}
	x, factor := b.only(f)
	if x == 0 {
		b.always(out, cond)
		return
	}
	limit := b.limit(f, factor)
	either := cond.Op() == term.OpEq || positive && negative
	if either || positive == (factor.Sign() < 0) {
		out.Lower[x] = max(out.Lower[x], limit)
	}
	if either || positive == (factor.Sign() > 0) {
		out.Upper[x] = max(out.Upper[x], limit)
	}
}

// only takes the one clock out of a form, and returns its factor; 0 if there are several, or one is hidden in another term.
func (b *bounds) only(f *form) (clock int, factor *big.Rat) {
	for t, k := range f.factors {
		x := b.clocks[t]
		switch {
		case x > 0 && clock == 0:
			clock, factor = x, k
			delete(f.factors, t)
		case x > 0 || t.MentionsIn(b.isClock):
			return 0, nil
		}
	}
	return clock, factor
}

// limit returns the largest value with which a clock with a factor is compared, where f is the rest of the comparison with 0.
func (b *bounds) limit(f *form, factor *big.Rat) int64 {
	scale := new(big.Rat).Inv(factor)
	scale.Neg(scale)
	other := &form{map[*term.Term]*big.Rat{}, new(big.Rat).Mul(f.constant, scale)}
	for t, k := range f.factors {
		other.factors[t] = new(big.Rat).Mul(k, scale)
	}
	largest, ok := other.largest()
	if !ok {
		return zone.Always
	}
	return b.units.Ceil(largest)
}

// always lets clocks that terms mention count with all constants.
func (b *bounds) always(out zone.Bounds, terms ...*term.Term) {
	for _, t := range terms {
		for _, v := range t.Vars() {
			if x := b.clocks[v]; x > 0 {
				out.Lower[x], out.Upper[x] = zone.Always, zone.Always
			}
		}
	}
}

// fixed returns the values of the slots that begin with a known value, which no transition changes.
func fixed(system *sts.System) map[*term.Term]*term.Term {
	out := map[*term.Term]*term.Term{}
	for _, slot := range system.Slots {
		if slot.Init != nil && slot.Init.IsConst() && !slot.Clock {
			out[slot.Term] = slot.Init
		}
	}
	for _, t := range system.Transitions() {
		for _, u := range t.Updates {
			delete(out, system.Slots[u.Slot].Term)
		}
	}
	return out
}
