package tester_test

import (
	"slices"
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testing/tester"
	"github.com/sextant-mbt/sextant/internal/testkit"
	"github.com/sextant-mbt/sextant/internal/testkit/simulated"
)

// bankLine is a product line whose products differ in what they send: with MA the total is that of the last deposit, and with Logging each
// deposit is logged before.
const bankLine = `system Bank
feature SA, MA, Logging
features valid when (SA or MA) and not (SA and MA)
input deposit(n: 1..100)
output total(n: int)
output log(n: int)
var sum: int = 0, last: int = 0
initial idle
final idle
put:    idle -> busy in deposit(last) do sum := if SA then sum + last else last
write:  busy -> done for Logging out log(last)
skip:   busy -> done for not Logging
answer: done -> idle out total(sum)
`

// ofProduct loads one product of a product line.
func ofProduct(t *testing.T, text string, product ...string) *sts.System {
	t.Helper()
	reading := testkit.Text(text)
	reading.Product = product
	return testkit.Load(t, "model.sxt", reading)
}

// tested tests a product against a model.
func tested(t *testing.T, model *sts.System, a sut.Adapter) *tester.Report {
	t.Helper()
	s := newSession(t, model, a, tester.Options{Steps: 12})
	r, err := s.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestProductsOfRun: a system that is a product passes for it, and fails as another.
func TestProductsOfRun(t *testing.T) {
	testkit.NeedsSolver(t)
	whole := load(t, bankLine)
	for _, c := range []struct {
		system []string
		want   string
	}{
		{[]string{"MA"}, "MA and not Logging"},
		{[]string{"SA", "Logging"}, "SA and Logging"},
	} {
		r := tested(t, whole, simulated.New(ofProduct(t, bankLine, c.system...), whole, 1))
		if p := r.Products; r.Verdict != result.Pass || p == nil || p.Formula != c.want || p.Count != 1 || !p.Exact {
			t.Errorf("product %v: %s for %+v, want %s", c.system, r.Verdict, p, c.want)
		}
	}
	as := ofProduct(t, bankLine, "SA")
	if r := tested(t, as, simulated.New(ofProduct(t, bankLine, "MA"), as, 1)); r.Verdict != result.Fail || r.Products != nil {
		t.Errorf("MA is %s as SA, for %+v", r.Verdict, r.Products)
	}
}

// TestNoProductExplainsRun: a system that is no product fails, and the report says which were possible before.
func TestNoProductExplainsRun(t *testing.T) {
	testkit.NeedsSolver(t)
	whole := load(t, bankLine)
	wrong := load(t, `system Bank
input deposit(n: 1..100)
output total(n: int)
output log(n: int)
var last: int = 0, again: bool = false
initial idle
put:    idle -> busy in deposit(last)
write:  busy -> done when not again do again := true out log(last)
skip:   busy -> done when again
answer: done -> idle out total(last)
`)
	r := tested(t, whole, simulated.New(wrong, whole, 1))
	if p := r.Products; r.Verdict != result.Fail || p == nil || p.Formula != "Logging" || p.Count != 2 {
		t.Errorf("%s, possible before: %+v; %s", r.Verdict, p, r.Evidence)
	}
}

// TestProductIsTheSameInAllTests: two tests that only different products explain fail together, and the first is part of the failing test.
func TestProductIsTheSameInAllTests(t *testing.T) {
	testkit.NeedsSolver(t)
	answers := func(first, second string) string {
		return `system Once
feature A
input ask1()
input ask2()
output yes()
output no()
initial s
ask1: s -> w1 in ask1
ask2: s -> w2 in ask2
yes1: w1 -> e for ` + first + ` out yes
no1:  w1 -> e for not ` + first + ` out no
yes2: w2 -> e for ` + second + ` out yes
no2:  w2 -> e for not ` + second + ` out no
`
	}
	whole := load(t, answers("A", "A"))
	s := newSession(t, whole, simulated.New(ofProduct(t, answers("A", "(not A)"), "A"), whole, 1), tester.Options{Steps: 6})
	r, err := s.Run(t.Context())
	if err != nil || r.Verdict != result.Fail {
		t.Fatal(r.Verdict, err)
	}
	if err := s.Confirm(t.Context(), r); err != nil || r.Verdict != result.Fail || !r.Repeats.Always() {
		t.Errorf("%s after %+v, %v: %s", r.Verdict, r.Repeats, err, r.Evidence)
	}
	if p := r.Products; p == nil || p.Count != 1 || !p.Exact {
		t.Errorf("possible before: %+v", p)
	}
	if !slices.ContainsFunc(r.Trace, func(e tester.Event) bool { return e.Kind == result.EventReset }) {
		t.Errorf("the test before is not part of it: %v", r.Trace)
	}
}
