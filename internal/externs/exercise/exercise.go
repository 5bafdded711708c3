package exercise

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/sextant-mbt/sextant/internal/base/crowd"
	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/core/value"
	"github.com/sextant-mbt/sextant/internal/externs/contract"
	"github.com/sextant-mbt/sextant/internal/externs/table"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Testing a contract: the real function is run on inputs that its preconditions admit, and each result is checked against the postconditions.
// Inputs at the edges come from the solver, the others are random; see exercise_input.go. A violation is shrunk. An input for which no result
// would satisfy the postcondition is a fault of the contract, not of the function, and is reported separately.

// Run calls the real function: scalars of the arguments in, scalars of the result out.
type Run func(ctx context.Context, args []term.Value) ([]term.Value, error)

// Options are the limits of an exercise. The zero value is the default.
type Options struct {
	Inputs    int           // for each behaviour; 0 is 50
	Limit     time.Duration // of the whole; 0 is 20 seconds
	Bound     int64         // size of the largest int that is tried; 0 is a million
	Seed      uint64        // of random inputs
	Constants map[*term.Term]term.Value
	Called    func(behaviors, calls int) // is called before each call, with those so far; may be nil
}

// violation is a call that violates a behaviour.
type violation struct {
	args, result []term.Value
	text         string
}

// The limits of an exercise.
const (
	maxTries   = 4 // inputs tried for each that is wanted
	maxKept    = 10
	maxShrunk  = 3
	maxShrinks = 600 // calls of the function
)

// Function tests a function against its duty. The error is one of the solver, or that of ctx.
func Function(ctx context.Context, c *contract.Checker, x *sts.Extern, d contract.Duty, run Run, options Options) (*result.Exercise, error) {
	options = options.withDefaults()
	limited, cancel := crowd.WithTimeout(ctx, options.Limit)
	defer cancel()
	e, err := newExerciser(limited, c, x, d, run, options)
	if err != nil {
		return nil, err
	}
	for i := range e.behaviors {
		work := e.exercise
		if i >= e.every {
			work = e.findWitness
		}
		if err = work(limited, i); err != nil {
			break
		}
	}
	e.tell(len(e.behaviors))
	e.judge()
	slices.SortStableFunc(e.report.Violations, func(a, b result.ContractViolation) int { return len(a.Text) - len(b.Text) })
	if errors.Is(limited.Err(), context.DeadlineExceeded) && ctx.Err() == nil {
		e.report.Stop, err = result.StopTime, nil
	}
	return e.report, err
}

// exerciser is a running exercise.
type exerciser struct {
	checker   *contract.Checker
	store     *term.Store
	extern    *sts.Extern
	behaviors []sts.Behavior
	every     int           // the number of behaviours that apply to every input; they come first, and the others must hold for some input
	pre, post []*term.Frame // over the inputs; over inputs and output
	run       Run
	options   Options
	random    *rand.Rand
	used      map[string]bool
	found     map[string]bool // texts of violations and failures in the report
	rows      []table.Row     // what was called

	impossible []int        // inputs of each behaviour for which there is no right result
	constants  []term.Value // of the conditions, as a source of inputs
	report     *result.Exercise
}

func newExerciser(ctx context.Context, c *contract.Checker, x *sts.Extern, d contract.Duty, run Run, options Options) (*exerciser, error) {
	k := &sts.Contract{Name: d.Contract.Name, Behaviors: slices.Concat(d.Contract.Behaviors, d.Some)}
	behaviors, err := contract.WithConstants(c.System.Store, x, k, options.Constants)
	if err != nil {
		return nil, err
	}
	e := &exerciser{checker: c, store: c.System.Store, extern: x, behaviors: behaviors, every: len(d.Contract.Behaviors), run: run, options: options,
		random: rand.New(rand.NewPCG(options.Seed, 1)), used: map[string]bool{}, found: map[string]bool{},
		impossible: make([]int, len(behaviors)), report: &result.Exercise{Extern: x.Name, Contract: k.Name, Stop: result.StopDone}}
	frame := func(t *term.Term, inputs []*term.Term) *term.Frame {
		f := e.store.Compile([]*term.Term{t}, inputs).NewFrame()
		f.Decide = func(closed *term.Term) (bool, error) { return smt.Decide(ctx, c.Solver, closed, inputLimit) }
		return f
	}
	seen := map[*term.Term]bool{}
	for i, b := range behaviors {
		e.pre = append(e.pre, frame(b.Pre, x.Inputs))
		e.post = append(e.post, frame(b.Post, slices.Concat(x.Inputs, x.Output)))
		e.constants = slices.Concat(e.constants, constantsOf(b.Pre, seen), constantsOf(b.Post, seen))
		e.report.Behaviors = append(e.report.Behaviors, result.ExercisedBehavior{Behavior: contract.ShortName(b, i), Quantifier: e.quantifier(i)})
	}
	return e, nil
}

