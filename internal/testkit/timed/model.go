package timed

import (
	"fmt"
	"strings"
)

// Model has machines that share clocks, a variable v with the values 0 to 2, and channels on which they meet.
type Model struct {
	Clocks     int
	Unknown    bool // v begins with any value, otherwise with 0
	Machines   []Machine
	Invariants []Invariant
}

// Invariant holds where some of its alternatives do, each of which is a conjunction.
type Invariant [][]Atom

// Machine begins in its first location.
type Machine struct {
	Locations []Location
	Steps     []Step
}

// Location has conditions that hold while a machine is in it, or an urgency: "urgent" or "committed".
type Location struct {
	While   []Atom
	Urgency string
}

// Step is a transition. It meets others on a channel if it has one: "c", "u", which is urgent, or "b", on which all receive that can.
type Step struct {
	From, To int
	Channel  string
	Sends    bool // on the channel, otherwise it receives
	Guard    []Atom
	Resets   []Reset
	Sets     int // the new value of v plus 1, or 0 to keep it
}

// Atom compares a clock, or v if Clock is -1, with a constant, or with v if Value is -1. An atom whose operator is "at" is that the machine
// with the number Clock is at the location with the number Value.
type Atom struct {
	Clock    int
	Operator string
	Value    int
}

// Reset gives a clock a constant value, or that of v if Value is -1.
type Reset struct{ Clock, Value int }

// Text is the model in the language.
func (m *Model) Text() string {
	var b strings.Builder
	b.WriteString("system Timed\nchannel c()\nchannel u() urgent\nchannel b() broadcast\nvar v: 0..2")
	if !m.Unknown {
		b.WriteString(" = 0")
	}
	b.WriteByte('\n')
	for x := range m.Clocks {
		fmt.Fprintf(&b, "clock x%d\n", x)
	}
	for i, machine := range m.Machines {
		fmt.Fprintf(&b, "machine M%d {\n  initial l0\n", i)
		for l, location := range machine.Locations {
			fmt.Fprintf(&b, "  location l%d%s\n", l, location.text())
		}
		for k, s := range machine.Steps {
			fmt.Fprintf(&b, "  t%d: %s\n", k, s.text())
		}
		fmt.Fprintf(&b, "}\ninstance m%d = M%d\n", i, i)
	}
	for i, invariant := range m.Invariants {
		fmt.Fprintf(&b, "invariant %s: %s\n", Name(i), invariant.text())
	}
	return b.String()
}

// Name is the name of an invariant.
func Name(invariant int) string { return fmt.Sprintf("p%d", invariant) }

func (i Invariant) text() string {
	var parts []string
	for _, atoms := range i {
		parts = append(parts, "("+join(atoms)+")")
	}
	return strings.Join(parts, " or ")
}

func (l Location) text() string {
	out := ""
	if l.Urgency != "" {
		out += " " + l.Urgency
	}
	if len(l.While) > 0 {
		out += " while " + join(l.While)
	}
	return out
}

func (s Step) text() string {
	out := fmt.Sprintf("l%d -> l%d", s.From, s.To)
	if s.Channel != "" && !s.Sends {
		out += " in " + s.Channel + "()"
	}
	if len(s.Guard) > 0 {
		out += " when " + join(s.Guard)
	}
	var assigned []string
	for _, r := range s.Resets {
		assigned = append(assigned, fmt.Sprintf("x%d := %s", r.Clock, number(r.Value)))
	}
	if s.Sets > 0 {
		assigned = append(assigned, fmt.Sprintf("v := %d", s.Sets-1))
	}
	if len(assigned) > 0 {
		out += " do " + strings.Join(assigned, "; ")
	}
	if s.Sends {
		out += " out " + s.Channel + "()"
	}
	return out
}

func join(atoms []Atom) string {
	var parts []string
	for _, a := range atoms {
		if a.Operator == "at" {
			parts = append(parts, fmt.Sprintf("m%d.l%d", a.Clock, a.Value))
			continue
		}
		left := "v"
		if a.Clock >= 0 {
			left = fmt.Sprintf("x%d", a.Clock)
		}
		parts = append(parts, fmt.Sprintf("%s %s %s", left, a.Operator, number(a.Value)))
	}
	return strings.Join(parts, " and ")
}

func number(value int) string {
	if value < 0 {
		return "v"
	}
	return fmt.Sprint(value)
}
