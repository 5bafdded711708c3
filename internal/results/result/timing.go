package result

import "math/big"

// Timing is how an observation misses the times at which the model allows it.
type Timing string

// The ways to miss them.
const (
	TooEarly Timing = "early"   // the output is allowed, but later
	TooLate  Timing = "late"    // the output was allowed, but before
	Missing  Timing = "missing" // something had to come, and did not
)

// Words returns the timing for the evidence, after what was observed.
func (t Timing) Words() string {
	switch t {
	case TooEarly:
		return ", too early"
	case TooLate:
		return ", too late"
	}
	return ""
}

// TimingOf returns how an output at an instant misses the windows in which its channel may be used; empty if time is not the reason.
func TimingOf(allowed []Allowed, channel string, at *big.Rat) Timing {
	windows, before, after := 0, 0, 0
	for _, a := range allowed {
		if a.Channel != channel || a.Window == nil {
			continue
		}
		windows++
		switch a.Window.Compare(at) {
		case -1:
			before++
		case 1:
			after++
		}
	}
	switch {
	case windows > 0 && before == windows:
		return TooEarly
	case windows > 0 && after == windows:
		return TooLate
	}
	return ""
}

// Compare returns -1, 0 or 1 if an instant is before, in or after the window.
func (w *Window) Compare(at *big.Rat) int {
	if low, ok := new(big.Rat).SetString(w.Low); ok {
		if c := at.Cmp(low); c < 0 || c == 0 && w.After {
			return -1
		}
	}
	if high, ok := new(big.Rat).SetString(w.High); ok {
		if c := at.Cmp(high); c > 0 || c == 0 && w.Before {
			return 1
		}
	}
	return 0
}
