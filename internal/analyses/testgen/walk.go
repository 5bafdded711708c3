package testgen

import (
	"context"
	"errors"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/engines/explore"
)

// Goals on values are met by walks. A walk begins at the root of the tree and repeatedly goes to the nearest state below where an open goal
// can be met: the solver is queried for values that follow the path, keep every goal that the walk has met, and meet the new one. At the same
// step it is queried for further goals, as many as are compatible. Goals that a run meets by chance are kept as well. When nothing more can
// be met, the walk is a run with many goals, and the next walk begins. Each answer is run in the interpreter, and the interpreter alone
// decides, step by step, which goals a run meets. When no walk from the root meets a new goal, each goal that is still open has the reason.
//
// Paths that call functions are expensive: the solver cannot see into them, and they have to be run. So there are two rounds. In the first,
// such paths have only the runs that the exploration found; in the second, functions are tried for the remaining goals.
//
// States at which no walk can meet a goal are remembered. The number of queries is bounded: maxQueries for each goal from the root, maxDetour
// from further on, where the next walk will try again. A goal that was left open maxOpen times, by a solver that gives up or by functions for
// which no table has enough rows, is given up: such answers are expensive.
const (
	maxDetour   = 60 // queries for one step further of a walk
	detourSteps = 3  // steps between two goals of a walk
	maxOpen     = 2  // answers that leave a goal open
)

// aim is a goal that a move can meet, with the condition for it over slots and parameters of the move.
type aim struct {
	goal int
	cond *term.Term
}

// refusal records that a goal cannot be met at a state.
type refusal struct{ state, goal int }

// walk is a path with the goals that it must meet.
type walk struct {
	state *explore.State
	run   *run.Witness
	bound []*term.Term // conditions of the goals
}

// walker looks for walks.
type walker struct {
	b        *builder
	goals    []valueGoal
	aims     [][]aim         // by move
	programs []*term.Program // by move: one root per aim; nil until a run takes the move
	children [][]*explore.State
	refused  map[refusal]bool
	known    map[*run.Witness][]aim // by the last step of a run: the goals that it meets
	hurried  bool                   // functions are not tried
	walks    []walk
}

// values makes goals on values and walks that meet them.
func (b *builder) values(ctx context.Context) (*goalSet, error) {
	w := b.newWalker()
	g := b.newGoals()
	for i := range w.goals {
		g.add(w.goals[i].name)
		if err := w.refute(ctx, &w.goals[i]); w.unlessLate(ctx, err) != nil {
			return nil, err
		}
	}
	for _, w.hurried = range []bool{true, false} {
		if err := w.walkAll(ctx); w.unlessLate(ctx, err) != nil {
			return nil, err
		}
	}
	w.addRuns(g)
	g.why, g.excluded = w.why, w.excluded
	return g, nil
}

func (b *builder) newWalker() *walker {
	w := &walker{b: b, goals: deriveGoals(b.tree.System, b.options.Criterion), refused: map[refusal]bool{}, known: map[*run.Witness][]aim{}}
	if only := b.options.Only; only != nil {
		w.goals = slices.DeleteFunc(w.goals, func(g valueGoal) bool { return !only[g.name] })
	}
	w.children = make([][]*explore.State, b.tree.Size())
	for _, st := range b.tree.States()[1:] {
		w.children[st.Parent.ID] = append(w.children[st.Parent.ID], st)
	}
	w.findAims()
	w.programs = make([]*term.Program, len(w.aims))
	return w
}

// findAims finds what each move can meet, in the order of the goals.
func (w *walker) findAims() {
	moves := movesTaking(w.b.tree.System)
	w.aims = make([][]aim, len(w.b.tree.System.Moves()))
	for i, g := range w.goals {
		for _, y := range g.ways {
			for _, m := range moves[y.take.ID] {
				w.aims[m.ID] = append(w.aims[m.ID], aim{i, y.inMove(w.b.tree.System, m)})
			}
		}
	}
}

