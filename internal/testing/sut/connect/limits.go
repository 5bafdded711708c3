package connect

import (
	"time"

	"github.com/sextant-mbt/sextant/internal/testing/sut/frame"
)

// maxText is the maximum length of one message, in bytes.
const maxText = frame.MaxMessage

// limits are the time limits of the system, and the size limit of inputs. The tester has the time limit of outputs.
type limits struct {
	message int           // the length of an input, in bytes
	send    time.Duration // to read an input
	reset   time.Duration // to answer a reset
	answer  time.Duration // to answer an HTTP request, possibly long after the tester treated it as quiescent
}

func defaultLimits() limits {
	return limits{message: maxText, send: 5 * time.Second, reset: 10 * time.Second, answer: 30 * time.Second}
}
