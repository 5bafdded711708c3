package timed

import (
	"math/big"
	"slices"
)

// Instant is one instant of a run: where the machines are, the values of the clocks and of v.
type Instant struct {
	At     []int
	Clocks []*big.Rat
	V      int
}

// Holds reports whether an invariant holds at an instant.
func (i Instant) Holds(invariant Invariant) bool {
	return slices.ContainsFunc(invariant, func(atoms []Atom) bool {
		return !slices.ContainsFunc(atoms, func(a Atom) bool { return !i.holds(a) })
	})
}

func (i Instant) holds(a Atom) bool {
	if a.Operator == "at" {
		return i.At[a.Clock] == a.Value
	}
	right := state{v: i.V}.value(a.Value)
	if a.Clock < 0 {
		return compare(i.V, a.Operator, right)
	}
	return compare(i.Clocks[a.Clock].Cmp(big.NewRat(int64(right), 1)), a.Operator, 0)
}

// Allowed reports whether the conditions of all locations hold at an instant.
func (i Instant) Allowed(m *Model) bool {
	for k, machine := range m.Machines {
		if !i.Holds(Invariant{machine.Locations[i.At[k]].While}) {
			return false
		}
	}
	return true
}
