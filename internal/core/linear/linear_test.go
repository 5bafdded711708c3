package linear_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/linear"
	"github.com/sextant-mbt/sextant/internal/core/linear/certificate"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// conditions draws conjunctions.
type conditions struct {
	*term.Store
	random    *rand.Rand
	variables []*term.Term
}

func newConditions(random *rand.Rand, sorts ...*term.Sort) *conditions {
	c := &conditions{Store: term.NewStore(), random: random}
	if c.random.IntN(2) == 0 {
		c.Store = term.NewRawStore()
	}
	for i := range 2 + c.random.IntN(3) {
		c.variables = append(c.variables, c.Var(fmt.Sprint("v", i), sorts[c.random.IntN(len(sorts))]))
	}
	return c
}

// sum draws a sum of integers.
func (c *conditions) sum() *term.Term {
	out := c.Int(int64(c.random.IntN(9) - 4))
	for range 1 + c.random.IntN(3) {
		if v := c.variables[c.random.IntN(len(c.variables))]; v.Sort().Kind == term.KindInt {
			out = c.Add(out, c.Mul(c.Int(int64(c.random.IntN(9)-4)), v))
		}
	}
	return out
}

func (c *conditions) condition(depth int) *term.Term {
	n := c.random.IntN(12)
	if depth == 0 {
		n = c.random.IntN(7)
	}
	switch n {
	case 0, 1, 2:
		return c.Le(c.sum(), c.sum())
	case 3:
		return c.Lt(c.sum(), c.sum())
	case 4:
		return c.Eq(c.sum(), c.sum())
	case 5:
		return c.Not(c.Eq(c.sum(), c.sum()))
	case 6:
		if v := c.variables[c.random.IntN(len(c.variables))]; v.Sort().Kind == term.KindBool {
			return v
		}
		return c.Le(c.sum(), c.Int(int64(c.random.IntN(5))))
	case 7:
		return c.Not(c.condition(depth - 1))
	case 8:
		return c.And(c.condition(depth-1), c.condition(depth-1))
	case 9:
		return c.Eq(c.condition(depth-1), c.condition(depth-1))
	case 10:
		return c.Ite(c.condition(depth-1), c.condition(depth-1), c.condition(depth-1))
	}
	return c.Or(c.condition(depth-1), c.condition(depth-1))
}

// solvable tries all values of the variables.
func (c *conditions) solvable(conjuncts []*term.Term) bool {
	values := map[*term.Term]term.Value{}
	var try func(i int) bool
	try = func(i int) bool {
		if i == len(c.variables) {
			return certificate.CheckModel(conjuncts, values) == nil
		}
		v := c.variables[i]
		low, high := int64(0), int64(1)
		if v.Sort().Kind == term.KindInt {
			low, high = v.Sort().Low, v.Sort().High
		}
		for n := low; n <= high; n++ {
			if values[v] = term.IntValue(n); try(i + 1) {
				return true
			}
		}
		return false
	}
	return try(0)
}

// Answers for conditions over small integers and Booleans are those of trying all values, along paths that share conditions.
func TestAnswersEqualTryingAll(t *testing.T) {
	answers := map[linear.Outcome]int{}
	for seed := range uint64(1000) {
		c := newConditions(rand.New(rand.NewPCG(seed, 1)), term.Range(-3, 3), term.Range(0, 4), term.Bool)
		d := linear.NewDecider()
		var path []*term.Term
		for range 8 {
			path = append(path[:c.random.IntN(len(path)+1)], c.condition(2))
			got, want := d.Decide(path), linear.Refuted
			if c.solvable(path) {
				want = linear.Satisfied
			}
			if answers[got]++; got != linear.Open && got != want {
				t.Fatalf("seed %d: %v, not %v", seed, got, want)
			}
		}
		if d.Mistakes > 0 {
			t.Fatalf("seed %d: %d answers are not confirmed", seed, d.Mistakes)
		}
	}
	if answers[linear.Refuted] < 1000 || answers[linear.Satisfied] < 1000 || answers[linear.Open] > 400 {
		t.Errorf("%v", answers)
	}
}
