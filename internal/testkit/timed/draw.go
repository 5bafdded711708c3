package timed

import (
	"pgregory.net/rapid"
)

// Largest is the largest constant that clocks are compared with.
const Largest = 3

// Draw draws a model of one to three machines with one to three clocks.
func Draw(t *rapid.T) *Model {
	m := &Model{Clocks: rapid.IntRange(1, 3).Draw(t, "clocks")}
	machines := rapid.IntRange(1, 3).Draw(t, "machines")
	for range machines {
		m.Machines = append(m.Machines, m.drawMachine(t, machines > 1))
	}
	return m
}

// DrawWithInvariants draws a model with one or two invariants over its clocks, its variable and the locations of its machines.
func DrawWithInvariants(t *rapid.T) *Model {
	m := Draw(t)
	for range rapid.IntRange(1, 2).Draw(t, "invariants") {
		m.Invariants = append(m.Invariants, m.drawInvariant(t))
	}
	return m
}

func (m *Model) drawInvariant(t *rapid.T) Invariant {
	out := Invariant{{m.drawAtom(t, "<", "<=", "<", "<=", ">", ">=", "==")}}
	for range rapid.SampledFrom([]int{0, 1, 1, 2}).Draw(t, "alternatives") {
		out = append(out, []Atom{m.drawAlternative(t)})
	}
	if rapid.IntRange(0, 2).Draw(t, "conjunction") == 0 {
		out[0] = append(out[0], m.drawAlternative(t))
	}
	return out
}

// drawAlternative draws an atom about a clock, the variable or the location of a machine.
func (m *Model) drawAlternative(t *rapid.T) Atom {
	switch rapid.IntRange(0, 3).Draw(t, "about") {
	case 0:
		return Atom{-1, rapid.SampledFrom([]string{"==", "<=", ">="}).Draw(t, "operator"), rapid.IntRange(0, 2).Draw(t, "value")}
	case 1:
		machine := rapid.IntRange(0, len(m.Machines)-1).Draw(t, "machine")
		return Atom{machine, "at", rapid.IntRange(0, len(m.Machines[machine].Locations)-1).Draw(t, "location")}
	}
	return m.drawAtom(t, "<", "<=", ">", ">=", "==")
}

func (m *Model) drawMachine(t *rapid.T, meets bool) Machine {
	var out Machine
	for range rapid.IntRange(2, 3).Draw(t, "locations") {
		out.Locations = append(out.Locations, m.drawLocation(t))
	}
	for i := range rapid.SampledFrom([]int{3, 4, 5}).Draw(t, "steps") {
		s := m.drawStep(t, len(out.Locations), meets)
		s.From = i % len(out.Locations) // most locations have a step
		out.Steps = append(out.Steps, s)
	}
	return out
}

func (m *Model) drawLocation(t *rapid.T) Location {
	l := Location{Urgency: rapid.SampledFrom([]string{"", "", "", "", "", "", "urgent", "committed"}).Draw(t, "urgency")}
	if l.Urgency == "" && rapid.IntRange(0, 2).Draw(t, "while") == 1 {
		l.While = append(l.While, m.drawAtom(t, "<", "<="))
	}
	return l
}

func (m *Model) drawStep(t *rapid.T, locations int, meets bool) Step {
	s := Step{To: rapid.IntRange(0, locations-1).Draw(t, "to")}
	if meets {
		s.Channel = rapid.SampledFrom([]string{"", "", "", "c", "u", "b"}).Draw(t, "channel")
		s.Sends = s.Channel != "" && rapid.Bool().Draw(t, "sends")
	}
	for range rapid.SampledFrom([]int{1, 0, 2, 1, 0}).Draw(t, "conditions") {
		if s.Channel == "u" || s.Channel == "b" && !s.Sends || rapid.IntRange(0, 3).Draw(t, "on the variable") == 0 {
			s.Guard = append(s.Guard, Atom{-1, rapid.SampledFrom([]string{"==", "<=", ">="}).Draw(t, "operator"), rapid.IntRange(0, 2).Draw(t, "value")})
		} else {
			s.Guard = append(s.Guard, m.drawAtom(t, "<", "<=", ">", ">=", "=="))
		}
	}
	for x := range m.Clocks {
		if rapid.IntRange(0, 2).Draw(t, "reset") == 0 {
			s.Resets = append(s.Resets, Reset{x, rapid.SampledFrom([]int{0, 0, 0, 1, 2, -1}).Draw(t, "to")})
		}
	}
	if rapid.IntRange(0, 3).Draw(t, "sets") == 0 {
		s.Sets = rapid.IntRange(1, 3).Draw(t, "v")
	}
	return s
}

// drawAtom draws a comparison of a clock, which mostly leaves it a choice.
func (m *Model) drawAtom(t *rapid.T, operators ...string) Atom {
	a := Atom{Clock: rapid.IntRange(0, m.Clocks-1).Draw(t, "clock"), Operator: rapid.SampledFrom(operators).Draw(t, "operator")}
	constants := []int{1, 0, 2, 1, -1, 3}
	if a.Operator[0] == '<' {
		constants = []int{2, 3, 1, 3, -1, 2, 0}
	}
	a.Value = rapid.SampledFrom(constants).Draw(t, "constant")
	return a
}
