package uppaal

import (
	"errors"
	"fmt"
	"maps"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/imports/uppaal/source"
	"github.com/sextant-mbt/sextant/internal/language/compile"
)

// However a function branches, loops and returns, the step of the model that calls it leads from every state to the same state as
// executing it statement by statement, or fails where that fails.
func TestFunctionsMeanTheSame(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		g := &generator{r: r}
		declarations := "int[-3,3] x, y; int[0,3] f[2]; bool b;\n" +
			"int[-3,3] h(int[-3,3] p) {\n" + g.function(2, "return "+g.number(1, []string{"p"})+";", "p") + "}\n" +
			"void c(int[-3,3] &q) {\n" + g.function(2, "return;", "q") + "}\n"
		g.calls = true
		declarations += "void e() {\n" + g.function(3, "return;") + "}\n"
		compare := meaning(r, declarations)
		for range 20 {
			compare(memory{"x": g.draw(-3, 3), "y": g.draw(-3, 3), "f0": g.draw(0, 3), "f1": g.draw(0, 3), "b": g.draw(0, 1)})
		}
	})
}

// Where a function has returned, the statements after that change nothing of its callers: neither a local whose value depends on a variable
// that is assigned there, nor one that is passed by reference.
func TestReturnLeavesCallersAlone(t *testing.T) {
	const variables = "int[-3,3] x, y; int[0,3] f[2]; bool b;\n"
	for name, functions := range map[string]string{
		"value":     "void c() { if (y < 0) return; b = 1 - b; }\nvoid e() { int[-3,3] t = b - f[0]; c(); x = t; }\n",
		"reference": "void c(int[-3,3] &q) { if (y < 0) return; q = 2; if (y == 0) return; q = 3; }\nvoid e() { int[-3,3] t = 1; c(t); x = t; }\n",
	} {
		t.Run(name, func(t *testing.T) {
			compare := meaning(t, variables+functions)
			for i := range 7 * 4 * 2 {
				compare(memory{"x": 0, "y": i%7 - 3, "f0": i / 7 % 4, "f1": 0, "b": i / 28})
			}
		})
	}
}

// Where the body of a loop returns, neither its step nor its condition is evaluated again: they may assign variables, and they may fail.
func TestReturnEndsLoops(t *testing.T) {
	const variables = "int[-3,3] x, y; int[0,3] f[2]; bool b;\n"
	for name, loop := range map[string]string{
		"step":              "for (i = 0; i < f[1]; x = 3, i++) { if (i == f[0]) return; }",
		"condition":         "for (i = 0; y = 2, i < f[1]; i++) { y = 1; if (i == f[0]) return; }",
		"condition fails":   "for (i = 0; i < f[y]; i++) { y++; if (i == f[0]) return; }",
		"step fails":        "for (i = 0; i < f[1]; y++, i++) { if (y > f[0]) return; }",
		"step of a caller":  "for (i = 0; i < f[1]; i++) { c(x); }",
		"while":             "while (y = 2, i < f[1]) { y = 1; if (i == f[0]) return; i++; }",
		"do":                "do { if (i == f[0]) return; y = 1; i++; } while (y = 2, i < f[1]);",
		"do, after a round": "do { y = 1; i++; if (i > f[0]) return; } while (y = 2, i < f[1]);",
	} {
		t.Run(name, func(t *testing.T) {
			const called = "void c(int[-3,3] &q) { int j; for (j = 0; j < 2; q = j, j++) { if (f[0] == j) return; } }\n"
			compare := meaning(t, variables+called+"void e() { int i; "+loop+" }\n")
			for i := range 7 * 4 * 4 {
				compare(memory{"x": 0, "y": i%7 - 3, "f0": i / 7 % 4, "f1": i / 28, "b": 0})
			}
		})
	}
}

