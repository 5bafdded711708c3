package term

import (
	"errors"
	"iter"
	"slices"
)

// Concrete evaluation of quantifiers: a bound variable is enumerated between limits that follow from its sort or from the conjuncts of the
// body (0 <= n and n <= r). The limits of a variable may mention the free variables and the bound variables before it, so nested loops narrow
// each other. For all x. b is evaluated as not exists x. not b. A quantifier without limits, or with too many cases, goes to Frame.Decide,
// which queries a solver.

// ErrUndecided is the error of a run that met a quantifier which can neither be enumerated nor decided. ErrTooLarge is one, too.
var ErrUndecided = errors.New("a quantifier over an unbounded type could not be decided")

type quantifier struct {
	source *Term
	forall bool
	body   *Program // inputs: free variables, then bound variables; the body, negated for forall
	limits []limits // one per bound variable
}

// limits are the programs that compute bounds of a bound variable; an empty side has no known bound.
type limits struct {
	sort  *Sort
	lows  *Program
	highs *Program
}

func (s *Store) compileQuantifier(t *Term) *quantifier {
	inputs := slices.Concat(t.Vars(), t.Bound())
	q := &quantifier{source: t, forall: t.op == OpForall, body: s.Compile([]*Term{s.sought(t)}, inputs)}
	for i, v := range t.Bound() {
		lows, highs := s.Limits(t, i)
		q.limits = append(q.limits, limits{v.sort, s.Compile(lows, inputs), s.Compile(highs, inputs)})
	}
	return q
}

// sought returns the condition on bound variables that a search looks for: the body, negated for forall.
func (s *Store) sought(t *Term) *Term {
	if t.op == OpForall {
		return s.Not(t.Body())
	}
	return t.Body()
}

// Limits returns lower and upper bounds of bound variable i of a quantifier, derived from the conjuncts of the body (of its negation for
// forall). They mention the free variables and the bound variables before it.
func (s *Store) Limits(t *Term, i int) (lows, highs []*Term) {
	bound := t.Bound()
	for _, c := range s.pushNot(s.sought(t)).Conjuncts() {
		if c.op != OpLe && c.op != OpLt && c.op != OpEq || c.args[0].sort.Kind != KindInt || c.quant {
			continue
		}
		low, high := s.solveFor(c, bound[i], bound[i+1:])
		lows, highs = append(lows, low...), append(highs, high...)
	}
	return lows, highs
}

// pushNot turns the negation of a disjunction into a conjunction, one level deep.
func (s *Store) pushNot(t *Term) *Term {
	if t.op != OpNot || t.args[0].op != OpOr {
		return t
	}
	parts := make([]*Term, len(t.args[0].args))
	for i, a := range t.args[0].args {
		parts[i] = s.Not(a)
	}
	return s.And(parts...)
}

// solveFor derives bounds of v from the comparison c.
func (s *Store) solveFor(c, v *Term, later []*Term) (lows, highs []*Term) {
	l := newDifference(c.args[0], c.args[1])
	defer l.free()
	lows, highs = s.boundsFrom(l, v, later)
	if c.op == OpEq {
		l.negate()
		low, high := s.boundsFrom(l, v, later)
		lows, highs = append(lows, low...), append(highs, high...)
	}
	return lows, highs
}

// boundsFrom solves l <= 0 for v. Terms that mention later variables are replaced by an end of their interval, so that in 20*a + 50*b == m
// with natural numbers the limit of a is m / 20, and that of b follows from a.
func (s *Store) boundsFrom(l *linear, v *Term, later []*Term) (lows, highs []*Term) {
	factor, rest := l.isolate(v, later)
	defer rest.free()
	if isZeroValue(factor) || !isWhole(factor) {
		return nil, nil
	}
	rest.negate()
	quotient := s.Div(s.sum(rest), s.number(Int, magnitudeOf(factor)))
	if signOf(factor) > 0 {
		return nil, []*Term{quotient} // v <= floor(-rest / factor)
	}
	return []*Term{s.Neg(quotient)}, nil // v >= ceil(rest / size) = -floor(-rest / size)
}

