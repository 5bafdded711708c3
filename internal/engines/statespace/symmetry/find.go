package symmetry

import (
	"fmt"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Group is a set of machines any two of which can be exchanged.
type Group struct {
	Machines []int
	Slots    [][]int // by machine of the group: its slots, in the order of the declarations
}

// Broken is the error that no two machines of a system can be exchanged, with a difference between them.
type Broken struct{ Text string } // as in "the guard of a.work is not that of b.work"

// Error returns the text.
func (b *Broken) Error() string { return b.Text }

// finder looks for machines that can be exchanged.
type finder struct {
	system *sts.System
	slots  [][]int // by machine
	shapes *shapes
	moves  map[string]*sts.Move // by parts
}

// Find returns the groups of two machines or more. Without any the error is a *Broken.
func Find(s *sts.System) ([]Group, error) {
	f := &finder{system: s, slots: ownSlots(s), shapes: newShapes(), moves: map[string]*sts.Move{}}
	for _, m := range s.Moves() {
		if m.HasRivals() {
			return nil, &Broken{fmt.Sprintf("%s is taken where a queue has no room for another transition", m.Name)}
		}
		f.moves[key(m.Parts)] = m
	}
	var classes [][]int
	var broken error
	for i := range s.Machines {
		at, err := f.classOf(i, classes)
		if broken == nil {
			broken = err
		}
		if at == len(classes) {
			classes = append(classes, nil)
		}
		classes[at] = append(classes[at], i)
	}
	groups := f.groups(classes)
	switch {
	case len(groups) > 0:
		return groups, nil
	case broken == nil:
		broken = &Broken{"no two machines are instances of the same one"}
	}
	return nil, broken
}

// classOf returns the index of the class of a machine, that of a new one if it is the first of its class. The error is a difference from a
// machine with the same text. Being exchangeable is an equivalence relation, so one comparison with each class suffices.
func (f *finder) classOf(machine int, classes [][]int) (at int, broken error) {
	for at, class := range classes {
		if !sameText(f.system.Machines[class[0]], f.system.Machines[machine]) {
			continue
		}
		text := f.exchange(class[0], machine)
		if text == "" {
			return at, broken
		}
		if broken == nil {
			broken = &Broken{text}
		}
	}
	return len(classes), broken
}

func (f *finder) groups(classes [][]int) []Group {
	var out []Group
	for _, class := range classes {
		if len(class) < 2 {
			continue
		}
		g := Group{Machines: class}
		for _, machine := range class {
			g.Slots = append(g.Slots, f.slots[machine])
		}
		out = append(out, g)
	}
	return out
}

// ownSlots returns for each machine the slots of its variables, and the one that holds its location, if there is one.
func ownSlots(s *sts.System) [][]int {
	owner := map[string]int{}
	for i, m := range s.Machines {
		owner[m.Name] = i
	}
	out := make([][]int, len(s.Machines))
	for _, v := range s.Vars {
		name, _, owned := cutName(v.Name)
		machine, known := owner[name]
		if !owned || !known {
			continue
		}
		for k := range v.Type.Size() {
			out[machine] = append(out[machine], v.First+k)
		}
	}
	return out
}

// sameText reports whether two machines come from the same declaration: their transitions stand at the same places.
func sameText(a, b *sts.Machine) bool {
	return a.Name != "" && slices.EqualFunc(a.Transitions, b.Transitions, func(t, u *sts.Transition) bool {
		return t.Span == u.Span && t.From == u.From && t.To == u.To && len(t.Params) == len(u.Params)
	}) && slices.EqualFunc(a.Locations, b.Locations, func(l, k sts.Location) bool {
		return l.Name == k.Name && l.Final == k.Final
	})
}

// key names a move by its parts. The order of the receivers of a broadcast is that of the machines, and does not count.
func key(parts []*sts.Transition) string {
	var others []int
	for _, t := range parts[1:] {
		others = append(others, t.ID)
	}
	slices.Sort(others)
	return fmt.Sprint(parts[0].ID, others)
}

// swap is the exchange of two machines.
type swap struct {
	*finder
	first, second int // machines
	slots         map[int]int
	renaming      *renaming
}

func (f *finder) newSwap(first, second int) *swap {
	x := &swap{finder: f, first: first, second: second, slots: map[int]int{}}
	replace := map[*term.Term]*term.Term{}
	for i, a := range f.slots[first] {
		b := f.slots[second][i]
		x.slots[a], x.slots[b] = b, a
		s, t := f.system.Slots[a].Term, f.system.Slots[b].Term
		replace[s], replace[t] = t, s
	}
	for i, t := range f.system.Machines[first].Transitions {
		u := f.system.Machines[second].Transitions[i]
		for k, p := range t.Params {
			q := u.Params[k].Term
			replace[p.Term], replace[q] = q, p.Term
		}
	}
	x.renaming = f.shapes.rename(replace)
	return x
}

// slot returns the slot that takes the place of a slot.
func (x *swap) slot(i int) int {
	if other, ok := x.slots[i]; ok {
		return other
	}
	return i
}

// transition returns the transition that takes the place of another.
func (x *swap) transition(t *sts.Transition) *sts.Transition {
	machine := t.Machine
	switch machine {
	case x.first:
		machine = x.second
	case x.second:
		machine = x.first
	default:
		return t
	}
	first := x.system.Machines[t.Machine].Transitions[0]
	return x.system.Machines[machine].Transitions[t.ID-first.ID]
}

// image returns the move that takes the place of another; nil if there is none.
func (x *swap) image(m *sts.Move) *sts.Move {
	parts := make([]*sts.Transition, len(m.Parts))
	for i, t := range m.Parts {
		parts[i] = x.transition(t)
	}
	return x.moves[key(parts)]
}
