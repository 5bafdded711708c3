package contract

import (
	"context"
	"math/big"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Simplify makes an inferred behaviour readable: its axioms without those that the others imply, written with the names of the formal
// parameters where an argument is a plain variable, with the interval of a numeric result, and the inputs for which it constrains the
// function.
func (c *Checker) Simplify(ctx context.Context, r Inferred) (result.Demand, error) {
	d := result.Demand{Extern: r.Call.Extern.Name, Path: r.Name, Call: r.Call.String()}
	b, quantifier, err := c.demand(ctx, r)
	if err != nil {
		return d, err
	}
	d.Quantifier = quantifier
	if quantifier == result.Every {
		d.Input = PlainText(c.System, r.Call.Extern, b.Pre)
	}
	kept, err := c.essential(ctx, r.Axioms)
	if err != nil {
		return d, err
	}
	if err := c.interval(ctx, r, &d); err != nil {
		return d, err
	}
	c.sort(r, kept, &d)
	return d, nil
}

// sort puts conditions into the lists of a demand, by the variables that they mention.
func (c *Checker) sort(r Inferred, conditions []*term.Term, d *result.Demand) {
	arguments, own, by := setOf(term.Variables(r.Call.Args)), setOf(term.Variables(r.Call.Args, r.Call.Results)), c.formalNames(r.Call)
	for _, k := range conditions {
		list := &d.Given
		switch {
		case (d.Low != "" || d.High != "") && isBound(k, r.Call.Results[0]):
			continue // the interval has it
		case within(k, arguments):
			list = &d.Requires
		case within(k, own):
			list = &d.Needs
		}
		*list = append(*list, c.System.Store.Substitute(k, by).String())
	}
}

// isBound reports whether a condition compares a variable with a constant.
func isBound(t, v *term.Term) bool {
	if t.Op() != term.OpLe && t.Op() != term.OpEq {
		return false
	}
	a, b := t.Args()[0], t.Args()[1]
	return a == v && b.IsConst() || b == v && a.IsConst()
}

// essential drops conjuncts that the others imply.
func (c *Checker) essential(ctx context.Context, axioms []*term.Term) ([]*term.Term, error) {
	conjuncts, satisfiable := term.Conjoin(axioms)
	if !satisfiable {
		return axioms, nil
	}
	return reduce(conjuncts, func(axiom *term.Term, others []*term.Term) (bool, error) {
		query := slices.Concat(others, c.System.Store.Not(axiom).Conjuncts())
		answer, err := c.Solver.Check(ctx, smt.Query{Conjuncts: query})
		return answer.Status == smt.Unsat, err
	})
}

// formalNames replaces arguments that are plain variables by formal parameters, and the result by "result".
func (c *Checker) formalNames(call sts.SymbolicCall) map[*term.Term]*term.Term {
	s := c.System.Store
	by := map[*term.Term]*term.Term{}
	i := 0
	for _, p := range call.Extern.Params {
		for _, leaf := range p.Type.Leaves() {
			if a := call.Args[i]; a.Op() == term.OpVar && by[a] == nil {
				by[a] = s.Var(p.Name+leaf.Path, a.Sort())
			}
			i++
		}
	}
	for k, leaf := range call.Extern.Result.Leaves() {
		by[call.Results[k]] = s.Var("result"+leaf.Path, leaf.Sort)
	}
	return by
}

// interval finds the least and the greatest result that the axioms allow, if the result is one integer.
func (c *Checker) interval(ctx context.Context, r Inferred, d *result.Demand) error {
	if len(r.Call.Results) != 1 || r.Call.Results[0].Sort().Kind != term.KindInt {
		return nil
	}
	f := r.Call.Results[0]
	high, err := c.greatest(ctx, r.Axioms, f)
	if err != nil {
		return err
	}
	low, err := c.greatest(ctx, r.Axioms, c.System.Store.Neg(f))
	if high != nil {
		d.High = high.String()
	}
	if low != nil {
		d.Low = new(big.Int).Neg(low).String()
	}
	return err
}

// farthest is the largest value that greatest looks for before it calls a term unbounded.
var farthest = new(big.Int).Lsh(big.NewInt(1), 62)

// greatest returns the greatest value of an integer term under axioms, by bisection; nil if there is none.
func (c *Checker) greatest(ctx context.Context, axioms []*term.Term, t *term.Term) (*big.Int, error) {
	reaches := func(bound *big.Int) (bool, error) {
		at := c.System.Store.Le(c.System.Store.Const(term.Int, term.BigValue(bound)), t)
		answer, err := c.Solver.Check(ctx, smt.Query{Conjuncts: slices.Concat(axioms, at.Conjuncts())})
		return answer.Status == smt.Sat, err
	}
	low, high := new(big.Int).Neg(farthest), farthest
	for _, end := range []*big.Int{high, low} {
		ok, err := reaches(end)
		if err != nil || ok == (end == high) {
			return nil, err // unbounded, or unsatisfiable
		}
	}
	for new(big.Int).Sub(high, low).Cmp(big.NewInt(1)) > 0 {
		middle := new(big.Int).Rsh(new(big.Int).Add(low, high), 1)
		ok, err := reaches(middle)
		switch {
		case err != nil:
			return nil, err
		case ok:
			low = middle
		default:
			high = middle
		}
	}
	return low, nil
}
