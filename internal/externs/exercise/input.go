package exercise

import (
	"context"
	"iter"
	"math"
	"math/big"
	"slices"
	"time"

	"github.com/sextant-mbt/sextant/internal/base/crowd"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/core/value"
	"github.com/sextant-mbt/sextant/internal/externs/contract"
	"github.com/sextant-mbt/sextant/internal/externs/table"
)

// Inputs for a behaviour, in this order:
//
//	rows     as for a test of few inputs; see rows.go
//	small    numbers near zero, so that violations are easy to read
//	edges    each number as small and as large as the precondition allows, each member of an enumeration
//	others   a few more from the solver, each different from those before
//	random   numbers near zero, near the constants of the contract, near each other, and anywhere within the bound
//	the rest from the solver again, if random inputs do not satisfy the precondition
//
// The solver finds an input together with a result that satisfies the postcondition, since an input without such a result
// tests nothing. Such inputs are used only if there are no others.

const (
	inputLimit  = 2 * time.Second // of a query for inputs
	someOthers  = 10
	someSmall   = 4   // inputs within each small bound
	chances     = 100 // random tries for each requested input
	smallSort   = 16  // values of a sort that are all tried
	longestText = 8
)

// Candidates chooses inputs that may satisfy the demands on some input: at most options.Inputs for each demand, as far as they are found
// within the time limit.
func Candidates(ctx context.Context, c *contract.Checker, x *sts.Extern, some []sts.Behavior, options Options) ([][]term.Value, error) {
	options = options.withDefaults()
	limited, cancel := crowd.WithTimeout(ctx, options.Limit)
	defer cancel()
	e, err := newExerciser(limited, c, x, contract.Duty{Some: some}, nil, options)
	if err != nil {
		return nil, err
	}
	var out [][]term.Value
	for i := range e.behaviors {
		wanted := len(out) + options.Inputs
		for args, err := range e.chosen(limited, i) {
			if err != nil && (ctx.Err() != nil || limited.Err() == nil) {
				return nil, err
			}
			if err != nil {
				break
			}
			if out = append(out, args); len(out) == wanted {
				break
			}
		}
	}
	return out, nil
}

// arguments are arguments of calls, or the error that ends them.
type arguments = iter.Seq2[[]term.Value, error]

// inputs returns the inputs for one behaviour, each of which is new.
func (e *exerciser) inputs(ctx context.Context, i int) arguments {
	bound := e.options.Bound
	sources := []arguments{e.chosen(ctx, i), e.chance(ctx, i), e.others(ctx, e.conjuncts(i, bound), e.options.Inputs), e.others(ctx, e.box(e.behaviors[i].Pre, bound), 1)}
	if i < e.every {
		sources = slices.Insert(sources, 0, e.distinguishing(ctx, i))
	}
	return inTurn(sources...)
}

// inTurn returns the inputs of several sources, one source after the other.
func inTurn(sources ...arguments) arguments {
	return func(yield func([]term.Value, error) bool) {
		for _, source := range sources {
			for args, err := range source {
				if !yield(args, err) {
					return
				}
			}
		}
	}
}

