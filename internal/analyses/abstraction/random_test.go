package abstraction_test

import (
	"context"
	"fmt"
	"sort"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/sextant-mbt/sextant/internal/analyses/abstraction"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// On random finite event systems and random predicates, may, must+ and must- are those of exhaustive enumeration, in the
// abstraction and out of q_d0; every refutation and every test is checked again; and every chain has a test.
func TestAgreesWithEnumeration(t *testing.T) {
	newSolver := testkit.NewSolver
	rapid.Check(t, func(r *rapid.T) {
		text := randomSystem(r)
		s := testkit.Compiled(r, text)
		session := open(t, s, abstraction.Options{NewSolver: newSolver})
		a, err := session.Abstract(context.Background(), s.Predicates[0])
		if err != nil {
			r.Fatalf("%v\n%s", err, text)
		}
		f := writeOut(t, s, s.Predicates[0])
		if diff := cmp.Diff(f.transitions(), written(a.Transitions)); diff != "" || len(a.Doubts) > 0 {
			r.Fatalf("enumeration -, abstraction + (%v):\n%s\n%s", a.Doubts, diff, text)
		}
		for _, x := range a.Transitions {
			f.confirm(r, x)
		}
		if len(f.initial) == 0 {
			return
		}
		depth := rapid.IntRange(0, 2).Draw(r, "depth")
		reach, err := session.Reach(context.Background(), depth)
		if err != nil {
			r.Fatal(err)
		}
		d, err := session.Derive(context.Background(), a, reach)
		if err != nil {
			r.Fatal(err)
		}
		if len(a.Breaches) == 0 {
			if diff := cmp.Diff(f.derived(depth), written(d.Start)); diff != "" || len(d.Doubts) > 0 {
				r.Fatalf("enumeration -, derived + (%v):\n%s\n%s", d.Doubts, diff, text)
			}
		}
		chains, all := session.Chains(d, 1)
		if want := ballChains(d, 1); all && len(want) <= abstraction.DefaultChains {
			if diff := cmp.Diff(want, events(chains)); diff != "" {
				r.Fatalf("definition -, chains +:\n%s\n%s", diff, text)
			}
		}
		tests, doubts, err := session.Instantiate(context.Background(), d, chains)
		if err != nil || len(doubts) > 0 || len(tests) != len(chains) {
			r.Fatalf("%v %v: %d tests of %d chains\n%s", err, doubts, len(tests), len(chains), text)
		}
		for _, test := range tests {
			replays(t, s, test)
		}
	})
}

// No run reaches a part that is proved unreachable, and runs reach the parts that the search covers.
func TestProofsAgreeWithEnumeration(t *testing.T) {
	newSolver := testkit.NewSolver
	rapid.Check(t, func(r *rapid.T) {
		text := randomSystem(r)
		s := testkit.Compiled(r, text)
		session := open(t, s, abstraction.Options{NewSolver: newSolver})
		reach, err := session.Reach(context.Background(), 0)
		if err != nil {
			r.Fatal(err)
		}
		plan := abstraction.Plan{Repeat: 1, Search: 60, Refine: rapid.IntRange(0, 1).Draw(r, "refine"), Prove: 300}
		a, err := session.Abstract(context.Background(), s.Predicates[0])
		if err != nil {
			r.Fatal(err)
		}
		x, err := session.Study(context.Background(), a, reach, plan)
		if err != nil {
			r.Fatalf("%v\n%s", err, text)
		}
		reached := writeOut(t, s, s.Predicates[0]).runs()
		c := x.Derived.Coverage(x.Tests)
		missing := map[string]bool{}
		for _, m := range append(c.States.Missing, c.Transitions.Missing...) {
			missing[m.Name] = true
			if m.Status == result.Unreachable && reached(x, m.Name) {
				r.Fatalf("%s is reached, but %s\n%s", m.Name, m.Reason, text)
			}
		}
		for _, q := range x.Derived.Abstraction.States {
			if !missing[q.Name()] && !reached(x, q.Name()) {
				r.Fatalf("%s is said to be covered\n%s", q.Name(), text)
			}
		}
		for _, u := range x.Derived.Abstraction.Transitions {
			if name := fmt.Sprintf("%s -%s-> %s", u.Source(), u.Move.Name, u.To.Name()); !missing[name] && !reached(x, name) {
				r.Fatalf("%s is said to be covered\n%s", name, text)
			}
		}
		for _, test := range x.Tests {
			if len(test.Chain.Steps) > 0 {
				replays(t, s, test)
			}
		}
	})
}

// runs follows all runs from all initial states, also through states that do not satisfy the invariant, and returns a function that reports
// whether they reach an abstract state or take an abstract transition.
func (f *finite) runs() func(x *abstraction.Study, name string) bool {
	took := map[string]bool{}
	set := f.system.Predicates[0]
	inside := func(c *sts.Config) string {
		if !f.meetsInvariant(c) {
			return "outside"
		}
		return f.class(c, set)
	}
	var queue []*sts.Config
	seen := map[string]bool{}
	visit := func(c *sts.Config) {
		took[inside(c)] = true
		if !seen[stateKey(c)] {
			seen[stateKey(c)] = true
			queue = append(queue, c)
		}
	}
	f.rows(sortsOf(f.system.Slots), nil, func(row []term.Value) {
		if c := (&sts.Config{Locations: f.system.Initial(), Values: append([]term.Value(nil), row...)}); f.isInitial(c) {
			visit(c)
		}
	})
	for ; len(queue) > 0; queue = queue[1:] {
		for _, m := range f.system.Moves() {
			for _, next := range f.after(queue[0], m) {
				took[inside(queue[0])+"-"+m.Name+"->"+inside(next)] = true
				visit(next)
			}
		}
	}
	return func(x *abstraction.Study, name string) bool {
		key := name
		for i := len(x.Derived.Abstraction.States) - 1; i >= 0; i-- {
			q := x.Derived.Abstraction.States[i]
			key = strings.ReplaceAll(strings.ReplaceAll(key, q.Name()+" -", f.class(q.Example, set)+"-"), "-> "+q.Name(), "->"+f.class(q.Example, set))
			if name == q.Name() {
				key = f.class(q.Example, set)
			}
		}
		return took[key]
	}
}

// confirm takes the step that shows a may, and checks that a step does not exist where a must is refuted.
func (f *finite) confirm(r *rapid.T, t *abstraction.Transition) {
	set := f.system.Predicates[0]
	step, err := f.in.Try(t.Example.Parent.Config, t.Move, t.Example.Params)
	if err != nil || step.Outcome != sts.Done || !step.Next.Equal(t.Example.Config) || !f.meetsInvariant(t.Example.Parent.Config) || !f.meetsInvariant(step.Next) ||
		f.class(t.Example.Parent.Config, set) != f.class(t.From.Example, set) || f.class(step.Next, set) != f.class(t.To.Example, set) {
		r.Fatalf("%s is said to be may by a step from %v to %v", t, t.Example.Parent.Config.Values, t.Example.Config.Values)
	}
	if t.MustPlus.Answer == result.AnswerRefuted {
		for _, j := range f.successors(t.MustPlus.Against, t.Move) {
			if f.classes[j] == f.class(t.To.Example, set) {
				r.Fatalf("%s is said not to be must+ by %v, which has a step", t, t.MustPlus.Against.Values)
			}
		}
	}
	if t.MustMinus.Answer == result.AnswerRefuted {
		for _, i := range f.members(f.class(t.From.Example, set)) {
			for _, j := range f.steps[stepKey(i, t.Move)] {
				if f.states[j].Equal(t.MustMinus.Against) {
					r.Fatalf("%s is said not to be must- by %v, which is reached", t, t.MustMinus.Against.Values)
				}
			}
		}
	}
}

// ballChains lists the maximal Ball chains by their definition: all sequences of abstract transitions from q_d0 that have the
// form, and that no transition prolongs to another of the form.
func ballChains(d *abstraction.Derived, m int) []string {
	var out []string
	var grow func(chain []*abstraction.Transition)
	grow = func(chain []*abstraction.Transition) {
		maximal := true
		for _, t := range append(append([]*abstraction.Transition(nil), d.Start...), d.Abstraction.Transitions...) {
			longer := append(chain[:len(chain):len(chain)], t)
			if connected(longer) && uses(chain, t) < m && isBall(longer) {
				maximal = false
				grow(longer)
			}
		}
		if maximal && len(chain) > 0 {
			out = append(out, strings.Join(names(chain), " "))
		}
	}
	grow(nil)
	sort.Strings(out)
	return out
}

func connected(chain []*abstraction.Transition) bool {
	last := len(chain) - 1
	if last == 0 {
		return chain[0].From == nil
	}
	return chain[last].From == chain[last-1].To
}

func uses(chain []*abstraction.Transition, t *abstraction.Transition) int {
	n := 0
	for _, u := range chain {
		if u == t {
			n++
		}
	}
	return n
}

// isBall tries every position of the may.
func isBall(chain []*abstraction.Transition) bool {
	for may := range chain {
		ok := true
		for i, t := range chain {
			ok = ok && (i >= may || strings.Contains(t.Marks(), "-")) && (i <= may || strings.Contains(t.Marks(), "+"))
		}
		if ok {
			return true
		}
	}
	return false
}

func events(chains []*abstraction.Chain) []string {
	var out []string
	for _, c := range chains {
		out = append(out, strings.Join(names(c.Steps), " "))
	}
	sort.Strings(out)
	return out
}

// randomSystem writes a small event system over finite domains. Values may leave their ranges and indices their array, and the
// invariant need not be preserved.
func randomSystem(r *rapid.T) string {
	var b strings.Builder
	b.WriteString("system Random\nvar x: 0..3 = 1\nvar y: -1..2\nvar ok: bool = false\nvar a: 0..2[2] = [0, 1]\n")
	g := &conditions{r: r, numbers: []string{"x", "y", "a[0]", "a[1]"}}
	for i := range rapid.IntRange(1, 3).Draw(r, "events") {
		fmt.Fprintf(&b, "event e%d: %s\n", i, randomEvent(r))
	}
	if rapid.Bool().Draw(r, "invariant") {
		fmt.Fprintf(&b, "invariant i: %s or x == 1\n", g.condition(1))
	}
	var predicates []string
	for range rapid.IntRange(1, 3).Draw(r, "predicates") {
		predicates = append(predicates, g.condition(1))
	}
	fmt.Fprintf(&b, "predicates P = { %s }\n", strings.Join(predicates, ", "))
	return b.String()
}

func randomEvent(r *rapid.T) string {
	g := &conditions{r: r, numbers: []string{"x", "y", "a[0]", "a[1]"}}
	out := ""
	if rapid.Bool().Draw(r, "any") {
		g.numbers = append(g.numbers, "k", "k")
		out += "any k: 0..2 where " + g.condition(1) + " "
	}
	out += "when " + g.condition(2) + " do "
	out += rapid.SampledFrom([]string{"x := ", "y := ", "a[1] := ", "a[x % 2] := ", "a[y] := "}).Draw(r, "target") + g.number(1)
	if rapid.Bool().Draw(r, "second") {
		out += "; ok := " + g.condition(1)
	}
	return out
}

// conditions writes random conditions over given names.
type conditions struct {
	r       *rapid.T
	numbers []string
}

func (g *conditions) number(depth int) string {
	if depth == 0 || rapid.Bool().Draw(g.r, "leaf") {
		return rapid.SampledFrom(append([]string{"0", "1", "2"}, g.numbers...)).Draw(g.r, "number")
	}
	operator := rapid.SampledFrom([]string{"+", "-", "*"}).Draw(g.r, "operator")
	return "(" + g.number(depth-1) + " " + operator + " " + g.number(depth-1) + ")"
}

func (g *conditions) condition(depth int) string {
	switch rapid.IntRange(0, 4).Draw(g.r, "condition") {
	case 0:
		return "ok"
	case 1:
		return "not (" + g.atom() + ")"
	case 2:
		if depth > 0 {
			return "(" + g.condition(depth-1) + rapid.SampledFrom([]string{" and ", " or "}).Draw(g.r, "connective") + g.condition(depth-1) + ")"
		}
	}
	return g.atom()
}

func (g *conditions) atom() string {
	comparison := rapid.SampledFrom([]string{"<", "<=", "==", "!=", ">"}).Draw(g.r, "comparison")
	return g.number(1) + " " + comparison + " " + g.number(1)
}

// The must- that go beyond paper 4 are those of exhaustive enumeration.
func TestElectricalMustMinus(t *testing.T) {
	s := testkit.LoadExample(t, "electrical/electrical.sxt", nil)
	session := open(t, s, abstraction.Options{})
	a := abstract(t, session, s)
	f := writeOut(t, s, s.Predicates[0])
	if len(f.states) != 24 {
		t.Errorf("%d states, want 24", len(f.states))
	}
	if diff := cmp.Diff(f.transitions(), written(a.Transitions)); diff != "" {
		t.Errorf("enumeration -, abstraction +:\n%s", diff)
	}
	for n, want := range []int{0, 1, 4, 6} {
		d := derive(t, session, a, n)
		if diff := cmp.Diff(f.derived(n), written(d.Start)); diff != "" {
			t.Errorf("n = %d: enumeration -, derived +:\n%s", n, diff)
		}
		if got := abstraction.CountOf(d.Start).MustMinus; got != want {
			t.Errorf("n = %d: %d must-, want %d", n, got, want)
		}
	}
}
