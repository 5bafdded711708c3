package sts

import "github.com/sextant-mbt/sextant/internal/term"

// Begin is Step; callers are being moved to Step.
func (s *System) Begin(m *Move, st *SymbolicState, step int) SymbolicStep {
	return *s.Step(m, st, step, nil)
}

// BeginWith is Step; callers are being moved to Step.
func (s *System) BeginWith(m *Move, st *SymbolicState, step int, known map[int]*term.Term) SymbolicStep {
	return *s.Step(m, st, step, known)
}

// Beside is Others; callers are being moved to Others.
func (k *Contract) Beside(s *term.Store, b *Behavior) []*term.Term { return k.Others(s, b) }
