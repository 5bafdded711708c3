package track_test

import (
	"fmt"
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/zone"
	"github.com/sextant-mbt/sextant/internal/core/zone/track"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// TestBounds: the constants of clock x that count in the initial location, lower and upper, in units of the model.
func TestBounds(t *testing.T) {
	for name, row := range map[string]struct{ text, want string }{
		"never compared":       {"clock x initial a  t: a -> b do x := 0", "never never"},
		"guard from below":     {"clock x initial a  t: a -> b when x >= 3", "3 never"},
		"guard from above":     {"clock x initial a  t: a -> b when x < 3", "never 3"},
		"equation":             {"clock x initial a  t: a -> b when x == 3", "3 3"},
		"negation":             {"clock x initial a  t: a -> b when not (x < 3 or x > 5)", "3 5"},
		"condition":            {"clock x initial a location a while x <= 4  t: a -> b", "never 4"},
		"later":                {"clock x initial a  t: a -> b  u: b -> c when x > 2", "2 never"},
		"reset before":         {"clock x initial a  t: a -> b do x := 0  u: b -> c when x > 2", "never never"},
		"around a loop":        {"clock x initial a  t: a -> b  u: b -> a  v: b -> c when x > 7", "7 never"},
		"half a unit":          {"clock x initial a  t: a -> b when x > 1.5 and x <= 2", "3 4"},
		"bounded variable":     {"clock x var n: 0..6 = 0 initial a  t: a -> b when x > n + 1 do n := 2", "7 never"},
		"fixed variable":       {"clock x var n: int = 5 initial a  t: a -> b when x > n", "5 never"},
		"unbounded variable":   {"clock x var n: int = 5 initial a  t: a -> b when x > n do n := n + 1", "always never"},
		"received":             {"clock x input i(p: 1..9) initial a  t: a -> b in i(p) when x < p", "never 9"},
		"difference":           {"clock x, y initial a  t: a -> b when x - y < 2", "always always"},
		"stored in a variable": {"clock x var r: real = 0.0 initial a  t: a -> b do r := x", "always always"},
		"copied":               {"clock x, y initial a  t: a -> b do y := x", "always always"},
		"in an invariant":      {"clock x initial a  t: a -> b  invariant i: x <= 8", "8 8"},
		"in another machine":   {"clock x machine A { initial a  t: a -> b } machine B { initial c  u: c -> d when x > 6 } instance p = A instance q = B", "6 never"},
	} {
		t.Run(name, func(t *testing.T) {
			s := testkit.LoadText(t, row.text)
			b := track.NewSpace(s).Bounds(s.Initial(), true)
			if got := limit(b.Lower[1]) + " " + limit(b.Upper[1]); got != row.want {
				t.Errorf("bounds %s, want %s", got, row.want)
			}
		})
	}
}

func limit(n int64) string {
	switch n {
	case zone.Never:
		return "never"
	case zone.Always:
		return "always"
	}
	return fmt.Sprint(n)
}

// TestBoundsWithoutLoss: if impossibility matters too, lower and upper bounds are the same.
func TestBoundsWithoutLoss(t *testing.T) {
	s := testkit.LoadText(t, "clock x, y initial a  t: a -> b when x >= 3 and y <= 4 and x < 2")
	b := track.NewSpace(s).Bounds(s.Initial(), false)
	if got, want := fmt.Sprint(b.Lower[1:], b.Upper[1:]), "[3 4] [3 4]"; got != want {
		t.Errorf("bounds %s, want %s", got, want)
	}
}

// TestAfter has the zone after the first move from the start.
func TestAfter(t *testing.T) {
	for name, row := range map[string]struct{ text, want string }{
		"delay":                      {"clock x initial a  t: a -> b", "x0 - x1 <= 0"},
		"at once":                    {"clock x initial a location a urgent  t: a -> b", "x0 - x1 <= 0, x1 - x0 <= 0"},
		"guard":                      {"clock x initial a  t: a -> b when x > 2 and x <= 5", "x0 - x1 < -2, x1 - x0 <= 5"},
		"variable as a bound":        {"clock x var n: int = 4 initial a  t: a -> b when x == n", "x0 - x1 <= -4, x1 - x0 <= 4"},
		"impossible":                 {"clock x initial a location a while x < 2  t: a -> b when x >= 2", "empty"},
		"impossible for the data":    {"clock x var n: int = 4 initial a  t: a -> b when x > 1 and n > 5 do n := 7", "empty"},
		"condition behind":           {"clock x initial a location b while x <= 3  t: a -> b", "x0 - x1 <= 0, x1 - x0 <= 3"},
		"reset":                      {"clock x initial a  t: a -> b do x := 2", "x0 - x1 <= -2, x1 - x0 <= 2"},
		"shift":                      {"clock x initial a  t: a -> b when x == 1 do x := x + 2", "x0 - x1 <= -3, x1 - x0 <= 3"},
		"copy":                       {"clock x, y initial a  t: a -> b when x == 1 do y := x + 1", "x0 - x1 <= -1, x0 - x2 <= -2, x1 - x0 <= 1, x1 - x2 <= -1, x2 - x0 <= 2, x2 - x1 <= 1"},
		"clocks exchanged":           {"clock x, y initial a  t: a -> b do x, y := y, x", "unknown"},
		"alternatives":               {"clock x initial a  t: a -> b when x < 1 or x > 2", "unknown"},
		"sum of clocks":              {"clock x, y initial a  t: a -> b when x + y < 3", "unknown"},
		"unknown bound":              {"clock x const k: 1..3 initial a  t: a -> b when x < k", "unknown"},
		"received bound":             {"clock x input i(p: 1..9) initial a  t: a -> b in i(p) when x < p", "unknown"},
		"data from a clock":          {"clock x var r: real = 0.0 initial a  t: a -> b do r := x", "unknown"},
		"input that is not a bound":  {"clock x input i(p: 1..9) var n: int = 0 initial a  t: a -> b in i(p) when x < 2 and p > 3 do n := p", "x0 - x1 <= 0, x1 - x0 < 2"},
		"a number that is too large": {"clock x initial a  t: a -> b when x < 99999999999999999999", "unknown"},
	} {
		t.Run(name, func(t *testing.T) {
			s := testkit.LoadText(t, row.text)
			space := track.NewSpace(s)
			st, _ := s.StartSymbolic()
			after, _ := space.After(space.Start(&st), s.Moves()[0], &st, 0)
			got := "unknown"
			if after != nil {
				got = after.String()
			}
			if got != row.want {
				t.Errorf("after the move: %s, want %s", got, row.want)
			}
		})
	}
}

// TestSurelyPossible: whether a move can be taken after some delay from all values of the clocks.
func TestSurelyPossible(t *testing.T) {
	for name, row := range map[string]struct {
		text string
		want bool
	}{
		"sooner or later":         {"clock x initial a  t: a -> b when x > 2", true},
		"still":                   {"clock x initial a  t: a -> b when x < 2", true},
		"no more":                 {"clock x initial a  t: a -> b when x < 0", false},
		"it depends on data":      {"clock x input i(p: 1..9) initial a  t: a -> b in i(p) when p > 3", false},
		"the condition ends":      {"clock x initial a location a while x <= 1  t: a -> b when x > 1", false},
		"no time to wait":         {"clock x initial a location a urgent  t: a -> b when x > 1", false},
		"a guard without a value": {"clock x var n: 0..3 = 0 initial a  t: a -> b when 4 / n > 1 and x > 0 do n := 1", false},
	} {
		t.Run(name, func(t *testing.T) {
			s := testkit.LoadText(t, row.text)
			space := track.NewSpace(s)
			st, _ := s.StartSymbolic()
			if _, got := space.After(space.Start(&st), s.Moves()[0], &st, 0); got != row.want {
				t.Errorf("surely possible: %v, want %v", got, row.want)
			}
		})
	}
}

// TestUntimed: systems without clocks have no space.
func TestUntimed(t *testing.T) {
	if space := track.NewSpace(testkit.LoadText(t, "initial a  t: a -> b")); space != nil {
		t.Errorf("a space %v, want none", space)
	}
}

// TestLostZone: a zone that is not known stays so.
func TestLostZone(t *testing.T) {
	s := testkit.LoadText(t, "clock x initial a  t: a -> b when x > 2")
	var st sts.SymbolicState
	st, _ = s.StartSymbolic()
	if after, always := track.NewSpace(s).After(nil, s.Moves()[0], &st, 0); after != nil || always {
		t.Errorf("after an unknown zone: %v, %v", after, always)
	}
}
