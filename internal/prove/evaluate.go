package prove

import (
	"github.com/sextant-mbt/sextant/internal/term"
)

// Evaluation of terms over rows. A term whose variables all have small sets is run for every combination of values, which is
// exact for every operation and type; other terms are evaluated by intervals, and truth values by what the intervals decide.

// row is what is known of a row of variables.
type row []value

// evaluator evaluates terms over rows whose variables are in index.
type evaluator struct {
	store  *term.Store
	index  map[*term.Term]int // of slots, and of the parameters of the move at hand
	kinds  []term.Kind        // by index
	frames map[*term.Term]*term.Frame
	turns  map[[2]*term.Term]*term.Term // by atom and variable: the value of the variable at which the atom turns
}

func newEvaluator(store *term.Store) *evaluator {
	return &evaluator{store: store, index: map[*term.Term]int{}, frames: map[*term.Term]*term.Frame{}, turns: map[[2]*term.Term]*term.Term{}}
}

// add gives the next index to a variable.
func (ev *evaluator) add(v *term.Term) {
	ev.index[v] = len(ev.kinds)
	ev.kinds = append(ev.kinds, v.Sort().Kind)
}

// maxCombinations is how many combinations of values a term is run for.
const maxCombinations = 64

// value is what is known of a term.
func (ev *evaluator) value(t *term.Term, r row) value {
	if t.IsConst() {
		return only(t.Value())
	}
	if t.Op() == term.OpVar {
		return ev.variable(t, r)
	}
	if v, ok := ev.combine(t, r); ok {
		return v
	}
	switch {
	case t.Op() == term.OpIte:
		return ev.choice(t, r)
	case t.Sort().Kind == term.KindBool:
		return ev.truth(t, r)
	case t.Sort().Kind == term.KindInt:
		return value{bounds: term.IntervalOf(t, func(a *term.Term) term.Interval { return ev.interval(a, r) })}
	}
	return anyOf(t.Sort())
}

func (ev *evaluator) variable(t *term.Term, r row) value {
	if i, ok := ev.index[t]; ok {
		return r[i]
	}
	return anyOf(t.Sort())
}

// combine runs a term for every combination of the values of its variables, if these are few.
func (ev *evaluator) combine(t *term.Term, r row) (value, bool) {
	vars := t.Vars()
	sets := make([][]term.Value, len(vars))
	count := 1
	for i, v := range vars {
		known := ev.variable(v, r)
		if !known.isSet {
			return value{}, false
		}
		sets[i] = known.set
		if count *= len(sets[i]); count > maxCombinations || count == 0 {
			return value{}, false
		}
	}
	frame := ev.frames[t]
	if frame == nil {
		frame = ev.store.Compile([]*term.Term{t}, vars).NewFrame()
		ev.frames[t] = frame
	}
	out := value{isSet: true}
	inputs := make([]term.Value, len(vars))
	for n := range count {
		for i, set := range sets {
			inputs[i] = set[n%len(set)]
			n /= len(set)
		}
		if frame.Run(inputs) != nil {
			return value{}, false
		}
		out = out.join(only(frame.Value(0)), t.Sort().Kind)
	}
	return out, true
}

// choice evaluates an if-then-else.
func (ev *evaluator) choice(t *term.Term, r row) value {
	args := t.Args()
	switch c := ev.value(args[0], r); {
	case c.is(true):
		return ev.value(args[1], r)
	case c.is(false):
		return ev.value(args[2], r)
	}
	return ev.value(args[1], r).join(ev.value(args[2], r), t.Sort().Kind)
}

func (ev *evaluator) interval(t *term.Term, r row) term.Interval { return ev.value(t, r).interval() }

func constant(t *term.Term) (int64, bool) {
	if !t.IsConst() {
		return 0, false
	}
	return t.Value().Small()
}

// truth evaluates a condition by what intervals and sets decide.
func (ev *evaluator) truth(t *term.Term, r row) value {
	args := t.Args()
	switch t.Op() {
	case term.OpNot:
		v := ev.value(args[0], r)
		if v.is(true) || v.is(false) {
			return truth(v.is(false))
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
func (ev *evaluator) junction(args []*term.Term, r row, deciding bool) value {
	open := false
	for _, a := range args {
		switch v := ev.value(a, r); {
		case v.is(deciding):
			return v
		case !v.is(!deciding):
			open = true
		}
	}
	if open {
		return either()
	}
	return truth(!deciding)
}
