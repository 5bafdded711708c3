package smt

import (
	"os/exec"
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/internal/term"
	"github.com/sextant-mbt/sextant/internal/testkit/random"
	"pgregory.net/rapid"
)

// stringGrammar draws expressions of strings, numbers and truths.
func stringGrammar(names ...string) *random.Grammar {
	return &random.Grammar{Vars: random.Variables([]*term.Sort{term.String, term.Int, term.Bool}, names...), Strings: true}
}

// ground is x with its variables replaced by drawn values, and its value.
func ground(t *rapid.T, s *term.Store, x *term.Term) (*term.Term, term.Value) {
	model := assignment(t, []*term.Term{x})
	by := map[*term.Term]*term.Term{}
	for v, value := range model {
		by[v] = s.Const(v.Sort(), value)
	}
	return s.Substitute(x, by), evaluate(t, s, x, model)
}

// eachSolver runs a test with every solver that is installed.
func eachSolver(t *testing.T, test func(t *testing.T, solver Solver)) {
	for _, name := range []string{"z3", "cvc5"} {
		t.Run(name, func(t *testing.T) {
			if _, err := exec.LookPath(name); err != nil {
				t.Skip(name + " is not installed")
			}
			test(t, mustNew(t, Config{Command: []string{name}, NoCache: true, NoSlice: true, Timeout: 300 * time.Millisecond}))
		})
	}
}

// Solvers compute operations on constant strings as we do. The terms are not simplified, so that the solver has to.
func TestStringsAgreeWithSolvers(t *testing.T) {
	eachSolver(t, func(t *testing.T, solver Solver) {
		terms, unknowns := 0, 0
		g := stringGrammar("x@1", "y@2")
		rapid.Check(t, func(t *rapid.T) {
			s := term.NewRawStore()
			var wrong []*term.Term
			for range 10 {
				x, value := ground(t, s, g.Expression(t, g.AnySort(t), 3)(s))
				wrong = append(wrong, s.Not(s.Eq(x, s.Const(x.Sort(), value))))
			}
			terms += len(wrong)
			for _, w := range wrong {
				switch mustCheck(t, solver, Query{Conjuncts: []*term.Term{w}}).Status {
				case Sat:
					t.Fatalf("the solver has another value than %s:\n%s", w, scriptOf([]*term.Term{w}))
				case Unknown:
					unknowns++
				}
			}
		})
		t.Logf("%d terms, %d unknown", terms, unknowns)
		if unknowns*20 > terms {
			t.Errorf("%d of %d answers are unknown", unknowns, terms)
		}
	})
}

// What solvers say about conditions on strings is true: a model satisfies them, and what is unsat no drawn values satisfy.
func TestStringModelsAreReplayed(t *testing.T) {
	eachSolver(t, func(t *testing.T, solver Solver) {
		counts := map[Status]int{}
		g := stringGrammar("x@1", "y@2")
		rapid.Check(t, func(t *rapid.T) {
			s := term.NewStore()
			cond := g.Expression(t, term.Bool, 3)(s)
			conjuncts := cond.Conjuncts()
			vars := variablesOf(conjuncts)
			answer := mustCheck(t, solver, Query{Conjuncts: conjuncts, Values: vars})
			counts[answer.Status]++
			switch answer.Status {
			case Sat:
				satisfied(t, s, conjuncts, answer.Model)
			case Unsat:
				for range 20 {
					if model := assignment(t, conjuncts); evaluate(t, s, cond, model).Bool() {
						t.Fatalf("unsat, but %v satisfies\n%s", model, scriptOf(conjuncts))
					}
				}
			}
		})
		t.Logf("%d sat, %d unsat, %d unknown", counts[Sat], counts[Unsat], counts[Unknown])
		if counts[Unknown] > counts[Sat]+counts[Unsat] {
			t.Errorf("most answers are unknown")
		}
	})
}
