package logs

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/products"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/ioco"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// lineModel is a random product line, with the model of each of its products.
type lineModel struct {
	text     string
	whole    *sts.System
	line     *products.Line
	products []products.Product
	alone    []*sts.System
}

// drawLine returns nil if the model is wrong or has no product.
func drawLine(t *testing.T, r *rand.Rand) *lineModel {
	text, features := testkit.ReactiveFamily(r, true)
	m := &lineModel{text: text, whole: testkit.TryText(t, text)}
	if m.whole == nil {
		return nil
	}
	m.line = products.Of(m.whole, testkit.Solver(t, smt.Config{}))
	for bits := range 1 << len(features) {
		product, names := make(products.Product, len(features)), []string{}
		for i, name := range features {
			if product[i] = bits>>i&1 == 1; product[i] {
				names = append(names, name)
			}
		}
		if !m.line.Has(m.line.All(), product) {
			continue
		}
		reading := testkit.Text(text)
		reading.Product = names
		m.products, m.alone = append(m.products, product), append(m.alone, testkit.Load(t, "m.sxt", reading))
	}
	if len(m.products) == 0 {
		return nil
	}
	return m
}

func drawEvent(r *rand.Rand, id string) Event {
	n := r.IntN(3)
	return []Event{
		{ID: id, Kind: result.EventInput, Channel: "i", Payload: []any{n}},
		{ID: id, Kind: result.EventOutput, Channel: "o", Payload: []any{n}},
		{ID: id, Kind: result.EventOutput, Channel: "o", Payload: []any{n + 2}},
		{ID: id, Kind: result.EventQuiescence},
	}[r.IntN(4)]
}

// allows reports whether a product allows an event, and follows it.
func allows(t *testing.T, k *ioco.Tracker, e Event) (ok bool) {
	t.Helper()
	var m sut.Message
	var err error
	switch e.Kind {
	case result.EventQuiescence:
		ok, err = k.AfterQuiescence(t.Context())
	case result.EventInput:
		if m, err = sut.NewMessage(k.System, sts.Input, e.Channel, e.Payload); err != nil {
			return false
		}
		if ok, err = k.Accepts(t.Context(), m); ok {
			_, err = k.AfterInput(t.Context(), m)
		}
	default:
		if m, err = sut.Output(k.System, e.Channel, e.Payload); err != nil {
			return false
		}
		ok, err = k.AfterOutput(t.Context(), m)
	}
	if err != nil {
		t.Fatal(err)
	}
	return ok
}

// simulate writes a log of two instances, each of a product, seldom with an event that it does not allow.
func simulate(t *testing.T, r *rand.Rand, systems map[string]*sts.System) []Event {
	var out []Event
	trackers := map[string]*ioco.Tracker{}
	for range 40 {
		id := []string{"a", "b"}[r.IntN(2)]
		if trackers[id] == nil {
			k, err := ioco.NewTracker(systems[id], testkit.Solver(t, smt.Config{}))
			if err != nil {
				t.Fatal(err)
			}
			trackers[id] = k
		}
		if e := drawEvent(r, id); allows(t, trackers[id], e) || r.IntN(60) == 0 {
			e.Line = len(out) + 1
			out = append(out, e)
		}
	}
	return out
}

// drawSystems chooses the product that two instances are; seldom they are different ones.
func (m *lineModel) drawSystems(r *rand.Rand) map[string]*sts.System {
	one := m.alone[r.IntN(len(m.alone))]
	if r.IntN(4) > 0 {
		return map[string]*sts.System{"a": one, "b": one}
	}
	return map[string]*sts.System{"a": one, "b": m.alone[r.IntN(len(m.alone))]}
}

