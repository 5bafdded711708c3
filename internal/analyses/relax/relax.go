// Package relax makes the system in which steps with model errors are taken, to find transitions that are reached only through one.
//
// Vocabulary:
//
//	strict    the declared system: steps with a model error are not taken
//	relaxed   the system in which they are taken
//	twin      a transition of the relaxed system that stands for the steps of another with a model error
//
// In the relaxed system variables and queues of integers have no bounds, so a value out of range is stored. A twin is taken where its
// original would divide by zero, leave an array, or pass a value out of range; the values that the original would write or send are then
// arbitrary.
package relax

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/language/compile"
)

// mark ends the name of a twin; no other name has it.
const mark = "!"

// System returns the relaxed system of a model that was read from a path with certain constants. Its slots are those of the strict one.
func System(m *compile.Model, path string, consts map[string]string) *sts.System {
	out := compiled(m, path, consts)
	if out == nil || len(out.Slots) != len(m.System.Slots) {
		out = m.System
	}
	return withTwins(out)
}

// compiled compiles the texts without bounds; nil if that gives errors.
func compiled(m *compile.Model, path string, consts map[string]string) *sts.System {
	texts := widened(m.Files)
	read := func(name string) ([]byte, error) { return []byte(texts[name]), nil }
	wide, err := compile.Load(path, compile.Options{Consts: consts, ReadFile: read}, &diag.List{})
	if err != nil {
		return nil
	}
	return wide.System
}

// Original returns the name of the transition that a name of the relaxed system stands for, and whether it is that of a twin.
func Original(name string) (string, bool) { return strings.CutSuffix(name, mark) }

// withTwins copies a system, and adds a twin to each transition that may run into a model error.
func withTwins(from *sts.System) *sts.System {
	out := from.Copy()
	out.Invariants = nil
	for _, m := range out.Machines {
		for _, t := range m.Transitions {
			if guard := mayFail(from.Store, t); !guard.IsFalse() {
				m.Transitions = append(m.Transitions, twin(from, t, guard))
			}
		}
	}
	out.Link()
	return out
}

// mayFail is the condition under which a transition runs into a model error: in its guard, or after it.
func mayFail(s *term.Store, t *sts.Transition) *term.Term {
	inGuard := s.Not(s.And(sts.Conditions(t.GuardSafety)...))
	after := s.Not(s.And(sts.Conditions(t.StepSafety)...))
	return s.Or(inGuard, s.And(t.Guard, after))
}

// twin is taken under a condition, and writes and sends anything.
func twin(system *sts.System, t *sts.Transition, guard *term.Term) *sts.Transition {
	out := &sts.Transition{Name: t.Name + mark, Machine: t.Machine, From: t.From, To: t.To, Span: t.Span, Params: slices.Clone(t.Params),
		Receive: t.Receive, ReceiveArgs: t.ReceiveArgs, Guard: guard, Event: t.Event}
	for i := range out.Params {
		if out.Params[i].Kind == sts.Returned {
			out.Params[i].Kind = sts.Chosen
		}
	}
	anything := func(sort *term.Sort) *term.Term {
		name := t.Name + mark + strconv.Itoa(len(out.Params))
		v := system.Store.Var(name, sort)
		out.Params = append(out.Params, sts.Param{Name: name, Kind: sts.Chosen, Sort: sort, Term: v})
		return v
	}
	for _, u := range t.Updates {
		out.Updates = append(out.Updates, sts.Update{Slot: u.Slot, Value: anything(system.Slots[u.Slot].Sort)})
	}
	out.Guard = system.Store.And(guard, normalAfter(system, out.Updates))
	for _, m := range t.Sends {
		sent := sts.Message{Channel: m.Channel}
		for _, p := range m.Channel.Payload {
			for _, leaf := range p.Leaves() {
				sent.Args = append(sent.Args, anything(leaf.Sort))
			}
		}
		out.Sends = append(out.Sends, sent)
	}
	return out
}

// normalAfter is the condition that the state after updates is in normal form, as far as these change it.
func normalAfter(s *sts.System, updates []sts.Update) *term.Term {
	by := s.Assigned(updates)
	var out []*term.Term
	for _, c := range s.Typed {
		if after := s.Store.Substitute(c, by); after != c {
			out = append(out, after)
		}
	}
	return s.Store.And(out...)
}
