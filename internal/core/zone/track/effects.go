package track

import (
	"encoding/binary"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// table has what was read from a term, for each combination of values of the slots that the term mentions.
type table[T any] struct {
	term  *term.Term
	slots []int
	rows  map[string]T
	one   []*T // by number of the value, if it mentions a single slot
}

func newTable[T any](g *Graph, t *term.Term) *table[T] {
	out := &table[T]{term: t, rows: map[string]T{}}
	for _, v := range t.Vars() {
		if slot, isSlot := g.space.data[v]; isSlot {
			out.slots = append(out.slots, slot)
		}
	}
	return out
}

// at returns what the term says where slots have the values of a place; it is read if that was not done before.
func (t *table[T]) at(g *Graph, values []int, read func(*term.Term) T) T {
	if len(t.slots) == 1 {
		return t.atOne(g, values, read)
	}
	key := g.key[:0]
	for _, slot := range t.slots {
		key = binary.AppendUvarint(key, uint64(values[slot]))
	}
	g.key = key
	row, known := t.rows[string(key)]
	if !known {
		text := string(key) // reading may use the buffer
		row = read(t.with(g, values))
		t.rows[text] = row
	}
	return row
}

func (t *table[T]) atOne(g *Graph, values []int, read func(*term.Term) T) T {
	n := values[t.slots[0]]
	for len(t.one) <= n {
		t.one = append(t.one, nil)
	}
	if t.one[n] == nil {
		row := read(t.with(g, values))
		t.one[n] = &row
	}
	return *t.one[n]
}

// with is the term with the values of slots put in.
func (t *table[T]) with(g *Graph, values []int) *term.Term {
	by := map[*term.Term]*term.Term{}
	for _, slot := range t.slots {
		by[g.space.system.Slots[slot].Term] = g.terms[slot][values[slot]]
	}
	return g.space.system.Simplified(g.space.system.Store.Substitute(t.term, by))
}

// conditions is what a condition says about clocks where the data are known.
type conditions struct {
	bounds     []bound
	impossible bool
	atOnce     bool
	unknown    bool // it is not a conjunction of bounds
}

// join adds further conditions.
func (c *conditions) join(o conditions) {
	c.bounds = append(c.bounds, o.bounds...)
	c.impossible, c.atOnce, c.unknown = c.impossible || o.impossible, c.atOnce || o.atOnce, c.unknown || o.unknown
}

// reader returns a function that reads conditions. The clocks stand for their values before or after the delay, which may be nil if it is not
// mentioned.
func (g *Graph) reader(delay *term.Term, later bool) func(*term.Term) conditions {
	return func(t *term.Term) conditions {
		r := &reading{Space: g.space, delay: delay, later: later}
		r.open = true
		known := r.conjunction(t) && (r.open || r.impossible)
		return conditions{bounds: r.action.conditions, impossible: r.impossible, atOnce: r.atOnce, unknown: !known}
	}
}

// findStays makes the tables of the conditions under which time passes.
func (g *Graph) findStays() {
	s := g.space.system
	for _, m := range s.Machines {
		at := make([]*table[conditions], len(m.Locations))
		for l := range m.Locations {
			if while := m.Locations[l].While; while != nil {
				at[l] = newTable[conditions](g, while)
			}
		}
		g.stays = append(g.stays, at)
	}
	g.meeting = newTable[conditions](g, s.UrgentMeeting())
}

// stay returns the conditions under which time passes in a place.
func (g *Graph) stay(p *Place) (out conditions) {
	read := g.reader(nil, true)
	for i, l := range p.Locations {
		if t := g.stays[i][l]; t != nil {
			out.join(t.at(g, p.values, read))
		}
		if g.space.system.Machines[i].Locations[l].Urgency != sts.Ordinary {
			out.atOnce = true
		}
	}
	meeting := g.meeting.at(g, p.values, read)
	out.atOnce = out.atOnce || !meeting.impossible
	out.unknown = out.unknown || meeting.unknown
	return out
}

// plan is a move with the tables of its conditions and effects.
type plan struct {
	move        *sts.Move
	terms       bool // it cannot be followed without terms
	delay       *term.Term
	guard       []*table[conditions]
	guardSafety []*table[conditions]
	stepSafety  []*table[conditions]
	clocks      []clockUpdate
	data        []dataUpdate
}

// clockUpdate is a new value of a clock.
type clockUpdate struct {
	clock int
	value *table[clockValue]
}

// clockValue is the value as an assignment; known unless it is no clock plus a number.
type clockValue struct {
	assignments
	known bool
}

// assignments are those of clocks to others, and of numbers.
type assignments struct{ copies, resets []assignment }

// dataUpdate is a new value of another slot: its number; 0 if it is not known.
type dataUpdate struct {
	slot  int
	value *table[int]
}

// plan returns the plan of a move.
func (g *Graph) plan(m *sts.Move) *plan {
	if g.moves[m.ID] == nil {
		g.moves[m.ID] = g.newPlan(m)
	}
	return g.moves[m.ID]
}

func (g *Graph) newPlan(m *sts.Move) *plan {
	p := &plan{move: m, terms: len(m.Params) != 1 || m.DelayParam() != 0 || len(m.Calls) > 0 || m.Dequeue != nil || len(m.Enqueue) > 0}
	if p.terms {
		return p
	}
	p.delay = m.Params[0].Term
	for _, c := range m.Conjuncts() {
		p.guard = append(p.guard, g.condition(c))
	}
	for _, o := range m.GuardSafety {
		p.guardSafety = append(p.guardSafety, g.condition(o.Cond))
	}
	for _, o := range m.StepSafety {
		p.stepSafety = append(p.stepSafety, g.condition(o.Cond))
	}
	for _, u := range m.Updates {
		if x := g.space.clocks[g.space.system.Slots[u.Slot].Term]; x > 0 {
			p.clocks = append(p.clocks, clockUpdate{x, newTable[clockValue](g, u.Value)})
		} else {
			p.data = append(p.data, dataUpdate{u.Slot, newTable[int](g, u.Value)})
		}
	}
	return p
}

// condition returns the table of a condition, which many moves may have.
func (g *Graph) condition(c *term.Term) *table[conditions] {
	if g.conditions[c] == nil {
		g.conditions[c] = newTable[conditions](g, c)
	}
	return g.conditions[c]
}

// invariant returns the table of a condition on states.
func (g *Graph) invariant(c *term.Term) *table[conditions] {
	if g.invariants[c] == nil {
		g.invariants[c] = newTable[conditions](g, c)
	}
	return g.invariants[c]
}

// step returns the effect of a move from a place.
func (g *Graph) step(from *Place, m *sts.Move) Step {
	p := g.plan(m)
	unknown := Step{Move: m}
	if p.terms || !g.safe(from, p, p.guardSafety) {
		return unknown
	}
	var guard conditions
	read := g.reader(p.delay, false)
	for _, t := range p.guard {
		guard.join(t.at(g, from.values, read))
		if guard.impossible {
			return Step{Move: m, Impossible: true}
		}
	}
	if guard.unknown || guard.atOnce && !from.stay.atOnce || !g.safe(from, p, p.stepSafety) {
		return unknown
	}
	a := action{known: true, open: true, atOnce: from.stay.atOnce, conditions: guard.bounds}
	if !g.assign(from, p, &a) {
		return unknown
	}
	values, known := g.update(from, p)
	if !known {
		return unknown
	}
	return Step{Move: m, To: g.place(m.Target(from.Locations), values, from.Counts, from.queues), action: a}
}

// safe reports whether conditions hold in a place whatever the clocks are.
func (g *Graph) safe(from *Place, p *plan, all []*table[conditions]) bool {
	read := g.reader(p.delay, false)
	return !slices.ContainsFunc(all, func(t *table[conditions]) bool {
		c := t.at(g, from.values, read)
		return c.unknown || c.impossible || c.atOnce || len(c.bounds) > 0
	})
}

// assign finds the assignments of clocks, and reports whether they are known.
func (g *Graph) assign(from *Place, p *plan, a *action) bool {
	for _, u := range p.clocks {
		value := u.value.at(g, from.values, func(t *term.Term) clockValue {
			r := &reading{Space: g.space, delay: p.delay}
			known := r.assign(u.clock, t)
			return clockValue{assignments{r.copies, r.resets}, known}
		})
		if !value.known {
			return false
		}
		a.copies, a.resets = append(a.copies, value.copies...), append(a.resets, value.resets...)
	}
	r := &reading{action: *a}
	return !slices.ContainsFunc(r.copies, r.fromAssigned)
}

// update returns the values of slots after a move, if they are known.
func (g *Graph) update(from *Place, p *plan) (values []int, known bool) {
	values = from.values
	for _, u := range p.data {
		n := u.value.at(g, from.values, func(t *term.Term) int {
			if !t.IsConst() {
				return 0
			}
			return g.number(u.slot, t)
		})
		if n == 0 {
			return nil, false
		}
		if values[u.slot] != n {
			if &values[0] == &from.values[0] {
				values = slices.Clone(values)
			}
			values[u.slot] = n
		}
	}
	return values, true
}
