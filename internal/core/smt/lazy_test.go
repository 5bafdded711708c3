package smt

import (
	"errors"
	"testing"
)

// A lazy solver is created once, for the first query; without queries there is nothing to close.
func TestLazy(t *testing.T) {
	made := 0
	s := Lazy(func() (Solver, error) {
		made++
		return nil, errors.New("no solver")
	})
	if err := s.Close(); err != nil || made != 0 || s.Stats() != (Stats{}) {
		t.Errorf("made %d times, closed with %v", made, err)
	}
	if _, err := s.Check(t.Context(), Query{}); err == nil || made != 1 {
		t.Errorf("made %d times, answered with %v", made, err)
	}
}
