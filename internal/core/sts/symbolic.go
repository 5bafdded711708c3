package sts

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Symbolic execution of moves: definition 2 of paper 1 and definition 6 of paper 2. A fresh variable carries the name of
// its parameter and the number of the step, as in cr@3, so that two paths that make the same step share their terms: paths
// of one tree are never solved together, and where they are (sets of paths), the analysis renames them first.

// SymbolicState is the part of a symbolic state (q, π, λ, κ) that a move changes: q and λ.
type SymbolicState struct {
	Locations []int
	Store     []*term.Term // λ: slot -> term over fresh variables
	Queues    []Queue[*term.Term]
}

// Count is the number of messages in a queue.
func (st *SymbolicState) Count(queue int) int { return st.Queues[queue].Count }

// SymbolicStep is a move applied to a symbolic state. It is the only way to take a step symbolically: analyses read from it the conditions of
// the step, its calls, its outputs and the state after it. Everything but the guard is computed when first needed, so a step whose guard is
// false costs no more than its guard.
type SymbolicStep struct {
	Move        *Move
	Params      []*term.Term // fresh variables, given terms, or the terms that were waiting in a queue
	Guard       []*term.Term // conjuncts
	GuardSafety []*term.Term // conditions of Move.GuardSafety

	from     *SymbolicState
	spare    []*term.Term // memory for the store after it; may be nil
	effect   SymbolicEffect
	computed bool // whether effect is computed
}

// SymbolicEffect is the result of a step.
type SymbolicEffect struct {
	State      SymbolicState
	StepSafety []*term.Term
	Outputs    []*term.Term   // scalars of the outputs, in order
	Calls      [][]*term.Term // arguments of each call
}

// SymbolicCall is an element of κ: a call of an extern, its arguments, and the terms of its result.
type SymbolicCall struct {
	Extern  *Extern
	Args    []*term.Term
	Results []*term.Term
}

// String prints the call with its argument terms, as in RISE(x@0 + 1).
func (c SymbolicCall) String() string {
	args := make([]string, len(c.Args))
	for i, a := range c.Args {
		args[i] = a.String()
	}
	return c.Extern.Name + "(" + strings.Join(args, ", ") + ")"
}

// Step applies a move to a symbolic state; depth is the length of the path before it. Known has terms for some parameters, by index, instead
// of fresh variables: received values, or real results of functions. It may be nil.
func (s *System) Step(m *Move, from *SymbolicState, depth int, known map[int]*term.Term) *SymbolicStep {
	step := s.StepValue(m, from, depth, known)
	return &step
}

// StepValue is Step for callers that take very many steps; it returns a value, which needs no allocation.
func (s *System) StepValue(m *Move, from *SymbolicState, depth int, known map[int]*term.Term) SymbolicStep {
	step := s.prepare(m, from, depth, known)
	roots, n := m.programs().guard.Symbolic(from.Store, step.Params), len(m.Conjuncts())
	step.Guard, step.GuardSafety = roots[:n:n], roots[n:]
	return step
}

// Again returns the effect and the parameters of a step that was taken before. If the step changes the store, the new one is in the memory of
// spare, if that suffices; it may be nil. The guard matters only for assumptions about collections.
func (s *System) Again(m *Move, from *SymbolicState, depth int, spare []*term.Term) (SymbolicEffect, []*term.Term) {
	var step SymbolicStep
	if slices.ContainsFunc(m.Updates, func(u Update) bool { return s.Slots[u.Slot].Sort.IsCollection() }) {
		step = s.StepValue(m, from, depth, nil)
	} else {
		step = s.prepare(m, from, depth, nil)
	}
	step.spare = spare
	return step.split(m.programs().effect.Symbolic(from.Store, step.Params)), step.Params
}

// prepare returns a step without its guard.
func (s *System) prepare(m *Move, from *SymbolicState, depth int, known map[int]*term.Term) SymbolicStep {
	params := s.Fresh(m, depth)
	if m.Dequeue != nil || len(known) > 0 {
		params = slices.Clone(params)
	}
	for i, t := range known {
		params[i] = t
	}
	for i, a := range m.DequeueArgs {
		params[a] = from.Queues[m.Dequeue.Queue].Items[i]
	}
	return SymbolicStep{Move: m, Params: params, from: from}
}

