package sts_test

import (
	"testing"

	"github.com/sextant-mbt/sextant/internal/testkit"
)

// TestBindingsAreThoseMentioned: slots that a condition does not mention cost nothing when values are substituted into it.
func TestBindingsAreThoseMentioned(t *testing.T) {
	s := testkit.LoadText(t, "system M\ninput go()\nvar a: int = 7\nvar b: int = 8\nvar c: int = 9\ninitial s\ngo: s -> s in go do a := a + b + c\n")
	st, _ := s.StartSymbolic()
	a, c := s.Slots[0].Term, s.Slots[2].Term
	cond := s.Store.Lt(a, c)
	by := s.Bindings(cond, &st)
	if len(by) != 2 || by[a] != s.Store.Int(7) || by[c] != s.Store.Int(9) {
		t.Errorf("bindings: %v", by)
	}
	if !s.Apply(cond, &st).IsTrue() {
		t.Errorf("7 < 9 is %v", s.Apply(cond, &st))
	}
}
