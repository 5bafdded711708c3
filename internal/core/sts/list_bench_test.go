package sts_test

import (
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

const longLists = `system Lists
input push(x: int) input pop() input put(i: int, x: int) input ask(x: int) input key(k: int)
var items: int[] = []
var members: set int = {}
var index: map int -> int = {}
initial on
push:   on -> on in push(x) do items := append(items, x)
fill:   on -> on do members := set(items); index := {k: k for k in items}
pop:    on -> on in pop() when len(items) > 0 do items := items[1:]
put:    on -> on in put(i, x) do items[i] := x
has:    on -> on in ask(x) when x in items
insert: on -> on in key(k) do members := insert(members, k)
remove: on -> on in key(k) do members := remove(members, k)
store:  on -> on in put(k, x) do index[k] := x
delete: on -> on in key(k) do index := remove(index, k)
get:    on -> on in key(k) when k in index and index[k] == k
`

// BenchmarkLists takes steps of the interpreter in turn, in a state with collections of 10,000 elements.
func BenchmarkLists(b *testing.B) {
	const n = 10_000
	s := testkit.LoadText(b, longLists)
	full := filled(b, s, n)
	for _, c := range []struct {
		name  string
		steps []call
	}{
		{"push-pop", []call{{"push", []int64{1}}, {"pop", nil}}},
		{"put", []call{{"put", []int64{n / 2, 1}}}},
		{"in-sequence", []call{{"has", []int64{n / 2}}}},
		{"set-insert-remove", []call{{"insert", []int64{n}}, {"remove", []int64{n}}}},
		{"map-put", []call{{"store", []int64{n / 2, n / 2}}}},
		{"map-add-remove", []call{{"store", []int64{n, 1}}, {"delete", []int64{n}}}},
		{"map-get", []call{{"get", []int64{n / 3}}}},
	} {
		b.Run(c.name, func(b *testing.B) {
			in, config := sts.NewInterpreter(s), full
			for i := 0; b.Loop(); i++ {
				config = taken(b, s, in, config, c.steps[i%len(c.steps)])
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "steps/s")
		})
	}
}

// call is a move with its parameters.
type call struct {
	move   string
	params []int64
}

// filled is a state in which the collections have n elements.
func filled(b *testing.B, s *sts.System, n int64) *sts.Config {
	in := sts.NewInterpreter(s)
	config, err := in.Start(make([]term.Value, len(s.Slots)))
	if err != nil {
		b.Fatal(err)
	}
	for i := range n {
		config = taken(b, s, in, config, call{"push", []int64{i}})
	}
	return taken(b, s, in, config, call{"fill", nil})
}

func taken(b *testing.B, s *sts.System, in *sts.Interpreter, config *sts.Config, c call) *sts.Config {
	for _, m := range s.Moves() {
		if m.Name != c.move {
			continue
		}
		step, err := in.Try(config, m, ints(c.params))
		if err != nil || step.Outcome != sts.Done {
			b.Fatal(c, step.Outcome, err)
		}
		return step.Next
	}
	b.Fatal("no move ", c.move)
	return nil
}
