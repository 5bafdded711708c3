package contract

import (
	"context"
	"math/big"

	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/term"
)

// Simplification for people: the axioms of an inferred behaviour, rid of what the others imply, written with the names of
// the formal parameters where an argument is a plain variable, and with the interval of a numeric result.

// Demand is an inferred behaviour in readable form.
type Demand struct {
	Extern  string   `json:"extern"`
	Path    string   `json:"path"`
	Call    string   `json:"call"`            // with the argument terms
	Low     string   `json:"low,omitempty"`   // least result, if the result is an integer and has one
	High    string   `json:"high,omitempty"`  // greatest result
	Ensures []string `json:"ensures"`         // conditions on arguments and result only
	Given   []string `json:"given,omitempty"` // conditions that relate the result to other inputs of the path
}

// Simplify makes an inferred behaviour readable.
func (c *Checker) Simplify(ctx context.Context, r Inferred) (Demand, error) {
	d := Demand{Extern: r.Call.Extern.Name, Path: r.Path.Name, Call: callText(r.Call), Ensures: []string{}}
	kept, err := c.essential(ctx, r.Axioms)
	if err != nil {
		return d, err
	}
	own := map[*term.Term]bool{}
	for _, v := range append(term.Variables(r.Call.Args), r.Call.Results...) {
		own[v] = true
	}
	by := formalNames(c, r.Call)
	if err := c.interval(ctx, r, &d); err != nil {
		return d, err
	}
	for _, k := range kept {
		if (d.Low != "" || d.High != "") && isBound(k, r.Call.Results[0]) {
			continue // the interval says it
		}
		text := c.System.Store.Substitute(k, by).String()
		if within(k, own) {
			d.Ensures = append(d.Ensures, text)
		} else {
			d.Given = append(d.Given, text)
		}
	}
	return d, nil
}

// isBound tells whether a condition compares a variable with a constant.
func isBound(t, v *term.Term) bool {
	return t.Op() == term.OpLe && len(t.Vars()) == 1 && (t.Args()[0] == v && t.Args()[1].IsConst() || t.Args()[1] == v && t.Args()[0].IsConst())
}

func callText(call Call) string {
	text := call.Extern.Name + "("
	for i, a := range call.Args {
		if i > 0 {
			text += ", "
		}
		text += a.String()
	}
	return text + ")"
}

// essential drops conjuncts that the others imply.
func (c *Checker) essential(ctx context.Context, axioms []*term.Term) ([]*term.Term, error) {
	kept := unique(axioms)
	for i := 0; i < len(kept); {
		query := append(append([]*term.Term(nil), kept[:i]...), kept[i+1:]...)
		query = append(query, c.System.Store.Not(kept[i]).Conjuncts()...)
		answer, err := c.Solver.Check(ctx, smt.Query{Conjuncts: query})
		if err != nil {
			return nil, err
		}
		if answer.Status == smt.Unsat {
			kept = append(kept[:i:i], kept[i+1:]...)
		} else {
			i++
		}
	}
	return kept, nil
}

// formalNames puts formal parameters in the place of arguments that are plain variables, and "result" for the result.
func formalNames(c *Checker, call Call) map[*term.Term]*term.Term {
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

func within(t *term.Term, set map[*term.Term]bool) bool {
	for _, v := range t.Vars() {
		if !set[v] {
			return false
		}
	}
	return true
}

// interval finds the least and the greatest result that the axioms allow, if the result is one integer.
func (c *Checker) interval(ctx context.Context, r Inferred, d *Demand) error {
	if len(r.Call.Results) != 1 || r.Call.Results[0].Sort().Kind != term.KindInt {
		return nil
	}
	f := r.Call.Results[0]
	high, err := c.greatest(ctx, r.Axioms, f)
	if err != nil {
		return err
	}
	low, err := c.greatest(ctx, r.Axioms, c.System.Store.Neg(f))
	if err != nil {
		return err
	}
	if high != nil {
		d.High = high.String()
	}
	if low != nil {
		d.Low = new(big.Int).Neg(low).String()
	}
	return nil
}

// farthest is how far greatest looks before it calls a term unbounded.
var farthest = new(big.Int).Lsh(big.NewInt(1), 62)

// greatest is the greatest value of an integer term under axioms, by doubling and bisection; nil if there is none.
func (c *Checker) greatest(ctx context.Context, axioms []*term.Term, t *term.Term) (*big.Int, error) {
	least := func(bound *big.Int) (bool, error) {
		at := c.System.Store.Le(c.System.Store.Const(term.Int, term.BigValue(bound)), t)
		answer, err := c.Solver.Check(ctx, smt.Query{Conjuncts: append(append([]*term.Term(nil), axioms...), at.Conjuncts()...)})
		return answer.Status == smt.Sat, err
	}
	low, high := new(big.Int).Neg(farthest), farthest
	for _, end := range []*big.Int{high, low} {
		ok, err := least(end)
		if err != nil || ok == (end == high) {
			return nil, err // unbounded, or nothing at all
		}
	}
	for new(big.Int).Sub(high, low).Cmp(big.NewInt(1)) > 0 {
		middle := new(big.Int).Rsh(new(big.Int).Add(low, high), 1)
		ok, err := least(middle)
		if err != nil {
			return nil, err
		}
		if ok {
			low = middle
		} else {
			high = middle
		}
	}
	return low, nil
}
