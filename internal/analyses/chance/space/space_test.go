package space_test

import (
	"context"
	"errors"
	"math/big"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/analyses/chance/automaton"
	"github.com/sextant-mbt/sextant/internal/analyses/chance/space"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

func build(t *testing.T, text string) *space.Space {
	t.Helper()
	s, err := space.Build(context.Background(), testkit.LoadText(t, text), space.Options{States: 1000})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Validate(); err != nil {
		t.Fatal(err)
	}
	return s
}

// at returns the states in a location of the first machine.
func at(t *testing.T, s *space.Space, location int) []bool {
	t.Helper()
	out, err := s.Where(context.Background(), func(c *sts.Config) (bool, error) { return c.Locations[0] == location, nil })
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestRace has rates that compete, one of them with branches: 1/3 of the time, and then half of it.
func TestRace(t *testing.T) {
	s := build(t, "initial s\nlocation s, a, b\nx: s -> a rate 2\ny: s -> { 1/2: a; 1/2: b } rate 1\n")
	if len(s.States) != 3 || len(s.States[0].Choices) != 1 || s.States[0].Choices[0].Rate.Cmp(big.NewRat(3, 1)) != 0 {
		t.Fatalf("%+v", s.States)
	}
	got, err := automaton.NewSolver(s.Automaton).Probability(context.Background(), at(t, s, 2), nil, automaton.Minimum)
	if err != nil || !got.Contains(big.NewRat(1, 6)) {
		t.Errorf("got %+v, %v, want 1/6", got, err)
	}
}

// TestMaximalProgress has a rate that waits for an internal step and for an output, but not for an input.
func TestMaximalProgress(t *testing.T) {
	for clause, choices := range map[string]int{"": 1, "out o()": 1, "in i()": 2} {
		s := build(t, "input i()\noutput o()\ninitial s\nfast: s -> a rate 5\nother: s -> b "+clause+"\n")
		first := s.States[0].Choices
		if rated := first[len(first)-1].Rate != nil; len(first) != choices || rated != (choices == 2) {
			t.Errorf("%q: %+v", clause, first)
		}
	}
}

// TestBranchesOfParameters has a distribution for each value of an input, with weights that depend on it.
func TestBranchesOfParameters(t *testing.T) {
	s := build(t, "input go(k: 0..4)\ninitial s\nlocation s, a, b\nt: s -> { k / 4: a; 1 - k / 4: b } in go(k)\n")
	sizes := map[int]int{}
	for _, c := range s.States[0].Choices {
		sizes[len(c.Branches)]++
	}
	if sizes[1] != 2 || sizes[2] != 3 {
		t.Errorf("choices by number of branches: %v, want 1 branch for k = 0 and k = 4, and 2 for the others", sizes)
	}
}

// TestQueues has states that differ in what waits in a queue.
func TestQueues(t *testing.T) {
	s := build(t, "channel c(n: 0..2) fifo 1\nmachine P() { initial s\n put: s -> { 1/2: e out c(1); 1/2: e out c(2) } }\n"+
		"machine Q() { var got: 0..2 = 0\n initial s\n take: s -> e in c(got) }\ninstance p = P()\ninstance q = Q()\n")
	if len(s.States) != 5 {
		t.Errorf("%d states, want 5: before, two with a message, two after", len(s.States))
	}
}

func TestInitialValues(t *testing.T) {
	s := build(t, "var x: 0..5\nassume x > 1 and x != 4\ninitial s\nt: s -> s when x == 2\n")
	if len(s.Initial) != 3 {
		t.Errorf("%d initial states, want 3", len(s.Initial))
	}
}

// TestModelErrorHasRun demands the run to the state in which weights are wrong.
func TestModelErrorHasRun(t *testing.T) {
	_, err := space.Build(context.Background(), testkit.LoadText(t, "var n: 0..3 = 0\ninitial s\nup: s -> s when n < 3 do n := n + 1\n"+
		"split: s -> { n / 6: s; 1/2: e } when n > 1\n"), space.Options{States: 100})
	var wrong *space.ErrModel
	if !errors.As(err, &wrong) || wrong.Violated == nil || len(wrong.Run.Steps()) != 3 {
		t.Fatalf("got %v, want a model error after two steps", err)
	}
}

// TestGuardWithoutValue: a guard that has no value is a model error, even if another part of it is false.
func TestGuardWithoutValue(t *testing.T) {
	_, err := space.Build(context.Background(), testkit.LoadText(t, "var z: 0..1 = 0, x: 0..3 = 3\ninitial s\nt: s -> s when 6 / z > 1 and x < 2\n"),
		space.Options{States: 100})
	if wrong := (*space.ErrModel)(nil); !errors.As(err, &wrong) || wrong.Violated == nil {
		t.Errorf("got %v, want a model error", err)
	}
}

func TestRefusals(t *testing.T) {
	for text, want := range map[string]string{
		"var x: int\ninitial s\nt: s -> s when x > 0\n":                                "x starts with any value of type int",
		"input i(x: string)\ninitial s\nt: s -> s in i(_)\n":                           "at most 4096 values",
		"extern F(x: int) -> int\nvar y: int = 0\ninitial s\nt: s -> s do y := F(1)\n": "t calls F",
		"clock c\ninitial s\nt: s -> s when c > 1 do c := 0\n":                         "clocks",
		"input i(x: 0..999, y: 0..999)\ninitial s\nt: s -> s in i(x, y) when x > y\n":  "combinations of inputs",
		"var n: int = 0\ninitial s\nt: s -> { 1/2: s do n := n + 1; 1/2: s }\n":        "more than 50 states",
	} {
		_, err := space.Build(context.Background(), testkit.LoadText(t, text), space.Options{States: 50})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %q", text, err, want)
		}
	}
}

// TestInputsOfCollections has as many choices as the type of an input has values.
func TestInputsOfCollections(t *testing.T) {
	for typ, values := range map[string]int{
		"set 0..1": 4, "map 0..1 -> bool": 9, "(0..2)[..2]": 1 + 3 + 9, "record { a: bool, b: set bool }": 8, "(0..2)?": 4, "set set 0..1": 16,
	} {
		s := build(t, "input put(s: "+typ+")\noutput seen()\ninitial a\nput: a -> a in put(s) out seen()\n")
		if got := len(s.States[0].Choices); got != values {
			t.Errorf("%s: %d choices, want %d", typ, got, values)
		}
	}
}

// TestInitialCollections begins with each value of the type of a collection.
func TestInitialCollections(t *testing.T) {
	s := build(t, "var x: set 0..2\nassume len(x) < 3\ninitial s\nt: s -> s when (1 in x)\n")
	if len(s.Initial) != 7 {
		t.Errorf("%d initial states, want 7", len(s.Initial))
	}
}

// looked is a context that counts how often it is looked at.
type looked struct {
	context.Context
	looks, most int
}

func (l *looked) Err() error {
	if l.looks++; l.looks > l.most {
		return context.Canceled
	}
	return nil
}

// TestLooksAtTimeByWork looks at the time limit also while the inputs of one state are tried.
func TestLooksAtTimeByWork(t *testing.T) {
	wide := testkit.LoadText(t, "input put(s: 0..4094)\ninitial a\nput: a -> a in put(_)\n")
	whole := &looked{Context: context.Background(), most: 1000}
	s, err := space.Build(whole, wide, space.Options{States: 10})
	if err != nil || len(s.States) != 1 || whole.looks < 4095/256 {
		t.Fatalf("looked %d times while 4,095 inputs of one state were tried: %v", whole.looks, err)
	}
	part := &looked{Context: context.Background(), most: whole.looks / 2}
	if _, err := space.Build(part, wide, space.Options{States: 10}); !errors.Is(err, context.Canceled) || part.looks != part.most+1 {
		t.Errorf("%v after %d looks, of which the last is to end it", err, part.looks)
	}
}