// movesTaking lists, for each transition, the moves that take it.
func movesTaking(s *sts.System) [][]*sts.Move {
	out := make([][]*sts.Move, len(s.Transitions()))
	for _, m := range s.Moves() {
		for _, part := range m.Parts {
			out[part.ID] = append(out[part.ID], m)
		}
	}
	return out
}

// program evaluates the aims of a move.
func (w *walker) program(m *sts.Move) *term.Program {
	if w.programs[m.ID] == nil {
		var roots []*term.Term
		for _, a := range w.aims[m.ID] {
			roots = append(roots, a.cond)
		}
		w.programs[m.ID] = w.b.tree.System.Store.Compile(roots, w.inputs(m))
	}
	return w.programs[m.ID]
}

// inputs are the variables of conditions on a step: slots before it, and parameters.
func (w *walker) inputs(m *sts.Move) []*term.Term {
	inputs := w.b.tree.System.SlotTerms()
	for _, p := range m.Params {
		inputs = append(inputs, p.Term)
	}
	return inputs
}

// walkAll makes walks until no goal can be met.
func (w *walker) walkAll(ctx context.Context) error {
	for {
		at := walk{state: w.b.tree.Root}
		for {
			next, err := w.further(ctx, at)
			if next != nil {
				at = *next
			}
			if err != nil {
				w.keep(at)
				return err
			}
			if next == nil {
				break
			}
		}
		if !w.keep(at) {
			return nil
		}
	}
}

// keep adds a walk, and reports whether it did; a walk that never left the root meets no goals.
func (w *walker) keep(at walk) bool {
	if at.state == w.b.tree.Root {
		return false
	}
	w.walks = append(w.walks, at)
	return true
}

// unlessLate returns err, unless the time is up: that is a reason for open goals, not an error.
func (w *walker) unlessLate(ctx context.Context, err error) error {
	if err == nil || ctx.Err() == nil {
		return err
	}
	for i := range w.goals {
		if g := &w.goals[i]; !g.met && g.why.Status == "" {
			g.why = outOfTime
		}
	}
	return nil
}

// further finds the nearest state below a walk where an open goal can be met; nil if there is none. With an error it may have
// found one too.
func (w *walker) further(ctx context.Context, at walk) (*walk, error) {
	first := at.state == w.b.tree.Root
	detour := maxDetour
	queue := slices.Clone(w.children[at.state.ID])
	for ; len(queue) > 0; queue = queue[1:] {
		st := queue[0]
		if !first && (detour <= 0 || st.Depth > at.state.Depth+detourSteps) {
			return nil, nil
		}
		for _, a := range w.aims[st.Move.ID] {
			if !w.wants(a, st, first) {
				continue
			}
			detour--
			next, err := w.attempt(ctx, at, st, a)
			if err != nil {
				return nil, err
			}
			if next != nil {
				return w.gather(ctx, *next)
			}
		}
		queue = append(queue, w.children[st.ID]...)
	}
	return nil, nil
}

// wants reports whether it is worth trying to meet a goal at a state.
func (w *walker) wants(a aim, st *explore.State, first bool) bool {
	g := &w.goals[a.goal]
	if !g.isOpen() || w.refused[refusal{st.ID, a.goal}] {
		return false
	}
	if w.hurried && w.hasCalls(st) && !w.b.meetsAlready(st, w.inState(st, a.cond)) {
		return false
	}
	if first {
		g.queries++
	}
	return g.queries <= maxQueries
}

// hasCalls reports whether the path of st calls functions that are known.
func (w *walker) hasCalls(st *explore.State) bool { return len(w.b.calls(st)) > 0 }

// gather adds further goals to the last step of a walk.
func (w *walker) gather(ctx context.Context, at walk) (*walk, error) {
	for _, a := range w.aims[at.state.Move.ID] {
		if !w.goals[a.goal].isOpen() || w.hurried && w.hasCalls(at.state) {
			continue
		}
		next, err := w.attempt(ctx, at, at.state, a)
		if err != nil {
			return &at, err
		}
		if next != nil {
			at = *next
		}
	}
	return &at, nil
}

