package solve

import (
	"context"

	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/core/value"
)

// paper is one round of algorithm 1; solveTab has lines 2 and 13. The numbers are its lines. Line 9 runs every call of κ with
// the inputs that the interpretation In gives it, also those whose row is known: a known row is looked up instead, which adds
// nothing to the table either way.
//
// The answer Unsat needs more than the algorithm requires: if ψ and NoCorres contradict each other, every solution of ψ uses only rows of
// the tables; if ψ and Sums contradict each other too, there is none.
func (t *search) paper(ctx context.Context, done int) (smt.Answer, bool, error) {
	in, proved, err := t.newInputs(ctx) // 5 to 7
	switch {
	case err != nil:
		return in, true, err
	case proved:
		return smt.Answer{Status: smt.Unsat}, true, nil
	case done == t.attempts() || in.Status != smt.Sat: // 4, 15
		return t.upToTables(done), true, nil
	}
	for _, c := range t.calls { // 9 to 12
		if _, err := t.result(ctx, c, in.Model); err != nil {
			return t.stopped(ctx, done, err)
		}
	}
	return smt.Answer{}, false, nil
}

// newInputs looks for inputs that are in no table, first for those that fit the outputs of other tables. The second result
// reports whether there are none at all.
func (t *search) newInputs(ctx context.Context) (smt.Answer, bool, error) {
	options := t.functions.options
	var novelty []*term.Term
	if !options.NoNoCorres {
		novelty = append(novelty, t.formulas.noCorres(t.calls))
	}
	if !options.NoDep {
		in, err := t.sat(ctx, append(t.formulas.dep(t.calls), novelty...)...)
		if err != nil || in.Status == smt.Sat {
			return in, false, err
		}
	}
	in, err := t.sat(ctx, novelty...)
	return in, err == nil && in.Status == smt.Unsat && !options.NoNoCorres, err
}

// chance runs the functions on random inputs: the baseline with which the other methods are compared. Inputs are drawn from the bounds of the
// argument's type, or from -1000..1000.
func (t *search) chance(ctx context.Context, done int) (smt.Answer, bool, error) {
	if done == t.attempts() {
		return t.upToTables(done), true, nil
	}
	for _, c := range t.calls {
		var args []term.Value
		for _, v := range c.Extern.Inputs {
			args = append(args, t.randomValue(v.Sort()))
		}
		value.Fit(value.Types(c.Extern.Params), args)
		if _, err := c.function.run(ctx, args); err != nil {
			return t.stopped(ctx, done, err)
		}
		t.added++
	}
	return smt.Answer{}, false, nil
}

func (t *search) randomValue(s *term.Sort) term.Value {
	low, high := int64(-1000), int64(1000)
	switch {
	case s.Kind == term.KindString:
		return term.StringValue("")
	case !s.IsScalar():
		return s.Generate(t.random.IntN(3), t.randomValue)
	case s.Kind == term.KindBool:
		low, high = 0, 1
	case s.Kind == term.KindEnum:
		low, high = 0, int64(len(s.Members))-1
	case s.Kind == term.KindBits:
		low, high = 0, 1<<min(s.Width-1, 31)-1
	}
	if s.HasLow {
		low, high = s.Low, s.Low+1000
	}
	if s.HasHigh {
		high = s.High
	}
	return term.IntValue(low + t.random.Int64N(max(high-low+1, 1)))
}
