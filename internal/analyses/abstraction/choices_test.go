package abstraction_test

import (
	"maps"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/internal/analyses/abstraction"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit"
	"github.com/sextant-mbt/sextant/internal/testkit/collections"
)

// The abstract states and transitions of models that a solver could fill with values of optionals that are absent, or with fields of
// alternatives that are not chosen.
func TestAbstractStatesExist(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       abstraction.Count
	}{
		{"absent value", `var v: (0..2)? = none
event set: any k: (0..2)? do v := k
event bad: when v != none and get(v, 7) == 7 do v := 1
predicates P = { v == none }`, abstraction.Count{May: 4, MustPlus: 4, MustMinus: 4}},
		{"absent value after a step", `input i(x: (0..2)?)
var v: (0..2)? = 1
initial L
t: L -> L when v != none in i(v)
u: L -> L when v == none in i(v)
predicates P = { v == none }`, abstraction.Count{May: 4, MustPlus: 4, MustMinus: 4}},
		{"value without zero", `var v: (2..3)? = none
event set: any k: (2..3)? do v := k
event low: when get(v, 2) < 2 do v := none
predicates P = { v == none }`, abstraction.Count{May: 4, MustPlus: 4, MustMinus: 4}},
		{"other alternative", `type Answer = ok{n: 0..2} | bad{why: bool}
var v: Answer = bad{why: true}
event ok: any k: 0..2 do v := ok{n: k}
event bad: any k: bool do v := bad{why: k}
event odd: when v is bad and v == ok{n: 1} do v := bad{why: false}
predicates P = { v is ok }`, abstraction.Count{May: 4, MustPlus: 4, MustMinus: 4}},
		{"field of the alternative chosen", `type Answer = ok{n: 0..2} | bad{why: bool} | idle
input go()
var v: Answer = bad{why: true}, n: 0..3 = 1
initial A
t: A -> B in go() when v is bad do n := (2 - n) % 4
u: C -> B when (n == 0) <=> (n == 2) in go() when n != 1
w: B -> C any k: 0..2 where k == 1 or n > 0 do n := v.n
predicates P = { v != ok{n: n} }`, abstraction.Count{May: 5}},
	} {
		s := testkit.LoadText(t, c.text)
		a := abstract(t, open(t, s, abstraction.Options{}), s)
		noDoubts(t, a.Doubts)
		if got := abstraction.CountOf(a.Transitions); got != c.want {
			t.Errorf("%s: %+v, want %+v: %v", c.name, got, c.want, names(a.Transitions))
		}
	}
}

// Abstractions of random models with optional values and unions agree with an enumeration of all states on plain Go data. With SEXTANT_LONG
// set there are 5,000 models.
func TestAbstractionsEqualExplicitStates(t *testing.T) {
	models, count := max(testkit.Models()/2, 1), map[string]int{}
	newSolver := func() (smt.Solver, error) {
		return testkit.SteadySolver(500*time.Millisecond, smt.Config{})
	}
	for seed := uint64(0); count["models"] < models; seed++ {
		drawn := collections.DrawChoices(rand.New(rand.NewPCG(seed, 3)))
		whole, s := drawn.Whole(100), testkit.TryText(t, drawn.Text())
		if whole == nil || s == nil {
			continue
		}
		count["models"]++
		session, err := abstraction.Open(s, abstraction.Options{NewSolver: newSolver})
		if err != nil {
			t.Fatal(err)
		}
		a := abstract(t, session, s)
		count["doubts"] += len(a.Doubts)
		compareStates(t, seed, drawn, whole, a)
		compareTransitions(t, seed, drawn, whole, a, count)
	}
	t.Log(count)
	if count["decided"] < 20*count["unknown"] || count["may"] < 2*models || count["must+"] < models || count["must-"] < models/3 {
		t.Errorf("%v are too few to mean something", count)
	}
}

// className names an abstract state as the oracle does.
func className(q *abstraction.State, a *abstraction.Abstraction) string {
	return collections.Class(a.System.LocationName(q.Locations), q.Truth)
}

func compareStates(t *testing.T, seed uint64, drawn *collections.Model, whole *collections.Whole, a *abstraction.Abstraction) {
	t.Helper()
	got := map[string]bool{}
	for _, q := range a.States {
		got[className(q, a)] = q.Initial
	}
	if want := whole.Classes(); len(a.Doubts) == 0 && !maps.Equal(got, want) {
		t.Fatalf("seed %d: abstract states %v, want %v\n%s", seed, got, want, drawn.Text())
	}
}

// compareTransitions checks that every transition exists, that its marks are correct, and that all are found if there is no doubt.
func compareTransitions(t *testing.T, seed uint64, drawn *collections.Model, whole *collections.Whole, a *abstraction.Abstraction, count map[string]int) {
	t.Helper()
	want, found := whole.Abstraction(), map[string]bool{}
	for _, x := range a.Transitions {
		key := collections.Step(className(x.From, a), x.Move.Name, className(x.To, a))
		modes, exists := want[key]
		found[key] = true
		if !exists {
			t.Fatalf("seed %d: there is no %s\n%s", seed, key, drawn.Text())
		}
		count["may"]++
		compareMode(t, seed, key+" must+", x.MustPlus, modes.MustPlus, drawn, count)
		compareMode(t, seed, key+" must-", x.MustMinus, modes.MustMinus, drawn, count)
		if modes.MustPlus {
			count["must+"]++
		}
		if modes.MustMinus {
			count["must-"]++
		}
	}
	for key := range want {
		if !found[key] && len(a.Doubts) == 0 {
			t.Fatalf("seed %d: %s is missing\n%s", seed, key, drawn.Text())
		}
	}
}

func compareMode(t *testing.T, seed uint64, what string, v abstraction.Verdict, want bool, drawn *collections.Model, count map[string]int) {
	t.Helper()
	switch v.Answer {
	case result.AnswerProved, result.AnswerRefuted:
		count["decided"]++
		if got := v.Answer == result.AnswerProved; got != want {
			t.Fatalf("seed %d: %s is %v (%v), want %v\n%s", seed, what, got, v.Against, want, drawn.Text())
		}
	default:
		count["unknown"]++
	}
}
