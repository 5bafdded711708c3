// Package live finds the live slots of a system: those whose value can still decide which steps are possible. Two configurations at the
// same locations that agree in them have the same future, as far as transitions are concerned.
package live

import (
	"github.com/sextant-mbt/sextant/internal/core/flat"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/engines/concolic/trail"
)

// Slots has the live slots of a system with one machine by location. In a system of several, other machines may read a slot at
// any time, so all slots that have influence are live everywhere.
type Slots struct {
	slots   int     // the index of the first slot in the words of a configuration
	count   int     // of slots
	byPlace [][]int // by location of the only machine, or a single row
}

// Find computes the live slots: the least sets that contain, for each location, the slots that its moves read, and the slots that flow into
// slots that are live after them.
func Find(s *sts.System, d *trail.Dependencies) *Slots {
	influence := s.Influence()
	out := &Slots{slots: len(s.Machines), count: len(s.Slots)}
	if len(s.Machines) > 1 {
		out.byPlace = [][]int{indices(influence)}
		return out
	}
	live := make([][]bool, len(s.Machines[0].Locations))
	for l := range live {
		live[l] = make([]bool, len(s.Slots))
	}
	flows := make([]flow, len(s.Moves()))
	for i, m := range s.Moves() {
		flows[i] = newFlow(m, d)
	}
	for changed := true; changed; {
		changed = false
		for i := len(flows) - 1; i >= 0; i-- {
			changed = flows[i].back(live) || changed
		}
	}
	for _, row := range live {
		out.byPlace = append(out.byPlace, indices(row))
	}
	return out
}

// indices returns the indices of marked entries.
func indices(marked []bool) []int {
	var out []int
	for i, m := range marked {
		if m {
			out = append(out, i)
		}
	}
	return out
}

// flow describes the data flow of a move of a single machine.
type flow struct {
	from, to int
	reads    []int         // of its Decisive terms
	assigned map[int][]int // by assigned slot: the slots that its new value reads
}

func newFlow(m *sts.Move, d *trail.Dependencies) flow {
	f := flow{from: m.Parts[0].From, to: m.Parts[0].To, reads: d.SlotsIn(m.Decisive()...), assigned: map[int][]int{}}
	for _, u := range m.Updates {
		f.assigned[u.Slot] = d.SlotsIn(u.Value)
	}
	return f
}

// back marks the slots that are live before a move, and reports whether some of them are new.
func (f *flow) back(live [][]bool) (changed bool) {
	mark := func(slots ...int) {
		for _, s := range slots {
			changed = changed || !live[f.from][s]
			live[f.from][s] = true
		}
	}
	mark(f.reads...)
	for slot, after := range live[f.to] {
		if !after {
			continue
		}
		if reads, assigned := f.assigned[slot]; assigned {
			mark(reads...)
		} else {
			mark(slot)
		}
	}
	return changed
}

// at returns the live slots of a configuration.
func (l *Slots) at(words []int64) []int {
	if len(l.byPlace) == 1 {
		return l.byPlace[0]
	}
	return l.byPlace[words[0]]
}

// key returns a hash of the locations and live slots of a configuration that fits words.
func (l *Slots) key(words []int64) uint64 {
	h := uint64(0)
	for _, w := range words[:l.slots] {
		h = trail.Mix(h, uint64(w))
	}
	return Mix(h, words[l.slots:], l.at(words))
}

// Mix adds the values of slots to a hash. Where there are many, four hashes are computed side by side, since each waits for the product before
// it.
func Mix(h uint64, values []int64, slots []int) uint64 {
	a, b, c, d := h, h+1, h+2, h+3
	for ; len(slots) >= 4; slots = slots[4:] {
		a = trail.Mix(a, uint64(values[slots[0]]))
		b = trail.Mix(b, uint64(values[slots[1]]))
		c = trail.Mix(c, uint64(values[slots[2]]))
		d = trail.Mix(d, uint64(values[slots[3]]))
	}
	h = trail.Mix(trail.Mix(trail.Mix(a, b), c), d)
	for _, s := range slots {
		h = trail.Mix(h, uint64(values[s]))
	}
	return h
}

// Forget overwrites the slots that are not live at the locations of a row with those of another row.
func (l *Slots) Forget(row, other []int64) {
	live := l.at(row)
	for slot := range l.count {
		if len(live) > 0 && live[0] == slot {
			live = live[1:]
			continue
		}
		row[l.slots+slot] = other[l.slots+slot]
	}
}

// KeyOf returns a hash of the locations, live slots and queue contents of any configuration.
func (l *Slots) KeyOf(c flat.Config) uint64 {
	h := l.key(c.Words)
	if c.Large == nil {
		return h
	}
	for _, slot := range l.at(c.Words) {
		h = mixValue(h, c.Large.Values[slot])
	}
	for _, q := range c.Large.Queues {
		h = trail.Mix(h, uint64(q.Count))
		for _, v := range q.Items {
			h = mixValue(h, v)
		}
	}
	return h
}

// mixValue adds a value to a hash.
func mixValue(h uint64, v term.Value) uint64 {
	if n, ok := v.Small(); ok {
		return trail.Mix(h, uint64(n))
	}
	if items := v.Items(); items != nil {
		h = trail.Mix(h, uint64(len(items)))
		for _, item := range items {
			h = mixValue(h, item)
		}
		return h
	}
	for _, b := range []byte(v.Encode()) {
		h = trail.Mix(h, uint64(b))
	}
	return h
}
