package tester

import (
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/sut"
	"github.com/sextant-mbt/sextant/internal/tester/bytepath"
)

// DecodeInput reads the first input that bytes stand for, and returns the bytes that are left.
func DecodeInput(data []byte, s *sts.System) (sut.Message, []byte) {
	r := bytepath.NewReader(data)
	m, _ := r.Message(s)
	return m, r.Rest()
}

// Distance is how far a state is from making the guard of a transition true.
func Distance(s *sts.System, tr *sts.Transition, st *sts.SymbolicState) float64 {
	return branchDistance(s, tr.Guard, st)
}
