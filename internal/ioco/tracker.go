package ioco

import (
	"context"
	"fmt"
	"slices"

	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/sut"
	"github.com/sextant-mbt/sextant/internal/term"
)

// maxPossibilities bounds the set of compatible states; maxInternal the internal steps between two observations.
const (
	maxPossibilities = 500
	maxInternal      = 64
)

// Tracker follows a model along observations. It belongs to one goroutine.
type Tracker struct {
	System *sts.System
	Solver smt.Solver
	now    []Possibility
	lost   string          // why possibilities may be missing; empty if none is
	cycles map[string]bool // cycles of internal steps that were met
	spots  [][]GoalAt      // by move: the goals on values that it may meet; nil if nobody asks

	Functions Functions                     // nil assumes any result possible
	Contracts map[*sts.Extern]*sts.Contract // bind the results of externs that Functions does not know
}

// ErrLost is the error of a tracker that had to leave out states, and now has none that explains an observation: one of those
// left out may.
type ErrLost struct{ Reason string }

// Error says what was too much. It makes a test inconclusive, never a failure.
func (e *ErrLost) Error() string { return "too much is possible to follow: " + e.Reason }

// NewTracker starts at the initial states of a model. A model with events cannot be followed from outside: they are named in the
// model, but nothing of them is sent.
func NewTracker(system *sts.System, solver smt.Solver) (*Tracker, error) {
	for _, m := range system.Moves() {
		if m.Parts[0].Event && m.Input == nil && len(m.Outputs) == 0 {
			return nil, fmt.Errorf("a system cannot be tested against events, such as %s, because nothing of them can be observed: give the model transitions with inputs and outputs", m.Name)
		}
	}
	t := &Tracker{System: system, Solver: solver, cycles: map[string]bool{}}
	t.Reset()
	return t, nil
}

// Reset goes back to the initial states.
func (t *Tracker) Reset() {
	start, _ := t.System.StartSymbolic()
	p := Possibility{State: start}
	assume := t.System.Apply(t.System.Assume, &start)
	p.Conds = assume.Conjuncts()
	t.now, t.lost = []Possibility{p}, ""
}

// initial are the possibilities at the start.
func (t *Tracker) Initial(ctx context.Context) ([]Possibility, error) {
	now, lost := t.now, t.lost
	defer func() { t.now, t.lost = now, lost }()
	t.Reset()
	return t.States(ctx)
}

// feasible tells whether conditions can hold; what the solver cannot decide counts as possible, so that no system is
// blamed for it.
func (t *Tracker) Feasible(ctx context.Context, conds []*term.Term) (bool, error) {
	for _, c := range conds {
		if c.IsFalse() {
			return false, nil
		}
	}
	if len(conds) == 0 {
		return true, nil
	}
	answer, err := t.Solver.Check(ctx, smt.Query{Conjuncts: conds})
	return answer.Status != smt.Unsat, err
}

// begin applies the guard of a move to a possibility, with what is known of its parameters. received is nil for moves without
// input, and for inputs that are still to be chosen: then they are variables.
func (t *Tracker) Begin(ctx context.Context, p Possibility, m *sts.Move, received []*term.Term) (sts.SymbolicStep, error) {
	known := map[int]*term.Term{}
	if m.Input != nil && received != nil {
		for i, a := range m.InputArgs {
			known[a] = received[i]
		}
	}
	err := t.callFunctions(ctx, p, m, known)
	return t.System.BeginWith(m, &p.State, p.Steps, known), err
}

// taken is the possibility after a move, or nil if the move cannot be taken.
func (t *Tracker) Take(ctx context.Context, p Possibility, m *sts.Move, received []*term.Term) (*Possibility, error) {
	step, err := t.Begin(ctx, p, m, received)
	if err != nil {
		return nil, err
	}
	added := Conjuncts(p.Conds, step.Guard, step.GuardSafety)
	if slices.ContainsFunc(added, (*term.Term).IsFalse) {
		return nil, nil
	}
	effect := step.Effect()
	added = Conjuncts(added, t.promises(m, step.Params, effect.Calls), effect.StepSafety)
	if ok, err := t.Feasible(ctx, added); err != nil || !ok {
		return nil, err
	}
	var met []int
	if len(m.InputArgs) == 0 || received != nil {
		met = t.met(m, &p.State, step.Params)
	}
	next := Possibility{State: effect.State, Conds: added, Steps: p.Steps + 1, Path: p.Path.with(m, met)}
	next.Calls = append(p.Calls[:len(p.Calls):len(p.Calls)], t.openCalls(m, step.Params, effect.Calls)...)
	outputs := effect.Outputs
	for _, msg := range m.Outputs {
		next.Pending = append(next.Pending, Sending{msg.Channel, outputs[:len(msg.Args)]})
		outputs = outputs[len(msg.Args):]
	}
	return &next, nil
}

