package sts_test

import "testing"

// TestFreshVariables carry the name of their parameter and the number of the step.
func TestFreshVariables(t *testing.T) {
	s, _ := load(t, "input i(int) var x: int, y: int = 1 initial s t: s -> s in i(v) do x := x + v", false)
	st, free := s.StartSymbolic()
	if free[0].String() != "x@0" || free[1] != nil || st.Store[0] != free[0] {
		t.Errorf("free %v, store %v", free, st.Store)
	}
	for step, want := range []string{"x@0 + v@1", "x@0 + v@1 + v@2"} {
		begin := s.Step(s.Moves()[0], &st, step, nil)
		st = begin.Effect().State
		if got := st.Store[0].String(); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	if got := s.Apply(s.Store.Le(s.Slots[0].Term, s.Slots[1].Term), &st).String(); got != "x@0 + v@1 + v@2 <= 1" {
		t.Errorf("got %s", got)
	}
}
