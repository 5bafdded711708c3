package coretext

import (
	"strconv"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Version is the version of the form; readers refuse others.
const Version = "1"

// System returns the text of a system.
func System(s *sts.System) string {
	t := New(s)
	for i, slot := range s.Slots {
		t.slot(i, slot)
	}
	for _, m := range s.Machines {
		words := []string{"machine", strconv.Quote(m.Name), strconv.Itoa(m.Initial)}
		for _, l := range m.Locations {
			words = append(words, strconv.Quote(l.Name))
		}
		t.Line(words...)
	}
	for _, c := range s.Channels {
		if c.Capacity > 0 {
			t.Line("queue", strconv.Itoa(c.Queue), strconv.Quote(c.Name), strconv.Itoa(c.Capacity))
		}
	}
	t.condition("assume", "", s.Assume)
	for _, n := range s.Invariants {
		t.condition("invariant", strconv.Quote(n.Name), s.HoldsThroughout(&n))
	}
	for _, m := range s.Moves() {
		t.move(m)
	}
	return "(core " + Version + " " + strconv.Quote(s.Name) + ")\n" + t.String()
}

func (t *Text) slot(i int, slot sts.Slot) {
	f := t.Form("slot", nil)
	if slot.Init != nil {
		f.count(slot.Init)
	}
	f.Add(strconv.Itoa(i), strconv.Quote(slot.Name), t.Sort(slot.Sort))
	if slot.Init == nil {
		f.Add("free").End()
		return
	}
	f.Add(f.Term(slot.Init)).End()
}

func (t *Text) condition(word, name string, cond *term.Term) {
	f := t.Form(word, nil, cond)
	if name != "" {
		f.Add(name)
	}
	f.Add(f.Term(cond)).End()
}

// move writes a move: its parts, its parameters, what it demands, and what it does.
func (t *Text) move(m *sts.Move) {
	f := t.Form("move", m.Params, termsOf(m)...)
	f.Add(strconv.Quote(m.Name))
	for _, part := range m.Parts {
		f.Add("(part", strconv.Quote(part.Name), strconv.Itoa(part.Machine), strconv.Itoa(part.From), strconv.Itoa(part.To)+")")
	}
	for _, p := range m.Params {
		f.Add("(param", paramKinds[p.Kind], t.Sort(p.Sort)+")")
	}
	if m.Dequeue != nil {
		f.Add("(dequeue", strconv.Itoa(m.Dequeue.Queue)+numbers(m.DequeueArgs)+")")
	}
	for _, msg := range m.Enqueue {
		f.Add(f.Terms("enqueue "+strconv.Itoa(msg.Channel.Queue), msg.Args))
	}
	if m.HasRivals() {
		f.Add("(rivals)")
	}
	if len(m.Calls) > 0 {
		f.Add("(calls)")
	}
	f.Add(f.Terms("guard", m.Conjuncts()), f.Terms("safe", conditions(m)))
	for _, u := range m.Updates {
		f.Add("(set", strconv.Itoa(u.Slot), f.Term(u.Value)+")")
	}
	f.End()
}

var paramKinds = [...]string{sts.Received: "received", sts.Chosen: "chosen", sts.Returned: "returned", sts.Dequeued: "dequeued", sts.Delay: "delay"}

// conditions are those under which a step by the move is no model error.
func conditions(m *sts.Move) []*term.Term {
	return append(sts.Conditions(m.GuardSafety), sts.Conditions(m.StepSafety)...)
}

// termsOf lists the terms of a move that are written.
func termsOf(m *sts.Move) []*term.Term {
	out := append(m.Conjuncts(), conditions(m)...)
	for _, msg := range m.Enqueue {
		out = append(out, msg.Args...)
	}
	for _, u := range m.Updates {
		out = append(out, u.Value)
	}
	return out
}

func numbers(list []int) string {
	out := ""
	for _, n := range list {
		out += " " + strconv.Itoa(n)
	}
	return out
}
