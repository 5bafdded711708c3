package mutant

import (
	"fmt"
	"strings"

	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// Original and mutant share a Store, so terms are compared by their numbers; constants by their values, since the store does not
// keep those of a mutant that is given up. Locations, channels and moves belong to one system each; they are compared by name.

// signature tells systems of one store apart: two with the same signature behave the same.
func signature(s *sts.System) string {
	var b strings.Builder
	b.WriteString(startSignature(s))
	for _, m := range s.Moves() {
		b.WriteString(moveSignature(s, m))
		b.WriteByte('\n')
	}
	return b.String()
}

// startSignature is all that matters of the initial states.
func startSignature(s *sts.System) string {
	var b strings.Builder
	b.WriteString("assume " + number(s.Assume))
	for i, slot := range s.Slots {
		if slot.Init != nil {
			fmt.Fprintf(&b, " %d:=%s", i, number(slot.Init))
		}
	}
	b.WriteByte('\n')
	return b.String()
}

// moveSignature is all that matters of a move.
func moveSignature(s *sts.System, m *sts.Move) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s guard %s", m.Name, number(m.Guard))
	for _, t := range m.Parts {
		locations := s.Machines[t.Machine].Locations
		fmt.Fprintf(&b, " %s->%s", locations[t.From].Name, locations[t.To].Name)
	}
	writeReceived(&b, " in ", m.Input, m.InputArgs, m.Params)
	writeReceived(&b, " from ", m.Dequeue, m.DequeueArgs, m.Params)
	for _, u := range m.Updates {
		fmt.Fprintf(&b, " %d:=%s", u.Slot, number(u.Value))
	}
	writeMessages(&b, m.Outputs)
	writeMessages(&b, m.Enqueue)
	writeSafety(&b, m.GuardSafety)
	writeSafety(&b, m.StepSafety)
	for _, c := range m.Calls {
		fmt.Fprintf(&b, " call %s%s", c.Extern.Name, numbers(c.Args))
	}
	return b.String()
}

// writeReceived writes what is received from a channel, if there is one, and into which parameters.
func writeReceived(b *strings.Builder, word string, from *sts.Channel, args []int, params []sts.Param) {
	if from == nil {
		return
	}
	b.WriteString(word + from.Name)
	for _, a := range args {
		b.WriteString(" " + number(params[a].Term))
	}
}

func writeSafety(b *strings.Builder, obligations []sts.Obligation) {
	b.WriteString(" safe")
	for _, o := range obligations {
		b.WriteString(" " + number(o.Cond))
	}
}

func writeMessages(b *strings.Builder, messages []sts.Message) {
	b.WriteString(" out")
	for _, msg := range messages {
		fmt.Fprintf(b, " %s%s", msg.Channel.Name, numbers(msg.Args))
	}
}

// numbers lists the numbers of terms.
func numbers(ts []*term.Term) string {
	var b strings.Builder
	b.WriteByte('(')
	for _, t := range ts {
		b.WriteString(" " + number(t))
	}
	b.WriteByte(')')
	return b.String()
}

// number is that of a term, or the value of a constant.
func number(t *term.Term) string {
	if t.IsConst() {
		return fmt.Sprintf("%v %s", t.Sort(), t)
	}
	return fmt.Sprint(t.ID())
}

// Changes say what differs between the original and a mutant: moves by their names.
type Changes struct {
	Start    bool                 // the initial states
	Original map[string]*sts.Move // moves of the original that the mutant does not have so
	Mutant   map[string]*sts.Move // moves of the mutant that the original does not have so
}

// compare finds the moves that differ.
func compare(original, mutant *sts.System) Changes {
	c := Changes{Start: startSignature(original) != startSignature(mutant), Original: map[string]*sts.Move{}, Mutant: map[string]*sts.Move{}}
	seen := map[string]string{}
	for _, m := range original.Moves() {
		c.Original[m.Name] = m
		seen[m.Name] = moveSignature(original, m)
	}
	for _, m := range mutant.Moves() {
		if seen[m.Name] == moveSignature(mutant, m) {
			delete(c.Original, m.Name)
		} else {
			c.Mutant[m.Name] = m
		}
	}
	return c
}
