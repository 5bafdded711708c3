package scope_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/testing/ioco/scope"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// What is found out about a term agrees with all values that it has, listed one by one.
func TestScopesEqualEnumeration(t *testing.T) {
	testkit.NeedsSolver(t)
	store := term.NewStore()
	x, y := store.Var("x", term.Range(0, 90)), store.Var("y", term.Range(0, 3))
	finder := scope.Finder{Store: store, Solver: testkit.Solver(t, smt.Config{})}
	rapid.Check(t, func(r *rapid.T) {
		n := func(name string) *term.Term { return store.Int(rapid.Int64Range(0, 90).Draw(r, name)) }
		conds := rapid.SliceOfN(rapid.SampledFrom([]*term.Term{store.Le(n("a"), x), store.Le(x, n("b")), store.Not(store.Eq(x, n("c"))),
			store.Le(store.Add(x, y), n("d")), store.Eq(store.Mod(x, store.Int(7)), y), store.Le(store.Int(1), y)}), 0, 4).Draw(r, "conditions")
		of := rapid.SampledFrom([]*term.Term{x, store.Add(x, y), store.Mul(store.Int(2), x), store.Ite(store.Le(x, n("e")), store.Int(1), store.Int(7))}).Draw(r, "term")
		want := enumerate(r, store, of, conds, x, y)
		if len(want) == 0 {
			r.Skip("the conditions cannot hold")
		}
		got, err := finder.Of(t.Context(), of, conds)
		if err != nil {
			r.Fatal(err)
		}
		compare(r, got, want)
	})
}

// There are scopes of each kind.
func TestKindsOfScopes(t *testing.T) {
	testkit.NeedsSolver(t)
	store := term.NewStore()
	x, y := store.Var("x", term.Range(0, 90)), store.Var("y", term.Range(0, 3))
	finder := scope.Finder{Store: store, Solver: testkit.Solver(t, smt.Config{})}
	for kind, cond := range map[string]*term.Term{
		"values": store.Le(x, store.Int(2)),
		"range":  store.Le(store.Int(10), x),
		"part":   store.Eq(store.Mod(x, store.Int(7)), y),
	} {
		conds := []*term.Term{cond}
		got, err := finder.Of(t.Context(), x, conds)
		if err != nil {
			t.Fatal(err)
		}
		if is := compare(t, got, enumerate(t, store, x, conds, x, y)); is != kind {
			t.Errorf("%v is of the kind %s, want %s", got, is, kind)
		}
	}
}

// enumerate returns all values of a term.
func enumerate(r rapid.TB, store *term.Store, of *term.Term, conds []*term.Term, x, y *term.Term) map[int64]bool {
	out := map[int64]bool{}
	frame := store.Compile([]*term.Term{of, store.And(conds...)}, []*term.Term{x, y}).NewFrame()
	for a := int64(0); a <= 90; a++ {
		for b := int64(0); b <= 3; b++ {
			if err := frame.Run([]term.Value{term.IntValue(a), term.IntValue(b)}); err != nil {
				r.Fatal(err)
			}
			if n, _ := frame.Value(0).Small(); frame.Bool(1) {
				out[n] = true
			}
		}
	}
	return out
}

// compare compares a scope with the values that it stands for, and returns of what kind it is.
func compare(r rapid.TB, got scope.Scope, want map[int64]bool) string {
	if len(got.Values) > 0 {
		for _, v := range got.Values {
			if n, _ := v.Small(); !want[n] {
				r.Fatalf("%d is no value", n)
			}
		}
		if len(got.Values) != len(want) {
			r.Fatalf("%v are not all of %v", got.Values, want)
		}
		return "values"
	}
	low, high := int64(200), int64(-1)
	for n := range want {
		low, high = min(low, n), max(high, n)
	}
	between := map[int64]bool{}
	least, _ := got.Low.Small()
	most, _ := got.High.Small()
	for n := least; n <= most; n++ {
		between[n] = true
	}
	for _, v := range got.Except {
		n, _ := v.Small()
		delete(between, n)
	}
	for n := range want {
		if !between[n] {
			r.Fatalf("%d is a value, but not in %v", n, got)
		}
	}
	switch {
	case got.Part && (least != low || most != high):
		r.Fatalf("the bounds are %d and %d, want %d and %d", least, most, low, high)
	case !got.Part && len(between) != len(want):
		r.Fatalf("%v has more than %v", got, want)
	case got.Part:
		return "part"
	}
	return "range"
}
