package mutate

import (
	"fmt"
	"strings"

	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// Original and mutant share a Store, so terms are compared by their numbers. Locations, channels and moves belong to one
// system each; they are compared by name.

// signature tells systems of one store apart: two with the same signature behave the same.
func signature(s *sts.System) string {
	var b strings.Builder
	for _, m := range s.Moves() {
		b.WriteString(moveSignature(s, m))
		b.WriteByte('\n')
	}
	return b.String()
}

// moveSignature is all that matters of a move.
func moveSignature(s *sts.System, m *sts.Move) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s guard %d", m.Name, m.Guard.ID())
	for _, t := range m.Parts {
		locations := s.Machines[t.Machine].Locations
		fmt.Fprintf(&b, " %s->%s", locations[t.From].Name, locations[t.To].Name)
	}
	if m.Input != nil {
		fmt.Fprintf(&b, " in %s", m.Input.Name)
		for _, a := range m.InputArgs {
			fmt.Fprintf(&b, " %d", m.Params[a].Term.ID())
		}
	}
	if m.Dequeue != nil {
		fmt.Fprintf(&b, " from %s", m.Dequeue.Name)
		for _, a := range m.DequeueArgs {
			fmt.Fprintf(&b, " %d", m.Params[a].Term.ID())
		}
	}
	for _, u := range m.Updates {
		fmt.Fprintf(&b, " %d:=%d", u.Slot, u.Value.ID())
	}
	writeMessages(&b, m.Outputs)
	writeMessages(&b, m.Enqueue)
	for _, list := range [][]sts.Obligation{m.GuardSafety, m.StepSafety} {
		b.WriteString(" safe")
		for _, o := range list {
			fmt.Fprintf(&b, " %d", o.Cond.ID())
		}
	}
	for _, c := range m.Calls {
		fmt.Fprintf(&b, " call %s%s", c.Extern.Name, numbers(c.Args))
	}
	return b.String()
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
		fmt.Fprintf(&b, " %d", t.ID())
	}
	b.WriteByte(')')
	return b.String()
}

// changes say what differs between the original and a mutant.
type changes struct {
	original map[string]*sts.Move // moves of the original that the mutant does not have so
	mutant   map[string]*sts.Move // moves of the mutant that the original does not have so
}

// compare finds the moves that differ.
func compare(original, mutant *sts.System) *changes {
	c := &changes{original: map[string]*sts.Move{}, mutant: map[string]*sts.Move{}}
	seen := map[string]string{}
	for _, m := range original.Moves() {
		c.original[m.Name] = m
		seen[m.Name] = moveSignature(original, m)
	}
	for _, m := range mutant.Moves() {
		if seen[m.Name] == moveSignature(mutant, m) {
			delete(c.original, m.Name)
		} else {
			c.mutant[m.Name] = m
		}
	}
	return c
}

// locationMap translates rows of locations of one system to those of another, by name; false where a name is missing.
func locationMap(from, to *sts.System) func(row []int) ([]int, bool) {
	index := make([]map[string]int, len(to.Machines))
	for i, m := range to.Machines {
		index[i] = map[string]int{}
		for k, l := range m.Locations {
			index[i][l.Name] = k
		}
	}
	return func(row []int) ([]int, bool) {
		out := make([]int, len(row))
		for i, l := range row {
			k, ok := index[i][from.Machines[i].Locations[l].Name]
			if !ok {
				return nil, false
			}
			out[i] = k
		}
		return out, true
	}
}
