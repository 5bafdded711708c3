package ioco

import (
	"context"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// TestCosts: queries that calculate with texts cost more than those that compare them, and these more than those about numbers.
func TestCosts(t *testing.T) {
	st := term.NewStore()
	x, y, n := st.Var("x", term.String), st.Var("y", term.String), st.Var("n", term.Int)
	text := func(s string) *term.Term { return st.Const(term.String, term.StringValue(s)) }
	chosen := st.Ite(st.Eq(x, y), text("a"), x)
	tests := []struct {
		name string
		cond *term.Term
		want int
	}{
		{"a number", st.Le(n, st.Int(3)), 1},
		{"an equal text", st.Eq(x, text("a")), equalTextCost},
		{"a choice", st.Eq(chosen, y), equalTextCost},
		{"a length", st.Le(st.Length(x), n), textCost},
		{"a sum", st.Eq(st.Concat(x, y), text("ab")), textCost},
		{"a length inside", st.Or(st.Eq(x, y), st.Eq(st.Length(chosen), n)), textCost},
	}
	asker := &asker{}
	for _, test := range tests {
		for range 2 { // what is known does not change
			if got := asker.costOf(smt.Query{Conjuncts: []*term.Term{st.Le(n, st.Int(9)), test.cond}}, smt.Sat); got != test.want {
				t.Errorf("%s costs %d, want %d", test.name, got, test.want)
			}
		}
	}
	if got := asker.costOf(smt.Query{Conjuncts: []*term.Term{st.Le(n, st.Int(9))}}, smt.Unknown); got != unknownCost {
		t.Errorf("no answer costs %d", got)
	}
}

// counter is a solver that counts the queries, and answers none.
type counter struct {
	smt.Solver
	asked int
}

func (c *counter) Check(context.Context, smt.Query) (smt.Answer, error) {
	c.asked++
	return smt.Answer{Status: smt.Unknown}, nil
}

// TestHeavyQueries: a search does not ask about texts of many thousand characters, which takes solvers seconds; a verdict does.
func TestHeavyQueries(t *testing.T) {
	st, solver := term.NewStore(), &counter{}
	large := st.Const(term.String, term.StringValue(strings.Repeat("x", 20*maxWeight)))
	query := smt.Query{Conjuncts: []*term.Term{st.Or(st.Eq(st.Var("x", term.String), large), st.Eq(st.Var("y", term.String), large))}}
	a := &asker{Solver: solver, store: st}
	_, err := a.Hastily(func() error {
		answer, err := a.Ask(t.Context(), query)
		if answer.Status != smt.Unknown || answer.Reason == "" {
			t.Errorf("%+v instead of a reason", answer)
		}
		return err
	})
	if err != nil || solver.asked > 0 {
		t.Errorf("%d queries in a search, %v", solver.asked, err)
	}
	_, err = a.Hastily(func() error {
		_, feasible, err := a.Feasible(t.Context(), nil, st.Le(st.Int(255), st.Length(st.Var("x", term.String))))
		if !feasible {
			t.Error("there is no text of 255 characters")
		}
		return err
	})
	if err != nil || solver.asked > 0 {
		t.Errorf("%d queries about a long text in a search, %v", solver.asked, err)
	}
	if _, err := a.Ask(t.Context(), query); err != nil || solver.asked != 1 {
		t.Errorf("%d queries for a verdict, %v", solver.asked, err)
	}
}
