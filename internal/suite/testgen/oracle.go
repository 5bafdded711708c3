package testgen

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/sextant-mbt/sextant/internal/explore"
	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/suite/script"
	"github.com/sextant-mbt/sextant/internal/sut"
	"github.com/sextant-mbt/sextant/internal/term"
)

// What a test expects. The oracle follows the model along the inputs of a test, symbolically but for the inputs: what the model
// leaves open (initial values, choices, results of functions that nobody knows) stays a variable. An output whose payload comes
// out constant is expected as it is; otherwise it is expected to meet the conditions of the path, as far as a tester can see
// what they speak of (viewer.go).
//
// At each step the oracle asks what else the system might do. If the guard of the step depends on earlier outputs, the test
// goes on only where it holds (When). If another move can be taken in the same state, or if it depends on what nobody sees
// whether this one can, the step is Open: from there on a system that does something else is not wrong, but the test says
// nothing about it.

// Oracle makes scripts of tests.
type Oracle struct {
	System    *sts.System
	Solver    smt.Solver
	Functions explore.Functions // nil assumes any result possible
}

// maxAlone bounds how many steps in a row the system takes by itself.
const maxAlone = 64

// Script follows a test. Moves names its steps; if there are none, the model decides: the system acts as long as it can, and then
// gets the next input.
func (o *Oracle) Script(ctx context.Context, inputs []sut.Message, moves []string) (*script.Script, error) {
	f := o.newFollower(ctx, inputs)
	alone := 0
	for i := 0; len(moves) == 0 || i < len(moves); i++ {
		name := ""
		if len(moves) > 0 {
			name = moves[i]
		}
		taken, err := f.step(name)
		switch {
		case err != nil:
			return nil, err
		case taken == nil && (name != "" || len(f.inputs) > 0):
			return nil, f.stuck(name)
		case taken == nil:
			return f.finish()
		case taken.Input != nil:
			alone = 0
		default:
			if alone++; alone > maxAlone && name == "" {
				return nil, fmt.Errorf("the system may go on by itself for ever after input %d, so no test can wait for its end", len(inputs)-len(f.inputs))
			}
		}
	}
	if len(f.inputs) > 0 {
		return nil, fmt.Errorf("the test has %d inputs more than its transitions take", len(f.inputs))
	}
	return f.finish()
}

// follower is the state of an oracle along a test.
type follower struct {
	*Oracle
	ctx    context.Context
	script script.Script
	inputs []sut.Message // that are left
	sent   int
	state  sts.SymbolicState
	conds  []*term.Term
	view   *viewer
}

func (o *Oracle) newFollower(ctx context.Context, inputs []sut.Message) *follower {
	start, _ := o.System.StartSymbolic()
	f := &follower{Oracle: o, ctx: ctx, inputs: inputs, state: start, view: newViewer(o.System)}
	f.assume(o.System.Apply(o.System.Assume, &start).Conjuncts())
	return f
}

// assume adds conditions to the path.
func (f *follower) assume(conds []*term.Term) {
	for _, c := range conds {
		f.conds = append(f.conds, c.Conjuncts()...)
		f.view.owed = append(f.view.owed, c.Conjuncts()...)
	}
}

func (f *follower) stuck(name string) error {
	step := len(f.script.Steps) + 1
	switch {
	case name != "":
		return fmt.Errorf("the test does not fit the model: step %d, %s, cannot be taken", step, name)
	default:
		return fmt.Errorf("the test does not fit the model: input %d, %s, is not accepted there", f.sent+1, f.inputs[0])
	}
}

// option is a move that may be taken next.
type option struct {
	move  *sts.Move
	input *sut.Message
	begun sts.SymbolicStep
}

// conditions are what must hold for the move to be taken.
func (x option) conditions() []*term.Term { return slices.Concat(x.begun.Guard, x.begun.GuardSafety) }

// message is the input that the move takes, nil if it takes none.
func (x option) message() *script.Message {
	if x.input == nil {
		return nil
	}
	out := &script.Message{Channel: x.input.Channel}
	for _, a := range x.move.InputArgs {
		out.Payload = append(out.Payload, x.begun.Params[a])
	}
	return out
}

// step takes the named move, or the one that the model has next; nil if there is none.
func (f *follower) step(name string) (*sts.Move, error) {
	options, err := f.options()
	if err != nil {
		return nil, err
	}
	best := -1
	for i, x := range options {
		if name == x.move.Name || name == "" && (best < 0 || x.input == nil && options[best].input != nil) {
			best = i
		}
	}
	if best < 0 {
		return nil, nil
	}
	taken := options[best]
	if err := f.take(taken, slices.Delete(options, best, best+1)); err != nil {
		return nil, err
	}
	return taken.move, nil
}