// Effect returns the result of the step.
func (b *SymbolicStep) Effect() *SymbolicEffect {
	e, _ := b.EffectWithin(context.Background()) // this context never ends
	return e
}

// EffectWithin is Effect for steps whose terms may be very large: the error is that of ctx, if it ends before.
func (b *SymbolicStep) EffectWithin(ctx context.Context) (*SymbolicEffect, error) {
	if !b.computed {
		roots, err := b.Move.programs().effect.SymbolicWithin(ctx, b.from.Store, b.Params)
		if err != nil {
			return nil, err
		}
		b.effect, b.computed = b.split(roots), true
	}
	return &b.effect, nil
}

// split distributes the results of the effect program of the move.
func (b *SymbolicStep) split(roots []*term.Term) SymbolicEffect {
	m := b.Move
	take := func(n int) []*term.Term {
		out := roots[:n:n]
		roots = roots[n:]
		return out
	}
	e := SymbolicEffect{StepSafety: take(len(m.StepSafety))}
	e.State = SymbolicState{Locations: m.Target(b.from.Locations), Store: b.from.Store}
	if len(m.Updates) > 0 {
		e.State.Store = append(b.spare[:0], b.from.Store...)
		b.update(e.State.Store, take(len(m.Updates)), e.StepSafety)
	}
	outputs := 0
	for _, msg := range m.Outputs {
		outputs += len(msg.Args)
	}
	e.Outputs = take(outputs)
	e.State.Queues = stepQueues(m, b.from.Queues, func(i int) []*term.Term { return take(len(m.Enqueue[i].Args)) })
	for _, c := range m.Calls {
		e.Calls = append(e.Calls, take(len(c.Args)))
	}
	return e
}

// update writes the values that the move assigns to a store. Collections are simplified under the conditions of the step.
func (b *SymbolicStep) update(store, values, safety []*term.Term) {
	var facts *term.Facts
	for i, v := range values {
		slot := b.Move.Updates[i].Slot
		if sort := b.Move.system.Slots[slot].Sort; sort.IsCollection() && !v.IsConst() {
			if facts == nil {
				facts = b.facts(safety)
			}
			v = facts.Assume(sort, v)
		}
		store[slot] = v
	}
}

// facts returns the conditions that hold if the step is taken; none if it cannot be taken.
func (b *SymbolicStep) facts(safety []*term.Term) *term.Facts {
	conditions, _ := term.Conjoin(b.Guard, b.GuardSafety, safety)
	return b.Move.system.Store.Facts(conditions)
}

// Needs returns all conditions for the step to be taken without a model error: the guard, its safety, and the safety of assignments and
// outputs.
func (b *SymbolicStep) Needs() []*term.Term {
	return slices.Concat(b.Guard, b.GuardSafety, b.Effect().StepSafety)
}

// Calls returns the calls of externs in the step, in the order of Move.Calls.
func (b *SymbolicStep) Calls() []SymbolicCall {
	var out []SymbolicCall
	for i, c := range b.Move.Calls {
		out = append(out, SymbolicCall{Extern: c.Extern, Args: b.Effect().Calls[i], Results: term.Pick(b.Params, c.Results)})
	}
	return out
}

// Sent returns the messages that the step sends to the tester, in order.
func (b *SymbolicStep) Sent() []Message {
	var out []Message
	rest := b.Effect().Outputs
	for _, msg := range b.Move.Outputs {
		out = append(out, Message{Channel: msg.Channel, Args: rest[:len(msg.Args)]})
		rest = rest[len(msg.Args):]
	}
	return out
}

// Own returns the variables that the step itself brings in, for parameters of the given kinds.
func (b *SymbolicStep) Own(kinds ...ParamKind) []*term.Term {
	var out []*term.Term
	for i, p := range b.Params {
		if p.Op() == term.OpVar && slices.Contains(kinds, b.Move.Params[i].Kind) {
			out = append(out, p)
		}
	}
	return out
}

// freshKey names the fresh variables of a move at a step in the system's cache.
type freshKey struct{ move, step int }

// Fresh are the variables that stand for the parameters of a move at a step.
func (s *System) Fresh(m *Move, step int) []*term.Term {
	if len(m.Params) == 0 {
		return nil
	}
	key := freshKey{m.ID, step}
	if ts, ok := s.freshCache.Load(key); ok {
		return ts.([]*term.Term)
	}
	out := make([]*term.Term, len(m.Params))
	for i, p := range m.Params {
		out[i] = s.Store.Var(p.Name+"@"+strconv.Itoa(step+1), p.Sort)
	}
	s.freshCache.Store(key, out)
	return out
}

