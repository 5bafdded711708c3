package tester_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/language/compile"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/ioco"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testing/sut/connect"
	"github.com/sextant-mbt/sextant/internal/testing/tester"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// The benchmarks test a right vending machine (figure 1 of paper 2), whose price comes from a function, for 1,000 inputs.
// A step is an input, an output or a silence.

// drinks is a vending machine in Go.
type drinks struct {
	model   *sts.System
	amount  int64
	outputs []sut.Message
}

// prices is the function behind the extern Price.
type prices struct{}

func (prices) Knows(*sts.Extern) bool { return true }

func (prices) Whole() bool { return false }

func (prices) Ran(*sts.Extern, []term.Value) bool { return false }

func (prices) Lookup(*sts.Extern, []term.Value) ([]term.Value, bool) { return nil, false }

func (prices) Result(_ context.Context, _ *sts.Extern, args []term.Value) ([]term.Value, bool, error) {
	drink, _ := args[0].Small()
	return []term.Value{term.IntValue(price(drink))}, true, nil
}

func price(drink int64) int64 { return 150 + 50*drink }

func (d *drinks) Reset(context.Context) error {
	d.amount, d.outputs = 0, nil
	return nil
}

func (d *drinks) Close() error { return nil }

func (d *drinks) Send(_ context.Context, m sut.Message) error {
	n, _ := m.Values[0].Small()
	if m.Channel.Name == "coins" {
		d.amount += n
		return nil
	}
	name, payload := "screen", any("Add")
	if d.amount >= price(n) {
		name, payload, d.amount = "drink", []any{"tea", "coffee"}[n], 0
	}
	output, err := sut.Output(d.model, name, []any{payload})
	d.outputs = append(d.outputs, output)
	return err
}

func (d *drinks) Receive(context.Context, time.Duration) (sut.Message, bool, error) {
	if len(d.outputs) == 0 {
		return sut.Message{}, false, nil
	}
	m := d.outputs[0]
	d.outputs = d.outputs[1:]
	return m, true, nil
}

func loadVending(t testing.TB) *sts.System {
	t.Helper()
	var list diag.List
	m, err := compile.Load("../../../examples/vending/vending.sxt", compile.Options{}, &list)
	if err != nil {
		t.Fatal(err)
	}
	return m.System
}

func BenchmarkInProcess(b *testing.B) {
	model := loadVending(b)
	benchmarkSession(b, model, &drinks{model: model})
}

// BenchmarkPipe runs the same machine as a process that talks over a pipe.
func BenchmarkPipe(b *testing.B) {
	model := loadVending(b)
	b.Setenv(vendingVariable, "1")
	a, err := connect.Open(model, "exec:"+text.Quote(os.Args[0]), connect.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer a.Close()
	benchmarkSession(b, model, a)
}

// vendingVariable makes the test binary a vending machine.
const vendingVariable = "SEXTANT_TEST_VENDING"

// vendingMain answers JSON lines.
func vendingMain() {
	amount := int64(0)
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		var input struct {
			Input   string
			Payload []any
		}
		if err := json.Unmarshal(lines.Bytes(), &input); err != nil {
			return
		}
		if n, ok := input.Payload[0].(float64); ok {
			amount += int64(n)
			continue
		}
		drink := int64(0)
		if input.Payload[0] == "coffee" {
			drink = 1
		}
		if amount < price(drink) {
			fmt.Println(`{"output": "screen", "payload": ["Add"]}`)
			continue
		}
		amount = 0
		fmt.Printf("{\"output\": \"drink\", \"payload\": [%q]}\n", input.Payload[0])
	}
}

func benchmarkSession(b *testing.B, model *sts.System, a sut.Adapter) {
	solver := testkit.Solver(b, smt.Config{})
	steps := 0
	for b.Loop() {
		tracker, err := ioco.NewTracker(model, solver)
		if err != nil {
			b.Fatal(err)
		}
		tracker.Functions = prices{}
		r, err := tester.NewSession(tracker, a, tester.Options{Steps: 1000, Strategy: tester.Random, Seed: 1}).Run(b.Context())
		if err != nil || r.Verdict != result.Pass {
			b.Fatalf("%v %v", r, err)
		}
		steps += len(r.Trace)
	}
	stats := solver.Stats()
	b.ReportMetric(float64(steps)/b.Elapsed().Seconds(), "steps/s")
	b.ReportMetric(float64(stats.Calls)/float64(steps), "solver-calls/step")
	b.ReportMetric(stats.Seconds/float64(steps)*1e6, "solver-µs/step")
}
