package ioco

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/ioco/history"
	"github.com/sextant-mbt/sextant/internal/testing/ioco/witness"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
)

// maxPossibilities bounds the set of compatible states; maxInternal the internal steps to a symbolic one between two observations.
const (
	maxPossibilities = 500
	maxInternal      = 64
)

// Tracker follows a model along observations. It belongs to one goroutine.
type Tracker struct {
	System    *sts.System
	Solver    smt.Solver
	Functions run.Functions                 // nil assumes any result possible
	Contracts map[*sts.Extern]*sts.Contract // bind the results of externs that Functions does not know
	Tolerance *big.Rat                      // of instants, in units of the model; nil is 0
	Stall     *big.Rat                      // how much further away the next one may be, since the machine was busy: only Disturbed counts it; nil is 0

	present
	family   *family             // of a product line; nil in other systems
	hasty    bool                // queries are given up soon
	ahead    bool                // steps of the future are taken, after any delay
	settling bool                // internal steps are taken, at instants that are not known
	doubt    []*term.Term        // the conditions on the instant of an observation that is not known exactly
	cost     int                 // of all queries; see Cost
	texts    map[*term.Term]bool // which terms calculate with texts
	cycles   map[string]bool     // cycles of internal steps that were met
	unproved int                 // questions whether a state is included in another that the solver left open
	noted    *history.History    // of the only state, at the last call of News
	purpose  *sts.Purpose        // whose progress is followed
	goals    [][]GoalAt          // by move: the watched goals that it may meet
	risks    []bool              // by move: it has conditions without which it is a model error; nil if not yet known
	isRisky  bool                // some move has

	interpreter *sts.Interpreter
	params      []term.Value                  // buffer
	controls    map[string]*control           // by locations, if there are no queues
	locations   []byte                        // buffer: a key of controls
	sorts       map[*sts.Channel][]*term.Sort // of the scalars of a payload
	tests       []*goalTest                   // by move: its watched goals, compiled; nil if not yet
	guessers    []*run.Guesser                // by move; nil where not yet made
	choosers    []*chooser                    // by move; nil where not yet known
	slow        bool                          // every state is symbolic: for tests
}

// present is what is possible after the last observation.
type present struct {
	now     []Possibility
	settled []Possibility // what States has computed; nil if it was not called
	cycle   string        // a cycle of internal steps among settled; empty if there is none
	lost    string        // why possibilities may be missing; empty if none is
	excused bool          // a silence was observed where a cycle of internal steps excuses it
	unsaid  *term.Term    // products that leave the last input unspecified; not tracked; nil if there are none

	suspicions []suspicion // of model errors in what was possible so far
	erred      string      // a model error that may have happened; empty if none is known

	elapsed  *term.Term // in a timed system: the time since the last observation; nil in others
	since    *big.Rat   // in a timed system: the instant of the last observation; nil in others
	measured *big.Rat   // in a timed system: the time from there to the next one, as it was measured

	seen  *sighting // in a timed system with a tolerance: the last observation, and those before it
	loose *big.Rat  // the tolerance of the instants of all observations; nil as long as those that were measured explain them

	stalled bool // Stall counts
}

// ErrLost is the error of a tracker that had to leave out states, and now has none that explains an observation: one of those
// left out may.
type ErrLost struct{ Reason string }

// Error names the bound that was exceeded. It makes a test inconclusive, never a failure.
func (e *ErrLost) Error() string { return "too much is possible to follow: " + e.Reason }

// NewTracker starts at the initial states of a model. A model with events cannot be followed from outside: they have names in
// the model, but nothing of them is sent.
func NewTracker(system *sts.System, solver smt.Solver) (*Tracker, error) {
	for _, m := range system.Moves() {
		if m.Parts[0].Event && m.Input == nil && len(m.Outputs) == 0 {
			return nil, &result.Unsupported{By: "a test of a system", Feature: result.HasEvents, Text: "the model has events, such as " + m.Name,
				Because: "nothing of them can be observed", Advice: "give the model transitions with inputs and outputs"}
		}
	}
	t := &Tracker{System: system, Solver: solver, cycles: map[string]bool{}, interpreter: sts.NewInterpreter(system), sorts: map[*sts.Channel][]*term.Sort{}}
	t.family = newFamily(system, solver)
	t.Reset()
	return t, nil
}

// Reset goes back to the initial states.
func (t *Tracker) Reset() {
	start, _ := t.System.StartSymbolic()
	assume := t.System.Apply(t.System.Assume, &start)
	first := Possibility{State: start, Conds: assume.Conjuncts(), past: t.begin(), witness: witness.Witness{Lost: true}, lag: t.noLag()}
	t.leaveOnly(&first)
	t.reduce(&first)
	t.present = present{now: []Possibility{first}, elapsed: t.noLag(), measured: new(big.Rat)}
	if t.System.Timed() {
		t.since = new(big.Rat)
	}
}

