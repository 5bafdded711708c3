package symmetry

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// cutName splits the name of a variable of an instance.
func cutName(name string) (instance, own string, owned bool) { return strings.Cut(name, ".") }

// exchange returns a difference between two machines with the same text, or "" if they can be exchanged.
func (f *finder) exchange(first, second int) string {
	if text := f.comparable(first, second); text != "" {
		return text
	}
	x := f.newSwap(first, second)
	for _, check := range []func() string{x.starts, x.steps, x.invariants} {
		if text := check(); text != "" {
			return text
		}
	}
	return ""
}

// comparable returns why the variables of two machines do not correspond, or "".
func (f *finder) comparable(first, second int) string {
	a, b := f.system.Machines[first], f.system.Machines[second]
	if isHeld(a) != isHeld(b) {
		if isHeld(b) {
			a, b = b, a
		}
		return fmt.Sprintf("a condition reads where %s is, but not where %s is", a.Name, b.Name)
	}
	if len(f.slots[first]) != len(f.slots[second]) {
		return fmt.Sprintf("%s and %s have variables of different sizes", a.Name, b.Name)
	}
	for i, slot := range f.slots[first] {
		s, t := f.system.Slots[slot], f.system.Slots[f.slots[second][i]]
		if sortText(s.Sort) != sortText(t.Sort) {
			return fmt.Sprintf("%s and %s have different types", s.Name, t.Name)
		}
	}
	for i, t := range a.Transitions {
		u := b.Transitions[i]
		for k, p := range t.Params {
			if sortText(p.Sort) != sortText(u.Params[k].Sort) || p.Kind != u.Params[k].Kind {
				return fmt.Sprintf("the parameters of %s and %s have different types", t.Name, u.Name)
			}
		}
	}
	return ""
}

// isHeld reports whether a slot holds the location of a machine.
func isHeld(m *sts.Machine) bool {
	_, held := m.Place()
	return held
}

// same reports whether a term becomes another.
func (x *swap) same(t, u *term.Term) bool {
	if t == nil || u == nil {
		return t == u
	}
	return x.renaming.of(t) == x.shapes.plain.of(u)
}

// allSame reports whether terms become others, in their order.
func (x *swap) allSame(terms, others []*term.Term) bool {
	return slices.EqualFunc(terms, others, x.same)
}

// starts returns a difference between the initial values of the machines, or "".
func (x *swap) starts() string {
	for i, s := range x.system.Slots {
		t := x.system.Slots[x.slot(i)]
		switch {
		case x.same(s.Init, t.Init):
		case s.Name == t.Name:
			return x.apart("the initial value of " + s.Name)
		default:
			return fmt.Sprintf("%s and %s start with different values", s.Name, t.Name)
		}
	}
	start := &x.system.Start
	safety := sts.Conditions(start.Safety)
	if !x.same(x.system.Assume, x.system.Assume) || !x.same(start.Declared, start.Declared) || !x.sameSet(safety, safety) {
		return x.apart("an assumption about where runs begin")
	}
	return ""
}

// sameSet reports whether terms become others, in any order.
func (x *swap) sameSet(terms, others []*term.Term) bool {
	a, b := x.renaming.all(terms), x.shapes.plain.all(others)
	slices.Sort(a)
	slices.Sort(b)
	return slices.Equal(a, b)
}

// apart describes a difference between the machines.
func (x *swap) apart(what string) string {
	return fmt.Sprintf("%s tells %s and %s apart", what, x.system.Machines[x.first].Name, x.system.Machines[x.second].Name)
}

// invariants returns an invariant that distinguishes the machines, or "".
func (x *swap) invariants() string {
	for _, named := range x.system.Invariants {
		safety := sts.Conditions(named.Safety)
		if !x.same(named.Cond, named.Cond) || !x.sameSet(safety, safety) {
			return x.apart("invariant " + named.Name)
		}
	}
	return ""
}

// steps returns a difference between the moves of the machines, or "".
func (x *swap) steps() string {
	for _, m := range x.system.Moves() {
		other := x.image(m)
		if other == nil {
			return x.apart("what " + m.Name + " is connected to")
		}
		for _, c := range comparisons {
			switch {
			case c.same(x, m, other):
			case m == other:
				return x.apart(c.name + " of " + m.Name)
			default:
				return fmt.Sprintf("%s of %s is not that of %s", c.name, m.Name, other.Name)
			}
		}
	}
	return ""
}

// comparison compares something of a move with that of the move that takes its place.
type comparison struct {
	name string
	same func(x *swap, m, other *sts.Move) bool
}

// comparisons are all that steps depend on. The obligations have an order: the first that is violated is the finding.
var comparisons = []comparison{
	{"the guard", func(x *swap, m, other *sts.Move) bool { return x.same(m.Guard, other.Guard) }},
	{"the effect", (*swap).sameUpdates},
	{"the input", func(_ *swap, m, other *sts.Move) bool {
		return m.Input == other.Input && m.IsInternal() == other.IsInternal()
	}},
	{"the queue", (*swap).sameQueues},
	{"the condition for a value", func(x *swap, m, other *sts.Move) bool {
		return x.sameObligations(m.GuardSafety, other.GuardSafety) && x.sameObligations(m.StepSafety, other.StepSafety)
	}},
}

func (x *swap) sameUpdates(m, other *sts.Move) bool {
	if len(m.Updates) != len(other.Updates) {
		return false
	}
	values := map[int]*term.Term{}
	for _, u := range other.Updates {
		values[u.Slot] = u.Value
	}
	for _, u := range m.Updates {
		if value := values[x.slot(u.Slot)]; value == nil || !x.same(u.Value, value) {
			return false
		}
	}
	return true
}

// sameQueues reports whether two moves take from the same queue and send the same to queues.
func (x *swap) sameQueues(m, other *sts.Move) bool {
	return m.Dequeue == other.Dequeue && x.allSame(taken(m), taken(other)) && slices.EqualFunc(m.Enqueue, other.Enqueue, func(a, b sts.Message) bool {
		return a.Channel == b.Channel && x.allSame(a.Args, b.Args)
	})
}

// taken returns the parameters that stand for a message from a queue.
func taken(m *sts.Move) []*term.Term {
	var out []*term.Term
	for _, i := range m.DequeueArgs {
		out = append(out, m.Params[i].Term)
	}
	return out
}

func (x *swap) sameObligations(list, others []sts.Obligation) bool {
	return slices.EqualFunc(list, others, func(o, p sts.Obligation) bool { return o.Key() == p.Key() && x.same(o.Cond, p.Cond) })
}