// able is the condition under which a possibility can take a move: the guard holds and the step makes sense, for some
// choice of the parameters that are not known.
func (t *Tracker) able(ctx context.Context, p Possibility, m *sts.Move, received []*term.Term) (*term.Term, error) {
	step, err := t.Begin(ctx, p, m, received)
	if err != nil {
		return nil, err
	}
	var open []*term.Term
	for i, param := range step.Params {
		if m.Params[i].Kind != sts.Dequeued && !param.IsConst() {
			open = append(open, param)
		}
	}
	effect := step.Effect()
	promises := t.promises(m, step.Params, effect.Calls)
	return t.System.Some(open, Conjuncts(nil, step.Guard, step.GuardSafety, effect.StepSafety, promises)), nil
}

// openCalls are the calls of functions that can be run whose arguments are not known yet.
func (t *Tracker) openCalls(m *sts.Move, params []*term.Term, args [][]*term.Term) []smt.Call {
	var out []smt.Call
	for i, call := range m.Calls {
		if _, known := term.Constants(args[i]); known || t.Functions == nil || !t.Functions.Knows(call.Extern) {
			continue
		}
		out = append(out, smt.Call{Function: call.Extern.Name, Args: args[i], Results: term.Pick(params, call.Results)})
	}
	return out
}

// promises are what contracts say about the calls of a move: some behaviour holds of each, and all whose precondition does.
func (t *Tracker) promises(m *sts.Move, params []*term.Term, calls [][]*term.Term) []*term.Term {
	var out []*term.Term
	for i, call := range m.Calls {
		k := t.Contracts[call.Extern]
		if k == nil {
			continue
		}
		results := term.Pick(params, call.Results)
		var some []*term.Term
		for _, b := range k.Behaviors {
			cond := t.System.Store.And(append(k.Beside(t.System.Store, &b), b.Pre, b.Post)...)
			some = append(some, t.System.Instantiate(sts.SymbolicCall{Extern: call.Extern, Args: calls[i], Results: results}, cond))
		}
		out = append(out, t.System.Store.Or(some...))
	}
	return out
}

// Functions gives the real results of externs, for the oracle.
type Functions interface {
	// Knows tells whether there is anything to look up or to run.
	Knows(x *sts.Extern) bool
	// Result is that of a call; false means that it is not known.
	Result(ctx context.Context, x *sts.Extern, args []term.Value) ([]term.Value, bool, error)
}

// callFunctions finds the results of calls whose arguments are known, innermost first.
func (t *Tracker) callFunctions(ctx context.Context, p Possibility, m *sts.Move, known map[int]*term.Term) error {
	if t.Functions == nil {
		return nil
	}
	for i, call := range m.Calls {
		if !t.Functions.Knows(call.Extern) {
			continue
		}
		step := t.System.BeginWith(m, &p.State, p.Steps, known)
		args, ok := term.Constants(step.Effect().Calls[i])
		if !ok {
			continue
		}
		result, ok, err := t.Functions.Result(ctx, call.Extern, args)
		if err != nil {
			return err
		}
		for k, r := range call.Results {
			if ok {
				known[r] = t.System.Store.Const(m.Params[r].Sort, result[k])
			}
		}
	}
	return nil
}

// tooMany tells whether a bound is exceeded by one more possibility, and remembers it.
func (t *Tracker) tooMany(possibilities, internal int) bool {
	switch {
	case possibilities >= maxPossibilities:
		t.lost = fmt.Sprintf("more than %d states explain what was observed", maxPossibilities)
	case internal > maxInternal:
		t.lost = fmt.Sprintf("more than %d internal steps may have been taken in a row", maxInternal)
	default:
		return false
	}
	return true
}

