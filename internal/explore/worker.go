package explore

import (
	"context"
	"errors"
	"fmt"
	"time"

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
	guessers    []*guesser // by move
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
	doubts     []doubt
	terminal   bool
	err        error
}

// doubt is a question that was left open.
type doubt struct {
	name   string
	depth  int
	reason string
}

func newWorker(s *search) (*worker, error) {
	solver, err := s.options.NewSolver()
	if err != nil {
		return nil, err
	}
	w := &worker{search: s, system: s.system, solver: solver, interpreter: sts.NewInterpreter(s.system),
		guessers: make([]*guesser, len(s.system.Moves())), ctx: context.Background()}
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
	if closed.IsConst() {
		return closed.IsTrue(), nil
	}
	answer, err := w.solver.Check(w.ctx, smt.Query{Conjuncts: []*term.Term{closed}})
	switch {
	case err != nil:
		return false, err
	case answer.Status == smt.Unknown:
		return false, fmt.Errorf("%w: %s", term.ErrUndecided, answer.Reason)
	}
	return answer.Status == smt.Sat, nil
}

func (w *worker) guesser(m *sts.Move) *guesser {
	if w.guessers[m.ID] == nil {
		w.guessers[m.ID] = newGuesser(w.system, m)
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
		x := stepping{worker: w, from: st, move: m, out: &out}
		x.run()
		always = always || x.unconditional
		if out.err != nil {
			return out
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

	step          sts.SymbolicStep
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
	x.guardSafety()
	witness, ok := x.feasible()
	if !ok {
		return
	}
	effect := x.step.Effect()
	child := &State{Parent: x.from, Move: x.move, Depth: x.from.Depth + 1, Symbolic: effect.State, Params: x.step.Params, Outputs: effect.Outputs}
	x.stepSafety(effect.StepSafety)
	x.addCalls(child, effect.Calls)
	if witness = x.confirm(witness); witness == nil {
		return
	}
	child.Added, child.Witness = x.added, witness
	x.checkInvariants(child, x.out)
	x.checkLivelock(child, x.out)
	x.out.children = append(x.out.children, child)
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
	params, ok := g.climb(x.interpreter, parent.Config, fix)
	if !ok {
		return nil
	}
	return &Witness{Parent: parent, Move: x.move, Params: params}
}

// fixParams overwrites parameters that are not free: payload from a queue, and results of calls that the run made before.
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
		if known, ok := parent.result(c.Extern, args); ok {
			for k, r := range c.Results {
				params[r] = known[k]
			}
		}
	}
}

// solve asks the solver for a witness of the path with the added conjuncts.
func (x *stepping) solve(added []*term.Term) (*Witness, bool) {
	w, status, reason, err := x.ask(x.from, added, x.move, x.step.Params, 0)
	switch {
	case err != nil:
		x.out.err = err
	case status == smt.Unsat:
		x.out.infeasible++
	case w == nil:
		x.out.doubts = append(x.out.doubts, doubt{x.move.Name, x.from.Depth + 1, reason})
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
	again, ok := x.solve(x.added)
	if !ok {
		return nil
	}
	if !x.completes(again) {
		x.out.doubts = append(x.out.doubts, doubt{x.move.Name, x.from.Depth + 1, errBlocked.Error()})
		return nil
	}
	return again
}

func (x *stepping) completes(w *Witness) bool {
	if w.Config == nil && x.runLast(w) != nil {
		return false
	}
	return x.consistent(w)
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
		if known, ok := last.Parent.result(c.Extern, last.Calls[i]); ok && !sameValues(known, pick(last.Params, c.Results)) {
			return false
		}
		for j, d := range last.Move.Calls[:i] {
			if d.Extern == c.Extern && sameValues(last.Calls[i], last.Calls[j]) && !sameValues(pick(last.Params, c.Results), pick(last.Params, d.Results)) {
				return false
			}
		}
	}
	return true
}

