package text_test

import (
	"testing"

	"github.com/sextant-mbt/sextant/internal/base/text"
)

func TestSeconds(t *testing.T) {
	for seconds, want := range map[float64]string{
		0: "0 s", -1: "0 s", 3e-7: "under 1 µs", 1e-6: "1 µs", 12e-6: "12 µs", 999.6e-6: "1 ms", 0.0034: "3.4 ms", 0.00996: "10 ms",
		0.412: "412 ms", 0.9996: "1 s", 2.14: "2.1 s", 59.4: "59 s", 59.6: "1 min 0 s", 125: "2 min 5 s", 3599.7: "1 h 0 min", 4320: "1 h 12 min",
	} {
		if got := text.Seconds(seconds); got != want {
			t.Errorf("%g is %q, want %q", seconds, got, want)
		}
	}
}

func TestClean(t *testing.T) {
	for s, want := range map[string]string{
		"": "", " a  b ": "a  b", "a\n\t b\r\nc": "a b c", "\x1b[1m": "\uFFFD[1m", "\xff": "\uFFFD", "\u202e": "\uFFFD", "\uffff": "\uFFFD", "温": "温",
	} {
		if got := text.Clean(s); got != want {
			t.Errorf("%q becomes %q, want %q", s, got, want)
		}
	}
}
