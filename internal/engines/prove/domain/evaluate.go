package domain

import (
	"maps"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Evaluation of terms over rows. A term whose variables all have small sets is run for every combination of values, which is
// exact for every operation and type; other terms are evaluated by intervals, and truth values by what the intervals decide.

// Row holds the abstract values of a row of variables.
type Row []Value

// Evaluator evaluates terms over rows whose variables are in index.
type Evaluator struct {
	store  *term.Store
	index  map[*term.Term]int // of slots, and of the parameters of the move at hand
	kinds  []term.Kind        // by index
	frames map[*term.Term]*term.Frame
	turns  map[[2]*term.Term]*term.Term // by atom and variable: the value of the variable at which the atom turns
	depth  int                          // of the evaluation at hand
	known  map[*term.Term]Value         // computed values: a subterm may occur very many times
}

// NewEvaluator makes an evaluator of empty rows.
func NewEvaluator(store *term.Store) *Evaluator {
	return &Evaluator{store: store, index: map[*term.Term]int{}, frames: map[*term.Term]*term.Frame{}, turns: map[[2]*term.Term]*term.Term{},
		known: map[*term.Term]Value{}}
}

// Add gives the next index to a variable.
func (ev *Evaluator) Add(v *term.Term) {
	ev.index[v] = len(ev.kinds)
	ev.kinds = append(ev.kinds, v.Sort().Kind)
}

// Has reports whether a variable is in the rows.
func (ev *Evaluator) Has(v *term.Term) bool {
	_, ok := ev.index[v]
	return ok
}

// Index returns where a variable is in the rows.
func (ev *Evaluator) Index(v *term.Term) (int, bool) {
	i, ok := ev.index[v]
	return i, ok
}

// Extended returns an evaluator of rows with more variables at the end.
func (ev *Evaluator) Extended(vars []*term.Term) *Evaluator {
	out := *ev
	out.index, out.kinds, out.known = maps.Clone(ev.index), slices.Clone(ev.kinds), map[*term.Term]Value{}
	for _, v := range vars {
		out.Add(v)
	}
	return &out
}

// maxCombinations is how many combinations of values a term is run for.
const maxCombinations = 64

// Value returns the abstract value of a term.
func (ev *Evaluator) Value(t *term.Term, r Row) Value {
	if t.IsConst() {
		return only(t.Value())
	}
	if t.Op() == term.OpVar {
		return ev.variable(t, r)
	}
	if v, ok := ev.known[t]; ok {
		return v
	}
	ev.depth++
	v := ev.operation(t, r)
	ev.known[t] = v
	if ev.depth--; ev.depth == 0 { // the next evaluation is over another row
		clear(ev.known)
	}
	return v
}

// operation returns the abstract value of a term with arguments.
func (ev *Evaluator) operation(t *term.Term, r Row) Value {
	if v, ok := ev.combine(t, r); ok {
		return v
	}
	switch {
	case t.Op() == term.OpIte:
		return ev.choice(t, r)
	case t.Sort().Kind == term.KindBool:
		return ev.truth(t, r)
	case t.Sort().Kind == term.KindInt:
		return Value{bounds: term.IntervalOf(t, func(a *term.Term) term.Interval { return ev.interval(a, r) })}
	}
	return AnyOf(t.Sort())
}

func (ev *Evaluator) variable(t *term.Term, r Row) Value {
	if i, ok := ev.index[t]; ok {
		return r[i]
	}
	return AnyOf(t.Sort())
}

// combine runs a term for every combination of the values of its variables, if these are few.
func (ev *Evaluator) combine(t *term.Term, r Row) (Value, bool) {
	vars := t.Vars()
	sets := make([][]term.Value, len(vars))
	count := 1
	for i, v := range vars {
		known := ev.variable(v, r)
		if !known.isSet {
			return Value{}, false
		}
		sets[i] = known.set
		if count *= len(sets[i]); count > maxCombinations || count == 0 {
			return Value{}, false
		}
	}
	frame := ev.frames[t]
	if frame == nil {
		frame = ev.store.Compile([]*term.Term{t}, vars).NewFrame()
		ev.frames[t] = frame
	}
	out := Value{isSet: true}
	inputs := make([]term.Value, len(vars))
	for n := range count {
		for i, set := range sets {
			inputs[i] = set[n%len(set)]
			n /= len(set)
		}
		if frame.Run(inputs) != nil {
			return Value{}, false
		}
		out = out.Join(only(frame.Value(0)), t.Sort().Kind)
	}
	return out, true
}

// choice evaluates an if-then-else.
func (ev *Evaluator) choice(t *term.Term, r Row) Value {
	args := t.Args()
	switch c := ev.Value(args[0], r); {
	case c.Is(true):
		return ev.Value(args[1], r)
	case c.Is(false):
		return ev.Value(args[2], r)
	}
	return ev.Value(args[1], r).Join(ev.Value(args[2], r), t.Sort().Kind)
}

func (ev *Evaluator) interval(t *term.Term, r Row) term.Interval { return ev.Value(t, r).Interval() }

// truth evaluates a condition by what intervals and sets decide.
func (ev *Evaluator) truth(t *term.Term, r Row) Value {
	args := t.Args()
	switch t.Op() {
	case term.OpNot:
		v := ev.Value(args[0], r)
		if v.Is(true) || v.Is(false) {
			return truth(v.Is(false))
		}
	case term.OpAnd:
		return ev.junction(args, r, false)
	case term.OpOr:
		return ev.junction(args, r, true)
	case term.OpLe, term.OpEq:
		if args[0].Sort().Kind != term.KindInt {
			break
		}
		left, right := ev.interval(args[0], r), ev.interval(args[1], r)
		if right.Below(left) || t.Op() == term.OpEq && left.Below(right) {
			return truth(false)
		}
		if t.Op() == term.OpLe && left.AtMost(right) {
			return truth(true)
		}
	}
	return either()
}

// junction is a disjunction if deciding is true, and a conjunction otherwise: one argument with that truth decides it.
func (ev *Evaluator) junction(args []*term.Term, r Row, deciding bool) Value {
	open := false
	for _, a := range args {
		switch v := ev.Value(a, r); {
		case v.Is(deciding):
			return v
		case !v.Is(!deciding):
			open = true
		}
	}
	if open {
		return either()
	}
	return truth(!deciding)
}
