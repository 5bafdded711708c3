package examples

import (
	"fmt"
	"testing"

	"github.com/sextant-mbt/sextant/internal/testing/tester"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// TestCart: the service passes, and each fault is found. With SEXTANT_LONG set there are 20 seeds and more steps.
func TestCart(t *testing.T) {
	skipShort(t)
	t.Parallel()
	start := webServer(t, "./cart/server", "cart/cart.toml")
	first, last := int64(2), int64(2) // soon found
	if testkit.Long() {
		first, last = 1, 20
	}
	for _, fault := range []string{"", "replace", "ghost", "sticky", "round", "last", "order", "minimum", "coupon"} {
		for seed := first; seed <= last; seed++ {
			t.Run(fmt.Sprintf("%s seed %d", fault, seed), func(t *testing.T) {
				l, system := load(t, "cart/cart.sxt"), start(t, fault)
				if fault != "" {
					expectVerdict(t, fault, search(t, l, system, seed))
					return
				}
				o := tester.Options{Seed: seed, Wait: wait, Steps: 150}
				if testkit.Long() {
					o.Steps = tester.DefaultSteps
				}
				expectVerdict(t, fault, test(t, l, system, o))
			})
		}
	}
}
