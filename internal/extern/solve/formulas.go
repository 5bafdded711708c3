package solve

import (
	"github.com/sextant-mbt/sextant/internal/extern/table"
	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/term"
)

// The formulas of definitions 5 to 7, and the one that the adaptive method uses instead.

// formulas builds formulas about calls over the tables as they are now.
type formulas struct {
	store *term.Store
	rows  func(function string) []table.Row
}

// sums is definition 5: every call equals a row of its table. An empty table makes it false.
func (f formulas) sums(calls []smt.Call) []*term.Term {
	var out []*term.Term
	for _, c := range calls {
		out = append(out, f.sum(c))
	}
	return out
}

func (f formulas) sum(c smt.Call) *term.Term {
	var cases []*term.Term
	for _, r := range f.rows(c.Function) {
		cases = append(cases, f.store.And(f.equal(c.Args, r.Args), f.equal(c.Results, r.Result)))
	}
	return f.store.Or(cases...)
}

// noCorres is definition 6: some call is in no row.
func (f formulas) noCorres(calls []smt.Call) *term.Term {
	var cases []*term.Term
	for _, c := range calls {
		cases = append(cases, f.noCorres1(c))
	}
	return f.store.Or(cases...)
}

func (f formulas) noCorres1(c smt.Call) *term.Term {
	var parts []*term.Term
	for _, r := range f.rows(c.Function) {
		parts = append(parts, f.store.Or(f.differences(c.Args, r.Args)...))
	}
	return f.store.And(parts...)
}

func (f formulas) differences(ts []*term.Term, vs []term.Value) []*term.Term {
	out := make([]*term.Term, len(ts))
	for i, t := range ts {
		out[i] = f.store.Not(f.store.Eq(t, f.store.Const(t.Sort(), vs[i])))
	}
	return out
}

// dep is definition 7: where a call's arguments depend on the result of another call, that result is one of its table.
func (f formulas) dep(calls []smt.Call) []*term.Term {
	var out []*term.Term
	for i, c := range calls {
		for j, other := range calls {
			if i != j && dependsOn(c, other) {
				out = append(out, f.corresRes(other))
			}
		}
	}
	return out
}

// corresRes says that the result of a call is one of its table's outputs.
func (f formulas) corresRes(c smt.Call) *term.Term {
	var cases []*term.Term
	for _, r := range f.rows(c.Function) {
		cases = append(cases, f.equal(c.Results, r.Result))
	}
	return f.store.Or(cases...)
}

// dependsOn tells whether an argument of c mentions the result of other.
func dependsOn(c, other smt.Call) bool {
	for _, a := range c.Args {
		for _, v := range a.Vars() {
			for _, r := range other.Results {
				if v == r {
					return true
				}
			}
		}
	}
	return false
}

// agreement says what every function that agrees with the rows must satisfy: a call on the input of a row has the output of
// the row, and two calls of one function on equal inputs have equal outputs. A path that contradicts it is impossible for
// the real functions too.
func (f formulas) agreement(calls []smt.Call) []*term.Term {
	var out []*term.Term
	for i, c := range calls {
		for _, r := range f.rows(c.Function) {
			out = append(out, f.store.Implies(f.equal(c.Args, r.Args), f.equal(c.Results, r.Result)))
		}
		for _, d := range calls[:i] {
			if c.Function == d.Function {
				out = append(out, f.store.Implies(f.equalTerms(c.Args, d.Args), f.equalTerms(c.Results, d.Results)))
			}
		}
	}
	return out
}

func (f formulas) equal(ts []*term.Term, vs []term.Value) *term.Term {
	parts := make([]*term.Term, len(ts))
	for i, t := range ts {
		parts[i] = f.store.Eq(t, f.store.Const(t.Sort(), vs[i]))
	}
	return f.store.And(parts...)
}

func (f formulas) equalTerms(a, b []*term.Term) *term.Term {
	parts := make([]*term.Term, len(a))
	for i, t := range a {
		parts[i] = f.store.Eq(t, b[i])
	}
	return f.store.And(parts...)
}
