package step_test

import (
	"errors"
	"math/big"
	"testing"

	"github.com/sextant-mbt/sextant/internal/testing/chance/step"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// Weights and rates over variables are evaluated exactly, and the branches of a distribution belong together.
func TestOwn(t *testing.T) {
	s := testkit.LoadText(t, `system Data
const p: int = 3
output a(int)
output b()
var n: int = 2
initial s
draw: s -> { n/p: s do n := n + 1 out a(n); 1 - n/p: s out b() } when n <= p
quick: s -> s when n > 3 rate n
slow: s -> s when n > 3 rate 1/2
`)
	stepper := step.New(s)
	start, err := stepper.Start()
	if err != nil {
		t.Fatal(err)
	}
	own, err := stepper.Own(start)
	if err != nil || len(own.Immediate) != 1 || len(own.Race) != 0 || len(own.Immediate[0].Branches) != 2 {
		t.Fatalf("%+v, %v", own, err)
	}
	d := own.Immediate[0]
	if d.Name != "draw" || !d.Speaks() || d.Branches[0].Probability.Cmp(big.NewRat(2, 3)) != 0 || d.Branches[1].Probability.Cmp(big.NewRat(1, 3)) != 0 {
		t.Errorf("%s: %v and %v", d.Name, d.Branches[0].Probability, d.Branches[1].Probability)
	}
	// With n = 3 the second branch has weight 0 and is gone; with n = 4 only the race is left.
	next := d.Branches[0].Next
	if own, err = stepper.Own(next); err != nil || len(own.Immediate[0].Branches) != 1 {
		t.Fatalf("%+v, %v", own, err)
	}
	next = own.Immediate[0].Branches[0].Next
	if own, err = stepper.Own(next); err != nil || len(own.Immediate) != 0 || len(own.Race) != 2 || own.Exit().Cmp(big.NewRat(9, 2)) != 0 {
		t.Errorf("%+v, %v", own, err)
	}
}

// What is not known is an error with a problem.
func TestProblems(t *testing.T) {
	for want, text := range map[step.Problem]string{
		step.FreeStart:  "var n: int\noutput a(int)\ninitial s\ngo: s -> s out a(n)\n",
		step.FreeValue:  "output a(int)\ninitial s\ngo: s -> s any x: int out a(x)\n",
		step.Clocks:     "clock x\noutput a()\ninitial s\ngo: s -> s when x > 1 out a()\n",
		step.ModelError: "var n: int = 2\noutput a()\ninitial s\ngo: s -> { n/3: s out a(); n/3: s }\n",
	} {
		stepper := step.New(testkit.LoadText(t, text))
		config, err := stepper.Start()
		if err == nil {
			_, err = stepper.Own(config)
		}
		if problem := (*step.Error)(nil); !errors.As(err, &problem) || problem.Problem != want {
			t.Errorf("%s: %v", want, err)
		}
	}
}

// A collection is chosen from all values of its type, a distribution for each.
func TestChosenCollections(t *testing.T) {
	stepper := step.New(testkit.LoadText(t, "output a(set 0..1)\ninitial s\ngo: s -> s any x: set 0..1 out a(x)\n"))
	start, err := stepper.Start()
	if err != nil {
		t.Fatal(err)
	}
	own, err := stepper.Own(start)
	if err != nil || len(own.Immediate) != 4 {
		t.Errorf("%d distributions, want 4: %v", len(own.Immediate), err)
	}
}
