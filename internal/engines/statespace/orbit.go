package statespace

import (
	"errors"
	"math/big"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/engines/statespace/symmetry"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Symmetry of instances. Where machines can be exchanged (package symmetry), states that differ only in which machine has which location and
// values form an orbit, and one of them is stored for all: the one in which the parts of the machines are sorted. An orbit of n machines with
// parts that occur k, l, ... times has n!/(k! l! ...) states, and the same number of steps can be taken from each of them, so all counts are
// known exactly.
//
// The stored state may differ from the one that the step led to, and the same holds for the runs that are shown: each step leads to some state of
// the next orbit, and the run ends in a state of the orbit in which the finding was made. Livelocks are not searched for, since a cycle of orbits
// need not be a cycle of states.

// Symmetry counts the states represented by those that a search has visited.
type Symmetry struct {
	Groups    [][]string // names of the machines that were exchanged for each other
	States    *big.Int   // distinct states
	Steps     *big.Int   // pairs of a state and a step from it
	Deadlocks *big.Int   // states without a step in which the machines must not end
}

// orbits finds representatives, and counts what they stand for.
type orbits struct {
	*Symmetry
	groups [][]part
	size   *big.Int // buffer
	factor *big.Int // buffer
}

// part has the words of a row that belong to a machine: its location and its slots.
type part []int

// newOrbits returns the orbits of a system, or refuses if no machines can be exchanged.
func newOrbits(s *sts.System) (*orbits, error) {
	found, err := symmetry.Find(s)
	var broken *symmetry.Broken
	if errors.As(err, &broken) {
		return nil, Refuse(result.Asymmetric, broken.Text)
	}
	o := &orbits{Symmetry: &Symmetry{States: new(big.Int), Steps: new(big.Int), Deadlocks: new(big.Int)}, size: new(big.Int), factor: new(big.Int)}
	for _, g := range found {
		var names []string
		var parts []part
		for i, machine := range g.Machines {
			words := part{machine}
			for _, slot := range g.Slots[i] {
				words = append(words, len(s.Machines)+slot)
			}
			names, parts = append(names, s.Machines[machine].Name), append(parts, words)
		}
		o.Groups, o.groups = append(o.Groups, names), append(o.groups, parts)
	}
	return o, err
}

// IsSymmetric reports whether machines of a system can be exchanged for each other, so that Options.Symmetry is not refused.
func IsSymmetric(s *sts.System) bool {
	_, err := symmetry.Find(s)
	return err == nil
}

// represent turns a row into that of its representative. The parts are nearly sorted, since a step changes few of them.
func (o *orbits) represent(row []int64) {
	for _, parts := range o.groups {
		for i := 1; i < len(parts); i++ {
			for k := i; k > 0 && compare(row, parts[k-1], parts[k]) > 0; k-- {
				exchange(row, parts[k-1], parts[k])
			}
		}
	}
}

// compare orders the contents of two parts.
func compare(row []int64, a, b part) int {
	for i := range a {
		if row[a[i]] != row[b[i]] {
			if row[a[i]] < row[b[i]] {
				return -1
			}
			return 1
		}
	}
	return 0
}

// exchange swaps the words of two parts.
func exchange(row []int64, a, b part) {
	for i := range a {
		row[a[i]], row[b[i]] = row[b[i]], row[a[i]]
	}
}

// count returns the number of states in the orbit of a representative. The result is valid until the next call.
func (o *orbits) count(row []int64) *big.Int {
	o.size.SetInt64(1)
	for _, parts := range o.groups {
		equal := int64(0)
		for i := range parts {
			if equal++; i > 0 && compare(row, parts[i-1], parts[i]) != 0 {
				equal = 1
			}
			if position := int64(i + 1); position != equal {
				o.size.Mul(o.size, o.factor.SetInt64(position))
				o.size.Quo(o.size, o.factor.SetInt64(equal))
			}
		}
	}
	return o.size
}

// countSteps counts the steps from all states of the expanded orbit.
func (x *search) countSteps(steps int64) {
	if x.orbits == nil {
		return
	}
	size := x.orbits.count(x.row)
	x.orbits.Steps.Add(x.orbits.Steps, size.Mul(size, x.orbits.factor.SetInt64(steps)))
}

// countDeadlock counts all states of the expanded orbit as deadlocks.
func (x *search) countDeadlock() {
	x.Deadlocks++
	if x.orbits != nil {
		x.orbits.Deadlocks.Add(x.orbits.Deadlocks, x.orbits.count(x.row))
	}
}

// shareHits marks a transition as covered if the corresponding transition of an exchangeable machine is.
func (x *search) shareHits() {
	if x.orbits == nil {
		return
	}
	for _, parts := range x.orbits.groups {
		for k, t := range x.System.Machines[parts[0][0]].Transitions {
			var shared []int // transitions by number
			for _, p := range parts {
				shared = append(shared, x.System.Machines[p[0]].Transitions[k].ID)
			}
			first := x.Hits[t.ID]
			for _, i := range shared {
				if hit := x.Hits[i]; hit.State >= 0 && (first.State < 0 || hit.Depth < first.Depth) {
					first = hit
				}
			}
			for _, i := range shared {
				x.Hits[i] = first
			}
		}
	}
}
