package abstraction

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Choosing terms for the inner variables of a claim.
//
// The one-point rule eliminates a variable that must equal a term: there is y with y = t and B exactly if B[t], where t must
// lie within the bounds of y. It is applied to every way of a claim before the first query.
//
// Generalisation turns one choice y for one x into terms over x. In this order: a parameter with few values keeps its value, which decides
// the if-then-else of arrays; then the one-point rule eliminates what equals something now; then a variable is put to a boundary of an atom
// that mentions it (for y > x that is x + 1), if that is a right choice for this x too; the other variables keep their values.

// instance is a choice for the inner variables of a way, as terms over the outer ones.
type instance struct {
	way  int
	term map[*term.Term]*term.Term
}

// fewValues is the largest number of values of a parameter that is tried one value after the other.
const fewValues = 64

// newWay prepares a way to take a step and applies the one-point rule to it as long as possible: choices are the variables that
// are best tried one value after the other.
func (w *worker) newWay(n *step, body, inner, choices []*term.Term) *way {
	y := &way{step: n, body: w.store.And(body...).Conjuncts(), inner: inner, choice: map[*term.Term]bool{}}
	for _, v := range choices {
		y.choice[v] = v.Sort().Bounded(fewValues)
	}
	for {
		solved, ok := onePoint(w.store, y.body, y.inner)
		if !ok {
			return y
		}
		y.solved = append(y.solved, solved)
		y.body = replace(w.store, y.body, solved)
		y.inner = without(y.inner, solved.variable)
	}
}

// replace puts the value of a solution in the place of its variable, within its bounds.
func replace(store *term.Store, body []*term.Term, x solution) []*term.Term {
	out := substituteAll(store, body, map[*term.Term]*term.Term{x.variable: x.value})
	return store.And(append(out, within(store, x.value, x.variable.Sort()))...).Conjuncts()
}

// without returns a list of variables without some.
func without(vars []*term.Term, some ...*term.Term) []*term.Term {
	return slices.DeleteFunc(slices.Clone(vars), func(v *term.Term) bool { return slices.Contains(some, v) })
}

// within is the condition that a term has a value of a sort with bounds. Those of the elements of a collection are not in it: see
// hasBoundedElements.
func within(store *term.Store, t *term.Term, sort *term.Sort) *term.Term {
	cond := store.True()
	if sort.IsCollection() {
		t = store.Size(t)
	} else if sort.Kind != term.KindInt {
		return cond
	}
	if sort.HasLow {
		cond = store.And(cond, store.Le(store.Int(sort.Low), t))
	}
	if sort.HasHigh {
		cond = store.And(cond, store.Le(t, store.Int(sort.High)))
	}
	return cond
}

// hasBoundedElements reports whether the elements of a collection have bounds: a term for the collection need not keep them.
func hasBoundedElements(sort *term.Sort) bool {
	return slices.ContainsFunc(sort.Parts, func(p *term.Sort) bool { return !p.SameBounds(p.Base()) })
}

// onePoint finds a conjunct that gives a variable its value.
func onePoint(store *term.Store, body, inner []*term.Term) (solution, bool) {
	for _, c := range body {
		for _, v := range inner {
			if value := valueIn(store, c, v); value != nil {
				return solution{v, value}, true
			}
		}
	}
	return solution{}, false
}

// valueIn returns the term that v must equal for the conjunct to hold, or nil.
func valueIn(store *term.Store, c, v *term.Term) *term.Term {
	switch {
	case c == v:
		return store.True()
	case c.Op() == term.OpNot && c.Args()[0] == v:
		return store.False()
	case c.Op() != term.OpEq:
		return nil
	}
	value := store.Turn(c, v)
	if value != nil && !value.IsConst() && hasBoundedElements(v.Sort()) {
		return nil
	}
	if value == nil || value.Mentions(v) || !store.Substitute(c, map[*term.Term]*term.Term{v: value}).IsTrue() {
		return nil
	}
	return value
}

// generalisation is one choice that is being converted to terms.
type generalisation struct {
	worker *worker
	store  *term.Store
	body   []*term.Term // with the terms chosen so far
	left   []*term.Term // inner variables without a term
	values smt.Model    // of outer and inner variables
	solved []solution
}

// generalise makes an instance of one choice, and returns the condition on the outer variables under which it is right. It is
// right for the given outer values.
func (w *worker) generalise(y *way, outer, inner smt.Model) (instance, *term.Term, error) {
	g := &generalisation{worker: w, store: w.store, body: y.body, left: y.inner, values: union(outer, inner)}
	for _, v := range y.inner {
		if y.choice[v] {
			g.keep(v)
		}
	}
	for len(g.left) > 0 {
		if solved, ok := onePoint(g.store, g.body, g.left); ok {
			g.set(solved)
		} else if !g.boundary() {
			g.keep(g.left[0])
		}
	}
	body := w.store.And(g.body...)
	holds, err := w.holds(body, g.values)
	if err == nil && !holds {
		err = errReplay
	}
	return instance{term: g.terms()}, body, err
}

// set gives a variable a term.
func (g *generalisation) set(x solution) {
	g.solved = append(g.solved, x)
	g.body = replace(g.store, g.body, x)
	g.left = without(g.left, x.variable)
}

// keep gives a variable its value.
func (g *generalisation) keep(v *term.Term) {
	g.set(solution{v, g.store.Const(v.Sort(), g.values[v])})
}

// boundary puts a variable to a boundary of an atom that is a right choice here.
func (g *generalisation) boundary() bool {
	body := g.store.And(g.body...)
	atoms := body.Atoms()
	for _, v := range g.left {
		for _, t := range g.boundaries(atoms, v) {
			if g.isRight(body, v, t) {
				g.set(solution{v, t})
				return true
			}
		}
	}
	return false
}

// boundaries returns terms over outer variables at which atoms turn, and values next to them: one more and one less, and for
// real numbers, which need not have any other, those in the middle of two.
func (g *generalisation) boundaries(atoms []*term.Term, v *term.Term) []*term.Term {
	var turns, out []*term.Term
	for _, atom := range atoms {
		if t := g.store.Turn(atom, v); t != nil && !t.Mentions(g.left...) && !slices.Contains(turns, t) && (t.IsConst() || !hasBoundedElements(v.Sort())) {
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

// isRight reports whether the choice stays right if v has the value of t.
func (g *generalisation) isRight(body, v, t *term.Term) bool {
	changed := g.store.And(g.store.Substitute(body, map[*term.Term]*term.Term{v: t}), within(g.store, t, v.Sort()))
	holds, err := g.worker.holds(changed, g.values)
	return err == nil && holds
}

// terms returns the choices with later choices substituted.
func (g *generalisation) terms() map[*term.Term]*term.Term {
	out := map[*term.Term]*term.Term{}
	for _, solved := range slices.Backward(g.solved) {
		out[solved.variable] = g.store.Substitute(solved.value, out)
	}
	return out
}
