package contract

import (
	"context"
	"iter"
	"math"
	"math/big"
	"slices"
	"time"

	"github.com/sextant-mbt/sextant/internal/extern/table"
	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// Inputs for a behaviour, in this order:
//
//	small    numbers near zero, so that what breaks the contract is easy to read
//	edges    each number as small and as large as the precondition allows, each member of an enumeration
//	others   a few more from the solver, each different from those before
//	chance   numbers near zero, near the constants of the contract, near each other, and anywhere within the bound
//	the rest from the solver again, if chance does not meet the precondition
//
// The solver is asked for an input together with a result that satisfies the postcondition, since one without any would
// teach nothing about the function. Such inputs are given only if there are no others.

const (
	inputLimit  = 2 * time.Second // of a question about inputs
	someOthers  = 10
	someSmall   = 4   // inputs within each small bound
	chances     = 100 // tries of chance for each input wanted
	smallSort   = 16  // values of a sort that are all tried
	longestText = 8
)

// Inputs chooses inputs of a contract at the edges of its preconditions, for instance as rows of GoTest: at most
// options.Inputs for each behaviour, and what is found within the time limit.
func (c *Checker) Inputs(ctx context.Context, x *sts.Extern, k *sts.Contract, options ExerciseOptions) ([][]term.Value, error) {
	e, err := c.newExerciser(x, k, nil, options)
	if err != nil {
		return nil, err
	}
	limited, cancel := context.WithTimeout(ctx, e.options.Limit)
	defer cancel()
	e.ctx = limited
	var out [][]term.Value
	for i := range e.behaviors {
		some, err := e.first(i)
		out = append(out, some...)
		if err != nil && (ctx.Err() != nil || limited.Err() == nil) {
			return nil, err
		}
	}
	return out, nil
}

// first are the first inputs that the solver chooses for a behaviour.
func (e *exerciser) first(i int) ([][]term.Value, error) {
	var out [][]term.Value
	for args, err := range e.chosen(i) {
		if err != nil {
			return out, err
		}
		if out = append(out, args); len(out) >= e.options.Inputs {
			break
		}
	}
	return out, nil
}

// inputs are the inputs for one behaviour, each of which is new.
func (e *exerciser) inputs(i int) iter.Seq2[[]term.Value, error] {
	return func(yield func([]term.Value, error) bool) {
		inTurn(yield, e.chosen(i), e.chance(i), e.others(e.conjuncts(i, e.options.Bound), e.options.Inputs), e.others(e.box(e.behaviors[i].Pre, e.options.Bound), 1))
	}
}

// inTurn gives the inputs of several sources, one source after the other.
func inTurn(yield func([]term.Value, error) bool, sources ...iter.Seq2[[]term.Value, error]) {
	for _, source := range sources {
		for args, err := range source {
			if !yield(args, err) {
				return
			}
		}
	}
}

// conjuncts are what an input within a bound and a result have to satisfy.
func (e *exerciser) conjuncts(i int, bound int64) []*term.Term {
	return e.box(e.store.And(e.behaviors[i].Pre, e.behaviors[i].Post), bound)
}

// box adds bounds of all numbers and texts to a condition.
func (e *exerciser) box(t *term.Term, bound int64) []*term.Term {
	out := []*term.Term{t}
	for _, v := range e.extern.Inputs {
		switch v.Sort().Kind {
		case term.KindInt, term.KindReal:
			low, high := bounds(v.Sort(), bound)
			out = append(out, e.store.Le(e.store.Const(v.Sort(), term.IntValue(low)), v), e.store.Le(v, e.store.Const(v.Sort(), term.IntValue(high))))
		case term.KindString:
			out = append(out, e.store.Le(e.store.Length(v), e.store.Int(longestText)))
		}
	}
	return e.store.And(out...).Conjuncts()
}

// bounds is where the numbers of a sort are taken from; a range that is given counts for more than the bound.
func bounds(sort *term.Sort, bound int64) (low, high int64) {
	low, high = -bound, bound
	if sort.HasLow {
		low, high = sort.Low, max(high, sort.Low)
	}
	if sort.HasHigh {
		low, high = min(low, sort.High), sort.High
	}
	return low, high
}

// chosen are the inputs that the solver chooses: small ones, edges and some others.
func (e *exerciser) chosen(i int) iter.Seq2[[]term.Value, error] {
	return func(yield func([]term.Value, error) bool) {
		conjuncts := e.conjuncts(i, e.options.Bound)
		var sources []iter.Seq2[[]term.Value, error]
		for bound := int64(2); bound < min(e.options.Bound, 1000); bound *= 10 {
			sources = append(sources, e.others(e.conjuncts(i, bound), someSmall))
		}
		for _, v := range e.extern.Inputs {
			sources = append(sources, e.edges(conjuncts, v))
		}
		inTurn(yield, append(sources, e.others(conjuncts, someOthers))...)
	}
}

// edges are the least and the largest value of a number, or all values of a small sort.
func (e *exerciser) edges(conjuncts []*term.Term, v *term.Term) iter.Seq2[[]term.Value, error] {
	return func(yield func([]term.Value, error) bool) {
		for _, value := range v.Sort().Values(smallSort) {
			if !e.give(yield, append(conjuncts[:len(conjuncts):len(conjuncts)], e.store.Eq(v, e.store.Const(v.Sort(), value)))) {
				return
			}
		}
		if v.Sort().Kind != term.KindInt || v.Sort().Bounded(smallSort) {
			return
		}
		for _, largest := range []bool{false, true} {
			args, err := e.extreme(conjuncts, v, largest)
			if (err != nil || args != nil && e.isNew(args)) && !yield(args, err) {
				return
			}
		}
	}
}

// give asks for one input and gives it if it is new; false ends the iteration.
func (e *exerciser) give(yield func([]term.Value, error) bool, conjuncts []*term.Term) bool {
	args, err := e.solve(conjuncts)
	if err == nil && (args == nil || !e.isNew(args)) {
		return true
	}
	return yield(args, err)
}

func (e *exerciser) isNew(args []term.Value) bool {
	key := table.Key(e.extern, args)
	known := e.used[key]
	e.used[key] = true
	return !known
}

// solve asks the solver for an input; none if there is none, or none is found.
func (e *exerciser) solve(conjuncts []*term.Term) ([]term.Value, error) {
	for _, c := range conjuncts {
		if c.IsFalse() {
			return nil, nil
		}
	}
	answer, err := e.checker.Solver.Check(e.ctx, smt.Query{Conjuncts: conjuncts, Values: e.extern.Inputs, Timeout: inputLimit})
	if err != nil || answer.Status != smt.Sat {
		return nil, err
	}
	args := make([]term.Value, len(e.extern.Inputs))
	for i, v := range e.extern.Inputs {
		args[i] = answer.Model[v]
	}
	return args, nil
}

// extreme finds an input with the least or largest value of an int by bisection.
func (e *exerciser) extreme(conjuncts []*term.Term, v *term.Term, largest bool) ([]term.Value, error) {
	best, err := e.solve(conjuncts)
	if err != nil || best == nil {
		return nil, err
	}
	limit, high := bounds(v.Sort(), e.options.Bound)
	if largest {
		limit = high
	}
	beyond := func() bool { return largest && e.valueOf(v, best) >= limit || !largest && e.valueOf(v, best) <= limit }
	for target := limit; !beyond(); target = middle(e.valueOf(v, best), limit) {
		condition := e.store.Le(v, e.store.Int(target))
		if largest {
			condition = e.store.Le(e.store.Int(target), v)
		}
		args, err := e.solve(append(conjuncts[:len(conjuncts):len(conjuncts)], condition))
		switch {
		case err != nil:
			return nil, err
		case args != nil:
			best = args
		case largest:
			limit = target - 1
		default:
			limit = target + 1
		}
	}
	return best, nil
}

// valueOf is the value of an int input among arguments.
func (e *exerciser) valueOf(v *term.Term, args []term.Value) int64 {
	n, _ := args[slices.Index(e.extern.Inputs, v)].Small()
	return n
}

// middle is between a and b, and never a if they differ.
func middle(a, b int64) int64 {
	half := b/2 - a/2
	if half == 0 {
		return b
	}
	return a + half
}

// others are inputs that differ from all before, up to a number.
func (e *exerciser) others(conjuncts []*term.Term, count int) iter.Seq2[[]term.Value, error] {
	return func(yield func([]term.Value, error) bool) {
		blocked := conjuncts[:len(conjuncts):len(conjuncts)]
		for range count {
			args, err := e.solve(blocked)
			if err == nil && args == nil {
				return
			}
			if (err != nil || e.isNew(args)) && !yield(args, err) || err != nil {
				return
			}
			blocked = append(blocked, e.store.Not(e.same(args)))
		}
	}
}

// same says that the input is args.
func (e *exerciser) same(args []term.Value) *term.Term {
	parts := make([]*term.Term, len(args))
	for i, v := range e.extern.Inputs {
		parts[i] = e.store.Eq(v, e.store.Const(v.Sort(), args[i]))
	}
	return e.store.And(parts...)
}

// chance are inputs at random that satisfy the precondition. It ends if too many have no right result.
func (e *exerciser) chance(i int) iter.Seq2[[]term.Value, error] {
	return func(yield func([]term.Value, error) bool) {
		for range chances * e.options.Inputs {
			if e.ctx.Err() != nil {
				yield(nil, e.ctx.Err())
				return
			}
			if e.impossible[i] > e.options.Inputs {
				return
			}
			args := e.anyInput()
			if e.pre[i].Run(args) == nil && e.pre[i].Bool(0) && e.isNew(args) && !yield(args, nil) {
				return
			}
		}
	}
}

func (e *exerciser) anyInput() []term.Value {
	args := make([]term.Value, len(e.extern.Inputs))
	for i, v := range e.extern.Inputs {
		args[i] = e.anyValue(v.Sort(), args[:i])
	}
	return args
}

// anyValue is a value of a sort; before are the inputs before it, near which it may be.
func (e *exerciser) anyValue(sort *term.Sort, before []term.Value) term.Value {
	switch sort.Kind {
	case term.KindBool:
		return term.IntValue(e.random.Int64N(2))
	case term.KindEnum:
		return term.IntValue(e.random.Int64N(max(int64(len(sort.Members)), 1)))
	case term.KindString:
		return e.anyText()
	case term.KindBits:
		return e.store.IntToBits(e.store.Const(term.Int, term.BigValue(new(big.Int).SetUint64(e.random.Uint64()>>e.random.UintN(64)))), sort).Value()
	}
	low, high := bounds(sort, e.options.Bound)
	n := e.near(before, low, high)
	if sort.Kind == term.KindReal {
		return term.RatValue(big.NewRat(n*4+e.random.Int64N(4), 4))
	}
	return term.IntValue(min(max(n, low), high))
}

// near picks a number: near zero, near a constant, near another input, or anywhere.
func (e *exerciser) near(before []term.Value, low, high int64) int64 {
	small := e.random.Int64N(21) - 10
	switch e.random.IntN(4) {
	case 0:
		return small
	case 1:
		return small + e.pick(e.constants)
	case 2:
		return small + e.pick(before)
	}
	width := uint64(high) - uint64(low)
	if width == math.MaxUint64 {
		return int64(e.random.Uint64())
	}
	return low + int64(e.random.Uint64N(width+1))
}

// pick is one of some numbers; what is none counts as 0.
func (e *exerciser) pick(from []term.Value) int64 {
	if len(from) == 0 {
		return 0
	}
	v := from[e.random.IntN(len(from))]
	n, small := v.Small()
	if !small || max(n, -n) > 1<<53 {
		return 0
	}
	return n
}

func (e *exerciser) anyText() term.Value {
	if len(e.constants) > 0 && e.random.IntN(2) == 0 {
		return term.StringValue(e.constants[e.random.IntN(len(e.constants))].Text())
	}
	text := make([]rune, e.random.IntN(longestText+1))
	for i := range text {
		text[i] = []rune("ab 0é")[e.random.IntN(5)]
	}
	return term.StringValue(string(text))
}

// constantsOf lists the constants of a term, each once.
func constantsOf(t *term.Term, seen map[*term.Term]bool) []term.Value {
	if seen[t] {
		return nil
	}
	seen[t] = true
	if t.IsConst() {
		return []term.Value{t.Value()}
	}
	var out []term.Value
	for _, a := range t.Args() {
		out = append(out, constantsOf(a, seen)...)
	}
	return out
}
