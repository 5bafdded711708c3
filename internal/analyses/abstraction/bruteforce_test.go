package abstraction_test

import (
	"fmt"
	"sort"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/analyses/abstraction"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// finite is an enumerated finite system: all its states that satisfy the invariant, and all steps between them. It shares no code with the
// package but the interpreter.
type finite struct {
	t       testing.TB
	system  *sts.System
	in      *sts.Interpreter
	states  []*sts.Config
	classes []string         // by state: the truth of the predicates
	index   map[string]int   // by key of the state
	steps   map[string][]int // by state and move: the states after it
	initial []int
}

func writeOut(t testing.TB, s *sts.System, set sts.PredicateSet) *finite {
	f := &finite{t: t, system: s, in: sts.NewInterpreter(s), index: map[string]int{}, steps: map[string][]int{}}
	f.rows(sortsOf(s.Slots), nil, func(row []term.Value) {
		c := &sts.Config{Locations: s.Initial(), Values: append([]term.Value(nil), row...)}
		if !f.meetsInvariant(c) {
			return
		}
		f.index[stateKey(c)] = len(f.states)
		f.states = append(f.states, c)
		f.classes = append(f.classes, f.class(c, set))
		if f.isInitial(c) {
			f.initial = append(f.initial, len(f.states)-1)
		}
	})
	for i := range f.states {
		for _, m := range s.Moves() {
			f.steps[stepKey(i, m)] = f.successors(f.states[i], m)
		}
	}
	return f
}

func sortsOf(slots []sts.Slot) []*term.Sort {
	var out []*term.Sort
	for _, slot := range slots {
		out = append(out, slot.Sort)
	}
	return out
}

func stateKey(c *sts.Config) string { return fmt.Sprint(c.Values) }

func stepKey(i int, m *sts.Move) string { return fmt.Sprint(i, " ", m.Name) }

// rows calls do with every row of values of the sorts.
func (f *finite) rows(sorts []*term.Sort, row []term.Value, do func([]term.Value)) {
	if len(row) == len(sorts) {
		do(row)
		return
	}
	values := sorts[len(row)].Values(1000)
	if values == nil {
		f.t.Fatalf("%s is not finite", sorts[len(row)])
	}
	for _, v := range values {
		f.rows(sorts, append(row, v), do)
	}
}

func (f *finite) holds(c *sts.Config, cond *term.Term) bool {
	holds, err := f.in.Holds(c, cond)
	if err != nil {
		f.t.Fatal(err)
	}
	return holds
}

func (f *finite) meetsInvariant(c *sts.Config) bool {
	for _, inv := range f.system.Invariants {
		if !f.holds(c, inv.Cond) {
			return false
		}
		for _, o := range inv.Safety {
			if !f.holds(c, o.Cond) {
				return false
			}
		}
	}
	return true
}

func (f *finite) isInitial(c *sts.Config) bool {
	start, err := f.in.Start(c.Values)
	if err != nil {
		f.t.Fatal(err)
	}
	return start.Equal(c) && f.holds(c, f.system.Assume)
}

func (f *finite) class(c *sts.Config, set sts.PredicateSet) string {
	var b strings.Builder
	for _, p := range set.Conds {
		fmt.Fprint(&b, f.holds(c, p), " ")
	}
	return b.String()
}

// after lists the states after a move, for all parameters.
func (f *finite) after(c *sts.Config, m *sts.Move) []*sts.Config {
	var sorts []*term.Sort
	for _, p := range m.Params {
		sorts = append(sorts, p.Sort)
	}
	var out []*sts.Config
	f.rows(sorts, nil, func(row []term.Value) {
		step, err := f.in.Try(c, m, row)
		if err != nil {
			f.t.Fatal(err)
		}
		if step.Outcome == sts.Done {
			out = append(out, step.Next)
		}
	})
	return out
}

// successors are the numbers of the states after a move that satisfy the invariant.
func (f *finite) successors(c *sts.Config, m *sts.Move) []int {
	var out []int
	for _, next := range f.after(c, m) {
		if i, ok := f.index[stateKey(next)]; ok {
			out = append(out, i)
		}
	}
	return out
}

// modal lists the abstract transitions from a set of states to each class, with their marks: from is the name of the set.
func (f *finite) modal(from string, sources []int, m *sts.Move) []string {
	leaves, reached := map[string]map[int]bool{}, map[string]map[int]bool{}
	for _, i := range sources {
		for _, j := range f.steps[stepKey(i, m)] {
			class := f.classes[j]
			if leaves[class] == nil {
				leaves[class], reached[class] = map[int]bool{}, map[int]bool{}
			}
			leaves[class][i], reached[class][j] = true, true
		}
	}
	var out []string
	for class := range leaves {
		marks := ""
		if len(leaves[class]) == len(sources) {
			marks += "+"
		}
		if len(reached[class]) == len(f.members(class)) {
			marks += "-"
		}
		out = append(out, fmt.Sprintf("%s-%s%s->%s", from, m.Name, marks, class))
	}
	return out
}

func (f *finite) members(class string) []int {
	var out []int
	for i, c := range f.classes {
		if c == class {
			out = append(out, i)
		}
	}
	return out
}

// transitions lists the 3MTS.
func (f *finite) transitions() []string {
	var out []string
	seen := map[string]bool{}
	for _, class := range f.classes {
		if seen[class] {
			continue
		}
		seen[class] = true
		for _, m := range f.system.Moves() {
			out = append(out, f.modal(class, f.members(class), m)...)
		}
	}
	sort.Strings(out)
	return out
}

// derived lists what leaves the states that are reached by at most depth steps.
func (f *finite) derived(depth int) []string {
	reached := append([]int(nil), f.initial...)
	seen := map[int]bool{}
	for _, i := range reached {
		seen[i] = true
	}
	for range depth {
		for _, i := range reached[:len(reached):len(reached)] {
			for _, m := range f.system.Moves() {
				for _, j := range f.steps[stepKey(i, m)] {
					if !seen[j] {
						seen[j] = true
						reached = append(reached, j)
					}
				}
			}
		}
	}
	var out []string
	for _, m := range f.system.Moves() {
		out = append(out, f.modal("qd0", reached, m)...)
	}
	sort.Strings(out)
	return out
}

// written writes transitions as finite does.
func written(transitions []*abstraction.Transition) []string {
	class := func(q *abstraction.State) string {
		if q == nil {
			return "qd0"
		}
		var b strings.Builder
		for _, holds := range q.Truth {
			fmt.Fprint(&b, holds, " ")
		}
		return b.String()
	}
	var out []string
	for _, t := range transitions {
		out = append(out, fmt.Sprintf("%s-%s%s->%s", class(t.From), t.Move.Name, t.Marks(), class(t.To)))
	}
	sort.Strings(out)
	return out
}
