package products

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Projection: the products for which a condition on features and other variables, the data, has a solution.
//
// Where no conjunct mentions both features and data, the conjuncts over features are the projection, if the rest has a solution. Otherwise
// the solver gives values of the data. With these substituted, the condition is one over features alone, and every product that satisfies
// it is in the projection, since the values show it. This is repeated without the products that are known already, until there are no
// others. A call of an external function gives the same result for other products only if its arguments are the same, so that these have
// to keep the values of the solution.

// Condition is a path condition: conjuncts over features and data, and calls of functions that no solver can see into.
type Condition struct {
	Conjuncts []*term.Term
	Calls     []smt.Call
	Feasible  bool // it is known to have a solution for some product
}

// Projection is the known part of a projection. All products of Set are in it; if Exact is set there are no others, else Reason explains why
// there may be more.
type Projection struct {
	Set    Set
	Exact  bool
	Reason string
}

// maxSolutions bounds the number of solutions that are computed.
const maxSolutions = 64

// Project returns the products for which a condition has a solution, without looking for those that are in known: if the condition has
// solutions only for known products, the projection is empty.
func (l *Line) Project(ctx context.Context, cond Condition, known Set) (Projection, error) {
	conjuncts, ok := term.Conjoin(cond.Conjuncts)
	if !ok {
		return Projection{Set: l.None(), Exact: true}, nil
	}
	p := projecting{line: l, conjuncts: conjuncts, calls: cond.Calls, known: known, features: map[*term.Term]bool{}}
	for _, f := range l.Features {
		p.features[f.Var] = true
	}
	if err := p.groundPure(ctx); err != nil {
		return l.undecided(err)
	}
	if cond.Feasible && !p.mixes() {
		return Projection{Set: Set{p.pure()}, Exact: true}, nil
	}
	return p.run(ctx)
}

type projecting struct {
	line      *Line
	conjuncts []*term.Term
	calls     []smt.Call
	known     Set
	features  map[*term.Term]bool
}

func (p *projecting) run(ctx context.Context) (Projection, error) {
	out := Projection{Set: p.line.None()}
	for range maxSolutions {
		found, more, err := p.next(ctx, &out)
		if err != nil || !more {
			return out, err
		}
		out.Set = p.line.Union(out.Set, found)
	}
	out.Reason = fmt.Sprintf("there may be more after %d solutions", maxSolutions)
	return out, nil
}

// next looks for products that are not known yet; it reports false, and notes the reason in out, if there are no more or none is found.
func (p *projecting) next(ctx context.Context, out *Projection) (Set, bool, error) {
	l := p.line
	known := l.Union(p.known, out.Set)
	none, err := l.Empty(ctx, l.Minus(Set{p.pure()}, known))
	if err != nil || none {
		out.Exact = none
		return l.None(), false, err
	}
	others := l.store.And(l.Valid, l.store.Not(known.Cond)).Conjuncts()
	answer, err := l.check(ctx, smt.Query{Conjuncts: slices.Concat(p.conjuncts, others), Calls: p.calls, Values: p.values()})
	if err != nil || answer.Status != smt.Sat {
		out.Exact, out.Reason = answer.Status == smt.Unsat, answer.Reason
		return l.None(), false, err
	}
	found, err := p.satisfying(ctx, answer.Model)
	if errors.Is(err, term.ErrUndecided) {
		out.Reason = err.Error()
		return l.None(), false, nil
	}
	if err != nil {
		return l.None(), false, err
	}
	if none, err = l.Empty(ctx, l.Minus(found, known)); none {
		out.Reason = "the values of a solution do not lead to a product"
	}
	return found, !none, err
}

func (l *Line) check(ctx context.Context, q smt.Query) (smt.Answer, error) {
	if l.solver == nil {
		return smt.Answer{Reason: "there is no solver"}, nil
	}
	return l.solver.Check(ctx, q)
}

// pure is the conjunction of the conjuncts that mention only features.
func (p *projecting) pure() *term.Term {
	var out []*term.Term
	for _, c := range p.conjuncts {
		if !slices.ContainsFunc(c.Vars(), func(v *term.Term) bool { return !p.features[v] }) {
			out = append(out, c)
		}
	}
	return p.line.store.And(out...)
}

// isMixed reports whether a term is about features and data.
func (p *projecting) isMixed(t *term.Term) bool {
	return t.MentionsIn(p.features) && slices.ContainsFunc(t.Vars(), func(v *term.Term) bool { return !p.features[v] })
}

// mixes reports whether the condition connects features with data.
func (p *projecting) mixes() bool {
	return slices.ContainsFunc(p.conjuncts, p.isMixed) || slices.ContainsFunc(p.arguments(), func(a *term.Term) bool { return a.MentionsIn(p.features) })
}

// arguments are those of all calls.
func (p *projecting) arguments() []*term.Term {
	var out []*term.Term
	for _, c := range p.calls {
		out = append(out, c.Args...)
	}
	return out
}

// values returns the variables that occur with features in a conjunct, and those of calls.
func (p *projecting) values() []*term.Term {
	mixed := p.arguments()
	for _, c := range p.conjuncts {
		if p.isMixed(c) {
			mixed = append(mixed, c)
		}
	}
	return term.Variables(mixed)
}

// satisfying returns the products for which the values of a solution are one.
func (p *projecting) satisfying(ctx context.Context, model smt.Model) (Set, error) {
	store := p.line.store // the rest mentions features only
	by := map[*term.Term]*term.Term{}
	for v, value := range model {
		if !p.features[v] {
			by[v] = store.Const(v.Sort(), value)
		}
	}
	parts := []*term.Term{p.pure()}
	for _, c := range p.conjuncts {
		if !p.isMixed(c) {
			continue
		}
		part, err := p.ground(ctx, store.Substitute(c, by), model)
		if err != nil {
			return p.line.None(), err
		}
		parts = append(parts, part)
	}
	for _, a := range p.arguments() {
		if !a.MentionsIn(p.features) {
			continue
		}
		v, err := store.Evaluate(a, model)
		if err != nil {
			return p.line.None(), err
		}
		parts = append(parts, store.Eq(store.Substitute(a, by), store.Const(a.Sort(), v)))
	}
	return p.inside(store.And(parts...)), nil
}

// inside returns the set of a condition, if the solution gave values to all that it mentions.
func (p *projecting) inside(cond *term.Term) Set {
	if slices.ContainsFunc(cond.Vars(), func(v *term.Term) bool { return !p.features[v] }) {
		return p.line.None()
	}
	return Set{cond}
}
