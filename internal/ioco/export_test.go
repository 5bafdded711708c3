package ioco

import (
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/sut"
)

// Fork is a tracker that goes on from here on its own.
func (t *Tracker) Fork() *Tracker {
	fork := *t
	return &fork
}

// DecodeInput reads the first input that bytes stand for, and returns the bytes that are left.
func DecodeInput(data []byte, s *sts.System) (sut.Message, []byte) {
	r := &byteReader{data: data}
	m, _ := r.message(s)
	return m, r.data
}

// Distance is how far the present state is from making the guard of a transition true.
func (t *Tracker) Distance(tr *sts.Transition) float64 { return t.distance(tr.Guard, &t.now[0].state) }
