package explore_test

import (
	"slices"
	"testing"

	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// TestProbabilitiesOfPaths: the branches of a tree have their probabilities, in terms of the frozen constants.
func TestProbabilitiesOfPaths(t *testing.T) {
	s := testkit.LoadText(t, `system M
input send()
output ack()
output err()
const p: real
assume 0 < p and p < 1
initial idle
try:   idle -> { p: busy; 1 - p: idle out err() } in send()
wait:  busy -> ready rate 10
reply: ready -> { 9/10: idle out ack(); 1/10: idle out err() }
`)
	tree := run(t, s, explore.Options{Strategy: explore.BreadthFirst, Depth: 3})
	var got []string
	for _, n := range tree.Rows().Nodes[1:] {
		got = append(got, n.Move+": "+n.Weight+" rate "+n.Rate+" path "+n.Probability)
	}
	for _, want := range []string{"try/1: p@0 rate  path p@0", "wait:  rate 10.0 path p@0", "reply/1: 0.9 rate  path 0.9 * p@0", "try/2: -p@0 + 1.0 rate  path -p@0 + 1.0"} {
		if !slices.Contains(got, want) {
			t.Errorf("%q is missing in %q", want, got)
		}
	}
}

// TestMaximalProgress: a step with a rate waits for internal steps of all machines, and for nothing else.
func TestMaximalProgress(t *testing.T) {
	s := testkit.LoadText(t, `system M
input go()
output done()
var n: int = 0
machine A {
  initial a
  slow:  a -> b rate 1
  sent:  b -> b out done()
  again: b -> c rate 2
}
machine B {
  initial a
  first: a -> b when n == 0
  in1:   b -> b in go() do n := 1
}
instance x = A()
instance y = B()
`)
	tree := run(t, s, explore.Options{Strategy: explore.BreadthFirst, Depth: 2})
	var paths []string
	for _, st := range tree.States() {
		if st.Depth == 2 {
			paths = append(paths, st.Parent.Move.Name+" "+st.Move.Name)
		}
	}
	if want := []string{"y.first x.slow", "y.first y.in1"}; !slices.Equal(slices.Sorted(slices.Values(paths)), want) {
		t.Errorf("%q, want %q", paths, want)
	}
}
