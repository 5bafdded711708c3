package xlia

import (
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// In whatever order a transition compares, assigns and sends, the transition of the model is possible for the same values, and then
// leads to the same state and sends the same messages as its statements do one after the other.
func TestStatementsMeanTheSame(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		text := lawful(&generator{r: r})
		model := converter.Text(r, text)
		s := testkit.LoadText(r, model)
		var list diag.List
		body := parse(diag.NewFile("machine.xlia", text), &list).parts[0].states[0].transitions[0].body
		in := sts.NewInterpreter(s)
		for range 20 {
			before := values{}
			for _, name := range []string{"x", "y", "u", "q", "cl"} {
				before[name] = rapid.IntRange(0, 3).Draw(r, name)
			}
			received := rapid.IntRange(-1, 3).Draw(r, "received")
			delay := rapid.IntRange(0, 2).Draw(r, "delay")
			want := reference(body, before, received, delay)
			if got := taken(r, in, s, before, received, delay, want); got != want.String() {
				r.Fatalf("from %v, after %d, with %d: by definition %q, in the model %q\n%s\n%s", before, delay, received, want, got, text, model)
			}
		}
	})
}

// values are those of variables and of the clock.
type values map[string]int

// run is the effect of the statements of a transition; none if they stop at a guard.
type run struct {
	at      values
	sent    []int
	blocked bool
}

func (r *run) String() string {
	if r.blocked {
		return ""
	}
	return fmt.Sprint(r.at, r.sent)
}

// reference executes statements one after the other.
func reference(body []*statement, before values, received, delay int) *run {
	r := &run{at: maps.Clone(before)}
	r.at["cl"] += delay
	for _, s := range body {
		switch s.kind {
		case doGuard:
			r.blocked = r.blocked || eval(s.value, r.at) == 0
		case doAssign:
			r.at[s.target.Text] = eval(s.value, r.at)
		case doParallel:
			old := maps.Clone(r.at)
			for _, part := range s.parts {
				r.at[part.target.Text] = eval(part.value, old)
			}
		case doInput:
			r.blocked = r.blocked || s.args[0].text == "u" && received < 0
			r.at[s.args[0].text] = received
		case doOutput:
			r.sent = append(r.sent, eval(s.args[0], r.at))
		}
	}
	return r
}

func eval(n *node, at values) int {
	truth := func(b bool) int {
		if b {
			return 1
		}
		return 0
	}
	switch n.op {
	case opNumber:
		value, _ := strconv.Atoi(n.text)
		return value
	case opName:
		return at[n.text]
	case opNegative:
		return -eval(n.args[0], at)
	}
	a, b := eval(n.args[0], at), eval(n.args[1], at)
	switch n.op {
	case "+":
		return a + b
	case "-":
		return a - b
	case "&&":
		return a * b
	case "<":
		return truth(a < b)
	case "<=":
		return truth(a <= b)
	}
	return truth(a != b)
}

// taken is the step of the model, in the form of a run: empty if none is possible. There must not be two different steps, whatever the
// parameters.
func taken(t testkit.Failer, in *sts.Interpreter, s *sts.System, before values, received, delay int, want *run) string {
	m := s.Moves()[0]
	c := &sts.Config{Locations: s.Initial()}
	for _, slot := range s.Slots {
		c.Values = append(c.Values, valueOf(slot.Sort, before[slot.Name]))
	}
	var found []string
	choices(m, append(slices.Clone(want.sent), 77), func(row []term.Value) {
		if len(m.InputArgs) > 0 {
			row[m.InputArgs[0]] = valueOf(m.Params[m.InputArgs[0]].Sort, received)
		}
		row[m.DelayParam()] = valueOf(term.Real, delay)
		step, err := in.Try(c, m, row)
		if err != nil || step.Outcome == sts.Unsafe {
			t.Fatalf("%v %+v", err, step.Violated)
		}
		if step.Outcome != sts.Done {
			return
		}
		after := &run{at: values{}}
		for i, slot := range s.Slots {
			after.at[slot.Name] = whole(t, step.Next.Values[i])
		}
		for _, v := range step.Outputs {
			after.sent = append(after.sent, whole(t, v))
		}
		if !slices.Contains(found, after.String()) {
			found = append(found, after.String())
		}
	})
	return strings.Join(found, " or ")
}

// choices lists values for the parameters that the system chooses.
func choices(m *sts.Move, candidates []int, visit func([]term.Value)) {
	row := make([]term.Value, len(m.Params))
	var fill func(int)
	fill = func(i int) {
		switch {
		case i == len(row):
			visit(row)
		case m.Params[i].Kind != sts.Chosen:
			fill(i + 1)
		default:
			for _, v := range candidates {
				row[i] = valueOf(m.Params[i].Sort, v)
				fill(i + 1)
			}
		}
	}
	fill(0)
}

func valueOf(sort *term.Sort, n int) term.Value {
	if sort == term.Real {
		return term.RatValue(big.NewRat(int64(n), 1))
	}
	return term.IntValue(int64(n))
}

// whole is a value that must be a whole number.
func whole(t testkit.Failer, v term.Value) int {
	r := v.Rat()
	if !r.IsInt() {
		t.Fatalf("%v is not a whole number", r)
	}
	return int(r.Num().Int64())
}

// generator writes statements.
type generator struct{ r *rapid.T }

// lawful is a system with one transition of random statements.
func lawful(g *generator) string {
	var body strings.Builder
	if g.any(2) == 0 {
		body.WriteString(g.guard())
	}
	if g.any(2) == 0 {
		fmt.Fprintf(&body, "input in1( %s );\n", g.oneOf("x", "u", "q"))
	}
	for range 1 + g.any(5) {
		body.WriteString(g.statement())
	}
	return `timed system S { @composite: statemachine M { @public: port input in1( int ); port output out1( int ); port output out2( rational );
		@private: var int x; var int y; var uint u; var rational q; clock cl;
		@region: state< start > s { transition t --> s {` + body.String() + `} }
		@com: connect< env >{ input in1; output out1; output out2; } } }`
}

func (g *generator) any(n int) int { return rapid.IntRange(0, n-1).Draw(g.r, "choice") }

func (g *generator) oneOf(texts ...string) string { return texts[g.any(len(texts))] }

func (g *generator) guard() string {
	return fmt.Sprintf("guard( %s %s %s );\n", g.value(true), g.oneOf("<", "<=", "!="), g.value(true))
}

func (g *generator) statement() string {
	switch g.any(6) {
	case 0:
		return g.guard()
	case 1:
		return fmt.Sprintf("{ |,| x := %s; y := %s; q := %s; }\n", g.value(false), g.value(false), g.value(true))
	case 2:
		return fmt.Sprintf("output out1( %s );\n", g.value(false))
	case 3:
		return fmt.Sprintf("output out2( %s );\n", g.value(true))
	case 4:
		return g.oneOf("cl := 0;\n", "cl := u;\n", "u++;\n", "cl = u + 1;\n")
	}
	if g.any(2) == 0 {
		return fmt.Sprintf("q := %s;\n", g.value(true))
	}
	return fmt.Sprintf("%s %s %s;\n", g.oneOf("x", "y"), g.oneOf(":=", "+=", "-="), g.value(false))
}

// value is an expression that may be real or is an integer.
func (g *generator) value(real bool) string {
	names := []string{"x", "y", "u", "1", "3"}
	if real {
		names = append(names, "q", "cl")
	}
	if g.any(2) == 0 {
		return g.oneOf(names...)
	}
	return fmt.Sprintf("%s %s %s", g.oneOf(names...), g.oneOf("+", "-"), g.oneOf(names...))
}
