package ioco

import (
	"context"
	"maps"
	"slices"

	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/term"
)

// For the conditions of a possibility a witness is kept: values of variables that make all of them true. A new condition that the
// witness satisfies, perhaps after one value is moved to where the condition turns, needs no solver; nor does one that leaves a variable
// no value. The solver decides the rest.

// witness is values that satisfy the conditions of a possibility; variables that are missing have the default of their sort. It is
// shared, and not changed. The zero value satisfies no conditions at all; where it is not known that a witness does, lost is set.
type witness struct {
	values map[*term.Term]term.Value
	lost   bool
}

// with returns the witness with another value.
func (w witness) with(v *term.Term, value term.Value) witness {
	values := maps.Clone(w.values)
	if values == nil {
		values = map[*term.Term]term.Value{}
	}
	values[v] = value
	return witness{values: values}
}

// value returns the value of a variable.
func (w witness) value(v *term.Term) term.Value {
	if x, ok := w.values[v]; ok {
		return x
	}
	return v.Sort().Default()
}

// evaluate computes a term; false if it cannot.
func (w witness) evaluate(store *term.Store, x *term.Term) (term.Value, bool) {
	by := map[*term.Term]term.Value{}
	for _, v := range x.Vars() {
		by[v] = w.value(v)
	}
	value, err := store.Evaluate(x, by)
	return value, err == nil
}

// satisfies reports whether conditions are true.
func (w witness) satisfies(store *term.Store, conds []*term.Term) bool {
	return w.violated(store, conds) == nil
}

// violated returns the first condition that is not true, nil if all are.
func (w witness) violated(store *term.Store, conds []*term.Term) *term.Term {
	for _, c := range conds {
		if value, known := w.evaluate(store, c); !known || !value.Bool() {
			return c
		}
	}
	return nil
}

// decideAll reports whether conditions can hold together, where it is known of some that they can, and returns a witness. What the
// solver cannot decide counts as possible, so that no system is blamed for it.
func (t *Tracker) decideAll(ctx context.Context, known, conds []*term.Term, w witness) (witness, bool, error) {
	fresh := slices.DeleteFunc(slices.Clone(conds), func(c *term.Term) bool { return slices.Contains(known, c) })
	if len(fresh) == 0 {
		return w, true, nil
	}
	store := t.System.Store
	if !w.lost {
		failed := w.violated(store, fresh)
		if failed == nil {
			return w, true, nil
		}
		if moved, ok := w.moved(store, failed, conds); ok {
			return moved, true, nil
		}
	}
	if isEmpty(conds) {
		return w, false, nil
	}
	answer, err := t.Ask(ctx, smt.Query{Conjuncts: conds, Values: term.Variables(conds)})
	switch {
	case err != nil || answer.Status == smt.Unsat:
		return w, false, err
	case answer.Status != smt.Sat:
		return witness{lost: true}, true, nil
	}
	return witness{values: answer.Model}, true, nil
}

// mayHold reports whether conditions can hold in a possibility.
func (t *Tracker) mayHold(ctx context.Context, p *Possibility, more ...*term.Term) (bool, error) {
	conds, ok := term.Conjoin(p.Conds, more)
	if !ok {
		return false, nil
	}
	if t.slow {
		return t.check(ctx, conds)
	}
	_, ok, err := t.decideAll(ctx, p.Conds, conds, p.witness)
	return ok, err
}

// moved looks for a witness of all conditions that differs in one value, by which the one that failed becomes true.
func (w witness) moved(store *term.Store, failed *term.Term, conds []*term.Term) (witness, bool) {
	for _, v := range failed.Vars() {
		for _, value := range w.turns(store, failed, v) {
			if !v.Sort().Contains(value) {
				continue
			}
			if next := w.with(v, value); next.satisfies(store, conds) {
				return next, true
			}
		}
	}
	return w, false
}

// turns returns values of a variable at which a condition may turn.
func (w witness) turns(store *term.Store, cond, v *term.Term) []term.Value {
	if few := v.Sort().Values(16); few != nil {
		return few
	}
	var out []term.Value
	for _, atom := range cond.Atoms() {
		turn := store.Turn(atom, v)
		if turn == nil {
			continue
		}
		value, known := w.evaluate(store, turn)
		if !known {
			continue
		}
		out = append(out, value)
		if k := v.Sort().Kind; k == term.KindInt || k == term.KindReal {
			out = append(out, term.AddInts(value, 1), term.AddInts(value, -1))
		}
	}
	return out
}

// isEmpty reports whether conditions leave some int variable no value, as far as comparisons with constants show.
func isEmpty(conds []*term.Term) bool {
	intervals := map[*term.Term]term.Interval{}
	for _, c := range conds {
		v, within, ok := bound(c)
		if !ok {
			continue
		}
		known, again := intervals[v]
		if !again {
			known = v.Sort().Bounds()
		}
		if intervals[v], ok = known.Meet(within); !ok {
			return true
		}
	}
	return false
}

// bound returns the variable and the interval of a condition that compares an int variable with a constant.
func bound(c *term.Term) (v *term.Term, within term.Interval, ok bool) {
	if c.Op() != term.OpLe {
		return nil, within, false
	}
	a, b := c.Args()[0], c.Args()[1]
	switch {
	case a.Op() == term.OpVar && b.IsConst() && a.Sort().Kind == term.KindInt:
		n, small := b.Value().Small()
		return a, term.Interval{High: term.Bound{N: n, OK: small}}, true
	case b.Op() == term.OpVar && a.IsConst() && b.Sort().Kind == term.KindInt:
		n, small := a.Value().Small()
		return b, term.Interval{Low: term.Bound{N: n, OK: small}}, true
	}
	return nil, within, false
}
