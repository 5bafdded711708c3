package main

import (
	"math/rand/v2"
	"os/exec"
	"testing"
	"time"
)

// All encodings must give the same answers, and values that can be executed. Slots that are too few may lose steps.
func TestEncodingsAgree(t *testing.T) {
	for _, solver := range []string{"z3", "cvc5"} {
		if _, err := exec.LookPath(solver); err != nil {
			t.Skip(err)
		}
		for _, m := range models {
			for _, naming := range []bool{false, true} {
				t.Run(solver+"/"+m.name, func(t *testing.T) {
					c := config{solver: solver, limit: 10 * time.Second, naming: naming}
					var path []int
					expected, err := guide.follow(m, encodings[0], 4, atRandom(rand.New(rand.NewPCG(1, 2)), &path))
					if err != nil {
						t.Fatal(err)
					}
					for _, e := range encodings {
						if e.available(m, solver) {
							agree(t, &c, m, e, path, expected)
						}
					}
				})
			}
		}
	}
}

func agree(t *testing.T, c *config, m model, e encoding, path []int, expected []answer) {
	t.Helper()
	answers, err := c.follow(m, e, len(path), along(path))
	if err != nil || len(answers) != len(expected) {
		t.Fatalf("%s: %d answers of %d, %v", e.name, len(answers), len(expected), err)
	}
	for i, a := range answers {
		if a.wrong || a.status != expected[i].status {
			t.Errorf("%s: answer %d is %+v, and should be %s", e.name, i, a, expected[i].status)
		}
	}
}

// A path whose values are wrong must be seen to be impossible, or the values of solvers would not be checked.
func TestWrongValuesAreNotPossible(t *testing.T) {
	queue := models[0]
	path := []int{0, 2} // push, pop
	if !possible(queue, path, []term{"7", "7"}) || possible(queue, path, []term{"7", "8"}) {
		t.Error("a queue must give back what was put into it")
	}
}
