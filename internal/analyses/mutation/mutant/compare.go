package mutant

import (
	"fmt"
	"strings"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Original and mutant share a Store, so terms are compared by their numbers; constants by their values, since the store does not
// keep those of a mutant that is given up. Locations, channels and moves belong to one system each; they are compared by name.

// signature identifies a system among those of one store: two with the same signature behave the same.
func signature(s *sts.System) string {
	lines := []string{startSignature(s)}
	for _, m := range s.Moves() {
		lines = append(lines, moveSignature(s, m))
	}
	return strings.Join(lines, "\n")
}

// startSignature is the part of a signature for the initial states.
func startSignature(s *sts.System) string {
	var w words
	w.add("assume", s.Assume)
	for i, slot := range s.Slots {
		if slot.Init != nil {
			w.add(fmt.Sprint(i, ":="), slot.Init)
		}
	}
	return w.String()
}

// moveSignature is the part of a signature for a move.
func moveSignature(s *sts.System, m *sts.Move) string {
	var w words
	w.add(m.Name+" guard", m.Guard)
	for _, t := range m.Parts {
		locations := s.Machines[t.Machine].Locations
		w.add(locations[t.From].Name + "->" + locations[t.To].Name)
	}
	w.received("in", m.Input, m.InputArgs, m.Params)
	w.received("from", m.Dequeue, m.DequeueArgs, m.Params)
	for _, u := range m.Updates {
		w.add(fmt.Sprint(u.Slot, ":="), u.Value)
	}
	for _, messages := range [][]sts.Message{m.Outputs, m.Enqueue} {
		w.add("out")
		for _, msg := range messages {
			w.add(msg.Channel.Name, msg.Args...)
		}
	}
	for _, obligations := range [][]sts.Obligation{m.GuardSafety, m.StepSafety} {
		w.add("safe")
		for _, o := range obligations {
			w.add("", o.Cond)
		}
	}
	for _, c := range m.Calls {
		w.add("call "+c.Extern.Name, c.Args...)
	}
	return w.String()
}

// words is a signature that is being written.
type words struct{ strings.Builder }

// add writes a word with the numbers of terms, or the values of constants.
func (w *words) add(word string, terms ...*term.Term) {
	w.WriteString(" " + word)
	for _, t := range terms {
		if t.IsConst() {
			fmt.Fprintf(w, " %v %s", t.Sort(), t)
		} else {
			fmt.Fprintf(w, " #%d", t.ID())
		}
	}
}

// received writes the channel of an input, if there is one, and the parameters that receive its payload.
func (w *words) received(word string, from *sts.Channel, args []int, params []sts.Param) {
	if from == nil {
		return
	}
	w.add(word + " " + from.Name)
	for _, a := range args {
		w.add("", params[a].Term)
	}
}

// Changes describes the differences between the original and a mutant: moves by their names.
type Changes struct {
	Start    bool                 // the initial states
	Original map[string]*sts.Move // moves of the original that differ or are missing in the mutant
	Mutant   map[string]*sts.Move // moves of the mutant that differ or are missing in the original
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
