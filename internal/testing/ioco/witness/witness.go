// Package witness has values that make conditions true, and finds others near them without a solver.
package witness

import (
	"maps"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Witness is values that satisfy the conditions of a possibility; variables that are missing have the default of their sort. It is
// shared, and not changed. The zero value satisfies no conditions at all; where it is not known that a witness does, Lost is set.
type Witness struct {
	Values map[*term.Term]term.Value
	Lost   bool
}

// With returns the witness with another value.
func (w Witness) With(v *term.Term, value term.Value) Witness {
	values := maps.Clone(w.Values)
	if values == nil {
		values = map[*term.Term]term.Value{}
	}
	values[v] = value
	return Witness{Values: values}
}

// Value returns the value of a variable.
func (w Witness) Value(v *term.Term) term.Value {
	if x, ok := w.Values[v]; ok {
		return x
	}
	return v.Sort().Default()
}

// Evaluate computes a term; false if it cannot.
func (w Witness) Evaluate(store *term.Store, x *term.Term) (term.Value, bool) {
	by := map[*term.Term]term.Value{}
	for _, v := range x.Vars() {
		by[v] = w.Value(v)
	}
	value, err := store.Evaluate(x, by)
	return value, err == nil
}

// Satisfies reports whether conditions are true.
func (w Witness) Satisfies(store *term.Store, conds []*term.Term) bool {
	return w.Violated(store, conds) == nil
}

// Violated returns the first condition that is not true, nil if all are.
func (w Witness) Violated(store *term.Store, conds []*term.Term) *term.Term {
	for _, c := range conds {
		if value, known := w.Evaluate(store, c); !known || !value.Bool() {
			return c
		}
	}
	return nil
}

// Moved looks for a witness of all conditions that differs in one value, by which the one that failed becomes true.
func (w Witness) Moved(store *term.Store, failed *term.Term, conds []*term.Term) (Witness, bool) {
	for _, v := range failed.Vars() {
		for _, value := range w.turns(store, failed, v) {
			if !v.Sort().Contains(value) {
				continue
			}
			if next := w.With(v, value); next.Satisfies(store, conds) {
				return next, true
			}
		}
	}
	return w, false
}

// Near looks for a witness of all conditions: from the defaults, one value moves for each condition to where it turns, while those before it stay
// true.
func Near(store *term.Store, conds []*term.Term) (Witness, bool) {
	var w Witness
	for range conds {
		failed := w.Violated(store, conds)
		if failed == nil {
			break
		}
		var moved bool
		if w, moved = w.Moved(store, failed, conds[:slices.Index(conds, failed)+1]); !moved {
			return w, false
		}
	}
	return w, w.Satisfies(store, conds)
}

// turns returns values of a variable at which a condition may turn.
func (w Witness) turns(store *term.Store, cond, v *term.Term) []term.Value {
	if few := v.Sort().Values(16); few != nil {
		return few
	}
	var out []term.Value
	for _, atom := range cond.Atoms() {
		turn := store.Turn(atom, v)
		if turn == nil {
			continue
		}
		value, known := w.Evaluate(store, turn)
		if !known {
			continue
		}
		out = append(out, value)
		if k := v.Sort().Kind; k == term.KindInt || k == term.KindReal {
			out = append(out, term.AddInts(value, 1), term.AddInts(value, -1))
		}
	}
	if v.Sort().Kind == term.KindString {
		return append(out, w.resized(store, cond, v)...)
	}
	return out
}

// maxText bounds the length of texts that are tried.
const maxText = 1 << 16

// resized returns the value of a text with other lengths, at which a condition may turn. A solver needs long for long texts.
func (w Witness) resized(store *term.Store, cond, v *term.Term) []term.Value {
	text, length := []rune(w.Value(v).Text()), store.Length(v)
	var out []term.Value
	for _, atom := range cond.Atoms() {
		if atom.Args()[0].Sort().Kind != term.KindInt {
			continue
		}
		turn := store.Turn(atom, length)
		if turn == nil || turn.Mentions(v) {
			continue
		}
		value, known := w.Evaluate(store, turn)
		n, small := value.Small()
		for k := max(n-1, 0); known && small && k <= min(n+1, maxText); k++ {
			some := text[:min(int(k), len(text))]
			out = append(out, term.StringValue(string(some)+strings.Repeat("a", int(k)-len(some))))
		}
	}
	return out
}

// IsEmpty reports whether conditions leave some int variable no value, as far as comparisons with constants show.
func IsEmpty(conds []*term.Term) bool {
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
