package rate

import (
	"math/big"
	"testing"
	"time"

	"golang.org/x/time/rate"

	"github.com/sextant-mbt/sextant"
)

// TestUntyped is TestLimiter without bindings.
func TestUntyped(t *testing.T) {
	sextant.Test(t, sextant.File("rate.sxt"), sextant.Synchronous(func() func(sextant.Message) []sextant.Message {
		limiter, now := rate.NewLimiter(1, 3), time.Unix(0, 0)
		return func(in sextant.Message) []sextant.Message {
			n, after := in.Payload[0].(*big.Int), in.Payload[1].(*big.Int)
			now = now.Add(time.Duration(after.Int64()) * time.Second)
			return []sextant.Message{{Channel: "allowed", Payload: []any{limiter.AllowN(now, int(n.Int64()))}}}
		}
	}), sextant.TestOptions{})
}