// quantifier returns Every if all inputs must satisfy behaviour i, and Some if one is enough.
func (e *exerciser) quantifier(i int) result.Quantifier {
	if i < e.every {
		return result.Every
	}
	return result.Some
}

// judge adds the outcomes of the behaviours that apply to every input.
func (e *exerciser) judge() {
	for i := range e.report.Behaviors {
		b := &e.report.Behaviors[i]
		switch {
		case b.Outcome != "":
		case b.Violations > 0:
			b.Outcome = result.DemandViolated
		case b.Quantifier == result.Some || b.Inputs == 0:
			b.Outcome = result.DemandOpen
		default:
			b.Outcome = result.DemandMet
		}
	}
}

func (o Options) withDefaults() Options {
	if o.Inputs <= 0 {
		o.Inputs = 50
	}
	if o.Limit <= 0 {
		o.Limit = 20 * time.Second
	}
	if o.Bound <= 0 {
		o.Bound = 1_000_000
	}
	return o
}

// exercise tries one behaviour, until enough results were checked or too many could not be.
func (e *exerciser) exercise(ctx context.Context, i int) error {
	tries := 0
	for args, err := range e.inputs(ctx, i) {
		if err == nil {
			err = ctx.Err()
		}
		if err == nil {
			err = e.try(ctx, i, args)
		}
		if tries++; err != nil || e.report.Behaviors[i].Inputs >= e.options.Inputs || tries >= maxTries*e.options.Inputs {
			return err
		}
	}
	return nil
}

// tell reports how many behaviours are done.
func (e *exerciser) tell(behaviors int) {
	if e.options.Called != nil {
		e.options.Called(behaviors, e.report.Calls)
	}
}

// try calls the function once, for behaviour i, and checks all behaviours that apply. The error is not one of the function.
func (e *exerciser) try(ctx context.Context, i int, args []term.Value) error {
	applies, err := e.applying(ctx, args)
	if err != nil || len(applies) == 0 {
		return err
	}
	e.tell(i)
	e.report.Calls++
	output, err := e.run(ctx, args)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		e.keep(&e.report.Failures, args, err.Error())
		return nil
	}
	e.rows = append(e.rows, table.Row{Args: args, Result: output})
	for _, i := range applies {
		if err := e.check(ctx, i, applies, args, output); err != nil {
			return err
		}
	}
	return nil
}

// applying lists the behaviours whose preconditions hold.
func (e *exerciser) applying(ctx context.Context, args []term.Value) ([]int, error) {
	var out []int
	for i, f := range e.pre[:e.every] {
		if err := f.Run(args); err != nil {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			e.keep(&e.report.Undecided, args, err.Error())
		} else if f.Bool(0) {
			out = append(out, i)
		}
	}
	return out, nil
}

// keep adds an input to a list of the report, up to a limit.
func (e *exerciser) keep(list *[]result.UncheckedInput, args []term.Value, why string) {
	line := value.FormatCall(e.extern, args) + ": " + why
	if len(*list) < maxKept && !e.found[line] {
		e.found[line] = true
		*list = append(*list, result.UncheckedInput{Text: line})
	}
}

// noResult reports that no result satisfies the behaviours that apply.
func (e *exerciser) noResult(applies []int) string {
	var names []string
	for _, i := range applies {
		names = append(names, e.behaviors[i].NumberedTitle(i))
	}
	if len(names) == 1 {
		return "no result satisfies the postcondition of " + names[0]
	}
	return "no result satisfies the postconditions of " + text.And(names)
}

// check checks a result against a behaviour, one of those that apply.
func (e *exerciser) check(ctx context.Context, i int, applies []int, args, output []term.Value) error {
	counts := &e.report.Behaviors[i]
	why, err := e.violates(i, args, output)
	switch {
	case err != nil && ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		e.keep(&e.report.Undecided, args, err.Error())
		return nil
	case why == "":
		counts.Inputs++
		return nil
	}
	possible, err := e.possible(ctx, args)
	if err != nil {
		return err
	}
	if !possible {
		e.impossible[i]++
		e.keep(&e.report.Impossible, args, e.noResult(applies))
		return nil
	}
	counts.Inputs++
	counts.Violations++
	if counts.Violations <= maxShrunk {
		e.keepViolation(counts.Behavior, e.shrunk(ctx, i, violation{args, output, why}))
	}
	return ctx.Err()
}