// fromStart calls f with the tracker at the initial states, and then goes back to the present ones.
func (t *Tracker) fromStart(f func() error) error {
	before := t.present
	defer func() { t.present = before }()
	t.Reset()
	return f()
}

// Initial returns the possibilities at the start.
func (t *Tracker) Initial(ctx context.Context) (states []Possibility, err error) {
	err = t.fromStart(func() error {
		states, err = t.States(ctx)
		return err
	})
	return states, err
}

// Feasible returns conditions together with more of them, and reports whether they can hold. What the solver cannot decide
// counts as possible, so that no system is blamed for it.
func (t *Tracker) Feasible(ctx context.Context, conds []*term.Term, more ...*term.Term) ([]*term.Term, bool, error) {
	all, ok := term.Conjoin(conds, more)
	if ok {
		var err error
		if ok, err = t.check(ctx, all); err != nil {
			return nil, false, err
		}
	}
	return all, ok, nil
}

// check reports whether the solver finds conditions possible, or cannot decide it.
func (t *Tracker) check(ctx context.Context, conds []*term.Term) (bool, error) {
	if len(conds) == 0 {
		return true, nil
	}
	answer, err := t.Ask(ctx, smt.Query{Conjuncts: conds})
	return answer.Status != smt.Unsat, err
}

// Step applies a move to a possibility, with what is known of its parameters. received is nil for moves without input, and for
// inputs that are still to be chosen: then they are variables.
func (t *Tracker) Step(ctx context.Context, p *Possibility, m *sts.Move, received []*term.Term) (*sts.SymbolicStep, error) {
	var known map[int]*term.Term
	if len(received) > 0 {
		known = make(map[int]*term.Term, len(received))
		for i, v := range received {
			known[m.InputArgs[i]] = v
		}
	}
	known = t.withDelay(known, p, m)
	step := t.System.Step(m, &p.State, p.Steps, known)
	if len(m.Calls) == 0 || t.Functions == nil || slices.ContainsFunc(step.Guard, (*term.Term).IsFalse) {
		return step, nil
	}
	return run.Step(ctx, t.Functions, t.System, m, &p.State, p.Steps, known)
}

// Take returns the possibility after a move, or nil if the move cannot be taken. It keeps the variables of inputs that are still to be
// chosen.
func (t *Tracker) Take(ctx context.Context, p *Possibility, m *sts.Move, received []*term.Term) (*Possibility, error) {
	t.ahead = true
	defer func() { t.ahead = false }()
	next, needs, err := t.successor(ctx, p, m, received)
	if err != nil || next == nil {
		return nil, err
	}
	var ok bool
	if next.Conds, ok, err = t.Feasible(ctx, p.Conds, needs...); err != nil || !ok {
		return nil, err
	}
	next.witness = witness.Witness{Lost: true}
	return next, nil
}

// successor returns the possibility after a move, and the conditions under which the move can be taken; nil if their form shows that it
// cannot.
func (t *Tracker) successor(ctx context.Context, p *Possibility, m *sts.Move, received []*term.Term) (*Possibility, []*term.Term, error) {
	step, err := t.Step(ctx, p, m, received)
	if err != nil {
		return nil, nil, err
	}
	needs, ok := term.Conjoin(step.Guard, step.GuardSafety)
	if !ok {
		return nil, nil, nil
	}
	if needs, ok = term.Conjoin(needs, t.promises(step), step.Effect().StepSafety); !ok {
		return nil, nil, nil
	}
	path := p.Path.With(m)
	if len(m.InputArgs) == 0 || received != nil {
		path.Met = t.metBy(step, &p.State)
	}
	return &Possibility{State: step.Effect().State, Conds: p.Conds, Pending: step.Sent(), Steps: p.Steps + 1, Path: path, witness: p.witness,
		Calls: append(slices.Clip(p.Calls), t.openCalls(step)...), past: p.past.After(path, t.purpose), lag: t.lagAfter(p, step)}, t.inTime(p, step, needs), nil
}

// openCalls returns the calls of functions that can be run whose arguments are not known yet.
func (t *Tracker) openCalls(step *sts.SymbolicStep) []smt.Call {
	return slices.DeleteFunc(run.SolverCalls(t.Functions, step.Calls()), func(c smt.Call) bool {
		_, known := term.Constants(c.Args)
		return known
	})
}

