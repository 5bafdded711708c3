package automaton

import (
	"context"
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// within is the probability of reaching the goal within some steps, by following every choice.
func within(a *Automaton, goal, avoid []bool, s, steps int, o Objective) *big.Rat {
	switch {
	case goal[s]:
		return one
	case avoid[s] || steps == 0 || len(a.States[s].Choices) == 0:
		return zero
	}
	var best *big.Rat
	for _, c := range a.States[s].Choices {
		v := new(big.Rat)
		for _, b := range c.Branches {
			v.Add(v, new(big.Rat).Mul(b.Probability, within(a, goal, avoid, b.To, steps-1, o)))
		}
		if best == nil || o.better(v, best) {
			best = v
		}
	}
	return best
}

func TestWithinStepsEqualsAllPaths(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := drawAutomaton(t)
		goal, avoid := drawSet(t, len(a.States), "goal"), drawSet(t, len(a.States), "avoid")
		steps := rapid.IntRange(0, 4).Draw(t, "steps")
		for _, o := range []Objective{Minimum, Maximum} {
			want := within(a, goal, avoid, 0, steps, o)
			for _, work := range []int{DefaultExact, -1} {
				s := NewSolver(a)
				s.Exact = work
				got, err := s.WithinSteps(context.Background(), goal, avoid, steps, o)
				if err != nil || !got.Contains(want) || work > 0 && got.Kind != Exact {
					t.Fatalf("%s within %d steps: got %+v, %v, want %s", o, steps, got, err, want.RatString())
				}
			}
		}
	})
}

// path is an automaton whose states follow each other, with the given rates; a rate of 0 is no delay.
func path(rates ...int64) *Automaton {
	a := &Automaton{Initial: []int{0}}
	for i, r := range rates {
		c := Choice{Branches: []Branch{{i + 1, one}}}
		if r > 0 {
			c.Rate = big.NewRat(r, 1)
		}
		a.States = append(a.States, State{[]Choice{c}})
	}
	a.States = append(a.States, State{})
	return a
}

func last(a *Automaton) []bool {
	goal := make([]bool, len(a.States))
	goal[len(goal)-1] = true
	return goal
}

func TestWithinTimeHasClosedForms(t *testing.T) {
	for _, c := range []struct {
		a    *Automaton
		time float64
		want float64
	}{
		{path(2), 0.5, 1 - math.Exp(-1)},
		{path(2), 300, 1},
		{path(0, 2, 0, 0), 0.5, 1 - math.Exp(-1)},
		{path(1, 1), 3, 1 - 4*math.Exp(-3)},
		{path(1, 2), 1, 1 - 2*math.Exp(-1) + math.Exp(-2)},
		{path(100, 1), 0, 0},
	} {
		s := NewSolver(c.a)
		s.Precision = 1e-10
		got, err := s.WithinTime(context.Background(), last(c.a), nil, new(big.Rat).SetFloat64(c.time))
		if err != nil || got.Low > c.want+1e-14 || got.High < c.want-1e-14 || got.High-got.Low > 1e-10 {
			t.Errorf("%v within %g: got [%.15g, %.15g], %v, want %.15g", c.a, c.time, got.Low, got.High, err, c.want)
		}
	}
}

func TestWithinTimeSaysWhatItCannotDo(t *testing.T) {
	choices := path(1, 1)
	choices.States[0].Choices = append(choices.States[0].Choices, choices.States[1].Choices[0])
	cycle := path(0, 0, 1)
	cycle.States[1].Choices[0].Branches = []Branch{{0, big.NewRat(1, 2)}, {2, big.NewRat(1, 2)}}
	for why, a := range map[Reason]*Automaton{Choices: choices, InstantCycles: cycle, Horizon: path(100_000_000)} {
		if got, err := NewSolver(a).WithinTime(context.Background(), last(a), nil, one); err != nil || got.Kind != Unknown || got.Why != why {
			t.Errorf("got %+v, %v, want %s", got, err, why)
		}
	}
}

// ruin is a fair game that ends at 0 or n, begun in the middle.
func ruin(n int) *Automaton {
	a := &Automaton{Initial: []int{n / 2}, States: make([]State, n+1)}
	half := big.NewRat(1, 2)
	for s := 1; s < n; s++ {
		a.States[s].Choices = []Choice{{Branches: []Branch{{s - 1, half}, {s + 1, half}}}}
	}
	return a
}

// TestLongGame has a block whose bounds converge slowly.
func TestLongGame(t *testing.T) {
	a := ruin(100)
	for _, work := range []int{DefaultExact, -1} {
		s := NewSolver(a)
		s.Exact = work
		p, err := s.Probability(context.Background(), last(a), nil, Maximum)
		if err != nil || !p.Contains(big.NewRat(1, 2)) || p.Gap() > 1e-6 {
			t.Errorf("probability: %+v, %v", p, err)
		}
		ends := last(a)
		ends[0] = true
		steps, err := s.ExpectedSteps(context.Background(), ends, Minimum)
		if err != nil || !steps.Contains(big.NewRat(2500, 1)) || steps.Gap() > 1e-6 {
			t.Errorf("steps: %+v, %v", steps, err)
		}
	}
}

func TestWorkIsLimited(t *testing.T) {
	a := ruin(1000)
	s := NewSolver(a)
	s.Exact, s.Work = 100, 1_000
	got, err := s.Probability(context.Background(), last(a), nil, Maximum)
	if err != nil || got.Kind != Bounds || got.Why != Stopped || !got.Contains(big.NewRat(1, 2)) {
		t.Errorf("got %+v, %v", got, err)
	}
}

