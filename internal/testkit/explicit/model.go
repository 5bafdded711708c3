package explicit

import (
	"fmt"
	"slices"
	"strings"
)

// Model is a model of one or two machines with a few small variables, a queue and an input.
type Model struct {
	variables []variable
	capacity  int      // of the queue; 0 is no queue
	machines  []string // names
	steps     []*transition
	loose     bool // values out of range are stored
}

// variable has the values low to high. A frozen one is a constant without a value.
type variable struct {
	name      string
	low, high int
	frozen    bool
	initial   expression // nil starts with any value; refers to frozen ones only
	size      int        // of an array, whose elements start at zero; 0 is no array
}

// transition leads from one of the locations of a machine to another.
type transition struct {
	name     string
	machine  int
	from, to int
	input    string     // "put", "queue" or empty; what is received is called p
	guard    expression // nil is true
	isElse   bool
	assigned string // a variable, or empty
	becomes  expression
	sent     expression // to the queue, or nil
	shown    expression // to the tester, or nil
}

// HasElse reports whether a transition is taken where no other is.
func (m *Model) HasElse() bool {
	return slices.ContainsFunc(m.steps, func(t *transition) bool { return t.isElse })
}

// HasQueue reports whether a transition sends to the queue.
func (m *Model) HasQueue() bool {
	return slices.ContainsFunc(m.steps, func(t *transition) bool { return t.sent != nil })
}

// IsHard reports whether the model multiplies or divides by variables while initial values are unknown: a solver that follows many steps
// of it may need very long.
func (m *Model) IsHard() bool {
	return slices.ContainsFunc(m.variables, func(v variable) bool { return v.initial == nil && v.size == 0 }) &&
		slices.ContainsFunc(m.steps, func(t *transition) bool {
			return isHard(t.guard) || isHard(t.becomes) || isHard(t.sent) || isHard(t.shown)
		})
}

// isHard reports whether an expression multiplies or divides by a variable.
func isHard(e expression) bool {
	switch e := e.(type) {
	case operation:
		_, constant := e.right.(number)
		return strings.Contains("*/%", e.operator) && !constant || isHard(e.left) || isHard(e.right)
	case negation:
		return isHard(e.of)
	case element:
		return isHard(e.index)
	}
	return false
}

// Text is the model in the language.
func (m *Model) Text() string {
	var b strings.Builder
	b.WriteString("system R\ninput put(0..2)\noutput show(int)\n")
	if m.capacity > 0 {
		fmt.Fprintf(&b, "channel queue(0..3) fifo %d\n", m.capacity)
	}
	for _, v := range m.variables {
		b.WriteString(v.text() + "\n")
	}
	for i, name := range m.machines {
		fmt.Fprintf(&b, "machine M%s {\n  initial l0\n", name)
		for _, t := range m.steps {
			if t.machine == i {
				b.WriteString("  " + t.text() + "\n")
			}
		}
		fmt.Fprintf(&b, "}\ninstance %s = M%s\n", name, name)
	}
	return b.String()
}

func (v variable) text() string {
	kind, size, initial := "var", "", ""
	if v.frozen {
		kind = "const"
	}
	if v.size > 0 {
		size = fmt.Sprintf("[%d]", v.size)
		initial = " = [" + strings.TrimSuffix(strings.Repeat("0, ", v.size), ", ") + "]"
	}
	if v.initial != nil {
		initial = " = " + v.initial.String()
	}
	if v.size > 0 {
		return fmt.Sprintf("%s %s: int%s%s", kind, v.name, size, initial)
	}
	return fmt.Sprintf("%s %s: %d..%d%s", kind, v.name, v.low, v.high, initial)
}

func (t *transition) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: l%d -> l%d", t.name, t.from, t.to)
	if t.input != "" {
		fmt.Fprintf(&b, " in %s(p)", t.input)
	}
	switch {
	case t.isElse:
		b.WriteString(" when else")
	case t.guard != nil:
		fmt.Fprintf(&b, " when %s", t.guard)
	}
	if t.assigned != "" {
		fmt.Fprintf(&b, " do %s := %s", t.assigned, t.becomes)
	}
	switch {
	case t.sent != nil:
		fmt.Fprintf(&b, " out queue(%s)", t.sent)
	case t.shown != nil:
		fmt.Fprintf(&b, " out show(%s)", t.shown)
	}
	return b.String()
}
