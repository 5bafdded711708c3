package connect

import (
	"time"

	"github.com/sextant-mbt/sextant/internal/testing/sut/frame"
)

// maxText is the maximum length of one message, in bytes.
const maxText = frame.MaxMessage

// limits are the times that the system may take, and what it gets at most. The time for an output is up to the tester.
type limits struct {
	message int           // the length of an input, in bytes
	send    time.Duration // to read an input
	reset   time.Duration // to answer a reset
	answer  time.Duration // to answer an HTTP request at all, which may be long after the tester treated it as quiescent
}

func defaultLimits() limits {
	return limits{message: maxText, send: 5 * time.Second, reset: 10 * time.Second, answer: 30 * time.Second}
}
