package scope

import (
	"context"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Finder finds scopes.
type Finder struct {
	Store  *term.Store
	Solver smt.Solver
}

// Of returns the values that a term may have under conditions, which can hold. If they are too many to be listed, and the term is not a
// variable that is only compared with constants, the scope may be too wide; then it is marked.
func (f *Finder) Of(ctx context.Context, x *term.Term, conds []*term.Term) (Scope, error) {
	if x.IsConst() {
		return Known(x.Value()), nil
	}
	conds = about(x, conds)
	compared, exact := compared(x, conds)
	if exact && !compared.isSmall() && !x.Sort().Bounded(listed) {
		return compared, nil
	}
	values, all, err := f.list(ctx, x, conds)
	switch {
	case err != nil:
		return Scope{}, err
	case all:
		return Scope{Values: values}, nil
	case exact:
		return compared, nil
	case x.Sort().Kind == term.KindInt:
		return f.between(ctx, x, conds, values)
	}
	compared.Part = true
	return compared, nil
}

// about returns the conditions that are connected with a term by their variables.
func about(x *term.Term, conds []*term.Term) []*term.Term {
	vars := map[*term.Term]bool{}
	add := func(t *term.Term) {
		for _, v := range t.Vars() {
			vars[v] = true
		}
	}
	add(x)
	taken := make([]bool, len(conds))
	for changed := true; changed; {
		changed = false
		for i, c := range conds {
			if !taken[i] && c.MentionsIn(vars) {
				taken[i], changed = true, true
				add(c)
			}
		}
	}
	var out []*term.Term
	for i, c := range conds {
		if taken[i] {
			out = append(out, c)
		}
	}
	return out
}

// isSmall reports whether a range has so few values that they can be listed.
func (s Scope) isSmall() bool {
	if s.Low == nil || s.High == nil {
		return false
	}
	low, ok := s.Low.Small()
	high, ok2 := s.High.Small()
	return ok && ok2 && low > high-listed && low <= high
}

// compared returns the scope of a variable by the conditions that compare it with constants, and reports whether there are no others.
func compared(x *term.Term, conds []*term.Term) (out Scope, exact bool) {
	exact = x.Op() == term.OpVar
	if s := x.Sort(); s.Kind == term.KindInt {
		b := x.Bounds()
		out.narrow(term.IntValue(b.Low.N), b.Low.OK, term.IntValue(b.High.N), b.High.OK)
	}
	for _, c := range conds {
		exact = out.compare(x, c) && exact
	}
	out.Except = ordered(out.Except)
	return out, exact
}

// compare narrows the scope by a condition, and reports whether the condition compares the term with a constant.
func (s *Scope) compare(x, c *term.Term) bool {
	if c.Op() == term.OpNot && c.Args()[0].Op() == term.OpEq {
		a, b := c.Args()[0].Args()[0], c.Args()[0].Args()[1]
		if a == x && b.IsConst() {
			s.Except = append(s.Except, b.Value())
			return true
		}
		return false
	}
	if c.Op() != term.OpLe {
		return false
	}
	a, b := c.Args()[0], c.Args()[1]
	switch {
	case a == x && b.IsConst():
		s.narrow(term.Value{}, false, b.Value(), true)
	case b == x && a.IsConst():
		s.narrow(a.Value(), true, term.Value{}, false)
	default:
		return false
	}
	return true
}

// narrow moves the bounds.
func (s *Scope) narrow(low term.Value, hasLow bool, high term.Value, hasHigh bool) {
	if hasLow && (s.Low == nil || term.CompareInt(*s.Low, low) < 0) {
		s.Low = &low
	}
	if hasHigh && (s.High == nil || term.CompareInt(*s.High, high) > 0) {
		s.High = &high
	}
}

// list lets the solver find values of a term, and reports whether these are all.
func (f *Finder) list(ctx context.Context, x *term.Term, conds []*term.Term) (values []term.Value, all bool, err error) {
	limit := listed
	if x.Sort().Kind == term.KindString || !x.Sort().IsScalar() {
		limit = shown // each takes the solver long
	}
	for conds := slices.Clone(conds); len(values) <= limit; {
		v, status, err := f.value(ctx, x, conds)
		if err != nil || status != smt.Sat {
			return ordered(values), status == smt.Unsat, err
		}
		values = append(values, v)
		conds = append(conds, f.Store.Not(f.Store.Eq(x, f.Store.Const(x.Sort(), v))))
	}
	return ordered(values), false, nil
}

// value returns a value of a term under conditions.
func (f *Finder) value(ctx context.Context, x *term.Term, conds []*term.Term) (term.Value, smt.Status, error) {
	all, ok := term.Conjoin(conds)
	if !ok {
		return term.Value{}, smt.Unsat, nil
	}
	answer, err := f.Solver.Check(ctx, smt.Query{Conjuncts: all, Values: x.Vars()})
	if err != nil || answer.Status != smt.Sat {
		return term.Value{}, answer.Status, err
	}
	v, err := f.Store.Evaluate(x, answer.Model)
	if err != nil {
		return v, smt.Unknown, nil
	}
	return v, smt.Sat, nil
}

// between returns the bounds of an int term of which some values are known.
func (f *Finder) between(ctx context.Context, x *term.Term, conds []*term.Term, values []term.Value) (Scope, error) {
	out := Scope{Part: true}
	if len(values) == 0 {
		return out, nil
	}
	low, err := f.extreme(ctx, x, conds, values[0], -1)
	if err != nil {
		return out, err
	}
	high, err := f.extreme(ctx, x, conds, values[len(values)-1], 1)
	out.Low, out.High = low, high
	return out, err
}

// farthest is the distance beyond which a bound is not looked for.
const farthest = 1 << 40

// extreme returns the last value of an int term in a direction, from one that it has; nil if it is far away, or the solver cannot decide.
func (f *Finder) extreme(ctx context.Context, x *term.Term, conds []*term.Term, from term.Value, direction int64) (*term.Value, error) {
	best, least := from, int64(0) // nothing is beyond best by more than the last step that failed
	for step := int64(1); ; step *= 2 {
		v, status, err := f.beyond(ctx, x, conds, best, direction*step)
		switch {
		case err != nil || status == smt.Unknown || step > farthest:
			return nil, err
		case status == smt.Sat:
			best = v
			continue
		}
		least = step
		break
	}
	for least > 1 {
		v, status, err := f.beyond(ctx, x, conds, best, direction*(least/2))
		switch {
		case err != nil || status == smt.Unknown:
			return nil, err
		case status == smt.Sat:
			best, least = v, least-least/2
		default:
			least /= 2
		}
	}
	return &best, nil
}

// beyond returns a value of an int term that is farther than another by a distance at least.
func (f *Finder) beyond(ctx context.Context, x *term.Term, conds []*term.Term, from term.Value, distance int64) (term.Value, smt.Status, error) {
	limit := f.Store.Const(term.Int, term.AddInts(from, distance))
	cond := f.Store.Le(limit, x)
	if distance < 0 {
		cond = f.Store.Le(x, limit)
	}
	return f.value(ctx, x, append(slices.Clip(conds), cond))
}