// checked checks a log, and returns the verdict, the products that are reported, and whether there was a failure that only all instances
// together show.
func checked(t *testing.T, system *sts.System, log []Event) (result.Verdict, *result.Products, bool) {
	t.Helper()
	together := false
	solver := testkit.Solver(t, smt.Config{})
	c := NewChecker(system, func() (*ioco.Tracker, error) { return ioco.NewTracker(system, solver) }, func(f result.LogFinding) {
		together = together || strings.HasPrefix(f.Evidence, "no product explains this instance and those")
	}, CheckOptions{})
	for _, e := range log {
		if err := c.Take(t.Context(), e); err != nil {
			t.Fatal(err)
		}
	}
	if err := c.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	verdict := c.Counts().Verdict()
	shown, _ := c.Products(t.Context(), verdict)
	if verdict == result.Pass && shown != nil && shown.Formula == result.NoProduct {
		verdict = result.Inconclusive
		shown, _ = c.Products(t.Context(), verdict)
	}
	return verdict, shown, together
}

// want returns the verdict on a log and the products to report, by the verdicts of each product alone.
func (m *lineModel) want(t *testing.T, verdicts []result.Verdict) (result.Verdict, *result.Products) {
	passing, left := m.line.None(), m.line.None()
	verdict := result.Fail
	for i, v := range verdicts {
		switch only := m.line.Only(m.products[i]); v {
		case result.Pass:
			passing, left, verdict = m.line.Union(passing, only), m.line.Union(left, only), result.Pass
		case result.Inconclusive:
			left = m.line.Union(left, only)
			if verdict == result.Fail {
				verdict = result.Inconclusive
			}
		}
	}
	switch verdict {
	case result.Pass:
		return verdict, m.line.Result(t.Context(), passing, true)
	case result.Inconclusive:
		return verdict, m.line.Result(t.Context(), left, true)
	}
	return verdict, nil
}

// TestProductsOfLogsEqualOneByOne: a log has the best of the verdicts of all products alone, and the products that are reported are those
// that pass alone or, if none does, those that do not fail.
func TestProductsOfLogsEqualOneByOne(t *testing.T) {
	testkit.NeedsSolver(t)
	seen, narrowed, mixed, joint := map[result.Verdict]int{}, 0, 0, 0
	for seed := range uint64(max(testkit.Models()/10, 40)) {
		r := rand.New(rand.NewPCG(seed, 22))
		m := drawLine(t, r)
		if m == nil {
			continue
		}
		log := simulate(t, r, m.drawSystems(r))
		var verdicts []result.Verdict
		kinds := map[result.Verdict]bool{}
		for _, s := range m.alone {
			v, _, _ := checked(t, s, log)
			verdicts, kinds[v] = append(verdicts, v), true
		}
		want, explain := m.want(t, verdicts)
		got, shown, together := checked(t, m.whole, log)
		if got != want || (shown == nil) != (explain == nil) || shown != nil && (shown.Formula != explain.Formula || shown.Count != explain.Count) {
			t.Fatalf("seed %d: %s for %+v; by products %s for %+v: %v\n%s\n%s", seed, got, shown, want, explain, verdicts, m.text, written(log))
		}
		if shown != nil && got == result.Pass && shown.Exact == kinds[result.Inconclusive] {
			t.Fatalf("seed %d: shown as %+v, but by products %v\n%s\n%s", seed, shown, verdicts, m.text, written(log))
		}
		seen[got]++
		if len(kinds) > 1 {
			narrowed++
		}
		if together {
			joint++
		}
		if kinds[result.Inconclusive] && kinds[result.Pass] {
			mixed++
		}
	}
	t.Logf("verdicts %v; in %d logs products differ, in %d some are inconclusive where others pass, %d fail only together", seen, narrowed, mixed, joint)
	if seen[result.Pass] < 5 || seen[result.Fail] < 2 || narrowed < 5 || mixed < 2 || joint == 0 {
		t.Error("these are too few to mean something")
	}
}

func written(log []Event) string {
	var b strings.Builder
	for _, e := range log {
		fmt.Fprintf(&b, "%d %s %s %s %v\n", e.Line, e.ID, e.Kind, e.Channel, e.Payload)
	}
	return b.String()
}
