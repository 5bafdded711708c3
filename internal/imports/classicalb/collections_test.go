package classicalb

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// variablesOf are the variables of the machine for random expressions: two of each type, and the set that each is in.
var variablesOf = []struct{ typ, names, set string }{
	{"number", "n m", "INT"}, {"truth", "q z", "BOOL"}, {"member", "e d", "S"},
	{"numbers", "s t", "POW(INT)"}, {"members", "p o", "POW(S)"},
	{"relation", "r l", "S <-> INT"}, {"links", "k j", "S <-> S"},
	{"function", "f h", "S +-> INT"}, {"successor", "g i", "S +-> S"},
	{"sequence", "u v", "seq(INT)"}, {"word", "w y", "seq(S)"},
}

// operators is how many expressions and predicates are in one machine.
const operators = 12

// Random expressions and predicates over sets, relations, functions and sequences have the values in the model that they have in
// B, where everything is a set.
func TestCollectionsMeanTheSame(t *testing.T) {
	compared := 0
	rapid.Check(t, func(r *rapid.T) {
		g := &drawing{r: r, start: map[string]meaning{}}
		text, cases := g.machine()
		model := converter.Text(r, text)
		converter.MustCompile(r, model)
		s := testkit.TryText(r, model)
		if s == nil {
			return // a constant part has no value, but is not evaluated in B
		}
		in := sts.NewInterpreter(s)
		c, err := in.Start(nil)
		if err != nil {
			r.Fatal(err)
		}
		for i, m := range s.Moves() {
			want, state := cases[i].evaluate(g.start)
			compared++
			step, err := in.Try(c, m, nil)
			if err != nil {
				r.Fatal(err)
			}
			got := observed(s, step, cases[i].variable)
			if got != want.text && !(state == noFunction && step.Outcome == sts.Unsafe) {
				r.Fatalf("%s of %s is %s in B, but %s in the model\n%s\n%s", cases[i].text, m.Name, want.text, got, text, model)
			}
		}
	})
	if compared < operators {
		t.Errorf("only %d expressions were compared", compared)
	}
}

// observed is the value of a variable after a step, or of the guard of the step if there is no variable.
func observed(s *sts.System, step sts.Step, variable string) string {
	switch {
	case step.Outcome == sts.Unsafe:
		return "the model error " + fmt.Sprint(step.Violated.Kind)
	case variable == "":
		return aTruth(step.Outcome == sts.Done).text
	case step.Outcome == sts.Blocked:
		return "blocked"
	}
	for _, v := range s.Vars {
		if v.Name == variable {
			return meaningOf(step.Next.Values[v.First], s.Slots[v.First].Sort).text
		}
	}
	return "no value of " + variable
}

// machine writes a machine whose operations assign expressions or have predicates as guards, if they have values.
func (g *drawing) machine() (string, []drawn) {
	var names, invariants, starts, operations []string
	var cases []drawn
	for _, v := range variablesOf {
		for _, name := range strings.Fields(v.names) {
			names = append(names, name)
			invariants = append(invariants, name+" : "+v.set)
			value := g.literal(v.typ, 0)
			g.start[name], _ = value.evaluate(nil)
			starts = append(starts, name+" := "+value.text)
		}
	}
	for i := range operators {
		c, body := g.operation()
		if _, state := c.evaluate(g.start); state == undefined {
			c, body = fixed("TRUE", aTruth(true)), "skip"
		}
		cases = append(cases, c)
		operations = append(operations, fmt.Sprintf("  op%d = %s", i, body))
	}
	return "MACHINE M SETS S = {a, b, c}\nVARIABLES " + strings.Join(names, ", ") + "\nINVARIANT " + strings.Join(invariants, " & ") +
		"\nINITIALISATION " + strings.Join(starts, " || ") + "\nOPERATIONS\n" + strings.Join(operations, ";\n") + "\nEND", cases
}

// operation writes an operation with an expression that it assigns, or a predicate that is its guard.
func (g *drawing) operation() (drawn, string) {
	if rapid.Bool().Draw(g.r, "predicate") {
		c := g.predicate(2)
		return c, "SELECT " + c.text + " THEN skip END"
	}
	v := rapid.SampledFrom(variablesOf).Draw(g.r, "variable")
	c := g.expression(v.typ, 3)
	c.variable = strings.Fields(v.names)[0]
	return c, "BEGIN " + c.variable + " := " + c.text + " END"
}
