package core

import (
	"fmt"
	"strings"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// The text form of the core: everything that analyses read, in a fixed order, one fact per line. It is for golden tests and
// for people who want to see what became of their model; nothing reads it back.

// Text prints a system.
func Text(s *sts.System) string {
	p := &corePrinter{system: s}
	p.line(0, "system %s", s.Name)
	p.state()
	p.externs()
	for _, m := range s.Machines {
		p.machine(m)
	}
	for _, m := range s.Moves() {
		p.move(m)
	}
	p.conditions()
	return p.String()
}

type corePrinter struct {
	strings.Builder
	system *sts.System
}

func (p *corePrinter) line(depth int, format string, args ...any) {
	p.WriteString(strings.Repeat("  ", depth))
	fmt.Fprintf(p, format, args...)
	p.WriteByte('\n')
}

// state prints slots and channels.
func (p *corePrinter) state() {
	frozen := make([]bool, len(p.system.Slots))
	for _, v := range p.system.Vars {
		for i := range v.Type.Size() {
			frozen[v.First+i] = v.Frozen
		}
	}
	for i, slot := range p.system.Slots {
		word, init := "slot", ""
		if frozen[i] {
			word = "frozen"
		}
		if slot.Init != nil {
			init = " = " + slot.Init.String()
		}
		p.line(0, "%s %s: %s%s", word, slot.Name, slot.Sort, init)
	}
	for _, c := range p.system.Channels {
		fifo := ""
		if c.Capacity > 0 {
			fifo = fmt.Sprintf(" fifo %d as queue %d", c.Capacity, c.Queue)
		}
		p.line(0, "%s %s(%s)%s", c.Direction, c.Name, p.payload(c), fifo)
	}
	if !p.system.Assume.IsTrue() {
		p.line(0, "assume %s", p.system.Assume)
	}
}

func (p *corePrinter) payload(c *sts.Channel) string {
	parts := make([]string, len(c.Payload))
	for i, t := range c.Payload {
		parts[i] = t.String()
		if c.Names[i] != "" {
			parts[i] = c.Names[i] + ": " + parts[i]
		}
	}
	return strings.Join(parts, ", ")
}

func (p *corePrinter) externs() {
	for _, x := range p.system.Externs {
		params := make([]string, len(x.Params))
		for i, f := range x.Params {
			params[i] = f.Name + ": " + f.Type.String()
		}
		p.line(0, "extern %s(%s) -> %s", x.Name, strings.Join(params, ", "), x.Result)
		for _, t := range x.Tables {
			p.line(1, "table %s", term.Quote(t.Path))
		}
		for _, r := range x.Runners {
			p.line(1, "run %s %s", r.Kind, term.Quote(r.Spec))
		}
		for _, c := range x.Contracts {
			p.line(1, "%s", named("contract", c.Name))
			for _, b := range c.Behaviors {
				p.line(2, "%s requires %s ensures %s", named("behavior", b.Name), b.Pre, b.Post)
			}
		}
	}
}

// named is a word with a name behind it, if there is one.
func named(word, name string) string { return strings.TrimSpace(word + " " + name) }

func (p *corePrinter) machine(m *sts.Machine) {
	p.line(0, "%s", named("machine", m.Name))
	for i, l := range m.Locations {
		marks := ""
		if i == m.Initial {
			marks += " initial"
		}
		if l.Final {
			marks += " final"
		}
		p.line(1, "location %s%s", l.Name, marks)
	}
	for _, t := range m.Transitions {
		p.line(1, "transition %s: %s -> %s", t.Name, m.Locations[t.From].Name, m.Locations[t.To].Name)
		p.params(2, t.Params)
		if t.Receive != nil {
			p.line(2, "receive %s(%s)", t.Receive.Name, paramList(t.Params, t.ReceiveArgs))
		}
		p.calls(2, t.Params, t.Calls)
		p.conditionsOf(2, t.Guard, t.GuardSafety, t.StepSafety)
		for _, r := range t.Rivals {
			p.line(2, "if the queues allow %s: %s", r.Transition.Name, r.Refused)
		}
		p.updates(2, t.Updates)
		p.messages(2, "send", t.Sends)
	}
}

var paramKinds = [...]string{sts.Received: "received", sts.Chosen: "chosen", sts.Returned: "returned", sts.Dequeued: "dequeued", sts.Delay: "delay"}

func (p *corePrinter) params(depth int, params []sts.Param) {
	for _, q := range params {
		p.line(depth, "%s %s: %s as %s", paramKinds[q.Kind], q.Name, q.Sort, q.Term)
	}
}

func paramList(params []sts.Param, indices []int) string {
	parts := make([]string, len(indices))
	for i, k := range indices {
		parts[i] = params[k].Term.String()
	}
	return strings.Join(parts, ", ")
}

func (p *corePrinter) calls(depth int, params []sts.Param, calls []sts.Call) {
	for _, c := range calls {
		p.line(depth, "call %s(%s) = %s", c.Extern.Name, termList(c.Args), paramList(params, c.Results))
	}
}

func termList(ts []*term.Term) string {
	parts := make([]string, len(ts))
	for i, t := range ts {
		parts[i] = t.String()
	}
	return strings.Join(parts, ", ")
}

func (p *corePrinter) conditionsOf(depth int, guard *term.Term, guardSafety, stepSafety []sts.Obligation) {
	if !guard.IsTrue() {
		p.line(depth, "guard %s", guard)
	}
	for _, o := range guardSafety {
		p.line(depth, "guard safe from %s if %s", o.Kind, o.Cond)
	}
	for _, o := range stepSafety {
		p.line(depth, "step safe from %s if %s", o.Kind, o.Cond)
	}
}

func (p *corePrinter) updates(depth int, updates []sts.Update) {
	for _, u := range updates {
		p.line(depth, "%s := %s", p.system.Slots[u.Slot].Name, u.Value)
	}
}

func (p *corePrinter) messages(depth int, word string, messages []sts.Message) {
	for _, m := range messages {
		p.line(depth, "%s %s(%s)", word, m.Channel.Name, termList(m.Args))
	}
}

// move prints what a move of one transition adds to it, and all of a meeting.
func (p *corePrinter) move(m *sts.Move) {
	p.line(0, "move %s", m.Name)
	if len(m.Parts) > 1 || m.DelayParam() >= 0 {
		p.params(1, m.Params)
		p.calls(1, m.Params, m.Calls)
		p.conditionsOf(1, m.Guard, m.GuardSafety, m.StepSafety)
		p.updates(1, m.Updates)
	}
	if m.Input != nil {
		p.line(1, "input %s(%s)", m.Input.Name, paramList(m.Params, m.InputArgs))
	}
	if m.Dequeue != nil {
		p.line(1, "dequeue %s(%s)", m.Dequeue.Name, paramList(m.Params, m.DequeueArgs))
	}
	p.messages(1, "output", m.Outputs)
	p.messages(1, "enqueue", m.Enqueue)
	p.line(1, "enabled if %s", m.Enabled)
}

// conditions prints invariants, predicates and purposes.
func (p *corePrinter) conditions() {
	for _, n := range p.system.Invariants {
		p.line(0, "invariant %s: %s", n.Name, n.Cond)
		p.conditionsOf(1, p.system.Store.True(), nil, n.Safety)
	}
	for _, set := range p.system.Predicates {
		p.line(0, "predicates %s = { %s }", set.Name, termList(set.Conds))
	}
	for _, u := range p.system.Purposes {
		p.line(0, "purpose %s = %s", u.Name, p.purpose(u))
	}
}

func (p *corePrinter) purpose(u sts.Purpose) string {
	if u.Kind == sts.ReachLocation {
		m := p.system.Machines[u.Machine]
		return fmt.Sprintf("location %s when %s", strings.TrimPrefix(m.Name+"."+m.Locations[u.Location].Name, "."), u.Cond)
	}
	names := make([]string, len(u.Transitions))
	for i, t := range u.Transitions {
		names[i] = "*"
		if t != nil {
			names[i] = t.Name
		}
	}
	word := "transitions "
	if u.Kind == sts.FollowSequence {
		word = "sequence "
	}
	return word + strings.Join(names, ", ")
}
