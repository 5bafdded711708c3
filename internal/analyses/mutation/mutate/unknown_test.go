package mutate

import (
	"context"
	"slices"
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// forgetful is a solver that leaves some queries undecided.
type forgetful struct {
	smt.Solver
	forgets func(q smt.Query) bool
}

func (f forgetful) Check(ctx context.Context, q smt.Query) (smt.Answer, error) {
	if f.forgets(q) {
		return smt.Answer{Status: smt.Unknown, Reason: "no idea"}, nil
	}
	return f.Solver.Check(ctx, q)
}

// run runs all mutants of a model with such a solver.
func runForgetful(t *testing.T, text string, forgets func(original []*term.Term, q smt.Query) bool) *Result {
	t.Helper()
	needSolver(t)
	p := testkit.Mutants(t, text, 100)
	start, _ := p.Original.StartSymbolic()
	assumed := p.Original.Apply(p.Original.Assume, &start).Conjuncts()
	o := options(p.Original)
	newSolver := o.NewSolver
	o.NewSolver = func() (smt.Solver, error) {
		s, err := newSolver()
		return forgetful{s, func(q smt.Query) bool { return forgets(assumed, q) }}, err
	}
	r, err := Run(context.Background(), p, nil, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// A mutant whose initial values are not known is undecided, with the reason.
func TestUnknownStart(t *testing.T) {
	r := runForgetful(t, `input press(n: int)
output lamp(n: int)
const limit: int
function low() -> int = 5
assume limit > low() and limit < 10
initial off
on: off -> off in press(n) when n > low() and n < limit out lamp(n)
`, func(assumed []*term.Term, q smt.Query) bool {
		own := slices.ContainsFunc(q.Conjuncts, func(c *term.Term) bool { return len(c.Vars()) != 1 || c.Vars()[0].Name() != "limit@0" })
		return !own && len(q.Values) > 0 && !slices.Equal(q.Conjuncts, assumed)
	})
	changed := 0
	for i, m := range r.Population.Mutants {
		if m.System.Assume == r.Population.Original.Assume {
			continue
		}
		changed++
		if f := &r.Fates[i]; f.Status != result.FateUndecided || f.Reason != NotRun || f.Explain() == "" {
			t.Errorf("%s: %+v", m, f)
		}
	}
	if changed == 0 {
		t.Errorf("no mutant of %d has other assumptions", len(r.Fates))
	}
}

// Undecided queries of a search or a proof are counted. The inputs that are accepted are not drawn at random.
func TestUnknownDifference(t *testing.T) {
	r := runForgetful(t, `input press(n: int, m: int)
output lamp(n: int)
initial off
on: off -> off in press(n, m) when n - m == 1_762_858 and n + m > 98_000_000 and n + m < 98_000_003 out lamp(n)
`, func(_ []*term.Term, q smt.Query) bool { return len(q.Conjuncts) > 0 })
	for i, m := range r.Population.Mutants {
		if f := &r.Fates[i]; f.Status != result.FateUndecided || f.Undecided == 0 {
			t.Errorf("%s: %+v", m, f)
		}
	}
}

// squares needs the solver to run: whether an input is a square is a quantifier over all integers.
const squares = `input press(n: 0..9)
output yes(int)
var last: 0..9 = 0
initial off
on: off -> off in press(n) when (exists k: nat :: k * k == n) and n > 3 do last := n out yes(last)
`

// A model with quantifiers over integers can be run.
func TestQuantifiers(t *testing.T) {
	r := runForgetful(t, squares, func(_ []*term.Term, q smt.Query) bool { return false })
	killed := 0
	for _, f := range r.Fates {
		if f.Status == result.FateKilled {
			killed++
		}
	}
	if killed < 5 {
		t.Errorf("%d of %d killed", killed, len(r.Fates))
	}
}

// A mutant whose run cannot be decided is undecided, with the reason.
func TestUnknownRun(t *testing.T) {
	runs := 0
	r := runForgetful(t, squares, func(_ []*term.Term, q smt.Query) bool {
		closed := len(q.Conjuncts) == 1 && q.Conjuncts[0].HasQuantifier() && len(q.Conjuncts[0].Vars()) == 0
		if closed {
			runs++
		}
		return closed && runs > 10
	})
	undecided := 0
	for i, m := range r.Population.Mutants {
		if f := &r.Fates[i]; f.Status == result.FateUndecided {
			undecided++
			if f.Explain() == "" {
				t.Errorf("%s: %+v", m, f)
			}
		}
	}
	if undecided == 0 {
		t.Errorf("%+v", r.Fates)
	}
}
