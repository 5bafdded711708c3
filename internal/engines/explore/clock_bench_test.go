package explore_test

import (
	"os"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// BenchmarkClock is the class 2 transport protocol without changes, and with a clock that every assignment resets and every guard reads: the
// trees have the same states.
func BenchmarkClock(b *testing.B) {
	text, err := os.ReadFile(testkit.Example("class2/class2.sxt"))
	if err != nil {
		b.Fatal(err)
	}
	timed := strings.NewReplacer(" do ", " do x := 0; ", " when ", " when x <= 50 and ", "initial s1", "clock x\ninitial s1")
	for _, c := range []struct{ name, text string }{{"without", string(text)}, {"with", timed.Replace(string(text))}} {
		b.Run(c.name, func(b *testing.B) {
			benchmark(b, testkit.LoadText(b, c.text), explore.Options{Depth: 5})
		})
	}
}
