package core

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/sts"
)

// Validation of machines, transitions and moves.

func (v *validator) machine(index int, m *sts.Machine, names map[string]bool) {
	if m.Initial < 0 || m.Initial >= len(m.Locations) {
		v.fail("machine "+m.Name, "the initial location is %d of %d", m.Initial, len(m.Locations))
	}
	locations := map[string]bool{}
	for _, l := range m.Locations {
		v.once(locations, "location of machine "+m.Name, l.Name)
		if l.While != nil {
			v.condition("location "+l.Name, l.While, v.slots)
		}
	}
	for _, t := range m.Transitions {
		v.once(names, "transition", t.Name)
		if t.Machine != index || v.system.Transitions()[t.ID] != t {
			v.fail(t.Name, "it is number %d of machine %d, not of %d", t.ID, t.Machine, index)
		}
		if min(t.From, t.To) < 0 || max(t.From, t.To) >= len(m.Locations) {
			v.fail(t.Name, "from %d to %d of %d locations", t.From, t.To, len(m.Locations))
		}
		v.transition(t)
	}
}

func (v *validator) transition(t *sts.Transition) {
	known := v.slots.params(t.Params)
	v.params(t.Name, t.Params)
	if t.Receive == nil && len(t.ReceiveArgs) > 0 {
		v.fail(t.Name, "it has payload but receives nothing")
	}
	if t.Receive != nil {
		kind := sts.Received
		if t.Receive.Capacity > 0 {
			kind = sts.Dequeued
		}
		v.carried(t.Name, t.Receive, t.Params, t.ReceiveArgs, kind)
	}
	v.effects(t.Name, effects{t.Params, t.Calls, t.GuardSafety, t.StepSafety, t.Updates, t.Sends}, known)
	v.condition(t.Name+": guard", t.Guard, known)
	for _, r := range t.Rivals {
		v.condition(t.Name+": rival "+r.Transition.Name, r.Refused, known)
		v.obligations(t.Name+": rival "+r.Transition.Name, r.Safety, known)
	}
}

// params checks that parameters are distinct variables of their own.
func (v *validator) params(where string, params []sts.Param) {
	names, terms := map[string]bool{}, vocabulary{}
	for _, p := range params {
		v.once(names, where+": parameter", p.Name)
		v.variable(where+": "+p.Name, p.Term, p.Sort)
		if terms[p.Term] || v.slots[p.Term] {
			v.fail(where, "%s is not a variable of its own", p.Term)
		}
		terms[p.Term] = true
	}
}

// carried checks the parameters that hold a payload.
func (v *validator) carried(where string, c *sts.Channel, params []sts.Param, indices []int, kind sts.ParamKind) {
	var leaves []sts.Leaf
	for _, t := range c.Payload {
		leaves = append(leaves, t.Leaves()...)
	}
	if len(indices) != len(leaves) {
		v.fail(where, "%d scalars of %s, not %d", len(indices), c.Name, len(leaves))
		return
	}
	for i, k := range indices {
		if k < 0 || k >= len(params) || params[k].Kind != kind || !params[k].Sort.Same(leaves[i].Sort) {
			v.fail(where, "scalar %d of %s is not parameter %d", i, c.Name, k)
		}
	}
}

// effects is what transitions and moves have in common.
type effects struct {
	params      []sts.Param
	calls       []sts.Call
	guardSafety []sts.Obligation
	stepSafety  []sts.Obligation
	updates     []sts.Update
	sends       []sts.Message
}

func (v *validator) effects(where string, e effects, known vocabulary) {
	v.calls(where, e.params, e.calls)
	v.obligations(where, e.guardSafety, known)
	v.obligations(where, e.stepSafety, known)
	assigned := map[int]bool{}
	for _, u := range e.updates {
		if u.Slot < 0 || u.Slot >= len(v.system.Slots) || assigned[u.Slot] {
			v.fail(where, "slot %d is assigned twice or does not exist", u.Slot)
			continue
		}
		assigned[u.Slot] = true
		slot := v.system.Slots[u.Slot]
		if v.frozen[slot.Term] {
			v.fail(where, "%s is frozen but assigned", slot.Name)
		}
		v.term(where+": "+slot.Name, u.Value, slot.Sort, known)
	}
	for _, m := range e.sends {
		if m.Channel.Direction == sts.Input || !slices.Contains(v.system.Channels, m.Channel) {
			v.fail(where, "%s cannot be sent to", m.Channel.Name)
		}
		v.row(where+": payload of "+m.Channel.Name, m.Args, m.Channel.Payload, known)
	}
}

