package solve

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/externs/table"
)

// call is an element of κ with the function that it calls.
type call struct {
	sts.SymbolicCall
	function *function
}

func (c call) rows() []table.Row { return c.function.table.Rows() }

// perRow returns a term for each row of the table.
func (c call) perRow(build func(table.Row) *term.Term) []*term.Term {
	var out []*term.Term
	for _, r := range c.rows() {
		out = append(out, build(r))
	}
	return out
}

// dependsOn reports whether an argument of c mentions the result of another call.
func (c call) dependsOn(other call) bool {
	return slices.ContainsFunc(c.Args, func(a *term.Term) bool { return a.Mentions(other.Results...) })
}

// formulas builds the formulas of definitions 5 to 7 over the tables as they are now, and the one that the adaptive method uses
// instead.
type formulas struct {
	store *term.Store
}

// sums is definition 5: every call equals a row of its table. An empty table makes it false.
func (f formulas) sums(calls []call) []*term.Term {
	var out []*term.Term
	for _, c := range calls {
		out = append(out, f.sum(c))
	}
	return out
}

func (f formulas) sum(c call) *term.Term {
	return f.store.Or(c.perRow(func(r table.Row) *term.Term {
		return f.store.And(f.equal(c.Args, r.Args), f.equal(c.Results, r.Result))
	})...)
}

// noCorres is definition 6: some call is in no row.
func (f formulas) noCorres(calls []call) *term.Term {
	var cases []*term.Term
	for _, c := range calls {
		cases = append(cases, f.store.And(c.perRow(func(r table.Row) *term.Term {
			differences := f.equations(c.Args, r.Args)
			for i, e := range differences {
				differences[i] = f.store.Not(e)
			}
			return f.store.Or(differences...)
		})...))
	}
	return f.store.Or(cases...)
}

// dep is definition 7: where a call's arguments depend on the result of another call, that result is one of its table.
func (f formulas) dep(calls []call) []*term.Term {
	var out []*term.Term
	for i, c := range calls {
		for j, other := range calls {
			if i != j && c.dependsOn(other) {
				known := other.perRow(func(r table.Row) *term.Term { return f.equal(other.Results, r.Result) })
				out = append(out, f.store.Or(known...))
			}
		}
	}
	return out
}

// agreement is the condition that functions agree with the rows: a call on the input of a row has the output of the row, and two calls of one
// function on equal inputs have equal outputs. A path that contradicts it is impossible for the real functions too.
func (f formulas) agreement(calls []call) []*term.Term {
	var out []*term.Term
	for i, c := range calls {
		out = append(out, c.perRow(func(r table.Row) *term.Term {
			return f.store.Implies(f.equal(c.Args, r.Args), f.equal(c.Results, r.Result))
		})...)
		for _, d := range calls[:i] {
			if c.Extern == d.Extern {
				out = append(out, sts.Determinism(f.store, c.SymbolicCall, d.SymbolicCall))
			}
		}
	}
	return out
}

// equations returns the equality of each term and value.
func (f formulas) equations(terms []*term.Term, values []term.Value) []*term.Term {
	out := make([]*term.Term, len(terms))
	for i, t := range terms {
		out[i] = f.store.Eq(t, f.store.Const(t.Sort(), values[i]))
	}
	return out
}

func (f formulas) equal(terms []*term.Term, values []term.Value) *term.Term {
	return f.store.And(f.equations(terms, values)...)
}
