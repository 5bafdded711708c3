package abstraction

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/term"
)

// Choosing terms for the inner variables of a claim.
//
// The one-point rule eliminates a variable that must equal a term: there is y with y = t and B exactly if B[t], where t must
// lie within the bounds of y. It is applied to every way of a claim before anything is asked.
//
// Generalisation turns one choice y for one x into terms over x. In this order: a parameter with few values keeps its value,
// which decides the if-then-else of arrays; then the one-point rule eliminates what equals something now; then a variable is
// put to a boundary of an atom that mentions it (for y > x that is x + 1), if that is a right choice for this x too; what is
// left keeps its value.

// instance is what to choose for the inner variables of a way, as terms over the outer ones.
type instance struct {
	way  int
	term map[*term.Term]*term.Term
}

// newWay prepares a way: choices are the variables that are best tried one value after the other.
func (s *Session) newWay(body, inner, choices []*term.Term) *way {
	y := &way{body: body, inner: inner, choice: map[*term.Term]bool{}}
	for _, v := range choices {
		y.choice[v] = v.Sort().Bounded(fewValues)
	}
	s.eliminate(y)
	return y
}

// fewValues is how many values a parameter may have to be tried one value after the other.
const fewValues = 64

// eliminate applies the one-point rule as often as it can.
func (s *Session) eliminate(y *way) {
	y.body = s.store.And(y.body...).Conjuncts()
	for {
		solved, ok := s.onePoint(y.body, y.inner)
		if !ok {
			return
		}
		y.solved = append(y.solved, solved)
		y.body = s.replace(y.body, solved)
		y.inner = without(y.inner, solved.variable)
	}
}

// replace puts the value of a solution in the place of its variable, within its bounds.
func (s *Session) replace(body []*term.Term, x solution) []*term.Term {
	out := substituteAll(s.store, body, map[*term.Term]*term.Term{x.variable: x.value})
	out = append(out, s.within(x.value, x.variable.Sort()))
	return s.store.And(out...).Conjuncts()
}

// without is a list of variables without some.
func without(vars []*term.Term, some ...*term.Term) []*term.Term {
	return slices.DeleteFunc(slices.Clone(vars), func(v *term.Term) bool { return slices.Contains(some, v) })
}

// within is the condition that a term has a value of a sort with bounds.
func (s *Session) within(t *term.Term, sort *term.Sort) *term.Term {
	cond := s.store.True()
	if sort.Kind != term.KindInt {
		return cond
	}
	if sort.HasLow {
		cond = s.store.And(cond, s.store.Le(s.store.Int(sort.Low), t))
	}
	if sort.HasHigh {
		cond = s.store.And(cond, s.store.Le(t, s.store.Int(sort.High)))
	}
	return cond
}

// onePoint finds a conjunct that gives a variable its value.
func (s *Session) onePoint(body, inner []*term.Term) (solution, bool) {
	for _, c := range body {
		for _, v := range inner {
			if value := s.valueIn(c, v); value != nil {
				return solution{v, value}, true
			}
		}
	}
	return solution{}, false
}

// valueIn is the term that v must equal for the conjunct to hold, or nil.
func (s *Session) valueIn(c, v *term.Term) *term.Term {
	switch {
	case c == v:
		return s.store.True()
	case c.Op() == term.OpNot && c.Args()[0] == v:
		return s.store.False()
	case c.Op() != term.OpEq:
		return nil
	}
	value := s.store.Turn(c, v)
	if value == nil || value.Mentions(v) || !s.store.Substitute(c, map[*term.Term]*term.Term{v: value}).IsTrue() {
		return nil
	}
	return value
}

// generalisation is one choice on its way to terms.
type generalisation struct {
	*worker
	body   []*term.Term // with the terms chosen so far
	left   []*term.Term // inner variables without a term
	values smt.Model    // of outer and inner variables
	solved []solution
}

// generalise makes an instance of one choice, and returns the condition on the outer variables under which it is right. It is
// right for the given outer values.
func (w *worker) generalise(y *way, outer, inner smt.Model) (instance, *term.Term, error) {
	g := &generalisation{worker: w, body: y.body, left: y.inner, values: smt.Model{}}
	for _, m := range []smt.Model{outer, inner} {
		for v, value := range m {
			g.values[v] = value
		}
	}
	for _, v := range y.inner {
		if y.choice[v] {
			g.keep(v)
		}
	}
	for len(g.left) > 0 {
		if g.onePoint() || g.boundary() {
			continue
		}
		g.keep(g.left[0])
	}
	body := w.store.And(g.body...)
	holds, err := w.holds(body, g.values)
	if err == nil && !holds {
		err = errReplay
	}
	return instance{term: g.terms()}, body, err
}

