package connect

import "github.com/sextant-mbt/sextant/internal/testing/sut"
import "time"

// await receives until there is an output or the time is over. Receive reports whether something came, and whether it is an
// output.
func await(wait time.Duration, receive func(wait time.Duration) (m sut.Message, came, isOutput bool, err error)) (sut.Message, bool, error) {
	for end := time.Now().Add(wait); ; {
		m, came, isOutput, err := receive(wait)
		if err != nil || !came || isOutput {
			return m, isOutput, err
		}
		if wait = time.Until(end); wait <= 0 {
			return sut.Message{}, false, nil
		}
	}
}
