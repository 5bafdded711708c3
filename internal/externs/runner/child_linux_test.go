package runner

import (
	"testing"

	"github.com/sextant-mbt/sextant/internal/testkit"
)

// Close leaves neither the child nor what the child started.
func TestNoLeakedProcesses(t *testing.T) {
	for _, mode := range []string{"pid", "parent"} {
		r := open(t, double.extern, "exec", asChild(t, mode), Options{})
		result, err := r.Call(t.Context(), ints(20))
		if err != nil {
			t.Fatal(err)
		}
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
		process, _ := result[0].Small()
		testkit.ProcessGone(t, int(process))
	}
}