func (e *exerciser) keepViolation(behavior string, v violation) {
	line := fmt.Sprintf("behavior %s: %s, %s", behavior, table.FormatRow(e.extern, table.Row{Args: v.args, Result: v.result}), v.text)
	if !e.found[line] {
		e.found[line] = true
		e.report.Violations = append(e.report.Violations, result.ContractViolation{Behavior: behavior, Text: line})
	}
}

// violates returns how a result violates a behaviour, or nothing if it does not.
func (e *exerciser) violates(i int, args, output []term.Value) (string, error) {
	if len(output) != len(e.extern.Output) {
		return "", fmt.Errorf("the function gave %d scalars instead of %d", len(output), len(e.extern.Output))
	}
	for k, v := range e.extern.Output {
		if !v.Sort().Contains(output[k]) {
			return fmt.Sprintf("which is no value of type %s", e.extern.Result), nil
		}
	}
	err := e.post[i].Run(slices.Concat(args, output))
	if err != nil || e.post[i].Bool(0) {
		return "", err
	}
	return "which breaks the postcondition " + contract.PlainText(e.checker.System, e.extern, e.behaviors[i].Post), nil
}

// possible reports whether some result satisfies the postconditions of all behaviours that apply; if that is unknown, it counts
// as possible.
func (e *exerciser) possible(ctx context.Context, args []term.Value) (bool, error) {
	by := map[*term.Term]*term.Term{}
	for k, v := range e.extern.Inputs {
		by[v] = e.store.Const(v.Sort(), args[k])
	}
	promise := e.store.Substitute(e.promise(), by)
	if promise.IsConst() {
		return promise.IsTrue(), nil
	}
	answer, err := e.checker.Solver.Check(ctx, smt.Query{Conjuncts: e.checker.System.InNormalForm(promise.Conjuncts()), Timeout: inputLimit})
	return answer.Status != smt.Unsat, err
}

// promise is the guarantee of a function that keeps the contract.
func (e *exerciser) promise() *term.Term {
	return (&sts.Contract{Behaviors: e.behaviors[:e.every]}).Promise(e.store)
}

// shrunk makes the numbers of a violation smaller as long as it remains a violation: one at a time, and two by the same step, since their
// difference may be what matters.
func (e *exerciser) shrunk(ctx context.Context, i int, v violation) violation {
	tries := maxShrinks
	for changed := true; changed && tries > 0 && ctx.Err() == nil; {
		changed = false
		for k := range v.args {
			for l := range k + 1 {
				step := min(e.sizeOf(v, k), e.sizeOf(v, l))
				for ; step > 0 && tries > 0; step /= 2 {
					tries--
					if smaller, ok := e.smaller(ctx, i, v, step, k, l); ok {
						v, changed = smaller, true
					}
				}
			}
		}
	}
	return v
}

// smaller calls the function with arguments k and l nearer to zero by step, and reports whether that violates the behaviour too,
// although some result would not.
func (e *exerciser) smaller(ctx context.Context, i int, v violation, step int64, k, l int) (violation, bool) {
	args := slices.Clone(v.args)
	for _, index := range []int{k, l} {
		n, _ := v.args[index].Small()
		if step > max(n, -n) {
			return v, false
		}
		args[index] = term.IntValue(n - step*int64(cmp.Compare(n, 0)))
		if !e.extern.Inputs[index].Sort().Contains(args[index]) {
			return v, false
		}
	}
	if e.pre[i].Run(args) != nil || !e.pre[i].Bool(0) {
		return v, false
	}
	e.report.Calls++
	output, err := e.run(ctx, args)
	if err != nil {
		return v, false
	}
	why, err := e.violates(i, args, output)
	if err != nil || why == "" {
		return v, false
	}
	possible, err := e.possible(ctx, args)
	return violation{args, output, why}, possible && err == nil
}

// sizeOf returns the distance of an argument from zero; 0 for an argument that is not shrunk.
func (e *exerciser) sizeOf(v violation, k int) int64 {
	n, small := v.args[k].Small()
	switch e.extern.Inputs[k].Sort().Kind {
	case term.KindInt, term.KindReal, term.KindBits:
		if small {
			return max(n, -n)
		}
	}
	return 0
}
