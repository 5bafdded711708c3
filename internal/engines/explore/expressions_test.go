package explore_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/testkit"
	"github.com/sextant-mbt/sextant/internal/testkit/collections"
)

// The results of exploration for a random expression of inputs agree with its values for all inputs: the solver finds the inputs for which it
// has a value, and excludes those for which it has none.
func TestExpressionsEqualExplicitValues(t *testing.T) {
	cases, newSolver, count := 2*testkit.Models(), lazySolvers(500*time.Millisecond), map[string]int{}
	for seed := uint64(0); count["cases"] < cases; seed++ {
		r := rand.New(rand.NewPCG(seed, 1))
		q := newQuestions(r, collections.DrawCase(r, 2, 1000))
		if q == nil {
			count["too large"]++
			continue
		}
		s := certainErrorsOnly(t, q.text)
		if s == nil {
			count["rejected"]++
			continue
		}
		tree := run(t, s, explore.Options{Strategy: explore.BreadthFirst, Depth: 1, NewSolver: newSolver})
		for _, d := range dataDifferences(tree, q.seen) {
			t.Fatalf("seed %d: %s\n%s", seed, d, q.text)
		}
		count["cases"]++
		for kind, has := range map[string]bool{"decided": len(tree.Doubts) == 0, "errors": len(q.seen.Certain) > 0, "possible": q.seen.Taken["drawn"], "impossible": !q.seen.Taken["drawn"]} {
			if has {
				count[kind]++
			}
		}
	}
	enough(t, count, "cases", map[string]int{"decided": 2, "errors": 20, "possible": 10, "impossible": 10})
}

// questions is a model with transitions that test the value of an expression of inputs: whether it is the value it has for some inputs, with
// these inputs; whether it is another one, with these inputs; and whether it is a value drawn at random, with any inputs.
type questions struct {
	text string
	seen *collections.Seen // expected effects of the transitions of the model
}

// newQuestions builds the questions about the expression of a case; nil if a value is too large.
func newQuestions(source collections.Source, c *collections.Case) *questions {
	env, drawn := c.Values(source), c.Any(source)
	fixed, failure := c.Expression.Eval(env)
	if failure != 0 {
		fixed = drawn
	}
	q := &questions{text: questionText(c, env, fixed, drawn),
		seen: &collections.Seen{Taken: map[string]bool{}, Possible: map[string]collections.Failure{}, Certain: map[string]collections.Failure{}}}
	isSmall := q.expect("equal", c, env, func(text string) bool { return text == collections.Text(fixed) }) &&
		q.expect("other", c, env, func(text string) bool { return text != collections.Text(fixed) })
	for _, inputs := range c.Environments() {
		isSmall = isSmall && q.expect("drawn", c, inputs, func(text string) bool { return text == collections.Text(drawn) })
	}
	if !isSmall {
		return nil
	}
	return q
}

// questionText is the model with the questions as transitions.
func questionText(c *collections.Case, env *collections.Env, fixed, drawn collections.Value) string {
	declaration, receive := c.Input()
	transition := func(name, pinned, operator string, value collections.Value) string {
		return fmt.Sprintf("%s: s -> t %s when %s%s %s %s\n", name, receive, pinned, c.Operand(nil), operator, collections.Literal(value, c.Type))
	}
	pinned := c.Equation(env) + " and "
	return c.Declarations() + declaration + "initial s\nfinal s\n" +
		transition("equal", pinned, "==", fixed) + transition("other", pinned, "!=", fixed) + transition("drawn", "", "==", drawn)
}

// expect notes the expected effect of a transition for some inputs, if it is taken for values with certain texts. It returns false if a value
// is too large.
func (q *questions) expect(name string, c *collections.Case, inputs *collections.Env, taken func(text string) bool) bool {
	v, f := c.Expression.Eval(inputs)
	switch {
	case f == 0:
		q.seen.Taken[name] = q.seen.Taken[name] || taken(collections.Text(v))
	case f.Certain():
		q.seen.Certain[name] |= f
	}
	q.seen.Possible[name] |= f
	return f&collections.TooLarge == 0
}