// meaning compares the steps of the model of some functions with executing e by definition.
func meaning(r rapid.TB, declarations string) func(before memory) {
	document := `<nta><declaration>` + escape(declarations) + `</declaration><template><name>P</name><location id="l"/><init ref="l"/>` +
		`<transition><source ref="l"/><target ref="l"/>` + update("e()") + `</transition></template><system>system P;</system></nta>`
	var list diag.List
	model := Convert(diag.NewFile("p.xml", document), &list).Text
	if code := firstCode(&list); code == diag.CodeImportTooLarge || code == diag.CodeImportValue { // or a constant that no variable can hold
		r.Skip(code)
	}
	if list.HasErrors() {
		r.Fatalf("%v\n%s", diag.ToJSON(list.Sorted()), declarations)
	}
	s := compiled(r, model)
	system := source.Read(diag.NewFile("p.xml", document), &diag.List{})
	return func(before memory) {
		want, failed := execute(system, before)
		got, unsafe := after(r, s, before)
		if failed != unsafe || !failed && cmp.Diff(want, got) != "" {
			r.Fatalf("from %v: by definition %v (failed: %v), in the model %v (failed: %v)\n%s\n%s", before, want, failed, got, unsafe, declarations, model)
		}
	}
}

// firstCode is the code of the first error; empty if there is none.
func firstCode(list *diag.List) diag.Code {
	if !list.HasErrors() {
		return ""
	}
	return list.Sorted()[0].Code
}

// compiled is the system of a model. One in which a constant leaves its range is a model error for any state, and is not compiled.
func compiled(r rapid.TB, text string) *sts.System {
	var found diag.List
	read := func(string) ([]byte, error) { return []byte(text), nil }
	m, err := compile.Load("model.sxt", compile.Options{ReadFile: read}, &found)
	for _, d := range found.Sorted() {
		if d.Severity == diag.Error && allowed[d.Code] {
			r.Skip(d.Message)
		}
	}
	if err != nil || found.HasErrors() {
		r.Fatalf("%v %v\n%s", err, diag.ToJSON(found.Sorted()), text)
	}
	return m.System
}

// after is the state after the step in the model; it has all scratch variables at their first values.
func after(r rapid.TB, s *sts.System, before memory) (memory, bool) {
	config := &sts.Config{Locations: s.Initial()}
	for _, slot := range s.Slots {
		config.Values = append(config.Values, term.IntValue(int64(before[slotName(slot.Name)])))
	}
	step, err := sts.NewInterpreter(s).Try(config, s.Moves()[0], nil)
	if err != nil || step.Outcome == sts.Blocked {
		r.Fatalf("%v %+v", err, step)
	}
	if step.Outcome == sts.Unsafe {
		return nil, true
	}
	out := memory{}
	for i, slot := range s.Slots {
		v, _ := step.Next.Values[i].Small()
		if strings.Contains(slot.Name, "scratch") {
			if v != 0 {
				r.Fatalf("%s is %d after the step", slot.Name, v)
			}
			continue
		}
		out[slotName(slot.Name)] = int(v)
	}
	return out, false
}

func slotName(name string) string { return strings.NewReplacer("[", "", "]", "").Replace(name) }

// generator draws statements.
type generator struct {
	r      *rapid.T
	locals int
	last   string
	calls  bool // in e, which may call the others
}

func (g *generator) draw(low, high int) int { return rapid.IntRange(low, high).Draw(g.r, "n") }

// function draws a body that ends with a statement, which may occur before, too.
func (g *generator) function(depth int, last string, params ...string) string {
	g.last = last
	return g.block(depth, params) + last + "\n"
}

func (g *generator) block(depth int, locals []string) string {
	var out strings.Builder
	for range g.draw(1, 3) {
		if g.draw(0, 3) == 0 {
			g.locals++
			name := fmt.Sprint("t", g.locals)
			fmt.Fprintf(&out, "int[-3,3] %s = %s;\n", name, g.number(1, locals))
			locals = append(locals[:len(locals):len(locals)], name)
		}
		out.WriteString(g.statement(depth, locals))
	}
	return out.String()
}