// options lists the moves that are possible now: those of the system, and those that take the next input.
func (f *follower) options() ([]option, error) {
	var out []option
	for _, m := range f.System.Possible(nil, f.state.Locations, f.state.Count) {
		x := option{move: m}
		if m.Input != nil {
			if len(f.inputs) == 0 || f.inputs[0].Channel != m.Input {
				continue
			}
			x.input = &f.inputs[0]
		}
		if err := f.begin(&x); err != nil {
			return nil, err
		}
		possible, err := f.possible(x.conditions()...)
		if err != nil {
			return nil, err
		}
		if possible {
			out = append(out, x)
		}
	}
	return out, nil
}

// begin applies the guard of a move, with the values of the input and the results of functions as far as they are known.
func (f *follower) begin(x *option) error {
	known := map[int]*term.Term{}
	if x.input != nil {
		for i, a := range x.move.InputArgs {
			known[a] = f.System.Store.Const(x.move.Params[a].Sort.Base(), x.input.Values[i])
		}
	}
	x.begun = f.System.BeginWith(x.move, &f.state, len(f.script.Steps), known)
	for i, call := range x.move.Calls {
		if f.Functions == nil || !f.Functions.Knows(call.Extern) {
			continue
		}
		arguments, ok := term.Constants(x.begun.Effect().Calls[i])
		if !ok {
			continue
		}
		result, ok, _ := f.Functions.Result(f.ctx, call.Extern, arguments) // a function that fails leaves its result open
		if f.ctx.Err() != nil {
			return f.ctx.Err()
		}
		for k, r := range call.Results {
			if ok {
				known[r] = f.System.Store.Const(x.move.Params[r].Sort.Base(), result[k])
			}
		}
		x.begun = f.System.BeginWith(x.move, &f.state, len(f.script.Steps), known)
	}
	return nil
}

// possible tells whether conditions can hold on the path so far; what is not decided counts as possible.
func (f *follower) possible(conds ...*term.Term) (bool, error) {
	all := f.System.Store.And(conds...)
	if all.IsConst() {
		return all.IsTrue(), nil
	}
	answer, err := f.Solver.Check(f.ctx, smt.Query{Conjuncts: slices.Concat(f.conds, all.Conjuncts())})
	return answer.Status != smt.Unsat, err
}

// take adds a step to the script; the others might have been taken instead.
func (f *follower) take(x option, others []option) (err error) {
	step := script.Step{Transition: x.move.Name, Input: x.message()}
	if step.When, step.Open, err = f.alternatives(x, others); err != nil {
		return err
	}
	for _, c := range step.When {
		f.view.told[c] = true
	}
	effect := x.begun.Effect()
	f.assume(x.conditions())
	f.assume(effect.StepSafety)
	f.state = effect.State
	if x.input != nil {
		f.inputs = f.inputs[1:]
		f.sent++
	}
	step.Outputs = f.view.outputs(x.move, effect.Outputs, len(f.script.Steps)+1)
	f.script.Steps = append(f.script.Steps, step)
	return nil
}

// alternatives says under which conditions on what was seen a move is taken, and whether that is all that decides.
func (f *follower) alternatives(x option, others []option) (when []*term.Term, open bool, err error) {
	own := x.choices()
	for _, c := range x.conditions() {
		cond := f.view.view(c)
		if cond.IsConst() || slices.ContainsFunc(cond.Vars(), func(v *term.Term) bool { return own[v] }) {
			continue // it binds what the step itself chooses
		}
		mayFail, err := f.possible(f.System.Store.Not(c))
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
		both, err := f.possible(slices.Concat(x.conditions(), other.apart(f.System.Store))...)
		if err != nil {
			return nil, false, err
		}
		open = open || both
	}
	return when, open, nil
}

// apart are the conditions of a move whose choices are not those of another move, even if they have one name.
func (x option) apart(s *term.Store) []*term.Term {
	by := map[*term.Term]*term.Term{}
	for v := range x.choices() {
		by[v] = s.Var(v.Name()+"'", v.Sort())
	}
	var out []*term.Term
	for _, c := range x.conditions() {
		out = append(out, s.Substitute(c, by))
	}
	return out
}

// choices are the variables that a move brings in: what the system chooses, and results of functions.
func (x option) choices() map[*term.Term]bool {
	out := map[*term.Term]bool{}
	for i, p := range x.begun.Params {
		if k := x.move.Params[i].Kind; p.Op() == term.OpVar && (k == sts.Chosen || k == sts.Returned) {
			out[p] = true
		}
	}
	return out
}

// finish ends the script: there is silence if the system can do nothing by itself.
func (f *follower) finish() (*script.Script, error) {
	options, err := f.options()
	f.script.Silence = len(options) == 0
	return &f.script, err
}

func numbered(name string, n int) string { return name + "@" + strconv.Itoa(n) }
