package classicalb

import (
	"fmt"
	"maps"
	"slices"
	"sort"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/imports/classicalb/source"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// sampled is the sampling interval: one in so many of the 256 states is checked.
const sampled = 11

// However a substitution branches, the event of the model leads from every state to the same states as the substitution does
// by its definition in the B method.
func TestSubstitutionsMeanTheSame(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		g := &generator{r: r}
		text := "MACHINE M VARIABLES x, y, f INVARIANT x : 0..3 & y : 0..3 & f : 1..2 --> 0..3\n" +
			"INITIALISATION x :: 0..3 || y :: 0..3 || f := (1..2) * {0}\nOPERATIONS\n  e = " + g.substitution(3, []string{"x", "y", "f"}) + "\nEND"
		model := converter.Text(r, text)
		s := testkit.LoadText(r, model)
		var list diag.List
		body := source.Parse(diag.NewFile("machine.mch", text), &list).Events[0].Body
		in := sts.NewInterpreter(s)
		states := allStates(s)
		for i := rapid.IntRange(0, sampled-1).Draw(r, "first state"); i < len(states); i += sampled {
			c := states[i]
			want := reference(body, stateOf(c))
			got := successors(r, in, s, c)
			if diff := cmp.Diff(want, got); diff != "" {
				r.Fatalf("from %v (-by definition +in the model):\n%s\n%s\n%s", c.Values, diff, text, model)
			}
		}
	})
}

// state has the values of x, y, f(1), f(2), and of names that ANY binds.
type state map[string]int

func stateOf(c *sts.Config) state {
	n := func(i int) int {
		value, _ := c.Values[i].Small()
		return int(value)
	}
	return state{"x": n(0), "y": n(1), "f1": n(2), "f2": n(3)}
}

func (s state) String() string { return fmt.Sprint(s["x"], s["y"], s["f1"], s["f2"]) }

func allStates(s *sts.System) []*sts.Config {
	var sorts []*term.Sort
	for _, slot := range s.Slots {
		sorts = append(sorts, slot.Sort)
	}
	var out []*sts.Config
	rows(sorts, 3, nil, func(row []term.Value) {
		out = append(out, &sts.Config{Locations: s.Initial(), Values: row})
	})
	return out
}

// successors are the states after the event in the model, as texts.
func successors(t testkit.Failer, in *sts.Interpreter, s *sts.System, c *sts.Config) []string {
	found := map[string]bool{}
	m := s.Moves()[0]
	rows(sortsOf(m), 0, nil, func(row []term.Value) {
		step, err := in.Try(c, m, row)
		if err != nil || step.Outcome == sts.Unsafe {
			t.Fatalf("%v %+v", err, step.Violated)
		}
		if step.Outcome == sts.Done {
			found[stateOf(step.Next).String()] = true
		}
	})
	return sortedKeys(found)
}

func sortedKeys(found map[string]bool) []string {
	out := slices.Collect(maps.Keys(found))
	sort.Strings(out)
	return out
}

// reference are the states after a substitution, by definition: sets of changes are computed branch by branch.
func reference(s *source.Substitution, before state) []string {
	found := map[string]bool{}
	for _, change := range changes(s, before) {
		after := maps.Clone(before)
		maps.Copy(after, change)
		found[after.String()] = true
	}
	return sortedKeys(found)
}

// changes are the ways in which a substitution can change variables; none if it cannot be made.
func changes(s *source.Substitution, at state) []state {
	switch s.Kind {
	case source.DoAssign:
		out := state{}
		for i, target := range s.Targets {
			name := target.Text
			if target.Op == source.OpCall {
				name = fmt.Sprint("f", eval(target.Args[1], at))
			}
			out[name] = eval(s.Values[i], at)
		}
		return []state{out}
	case source.DoMember:
		var out []state
		for v := eval(s.Values[0].Args[0], at); v <= eval(s.Values[0].Args[1], at); v++ {
			out = append(out, state{s.Targets[0].Text: v})
		}
		return out
	case source.DoParallel:
		return together(s.Parts, at)
	case source.DoIf:
		for i, cond := range s.Conditions {
			if cond == nil || holds(cond, at) {
				return changes(s.Parts[i], at)
			}
		}
		return []state{{}}
	case source.DoSelect, source.DoChoice:
		return oneOf(s, at)
	case source.DoAny:
		return chosen(s, at)
	}
	return []state{{}}
}

func together(parts []*source.Substitution, at state) []state {
	out := []state{{}}
	for _, p := range parts {
		var longer []state
		for _, a := range out {
			for _, b := range changes(p, at) {
				both := maps.Clone(a)
				maps.Copy(both, b)
				longer = append(longer, both)
			}
		}
		out = longer
	}
	return out
}

// oneOf are the changes of all branches that are open; of ELSE if none is.
func oneOf(s *source.Substitution, at state) []state {
	var out []state
	any := false
	for i, p := range s.Parts {
		open := s.Kind == source.DoChoice || s.Conditions[i] == nil && !any || s.Conditions[i] != nil && holds(s.Conditions[i], at)
		any = any || open
		if open {
			out = append(out, changes(p, at)...)
		}
	}
	return out
}

