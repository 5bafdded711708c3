package explore

import (
	"context"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/core/zone"
	"github.com/sextant-mbt/sextant/internal/engines/explore/compact"
)

// worker expands states. It owns a solver and an interpreter and belongs to one goroutine.
type worker struct {
	search      *search
	system      *sts.System
	solver      smt.Solver
	executor    *run.Executor
	restorer    *restorer
	guessers    []*run.Guesser // by move
	invariants  []*condition
	witnessHits int
	moves       []*sts.Move // buffer
	trial       run.Witness // buffer for a last step whose parameters alone are kept
	states      []State     // not used yet
	made        int         // contents of new states in this batch
}

// condition is an invariant, compiled once: its program has the condition that it holds in a state, for as long as time may pass there.
type condition struct {
	named   *sts.Named
	holds   *term.Term // now
	program *term.Program
	frame   *term.Frame
}

// expansion is the result of expanding one state.
type expansion struct {
	children   []child
	findings   []*finding
	infeasible int
	blocked    []doubt // infeasible up to the tables
	outside    []doubt // calls to which no behaviour applies
	doubts     []doubt
	terminal   bool
	hits       int         // steps for which a run was found without a solver
	varied     bool        // what follows depends on more than the concrete state
	recallable bool        // the expansion is the same for all states that stand for the same concrete state
	key        compact.Key // of that state
	err        error
}

// child is a state that a step leads to, and the move that is taken.
type child struct {
	state *State // nil for a bud
	move  *sts.Move
}

// doubt is an undecided query.
type doubt struct {
	name   string
	from   *State // if it is about a step, the state before it
	depth  int
	reason string
	key    string // if given, the query is not made again at other states
}

func newWorker(ctx context.Context, s *search) (*worker, error) {
	solver, err := s.options.NewSolver()
	if err != nil {
		return nil, err
	}
	decide := func(closed *term.Term) (bool, error) { return smt.Decide(ctx, solver, closed, 0) }
	w := &worker{search: s, system: s.system, solver: solver, executor: run.NewExecutor(s.system, s.options.Functions, decide),
		guessers: make([]*run.Guesser, len(s.system.Moves()))}
	w.restorer = &restorer{system: s.system, executor: w.executor, recycles: len(s.system.Slots) >= manySlots}
	for i := range s.system.Invariants {
		w.invariants = append(w.invariants, w.compile(&s.system.Invariants[i]))
	}
	return w, nil
}

func (w *worker) compile(named *sts.Named) *condition {
	c := &condition{named: named, holds: w.system.Holds(named), program: w.system.Store.Compile([]*term.Term{w.system.HoldsThroughout(named)}, w.system.SlotTerms())}
	c.frame = c.program.NewFrame()
	c.frame.Decide = w.executor.Decide
	return c
}

func (w *worker) guesser(m *sts.Move) *run.Guesser {
	if w.guessers[m.ID] == nil {
		w.guessers[m.ID] = run.NewGuesser(w.system, m)
	}
	return w.guessers[m.ID]
}

// expand computes the children of a state and its findings.
func (w *worker) expand(ctx context.Context, st *State) (out expansion) {
	st.Content = w.restorer.content(st)
	made := w.made
	defer func() {
		if st.Content != nil || w.made > made || len(out.findings) > 0 {
			w.restorer.keep(st.Depth)
		}
	}()
	before := w.costs(st)
	w.moves = w.system.Possible(w.moves[:0], st.Symbolic().Locations, st.Symbolic().Count)
	always := false
	out.children = make([]child, 0, len(w.moves))
	for _, m := range w.moves {
		if ctx.Err() != nil {
			out.err = ctx.Err()
			return out
		}
		if !w.search.options.allows(m, st.Depth) {
			continue
		}
		if w.checkOutside(ctx, st, m, &out); out.err != nil {
			return out
		}
		for _, behaviors := range w.combinations(m) {
			x := stepping{worker: w, from: st, move: m, behaviors: behaviors, out: &out}
			x.run(ctx)
			always = always || x.unconditional
			if out.err != nil {
				return out
			}
		}
	}
	if st.Depth >= len(w.search.options.Path) && !w.search.options.PathsOnly {
		w.checkDeadlock(ctx, st, always, &out)
		w.checkTimelock(ctx, st, &out)
	}
	if out.recallable = w.isRecallable(&out, before); out.recallable {
		out.key, out.hits = compact.Key(identityOf(controlKey(st.Symbolic()), st)), w.witnessHits-before.hits
	}
	w.search.dropOld(st)
	return out
}

