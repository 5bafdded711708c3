package tester

import (
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/sut"
)

// DecodeInput reads the first input that bytes stand for, and returns the bytes that are left.
func DecodeInput(data []byte, s *sts.System) (sut.Message, []byte) {
	r := &byteReader{data: data}
	m, _ := r.message(s)
	return m, r.data
}

// Distance is how far a state is from making the guard of a transition true.
func Distance(s *sts.System, tr *sts.Transition, st *sts.SymbolicState) float64 {
	return branchDistance(s, tr.Guard, st)
}
