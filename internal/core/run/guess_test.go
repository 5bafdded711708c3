package run_test

import (
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// TestGuessCollections: guards about elements and sizes are satisfied without a solver.
func TestGuessCollections(t *testing.T) {
	s := testkit.LoadText(t, `
type Kind = enum { low, high }
type Item = record { key: int, price: int }
input ask(k: int)
input put(list: int[], tags: set int, prices: map Kind -> int)
var seen: set int = {17, 42}
var limit: int = 3
var few: set int = {0, 1, -1}
var items: Item[] = [Item{key: 1, price: 7}, Item{key: 50, price: 0}, Item{key: 0, price: 0}, Item{key: -1, price: 0}]
initial s
known: s -> s in ask(k) when k in seen
new: s -> s in ask(k) when not (k in seen)
other: s -> s in ask(k) when not (k in few)
stored: s -> s in ask(k) when exists i in items :: i.price > 0 and k == 2 * i.key + i.price
added: s -> s in ask(k) when forall i in items :: i.key != k
more: s -> s in put(list, tags, prices) when len(list) > limit
exact: s -> s in put(list, tags, prices) when len(tags) == 2
has: s -> s in put(list, tags, prices) when limit in tags and high in prices
`)
	in := sts.NewInterpreter(s)
	start, err := in.Start(run.DefaultStart(s))
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range s.Moves() {
		if params, ok := run.NewGuesser(s, m).Climb(in, start, func([]term.Value) {}); !ok {
			t.Errorf("%s: no values were found", m.Name)
		} else if missing, err := in.Unsatisfied(start, m, params, 1); err != nil || missing > 0 {
			t.Errorf("%s: %v does not fit, %v", m.Name, params, err)
		}
	}
}