func (g *generator) statement(depth int, locals []string) string {
	if depth == 0 {
		return g.place(locals) + " = " + g.number(1, locals) + ";\n"
	}
	inner := func() string { return "{\n" + g.block(depth-1, locals) + "}" }
	switch g.draw(0, 8) {
	case 0:
		return "if (" + g.condition(locals) + ") " + inner() + " else " + inner() + "\n"
	case 1:
		return "if (" + g.condition(locals) + ") " + inner() + "\n"
	case 2:
		return g.loop(depth, locals)
	case 3:
		return fmt.Sprintf("for (k : int[0,%d]) %s\n", g.draw(0, 2), inner())
	case 4:
		return "if (" + g.condition(locals) + ") " + g.last + "\n"
	case 5:
		if g.calls {
			return g.place(locals) + " = h(" + g.number(1, locals) + ");\n"
		}
	case 7:
		if g.calls {
			return "c(" + rapid.SampledFrom(append([]string{"x", "y"}, locals...)).Draw(g.r, "argument") + ");\n"
		}
	case 6:
		return g.place(locals) + []string{"++", "--", " += 1", " -= 2"}[g.draw(0, 3)] + ";\n"
	}
	return g.place(locals) + " = " + g.number(2, locals) + ";\n"
}

// loop draws a loop of each kind, whose expressions may assign something, too.
func (g *generator) loop(depth int, locals []string) string {
	g.locals++
	i := fmt.Sprint("i", g.locals)
	more := func() string {
		if g.draw(0, 3) > 0 {
			return ""
		}
		return g.place(locals) + " = " + g.number(1, locals) + ", "
	}
	start, condition, step := more()+i+" = 0", fmt.Sprintf("%s%s < f[%d]", more(), i, g.draw(0, 1)), more()+i+"++"
	body := g.block(depth-1, locals)
	switch g.draw(0, 3) {
	case 0:
		return fmt.Sprintf("{ int %s; %s; while (%s) {\n%s%s; } }\n", i, start, condition, body, step)
	case 1:
		return fmt.Sprintf("{ int %s; %s; do {\n%s%s; } while (%s); }\n", i, start, body, step, condition)
	}
	return fmt.Sprintf("{ int %s; for (%s; %s; %s) {\n%s} }\n", i, start, condition, step, body)
}

// place is a target of assignments; loops do not change their bounds.
func (g *generator) place(locals []string) string {
	places := append([]string{"x", "y", "b", "x", "y"}, locals...)
	return rapid.SampledFrom(places).Draw(g.r, "place")
}

func (g *generator) number(depth int, locals []string) string {
	names := append([]string{"x", "y", "f[0]", "f[1]", "0", "1", "2", "b"}, locals...)
	name := rapid.SampledFrom(names).Draw(g.r, "name")
	if depth == 0 {
		return name
	}
	a, b := g.number(depth-1, locals), g.number(depth-1, locals)
	switch g.draw(0, 7) {
	case 0:
		return "(" + a + " + " + b + ")"
	case 1:
		return "(" + a + " - " + b + ")"
	case 2:
		return "(" + a + " / 2)"
	case 3:
		return "(" + a + " % 3)"
	case 4:
		return "(" + g.condition(locals) + " ? " + a + " : " + b + ")"
	case 5:
		return "f[" + a + "]"
	}
	return name
}

func (g *generator) condition(locals []string) string {
	op := rapid.SampledFrom([]string{"<", "<=", "==", "!=", ">"}).Draw(g.r, "op")
	return g.number(1, locals) + " " + op + " " + g.number(1, locals)
}

// memory has the values of variables and locals.
type memory map[string]int

var errFailed = errors.New("a value out of range")

// machine executes functions by definition.
type machine struct {
	system   *source.System
	at       memory
	q        string // what the parameter of c refers to
	returned bool
	result   int
}

// execute is the state after calling e, or true if that fails.
func execute(system *source.System, before memory) (after memory, failed bool) {
	m := &machine{system: system, at: maps.Clone(before)}
	defer func() {
		if p := recover(); p != nil {
			if p != errFailed {
				panic(p)
			}
			after, failed = nil, true
		}
	}()
	m.call("e")
	return memory{"x": m.at["x"], "y": m.at["y"], "f0": m.at["f0"], "f1": m.at["f1"], "b": m.at["b"]}, false
}

