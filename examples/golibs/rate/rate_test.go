// Package rate tests the limiter of golang.org/x/time/rate against rate.sxt, with bindings.
package rate

import (
	"testing"
	"time"

	"golang.org/x/time/rate"

	"github.com/sextant-mbt/sextant"
)

//go:generate sextant export rate.sxt --format go-bindings --package rate -o rate_sxt_test.go

// limiter is the library behind the bindings, with a clock of its own.
type limiter struct {
	*rate.Limiter
	now  time.Time
	send func(LimiterOutput)
}

func (l *limiter) Allow(in Allow) error {
	l.now = l.now.Add(time.Duration(in.After) * time.Second)
	l.send(Allowed{l.AllowN(l.now, int(in.N))})
	return nil
}

func TestLimiter(t *testing.T) {
	sextant.Test(t, sextant.File("rate.sxt"), NewLimiter(func(send func(LimiterOutput)) (Limiter, error) {
		return &limiter{rate.NewLimiter(1, 3), time.Unix(0, 0), send}, nil
	}), sextant.TestOptions{})
}
