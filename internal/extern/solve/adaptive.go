package solve

import (
	"errors"

	"github.com/sextant-mbt/sextant/internal/extern/table"
	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/term"
	"github.com/sextant-mbt/sextant/internal/value"
)

// The adaptive method.
//
// The paper asks the solver for inputs that are new (NoCorres) and lets the result variables take any value; so an
// interpretation hopes for results that the functions will not give, and every attempt adds rows somewhere. Here the
// functions are uninterpreted, but the rows are facts about them (formulas.agreement): what contradicts the rows is proved
// impossible at once, and an interpretation differs from the truth only in calls that were never run.
//
// An attempt takes an interpretation and makes it true from the inside out: a call whose arguments are known by now is
// looked up or run, its real result replaces the hoped-for one and goes into the arguments of outer calls. As soon as a
// conjunct of ψ that depends on real results only is false, the attempt ends, so outer functions are not run in vain. If all
// conjuncts hold, the path is open, by a run of the real functions. If not, the new rows may still open it together with old
// ones (Sums).
//
// Which interpretation to take is the art. In turn:
//
//	keep    as many of the first calls as possible are known rows, and only the others are new: a path with several calls
//	        keeps what was won for its beginning
//	shape   the hoped-for results follow a surrogate: a line through the rows, piece by piece between neighbouring inputs
//	        (surrogate.go). A wanted threshold between two rows is approached as by regula falsi, one beyond them by
//	        extrapolation. First with a margin: ψ must hold also if the surrogate is wrong by some share of its range;
//	        then without; then also far away from the rows.
//	bisect  the middle between two neighbouring inputs whose results lie on both sides of what is wanted
//	far     inputs of one call at growing distances from all its known ones, to learn its shape or get away from plateaus
//	near    inputs of one call next to known ones: periodic functions, check digits and steps change there
//	any     whatever the solver likes that is new
//
// A contract of the function, if one is in force, goes with every proposal. It is not believed: if the rows and ψ leave only
// what breaks it, that is tried as well, and a row that breaks it is reported.
//
// While one call is probed, the others keep to their surrogates, so that inner functions deliver the input that is wanted.
//
// Rows are shared between branches and workers, and the parent's witness is a row, so most attempts start with a shape.

// proposal is one way to look for inputs. It returns conjuncts that go with ψ and agreement; nil means that it has nothing
// to propose now.
type proposal func(t *search, attempt int) []*term.Term

// rounds is the order in which proposals are tried, again and again.
var rounds = []proposal{keep, wideShape, narrowShape, boldShape, bisect, far, keep, wideShape, narrowShape, bisect, near, near, anywhere}

func (t *search) adaptive() (smt.Answer, error) {
	answer, err := t.bySums()
	if err != nil || answer.Status == smt.Sat {
		return t.settled(answer), err
	}
	attempts := t.functions.options.attempts()
	turn := 0
	for done := 0; ; done++ {
		agreement := t.formulas.agreement(t.calls)
		possible, err := t.sat(append(agreement, t.novelty()...)...)
		switch {
		case err != nil:
			return possible, err
		case possible.Status == smt.Unsat:
			return t.withoutNovelty(agreement, done)
		case possible.Status == smt.Unknown:
			return possible, nil
		case done == attempts:
			return t.upToTables(done), nil
		}
		in := t.propose(&turn, agreement, possible)
		model, err := t.realise(in.Model)
		switch {
		case errors.Is(err, errNoRunner):
			t.cause = err.Error()
			return t.upToTables(done), nil
		case err != nil:
			return smt.Answer{Reason: err.Error()}, t.ctx.Err()
		case model != nil:
			return t.solution(model), nil
		}
		answer, err := t.bySums()
		if err != nil || answer.Status == smt.Sat {
			return t.settled(answer), err
		}
	}
}

// withoutNovelty is reached when no new input can help. If ψ contradicts the rows, that is proved; else only calls whose
// results do not matter are missing, which cannot be, since those are run for the witness.
func (t *search) withoutNovelty(agreement []*term.Term, done int) (smt.Answer, error) {
	answer, err := t.sat(agreement...)
	if err == nil && answer.Status == smt.Sat {
		return t.upToTables(done), nil
	}
	return answer, err
}

// novelty keeps the solver from proposing calls that are all known: those were decided by Sums.
func (t *search) novelty() []*term.Term { return []*term.Term{t.formulas.noCorres(t.calls)} }

// propose finds an interpretation by the next proposal that has one; possible is the last resort.
func (t *search) propose(turn *int, agreement []*term.Term, possible smt.Answer) smt.Answer {
	for range rounds {
		attempt := *turn
		*turn++
		more := rounds[attempt%len(rounds)](t, attempt/len(rounds))
		if more == nil {
			continue
		}
		conjuncts := append(append(append(more, agreement...), t.novelty()...), t.promises()...)
		if in, err := t.sat(conjuncts...); err == nil && in.Status == smt.Sat {
			return in
		}
	}
	return possible
}

// anywhere proposes nothing but novelty.
func anywhere(*search, int) []*term.Term { return []*term.Term{} }

// realise runs the calls of an interpretation from the inside out. It returns a model under which ψ holds with the real
// results, or nil if ψ turned out false.
func (t *search) realise(in smt.Model) (smt.Model, error) {
	model := smt.Model{}
	for v, value := range in {
		model[v] = value
	}
	open := map[*term.Term]bool{} // results that are still hoped for
	for _, c := range t.calls {
		for _, r := range c.Results {
			open[r] = true
		}
	}
	for _, c := range t.calls {
		if ok, err := t.holdsSoFar(model, open); err != nil || !ok {
			return nil, err
		}
		result, err := t.call(c, model)
		if err != nil {
			return nil, err
		}
		for i, r := range c.Results {
			model[r] = result[i]
			delete(open, r)
		}
	}
	ok, err := t.holdsSoFar(model, open)
	if err != nil || !ok {
		return nil, err
	}
	return model, nil
}

// call looks a call up or runs it.
func (t *search) call(c smt.Call, model smt.Model) ([]term.Value, error) {
	args, err := t.evaluate(c.Args, model)
	if err != nil {
		return nil, err
	}
	x := t.extern(c)
	if result, known := t.functions.Lookup(x, args); known {
		return result, nil
	}
	result, err := t.functions.byName[c.Function].run(t.ctx, args)
	if err != nil {
		return nil, err
	}
	t.added++
	t.cause = "the last call tried was " + t.describe(c, args)
	return result, nil
}

// describe prints a call with its result, if that is known.
func (t *search) describe(c smt.Call, args []term.Value) string {
	x := t.extern(c)
	if result, ok := t.functions.Lookup(x, args); ok {
		return table.FormatRow(x, table.Row{Args: args, Result: result})
	}
	return value.FormatCall(x, args)
}

// holdsSoFar evaluates the conjuncts of ψ that do not mention hoped-for results.
func (t *search) holdsSoFar(model smt.Model, open map[*term.Term]bool) (bool, error) {
	for _, c := range t.query.Conjuncts {
		if c.MentionsIn(open) {
			continue
		}
		v, err := t.store.Evaluate(c, model)
		if err != nil {
			return false, err
		}
		if !v.Bool() {
			return false, nil
		}
	}
	return true, nil
}