func (m *machine) call(name string, args ...*source.Node) int {
	for _, d := range m.system.Declarations {
		if d.Name.Text == name {
			for i, p := range d.Params {
				if p.Reference {
					m.q = args[i].Text
				} else {
					m.set(p.Name.Text, m.value(args[i]))
				}
			}
			m.returned = false
			m.statement(d.Body)
			m.returned = false
			return m.result
		}
	}
	panic("no function " + name)
}

// referred is the name of what a name stands for.
func (m *machine) referred(name string) string {
	if name == "q" {
		return m.q
	}
	return name
}

func (m *machine) set(name string, v int) {
	name = m.referred(name)
	low, high := -3, 3
	switch {
	case strings.HasPrefix(name, "f"):
		low = 0
	case strings.HasPrefix(name, "i"):
		low, high = -32768, 32767
	case name == "b":
		v = truthOf(v != 0)
	}
	if v < low || v > high {
		panic(errFailed)
	}
	m.at[name] = v
}

func (m *machine) statement(st *source.Statement) {
	if m.returned {
		return
	}
	switch st.Op {
	case "block":
		for _, s := range st.List {
			m.statement(s)
		}
	case "declare":
		for _, d := range st.Declarations {
			v := 0
			if d.Initial != nil {
				v = m.value(d.Initial)
			}
			m.set(d.Name.Text, v)
		}
	case "expression":
		m.value(st.Condition)
	case "if":
		if m.value(st.Condition) != 0 {
			m.statement(st.List[0])
		} else if len(st.List) > 1 {
			m.statement(st.List[1])
		}
	case "for":
		for m.value(st.Initial); !m.returned && m.value(st.Condition) != 0; m.value(st.Step) {
			if m.statement(st.List[0]); m.returned {
				return
			}
		}
	case "while", "do":
		for first := st.Op == "do"; !m.returned && (first || m.value(st.Condition) != 0); first = false {
			m.statement(st.List[0])
		}
	case "foreach":
		high, _ := strconv.Atoi(st.Type.High.Text)
		for range high + 1 {
			m.statement(st.List[0])
		}
	case "return":
		if st.Condition != nil {
			m.result = m.value(st.Condition)
			m.set("r", m.result)
		}
		m.returned = true
	}
}

func truthOf(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (m *machine) value(n *source.Node) int {
	switch n.Op {
	case source.OpName:
		return m.at[m.referred(n.Text)]
	case source.OpNumber:
		v, _ := strconv.Atoi(n.Text)
		return v
	case source.OpIndex:
		i := m.value(n.Args[1])
		if i < 0 || i > 1 {
			panic(errFailed)
		}
		return m.at[fmt.Sprint("f", i)]
	case source.OpCall:
		return m.call(n.Args[0].Text, n.Args[1:]...)
	case source.OpChoice:
		if m.value(n.Args[0]) != 0 {
			return m.value(n.Args[1])
		}
		return m.value(n.Args[2])
	case source.OpSequence:
		v := 0
		for _, a := range n.Args {
			v = m.value(a)
		}
		return v
	case "=":
		v := m.value(n.Args[1])
		name := m.referred(n.Args[0].Text)
		m.set(name, m.binary(strings.TrimSuffix(n.Text, "="), m.at[name], v))
		return m.at[name]
	case source.OpAfter:
		name := m.referred(n.Args[0].Text)
		m.set(name, m.binary(n.Text[:1], m.at[name], 1))
		return 0
	}
	return m.binary(n.Op, m.value(n.Args[0]), m.value(n.Args[1]))
}

func (m *machine) binary(op string, a, b int) int {
	switch op {
	case "+":
		return a + b
	case "-":
		return a - b
	case "/":
		return a / b
	case "%":
		return a % b
	case "<":
		return truthOf(a < b)
	case "<=":
		return truthOf(a <= b)
	case "==":
		return truthOf(a == b)
	case "!=":
		return truthOf(a != b)
	case ">":
		return truthOf(a > b)
	case "": // of a plain assignment
		return b
	}
	panic("no operator " + op)
}
