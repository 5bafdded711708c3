package solve

import (
	"context"
	"maps"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// The adaptive method.
//
// The paper queries the solver for new inputs (NoCorres) and lets the result variables take any value; so an interpretation assumes results
// that the functions will not give, and every attempt adds rows somewhere. Here the functions are uninterpreted, but the rows are facts about
// them (formulas.agreement): a path that contradicts the rows is proved impossible at once, and an interpretation differs from the real
// functions only in calls that were never run.
//
// An attempt takes an interpretation and makes it true from the inside out: a call whose arguments are known by now is looked up or run, its
// real result replaces the assumed one in the arguments of outer calls. As soon as a conjunct of ψ that depends on real results only is
// false, the attempt ends, so outer functions are not run needlessly. If all conjuncts hold, the path is open, by a run of the real
// functions. If not, the new rows may still open it together with old ones (Sums).
//
// The choice of the interpretation matters most. In turn:
//
//	keep    as many of the first calls as possible are known rows, and only the others are new: a path with several calls
//	        keeps what was found for its beginning
//	shape   the assumed results follow a surrogate: a line through the rows, piece by piece between neighbouring inputs
//	        (surrogate.go). A wanted threshold between two rows is approached as by regula falsi, one beyond them by
//	        extrapolation. First with a margin: ψ must hold also if the surrogate is wrong by some share of its range;
//	        then without; then also far away from the rows.
//	bisect  the middle between two neighbouring inputs whose results lie on both sides of the wanted one
//	far     inputs of one call at growing distances from all its known ones, to learn its shape or get away from plateaus
//	near    inputs of one call next to known ones: periodic functions, check digits and steps change there
//	any     any new input that the solver finds
//
// A contract of the function, if one is in force, goes with every proposal. It is not trusted: if the rows and ψ leave only
// inputs that violate it, those are tried as well, and a row that violates it is reported.
//
// While one call is probed, the others keep to their surrogates, so that inner functions deliver the input that is wanted.
//
// Rows are shared between branches and workers, and the parent's witness is a row, so most attempts start with a shape.

// proposal is one way to look for inputs. It returns conjuncts that go with ψ and agreement; nil means that it has nothing
// to propose now.
type proposal func(ctx context.Context, t *search, round int) []*term.Term

// rounds is the order in which proposals are tried repeatedly.
var rounds = []proposal{keep, wideShape, narrowShape, boldShape, bisect, far, keep, wideShape, narrowShape, bisect, near, near, anywhere}

func (t *search) adaptive(ctx context.Context, done int) (smt.Answer, bool, error) {
	agreement := t.formulas.agreement(t.calls)
	possible, err := t.sat(ctx, append(agreement, t.novelty())...)
	switch {
	case err != nil || possible.Status == smt.Unknown:
		return possible, true, err
	case possible.Status == smt.Unsat:
		// No new input can help. If ψ contradicts the rows, that is a proof; otherwise only calls with irrelevant results would be missing, which
		// is impossible, since those are run for the witness.
		answer, err := t.sat(ctx, agreement...)
		if err == nil && answer.Status == smt.Sat {
			answer = t.upToTables(done)
		}
		return answer, true, err
	case done == t.attempts():
		return t.upToTables(done), true, nil
	}
	in := t.propose(ctx, agreement, possible)
	model, err := t.realise(ctx, in.Model)
	switch {
	case err != nil:
		return t.stopped(ctx, done, err)
	case model != nil:
		return t.solution(model), true, nil
	}
	return smt.Answer{}, false, nil
}

// novelty requires an unknown call: interpretations with known calls only were decided by Sums.
func (t *search) novelty() *term.Term { return t.formulas.noCorres(t.calls) }

// propose finds an interpretation by the next proposal that has one; possible is the last resort.
func (t *search) propose(ctx context.Context, agreement []*term.Term, possible smt.Answer) smt.Answer {
	for range rounds {
		more := rounds[t.proposed%len(rounds)](ctx, t, t.proposed/len(rounds))
		t.proposed++
		if more == nil {
			continue
		}
		conjuncts := slices.Concat(more, agreement, []*term.Term{t.novelty()}, t.promises())
		if in, err := t.sat(ctx, conjuncts...); err == nil && in.Status == smt.Sat {
			return in
		}
	}
	return possible
}

// anywhere proposes nothing but novelty.
func anywhere(context.Context, *search, int) []*term.Term { return []*term.Term{} }

// realise runs the calls of an interpretation from the inside out. It returns a model under which ψ holds with the real
// results, or nil if ψ turned out false.
func (t *search) realise(ctx context.Context, in smt.Model) (smt.Model, error) {
	model := smt.Model{}
	maps.Copy(model, in)
	open := map[*term.Term]bool{} // results that are not real yet
	for _, c := range t.calls {
		for _, r := range c.Results {
			open[r] = true
		}
	}
	for _, c := range t.calls {
		if ok, err := t.holdsSoFar(model, open); err != nil || !ok {
			return nil, err
		}
		result, err := t.result(ctx, c, model)
		if err != nil {
			return nil, err
		}
		for i, r := range c.Results {
			model[r] = result[i]
			delete(open, r)
		}
	}
	if ok, err := t.holdsSoFar(model, open); err != nil || !ok {
		return nil, err
	}
	return model, nil
}

// holdsSoFar evaluates the conjuncts of ψ that mention real results only.
func (t *search) holdsSoFar(model smt.Model, open map[*term.Term]bool) (bool, error) {
	for _, c := range t.query.Conjuncts {
		if c.MentionsIn(open) {
			continue
		}
		if v, err := t.store.Evaluate(c, model); err != nil || !v.Bool() {
			return false, err
		}
	}
	return true, nil
}
