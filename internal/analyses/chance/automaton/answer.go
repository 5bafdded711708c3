package automaton

import (
	"math"
	"math/big"
)

// Kind is the precision of a value.
type Kind uint8

// The kinds of answers.
const (
	Exact    Kind = iota // the value is the rational number Value
	Bounds               // the value is certainly from Low to High
	Infinite             // the goal is not reached with probability 1, so the expectation is infinite
	Unknown              // the value is unknown; Why is the reason
)

// Answer is a value, or bounds of it.
type Answer struct {
	Kind  Kind
	Value *big.Rat // if Exact
	Low   float64  // if Exact or Bounds; High may be infinite
	High  float64
	Why   Reason // if Bounds or Unknown: why there is no exact value, or no closer bounds
}

// Reason is why an answer is not exact.
type Reason string

// The reasons.
const (
	TooLarge      Reason = "exact arithmetic would take too long"
	NotAsked      Reason = "an exact value was not asked for"
	Stopped       Reason = "stopped before the bounds were as close as asked for"
	Rounding      Reason = "floating-point numbers are too coarse for closer bounds"
	Irrational    Reason = "the value is not a fraction"
	Choices       Reason = "time-bounded reachability with choices of a scheduler is not computed"
	InstantCycles Reason = "time-bounded reachability with cycles in which no time passes is not computed"
	Horizon       Reason = "the rates times the time bound are too large"
)

func exactly(v *big.Rat) Answer {
	low, high := enclose(v)
	return Answer{Kind: Exact, Value: v, Low: low, High: high}
}

// enclose returns the floating-point numbers around a rational number.
func enclose(v *big.Rat) (low, high float64) {
	f, exact := v.Float64()
	if exact {
		return f, f
	}
	return math.Nextafter(f, math.Inf(-1)), math.Nextafter(f, math.Inf(1))
}

// Gap is the distance of the bounds, relative to the lower one; 0 of an exact value.
func (a Answer) Gap() float64 {
	switch {
	case a.Kind == Exact || a.Low == a.High:
		return 0
	case a.Low == 0:
		return math.Inf(1)
	}
	return (a.High - a.Low) / a.Low
}

// Contains reports whether the answer allows a value.
func (a Answer) Contains(v *big.Rat) bool {
	switch a.Kind {
	case Exact:
		return a.Value.Cmp(v) == 0
	case Bounds:
		return below(a.Low, v) && (math.IsInf(a.High, 1) || new(big.Rat).SetFloat64(a.High).Cmp(v) >= 0)
	}
	return a.Kind == Unknown
}

func below(low float64, v *big.Rat) bool { return new(big.Rat).SetFloat64(low).Cmp(v) <= 0 }

// Objective is the objective of a scheduler.
type Objective uint8

// The objectives.
const (
	Minimum Objective = iota
	Maximum
)

// String is the name of the objective.
func (o Objective) String() string { return [...]string{"minimum", "maximum"}[o] }

// better reports whether a is strictly better than b.
func (o Objective) better(a, b *big.Rat) bool {
	if o == Maximum {
		return a.Cmp(b) > 0
	}
	return a.Cmp(b) < 0
}

// join is the answer for several initial states, of which the scheduler chooses one.
func (o Objective) join(answers []Answer) Answer {
	out := answers[0]
	for _, a := range answers[1:] {
		out = o.pick(out, a)
	}
	return out
}

// pick is the better of two answers, or bounds of it.
func (o Objective) pick(a, b Answer) Answer {
	switch {
	case a.Kind == Unknown || b.Kind == Infinite && o == Minimum || a.Kind == Infinite && o == Maximum:
		return a
	case b.Kind == Unknown || a.Kind == Infinite || b.Kind == Infinite:
		return b
	case a.Kind == Exact && b.Kind == Exact:
		if o.better(b.Value, a.Value) {
			return b
		}
		return a
	}
	choose, why := math.Min, a.Why
	if o == Maximum {
		choose = math.Max
	}
	if a.Kind == Exact {
		why = b.Why
	}
	return Answer{Kind: Bounds, Low: choose(a.Low, b.Low), High: choose(a.High, b.High), Why: why}
}