// stepping is one attempted step of a symbolic state.
type stepping struct {
	*worker
	from *State
	move *sts.Move
	out  *expansion

	behaviors     []*sts.Behavior // one per call; nil if no contract is in force
	step          sts.SymbolicStep
	effect        sts.SymbolicEffect
	calls         []sts.SymbolicCall // of this step
	added         []*term.Term
	zone          *zone.Zone // of the clocks after it, if it is known
	unconditional bool       // the guard is true as written
	brief         bool       // the content of the state after it is not made
}

// run decides whether the step is feasible and adds the child.
func (x *stepping) run(ctx context.Context) {
	possible := x.followClocks()
	if !possible && len(x.move.GuardSafety) == 0 {
		x.out.infeasible++
		return
	}
	x.step = x.system.StepValue(x.move, x.from.Symbolic(), x.from.Depth, nil)
	if !x.addConjuncts(x.step.Guard) {
		x.falseGuard(ctx)
		return
	}
	x.unconditional = x.unconditional || len(x.added) == 0
	if len(x.move.Calls) > 0 {
		if !x.takeEffect(ctx) {
			return
		}
		x.addCalls()
	}
	if slices.ContainsFunc(x.added, (*term.Term).IsFalse) {
		x.out.infeasible++
		return
	}
	x.guardSafety(ctx)
	if !possible {
		x.out.infeasible++
		return
	}
	x.brief = x.isBrief()
	witness, ok := x.feasible(ctx)
	if !ok {
		return
	}
	if needed := !x.brief || len(x.move.StepSafety) > 0; needed && len(x.move.Calls) == 0 && !x.takeEffect(ctx) {
		return
	}
	x.stepSafety(ctx, x.effect.StepSafety)
	if witness = x.confirm(ctx, witness); witness == nil {
		return
	}
	plain := x.isPlain(witness)
	x.out.varied = x.out.varied || !plain || x.looksBack()
	next := child{move: x.move}
	if !plain || !x.brief {
		next.state = x.child(witness)
	}
	if !x.brief && !x.search.options.PathsOnly {
		x.checkInvariants(ctx, next.state, x.out)
		x.checkCycle(ctx, next.state, x.out)
	}
	x.out.children = append(x.out.children, next)
}

// child is the state that the step leads to.
func (x *stepping) child(witness *run.Witness) *State {
	st := x.newState()
	*st = State{Parent: x.from, Move: x.move, Depth: x.from.Depth + 1, Added: x.added, clocks: x.entered()}
	if !x.brief {
		x.made++
		st.Content = &Content{Symbolic: x.effect.State, Params: x.step.Params, Witness: witness}
	}
	if len(x.calls) > 0 {
		*st.note() = notes{calls: x.calls, behaviors: x.behaviors}
	}
	if x.search.drops {
		st.plant(witness, x.from.Witness())
	}
	return st
}

// newState returns memory for a state. States are kept as long as the tree, so they are allocated many at a time.
func (w *worker) newState() *State {
	if len(w.states) == 0 {
		w.states = make([]State, statesAtOnce)
	}
	st := &w.states[0]
	w.states = w.states[1:]
	return st
}

// statesAtOnce is how many states are allocated together.
const statesAtOnce = 64

// falseGuard checks the obligations of a guard that is false as written: with an arbitrary value for x / 0 it may be false only because its
// model error was ignored.
func (x *stepping) falseGuard(ctx context.Context) {
	x.out.infeasible++
	x.added = nil
	if !slices.ContainsFunc(x.step.GuardSafety, func(c *term.Term) bool { return !c.IsTrue() }) {
		return
	}
	if len(x.move.Calls) > 0 {
		if !x.takeEffect(ctx) {
			return
		}
		x.addCalls()
	}
	x.guardSafety(ctx)
}

// takeEffect computes the result of the step; false if the time is up. It keeps an earlier error.
func (x *stepping) takeEffect(ctx context.Context) bool {
	effect, err := x.step.EffectWithin(ctx)
	if err != nil {
		x.out.err = err
		return false
	}
	x.effect = *effect
	return true
}

