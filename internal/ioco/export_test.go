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
