package explore_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// TestTimedAutomata has small timed models with known answers: the transitions that can be taken. All trees are exhausted.
func TestTimedAutomata(t *testing.T) {
	testkit.NeedsSolver(t)
	for name, row := range map[string]struct{ text, taken string }{
		"condition of a location ends before a guard begins": {`
			clock x initial a location a while x <= 2
			late: a -> b when x > 2  ontime: a -> c when x >= 2`, "ontime"},
		"strict condition of a location": {`
			clock x initial a location a while x < 2
			never: a -> b when x >= 2  early: a -> c when x > 1`, "early"},
		"no time in an urgent location": {`
			clock x initial a location b urgent
			enter: a -> b do x := 0  later: b -> c when x > 0  now: b -> d when x == 0`, "enter now"},
		"two clocks from one start stay equal": {`
			clock x, y initial a
			apart: a -> b when x > y  equal: a -> c when x >= 3 and y <= 3`, "equal"},
		"clocks apart by whole periods": {`
			clock x, y initial a location a while x <= 1
			tick: a -> a when x == 1 do x := 0
			between: a -> b when y == 3 and x > 0 and x < 1  whole: a -> c when y == 3 and x == 0`, "tick whole"},
		"a clock that is never reset goes on for ever": {`
			clock x, y initial a location a while x <= 1
			tick: a -> a when x == 1 do x := 0
			long: a -> b when y >= 7  exact: a -> c when y == 7 and x == 1`, "exact long tick"},
		"a window that moves": {`
			clock x, y initial a location b while y <= 1
			first: a -> b when x >= 1 and x <= 2 do y := 0
			second: b -> c when x > 3  third: b -> d when x == 3 and y == 1  fourth: b -> e when x < 1`, "first third"},
		"halves and thirds": {`
			clock x initial a location a while x <= 1.5
			below: a -> b when 3 * x >= 4 and 2 * x < 3  above: a -> c when 2 * x > 3`, "below"},
		"a bound that is a variable": {`
			clock x var n: 0..3 = 0 initial a location a while x <= n
			more: a -> a when x == n and n < 3 do n := n + 1
			early: a -> b when x > 3  end: a -> c when x == 3 and n == 3`, "end more"},
		"reset to a variable": {`
			clock x var n: 0..3 = 2 initial a location b while x <= 3
			set: a -> b do x := n  short: b -> c when x >= 3  before: b -> d when x < 2`, "set short"},
		"differences of clocks": {`
			clock x, y initial a location a while x <= 5 location b while x <= 5
			go: a -> b when x >= 1 and x <= 3 do y := 0
			far: b -> c when x - y > 3  near: b -> d when x - y == 3 and y > 1  less: b -> e when x - y < 1`, "go near"},
		"a copy of a clock": {`
			clock x, y initial a location b while x <= 4
			copy: a -> b when x == 2 do y := x  same: b -> c when x == 4 and y == 4  other: b -> d when y < x`, "copy same"},
		"a timeout and an answer in time": {`
			clock x input ask() output answer() output late()
			initial idle location busy while x <= 3
			ask: idle -> busy in ask() do x := 0
			answer: busy -> idle when x <= 2 out answer()
			late: busy -> idle when x == 3 out late()
			both: busy -> odd when x <= 2 and x >= 3`, "answer ask late"},
		"committed before all others": {`
			clock x
			machine A { initial a  location b committed  go: a -> b when x >= 1 do x := 0  on: b -> c when x == 0  wait: b -> d when x > 0 }
			machine B { initial a  sees: a -> b when A1.b  after: a -> c when A1.c }
			instance A1 = A  instance B1 = B`, "A1.go A1.on B1.after"},
		"an urgent channel": {`
			clock x channel now() urgent
			machine A { initial a  go: a -> b do x := 0 out now()  late: a -> c when x > 0 }
			machine B { initial a  get: a -> b in now()  early: b -> c when x == 0 }
			instance A1 = A  instance B1 = B`, "A1.go B1.early B1.get"},
		"a bound that is received": {`
			clock x input set(1..4) initial a location a while x <= 2
			set: a -> a in set(p) when x >= p do x := 0
			big: a -> b in set(p) when x >= p and p > 2`, "set"},
		"an unknown constant as a bound": {`
			clock x const k: 1..3 initial a location a while x <= k
			round: a -> a when x >= 1 do x := 0
			over: a -> b when x > 3  full: a -> c when x == 3`, "full round"},
		"a variable that has got its value from a clock": {`
			clock x var r: real = 0.0 initial a location a while x <= 2
			note: a -> a when x >= 1 do r := x; x := 0
			small: a -> b when r > 0.0 and r < 1.0  whole: a -> c when r == 1.5`, "note whole"},
	} {
		t.Run(name, func(t *testing.T) {
			tree := exhausted(t, row.text, explore.Options{})
			if got := strings.Join(sorted(taken(tree)), " "); got != row.taken {
				t.Errorf("taken: %s, want %s", got, row.taken)
			}
		})
	}
}

// TestPruningKeepsDeadlocks: with x == 1 on entry nothing is possible in a, with x == 0 something is. A state from which less is possible is
// not left out, unless only reachability matters.
func TestPruningKeepsDeadlocks(t *testing.T) {
	testkit.NeedsSolver(t)
	text := "clock x initial a  again: a -> a when x < 1 do x := 1"
	if got := found(exhausted(t, text, explore.Options{}), explore.Deadlock); !slices.Equal(got, []string{"a"}) {
		t.Errorf("stuck in %q, want a", got)
	}
	if tree := exhausted(t, text, explore.Options{Reach: true}); tree.Size() != 2 || !tree.States()[1].Pruned {
		t.Errorf("%d states, want 2, the second pruned: from the first one all is reached that is from it", tree.Size())
	}
}
