package solve

import (
	"errors"

	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/term"
)

// paper is algorithm 1. The numbers are its lines. Line 9 runs every call of κ with the inputs that the interpretation In
// gives it, also those whose row is known: a known row is looked up instead, which adds nothing to the table either way.
//
// The answer Unsat needs more than the algorithm says: that ψ and NoCorres contradict each other means that every solution
// of ψ would use rows of the tables only, and that ψ and Sums contradict each other that there is none.
func (t *search) paper() (smt.Answer, error) {
	answer, err := t.bySums() // 2
	if err != nil || answer.Status == smt.Sat || answer.Status == smt.Unknown {
		return t.settled(answer), err
	}
	attempts := t.functions.options.attempts()
	for done := 0; ; done++ { // 4
		in, proved, err := t.newInputs() // 5 to 7
		if err != nil {
			return in, err
		}
		switch {
		case proved:
			return smt.Answer{Status: smt.Unsat}, nil
		case done == attempts || in.Status != smt.Sat: // 4, 15
			return t.upToTables(done), nil
		}
		if err := t.runAll(in.Model); errors.Is(err, errNoRunner) { // 9 to 12
			t.cause = err.Error()
			return t.upToTables(done), nil
		} else if err != nil {
			return smt.Answer{Reason: err.Error()}, t.ctx.Err()
		}
		answer, err := t.bySums() // 13
		if err != nil || answer.Status == smt.Sat || answer.Status == smt.Unknown {
			return t.settled(answer), err
		}
	}
}

// settled restricts a Sat answer to the values that were asked for.
func (t *search) settled(a smt.Answer) smt.Answer {
	if a.Status == smt.Sat {
		return t.solution(a.Model)
	}
	return a
}

// newInputs looks for inputs that are in no table, first such that fit the outputs that other tables have. The second result
// says that there are none at all.
func (t *search) newInputs() (smt.Answer, bool, error) {
	options := t.functions.options
	var novelty []*term.Term
	if !options.NoNoCorres {
		novelty = append(novelty, t.formulas.noCorres(t.calls))
	}
	if !options.NoDep {
		in, err := t.sat(append(t.formulas.dep(t.calls), novelty...)...)
		if err != nil || in.Status == smt.Sat {
			return in, false, err
		}
	}
	in, err := t.sat(novelty...)
	return in, err == nil && in.Status == smt.Unsat && !options.NoNoCorres, err
}

// runAll runs every call with the inputs of an interpretation.
func (t *search) runAll(in smt.Model) error {
	for _, c := range t.calls {
		args, err := t.evaluate(c.Args, in)
		if err != nil {
			return err
		}
		if _, known := t.functions.Lookup(t.extern(c), args); known {
			continue
		}
		if _, err := t.functions.byName[c.Function].run(t.ctx, args); err != nil {
			return err
		}
		t.added++
		t.cause = "the last call tried was " + t.describe(c, args)
	}
	return nil
}