// set gives a variable a term.
func (g *generalisation) set(v, t *term.Term) {
	g.solved = append(g.solved, solution{v, t})
	g.body = g.replace(g.body, solution{v, t})
	g.left = without(g.left, v)
}

// keep gives a variable its value.
func (g *generalisation) keep(v *term.Term) { g.set(v, g.store.Const(v.Sort(), g.values[v])) }

// onePoint eliminates a variable that equals something, now that others have their terms.
func (g *generalisation) onePoint() bool {
	solved, ok := g.Session.onePoint(g.body, g.left)
	if ok {
		g.set(solved.variable, solved.value)
	}
	return ok
}

// boundary puts a variable to a boundary of an atom that is a right choice here.
func (g *generalisation) boundary() bool {
	body := g.store.And(g.body...)
	atoms := body.Atoms()
	for _, v := range g.left {
		for _, t := range g.boundaries(atoms, v) {
			if g.isRight(body, v, t) {
				g.set(v, t)
				return true
			}
		}
	}
	return false
}

// boundaries are terms over outer variables at which atoms turn, and values next to them: one more and one less, and for real
// numbers, which need not have any other, those in the middle of two.
func (g *generalisation) boundaries(atoms []*term.Term, v *term.Term) []*term.Term {
	var turns, out []*term.Term
	for _, atom := range atoms {
		if t := g.store.Turn(atom, v); t != nil && !t.Mentions(g.left...) && !slices.Contains(turns, t) {
			turns = append(turns, t)
		}
	}
	for i, t := range turns {
		out = append(out, t)
		if kind := v.Sort().Kind; kind == term.KindInt || kind == term.KindReal {
			one := g.store.Const(v.Sort().Base(), term.IntValue(1))
			out = append(out, g.store.Add(t, one), g.store.Sub(t, one))
		}
		if v.Sort().Kind == term.KindReal {
			for _, u := range turns[:i] {
				out = append(out, g.store.Div(g.store.Add(t, u), g.store.Const(term.Real, term.IntValue(2))))
			}
		}
	}
	return out
}

// isRight tells whether the choice stays right if v has the value of t.
func (g *generalisation) isRight(body, v, t *term.Term) bool {
	changed := g.store.And(g.store.Substitute(body, map[*term.Term]*term.Term{v: t}), g.within(t, v.Sort()))
	holds, err := g.holds(changed, g.values)
	return err == nil && holds
}

// terms are the choices with what was chosen later put in.
func (g *generalisation) terms() map[*term.Term]*term.Term {
	out := map[*term.Term]*term.Term{}
	for i := len(g.solved) - 1; i >= 0; i-- {
		out[g.solved[i].variable] = g.store.Substitute(g.solved[i].value, out)
	}
	return out
}

// applyInstance computes all inner variables by an instance; false if it is not right for the outer values.
func (w *worker) applyInstance(y *way, x instance, outer smt.Model) (smt.Model, bool) {
	inner := make(smt.Model, len(y.inner))
	for _, v := range y.inner {
		value, err := w.store.Evaluate(x.term[v], outer)
		if err != nil || !v.Sort().Contains(value) {
			return nil, false
		}
		inner[v] = value
	}
	all, err := w.restore(y, outer, inner)
	if err != nil {
		return nil, false
	}
	holds, err := w.holds(w.store.And(y.body...), all)
	return all, err == nil && holds
}

// restore adds the values of the variables that were eliminated.
func (w *worker) restore(y *way, outer, inner smt.Model) (smt.Model, error) {
	all := make(smt.Model, len(outer)+len(inner)+len(y.solved))
	for _, m := range []smt.Model{outer, inner} {
		for v, value := range m {
			all[v] = value
		}
	}
	for i := len(y.solved) - 1; i >= 0; i-- {
		value, err := w.store.Evaluate(y.solved[i].value, all)
		if err != nil {
			return nil, err
		}
		all[y.solved[i].variable] = value
	}
	return all, nil
}