// calls checks that the arguments of a call mention only results of calls before it, and that each result is its own.
func (v *validator) calls(where string, params []sts.Param, calls []sts.Call) {
	known := v.slots.with()
	for _, p := range params {
		if p.Kind != sts.Returned {
			known[p.Term] = true
		}
	}
	for _, c := range calls {
		types := make([]*sts.Type, len(c.Extern.Params))
		for i, p := range c.Extern.Params {
			types[i] = p.Type
		}
		v.row(where+": call of "+c.Extern.Name, c.Args, types, known)
		leaves := c.Extern.Result.Leaves()
		if len(c.Results) != len(leaves) {
			v.fail(where, "%s returns %d scalars, not %d", c.Extern.Name, len(leaves), len(c.Results))
			continue
		}
		for i, r := range c.Results {
			if r < 0 || r >= len(params) || params[r].Kind != sts.Returned || known[params[r].Term] || !params[r].Sort.Same(leaves[i].Sort) {
				v.fail(where, "result %d of %s is not parameter %d", i, c.Extern.Name, r)
				continue
			}
			known[params[r].Term] = true
		}
	}
	for _, p := range params {
		if !known[p.Term] {
			v.fail(where, "no call returns %s", p.Name)
		}
	}
}

func (v *validator) move(index int, m *sts.Move) {
	known := v.slots.params(m.Params)
	if m.ID != index {
		v.fail(m.Name, "it is number %d, not %d", index, m.ID)
	}
	v.parts(m)
	v.params(m.Name, m.Params)
	v.condition(m.Name+": guard", m.Guard, known)
	v.condition(m.Name+": enabled", m.Enabled, v.slots)
	sends := append(append([]sts.Message(nil), m.Outputs...), m.Enqueue...)
	v.effects(m.Name, effects{m.Params, m.Calls, m.GuardSafety, m.StepSafety, m.Updates, sends}, known)
	if m.Input != nil {
		v.carried(m.Name, m.Input, m.Params, m.InputArgs, sts.Received)
	}
	if m.Dequeue != nil {
		v.carried(m.Name, m.Dequeue, m.Params, m.DequeueArgs, sts.Dequeued)
	}
	for _, p := range m.Params {
		if p.Kind == sts.Received && m.Input == nil || p.Kind == sts.Dequeued && m.Dequeue == nil {
			v.fail(m.Name, "%s is received from nowhere", p.Name)
		}
	}
	for _, msg := range m.Outputs {
		if msg.Channel.Direction != sts.Output {
			v.fail(m.Name, "%s is no output", msg.Channel.Name)
		}
	}
	for _, msg := range m.Enqueue {
		if msg.Channel.Capacity == 0 {
			v.fail(m.Name, "%s has no queue", msg.Channel.Name)
		}
	}
}

// rendezvous is the message that a transition sends to other machines without a queue, or nil.
func rendezvous(t *sts.Transition) *sts.Message {
	i := slices.IndexFunc(t.Sends, func(m sts.Message) bool { return m.Channel.Direction == sts.Internal && m.Channel.Capacity == 0 })
	if i < 0 {
		return nil
	}
	return &t.Sends[i]
}

// parts checks that a move is one transition, or a sender and receivers of other machines: one of them, unless it is a broadcast.
func (v *validator) parts(m *sts.Move) {
	first := m.Parts[0]
	sent := rendezvous(first)
	switch {
	case len(m.Parts) == 1 && sent != nil && !sent.Channel.Broadcast:
		v.fail(m.Name, "it sends to %s but no machine receives", sent.Channel.Name)
	case len(m.Parts) == 1 && sent == nil:
		if r := first.Receive; r != nil && r != m.Input && r != m.Dequeue {
			v.fail(m.Name, "what it receives from %s comes from nowhere", r.Name)
		}
	case sent == nil || len(m.Parts) != 2 && !sent.Channel.Broadcast || slices.ContainsFunc(m.Parts[1:], func(t *sts.Transition) bool {
		return t.Receive != sent.Channel || t.Machine == first.Machine
	}):
		v.fail(m.Name, "its parts do not meet")
	case first.Receive != m.Input && first.Receive != m.Dequeue:
		v.fail(m.Name, "what %s receives is lost", first.Name)
	}
}
