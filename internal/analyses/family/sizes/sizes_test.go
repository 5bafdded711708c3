package sizes_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/sextant-mbt/sextant/internal/analyses/family/sizes"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// TestCount: the number of elements that is computed from the parts of a collection is the number of its elements.
func TestCount(t *testing.T) {
	s := term.NewStore()
	x, y := s.Var("x", term.Seq(term.Int)), s.Var("y", term.Seq(term.Int))
	a, b, p := s.Var("a", term.Int), s.Var("b", term.Int), s.Var("p", term.Bool)
	collections := []*term.Term{x, s.Join(x, y), s.Slice(x, a, b), s.Slice(s.Join(x, y), s.Int(1), s.Size(y)), s.Ite(p, x, s.Reverse(y)),
		s.Put(x, a, b), s.Sorted(s.ToSet(x)), s.Slice(s.Ite(p, x, y), b, a), s.InsertAt(x, a, b), s.Remove(x, a)}
	list := rapid.Custom(func(t *rapid.T) term.Value {
		var out []term.Value
		for _, n := range rapid.SliceOfN(rapid.Int64Range(0, 3), 0, 4).Draw(t, "elements") {
			out = append(out, term.IntValue(n))
		}
		return term.ListValue(out...)
	})
	number := rapid.Int64Range(-2, 6)
	rapid.Check(t, func(t *rapid.T) {
		values := map[*term.Term]term.Value{x: list.Draw(t, "x"), y: list.Draw(t, "y"), a: term.IntValue(number.Draw(t, "a")), b: term.IntValue(number.Draw(t, "b")),
			p: term.BoolValue(rapid.Bool().Draw(t, "p"))}
		for _, c := range collections {
			want, err := s.Evaluate(s.Size(c), values)
			if err != nil {
				t.Fatal(err)
			}
			got, err := s.Evaluate(sizes.Count(c), values)
			if err != nil || !got.Equal(want) {
				t.Fatalf("%s has %v elements, not %v: %v", c, want, got, err)
			}
		}
	})
}

// TestOf: the abstract system of a model, and its uninterpreted terms.
func TestOf(t *testing.T) {
	s := testkit.LoadText(t, `
		input put(n: int)
		output get(n: int)
		var q: int[] = [], r: int[][] = [], m: map int -> int = {}, last: int = 0
		initial s
		put: s -> s in put(n) when len(q) < 9 and n > 0 do q := q + [n]; last := n
		get: s -> s when q != [] do last := q[0]; q := q[1:] out get(last)
		keep: s -> s do r := r + [q]
		take: s -> s when len(r) > 0 and len(r[0]) > 2 do q := r[0]; r := r[1:]
		add: s -> s do m := insert(m, last, 1)
		drop: s -> s when (last in m) do m := remove(m, last)
		invariant bounded: len(q) <= 9 and last >= 0`)
	a, ok := sizes.Of(s, s.Invariants[0].Cond)
	if !ok {
		t.Fatal("it is not abstracted")
	}
	var got []string
	for _, m := range a.System.Moves()[:2] {
		got = append(got, m.Name+": "+m.Guard.String()+updates(a.System, m))
	}
	want := []string{
		"put: len(q) <= 8 and put.n'0 >= 1; q := len(q) + 1; last := put.n'0",
		"get: len(q) != 0 and len(q) >= 1; q := if len(q) >= 1 then len(q) - 1 else 0; last := witness 0",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for _, m := range a.System.Moves() {
		for _, x := range m.Conjuncts() {
			if x.HasLists() {
				t.Errorf("%s has collections: %s", m.Name, x)
			}
		}
	}
	if p := a.Property.String(); p != "len(q) <= 9 and last >= 0" {
		t.Errorf("the property is %s", p)
	}
	if p := a.Exact(a.Property); p != s.Invariants[0].Cond {
		t.Errorf("the exact property is %s", p)
	}
}

// updates are those of two variables.
func updates(s *sts.System, m *sts.Move) string {
	var out strings.Builder
	for _, u := range m.Updates {
		if name := s.Slots[u.Slot].Name; name == "q" || name == "last" {
			out.WriteString("; " + name + " := " + u.Value.String())
		}
	}
	return out.String()
}

// TestSentCollections: machines that send each other collections are not abstracted.
func TestSentCollections(t *testing.T) {
	s := testkit.LoadText(t, `
		channel c(q: int[])
		var x: int[] = []
		machine a {
			initial s
			send: s -> s out c([1])
		}
		machine b {
			initial s
			take: s -> s in c(x)
		}
		instance one = a
		instance two = b`)
	if _, ok := sizes.Of(s, s.Store.True()); ok {
		t.Error("it is abstracted")
	}
}
