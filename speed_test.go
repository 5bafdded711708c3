//go:build unix

package sextant

import (
	"context"
	"math/big"
	"math/rand/v2"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/internal/jobs/rig"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// The benchmarks test small systems in Go. A step is an input together with the answer to it. "early" is the rate of the steps 10 to
// 1,000, "late" that of the steps 9,000 to 10,000, and "early/late" is 1 if the rate does not depend on the length of the run. Rates are
// per second of processor time, garbage collection included, so that other programs do not matter much. The solver is another program:
// "all/s" is the rate of the whole run by the clock, with the time of the solver in it.
//
//	driven  the inputs are given, so this is the cost of following the model and of the connection
//	random  they are chosen at random
//	guided  they are chosen as by default

// benchSteps is the number of steps of a run.
const benchSteps = 10_000

// cache is a right implementation of testdata/lru.sxt.
type cache struct{ keys, values []int64 }

func newCache() func(Message) []Message {
	c := &cache{}
	return func(m Message) []Message {
		key := m.Payload[0].(*big.Int).Int64()
		i := c.find(key)
		if m.Channel == "put" {
			c.toFront(i, key, m.Payload[1].(*big.Int).Int64())
			return []Message{{"stored", []any{len(c.keys)}}}
		}
		if i == len(c.keys) {
			return []Message{{"missing", nil}}
		}
		c.toFront(i, key, c.values[i])
		return []Message{{"found", []any{c.values[0]}}}
	}
}

func (c *cache) find(key int64) int {
	for i, k := range c.keys {
		if k == key {
			return i
		}
	}
	return len(c.keys)
}

// toFront puts an entry first, in the place of entry i; the last is dropped if there are too many.
func (c *cache) toFront(i int, key, value int64) {
	if i == len(c.keys) && i < 4 {
		c.keys, c.values = append(c.keys, 0), append(c.values, 0)
	}
	i = min(i, 3)
	copy(c.keys[1:i+1], c.keys[:i])
	copy(c.values[1:i+1], c.values[:i])
	c.keys[0], c.values[0] = key, value
}

// newTickets is a right implementation of testdata/tickets.sxt.
func newTickets() func(Message) []Message {
	total, last, kept, random := 0, 0, 0, rand.New(rand.NewPCG(1, 2))
	return func(m Message) []Message {
		switch m.Channel {
		case "draw":
			total, last = total+1, last+1+random.IntN(5)
			return []Message{{"ticket", []any{last}}}
		case "count":
			return []Message{{"drawn", []any{total, last}}}
		case "hide":
			kept = random.IntN(10)
			return nil
		}
		return []Message{{"kept", []any{kept}}}
	}
}

// marks are the steps at which the time is noted.
var marks = []int{10, 1000, 9000, benchSteps}

// clocked notes how much processor time was used when inputs are sent, whatever resets are between them.
type clocked struct {
	System
	sent  int
	start time.Time
	at    map[int]time.Duration
}

func (c *clocked) Send(ctx context.Context, m Message) error {
	if c.sent++; slices.Contains(marks, c.sent) {
		var used syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
			return err
		}
		c.at[c.sent] = time.Duration(used.Utime.Nano() + used.Stime.Nano())
	}
	return c.System.Send(ctx, m)
}

// rate returns the steps per second between two marks.
func (c *clocked) rate(from, to int) float64 {
	return float64(to-from) / (c.at[to] - c.at[from]).Seconds()
}

// report reports the rates of a run.
func (c *clocked) report(b *testing.B) {
	b.Helper()
	if c.sent < benchSteps {
		b.Fatalf("only %d inputs were sent", c.sent)
	}
	early, late := c.rate(10, 1000), c.rate(9000, benchSteps)
	b.ReportMetric(early, "early/s")
	b.ReportMetric(late, "late/s")
	b.ReportMetric(early/late, "early/late")
	b.ReportMetric(float64(c.sent)/time.Since(c.start).Seconds(), "all/s")
	b.ReportMetric(0, "ns/op")
}

// benchmarks of each system: its model, and bytes that stand for inputs.
var speeds = []struct {
	name, model string
	start       func() func(Message) []Message
	input       func(*rand.Rand) []byte
}{
	{"lru", "testdata/lru.sxt", newCache, func(r *rand.Rand) []byte {
		return []byte{byte(r.IntN(2)), 120 + byte(r.IntN(8)), 120 + byte(r.IntN(100))}
	}},
	{"tickets", "testdata/tickets.sxt", newTickets, func(r *rand.Rand) []byte { return []byte{byte(r.IntN(4))} }},
}

func BenchmarkSteps(b *testing.B) {
	for _, s := range speeds {
		b.Run(s.name+"/driven", func(b *testing.B) {
			r := rand.New(rand.NewPCG(3, 4))
			var path []byte
			for range benchSteps + 1 {
				path = append(path, s.input(r)...)
			}
			benchmarkSteps(b, s.model, s.start, TestOptions{Steps: benchSteps + 1}, func(t *rig.Tester) (*result.Run, error) { return t.Drive(b.Context(), path) })
		})
		b.Run(s.name+"/guided", func(b *testing.B) {
			benchmarkSteps(b, s.model, s.start, TestOptions{Steps: benchSteps}, func(t *rig.Tester) (*result.Run, error) { return t.Run(b.Context()) })
		})
		b.Run(s.name+"/random", func(b *testing.B) {
			benchmarkSteps(b, s.model, s.start, TestOptions{Steps: benchSteps, Random: true}, func(t *rig.Tester) (*result.Run, error) { return t.Run(b.Context()) })
		})
	}
}

func benchmarkSteps(b *testing.B, file string, start func() func(Message) []Message, options TestOptions, test func(*rig.Tester) (*result.Run, error)) {
	model, err := File(file).load(nil)
	if err != nil {
		b.Fatal(err)
	}
	var system *clocked
	for b.Loop() {
		system = &clocked{System: Synchronous(start), start: time.Now(), at: map[int]time.Duration{}}
		t, err := model.tester(&adapter{model: model, system: system}, options, false)
		if err != nil {
			b.Fatal(err)
		}
		r, err := test(t)
		if err != nil || Verdict(r.Verdict) != Pass {
			b.Fatalf("%v %v", r, err)
		}
		if err := t.Close(); err != nil {
			b.Fatal(err)
		}
	}
	system.report(b)
}

// Where everything is known, or an output shows it, a run needs no solver, however long it is.
func TestStepsWithoutSolver(t *testing.T) {
	for _, s := range speeds {
		model, err := File(s.model).load(nil)
		if err != nil {
			t.Fatal(err)
		}
		r := rand.New(rand.NewPCG(5, 6))
		var path []byte
		for range 500 {
			path = append(path, s.input(r)...)
		}
		tester, err := model.tester(&adapter{model: model, system: Synchronous(s.start)}, TestOptions{Steps: 500}, false)
		if err != nil {
			t.Fatal(err)
		}
		defer tester.Close()
		result, err := tester.Drive(t.Context(), path)
		if err != nil || Verdict(result.Verdict) != Pass || result.Sent < 400 {
			t.Fatalf("%s: %+v, %v", s.name, result, err)
		}
		if result.Stats.SolverCalls > 0 {
			t.Errorf("%s: the solver was called %d times for %d inputs", s.name, result.Stats.SolverCalls, result.Sent)
		}
	}
}