// ask solves the path condition of st with more conjuncts and replays the model. move may be nil if only the path is meant.
// A nil witness with status Sat never happens: a model that does not replay is reported as Unknown.
func (w *worker) ask(st *State, added []*term.Term, move *sts.Move, params []*term.Term, limit time.Duration) (*Witness, smt.Status, string, error) {
	query := smt.Query{Conjuncts: relevant(st.Condition(), added), Timeout: limit}
	query.Values = variables(query.Conjuncts)
	answer, err := w.solver.Check(w.ctx, query)
	if err != nil || answer.Status != smt.Sat {
		return nil, answer.Status, answer.Reason, err
	}
	witness, err := w.replay(st, answer.Model, move, params)
	if err != nil {
		return nil, smt.Unknown, err.Error(), nil
	}
	return witness, smt.Sat, "", nil
}

// relevant keeps the conjuncts of the path that are connected to the added ones; the others hold under the old witness.
func relevant(path, added []*term.Term) []*term.Term {
	all := append(path[:len(path):len(path)], added...)
	if len(added) == 0 {
		return all
	}
	connected := map[*term.Term]bool{}
	for _, c := range added {
		for _, v := range c.Vars() {
			connected[v] = true
		}
	}
	keep := make([]bool, len(path))
	for changed := true; changed; {
		changed = false
		for i, c := range path {
			if keep[i] || !touches(c, connected) {
				continue
			}
			keep[i], changed = true, true
			for _, v := range c.Vars() {
				connected[v] = true
			}
		}
	}
	out := make([]*term.Term, 0, len(all))
	for i, c := range path {
		if keep[i] || len(c.Vars()) == 0 {
			out = append(out, c)
		}
	}
	return append(out, added...)
}

func touches(c *term.Term, vars map[*term.Term]bool) bool {
	for _, v := range c.Vars() {
		if vars[v] {
			return true
		}
	}
	return false
}

// variables lists the free variables of conjuncts, without duplicates, in order of appearance.
func variables(conjuncts []*term.Term) []*term.Term {
	seen := map[*term.Term]bool{}
	out := []*term.Term{}
	for _, c := range conjuncts {
		for _, v := range c.Vars() {
			if !seen[v] {
				seen[v] = true
				out = append(out, v)
			}
		}
	}
	return out
}

// replay runs the path of st, and then move, with the values of a model; what the model does not mention keeps the value
// that the old witness gives it.
func (w *worker) replay(st *State, model smt.Model, move *sts.Move, params []*term.Term) (*Witness, error) {
	old := st.Witness.Steps()
	path := st.Path()
	free := updated(model, path[0].Params, old[0].Params)
	start, err := w.interpreter.Start(free)
	if err != nil {
		return nil, err
	}
	witness := &Witness{Params: free, Config: start}
	for i, s := range path[1:] {
		witness = &Witness{Parent: witness, Move: s.Move, Params: updated(model, s.Params, old[i+1].Params)}
		if err := w.runLast(witness); err != nil {
			return nil, err
		}
	}
	if move == nil {
		return witness, nil
	}
	values := updated(model, params, w.guesser(move).defaults)
	if move.Dequeue != nil {
		for i, a := range move.DequeueArgs {
			values[a] = witness.Config.Queues[move.Dequeue.Queue].Items[i]
		}
	}
	return w.lastStep(witness, move, values)
}

// lastStep leaves a step that violates an obligation without a configuration: the caller looks for exactly that.
func (w *worker) lastStep(parent *Witness, move *sts.Move, values []term.Value) (*Witness, error) {
	last := &Witness{Parent: parent, Move: move, Params: values}
	if err := w.runLast(last); err != nil && !errors.Is(err, errBlocked) {
		return nil, err
	}
	return last, nil
}

func updated(model smt.Model, params []*term.Term, old []term.Value) []term.Value {
	out := append([]term.Value(nil), old...)
	for i, p := range params {
		if p == nil {
			continue
		}
		if v, ok := model[p]; ok {
			out[i] = v
		}
	}
	return out
}
