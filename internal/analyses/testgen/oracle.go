package testgen

import (
	"context"
	"fmt"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/testing/script"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
)

// The expectations of a test. The oracle follows the model along the inputs of a test, symbolically except for the inputs: values that the
// model leaves open (initial values, choices, results of unknown functions) are variables. An output whose payload becomes constant is
// expected with that value; otherwise it must satisfy the conditions of the path on values that a tester can observe (viewer.go).
//
// At each step the oracle determines what else the system may do. If the guard of the step depends on earlier outputs, the test continues
// only where it holds (When). If another move can be taken in the same state, or if the guard depends on unobservable values, the step is
// Open: from there on a system that does something else is not wrong, but the test is inconclusive.
//
// What a timed model expects of instants is in timing.go.

// Oracle makes scripts of tests.
type Oracle struct {
	System    *sts.System
	Solver    smt.Solver
	Functions run.Functions // nil assumes any result possible
}

// maxAlone bounds how many steps in a row the system takes by itself.
const maxAlone = 64

// Script follows a test. Moves names its steps; if it is nil, or names none though there are inputs, the model decides: the system acts as
// long as it can, and then gets the next input.
func (o *Oracle) Script(ctx context.Context, inputs []sut.Message, moves []string) (*script.Script, error) {
	f := o.newFollower(inputs)
	named := len(moves) > 0 || moves != nil && len(inputs) == 0
	alone := 0
	for i := 0; !named || i < len(moves); i++ {
		name := ""
		if named {
			name = moves[i]
		}
		taken, err := f.step(ctx, name)
		switch {
		case err != nil:
			return nil, err
		case taken == nil && (name != "" || len(f.inputs) > 0):
			return nil, f.stuck(name)
		case taken == nil:
			return f.finish(ctx)
		case taken.Input != nil:
			alone = 0
		default:
			if alone++; alone > maxAlone && name == "" {
				return nil, fmt.Errorf("the system may continue by itself forever after input %d, so no test can wait for its end", f.sent)
			}
		}
	}
	if len(f.inputs) > 0 {
		return nil, fmt.Errorf("the test has %d inputs more than its transitions take", len(f.inputs))
	}
	return f.finish(ctx)
}

// follower is the state of an oracle along a test.
type follower struct {
	oracle *Oracle
	script script.Script
	inputs []sut.Message // that are left
	sent   int
	state  sts.SymbolicState
	conds  []*term.Term
	view   *viewer
	timing
}

func (o *Oracle) newFollower(inputs []sut.Message) *follower {
	start, _ := o.System.StartSymbolic()
	f := &follower{oracle: o, inputs: inputs, state: start, view: newViewer(o.System), timing: newTiming(o.System)}
	f.assume(o.System.Apply(o.System.Assume, &start).Conjuncts())
	return f
}

// assume adds conditions to the path.
func (f *follower) assume(conds []*term.Term) {
	for _, c := range conds {
		f.conds = append(f.conds, c.Conjuncts()...)
		for _, part := range c.Conjuncts() {
			if !part.MentionsIn(f.times) { // windows state the others
				f.view.owed = append(f.view.owed, part)
			}
		}
	}
}

func (f *follower) stuck(name string) error {
	if name != "" {
		return fmt.Errorf("the test does not fit the model: step %d, %s, cannot be taken", len(f.script.Steps)+1, name)
	}
	return fmt.Errorf("the test does not fit the model: input %d, %s, is not accepted there", f.sent+1, f.inputs[0])
}

// option is a move that may be taken next.
type option struct {
	move *sts.Move
	step *sts.SymbolicStep
	gap  *term.Term // in a timed system: the time since the last message
}

// conditions returns the conditions for the move to be taken.
func (x option) conditions() []*term.Term { return slices.Concat(x.step.Guard, x.step.GuardSafety) }

// message is the input that the move takes, nil if it takes none.
func (x option) message() *script.Message {
	if x.move.Input == nil {
		return nil
	}
	return &script.Message{Channel: x.move.Input, Payload: term.Pick(x.step.Params, x.move.InputArgs)}
}

// step takes the named move, or the one that the model has next; nil if there is none.
func (f *follower) step(ctx context.Context, name string) (*sts.Move, error) {
	options, err := f.options(ctx)
	if err != nil {
		return nil, err
	}
	best := -1
	for i, x := range options {
		if name == x.move.Name || name == "" && (best < 0 || x.move.Input == nil && options[best].move.Input != nil) {
			best = i
		}
	}
	if best < 0 {
		return nil, nil
	}
	taken := options[best]
	return taken.move, f.take(ctx, taken, slices.Delete(options, best, best+1))
}

