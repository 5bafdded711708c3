package smt

import (
	"errors"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

// errTooLarge is the error of enumerate if the domains have more combinations than allowed.
var errTooLarge = errors.New("more combinations of values than the limit")

// enumerate is a solver without a solver: it tries all combinations of the given values, at most limit of them. It is the
// reference that tests compare with. The domain must list all values of each free variable; a variable that it does not
// list, and a quantifier that cannot be enumerated, make the answer Unknown.
func enumerate(conjuncts []*term.Term, domain map[*term.Term][]term.Value, limit int) (Answer, error) {
	vars := variablesOf(conjuncts)
	cases := 1
	for _, v := range vars {
		values, ok := domain[v]
		if !ok {
			return Answer{Reason: "no domain is given for " + v.Name()}, nil
		}
		if len(values) > 0 && cases > limit/len(values) {
			return Answer{}, errTooLarge
		}
		cases *= len(values)
	}
	e := &enumerator{vars: vars, domain: domain, inputs: make([]term.Value, len(vars)), roots: len(conjuncts)}
	e.frame = term.NewStore().Compile(conjuncts, vars).NewFrame()
	return e.answer(e.search(0)), nil
}

// enumerator is one search.
type enumerator struct {
	vars   []*term.Term
	domain map[*term.Term][]term.Value
	inputs []term.Value
	frame  *term.Frame
	roots  int
	failed error
}

// search tries all values of variable i and those after it.
func (e *enumerator) search(i int) bool {
	if i == len(e.vars) {
		return e.holds()
	}
	for _, value := range e.domain[e.vars[i]] {
		e.inputs[i] = value
		if e.search(i + 1) {
			return true
		}
	}
	return false
}

func (e *enumerator) holds() bool {
	if err := e.frame.Run(e.inputs); err != nil {
		e.failed = err
		return false
	}
	for root := range e.roots {
		if !e.frame.Bool(root) {
			return false
		}
	}
	return true
}

func (e *enumerator) answer(found bool) Answer {
	switch {
	case found:
		model := Model{}
		for i, v := range e.vars {
			model[v] = e.inputs[i]
		}
		return Answer{Status: Sat, Model: model}
	case e.failed != nil:
		return Answer{Reason: e.failed.Error()}
	}
	return Answer{Status: Unsat}
}
