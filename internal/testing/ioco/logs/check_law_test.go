package logs

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sextant-mbt/sextant/internal/results/result"
)

// anyEvent draws an event that the counter may or may not explain.
func anyEvent(r *rapid.T, id string) Event {
	n := rapid.IntRange(-1, 9).Draw(r, "n")
	return rapid.SampledFrom([]Event{
		{ID: id, Kind: result.EventInput, Channel: "add", Payload: []any{n}},
		{ID: id, Kind: result.EventInput, Channel: "ask"},
		{ID: id, Kind: result.EventOutput, Channel: "total", Payload: []any{n}},
		{ID: id, Kind: result.EventOutput, Channel: "total", Payload: []any{0}},
		{ID: id, Kind: result.EventOutput, Channel: "full"},
		{ID: id, Kind: result.EventQuiescence},
		{ID: id, Kind: End},
	}).Draw(r, "event")
}

// take checks events and returns what was found, without lines.
func take(r *rapid.T, k *checking, events []Event) []string {
	var found []string
	k.Checker.found = func(f result.LogFinding) {
		text := fmt.Sprintf("%s %s %s", f.ID, f.Verdict, f.Evidence)
		for _, s := range f.Trace {
			text += fmt.Sprintf(" %s:%s", s.Kind, s.Message)
		}
		found = append(found, text)
	}
	for i, e := range events {
		e.Line = i + 1
		if err := k.Take(context.Background(), e); err != nil {
			r.Fatal(err)
		}
	}
	if err := k.Close(context.Background()); err != nil {
		r.Fatal(err)
	}
	slices.Sort(found)
	return found
}

// TestInterleaving: how instances are interleaved does not matter, and every instance gets one verdict.
func TestInterleaving(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		events := rapid.SliceOfN(rapid.Custom(func(r *rapid.T) Event {
			return anyEvent(r, rapid.SampledFrom([]string{"a", "b", "c"}).Draw(r, "id"))
		}), 0, 30).Draw(r, "events")
		mixed, apart := newChecking(t, counter, CheckOptions{}), newChecking(t, counter, CheckOptions{})
		found := take(r, mixed, events)
		slices.SortStableFunc(events, func(a, b Event) int { return strings.Compare(a.ID, b.ID) })
		if sorted := take(r, apart, events); !slices.Equal(found, sorted) || mixed.Counts() != apart.Counts() {
			r.Fatalf("interleaved:\n%s\n%+v\none after the other:\n%s\n%+v", strings.Join(found, "\n"), mixed.Counts(), strings.Join(sorted, "\n"), apart.Counts())
		}
		if c := mixed.Counts(); c.Passed+c.Failed+c.Inconclusive != c.Total || c.Failed+c.Inconclusive != len(found) {
			r.Fatalf("%+v with %d findings", c, len(found))
		}
	})
}

// TestCrowdedVerdicts: with little room no instance fails that would not fail with much, and still each gets one verdict.
func TestCrowdedVerdicts(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		events := rapid.SliceOfN(rapid.Custom(func(r *rapid.T) Event {
			return anyEvent(r, rapid.SampledFrom([]string{"a", "b", "c", "d"}).Draw(r, "id"))
		}), 0, 30).Draw(r, "events")
		wide, narrow := newChecking(t, counter, CheckOptions{}), newChecking(t, counter, CheckOptions{Instances: 2})
		all := take(r, wide, events)
		for _, f := range take(r, narrow, events) {
			if strings.Contains(f, " fail ") && !slices.Contains(all, f) {
				r.Fatalf("only with little room: %s", f)
			}
		}
		if c := narrow.Counts(); c.Passed+c.Failed+c.Inconclusive != c.Total || c.Passed < 0 {
			r.Fatalf("%+v", c)
		}
	})
}

// BenchmarkTake checks one instance of the counter, four lines at a time.
func BenchmarkTake(b *testing.B) {
	k := newChecking(b, counter, CheckOptions{})
	events := []Event{
		{Kind: result.EventInput, Channel: "add", Payload: []any{0}}, {Kind: result.EventInput, Channel: "ask"},
		{Kind: result.EventOutput, Channel: "total", Payload: []any{0}}, {Kind: result.EventQuiescence},
	}
	for b.Loop() {
		for _, e := range events {
			if err := k.Take(context.Background(), e); err != nil {
				b.Fatal(err)
			}
		}
	}
	if len(k.findings) > 0 {
		b.Fatal(k.findings)
	}
	b.ReportMetric(float64(len(events)*b.N)/b.Elapsed().Seconds(), "lines/s")
}