// options lists the moves that are possible now: those that the system takes by itself, and those that take the next input. Values
// of the input, and results of functions as far as they are known, are constants in their steps; a function that fails leaves its
// result open.
func (f *follower) options(ctx context.Context) ([]option, error) {
	var out []option
	s := f.oracle.System
	for _, m := range s.Possible(nil, f.state.Locations, f.state.Count) {
		known := map[int]*term.Term{}
		if m.Input != nil {
			if len(f.inputs) == 0 || f.inputs[0].Channel != m.Input {
				continue
			}
			for i, a := range m.InputArgs {
				known[a] = s.Store.Const(m.Params[a].Sort, f.inputs[0].Values[i])
			}
		}
		f.fixDelay(m, known)
		step, _ := run.Step(ctx, f.oracle.Functions, s, m, &f.state, len(f.script.Steps), known)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		x := option{m, step, f.gapAt(m, step)}
		possible, err := f.possible(ctx, x.conditions()...)
		if err != nil {
			return nil, err
		}
		if possible {
			out = append(out, x)
		}
	}
	return out, nil
}

// possible reports whether conditions can hold on the path so far; an undecided query counts as possible.
func (f *follower) possible(ctx context.Context, conds ...*term.Term) (bool, error) {
	return smt.Possible(ctx, f.oracle.Solver, f.conds, conds...)
}

// take adds a step to the script; the others might have been taken instead.
func (f *follower) take(ctx context.Context, x option, others []option) (err error) {
	step := script.Step{Transition: x.move.Name, Input: x.message(), After: f.sendAfter(x.move)}
	if step.When, step.Open, err = f.alternatives(ctx, x, others); err != nil {
		return err
	}
	for _, c := range step.When {
		f.view.stated[c] = true
	}
	effect := x.step.Effect()
	f.pass(x)
	f.assume(x.conditions())
	f.assume(effect.StepSafety)
	f.state = effect.State
	if x.move.Input != nil {
		f.inputs = f.inputs[1:]
		f.sent++
	}
	step.Outputs = f.view.outputs(x.move, effect.Outputs, len(f.script.Steps)+1)
	if err := f.setWindows(ctx, x, step.Outputs); err != nil {
		return err
	}
	f.script.Steps = append(f.script.Steps, step)
	return nil
}

// alternatives returns the conditions on earlier outputs under which a move is taken, and whether it depends on anything else.
func (f *follower) alternatives(ctx context.Context, x option, others []option) (when []*term.Term, open bool, err error) {
	own := x.choices()
	for _, c := range f.restricting(x) {
		cond := f.view.view(c)
		if cond.IsConst() || cond.MentionsIn(own) {
			continue // it restricts what the step itself chooses
		}
		mayFail, err := f.possible(ctx, f.oracle.System.Store.Not(c))
		switch {
		case err != nil:
			return nil, false, err
		case !mayFail:
		case len(f.view.hidden(cond)) > 0:
			open = true
		default:
			when = append(when, cond)
		}
	}
	for _, other := range others {
		before := f.mayComeFirst(x, other)
		if before.IsFalse() {
			continue
		}
		both, err := f.possible(ctx, slices.Concat(x.conditions(), other.renamed(f.oracle.System.Store, before))...)
		if err != nil {
			return nil, false, err
		}
		open = open || both
	}
	return when, open, nil
}

// renamed are the conditions of a move, and another, with new names for its choices, which are not those of another move of the same
// name.
func (x option) renamed(s *term.Store, also *term.Term) []*term.Term {
	by := map[*term.Term]*term.Term{}
	for v := range x.choices() {
		by[v] = s.Var(v.Name()+"'", v.Sort())
	}
	out := append(x.conditions(), also)
	for i, c := range out {
		out[i] = s.Substitute(c, by)
	}
	return out
}

// choices are the variables that a move brings in: what the system chooses, among it the instant of an output, and results of functions.
func (x option) choices() map[*term.Term]bool {
	out := map[*term.Term]bool{}
	if x.gap != nil && x.gap.Op() == term.OpVar {
		out[x.gap] = true
	}
	for i, p := range x.step.Params {
		if k := x.move.Params[i].Kind; p.Op() == term.OpVar && (k == sts.Chosen || k == sts.Returned || k == sts.Delay) {
			out[p] = true
		}
	}
	return out
}

// finish ends the script: there is silence if the system can do nothing by itself.
func (f *follower) finish(ctx context.Context) (*script.Script, error) {
	options, err := f.options(ctx)
	f.script.Silence = len(options) == 0
	return &f.script, err
}
