package rig

import (
	"math/big"
	"time"
)

// Timing relates real time to the clocks of a model.
type Timing struct {
	TimeUnit  time.Duration `flag:"time-unit" usual:"yes" group:"system" min:"1ns" replay:"model" help:"length of one unit of the model's clocks"`
	Tolerance time.Duration `flag:"tolerance" group:"system" min:"0s" replay:"model" help:"clock tolerance: an observation within this distance of an allowed instant is inconclusive (logs: default 0; live systems: measured at start)"`
}

// DefaultTimeUnit is the default length of a unit of the clocks of a model.
const DefaultTimeUnit = time.Second

// Units returns a real time in units of the model.
func (t Timing) Units(d time.Duration) *big.Rat { return big.NewRat(int64(d), int64(t.unit())) }

// Real returns a time of the model as real time, rounded up to a nanosecond.
func (t Timing) Real(units *big.Rat) time.Duration {
	ns := new(big.Rat).Mul(units, new(big.Rat).SetInt64(int64(t.unit())))
	whole, rest := new(big.Int).DivMod(ns.Num(), ns.Denom(), new(big.Int))
	if rest.Sign() > 0 {
		whole.Add(whole, big.NewInt(1))
	}
	if !whole.IsInt64() {
		return time.Duration(1<<63 - 1)
	}
	return time.Duration(whole.Int64())
}

func (t Timing) unit() time.Duration {
	if t.TimeUnit <= 0 {
		return DefaultTimeUnit
	}
	return t.TimeUnit
}
