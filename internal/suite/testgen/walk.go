package testgen

import (
	"context"
	"errors"
	"slices"

	"github.com/sextant-mbt/sextant/internal/explore"
	"github.com/sextant-mbt/sextant/internal/result"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// Goals on values are met by walks. A walk begins at the root of the tree and goes, again and again, to the nearest state below
// where an open goal can be met: the solver is asked for values that follow the path, keep every goal that the walk has met, and
// meet the new one. At the same step it is asked for further goals, as many as go together. What a run meets by chance, it is
// bound to keep as well. When nothing more can be met, the
// walk is a run with many goals, and the next walk begins. Each answer is run in the interpreter, and what a run meets is what
// the interpreter says of it, step by step, never what the solver was asked for. When no walk gets anywhere from the root, each
// goal that is still open has the reason.
//
// Paths that call functions are dear: the solver cannot see into them, and they have to be run. So there are two rounds. In the
// first, such paths have only the runs that the exploration found; in the second, functions are tried for what is left.
//
// That a goal cannot be met at a state, whatever the walk, is remembered. The questions are bounded: maxQuestions for each goal
// from the root, maxDetour from further on, where the next walk will ask again. A goal that was left open maxOpen times, by a
// solver that gives up or by functions that no table shows enough of, is given up: such answers are dear.

// maxDetour bounds the questions for one step further of a walk, detourSteps the steps that lie between two goals of it, maxOpen
// the answers that leave a goal open.
const (
	maxDetour   = 60
	detourSteps = 3
	maxOpen     = 2
)

// aim is a goal that a move can meet, with the condition for it over slots and parameters of the move.
type aim struct {
	goal int
	cond *term.Term
}

// refusal says that a goal cannot be met at a state.
type refusal struct{ state, goal int }

// walk is a path with the goals that it is bound to meet.
type walk struct {
	state   *explore.State
	witness *explore.Witness
	bound   []*term.Term // conditions of the goals
}

// walker looks for walks.
type walker struct {
	*builder
	ctx      context.Context
	goals    []valueGoal
	aims     [][]aim         // by move
	programs []*term.Program // by move: one root per aim; nil until a run takes the move
	children [][]*explore.State
	met      []bool
	asked    []int    // by goal, from the root
	doubts   []string // by goal: the last answer that left it open
	open     []int    // by goal: how many answers left it open
	refused  map[refusal]bool
	hurried  bool // functions are not tried
	walks    []walk
}

// values makes goals on values and walks that meet them.
func (b *builder) values(ctx context.Context) (*goalSet, error) {
	w := b.newWalker(ctx)
	g := b.newGoals()
	for i := range w.goals {
		g.add(w.goals[i].name)
		if err := w.refute(i); err != nil {
			return nil, err
		}
	}
	for _, w.hurried = range []bool{true, false} {
		if err := w.walkAll(); err != nil {
			return nil, err
		}
	}
	if err := w.addRuns(g); err != nil {
		return nil, err
	}
	g.why, g.excluded = w.why, w.excluded
	return g, nil
}

// valueGoals are the goals that are asked for.
func (b *builder) valueGoals() []valueGoal {
	goals := deriveGoals(b.tree.System, b.options.Criterion)
	if b.options.Only == nil {
		return goals
	}
	return slices.DeleteFunc(goals, func(g valueGoal) bool { return !b.options.Only[g.name] })
}

func (b *builder) newWalker(ctx context.Context) *walker {
	w := &walker{builder: b, ctx: ctx, goals: b.valueGoals(), refused: map[refusal]bool{}}
	w.met, w.asked, w.doubts = make([]bool, len(w.goals)), make([]int, len(w.goals)), make([]string, len(w.goals))
	w.open = make([]int, len(w.goals))
	w.children = make([][]*explore.State, len(b.tree.States))
	for _, st := range b.tree.States[1:] {
		w.children[st.Parent.ID] = append(w.children[st.Parent.ID], st)
	}
	w.findAims()
	w.programs = make([]*term.Program, len(w.aims))
	return w
}

// findAims finds what each move can meet, in the order of the goals.
func (w *walker) findAims() {
	moves := movesTaking(w.tree.System)
	w.aims = make([][]aim, len(w.tree.System.Moves()))
	for i, g := range w.goals {
		for _, y := range g.ways {
			for _, m := range moves[y.take.ID] {
				w.aims[m.ID] = append(w.aims[m.ID], aim{i, y.inMove(w.tree.System, m)})
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
		w.programs[m.ID] = w.compile(m)
	}
	return w.programs[m.ID]
}

func (w *walker) compile(m *sts.Move) *term.Program {
	var roots []*term.Term
	for _, a := range w.aims[m.ID] {
		roots = append(roots, a.cond)
	}
	inputs := w.tree.System.SlotTerms()
	for _, p := range m.Params {
		inputs = append(inputs, p.Term)
	}
	return w.tree.System.Store.Compile(roots, inputs)
}

// walkAll makes walks until no goal can be met.
func (w *walker) walkAll() error {
	for {
		at := walk{state: w.tree.Root}
		for {
			next, err := w.further(at)
			if next != nil {
				at = *next
			}
			if err != nil {
				w.keep(at)
				return w.unlessTimeIsUp(err)
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

// keep adds a walk if it leads anywhere.
func (w *walker) keep(at walk) bool {
	if at.state == w.tree.Root {
		return false
	}
	w.walks = append(w.walks, at)
	return true
}

// unlessTimeIsUp turns the end of the time into the reason of what is open.
func (w *walker) unlessTimeIsUp(err error) error {
	if w.ctx.Err() == nil {
		return err
	}
	for i := range w.goals {
		if !w.met[i] && w.goals[i].why.Status == "" {
			w.goals[i].why = result.Why{Status: result.NotReached, Reason: "not reached before the time was up"}
		}
	}
	return nil
}

// further finds the nearest state below a walk where an open goal can be met; nil if there is none. With an error it may have
// found one too.
func (w *walker) further(at walk) (*walk, error) {
	first := at.state == w.tree.Root
	detour := maxDetour
	queue := append([]*explore.State(nil), w.children[at.state.ID]...)
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
			next, err := w.attempt(at, st, a)
			if err != nil {
				return nil, err
			}
			if next != nil {
				return w.gather(*next)
			}
		}
		queue = append(queue, w.children[st.ID]...)
	}
	return nil, nil
}

// wants tells whether it is worth asking for a goal at a state.
func (w *walker) wants(a aim, st *explore.State, first bool) bool {
	if !w.isOpen(a.goal) || w.refused[refusal{st.ID, a.goal}] {
		return false
	}
	if w.hurried && w.hasCalls(st) && !w.meetsAlready(st, w.inState(st, a.cond)) {
		return false
	}
	if first {
		w.asked[a.goal]++
	}
	return w.asked[a.goal] <= maxQuestions
}

// isOpen tells whether a goal is still to be met, and not given up.
func (w *walker) isOpen(goal int) bool {
	return !w.met[goal] && w.goals[goal].why.Status == "" && w.open[goal] < maxOpen
}

// gather adds further goals to the last step of a walk.
func (w *walker) gather(at walk) (*walk, error) {
	for _, a := range w.aims[at.state.Move.ID] {
		if !w.isOpen(a.goal) || w.hurried && w.hasCalls(at.state) {
			continue
		}
		next, err := w.attempt(at, at.state, a)
		if err != nil {
			return &at, err
		}
		if next != nil {
			at = *next
		}
	}
	return &at, nil
}

// attempt asks for a run along the path of st that keeps the goals of a walk and meets one more.
func (w *walker) attempt(at walk, st *explore.State, a aim) (*walk, error) {
	cond := w.inState(st, a.cond)
	bound := append(at.bound[:len(at.bound):len(at.bound)], cond.Conjuncts()...)
	if cond.IsFalse() {
		w.refused[refusal{st.ID, a.goal}] = true
		return nil, nil
	}
	witness, doubt, err := w.runMeeting(w.ctx, st, bound)
	if err != nil {
		return nil, err
	}
	next := &walk{st, witness, bound}
	if witness != nil {
		if doubt, err = w.note(next, a.goal); err != nil {
			return nil, err
		}
	}
	switch {
	case doubt != "":
		w.doubts[a.goal] = doubt
		w.open[a.goal]++
		w.refused[refusal{st.ID, a.goal}] = true
	case witness == nil && len(at.bound) == 0:
		w.refused[refusal{st.ID, a.goal}] = true
	case witness != nil:
		return next, nil
	}
	return nil, nil
}

// inState is a condition on the last step of the path of st, over the variables of the path.
func (w *walker) inState(st *explore.State, cond *term.Term) *term.Term {
	by := map[*term.Term]*term.Term{}
	for i, slot := range w.tree.System.Slots {
		by[slot.Term] = st.Parent.Symbolic.Store[i]
	}
	for i, p := range st.Move.Params {
		by[p.Term] = st.Params[i]
	}
	return w.tree.System.Store.Substitute(cond, by)
}

// note marks what the run of a walk meets, and binds the walk to what it is the first to meet. The text is not empty if the run
// does not meet what it was made for.
func (w *walker) note(at *walk, wanted int) (doubt string, err error) {
	path := at.state.Path()
	for i, step := range at.witness.Steps()[1:] {
		aims, err := w.meets(step)
		if errors.Is(err, term.ErrUndecided) {
			return err.Error(), nil
		}
		if err != nil {
			return "", err
		}
		for _, a := range aims {
			if !w.met[a.goal] {
				at.bound = append(at.bound, w.inState(path[i+1], a.cond).Conjuncts()...)
			}
			w.met[a.goal] = true
		}
	}
	if !w.met[wanted] {
		return "the interpreter does not confirm the solver's model", nil
	}
	return "", nil
}

// meets lists what a step of a run meets.
func (w *walker) meets(step *explore.Witness) ([]aim, error) {
	frame := w.program(step.Move).NewFrame()
	frame.Decide = w.interpreter.Decide
	inputs := append(append([]term.Value(nil), step.Parent.Config.Values...), step.Params...)
	if err := frame.Run(inputs); err != nil {
		return nil, err
	}
	var out []aim
	for i, a := range w.aims[step.Move.ID] {
		if frame.Bool(i) {
			out = append(out, a)
		}
	}
	return out, nil
}

// addRuns puts the steps of the walks into a goal set.
func (w *walker) addRuns(g *goalSet) error {
	for _, at := range w.walks {
		parent, path := 0, at.state.Path()
		for i, step := range at.witness.Steps()[1:] {
			aims, err := w.meets(step)
			if err != nil {
				return err
			}
			var goals []int
			for _, a := range aims {
				goals = append(goals, a.goal)
			}
			g.runs = append(g.runs, run{state: path[i+1], witness: step, parent: parent, goals: goals})
			parent = len(w.tree.States) + len(g.runs) - 1
		}
	}
	return nil
}
