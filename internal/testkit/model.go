package testkit

import (
	"fmt"
	"strings"

	"pgregory.net/rapid"
)

// Model draws the text of a small system without type errors: integers, a range, a boolean, an array, a machine integer,
// two inputs, an output, a queue, two or three locations. Divisions by zero, bad indices and values out of range happen.
func Model(t *rapid.T) string {
	m := &modelText{t: t}
	m.declarations()
	m.locations = rapid.IntRange(2, 3).Draw(t, "locations")
	for i := range rapid.IntRange(2, 5).Draw(t, "transitions") {
		m.transition(i)
	}
	return m.String()
}

// modelText writes one model.
type modelText struct {
	strings.Builder
	t         *rapid.T
	locations int
	ints      []string // readable integers, besides those of every model
	bools     []string
}

func (m *modelText) line(format string, args ...any) { fmt.Fprintf(m, format+"\n", args...) }

func (m *modelText) pick(label string, from ...string) string {
	return rapid.SampledFrom(from).Draw(m.t, label)
}

func (m *modelText) chance(label string) bool { return rapid.Bool().Draw(m.t, label) }

func (m *modelText) number(low, high int) string {
	return fmt.Sprint(rapid.IntRange(low, high).Draw(m.t, "number"))
}

func (m *modelText) declarations() {
	m.line("system Random")
	m.line("input i(n: int, f: bool)\ninput j(0..5)\noutput o(int, bool)\nchannel q(int) fifo 2")
	m.line("const K = %s\nconst L: 0..3", m.number(-2, 4))
	initial := func(value string) string {
		if m.chance("initial value") {
			return " = " + value
		}
		return ""
	}
	m.line("var x: int%s, y: int%s, r: 0..5%s, b: bool%s", initial("L"), initial(m.number(-3, 3)), initial(m.number(0, 5)), initial("false"))
	m.line("var a: int[3]%s, u: uint8%s", initial("[1, K, 3]"), initial("250"))
	m.line("initial s0")
}

func (m *modelText) location() string {
	return fmt.Sprintf("s%d", rapid.IntRange(0, m.locations-1).Draw(m.t, "location"))
}

func (m *modelText) transition(i int) {
	m.ints, m.bools = nil, nil
	parts := []string{fmt.Sprintf("t%d: %s -> %s", i, m.location(), m.location())}
	if m.chance("any") {
		m.ints = append(m.ints, "k")
		parts = append(parts, "any k: 0..3 where "+m.boolean(1))
	}
	if m.chance("guard before") {
		parts = append(parts, "when "+m.boolean(2))
	}
	if m.chance("input") {
		parts = append(parts, m.input())
		if m.chance("guard after") {
			parts = append(parts, "when "+m.boolean(2))
		}
	}
	if m.chance("assignments") {
		parts = append(parts, m.assignments())
	}
	if m.chance("output") {
		parts = append(parts, fmt.Sprintf("out o(%s, %s)", m.integer(1), m.boolean(1)))
		if m.chance("queue") {
			parts[len(parts)-1] += fmt.Sprintf(", q(%s)", m.integer(1))
		}
	}
	m.line("%s", strings.Join(parts, " "))
}

func (m *modelText) input() string {
	switch m.pick("channel", "i", "j", "q") {
	case "i":
		target := m.pick("target", "x", "a[1]", "a["+m.integer(1)+"]", "p", "_")
		if target == "p" {
			m.ints = append(m.ints, "p")
		}
		return "in i(" + target + ", " + m.pick("target", "b", "_") + ")"
	case "j":
		m.ints = append(m.ints, "p")
		return "in j(p)"
	}
	return "in q(" + m.pick("target", "y", "r", "_") + ")"
}

func (m *modelText) assignments() string {
	var all []string
	for range rapid.IntRange(1, 3).Draw(m.t, "assignments") {
		all = append(all, m.assignment())
	}
	return "do " + strings.Join(all, "; ")
}

func (m *modelText) assignment() string {
	switch rapid.IntRange(0, 6).Draw(m.t, "assignment") {
	case 0:
		return "x, y := " + m.integer(2) + ", " + m.integer(1)
	case 1:
		return "a[" + m.integer(1) + "] := " + m.integer(2)
	case 2:
		return "a := [" + m.integer(1) + ", " + m.integer(1) + ", x]"
	case 3:
		return "b := " + m.boolean(2)
	case 4:
		return "r := " + m.integer(1)
	case 5:
		return "u := u " + m.pick("bits", "+", "*", "&", "^", "<<") + " uint8(" + m.integer(1) + ")"
	}
	return m.pick("variable", "x", "y") + " := " + m.integer(2)
}

// integer draws an integer expression.
func (m *modelText) integer(depth int) string {
	if depth == 0 || m.chance("leaf") {
		return m.pick("integer", append([]string{"x", "y", "r", "a[0]", "a[2]", "K", "L", "int(u)", m.number(-3, 6)}, m.ints...)...)
	}
	a, b := m.integer(depth-1), m.integer(depth-1)
	switch rapid.IntRange(0, 8).Draw(m.t, "operator") {
	case 0:
		return "a[" + a + "]"
	case 1:
		return "(if " + m.boolean(depth-1) + " then " + a + " else " + b + ")"
	case 2:
		return "max(" + a + ", " + b + ")"
	case 3:
		return "abs(" + a + ")"
	}
	return "(" + a + " " + m.pick("operator", "+", "-", "*", "/", "%") + " " + b + ")"
}

// boolean draws a condition.
func (m *modelText) boolean(depth int) string {
	if depth == 0 {
		return m.pick("boolean", append([]string{"b", "true", "x > 0", "r <= 3", "y == 1"}, m.bools...)...)
	}
	switch rapid.IntRange(0, 6).Draw(m.t, "condition") {
	case 0:
		return "not (" + m.boolean(depth-1) + ")"
	case 1:
		return "(exists e: 0..2 :: a[e] > " + m.integer(depth-1) + ")"
	case 2, 3:
		return "(" + m.boolean(depth-1) + " " + m.pick("connective", "and", "or", "=>", "<=>") + " " + m.boolean(depth-1) + ")"
	}
	return "(" + m.integer(depth-1) + " " + m.pick("comparison", "<", "<=", "==", "!=", ">", ">=") + " " + m.integer(depth-1) + ")"
}