// conjuncts are what an input within a bound and a result have to satisfy.
func (e *exerciser) conjuncts(i int, bound int64) []*term.Term {
	condition := e.store.And(e.behaviors[i].Pre, e.behaviors[i].Post)
	if i < e.every {
		condition = e.store.And(condition, e.promise())
	}
	return e.box(condition, bound)
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

// bounds returns the range from which the numbers of a sort are taken; a given range takes precedence over the bound.
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

// chosen returns the inputs that the solver chooses: small ones, edges and some others.
func (e *exerciser) chosen(ctx context.Context, i int) arguments {
	conjuncts := e.conjuncts(i, e.options.Bound)
	var sources []arguments
	for bound := int64(2); bound < min(e.options.Bound, 1000); bound *= 10 {
		sources = append(sources, e.others(ctx, e.conjuncts(i, bound), someSmall))
	}
	for _, v := range e.extern.Inputs {
		sources = append(sources, e.edges(ctx, conjuncts, v))
	}
	return inTurn(append(sources, e.others(ctx, conjuncts, someOthers))...)
}

// edges returns inputs with the least and the largest value of a number, or with all values of a small sort.
func (e *exerciser) edges(ctx context.Context, conjuncts []*term.Term, v *term.Term) arguments {
	var finds []func() ([]term.Value, error)
	for _, value := range v.Sort().Values(smallSort) {
		finds = append(finds, func() ([]term.Value, error) {
			return e.solve(ctx, append(slices.Clip(conjuncts), e.store.Eq(v, e.store.Const(v.Sort(), value))))
		})
	}
	if v.Sort().Kind == term.KindInt && !v.Sort().Bounded(smallSort) {
		for _, largest := range []bool{false, true} {
			finds = append(finds, func() ([]term.Value, error) { return e.extreme(ctx, conjuncts, v, largest) })
		}
	}
	return func(yield func([]term.Value, error) bool) {
		for _, find := range finds {
			args, err := find()
			if (err != nil || args != nil && e.isNew(args)) && !yield(args, err) {
				return
			}
		}
	}
}

func (e *exerciser) isNew(args []term.Value) bool {
	key := table.Key(e.extern, args)
	known := e.used[key]
	e.used[key] = true
	return !known
}

// solve returns an input that the solver finds, or nil if it finds none.
func (e *exerciser) solve(ctx context.Context, conjuncts []*term.Term) ([]term.Value, error) {
	if slices.ContainsFunc(conjuncts, (*term.Term).IsFalse) {
		return nil, nil
	}
	answer, err := e.checker.Solver.Check(ctx, smt.Query{Conjuncts: e.checker.System.InNormalForm(conjuncts), Values: e.extern.Inputs, Timeout: inputLimit})
	if err != nil || answer.Status != smt.Sat {
		return nil, err
	}
	return e.normal(contract.ValuesOf(e.extern.Inputs, answer.Model)), nil
}

// normal returns arguments that are values of their types, in the form in which equal values have equal scalars.
func (e *exerciser) normal(args []term.Value) []term.Value {
	value.Fit(value.Types(e.extern.Params), args)
	return args
}

// extreme finds an input with the least or largest value of an int by bisection.
func (e *exerciser) extreme(ctx context.Context, conjuncts []*term.Term, v *term.Term, largest bool) ([]term.Value, error) {
	best, err := e.solve(ctx, conjuncts)
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
		args, err := e.solve(ctx, append(slices.Clip(conjuncts), condition))
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

// others returns inputs that differ from all before, up to a number.
func (e *exerciser) others(ctx context.Context, conjuncts []*term.Term, count int) arguments {
	return func(yield func([]term.Value, error) bool) {
		blocked := slices.Clip(conjuncts)
		for range count {
			args, err := e.solve(ctx, blocked)
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

// same is the condition that the input is args.
func (e *exerciser) same(args []term.Value) *term.Term {
	parts := make([]*term.Term, len(args))
	for i, v := range e.extern.Inputs {
		parts[i] = e.store.Eq(v, e.store.Const(v.Sort(), args[i]))
	}
	return e.store.And(parts...)
}

// chance returns random inputs that satisfy the precondition. It ends if too many have no correct result.
func (e *exerciser) chance(ctx context.Context, i int) arguments {
	return func(yield func([]term.Value, error) bool) {
		for range chances * e.options.Inputs {
			if ctx.Err() != nil {
				yield(nil, ctx.Err())
				return
			}
			if e.impossible[i] > e.options.Inputs {
				return
			}
			args := make([]term.Value, len(e.extern.Inputs))
			for k, v := range e.extern.Inputs {
				args[k] = e.anyValue(v.Sort(), args[:k])
			}
			e.normal(args)
			if e.pre[i].Run(args) == nil && e.pre[i].Bool(0) && e.isNew(args) && !yield(args, nil) {
				return
			}
		}
	}
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
	if !sort.IsScalar() {
		return sort.Generate(e.random.IntN(4), func(part *term.Sort) term.Value { return e.anyValue(part, before) })
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

// pick returns one of some numbers; other values count as 0.
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
