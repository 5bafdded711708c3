package contract

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/sextant-mbt/sextant/internal/extern/table"
	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
	"github.com/sextant-mbt/sextant/internal/value"
)

// A contract put to the test: the real function is run on inputs that its preconditions admit, and each result is held
// against the postconditions. Inputs at the edges come from the solver, the others from chance; see exercise_input.go. What
// breaks the contract is made smaller as long as it still does. An input for which no result at all would satisfy the
// postcondition tells against the contract, not against the function, and is kept apart.

// Run calls the real function: scalars of the arguments in, scalars of the result out.
type Run func(ctx context.Context, args []term.Value) ([]term.Value, error)

// ExerciseOptions say how much is tried. The zero value is the default.
type ExerciseOptions struct {
	Inputs    int           // for each behaviour; 0 is 50
	Limit     time.Duration // of the whole; 0 is 20 seconds
	Bound     int64         // size of the largest int that is tried; 0 is a million
	Seed      uint64        // of chance
	Constants map[*term.Term]term.Value
}

// Exercise is what came of it.
type Exercise struct {
	Extern     string      `json:"extern"`
	Contract   string      `json:"contract"`
	Calls      int         `json:"calls"` // of the function
	Behaviors  []Exercised `json:"behaviors"`
	Violations []Violation `json:"violations,omitempty"`
	Failures   []Failure   `json:"failures,omitempty"`   // the function gave an error
	Impossible []Failure   `json:"impossible,omitempty"` // no result satisfies the postcondition
	Undecided  []Failure   `json:"undecided,omitempty"`  // a condition could not be computed
	OutOfTime  bool        `json:"outOfTime,omitempty"`
}

// Exercised counts for one behaviour.
type Exercised struct {
	Behavior   string `json:"behavior"`
	Inputs     int    `json:"inputs"`     // whose results were checked
	Violations int    `json:"violations"` // among them, before any is made smaller
}

// Violation is a call that breaks a behaviour.
type Violation struct {
	Behavior string       `json:"behavior"`
	Inputs   []term.Value `json:"-"`
	Result   []term.Value `json:"-"`
	Text     string       `json:"text"`
}

// Failure is an input that could not be checked, and why.
type Failure struct {
	Inputs []term.Value `json:"-"`
	Text   string       `json:"text"`
}

// The limits of what is kept and of what it takes to make a violation smaller.
const (
	maxTries   = 4 // inputs tried for each that is wanted
	maxKept    = 10
	maxShrunk  = 3
	maxShrinks = 600 // calls of the function
)

// Exercise runs a function against a contract. The error is trouble with the solver, or that of ctx.
func (c *Checker) Exercise(ctx context.Context, x *sts.Extern, k *sts.Contract, run Run, options ExerciseOptions) (*Exercise, error) {
	e, err := c.newExerciser(x, k, run, options)
	if err != nil {
		return nil, err
	}
	limited, cancel := context.WithTimeout(ctx, e.options.Limit)
	defer cancel()
	e.ctx = limited
	for i := range e.behaviors {
		if err = e.exercise(i); err != nil {
			break
		}
	}
	slices.SortStableFunc(e.report.Violations, func(a, b Violation) int { return len(a.Text) - len(b.Text) })
	if errors.Is(limited.Err(), context.DeadlineExceeded) && ctx.Err() == nil {
		e.report.OutOfTime, err = true, nil
	}
	return e.report, err
}

// exerciser is one exercise under way.
type exerciser struct {
	checker   *Checker
	ctx       context.Context
	store     *term.Store
	extern    *sts.Extern
	behaviors []sts.Behavior
	pre, post []*term.Frame // over the inputs; over inputs and output
	run       Run
	options   ExerciseOptions
	random    *rand.Rand
	used      map[string]bool
	found     map[string]bool // violations and failures that were kept

	impossible []int        // inputs of each behaviour for which there is no right result
	constants  []term.Value // of the conditions, as a source of inputs
	report     *Exercise
}

