package zone

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/sextant-mbt/sextant/internal/testkit/regions"
)

// atom compares a clock, from 1, with a whole constant.
type atom struct {
	clock int
	op    string
	value int
}

func (a atom) holds(r regions.Region) bool {
	v, c := r[a.clock-1], a.value*regions.Unit
	switch a.op {
	case "<":
		return v < c
	case "<=":
		return v <= c
	case ">":
		return v > c
	}
	return v >= c
}

func (a atom) constrain(z *Zone) {
	c := int64(a.value)
	switch a.op {
	case "<":
		z.Constrain(a.clock, 0, Less(c))
	case "<=":
		z.Constrain(a.clock, 0, AtMost(c))
	case ">":
		z.Constrain(0, a.clock, Less(-c))
	default:
		z.Constrain(0, a.clock, AtMost(-c))
	}
}

func (a atom) bound(b Bounds) {
	if a.op[0] == '<' {
		b.Upper[a.clock] = max(b.Upper[a.clock], int64(a.value))
	} else {
		b.Lower[a.clock] = max(b.Lower[a.clock], int64(a.value))
	}
}

type edge struct {
	from, to int
	guard    []atom
	resets   map[int]int
}

type automaton struct {
	clocks  int
	largest int
	while   [][]atom // by location
	edges   []edge
}

func drawAutomaton(t *rapid.T) automaton {
	a := automaton{clocks: rapid.IntRange(1, 3).Draw(t, "clocks"), largest: 3}
	drawAtom := func(ops ...string) atom {
		return atom{rapid.IntRange(1, a.clocks).Draw(t, "clock"), rapid.SampledFrom(ops).Draw(t, "op"), rapid.IntRange(0, a.largest).Draw(t, "constant")}
	}
	locations := rapid.IntRange(2, 5).Draw(t, "locations")
	for range locations {
		var while []atom
		if rapid.Bool().Draw(t, "while") {
			while = append(while, drawAtom("<", "<="))
		}
		a.while = append(a.while, while)
	}
	for range rapid.IntRange(locations, 2*locations+2).Draw(t, "edges") {
		e := edge{from: rapid.IntRange(0, locations-1).Draw(t, "from"), to: rapid.IntRange(0, locations-1).Draw(t, "to"), resets: map[int]int{}}
		for range rapid.IntRange(0, 2).Draw(t, "atoms") {
			e.guard = append(e.guard, drawAtom("<", "<=", ">", ">="))
		}
		for range rapid.IntRange(0, 2).Draw(t, "resets") {
			e.resets[rapid.IntRange(1, a.clocks).Draw(t, "reset")] = rapid.SampledFrom([]int{0, 0, 0, 1, 2, -1}).Draw(t, "value")
		}
		a.edges = append(a.edges, e)
	}
	return a
}

// byRegions returns the locations that are reached, and the edges that are taken.
func (a automaton) byRegions() string {
	seen, taken := map[string]bool{}, make([]bool, len(a.edges))
	reached := make([]bool, len(a.while))
	var visit func(at int, r regions.Region)
	visit = func(at int, r regions.Region) {
		key := fmt.Sprint(at, r.Key())
		if seen[key] || !all(a.while[at], r) {
			return
		}
		seen[key], reached[at] = true, true
		visit(at, r.Later(a.largest))
		for i, e := range a.edges {
			if e.from != at || !all(e.guard, r) {
				continue
			}
			next := slices.Clone(r)
			for x, c := range e.resets {
				next = next.Assign(x-1, c, a.largest)
			}
			taken[i] = taken[i] || all(a.while[e.to], next)
			visit(e.to, next)
		}
	}
	visit(0, regions.Zero(a.clocks))
	return fmt.Sprint(reached, taken)
}

func all(atoms []atom, r regions.Region) bool {
	return !slices.ContainsFunc(atoms, func(a atom) bool { return !a.holds(r) })
}

// byZones returns the same, computed from zones without those that are simulated by others of their location, and the number of zones kept.
func (a automaton) byZones(bounds []Bounds) (string, int) {
	taken, kept := make([]bool, len(a.edges)), make([][]*Zone, len(a.while))
	reached := make([]bool, len(a.while))
	count := 0
	var visit func(at int, z *Zone)
	visit = func(at int, z *Zone) {
		constrain(z, a.while[at])
		z.Up()
		constrain(z, a.while[at])
		if z.IsEmpty() || slices.ContainsFunc(kept[at], func(o *Zone) bool { return z.SimulatedBy(o, bounds[at]) }) {
			return
		}
		kept[at], reached[at] = append(kept[at], z), true
		count++
		for i, e := range a.edges {
			if e.from == at {
				next := a.after(z, e)
				taken[i] = taken[i] || !next.IsEmpty()
				visit(e.to, next)
			}
		}
	}
	visit(0, Zero(a.clocks))
	return fmt.Sprint(reached, taken), count
}

// after returns the zone after an edge.
func (a automaton) after(z *Zone, e edge) *Zone {
	next := z.Clone()
	constrain(next, e.guard)
	for x, c := range e.resets {
		next.Reset(x, int64(c))
	}
	constrain(next, a.while[e.to])
	return next
}

func constrain(z *Zone, atoms []atom) {
	for _, a := range atoms {
		a.constrain(z)
	}
}

// perLocation returns the bounds of each location: those of its conditions and edges, and those of where its edges lead for the clocks that
// they do not reset.
func (a automaton) perLocation() []Bounds {
	var out []Bounds
	for _, while := range a.while {
		b := NewBounds(a.clocks)
		for _, atom := range while {
			atom.bound(b)
		}
		out = append(out, b)
	}
	for changed := true; changed; {
		changed = false
		for _, e := range a.edges {
			b := NewBounds(a.clocks)
			b.Join(out[e.to])
			for x := range e.resets {
				b.Lower[x], b.Upper[x] = Never, Never
			}
			for _, atom := range e.guard {
				atom.bound(b)
			}
			changed = out[e.from].Join(b) || changed
		}
	}
	return out
}

// global returns the largest bounds of any location, for all.
func global(bounds []Bounds) []Bounds {
	b := NewBounds(len(bounds[0].Lower) - 1)
	for _, o := range bounds {
		b.Join(o)
	}
	return slices.Repeat([]Bounds{b}, len(bounds))
}

// TestAutomata: leaving out zones that are simulated by others does not change the reached locations and the taken edges.
func TestAutomata(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := drawAutomaton(t)
		want := a.byRegions()
		bounds := a.perLocation()
		local, _ := a.byZones(bounds)
		if local != want {
			t.Fatalf("with bounds for each location: %v, want %v", local, want)
		}
		if got, _ := a.byZones(global(bounds)); got != want {
			t.Fatalf("with global bounds: %v, want %v", got, want)
		}
	})
}

// TestFiniteZones: a clock that is never reset has infinitely many zones in this loop; those that differ for the automaton are few.
func TestFiniteZones(t *testing.T) {
	a := automaton{clocks: 2, largest: 3, while: [][]atom{{{1, "<=", 1}}, nil}, edges: []edge{
		{0, 0, []atom{{1, ">=", 1}}, map[int]int{1: 0}},
		{0, 1, []atom{{2, ">", 3}}, nil},
	}}
	got, kept := a.byZones(a.perLocation())
	if want := a.byRegions(); got != want {
		t.Errorf("reached and taken: %v, want %v", got, want)
	}
	if kept != 6 { // y is 0, 1, 2, 3 or more ahead of x, and the location behind the loop
		t.Errorf("%d zones, want 6", kept)
	}
}