// TestRareExit has states that are left once in 10^30 steps, which floating-point numbers alone cannot prove.
func TestRareExit(t *testing.T) {
	a := &Automaton{Initial: []int{0}, States: make([]State, 101)}
	half := big.NewRat(1, 2)
	for s := range 100 {
		a.States[s].Choices = []Choice{{Branches: []Branch{{0, half}, {s + 1, half}}}}
	}
	want := new(big.Rat).SetInt(new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 101), big.NewInt(2)))
	for _, work := range []int{DefaultExact, -1} {
		s := NewSolver(a)
		s.Exact = work
		got, err := s.ExpectedSteps(context.Background(), last(a), Minimum)
		if err != nil || !got.Contains(want) || got.Gap() > 1e-6 || work > 0 && got.Kind != Exact {
			t.Errorf("exact work %d: %+v, %v", work, got, err)
		}
	}
}

// TestLongNumbers has probabilities whose common denominators do not fit in words.
func TestLongNumbers(t *testing.T) {
	a := ruin(40)
	p := new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Exp(big.NewInt(10), big.NewInt(30), nil))
	for s := 1; s < 40; s += 2 {
		rest := new(big.Rat).Sub(one, p)
		rest.Quo(rest, big.NewRat(2, 1))
		a.States[s].Choices[0].Branches = []Branch{{s - 1, rest}, {s + 1, rest}, {s, p}}
	}
	got, err := NewSolver(a).Probability(context.Background(), last(a), nil, Maximum)
	if err != nil || got.Kind != Exact || !got.Contains(big.NewRat(1, 2)) {
		t.Errorf("got %+v, %v", got, err)
	}
}

// TestBoundsContainExactValues compares both computations of larger automata.
func TestBoundsContainExactValues(t *testing.T) {
	ctx := context.Background()
	rapid.Check(t, func(t *rapid.T) {
		a := drawRing(t)
		goal := make([]bool, len(a.States))
		goal[len(goal)-1] = true
		exact, bounds := NewSolver(a), NewSolver(a)
		bounds.Exact = -1
		for _, o := range []Objective{Minimum, Maximum} {
			for name, of := range map[string]func(*Solver) (Answer, error){
				"probability": func(s *Solver) (Answer, error) { return s.Probability(ctx, goal, nil, o) },
				"steps":       func(s *Solver) (Answer, error) { return s.ExpectedSteps(ctx, goal, o) },
				"time":        func(s *Solver) (Answer, error) { return s.ExpectedTime(ctx, goal, o) },
			} {
				e, err := of(exact)
				b, err2 := of(bounds)
				switch {
				case err != nil || err2 != nil || e.Kind != Exact && e.Kind != Infinite:
					t.Fatalf("%s %s: %+v, %v, %v", o, name, e, err, err2)
				case e.Kind == Infinite && b.Kind != Infinite, e.Kind == Exact && !b.Contains(e.Value), b.Gap() > 1e-6:
					t.Fatalf("%s %s: %+v is not within %+v", o, name, e, b)
				}
			}
		}
	})
}

// drawRing draws an automaton of up to 60 states, most of which lead to each other, with some choices and an exit.
func drawRing(t *rapid.T) *Automaton {
	n := rapid.IntRange(5, 60).Draw(t, "states")
	random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
	a := &Automaton{Initial: []int{0}, States: make([]State, n+2)}
	for s := range n {
		for range 1 + random.IntN(4)/3 {
			weights := [3]int64{1 + random.Int64N(9), 1 + random.Int64N(1000), random.Int64N(2)}
			sum := weights[0] + weights[1] + weights[2]
			c := Choice{Branches: []Branch{{(s + 1) % n, big.NewRat(weights[0], sum)}, {random.IntN(n), big.NewRat(weights[1], sum)}}}
			if weights[2] > 0 {
				c.Branches = append(c.Branches, Branch{n + random.IntN(2)*random.IntN(2), big.NewRat(weights[2], sum)})
			}
			if random.IntN(2) == 0 {
				c.Rate = big.NewRat(1+random.Int64N(99), 7)
			}
			a.States[s].Choices = append(a.States[s].Choices, c)
		}
	}
	a.States[n].Choices = []Choice{{Branches: []Branch{{n + 1, one}}}}
	return a
}

func TestSeveralInitialStates(t *testing.T) {
	a := ruin(4)
	a.Initial = []int{1, 3, 0}
	s := NewSolver(a)
	for o, want := range map[Objective]*big.Rat{Minimum: zero, Maximum: big.NewRat(3, 4)} {
		if got, err := s.Probability(context.Background(), last(a), nil, o); err != nil || !got.Contains(want) {
			t.Errorf("%s: got %+v, %v, want %s", o, got, err, want.RatString())
		}
	}
	if got, _ := s.ExpectedSteps(context.Background(), last(a), Minimum); got.Kind != Infinite {
		t.Errorf("expected steps: %+v", got)
	}
}

func TestValidate(t *testing.T) {
	third := big.NewRat(1, 3)
	for want, a := range map[string]*Automaton{
		"initial state 7":       {Initial: []int{7}},
		"add up to 2/3":         {States: []State{{[]Choice{{Branches: []Branch{{0, third}, {0, third}}}}}}},
		"next state 1":          {States: []State{{[]Choice{{Branches: []Branch{{1, one}}}}}}},
		"a probability is -1":   {States: []State{{[]Choice{{Branches: []Branch{{0, big.NewRat(-1, 1)}}}}}}},
		"choice 0: the rate is": {States: []State{{[]Choice{{Rate: zero}}}}},
	} {
		if err := a.Validate(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	if err := ruin(5).Validate(); err != nil {
		t.Error(err)
	}
}