func (c *Checker) newExerciser(x *sts.Extern, k *sts.Contract, run Run, options ExerciseOptions) (*exerciser, error) {
	behaviors, err := WithConstants(c.System.Store, x, k, options.Constants)
	if err != nil {
		return nil, err
	}
	e := &exerciser{checker: c, ctx: context.Background(), store: c.System.Store, extern: x, behaviors: behaviors, run: run,
		options: options.withDefaults(), random: rand.New(rand.NewPCG(options.Seed, 1)), used: map[string]bool{}, found: map[string]bool{},
		impossible: make([]int, len(behaviors)), report: &Exercise{Extern: x.Name, Contract: k.Name}}
	seen := map[*term.Term]bool{}
	both := append(append([]*term.Term(nil), x.Inputs...), x.Output...)
	for i, b := range behaviors {
		e.pre = append(e.pre, e.frame(b.Pre, x.Inputs))
		e.post = append(e.post, e.frame(b.Post, both))
		e.constants = append(e.constants, constantsOf(b.Pre, seen)...)
		e.constants = append(e.constants, constantsOf(b.Post, seen)...)
		e.report.Behaviors = append(e.report.Behaviors, Exercised{Behavior: ShortName(b, i)})
	}
	return e, nil
}

func (o ExerciseOptions) withDefaults() ExerciseOptions {
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

func (e *exerciser) frame(t *term.Term, inputs []*term.Term) *term.Frame {
	f := e.store.Compile([]*term.Term{t}, inputs).NewFrame()
	f.Decide = e.decide
	return f
}

// decide answers a closed formula by the solver.
func (e *exerciser) decide(closed *term.Term) (bool, error) {
	return smt.Decide(e.ctx, e.checker.Solver, closed, inputLimit)
}

// exercise tries one behaviour, until enough results were checked or too many could not be.
func (e *exerciser) exercise(i int) error {
	tries := 0
	for args, err := range e.inputs(i) {
		if err == nil {
			err = e.ctx.Err()
		}
		if err == nil {
			err = e.try(args)
		}
		if tries++; err != nil || e.report.Behaviors[i].Inputs >= e.options.Inputs || tries >= maxTries*e.options.Inputs {
			return err
		}
	}
	return nil
}

// try calls the function once and checks all behaviours that apply. The error is not one of the function.
func (e *exerciser) try(args []term.Value) error {
	applies, err := e.applying(args)
	if err != nil || len(applies) == 0 {
		return err
	}
	e.report.Calls++
	result, err := e.run(e.ctx, args)
	if e.ctx.Err() != nil {
		return e.ctx.Err()
	}
	if err != nil {
		e.keep(&e.report.Failures, args, err.Error())
		return nil
	}
	for _, i := range applies {
		if err := e.check(i, args, result); err != nil {
			return err
		}
	}
	return nil
}

// applying lists the behaviours whose preconditions hold.
func (e *exerciser) applying(args []term.Value) ([]int, error) {
	var out []int
	for i, f := range e.pre {
		err := f.Run(args)
		if err != nil && e.ctx.Err() != nil {
			return nil, e.ctx.Err()
		}
		if err != nil {
			e.keep(&e.report.Undecided, args, err.Error())
		} else if f.Bool(0) {
			out = append(out, i)
		}
	}
	return out, nil
}

// keep remembers some failures.
func (e *exerciser) keep(list *[]Failure, args []term.Value, text string) {
	text = value.FormatCall(e.extern, args) + ": " + text
	if len(*list) < maxKept && !e.found[text] {
		e.found[text] = true
		*list = append(*list, Failure{Inputs: args, Text: text})
	}
}

// check holds a result against a behaviour.
func (e *exerciser) check(i int, args, result []term.Value) error {
	why, err := e.breaks(i, args, result)
	switch {
	case err != nil && e.ctx.Err() != nil:
		return e.ctx.Err()
	case err != nil:
		e.keep(&e.report.Undecided, args, err.Error())
		return nil
	case why == "":
		e.report.Behaviors[i].Inputs++
		return nil
	}
	possible, err := e.possible(i, args)
	if err != nil {
		return err
	}
	if !possible {
		e.impossible[i]++
		e.keep(&e.report.Impossible, args, "no result satisfies the postcondition of "+BehaviorName(e.behaviors[i], i))
		return nil
	}
	e.report.Behaviors[i].Inputs++
	e.report.Behaviors[i].Violations++
	if e.report.Behaviors[i].Violations <= maxShrunk {
		e.keepViolation(e.shrunk(i, Violation{Behavior: ShortName(e.behaviors[i], i), Inputs: args, Result: result, Text: why}))
	}
	return e.ctx.Err()
}

func (e *exerciser) keepViolation(v Violation) {
	v.Text = fmt.Sprintf("behavior %s: %s, %s", v.Behavior, table.FormatRow(e.extern, table.Row{Args: v.Inputs, Result: v.Result}), v.Text)
	if !e.found[v.Text] {
		e.found[v.Text] = true
		e.report.Violations = append(e.report.Violations, v)
	}
}

// breaks says how a result breaks a behaviour; nothing if it does not.
func (e *exerciser) breaks(i int, args, result []term.Value) (string, error) {
	if len(result) != len(e.extern.Output) {
		return "", fmt.Errorf("the function gave %d scalars instead of %d", len(result), len(e.extern.Output))
	}
	for k, v := range e.extern.Output {
		if !v.Sort().Contains(result[k]) {
			return fmt.Sprintf("which is no value of type %s", e.extern.Result), nil
		}
	}
	err := e.post[i].Run(append(append([]term.Value(nil), args...), result...))
	if err != nil || e.post[i].Bool(0) {
		return "", err
	}
	return "which breaks the postcondition " + PlainText(e.checker.System, e.extern, e.behaviors[i].Post), nil
}

// possible tells whether some result satisfies the postcondition; if that is unknown, it counts as possible.
func (e *exerciser) possible(i int, args []term.Value) (bool, error) {
	by := map[*term.Term]*term.Term{}
	for k, v := range e.extern.Inputs {
		by[v] = e.store.Const(v.Sort(), args[k])
	}
	post := e.store.Substitute(e.behaviors[i].Post, by)
	if post.IsConst() {
		return post.IsTrue(), nil
	}
	answer, err := e.checker.Solver.Check(e.ctx, smt.Query{Conjuncts: post.Conjuncts(), Timeout: inputLimit})
	return answer.Status != smt.Unsat, err
}

// shrunk makes the numbers of a violation smaller as long as it stays one: one at a time, and two by the same step, since
// their difference may be what matters.
func (e *exerciser) shrunk(i int, v Violation) Violation {
	tries := maxShrinks
	for changed := true; changed && tries > 0 && e.ctx.Err() == nil; {
		changed = false
		for k := range v.Inputs {
			for l := range k + 1 {
				step := min(e.sizeOf(v, k), e.sizeOf(v, l))
				for ; step > 0 && tries > 0; step /= 2 {
					tries--
					if smaller, ok := e.again(i, v, step, k, l); ok {
						v, changed = smaller, true
					}
				}
			}
		}
	}
	return v
}

// again calls the function with inputs k and l nearer to zero by step, and tells whether that breaks the behaviour too.
func (e *exerciser) again(i int, v Violation, step int64, k, l int) (Violation, bool) {
	args := append([]term.Value(nil), v.Inputs...)
	for _, index := range []int{k, l} {
		n, _ := v.Inputs[index].Small()
		if step > max(n, -n) {
			return v, false
		}
		args[index] = term.IntValue(n - step*sign(n))
		if !e.extern.Inputs[index].Sort().Contains(args[index]) {
			return v, false
		}
	}
	if e.pre[i].Run(args) != nil || !e.pre[i].Bool(0) {
		return v, false
	}
	return e.broken(i, v.Behavior, args)
}

// broken calls the function once more and tells whether the behaviour is broken, though it need not be.
func (e *exerciser) broken(i int, behavior string, args []term.Value) (Violation, bool) {
	e.report.Calls++
	result, err := e.run(e.ctx, args)
	if err != nil {
		return Violation{}, false
	}
	why, err := e.breaks(i, args, result)
	if err != nil || why == "" {
		return Violation{}, false
	}
	possible, err := e.possible(i, args)
	return Violation{Behavior: behavior, Inputs: args, Result: result, Text: why}, possible && err == nil
}

// sizeOf is how far an input is from zero; 0 for what is not to be made smaller.
func (e *exerciser) sizeOf(v Violation, k int) int64 {
	n, small := v.Inputs[k].Small()
	switch e.extern.Inputs[k].Sort().Kind {
	case term.KindInt, term.KindReal, term.KindBits:
		if small {
			return max(n, -n)
		}
	}
	return 0
}

func sign(n int64) int64 {
	switch {
	case n < 0:
		return -1
	case n > 0:
		return 1
	}
	return 0
}
