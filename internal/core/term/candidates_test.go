package term_test

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

// twins draws operations on collections, and applies each to a term with candidates and to an unevaluated one.
type twins struct {
	t      *rapid.T
	stores [2]*term.Store // with and without simplification
	values []term.Value   // of the variables x0, x1 ...
}

// twin is a term in the two stores.
type twin [2]*term.Term

func (b *twins) apply(operation func(s *term.Store, i int) *term.Term) (out twin) {
	for i, s := range b.stores {
		out[i] = operation(s, i)
	}
	return out
}

// number is a variable or a small constant.
func (b *twins) number() twin {
	n := rapid.IntRange(0, len(b.values)+2).Draw(b.t, "number")
	return b.apply(func(s *term.Store, _ int) *term.Term {
		if n < len(b.values) {
			return s.Var(fmt.Sprint("x", n), term.Int)
		}
		return s.Int(int64(n - len(b.values)))
	})
}

func (b *twins) value(of twin, i int) term.Value {
	assignment := map[*term.Term]term.Value{}
	for k, v := range b.values {
		assignment[b.stores[i].Var(fmt.Sprint("x", k), term.Int)] = v
	}
	v, err := b.stores[i].Evaluate(of[i], assignment)
	if err != nil {
		b.t.Fatal(err)
	}
	return v
}

func (b *twins) sequence(from twin) twin {
	x, y := b.number(), b.number()
	operation := rapid.IntRange(0, 8).Draw(b.t, "operation")
	return b.apply(func(s *term.Store, i int) *term.Term {
		t, x, y := from[i], x[i], y[i]
		switch operation {
		case 0:
			return s.Join(t, s.Items(term.Int, x))
		case 1:
			return s.Join(s.Items(term.Int, x), t)
		case 2:
			return s.Slice(t, x, y)
		case 3:
			return s.Put(t, x, y)
		case 4:
			return s.Remove(t, x)
		case 5:
			return s.Remove(t, s.Find(t, x))
		case 6:
			return s.InsertAt(t, x, y)
		case 7:
			return s.Ite(s.Has(t, x), s.Remove(t, s.Int(0)), s.Join(t, s.Items(term.Int, x)))
		}
		return s.InsertSorted(t, x)
	})
}

func (b *twins) set(from twin) twin {
	x, other := b.number(), b.number()
	operation := rapid.IntRange(0, 3).Draw(b.t, "operation")
	return b.apply(func(s *term.Store, i int) *term.Term {
		t, x := from[i], x[i]
		switch operation {
		case 0, 1:
			return s.Insert(t, x)
		case 2:
			return s.Remove(t, x)
		}
		return s.Ite(s.Has(t, other[i]), s.Insert(t, x), t)
	})
}

func (b *twins) mapping(from twin) twin {
	x, y := b.number(), b.number()
	operation := rapid.IntRange(0, 3).Draw(b.t, "operation")
	return b.apply(func(s *term.Store, i int) *term.Term {
		t, x, y := from[i], x[i], y[i]
		switch operation {
		case 0, 1:
			return s.Put(t, x, y)
		case 2:
			return s.Remove(t, x)
		}
		return s.Ite(s.Lt(x, y), s.Put(t, x, s.Size(t)), t)
	})
}

// Operations on candidates compute the same values as operations on plain terms, also if conditions that hold are assumed in between.
func TestCandidatesEqualValues(t *testing.T) {
	for _, sort := range []*term.Sort{term.Seq(term.Int), term.Set(term.Int), term.Map(term.Int, term.Int)} {
		t.Run(sort.String(), func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				b := &twins{t: t, stores: [2]*term.Store{term.NewStore(), term.NewRawStore()}}
				for range 5 {
					b.values = append(b.values, term.IntValue(rapid.Int64Range(-1, 3).Draw(t, "value")))
				}
				now := b.apply(func(s *term.Store, _ int) *term.Term { return s.Empty(sort) })
				step := map[term.Kind]func(twin) twin{term.KindSeq: b.sequence, term.KindSet: b.set, term.KindMap: b.mapping}[sort.Kind]
				for range rapid.IntRange(1, 8).Draw(t, "steps") {
					now = step(now)
					b.assume(&now)
					b.compare(now)
				}
			})
		})
	}
}

// assume replaces a term by one that is equal under conditions with their present truth values: whether a number is in the collection, and
// whether its length is bounded.
func (b *twins) assume(now *twin) {
	x, s := b.number(), b.stores[0]
	sort := *now[0].Sort()
	sort.HasHigh, sort.High = true, rapid.Int64Range(0, 3).Draw(b.t, "bound")
	facts := []*term.Term{s.Has(now[0], x[0]), s.Le(s.Size(now[0]), s.Int(sort.High))}
	for i, f := range facts {
		if !b.value(twin{f}, 0).Bool() {
			facts[i] = s.Not(f)
		}
	}
	facts, _ = term.Conjoin(facts)
	now[0] = s.Facts(facts).Assume(&sort, now[0])
}

func (b *twins) compare(now twin) {
	size := b.apply(func(s *term.Store, i int) *term.Term { return s.Size(now[i]) })
	for _, pair := range []twin{now, size} {
		if got, want := b.value(pair, 0), b.value(pair, 1); !got.Equal(want) {
			b.t.Fatalf("%v is %v instead of %v", pair[1], got.Format(pair[1].Sort()), want.Format(pair[1].Sort()))
		}
	}
}