// chosen are the changes for all values of the name of ANY, which lie in 0..3.
func chosen(s *source.Substitution, at state) []state {
	var out []state
	for v := range 4 {
		inner := maps.Clone(at)
		inner[s.Names[0].Text] = v
		if !slices.ContainsFunc(s.Where, func(c source.Labelled) bool { return !holds(c.Predicate, inner) }) {
			out = append(out, changes(s.Parts[0], inner)...)
		}
	}
	return out
}

func eval(n *source.Node, at state) int {
	switch n.Op {
	case source.OpNumber:
		return int(n.Text[0] - '0')
	case source.OpName:
		return at[n.Text]
	case source.OpCall:
		return at[fmt.Sprint("f", eval(n.Args[1], at))]
	case "mod":
		return eval(n.Args[0], at) % eval(n.Args[1], at)
	}
	return eval(n.Args[0], at) + eval(n.Args[1], at)
}

func holds(n *source.Node, at state) bool {
	switch n.Op {
	case ":":
		v := eval(n.Args[0], at)
		return v >= eval(n.Args[1].Args[0], at) && v <= eval(n.Args[1].Args[1], at)
	case "=":
		return eval(n.Args[0], at) == eval(n.Args[1], at)
	case "not":
		return !holds(n.Args[0], at)
	case "#":
		inner := maps.Clone(at)
		for v := range 4 {
			inner[n.Bound[0].Text] = v
			if holds(n.Args[0], inner) {
				return true
			}
		}
		return false
	case "&":
		return !slices.ContainsFunc(n.Args, func(a *source.Node) bool { return !holds(a, at) })
	}
	return eval(n.Args[0], at) < eval(n.Args[1], at)
}

// generator writes random substitutions whose values stay within 0..3.
type generator struct {
	r     *rapid.T
	names []string // bound by ANY
}

func (g *generator) pick(label string, from ...string) string {
	return rapid.SampledFrom(from).Draw(g.r, label)
}

// substitution writes one that assigns some of the free variables.
func (g *generator) substitution(depth int, free []string) string {
	if depth == 0 || len(free) == 0 {
		return g.assignment(free)
	}
	sub := func() string { return g.substitution(depth-1, free) }
	switch g.pick("form", "assign", "if", "elsif", "select", "select else", "choice", "any", "parallel") {
	case "if":
		return "IF " + g.predicate() + " THEN " + sub() + " END"
	case "elsif":
		return "IF " + g.predicate() + " THEN " + sub() + " ELSIF " + g.predicate() + " THEN " + sub() + " ELSE " + sub() + " END"
	case "select":
		return "SELECT " + g.predicate() + " THEN " + sub() + " END"
	case "select else":
		return "SELECT " + g.predicate() + " THEN " + sub() + " WHEN " + g.predicate() + " THEN " + sub() + " ELSE " + sub() + " END"
	case "choice":
		return "CHOICE " + sub() + " OR " + sub() + " END"
	case "any":
		return g.any(depth, free)
	case "parallel":
		k := rapid.IntRange(0, len(free)).Draw(g.r, "split")
		return "BEGIN " + g.substitution(depth-1, free[:k]) + " || " + g.substitution(depth-1, free[k:]) + " END"
	}
	return g.assignment(free)
}

// any binds k, which may hide another k.
func (g *generator) any(depth int, free []string) string {
	outer := g.names
	g.names = []string{"k"}
	out := "ANY k WHERE k : 0..3 & " + g.predicate() + " THEN " + g.substitution(depth-1, free) + " END"
	g.names = outer
	return out
}

func (g *generator) assignment(free []string) string {
	if len(free) == 0 {
		return "skip"
	}
	switch v := g.pick("variable", free...); v {
	case "f":
		return "f(" + g.pick("argument", "1", "2", "x mod 2 + 1") + ") := " + g.value()
	default:
		if rapid.Bool().Draw(g.r, "member") {
			return v + " :: 1..2"
		}
		return v + " := " + g.value()
	}
}

func (g *generator) value() string {
	return g.pick("value", append([]string{"0", "3", "x", "y", "f(1)", "f(y mod 2 + 1)", "(x + y) mod 4"}, g.names...)...)
}

func (g *generator) predicate() string {
	atom := g.value() + g.pick("comparison", " = ", " < ") + g.value()
	switch g.pick("predicate", "atom", "not", "and", "exists") {
	case "exists": // k may hide the k of an ANY outside, and one beside it has the same name
		return "#k.(k : 0..3 & k < " + g.pick("bound", "x", "y", "f(1)") + " & " + g.pick("bound", "x", "y", "f(2)") + " = k)"
	case "not":
		return "not(" + atom + ")"
	case "and":
		return atom + " & " + g.value() + " < " + g.value()
	}
	return atom
}
