package examples

import (
	"fmt"
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/internal/testing/tester"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// TestQueue: the queue passes, and each fault is found, also the one that needs 43 elements: nothing in the model says so. With
// SEXTANT_LONG set there are 20 seeds and more steps.
func TestQueue(t *testing.T) {
	skipShort(t)
	t.Parallel()
	start := lineProgram(t, "./queue/fifo")
	seeds := int64(1)
	if testkit.Long() {
		seeds = 20
	}
	for _, fault := range []string{"", "drop", "order", "shadow"} {
		for seed := int64(1); seed <= seeds; seed++ {
			t.Run(fmt.Sprintf("%s seed %d", fault, seed), func(t *testing.T) {
				o := tester.Options{Seed: seed, Wait: wait, ShrinkTime: time.Millisecond}
				if o.Steps = tester.DefaultSteps; fault == "" && !testkit.Long() {
					o.Steps = 500
				}
				expectVerdict(t, fault, test(t, load(t, "queue/queue.sxt"), start(fault), o))
			})
		}
	}
}
