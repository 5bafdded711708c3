package concolic

import (
	"slices"
	"strconv"

	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// Trails: paths that end with a target, prolonged backwards. A trail knows its weakest precondition: what must hold of the
// state before it, and of the inputs along it, for the path to be possible. Prolonging it by a move t' substitutes the updates
// of t' into the precondition and adds the guard of t'; so each prolongation is one substitution, however long the path is,
// and a contradiction often shows without a solver.
//
// Where the trail starts in a stored configuration, the values of the configuration are put in the place of the variables.
// What is left speaks about inputs only, and most of it simplifies away. Configurations that differ in nothing that matters
// leave the same term, so they are asked about once; and since the inputs of the trail have the same names for all of them,
// the alternatives are one disjunction, which is one question to the solver.

// trail is a path t :: π that ends with the target.
type trail struct {
	move    *sts.Move
	rest    *trail // π
	length  int
	control []int        // where each machine must stand before the path; -1 is anywhere
	params  []*term.Term // the parameters of the first move, as variables of their own
	need    []*term.Term // over the slots and the parameters along the path
	calls   []smt.Call   // of externs that something is known of

	messages []message // put into queues and taken out along the path, in order

	weight   Distribution
	consumed float64 // C
	gained   bool    // the first move consumed something: C_π < C_{t::π}
}

// backward prolongs trails. It keeps the moves with renamed parameters, by how far they are from the target.
type backward struct {
	*campaign
	renamed map[[2]int]*renamedMove
	into    [][]*sts.Move // the moves that end at a location, for all locations of all machines
	key     []int         // by machine: index of its first location in into
	senders []*sts.Move   // the moves that put messages into queues
}

// renamedMove is a move whose parameters have names of their own.
type renamedMove struct {
	params   []*term.Term
	guard    []*term.Term              // with all safety conditions
	updates  map[*term.Term]*term.Term // by the variables that are assigned
	args     [][]*term.Term
	messages []message
	past     map[*term.Term]*term.Term // terms that were pulled back over the move before
}

// maxPast bounds how many terms a move remembers.
const maxPast = 10_000

func newBackward(c *campaign) *backward {
	b := &backward{campaign: c, renamed: map[[2]int]*renamedMove{}}
	total := 0
	for _, m := range c.system.Machines {
		b.key = append(b.key, total)
		total += len(m.Locations)
	}
	b.into = make([][]*sts.Move, total)
	for _, m := range c.system.Moves() {
		for _, t := range m.Parts {
			k := b.key[t.Machine] + t.To
			b.into[k] = append(b.into[k], m)
		}
		if len(m.Enqueue) > 0 {
			b.senders = append(b.senders, m)
		}
	}
	return b
}

// start is the trail of the target alone.
func (b *backward) start(m *sts.Move) (*trail, bool) {
	t := &trail{move: m, length: 1, control: controlOf(b.system, m), weight: b.depends.Initial(m)}
	return t, b.prepend(t, m, &trail{})
}

// extend prolongs a trail by a move before it; false if that is contradictory as written, or more than queues can hold.
func (b *backward) extend(t *trail, m *sts.Move) (*trail, bool) {
	out := &trail{move: m, rest: t, length: t.length + 1, control: append([]int(nil), t.control...)}
	for _, part := range m.Parts {
		out.control[part.Machine] = part.From
	}
	var gain float64
	out.weight, gain = b.depends.Back(m, t.weight)
	out.consumed, out.gained = t.consumed+gain, gain > 0
	return out, b.prepend(out, m, t)
}

// prepend computes what must hold before a move so that what the rest of the trail needs holds after it.
func (b *backward) prepend(t *trail, m *sts.Move, rest *trail) bool {
	r := b.rename(m, t.length)
	t.params = r.params
	var ok bool
	if t.need, ok = term.Conjoin(r.guard, b.pull(r, rest.need)); !ok {
		return false
	}
	t.calls = b.callsOf(m, r)
	for _, c := range rest.calls {
		c.Args = b.pull(r, c.Args)
		t.calls = append(t.calls, c)
	}
	t.messages = r.messages[:len(r.messages):len(r.messages)]
	for _, msg := range rest.messages {
		msg.items = b.pull(r, msg.items)
		t.messages = append(t.messages, msg)
	}
	return queuesHold(t.messages)
}

// pull takes terms back over a move: what it assigns replaces the variables.
func (b *backward) pull(r *renamedMove, terms []*term.Term) []*term.Term {
	out := make([]*term.Term, len(terms))
	for i, t := range terms {
		out[i] = t
		if slices.ContainsFunc(t.Vars(), func(v *term.Term) bool { return r.updates[v] != nil }) {
			out[i] = b.pullOne(r, t)
		}
	}
	return out
}

func (b *backward) pullOne(r *renamedMove, t *term.Term) *term.Term {
	if known := r.past[t]; known != nil {
		return known
	}
	if len(r.past) >= maxPast {
		clear(r.past)
	}
	r.past[t] = b.system.Store.Substitute(t, r.updates)
	return r.past[t]
}

// callsOf lists the calls of a move whose externs something is known of.
func (b *backward) callsOf(m *sts.Move, r *renamedMove) []smt.Call {
	var out []smt.Call
	for i, call := range m.Calls {
		if !b.knows(call.Extern) {
			continue
		}
		results := make([]*term.Term, len(call.Results))
		for k, p := range call.Results {
			results[k] = r.params[p]
		}
		out = append(out, smt.Call{Function: call.Extern.Name, Args: r.args[i], Results: results})
	}
	return out
}

// rename gives the parameters of a move names for its distance from the target, as in x@-3.
func (b *backward) rename(m *sts.Move, distance int) *renamedMove {
	key := [2]int{m.ID, distance}
	if b.renamed[key] == nil {
		b.renamed[key] = b.renameNew(m, distance)
	}
	return b.renamed[key]
}

func (b *backward) renameNew(m *sts.Move, distance int) *renamedMove {
	r := &renamedMove{updates: map[*term.Term]*term.Term{}, past: map[*term.Term]*term.Term{}}
	var params []*term.Term
	for _, p := range m.Params {
		params = append(params, p.Term)
		r.params = append(r.params, b.system.Store.Var(p.Name+"@-"+strconv.Itoa(distance), p.Sort))
	}
	rename := func(terms ...*term.Term) []*term.Term {
		return b.system.Store.Compile(terms, params).Symbolic(r.params)
	}
	r.guard = rename(conditions(m)...)
	for _, u := range m.Updates {
		r.updates[b.system.Slots[u.Slot].Term] = rename(u.Value)[0]
	}
	for _, c := range m.Calls {
		r.args = append(r.args, rename(c.Args...))
	}
	var sent [][]*term.Term
	for _, msg := range m.Enqueue {
		sent = append(sent, rename(msg.Args...))
	}
	r.messages = messagesOf(m, r.params, sent)
	return r
}

// conditions are all that must hold for a move to be taken: the guard and what is safe.
func conditions(m *sts.Move) []*term.Term {
	out := m.Conjuncts()
	for _, o := range append(m.GuardSafety[:len(m.GuardSafety):len(m.GuardSafety)], m.StepSafety...) {
		out = append(out, o.Cond)
	}
	return out
}

// before lists the moves that can come right before a trail: those that end where one of its machines must stand, and those that
// put a message into a queue from which the trail takes one. Other moves of other machines can come in between; they matter only
// through shared variables, and are left to the long-range search.
func (b *backward) before(t *trail) []*sts.Move {
	var out []*sts.Move
	for machine, location := range t.control {
		if location < 0 {
			continue
		}
		for _, m := range b.into[b.key[machine]+location] {
			if fitsControl(m, t.control) && !slices.Contains(out, m) {
				out = append(out, m)
			}
		}
	}
	for _, m := range b.senders {
		if t.takesFrom(m) && fitsControl(m, t.control) && !slices.Contains(out, m) {
			out = append(out, m)
		}
	}
	return out
}

// fitsControl tells whether a move ends where the machines must stand.
func fitsControl(m *sts.Move, control []int) bool {
	for _, t := range m.Parts {
		if control[t.Machine] >= 0 && control[t.Machine] != t.To {
			return false
		}
	}
	return true
}

// moves lists the moves of the trail, the target last.
func (t *trail) moves() []*sts.Move {
	var out []*sts.Move
	for ; t != nil; t = t.rest {
		out = append(out, t.move)
	}
	return out
}
