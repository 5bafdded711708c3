package explore_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/zone"
	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// fischerModel is Fischer's protocol for n processes: each sets id at most d after it has seen that id is 0, and enters more than k later if id is
// still its own. Two are never in the critical section at once if k >= d.
func fischerModel(n, d, k int) string {
	var b strings.Builder
	fmt.Fprintf(&b, `system Fischer
var id: 0..%d = 0
machine Process(me: int) {
  clock x
  initial idle
  location asked while x <= %d
  try: idle -> asked when id == 0 do x := 0
  set: asked -> waiting when x <= %[2]d do x := 0; id := me
  again: waiting -> asked when id == 0 do x := 0
  enter: waiting -> critical when x > %d and id == me
  leave: critical -> idle do id := 0
}
`, n, d, k)
	var pairs []string
	for i := range n {
		fmt.Fprintf(&b, "instance P%d = Process(%d)\n", i+1, i+1)
		for j := range i {
			pairs = append(pairs, fmt.Sprintf("not (P%d.critical and P%d.critical)", j+1, i+1))
		}
	}
	return b.String() + "invariant mutex: " + strings.Join(pairs, " and ") + "\n"
}

// TestFischer explores the protocol to its end: it is safe, the tree has as many states as the zone graph that is computed here, and only
// states that are simulated by another are left out.
func TestFischer(t *testing.T) {
	testkit.NeedsSolver(t)
	for n := 2; n <= 4; n++ {
		for _, reach := range []bool{false, true} {
			t.Run(fmt.Sprintf("n=%d/reach=%v", n, reach), func(t *testing.T) {
				tree := exhausted(t, fischerModel(n, 2, 2), explore.Options{Reach: reach})
				if violates(tree) {
					t.Error("two processes are in the critical section")
				}
				states, zones := fischerZones(n, 2, 2, reach)
				if tree.Size() != states || tree.Zones != zones {
					t.Errorf("%d states and %d zones, want %d and %d", tree.Size(), tree.Zones, states, zones)
				}
			})
		}
	}
}

// TestFischerUnsafe: a process that waits less than another may take to set id can enter with it.
func TestFischerUnsafe(t *testing.T) {
	testkit.Sequential(t)
	testkit.NeedsSolver(t)
	for n := 2; n <= 4; n++ {
		if !violates(exhausted(t, fischerModel(n, 2, 1), explore.Options{})) {
			t.Errorf("with %d processes, two are never in the critical section", n)
		}
	}
}

func violates(tree *explore.Tree) bool {
	return slices.ContainsFunc(tree.States(), func(st *explore.State) bool { return st.Finding() == explore.InvariantViolation })
}

// fischer explores the zone graph of the protocol.
type fischer struct {
	n, d, k int
	reach   bool
	kept    map[string][]*fischerState
	waiting []*fischerState
	states  int
}

// fischerState has a letter for the location of each process, id, and the values of the clocks when time has passed.
type fischerState struct {
	at      string
	id      int
	z       *zone.Zone
	covered bool // by a later one
}

// fischerZones returns the number of states of a tree that is left where a state is simulated by another when time has passed, and the number of
// zones that no other covers.
func fischerZones(n, d, k int, reach bool) (states, zones int) {
	f := &fischer{n: n, d: d, k: k, reach: reach, kept: map[string][]*fischerState{}}
	f.add(strings.Repeat("i", n), 0, zone.Zero(n))
	for len(f.waiting) > 0 {
		s := f.waiting[0]
		f.waiting = f.waiting[1:]
		if s.covered {
			continue
		}
		for p := range n {
			f.step(s, p)
		}
	}
	for _, kept := range f.kept {
		zones += len(kept)
	}
	return f.states, zones
}

// add adds a state with the values of the clocks on entry, unless an earlier one covers it, instead of those that it covers.
func (f *fischer) add(at string, id int, z *zone.Zone) {
	if z.IsEmpty() {
		return
	}
	f.states++
	z = z.Clone()
	z.Up()
	for q, l := range at {
		if l == 'a' {
			z.Constrain(q+1, 0, zone.AtMost(int64(f.d)))
		}
	}
	key, s := fmt.Sprint(at, id), &fischerState{at, id, z, false}
	if slices.ContainsFunc(f.kept[key], func(old *fischerState) bool { return z.SimulatedBy(old.z, f.bounds(at)) }) {
		return
	}
	kept := slices.DeleteFunc(f.kept[key], func(old *fischerState) bool {
		old.covered = old.z.SimulatedBy(z, f.bounds(at))
		return old.covered
	})
	f.kept[key] = append(kept, s)
	f.waiting = append(f.waiting, s)
}

func (f *fischer) bounds(at string) zone.Bounds {
	b := zone.NewBounds(f.n)
	for p, l := range at {
		if l == 'a' || l == 'w' && !f.reach {
			b.Upper[p+1] = int64(map[rune]int{'a': f.d, 'w': f.k}[l])
		}
		if l == 'w' || l == 'a' && !f.reach {
			b.Lower[p+1] = int64(map[rune]int{'a': f.d, 'w': f.k}[l])
		}
	}
	return b
}

// step takes the steps of a process.
func (f *fischer) step(s *fischerState, p int) {
	z := s.z.Clone()
	me, to := p+1, func(l string) string { return s.at[:p] + l + s.at[p+1:] }
	switch l := s.at[p]; {
	case l == 'i' && s.id == 0, l == 'w' && s.id == 0:
		z.Reset(me, 0)
		f.add(to("a"), 0, z)
	case l == 'a':
		z.Reset(me, 0)
		f.add(to("w"), me, z)
	case l == 'w' && s.id == me:
		z.Constrain(0, me, zone.Less(-int64(f.k)))
		f.add(to("c"), me, z)
	case l == 'c':
		f.add(to("i"), 0, z)
	}
}

// BenchmarkFischer explores Fischer's protocol to its end, for 2 to 6 processes: once keeping all behaviour, and once keeping only
// reachability.
func BenchmarkFischer(b *testing.B) {
	for n := 2; n <= 6; n++ {
		for _, reach := range []bool{false, true} {
			b.Run(fmt.Sprintf("n=%d/reach=%v", n, reach), func(b *testing.B) {
				benchmark(b, testkit.LoadText(b, fischerModel(n, 2, 2)), explore.Options{Depth: 100, Prune: true, Reach: reach})
			})
		}
	}
}