// substitute replaces the free variables of the quantifier by args, in the order of its Vars. Bound variables that occur
// in args are renamed first.
func (q *quantifier) substitute(s *Store, args []*Term) *Term {
	bound := q.source.Bound()
	renamed := s.renamed(bound, args)
	inputs := slices.Concat(q.source.Vars(), bound)
	body := s.Compile([]*Term{q.source.Body()}, inputs).Symbolic(slices.Concat(args, renamed))[0]
	return s.quantify(q.source.op, renamed, body)
}

// runQuantifier evaluates a quantifier by enumeration, or calls Decide.
func (f *Frame) runQuantifier(st *step) Value {
	q := st.quantifier
	if f.err != nil {
		return Value{}
	}
	inputs := make([]Value, len(st.args)+len(q.limits))
	for i, a := range st.args {
		inputs[i] = f.values[a]
	}
	e := enumeration{frame: f, quantifier: q, inputs: inputs, free: len(st.args), body: q.body.NewFrame()}
	e.body.Decide = f.Decide
	found := e.search(0)
	if e.stuck {
		return f.decide(q.source, inputs[:len(st.args)])
	}
	return BoolValue(found != q.forall)
}

func (f *Frame) decide(source *Term, free []Value) Value {
	if f.Decide == nil {
		f.err = ErrUndecided
		return Value{}
	}
	s := f.program.store
	by := map[*Term]*Term{}
	for i, v := range source.Vars() {
		by[v] = s.Const(v.sort, free[i])
	}
	holds, err := f.Decide(s.Substitute(source, by))
	if err != nil {
		f.err = err
	}
	return BoolValue(holds)
}

// enumeration is one search for values of the bound variables that make the body true.
type enumeration struct {
	frame      *Frame
	quantifier *quantifier
	inputs     []Value
	free       int
	body       *Frame
	stuck      bool // no limits, or too many cases
}

// fewCases is how many cases are tried of a range that is too wide to be tried as a whole.
const fewCases = 64

func (e *enumeration) search(i int) bool {
	if i == len(e.quantifier.limits) {
		e.body.budget, e.body.err = e.frame.budget, nil
		e.body.run(e.inputs)
		e.frame.budget = e.body.budget
		e.stuck = e.stuck || e.body.err != nil
		return e.body.Bool(0)
	}
	low, high, ok := e.quantifier.limits[i].interval(e.inputs)
	if !ok {
		e.stuck = true
		return false
	}
	hopeless := low <= high && uint64(high)-uint64(low) >= enumerationLimit
	for v := low; v <= high && v >= low; v++ { // v wraps around after the largest number
		if e.frame.budget--; e.frame.budget < 0 || hopeless && v-low >= fewCases {
			e.stuck = true
			return false
		}
		e.inputs[e.free+i] = IntValue(v)
		if e.search(i+1) || e.stuck {
			return !e.stuck
		}
	}
	return false
}

// interval is the narrowest known range of a bound variable.
func (l limits) interval(inputs []Value) (low, high int64, ok bool) {
	low, high, ok = l.sort.interval()
	hasLow, hasHigh := ok, ok
	if l.sort.Kind == KindInt {
		low, hasLow, high, hasHigh = l.sort.Low, l.sort.HasLow, l.sort.High, l.sort.HasHigh
	}
	for n := range smallRoots(l.lows, inputs) {
		if !hasLow || n > low {
			low, hasLow = n, true
		}
	}
	for n := range smallRoots(l.highs, inputs) {
		if !hasHigh || n < high {
			high, hasHigh = n, true
		}
	}
	return low, high, hasLow && hasHigh
}

// smallRoots runs a program and yields those of its roots that an int64 holds; none if it cannot be run to its end.
func smallRoots(p *Program, inputs []Value) iter.Seq[int64] {
	return func(yield func(int64) bool) {
		if len(p.roots) == 0 {
			return
		}
		f := p.NewFrame()
		if f.Run(inputs) != nil {
			return
		}
		for i := range p.roots {
			if n, small := f.Value(i).Small(); small && !yield(n) {
				return
			}
		}
	}
}
