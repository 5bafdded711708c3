package smt

import (
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Where the sorts, or conjuncts, bound the sizes of all collections in a variable, there is an answer even if there is no solution.
func TestCollectionsInCollectionsAreDecided(t *testing.T) {
	solver := mustNew(t, Config{})
	s := term.NewStore()
	bit := term.Range(0, 1)
	short := func(element *term.Sort, most int64) *term.Sort { return term.Seq(element).Narrowed(most) }
	for _, c := range []struct {
		sort    *term.Sort
		cond    func(v *term.Term) *term.Term
		want    Status
		comment string
	}{
		{term.Set(short(bit, 1)), func(v *term.Term) *term.Term { return s.Lt(s.Int(3), s.Size(v)) }, Unsat, "[], [0] and [1] are all"},
		{term.Set(short(bit, 1)), func(v *term.Term) *term.Term { return s.Eq(s.Size(v), s.Int(3)) }, Sat, "all of them"},
		{short(short(bit, 2), 1), func(v *term.Term) *term.Term { return s.Lt(s.Int(2), s.Size(s.At(v, s.Int(0)))) }, Unsat, "an inner sequence is too long"},
		{short(short(bit, 2), 1), func(v *term.Term) *term.Term { return s.Eq(s.At(s.At(v, s.Int(0)), s.Int(1)), s.Int(1)) }, Sat, "[[0, 1]]"},
		{term.Map(bit, term.Set(bit)), func(v *term.Term) *term.Term { return s.Lt(s.Int(2), s.Size(s.Get(v, s.Int(0)))) }, Unsat, "a set of bits has two"},
		{term.Seq(short(bit, 3)), func(v *term.Term) *term.Term {
			return s.And(s.Le(s.Size(v), s.Int(2)), s.Lt(s.Int(3), s.Size(s.At(v, s.Int(1)))))
		}, Unsat, "the conjunct bounds the outer sequence, the sort the inner ones"},
		{term.Seq(term.Seq(bit)), func(v *term.Term) *term.Term { return s.Lt(s.Int(100), s.Size(v)) }, Unknown, "nothing is bounded"},
	} {
		v := s.Var("v of "+c.sort.String(), c.sort)
		conjuncts := c.cond(v).Conjuncts()
		answer := mustCheck(t, solver, Query{Conjuncts: conjuncts, Values: []*term.Term{v}})
		if answer.Status != c.want {
			t.Errorf("%s, %s: %v %s", v, c.comment, answer.Status, answer.Reason)
		}
		if answer.Status != Sat {
			continue
		}
		if value := answer.Model[v]; !c.sort.Contains(value) {
			t.Errorf("%s is not of sort %s", value.Format(c.sort), c.sort)
		}
		for _, x := range conjuncts {
			if holds, err := s.Evaluate(x, answer.Model); err != nil || !holds.Bool() {
				t.Errorf("%s does not satisfy %s: %v", answer.Model[v].Format(c.sort), x, err)
			}
		}
	}
}

// If only unsat matters, larger collections are tried if their number of elements is bounded, and otherwise not.
func TestRefuteTriesWhatCanShowIt(t *testing.T) {
	solver := mustNew(t, Config{})
	s := term.NewStore()
	const most = 7
	for _, c := range []struct {
		sort    *term.Sort
		refute  bool
		want    Status
		untried bool
	}{
		{term.Seq(term.Int), false, Sat, false},
		{term.Seq(term.Int), true, Unknown, true},
		{term.Seq(term.Int).Narrowed(most), true, Sat, false},
		{term.Seq(term.Int).Narrowed(most - 1), true, Unsat, false},
		{term.Seq(term.Seq(term.Int)).Narrowed(most), true, Unknown, true},
	} {
		v := s.Var("v", c.sort)
		answer := mustCheck(t, solver, Query{Conjuncts: []*term.Term{s.Le(s.Int(most), s.Size(v))}, Refute: c.refute})
		if answer.Status != c.want || answer.Untried != c.untried {
			t.Errorf("%s, refute %t: %+v", c.sort, c.refute, answer)
		}
	}
}