// Fresh are the variables that stand for the parameters of the move at a step.
func (m *Move) Fresh(step int) []*term.Term { return m.system.Fresh(m, step) }

// StartSymbolic is the initial symbolic store, and the fresh variables of the slots that start symbolic (nil elsewhere).
func (s *System) StartSymbolic() (SymbolicState, []*term.Term) {
	free := make([]*term.Term, len(s.Slots))
	by := map[*term.Term]*term.Term{}
	for i, slot := range s.Slots {
		if slot.Init == nil {
			free[i] = s.Store.Var(slot.Name+"@0", slot.Sort)
			by[slot.Term] = free[i]
		}
	}
	st := SymbolicState{Locations: s.Initial(), Store: make([]*term.Term, len(s.Slots)), Queues: make([]Queue[*term.Term], s.Queues())}
	for i, slot := range s.Slots {
		if slot.Init == nil {
			st.Store[i] = free[i]
		} else {
			st.Store[i] = s.Store.Substitute(slot.Init, by)
		}
	}
	return st, free
}

// Apply substitutes the symbolic store into a condition over the slots.
func (s *System) Apply(cond *term.Term, st *SymbolicState) *term.Term {
	return s.Store.Substitute(cond, s.Bindings(cond, st))
}

// Bindings are the contents of the slots that a condition mentions. There may be thousands of others, and many conditions.
func (s *System) Bindings(cond *term.Term, st *SymbolicState) map[*term.Term]*term.Term {
	vars := cond.Vars()
	by := make(map[*term.Term]*term.Term, len(vars))
	for i, slot := range s.Slots {
		if _, mentioned := slices.BinarySearchFunc(vars, slot.Term, compareIDs); mentioned {
			by[slot.Term] = st.Store[i]
		}
	}
	return by
}

func compareIDs(a, b *term.Term) int { return cmp.Compare(a.ID(), b.ID()) }

// EnabledIn is the condition over fresh variables under which some parameters make the guard true. A message from a queue is not chosen: the
// move has to take the head.
func (m *Move) EnabledIn(st *SymbolicState) *term.Term {
	if m.Dequeue == nil {
		return m.system.Simplified(m.programs().enabled.Symbolic(st.Store)[0])
	}
	return m.system.Apply(m.enabledFor(st.Queues[m.Dequeue.Queue].Items), st)
}

// enabledFor is Enabled for a given head of the queue that the move reads.
func (m *Move) enabledFor(head []*term.Term) *term.Term {
	by := map[*term.Term]*term.Term{}
	for i, a := range m.DequeueArgs {
		by[m.Params[a].Term] = head[i]
	}
	var open []*term.Term
	for _, p := range m.Params {
		if by[p.Term] == nil {
			open = append(open, p.Term)
		}
	}
	return m.system.Some(open, m.system.substituteAll(m.Conjuncts(), by))
}

// Instantiate puts a call in the place of the formal parameters of a contract's condition, and the initial values of frozen
// constants in the place of those.
func (s *System) Instantiate(call SymbolicCall, cond *term.Term) *term.Term {
	by := map[*term.Term]*term.Term{}
	for i, v := range call.Extern.Inputs {
		by[v] = call.Args[i]
	}
	for i, v := range call.Extern.Output {
		by[v] = call.Results[i]
	}
	for _, v := range s.Vars {
		if !v.Frozen {
			continue
		}
		for i := range v.Type.Size() {
			slot := s.Slots[v.First+i]
			by[slot.Term] = s.Store.Var(slot.Name+"@0", slot.Sort)
		}
	}
	return s.Store.Substitute(cond, by)
}

// Determinism returns the condition that two calls of one extern with equal arguments have equal results (definition 9 of
// paper 2).
func Determinism(s *term.Store, a, b SymbolicCall) *term.Term {
	return s.Implies(equal(s, a.Args, b.Args), equal(s, a.Results, b.Results))
}

func equal(s *term.Store, a, b []*term.Term) *term.Term {
	parts := make([]*term.Term, len(a))
	for i := range a {
		parts[i] = s.Eq(a[i], b[i])
	}
	return s.And(parts...)
}