// become makes a set of possibilities the present one, without duplicates. If there is none, nothing changes.
func (t *Tracker) become(next []Possibility) (bool, error) {
	if len(next) == 0 && t.lost != "" {
		return false, &ErrLost{t.lost}
	}
	if len(next) == 0 {
		return false, nil
	}
	seen := map[string]bool{}
	t.now = t.now[:0:0]
	for _, p := range next {
		p.Simplify()
		if k := p.Key(); !seen[k] && !t.tooMany(len(t.now), 0) {
			seen[k] = true
			t.now = append(t.now, p.renumbered())
		}
	}
	return true, nil
}

// Forget drops how the present states were reached, for traces without end: Certain and purposes begin anew.
func (t *Tracker) Forget() {
	for i := range t.now {
		t.now[i].Path = nil
	}
}

func (t *Tracker) constants(m sut.Message) []*term.Term {
	var out []*term.Term
	i := 0
	for _, p := range m.Channel.Payload {
		for _, leaf := range p.Leaves() {
			out = append(out, t.System.Store.Const(leaf.Sort, m.Values[i]))
			i++
		}
	}
	return out
}

// AfterInput follows an input. It tells whether the model accepts it; if not, nothing changes.
func (t *Tracker) AfterInput(ctx context.Context, msg sut.Message) (bool, error) {
	states, err := t.States(ctx)
	if err != nil {
		return false, err
	}
	received := t.constants(msg)
	var next []Possibility
	for _, p := range states {
		if len(p.Pending) > 0 {
			continue
		}
		for _, m := range t.System.Possible(nil, p.State.Locations, p.State.Count) {
			if m.Input != msg.Channel {
				continue
			}
			q, err := t.Take(ctx, p, m, received)
			if err != nil {
				return false, err
			}
			if q != nil {
				next = append(next, *q)
			}
		}
	}
	return t.become(next)
}

// AfterOutput follows an output. False means that the model does not allow it: the system does not conform. Then nothing
// changes, so that Menu can say what was allowed.
func (t *Tracker) AfterOutput(ctx context.Context, msg sut.Message) (bool, error) {
	offers, err := t.offers(ctx)
	if err != nil {
		return false, err
	}
	values := t.constants(msg)
	var next []Possibility
	for _, p := range offers {
		due := p.Pending[0]
		if due.Channel != msg.Channel {
			continue
		}
		conds := p.Conds
		for i, a := range due.Args {
			conds = Conjuncts(conds, []*term.Term{t.System.Store.Eq(a, values[i])})
		}
		ok, err := t.Feasible(ctx, conds)
		if err != nil {
			return false, err
		}
		if ok {
			p.Conds, p.Pending = conds, p.Pending[1:]
			next = append(next, p)
		}
	}
	return t.become(next)
}

// offers are the possibilities that have an output due: because the last step owes one, or by a step that sends without
// being asked.
func (t *Tracker) offers(ctx context.Context) ([]Possibility, error) {
	states, err := t.States(ctx)
	if err != nil {
		return nil, err
	}
	var out []Possibility
	for _, p := range states {
		if len(p.Pending) > 0 {
			out = append(out, p)
			continue
		}
		for _, m := range t.System.Possible(nil, p.State.Locations, p.State.Count) {
			if m.Input != nil || len(m.Outputs) == 0 {
				continue
			}
			next, err := t.Take(ctx, p, m, nil)
			if err != nil {
				return nil, err
			}
			if next != nil {
				out = append(out, *next)
			}
		}
	}
	return out, nil
}

// AfterQuiescence follows the observation that nothing comes. False means that the model demands an output.
func (t *Tracker) AfterQuiescence(ctx context.Context) (bool, error) {
	states, err := t.States(ctx)
	if err != nil {
		return false, err
	}
	var next []Possibility
	for _, p := range states {
		if len(p.Pending) > 0 {
			continue
		}
		conds, err := t.Resting(ctx, p)
		if err != nil {
			return false, err
		}
		ok, err := t.Feasible(ctx, conds)
		if err != nil {
			return false, err
		}
		if ok {
			p.Conds = conds
			next = append(next, p)
		}
	}
	return t.become(next)
}

// resting are the conditions of a possibility, and that none of its moves without input can be taken.
func (t *Tracker) Resting(ctx context.Context, p Possibility) ([]*term.Term, error) {
	conds := p.Conds
	for _, m := range t.System.Possible(nil, p.State.Locations, p.State.Count) {
		if m.Input != nil {
			continue
		}
		able, err := t.able(ctx, p, m, nil)
		if err != nil {
			return nil, err
		}
		conds = Conjuncts(conds, []*term.Term{t.System.Store.Not(able)})
	}
	return conds, nil
}
