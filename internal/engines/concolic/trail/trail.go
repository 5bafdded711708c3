package trail

import (
	"slices"
	"strconv"

	"github.com/sextant-mbt/sextant/internal/core/path"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// A trail has its weakest precondition: the condition on the state before it, and on the inputs along it, under which the path is possible.
// Prolonging it by a move t' substitutes the updates of t' into the precondition and adds the guard of t'; so each prolongation is one
// substitution, however long the path is, and a contradiction often shows without a solver.

// Trail is a path t :: π that ends with the target.
type Trail struct {
	Move    *sts.Move
	Rest    *Trail // π
	Length  int
	Control []int        // the location of each machine before the path; -1 is any
	Params  []*term.Term // the parameters of the first move, as variables of their own
	Need    []*term.Term // over the slots and the parameters along the path
	Calls   []smt.Call   // of known externs

	Weight   Distribution
	Consumed float64 // C
	Gained   bool    // the first move consumed something: C_π < C_{t::π}
	Feeds    bool    // inputs of the first move flow into a guard between it and the target

	between  Distribution // weight 1 for each variable of a guard before the target's, propagated like Weight
	messages []message    // put into queues and taken out along the path, in order
}

// Target returns the last move.
func (t *Trail) Target() *sts.Move {
	for t.Rest != nil {
		t = t.Rest
	}
	return t.Move
}

// Moves returns the moves of the trail, the target last.
func (t *Trail) Moves() []*sts.Move {
	var out []*sts.Move
	for ; t != nil; t = t.Rest {
		out = append(out, t.Move)
	}
	return out
}

// Builder makes trails. It keeps the moves with renamed parameters, by their distance from the target. It belongs to one
// goroutine.
type Builder struct {
	system  *sts.System
	depends *Dependencies
	knows   func(*sts.Extern) bool
	renamed map[renamedKey]*renamedMove
	into    [][][]*sts.Move // by machine and location: the moves that end there
	senders []*sts.Move     // the moves that put messages into queues
}

type renamedKey struct{ move, distance int }

// renamedMove is a move whose parameters have names of their own.
type renamedMove struct {
	*path.Back
	guard    []*term.Term // with all safety conditions
	calls    []smt.Call   // of known externs
	messages []message
}

// NewBuilder returns a builder for the trails of a system; knows reports whether results of an extern are known, and may be nil.
func NewBuilder(s *sts.System, d *Dependencies, knows func(*sts.Extern) bool) *Builder {
	b := &Builder{system: s, depends: d, knows: knows, renamed: map[renamedKey]*renamedMove{}}
	for _, m := range s.Machines {
		b.into = append(b.into, make([][]*sts.Move, len(m.Locations)))
	}
	for _, m := range s.Moves() {
		for _, t := range m.Parts {
			b.into[t.Machine][t.To] = append(b.into[t.Machine][t.To], m)
		}
		if len(m.Enqueue) > 0 {
			b.senders = append(b.senders, m)
		}
	}
	return b
}

// Control returns the locations of the machines of a move before it; -1 is any.
func Control(s *sts.System, m *sts.Move) []int {
	out := slices.Repeat([]int{-1}, len(s.Machines))
	for _, t := range m.Parts {
		out[t.Machine] = t.From
	}
	return out
}

// Start returns the trail of the target alone; false if it is contradictory as written.
func (b *Builder) Start(m *sts.Move) (*Trail, bool) {
	t := &Trail{Move: m, Length: 1, Control: Control(b.system, m), Weight: b.depends.Initial(m)}
	return t, b.prepend(t, m, &Trail{})
}

// Extend prolongs a trail by a move before it; false if that is contradictory as written, or exceeds the capacity of queues.
func (b *Builder) Extend(t *Trail, m *sts.Move) (*Trail, bool) {
	out := &Trail{Move: m, Rest: t, Length: t.Length + 1, Control: slices.Clone(t.Control)}
	for _, part := range m.Parts {
		out.Control[part.Machine] = part.From
	}
	var gain, fed float64
	out.Weight, gain = b.depends.Back(m, t.Weight)
	out.Consumed, out.Gained = t.Consumed+gain, gain > 0
	out.between, fed = b.depends.Back(m, t.between)
	out.between, out.Feeds = b.depends.weigh(m, out.between), fed > 0
	return out, b.prepend(out, m, t)
}

// Extensions returns the trails that prolong a trail by one move. The move ends at a location where one of the trail's machines must be, or
// puts a message into a queue from which the trail takes one. Other moves of other machines can come in between; they matter only through
// shared variables, and are left to the long-range search.
func (b *Builder) Extensions(t *Trail) []*Trail {
	var moves []*sts.Move
	add := func(m *sts.Move) {
		if endsAt(m, t.Control) && !slices.Contains(moves, m) {
			moves = append(moves, m)
		}
	}
	for machine, location := range t.Control {
		if location < 0 {
			continue
		}
		for _, m := range b.into[machine][location] {
			add(m)
		}
	}
	for _, m := range b.senders {
		if t.takesFrom(m) {
			add(m)
		}
	}
	var out []*Trail
	for _, m := range moves {
		if longer, ok := b.Extend(t, m); ok {
			out = append(out, longer)
		}
	}
	return out
}

// endsAt reports whether a move ends at the locations where the machines must be.
func endsAt(m *sts.Move, control []int) bool {
	return !slices.ContainsFunc(m.Parts, func(t *sts.Transition) bool {
		return control[t.Machine] >= 0 && control[t.Machine] != t.To
	})
}

// prepend computes the conditions before a move under which the needs of the rest of the trail hold after it.
func (b *Builder) prepend(t *Trail, m *sts.Move, rest *Trail) bool {
	r := b.rename(m, t.Length)
	t.Params = r.Params
	var ok bool
	if t.Need, ok = term.Conjoin(r.guard, r.Before(rest.Need)); !ok {
		return false
	}
	t.Calls = slices.Clone(r.calls)
	for _, c := range rest.Calls {
		c.Args = r.Before(c.Args)
		t.Calls = append(t.Calls, c)
	}
	t.messages = slices.Clone(r.messages)
	for _, msg := range rest.messages {
		msg.items = r.Before(msg.items)
		t.messages = append(t.messages, msg)
	}
	return queuesHold(t.messages)
}

// rename gives the parameters of a move names for its distance from the target, as in x@-3.
func (b *Builder) rename(m *sts.Move, distance int) *renamedMove {
	key := renamedKey{m.ID, distance}
	if b.renamed[key] == nil {
		b.renamed[key] = b.renameNew(m, "@-"+strconv.Itoa(distance))
	}
	return b.renamed[key]
}

func (b *Builder) renameNew(m *sts.Move, suffix string) *renamedMove {
	r := &renamedMove{Back: path.NewBack(b.system, m, func(p sts.Param) string { return p.Name + suffix })}
	r.guard = r.Own(m.Needs()...)
	for _, c := range m.Calls {
		if b.knows != nil && b.knows(c.Extern) {
			r.calls = append(r.calls, smt.Call{Function: c.Extern.Name, Args: r.Own(c.Args...), Results: term.Pick(r.Params, c.Results)})
		}
	}
	if m.Dequeue != nil {
		r.messages = append(r.messages, message{channel: m.Dequeue, taken: true, items: term.Pick(r.Params, m.DequeueArgs)})
	}
	for _, msg := range m.Enqueue {
		r.messages = append(r.messages, message{channel: msg.Channel, items: r.Own(msg.Args...)})
	}
	return r
}