// attempt looks for a run along the path of st that keeps the goals of a walk and meets one more.
func (w *walker) attempt(ctx context.Context, at walk, st *explore.State, a aim) (*walk, error) {
	g, refused := &w.goals[a.goal], refusal{st.ID, a.goal}
	cond := w.inState(st, a.cond)
	bound := append(slices.Clip(at.bound), cond.Conjuncts()...)
	if cond.IsFalse() {
		w.refused[refused] = true
		return nil, nil
	}
	witness, doubt, err := w.b.runMeeting(ctx, st, bound)
	if err != nil {
		return nil, err
	}
	next := &walk{st, witness, bound}
	if witness != nil {
		if err := w.note(next); err != nil {
			return nil, err
		}
		if g.met {
			return next, nil
		}
		if doubt = g.doubt; doubt == "" {
			doubt = "the interpreter does not confirm the solver's model"
		}
	}
	switch {
	case doubt != "":
		g.doubt = doubt
		g.open++
		w.refused[refused] = true
	case len(at.bound) == 0:
		w.refused[refused] = true
	}
	return nil, nil
}

// inState is a condition on the last step of the path of st, over the variables of the path.
func (w *walker) inState(st *explore.State, cond *term.Term) *term.Term {
	by := map[*term.Term]*term.Term{}
	for i, slot := range w.b.tree.System.Slots {
		by[slot.Term] = st.Parent.Symbolic().Store[i]
	}
	for i, p := range st.Move.Params {
		by[p.Term] = st.Params()[i]
	}
	return w.b.tree.System.Store.Substitute(cond, by)
}

// note marks the goals that the run of a walk meets, and requires the walk to keep those that it is the first to meet.
func (w *walker) note(at *walk) error {
	path := at.state.Path()
	for i, step := range at.run.Steps()[1:] {
		aims, err := w.meets(step)
		if err != nil {
			return err
		}
		for _, a := range aims {
			if g := &w.goals[a.goal]; !g.met {
				g.met = true
				at.bound = append(at.bound, w.inState(path[i+1], a.cond).Conjuncts()...)
			}
		}
	}
	return nil
}

// meets lists the goals that a step of a run meets. A goal that cannot be decided is not met, and has the reason as its doubt.
func (w *walker) meets(step *run.Witness) ([]aim, error) {
	if out, ok := w.known[step]; ok {
		return out, nil
	}
	aims, values := w.aims[step.Move.ID], slices.Concat(step.Parent.Config.Values, step.Params)
	frame, err := w.evaluate(w.program(step.Move), values)
	if err != nil && !errors.Is(err, term.ErrUndecided) {
		return nil, err
	}
	var out []aim
	for i, a := range aims {
		holds := err == nil && frame.Bool(i)
		if err != nil { // one of the aims is undecided: each is tried by itself
			one, err := w.evaluate(w.b.tree.System.Store.Compile([]*term.Term{a.cond}, w.inputs(step.Move)), values)
			switch {
			case err == nil:
				holds = one.Bool(0)
			case errors.Is(err, term.ErrUndecided):
				w.goals[a.goal].doubt = err.Error()
			default:
				return nil, err
			}
		}
		if holds {
			out = append(out, a)
		}
	}
	w.known[step] = out
	return out, nil
}

func (w *walker) evaluate(p *term.Program, values []term.Value) (*term.Frame, error) {
	frame := p.NewFrame()
	frame.Decide = w.b.executor.Decide
	return frame, frame.Run(values)
}

// addRuns puts the steps of the walks into a goal set.
func (w *walker) addRuns(g *goalSet) {
	for _, at := range w.walks {
		parent, path := 0, at.state.Path()
		for i, step := range at.run.Steps()[1:] {
			var goals []int
			for _, a := range w.known[step] {
				goals = append(goals, a.goal)
			}
			g.runs = append(g.runs, goalRun{state: path[i+1], run: step, parent: parent, goals: goals})
			parent = w.b.tree.Size() + len(g.runs) - 1
		}
	}
}
