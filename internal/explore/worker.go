package explore

import (
	"context"
	"errors"
	"slices"

	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// worker expands states. It owns a solver and an interpreter and belongs to one goroutine.
type worker struct {
	search      *search
	system      *sts.System
	solver      smt.Solver
	interpreter *sts.Interpreter
	guessers    []*Guesser // by move
	invariants  []*condition
	witnessHits int
	moves       []*sts.Move // buffer
	ctx         context.Context
}

// condition is a named condition over the slots, compiled once.
type condition struct {
	named   sts.Named
	program *term.Program // roots: the condition, then its safety
	frame   *term.Frame
}

// expansion is what came of expanding one state.
type expansion struct {
	children   []*State
	findings   []*finding
	infeasible int
	blocked    []doubt // infeasible up to the tables
	outside    []doubt // calls to which no behaviour applies
	doubts     []doubt
	terminal   bool
	err        error
}

// doubt is a question that was left open.
type doubt struct {
	name   string
	depth  int
	reason string
	key    string // if given, the question is not asked again at other states
}

func newWorker(s *search) (*worker, error) {
	solver, err := s.options.NewSolver()
	if err != nil {
		return nil, err
	}
	w := &worker{search: s, system: s.system, solver: solver, interpreter: sts.NewInterpreter(s.system),
		guessers: make([]*Guesser, len(s.system.Moves())), ctx: context.Background()}
	w.interpreter.Decide = w.decide
	for _, inv := range s.system.Invariants {
		w.invariants = append(w.invariants, w.compile(inv))
	}
	return w, nil
}

func (w *worker) compile(named sts.Named) *condition {
	roots := []*term.Term{named.Cond}
	for _, o := range named.Safety {
		roots = append(roots, o.Cond)
	}
	c := &condition{named: named, program: w.system.Store.Compile(roots, w.system.SlotTerms())}
	c.frame = c.program.NewFrame()
	c.frame.Decide = w.decide
	return c
}

// decide answers a closed formula by the solver, for the interpreter.
func (w *worker) decide(closed *term.Term) (bool, error) {
	return smt.Decide(w.ctx, w.solver, closed, 0)
}

func (w *worker) guesser(m *sts.Move) *Guesser {
	if w.guessers[m.ID] == nil {
		w.guessers[m.ID] = NewGuesser(w.system, m)
	}
	return w.guessers[m.ID]
}

// expand computes the children of a state and what is wrong at it.
func (w *worker) expand(ctx context.Context, st *State) (out expansion) {
	w.ctx = ctx
	w.moves = w.system.Possible(w.moves[:0], st.Symbolic.Locations, st.Symbolic.Count)
	always := false
	for _, m := range w.moves {
		if ctx.Err() != nil {
			out.err = ctx.Err()
			return out
		}
		if !w.search.options.allows(m, st.Depth) {
			continue
		}
		if w.checkOutside(st, m, &out); out.err != nil {
			return out
		}
		for _, behaviors := range w.combinations(m) {
			x := stepping{worker: w, from: st, move: m, behaviors: behaviors, out: &out}
			x.run()
			always = always || x.unconditional
			if out.err != nil {
				return out
			}
		}
	}
	if st.Depth >= len(w.search.options.Path) {
		w.checkDeadlock(st, always, &out)
	}
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
	calls         []CallRecord // of this step
	added         []*term.Term
	unconditional bool // the guard is true as written
}

// run decides whether the step is feasible and adds the child.
func (x *stepping) run() {
	x.step = x.system.Begin(x.move, &x.from.Symbolic, x.from.Depth)
	if !x.addConjuncts(x.step.Guard) {
		x.out.infeasible++
		return
	}
	x.unconditional = len(x.added) == 0
	if len(x.move.Calls) > 0 {
		if !x.takeEffect() {
			return
		}
		x.addCalls()
	}
	if slices.ContainsFunc(x.added, (*term.Term).IsFalse) {
		x.out.infeasible++
		return
	}
	x.guardSafety()
	witness, ok := x.feasible()
	if !ok {
		return
	}
	if len(x.move.Calls) == 0 && !x.takeEffect() {
		return
	}
	x.stepSafety(x.effect.StepSafety)
	if witness = x.confirm(witness); witness == nil {
		return
	}
	child := &State{Parent: x.from, Move: x.move, Depth: x.from.Depth + 1, Symbolic: x.effect.State, Params: x.step.Params,
		Outputs: x.effect.Outputs, Calls: x.calls, Behaviors: x.behaviors, Added: x.added, Witness: witness}
	x.checkInvariants(child, x.out)
	x.checkLivelock(child, x.out)
	x.out.children = append(x.out.children, child)
}

// takeEffect computes what the step leads to, unless the time is up before. An error that came before it stays.
func (x *stepping) takeEffect() bool {
	effect, err := x.step.EffectWithin(x.ctx)
	if err != nil {
		x.out.err = err
		return false
	}
	x.effect = effect
	return true
}

// addConjuncts keeps conjuncts that are not true; it tells whether none is false.
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
func (x *stepping) feasible() (*Witness, bool) {
	if w := x.guess(); w != nil {
		x.witnessHits++
		return w, true
	}
	return x.solve(x.added)
}

// guess tries to extend the parent's witness without the solver.
func (x *stepping) guess() *Witness {
	parent := x.from.Witness
	g := x.guesser(x.move)
	fix := func(params []term.Value) { x.fixParams(parent, params) }
	params, ok := g.Climb(x.interpreter, parent.Config, fix)
	if !ok {
		return nil
	}
	return &Witness{Parent: parent, Move: x.move, Params: params}
}

// fixParams overwrites parameters that are not free: payload from a queue, and results of calls that are known already,
// from a table or from the run so far.
func (x *stepping) fixParams(parent *Witness, params []term.Value) {
	m := x.move
	if m.Dequeue != nil {
		for i, a := range m.DequeueArgs {
			params[a] = parent.Config.Queues[m.Dequeue.Queue].Items[i]
		}
	}
	for i, c := range m.Calls {
		args, err := x.interpreter.CallArguments(parent.Config, m, params, i)
		if err != nil {
			return
		}
		if known, ok := x.knownResult(parent, c.Extern, args); ok {
			setResults(params, c, known)
		}
	}
}

func setResults(params []term.Value, c sts.Call, result []term.Value) {
	for k, r := range c.Results {
		params[r] = result[k]
	}
}

// knownResult is what a table says, or for an extern without one, what the run assumed before.
func (w *worker) knownResult(run *Witness, x *sts.Extern, args []term.Value) ([]term.Value, bool) {
	if w.summarised(x) {
		return w.search.options.Functions.Lookup(x, args)
	}
	return run.result(x, args)
}

// summarised tells whether an extern has a table or a runner; of others any result is assumed possible.
func (w *worker) summarised(x *sts.Extern) bool {
	return w.search.options.Functions != nil && w.search.options.Functions.Knows(x)
}

// solve asks the solver for a witness of the path with the added conjuncts.
func (x *stepping) solve(added []*term.Term) (*Witness, bool) {
	w, status, reason, err := x.ask(question{state: x.from, added: added, calls: x.calls, move: x.move, params: x.step.Params})
	switch {
	case err != nil:
		x.out.err = err
	case status == smt.Unsat:
		x.out.infeasible++
	case status == smt.UpToTables:
		x.out.blocked = append(x.out.blocked, doubt{name: x.move.Name, depth: x.from.Depth + 1, reason: reason})
	case w == nil:
		x.out.doubts = append(x.out.doubts, doubt{name: x.move.Name, depth: x.from.Depth + 1, reason: reason})
	default:
		return w, true
	}
	return nil, false
}

// confirm completes a witness by running its last step. A run that the interpreter finishes, with calls that agree, meets
// every condition of the step; if this one does not (it was made before all conditions were known), the solver is asked.
func (x *stepping) confirm(w *Witness) *Witness {
	if x.completes(w) {
		return w
	}
	again, ok := x.solve(x.added) // also if a function failed: other inputs may do
	if !ok {
		return nil
	}
	if !x.completes(again) {
		x.out.doubts = append(x.out.doubts, doubt{name: x.move.Name, depth: x.from.Depth + 1, reason: errBlocked.Error()})
		return nil
	}
	return again
}

func (x *stepping) completes(w *Witness) bool {
	if w.Config == nil && (!x.fillResults(w) || x.runLast(w) != nil) {
		return false
	}
	return x.consistent(w) && x.meetsContracts(w)
}

// fillResults gives the calls of the last step their real results, running functions if that is allowed.
func (x *stepping) fillResults(w *Witness) bool {
	for i, c := range w.Move.Calls {
		if !x.summarised(c.Extern) {
			continue
		}
		args, err := x.interpreter.CallArguments(w.Parent.Config, w.Move, w.Params, i)
		if err != nil {
			return false
		}
		result, known, err := x.search.options.Functions.Result(x.ctx, c.Extern, args)
		if err != nil || !known {
			return false
		}
		setResults(w.Params, c, result)
	}
	return true
}

var errBlocked = errors.New("the interpreter does not follow the solver's model")

// runLast executes the last step of a witness.
func (w *worker) runLast(last *Witness) error {
	step, err := w.interpreter.Try(last.Parent.Config, last.Move, last.Params)
	if err != nil {
		return err
	}
	if step.Outcome != sts.Done {
		return errBlocked
	}
	last.Config, last.Outputs, last.Calls = step.Next, step.Outputs, nil
	for i := range last.Move.Calls {
		args, err := w.interpreter.CallArguments(last.Parent.Config, last.Move, last.Params, i)
		if err != nil {
			return err
		}
		last.Calls = append(last.Calls, args)
	}
	return nil
}

// consistent tells whether the calls of the last step agree with those before: one function, one result per input.
func (w *worker) consistent(last *Witness) bool {
	for i, c := range last.Move.Calls {
		known, ok := w.knownResult(last.Parent, c.Extern, last.Calls[i])
		if w.summarised(c.Extern) && !ok || ok && !term.SameValues(known, term.Pick(last.Params, c.Results)) {
			return false
		}
		for j, d := range last.Move.Calls[:i] {
			if d.Extern == c.Extern && term.SameValues(last.Calls[i], last.Calls[j]) && !term.SameValues(term.Pick(last.Params, c.Results), term.Pick(last.Params, d.Results)) {
				return false
			}
		}
	}
	return true
}