// promises returns what contracts say about the calls of a step: some behaviour holds of each, and all whose precondition does.
func (t *Tracker) promises(step *sts.SymbolicStep) []*term.Term {
	if t.Contracts == nil {
		return nil
	}
	var out []*term.Term
	for _, call := range step.Calls() {
		k := t.Contracts[call.Extern]
		if k == nil {
			continue
		}
		var some []*term.Term
		for _, b := range k.Behaviors {
			cond := t.System.Store.And(append(k.Others(t.System.Store, &b), b.Pre, b.Post)...)
			some = append(some, t.System.Instantiate(call, cond))
		}
		out = append(out, t.System.Store.Or(some...))
	}
	return out
}

// able returns the conditions under which a possibility can take moves: the guard holds and the step makes
// sense, for some choice of the parameters that are not known.
func (t *Tracker) able(ctx context.Context, p *Possibility, moves []*sts.Move, received []*term.Term) ([]*term.Term, error) {
	var out []*term.Term
	for _, m := range moves {
		step, err := t.Step(ctx, p, m, received)
		if err != nil {
			return nil, err
		}
		if needs, ok := term.Conjoin(step.Needs(), t.promises(step)); ok {
			out = append(out, t.System.Some(step.Own(sts.Received, sts.Chosen, sts.Returned, sts.Delay), needs))
		}
	}
	return out, nil
}

// unable returns the conditions under which a possibility can take none of the moves, which have no input.
func (t *Tracker) unable(ctx context.Context, p *Possibility, moves []*sts.Move) ([]*term.Term, error) {
	conds, err := t.able(ctx, p, moves, nil)
	for i, c := range conds {
		conds[i] = t.System.Store.Not(c)
	}
	return conds, err
}

// Resting returns the conditions of a possibility, and that none of its moves without input can be taken.
func (t *Tracker) Resting(ctx context.Context, p *Possibility) ([]*term.Term, error) {
	unable, err := t.unable(ctx, p, t.control(p).own)
	return slices.Concat(p.Conds, unable), err
}

// internalLimit returns the maximum number of internal steps that are followed to a possibility between two observations. There may be
// many if each is executed, or a known time passes.
func (t *Tracker) internalLimit(p *Possibility) int {
	if p.config != nil || t.elapsed != nil && t.elapsed.IsConst() {
		return maxPossibilities
	}
	return maxInternal
}

// tooMany reports whether a bound is exceeded by one more possibility, and keeps the reason.
func (t *Tracker) tooMany(possibilities int, next *Possibility) bool {
	switch {
	case possibilities >= maxPossibilities:
		t.lost = fmt.Sprintf("more than %d states explain what was observed", maxPossibilities)
	case next.Path.InternalSteps() > t.internalLimit(next):
		t.lost = fmt.Sprintf("more than %d internal steps may have been taken in a row", t.internalLimit(next))
	default:
		return false
	}
	return true
}

// become makes a set of possibilities the present one, each state once. If there is none, nothing changes.
func (t *Tracker) become(next []Possibility) (bool, error) {
	if len(next) == 0 && t.lost != "" {
		return false, &ErrLost{t.lost}
	}
	if len(next) == 0 {
		return false, nil
	}
	if len(next) == 1 {
		t.reduce(&next[0])
		t.arrive(next)
		return true, nil
	}
	var now []Possibility
	index := map[string]int{}
	for _, p := range next {
		t.reduce(&p)
		key := p.key()
		if i, again := index[key]; again {
			now[i].merge(p.past)
			continue
		}
		if !t.tooMany(len(now), &p) {
			index[key] = len(now)
			now = append(now, p)
		}
	}
	t.arrive(now)
	return true, nil
}

// arrive makes possibilities the present ones, at the instant of an observation.
func (t *Tracker) arrive(now []Possibility) {
	t.present = present{now: now, lost: t.lost, excused: t.excused, unsaid: t.unsaid, suspicions: t.suspicions, erred: t.erred, elapsed: t.noLag(), since: t.Now(), measured: new(big.Rat), seen: t.seen, loose: t.loose, stalled: t.stalled}
}

// constants returns the values of a message as terms.
func (t *Tracker) constants(m sut.Message) []*term.Term {
	sorts, known := t.sorts[m.Channel]
	if !known {
		for _, typ := range m.Channel.Payload {
			for _, leaf := range typ.Leaves() {
				sorts = append(sorts, leaf.Sort)
			}
		}
		t.sorts[m.Channel] = sorts
	}
	out := make([]*term.Term, len(m.Values))
	for i, v := range m.Values {
		out[i] = t.System.Store.Const(sorts[i], v)
	}
	return out
}

// AfterInput follows an input. It reports whether the model accepts it; if not, nothing changes.
func (t *Tracker) AfterInput(ctx context.Context, msg sut.Message) (bool, error) {
	return t.sight(result.EventInput, msg, func() (bool, error) { return t.afterInput(ctx, msg) })
}

