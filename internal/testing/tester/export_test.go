package tester

import (
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testing/tester/bytepath"
)

// DecodeInput reads the first input that bytes stand for, and returns the bytes that are left.
func DecodeInput(data []byte, s *sts.System) (sut.Message, []byte) {
	r := bytepath.NewReader(data)
	m, _ := r.Message(s)
	return m, r.Rest()
}
