package core

import (
	"errors"
	"fmt"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Validate checks what every analysis takes for granted of a linked system. A front-end that builds a system which does not
// pass has a bug; users never see these errors. Tests validate every system they make.
func Validate(s *sts.System) error {
	v := &validator{system: s, slots: vocabulary{}, frozen: vocabulary{}}
	v.state()
	v.channels()
	v.externs()
	v.condition("assume", s.Assume, v.slots)
	v.obligations("initial values", s.Start.Safety, v.frozen)
	names := map[string]bool{}
	for i, m := range s.Machines {
		v.machine(i, m, names)
	}
	for i, m := range s.Moves() {
		v.move(i, m)
	}
	v.properties()
	return errors.Join(v.problems...)
}

// vocabulary is a set of variables that terms may mention.
type vocabulary map[*term.Term]bool

func (a vocabulary) with(ts ...[]*term.Term) vocabulary {
	out := vocabulary{}
	for t := range a {
		out[t] = true
	}
	for _, row := range ts {
		for _, t := range row {
			out[t] = true
		}
	}
	return out
}

func (a vocabulary) params(params []sts.Param) vocabulary {
	out := a.with()
	for _, p := range params {
		out[p.Term] = true
	}
	return out
}

type validator struct {
	system        *sts.System
	slots, frozen vocabulary
	problems      []error
}

func (v *validator) fail(where, format string, args ...any) {
	v.problems = append(v.problems, fmt.Errorf(where+": "+format, args...))
}

// term checks the sort of a term and that it mentions known variables only.
func (v *validator) term(where string, t *term.Term, sort *term.Sort, known vocabulary) {
	if t == nil {
		v.fail(where, "missing term")
		return
	}
	if !t.Sort().Same(sort) {
		v.fail(where, "%s is %s, not %s", t, t.Sort(), sort)
	}
	for _, u := range t.Vars() {
		if !known[u] {
			v.fail(where, "%s mentions %s", t, u)
		}
	}
}

func (v *validator) condition(where string, t *term.Term, known vocabulary) {
	v.term(where, t, term.Bool, known)
}

func (v *validator) obligations(where string, os []sts.Obligation, known vocabulary) {
	for _, o := range os {
		v.condition(where+": "+string(o.Kind), o.Cond, known)
		if o.Text == "" {
			v.fail(where, "an obligation has no text")
		}
	}
}

// row checks terms against the leaves of types.
func (v *validator) row(where string, ts []*term.Term, types []*sts.Type, known vocabulary) {
	var leaves []sts.Leaf
	for _, t := range types {
		leaves = append(leaves, t.Leaves()...)
	}
	if len(ts) != len(leaves) {
		v.fail(where, "%d scalars, not %d", len(ts), len(leaves))
		return
	}
	for i, t := range ts {
		v.term(where+leaves[i].Path, t, leaves[i].Sort, known)
	}
}

// once reports a name that was seen before.
func (v *validator) once(seen map[string]bool, what, name string) {
	if seen[name] {
		v.fail(what, "%s occurs twice", name)
	}
	seen[name] = true
}

// variable checks that a term is a variable of a sort.
func (v *validator) variable(where string, t *term.Term, sort *term.Sort) {
	if t == nil || t.Op() != term.OpVar || !t.Sort().Same(sort) {
		v.fail(where, "%v is no variable of %s", t, sort)
	}
}

// state checks that the variables cover the slots, in order and without gaps.
func (v *validator) state() {
	s := v.system
	next, seen := 0, map[string]bool{}
	for _, x := range s.Vars {
		leaves := x.Type.Leaves()
		if x.First != next || next+len(leaves) > len(s.Slots) {
			v.fail(x.Name, "slots %d to %d do not follow %d", x.First, x.First+len(leaves), next)
			return
		}
		for i, leaf := range leaves {
			slot := s.Slots[next+i]
			v.once(seen, "slot", slot.Name)
			v.variable(slot.Name, slot.Term, slot.Sort)
			if slot.Name != x.Name+leaf.Path || !slot.Sort.Same(leaf.Sort) || !slot.Sort.SameBounds(leaf.Sort) {
				v.fail(x.Name, "slot %s: %s does not fit %s: %s", slot.Name, slot.Sort, leaf.Path, leaf.Sort)
			}
			v.slots[slot.Term] = true
			if x.Frozen {
				v.frozen[slot.Term] = true
			}
		}
		next += len(leaves)
	}
	if next != len(s.Slots) {
		v.fail("slots", "%d belong to no variable", len(s.Slots)-next)
	}
	for _, slot := range s.Slots {
		if slot.Init != nil {
			v.term(slot.Name+": initial value", slot.Init, slot.Sort, v.frozen)
		}
	}
}

func (v *validator) channels() {
	names, queues := map[string]bool{}, map[int]bool{}
	for _, c := range v.system.Channels {
		v.once(names, "channel", c.Name)
		if len(c.Names) != len(c.Payload) {
			v.fail(c.Name, "%d names for %d values", len(c.Names), len(c.Payload))
		}
		switch {
		case c.Capacity == 0 && c.Queue != -1:
			v.fail(c.Name, "queue %d without capacity", c.Queue)
		case c.Capacity > 0 && (c.Queue < 0 || c.Queue >= v.system.Queues() || queues[c.Queue] || c.Direction != sts.Internal):
			v.fail(c.Name, "queue %d is wrong", c.Queue)
		}
		queues[c.Queue] = true
	}
}

func (v *validator) externs() {
	names := map[string]bool{}
	for _, x := range v.system.Externs {
		v.once(names, "extern", x.Name)
		types := make([]*sts.Type, len(x.Params))
		for i, p := range x.Params {
			types[i] = p.Type
		}
		before := v.frozen.with(x.Inputs)
		after := before.with(x.Output)
		if len(after) != len(v.frozen)+len(x.Inputs)+len(x.Output) {
			v.fail(x.Name, "two of its scalars are one variable")
		}
		v.row(x.Name+": inputs", x.Inputs, types, before)
		v.row(x.Name+": output", x.Output, []*sts.Type{x.Result}, after)
		for _, c := range x.Contracts {
			for _, b := range c.Behaviors {
				v.condition(x.Name+": precondition", b.Pre, before)
				v.condition(x.Name+": postcondition", b.Post, after)
			}
		}
	}
}

// properties checks invariants, predicates and purposes.
func (v *validator) properties() {
	s := v.system
	for _, n := range s.Invariants {
		v.condition("invariant "+n.Name, n.Cond, v.slots)
		v.obligations("invariant "+n.Name, n.Safety, v.slots)
	}
	for _, set := range s.Predicates {
		if len(set.Texts) != len(set.Conds) {
			v.fail("predicates "+set.Name, "%d texts for %d conditions", len(set.Texts), len(set.Conds))
		}
		for _, c := range set.Conds {
			v.condition("predicates "+set.Name, c, v.slots)
		}
	}
	for _, p := range s.Purposes {
		v.condition("purpose "+p.Name, p.Cond, v.slots)
		if p.Kind == sts.ReachLocation && (p.Machine >= len(s.Machines) || p.Location >= len(s.Machines[p.Machine].Locations)) {
			v.fail("purpose "+p.Name, "no location %d of machine %d", p.Location, p.Machine)
		}
		for _, t := range p.Transitions {
			if t != nil && s.Transitions()[t.ID] != t || t == nil && p.Kind != sts.FollowSequence {
				v.fail("purpose "+p.Name, "a transition is not of this system")
			}
		}
	}
}
