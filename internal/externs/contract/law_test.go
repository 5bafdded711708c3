package contract_test

import (
	"fmt"
	"maps"
	"testing"

	"pgregory.net/rapid"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit/contracts"
)

// randomCondition compares two simple expressions over the given names.
func randomCondition(r *rapid.T, names []string) string {
	name := func() string { return rapid.SampledFrom(names).Draw(r, "name") }
	operator := rapid.SampledFrom([]string{"==", "!=", "<", "<=", ">"}).Draw(r, "operator")
	return fmt.Sprintf("%s + %d %s %s * %d", name(), rapid.IntRange(0, 2).Draw(r, "add"), operator, name(), rapid.IntRange(0, 2).Draw(r, "factor"))
}

// TestCheckEqualsEnumeration: over finite domains the three verdicts are those of trying every input and output.
func TestCheckEqualsEnumeration(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		text := "system M\nextern F(x: 0..3, y: 0..2) -> 0..3 contract {\n"
		for i := range rapid.IntRange(1, 3).Draw(r, "behaviors") {
			text += fmt.Sprintf("behavior b%d: requires %s ensures %s\n", i, randomCondition(r, []string{"x", "y"}), randomCondition(r, []string{"x", "result"}))
		}
		text += "}\nvar z: 0..3 = 0\ninitial s\na: s -> s do z := F(z, 1)"
		c := contracts.LoadText(t, text)
		x := c.System.Externs[0]
		got, err := c.CheckContract(t.Context(), x, &x.Contracts[0])
		if err != nil {
			r.Fatal(err)
		}
		disjoint, complete, satisfiable := enumerate(c.System, x)
		for name, pair := range map[string][2]bool{
			"disjoint": {disjoint, got.Disjoint.Decision == result.Yes}, "complete": {complete, got.Complete.Decision == result.Yes},
			"satisfiable": {satisfiable, got.Satisfiable.Decision == result.Yes},
		} {
			if pair[0] != pair[1] {
				r.Fatalf("%s: enumeration says %v, the solver %v (%+v)\n%s", name, pair[0], pair[1], got, text)
			}
		}
	})
}

// enumerate decides the properties of the first contract of a function of two numbers by trying everything.
func enumerate(s *sts.System, x *sts.Extern) (disjoint, complete, satisfiable bool) {
	disjoint, complete, satisfiable = true, true, true
	holds := func(cond *term.Term, a, b, result term.Value) bool {
		v, err := s.Store.Evaluate(cond, map[*term.Term]term.Value{x.Inputs[0]: a, x.Inputs[1]: b, x.Output[0]: result})
		return err == nil && v.Bool()
	}
	for _, a := range x.Inputs[0].Sort().Values(10) {
		for _, b := range x.Inputs[1].Sort().Values(10) {
			applies, possible := 0, map[term.Value]bool{}
			for _, result := range x.Output[0].Sort().Values(10) {
				possible[result] = true
			}
			for _, behavior := range x.Contracts[0].Behaviors {
				if !holds(behavior.Pre, a, b, term.IntValue(0)) {
					continue
				}
				applies++
				maps.DeleteFunc(possible, func(result term.Value, _ bool) bool { return !holds(behavior.Post, a, b, result) })
			}
			satisfiable = satisfiable && len(possible) > 0
			disjoint, complete = disjoint && applies < 2, complete && applies > 0
		}
	}
	return disjoint, complete, satisfiable
}