func (t *Tracker) afterInput(ctx context.Context, msg sut.Message) (bool, error) {
	return t.after(ctx, &msg, func(p *Possibility) ([]Possibility, error) {
		return t.takeAll(ctx, p, t.control(p).receiving(msg.Channel), &msg)
	})
}

// AfterOutput follows an output. False means that the model does not allow it: the system does not conform. Then nothing
// changes, so that Menu can say what was allowed.
func (t *Tracker) AfterOutput(ctx context.Context, msg sut.Message) (bool, error) {
	return t.sight(result.EventOutput, msg, func() (bool, error) { return t.afterOutput(ctx, msg) })
}

func (t *Tracker) afterOutput(ctx context.Context, msg sut.Message) (bool, error) {
	return t.after(ctx, nil, func(p *Possibility) ([]Possibility, error) {
		offers, err := t.offers(ctx, p)
		var out []Possibility
		for i := 0; i < len(offers) && err == nil; i++ {
			if len(msg.Others) > 0 {
				var more []Possibility
				more, err = t.payAny(ctx, offers[i], msg)
				out = append(out, more...)
				continue
			}
			ok := false
			if ok, err = t.pay(ctx, &offers[i], msg); ok {
				out = append(out, offers[i])
			}
		}
		return out, err
	})
}

// pay lets a possibility send an output that was observed; false if it has another due.
func (t *Tracker) pay(ctx context.Context, o *Possibility, msg sut.Message) (bool, error) {
	if o.unseen != nil {
		next, err := t.show(o, msg)
		if err == nil && next != nil {
			*o = *next
		}
		return next != nil, err
	}
	if o.config != nil {
		if o.owed[0].Channel != msg.Channel || !term.SameValues(o.owed[0].Values, msg.Values) {
			return false, nil
		}
		o.paid()
		return true, nil
	}
	due := o.Pending[0]
	if due.Channel != msg.Channel {
		return false, nil
	}
	args := due.Args
	o.paid()
	return t.observe(ctx, o, args, t.constants(msg))
}

// AfterQuiescence follows the observation that nothing comes. False means that the model demands an output.
func (t *Tracker) AfterQuiescence(ctx context.Context) (bool, error) {
	return t.sight(result.EventQuiescence, sut.Message{}, func() (bool, error) { return t.afterQuiescence(ctx) })
}

func (t *Tracker) afterQuiescence(ctx context.Context) (bool, error) {
	if _, err := t.settle(ctx); err != nil {
		return false, err
	}
	t.excused = t.excused || t.cycle != ""
	return t.after(ctx, nil, func(p *Possibility) ([]Possibility, error) {
		quiet := *p
		rests, err := t.rests(ctx, &quiet)
		if err != nil || !rests {
			return nil, err
		}
		return []Possibility{quiet}, nil
	})
}

// rests reports whether a possibility allows the system to send nothing, and adds the conditions for that.
func (t *Tracker) rests(ctx context.Context, p *Possibility) (bool, error) {
	if t.System.Timed() {
		return t.waits(ctx, p)
	}
	if p.Owes() {
		return false, nil
	}
	if moves, decided := t.takesSome(p, t.control(p).own, nil); decided {
		return !moves, nil
	}
	unable, err := t.unable(ctx, t.symbolic(p), t.control(p).own)
	if err != nil {
		return false, err
	}
	p.config = nil
	return t.narrow(ctx, p, unable...)
}

// after replaces each possibility by those that follow it when an input, or an output or a silence without it, is observed.
func (t *Tracker) after(ctx context.Context, input *sut.Message, follow func(*Possibility) ([]Possibility, error)) (bool, error) {
	states, err := t.settle(ctx)
	if err != nil {
		return false, err
	}
	if err := t.suspect(ctx, states, input); err != nil {
		return false, err
	}
	var next []Possibility
	for i := range states {
		more, err := follow(&states[i])
		if err != nil {
			return false, err
		}
		next = append(next, more...)
	}
	return t.become(next)
}

// offers returns a possibility with the output that it has due: because the last step owes one, or by a step that sends without
// an input.
func (t *Tracker) offers(ctx context.Context, p *Possibility) ([]Possibility, error) {
	if p.Owes() {
		late := *p
		in, err := t.stillOwes(ctx, &late)
		if err != nil || !in {
			return nil, err
		}
		return []Possibility{late}, nil
	}
	return t.takeAll(ctx, p, t.control(p).sending, nil)
}

// allOffers returns the offers of all possibilities.
func (t *Tracker) allOffers(ctx context.Context) ([]Possibility, error) {
	states, err := t.settle(ctx)
	var out []Possibility
	for i := 0; i < len(states) && err == nil; i++ {
		var more []Possibility
		more, err = t.offers(ctx, &states[i])
		out = append(out, more...)
	}
	return out, err
}
