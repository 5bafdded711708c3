package examples

import (
	"fmt"
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/internal/tester"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// TestCart: the service passes, and each fault is found. With SEXTANT_LONG set there are 20 seeds and more steps.
func TestCart(t *testing.T) {
	skipShort(t)
	t.Parallel()
	start := webServer(t, "./cart/server", "cart/cart.toml")
	seeds := int64(1)
	if testkit.Long() {
		seeds = 20
	}
	for _, fault := range []string{"", "replace", "ghost", "sticky", "round", "last", "order", "minimum", "coupon"} {
		for seed := int64(1); seed <= seeds; seed++ {
			t.Run(fmt.Sprintf("%s seed %d", fault, seed), func(t *testing.T) {
				o := tester.Options{Seed: seed, Wait: wait, Steps: tester.DefaultSteps, ShrinkTime: time.Millisecond}
				if fault == "" && !testkit.Long() {
					o.Steps = 150
				}
				expectVerdict(t, fault, test(t, load(t, "cart/cart.sxt"), start(t, fault), o))
			})
		}
	}
}