// addConjuncts keeps conjuncts that are not true; it reports whether none is false.
func (x *stepping) addConjuncts(conjuncts []*term.Term) bool {
	for _, c := range conjuncts {
		if c.IsFalse() {
			return false
		}
		if !c.IsTrue() {
			x.added = append(x.added, c.Conjuncts()...)
		}
	}
	return true
}

// feasible looks for a witness of the step; its absence is recorded as infeasible or as a doubt.
func (x *stepping) feasible(ctx context.Context) (*run.Witness, bool) {
	if w := x.guess(); w != nil {
		x.witnessHits++
		return w, true
	}
	return x.solve(ctx)
}

// guess tries to extend the parent's witness without the solver.
func (x *stepping) guess() *run.Witness {
	parent := x.from.Witness()
	fix := func(params []term.Value) { x.fixParams(parent, params) }
	params, ok := x.guesser(x.move).Climb(x.executor.Interpreter, parent.Config, fix)
	if !ok {
		return nil
	}
	if x.brief {
		x.trial = run.Witness{Parent: parent, Move: x.move, Params: params}
		return &x.trial
	}
	return &run.Witness{Parent: parent, Move: x.move, Params: params}
}

// fixParams overwrites parameters that are not free: payload from a queue, and known results of calls, from a table or from the run so far.
func (x *stepping) fixParams(parent *run.Witness, params []term.Value) {
	m := x.move
	for i, a := range m.DequeueArgs {
		params[a] = parent.Config.Queues[m.Dequeue.Queue].Items[i]
	}
	for i, c := range m.Calls {
		args, err := x.executor.CallArguments(parent.Config, m, params, i)
		if err != nil {
			return
		}
		if known, ok := x.knownResult(parent, c.Extern, args); ok {
			for k, r := range c.Results {
				params[r] = known[k]
			}
		}
	}
}

// knownResult is the result in a table, or for an extern without one, what the run assumed before.
func (w *worker) knownResult(run *run.Witness, x *sts.Extern, args []term.Value) ([]term.Value, bool) {
	if w.summarised(x) {
		return w.search.options.Functions.Lookup(x, args)
	}
	return run.Result(x, args)
}

// summarised reports whether an extern has a table or a runner; of others any result is assumed possible.
func (w *worker) summarised(x *sts.Extern) bool { return run.Known(w.search.options.Functions, x) }

// solve queries the solver for a witness of the path with the added conjuncts.
func (x *stepping) solve(ctx context.Context) (*run.Witness, bool) {
	w, status, reason, err := x.solvePath(ctx, pathQuery{state: x.from, added: x.added, calls: x.calls, move: x.move, params: x.step.Params, kind: smt.Step})
	switch {
	case err != nil:
		x.out.err = err
	case status == smt.Unsat:
		x.out.infeasible++
	case status == smt.UpToTables:
		x.out.blocked = append(x.out.blocked, doubt{name: x.move.Name, from: x.from, depth: x.from.Depth + 1, reason: reason})
	case w == nil:
		x.out.doubts = append(x.out.doubts, doubt{name: x.move.Name, from: x.from, depth: x.from.Depth + 1, reason: reason})
	default:
		return w, true
	}
	return nil, false
}

// confirm completes a witness by running its last step. A run that the executor finishes, with calls that agree, meets every
// condition of the step; if this one does not (it was made before all conditions were known), the solver is queried.
func (x *stepping) confirm(ctx context.Context, w *run.Witness) *run.Witness {
	if x.completes(ctx, w) {
		return w
	}
	if x.out.err != nil {
		return nil
	}
	again, ok := x.solve(ctx) // also if a function failed: other inputs may succeed
	if !ok {
		return nil
	}
	if !x.completes(ctx, again) {
		x.out.doubts = append(x.out.doubts, doubt{name: x.move.Name, from: x.from, depth: x.from.Depth + 1, reason: run.ErrBlocked.Error()})
		return nil
	}
	return again
}

// completes reports whether the last step of a run can be taken and keeps the contracts in force.
func (x *stepping) completes(ctx context.Context, w *run.Witness) bool {
	var err error
	switch {
	case w.Config != nil:
	case x.brief:
		err = x.executor.Check(ctx, w)
	default:
		err = x.executor.Complete(ctx, w)
	}
	meets := false
	if err == nil {
		meets, err = x.meetsContracts(w)
	}
	if failed := trouble(err); failed != nil {
		x.out.err = failed
	}
	return err == nil && meets
}
