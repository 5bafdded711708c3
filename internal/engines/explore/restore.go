package explore

import (
	"context"
	"encoding/binary"
	"fmt"
	"slices"
	"sync"

	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Memory. The content of a state, its terms and its run, follows from the content of its parent, the move, and the parameters of its run. In
// a large tree almost all memory would be spent on contents that are not needed: those of expanded states, and of states that wait behind
// many others. So only some are kept, the window. The others are dropped and leave a seed, the parameters as a few bytes, from which the step
// is taken again when the content is needed: symbolically, and by the interpreter, but without a solver. Neighbours share most of their path,
// so a restorer keeps the contents along the path of the last one. A state whose content would be dropped at once is made without it, if no
// check needs it: many such states are never expanded.
//
// A system may have a thousand variables, of which a step changes one. So a worker reuses the memory for cells and values when a restored
// content on its path is replaced and nothing refers to it: no state, no finding, and no content derived from it.
//
// The window is full when its contents take about windowBytes. Below that nothing is dropped. When the search comes near its limit on
// memory, all contents are dropped and the window is closed; then a state takes about 150 bytes, its conjuncts and its seed, however many
// variables the system has.
//
// Steps that call functions, or whose conditions need a solver, could have another result the second time: in systems with such steps,
// nothing is dropped. Neither is anything dropped if states are pruned, since new states are compared with the contents of old ones.

// windowBytes is the approximate size of the contents in the window.
const windowBytes = 8 << 20

// windowSize is how many contents are kept, for a number of slots.
func windowSize(slots int) int {
	const content, slot = 500, 32 // bytes of an empty content, and of a value and a term
	return windowBytes / (content + slot*slots)
}

// mayDrop reports whether the contents of states can be dropped: every step can be taken again without a solver and without functions.
func (s *search) mayDrop() bool {
	return !s.options.Prune && !s.system.Assume.HasQuantifier() && !slices.ContainsFunc(s.system.Moves(), needsHelp)
}

// needsHelp reports whether a move calls functions, or has a quantifier that may need a solver.
func needsHelp(m *sts.Move) bool {
	terms := []*term.Term{m.Guard}
	for _, o := range slices.Concat(m.GuardSafety, m.StepSafety) {
		terms = append(terms, o.Cond)
	}
	for _, u := range m.Updates {
		terms = append(terms, u.Value)
	}
	for _, msg := range slices.Concat(m.Outputs, m.Enqueue) {
		terms = append(terms, msg.Args...)
	}
	return len(m.Calls) > 0 || slices.ContainsFunc(terms, (*term.Term).HasQuantifier)
}

// dropNew drops the content of a new state if the window is full of states that are expanded before it. Strategies that jump around in the
// tree would restore whole paths, so they keep waiting states as long as there is memory.
func (s *search) dropNew(st *State) {
	if s.isBeyond(st.Depth, 0) {
		s.drop(st)
	}
}

// isBeyond reports whether a new state at a depth is not in the window. More states than those of the tree may be made already.
func (s *search) isBeyond(depth, more int) bool {
	switch waits := depth < s.options.Depth; {
	case s.window == 0:
		return true
	case waits:
		return s.inOrder() && s.frontier.len()+more > s.window
	}
	return s.tree.Size()+more > s.window
}

// inOrder reports whether states are expanded in an order in which neighbours share most of their path.
func (s *search) inOrder() bool {
	return s.options.Strategy == BreadthFirst || s.options.Strategy == DepthFirst
}

// skips reports whether contents that would be dropped at once need not be made, since no check needs them.
func (s *search) skips() bool {
	return s.drops && s.inOrder() && s.family == nil && s.options.Enough == nil && s.options.Useful == nil
}

// isBrief reports whether the state after a step is made without its content. Invariants and cycles are looked for in contents.
func (x *stepping) isBrief() bool {
	if !x.search.skips() || !x.search.isBeyond(x.from.Depth+1, x.made) {
		return false
	}
	return x.search.options.PathsOnly || len(x.invariants) == 0 && !x.mayCycle()
}

// dropOld drops the content of a state that was expanded, unless the tree is small.
func (s *search) dropOld(st *State) {
	if st.ID >= s.window {
		s.drop(st)
	}
}

// dropAll closes the window.
func (s *search) dropAll() {
	s.window = 0
	for st := range s.tree.states.opens() {
		s.drop(st)
	}
}

// drop drops the content of a state, if it can be restored.
func (s *search) drop(st *State) {
	if s.drops && st.Parent != nil {
		st.Content = nil
	}
}

// content returns the content of the state, restored if it was dropped.
func (s *State) content() *Content {
	if s.Content != nil {
		return s.Content
	}
	return s.contentBy(s.restorer())
}

// contentBy returns the content of the state, restored by the shared restorer if it was dropped.
func (s *State) contentBy(shared *restorer) *Content {
	if s.Content != nil {
		return s.Content
	}
	shared.mu.Lock()
	defer shared.mu.Unlock()
	return shared.content(s)
}

// restorer returns the restorer of the tree.
func (s *State) restorer() *restorer {
	root := s
	for root.Parent != nil {
		root = root.Parent
	}
	return root.notes.restorer
}

// restorer restores the contents of states. Each worker has one, and the root of the tree has one that is shared.
type restorer struct {
	mu       sync.Mutex // of the shared one
	system   *sts.System
	executor *run.Executor
	path     []restored // by depth: those that were restored last
	recycles bool       // the memory of replaced contents is reused, unless keep was called
	spare    []room
}

// restored is a state with its content.
type restored struct {
	state   *State
	content *Content
	room    room // of the content, if nothing else has this memory
}

// room is memory for the cells of a state and the values of its run.
type room struct {
	cells  []*term.Term
	values []term.Value
}

// content returns the content of a state.
func (r *restorer) content(st *State) *Content {
	if st.Content != nil {
		return st.Content
	}
	for len(r.path) <= st.Depth {
		r.path = append(r.path, restored{})
	}
	if r.path[st.Depth].state != st {
		parent := r.content(st.Parent)
		r.forget(st.Depth)
		r.path[st.Depth] = r.restore(st, parent)
	}
	return r.path[st.Depth].content
}

// manySlots is the number of slots above which reusing memory pays.
const manySlots = 32

// forget drops the contents restored at a depth and below it, since each depends on the one above.
func (r *restorer) forget(depth int) {
	for i := range r.path[depth:] {
		at := &r.path[depth+i]
		if at.room.cells != nil {
			r.spare = append(r.spare, at.room)
		}
		*at = restored{}
	}
}

// keep marks restored contents down to a depth as referenced, so that their memory is not reused.
func (r *restorer) keep(depth int) {
	for i := range min(depth+1, len(r.path)) {
		r.path[i].room = room{}
	}
}

// restore takes the step to a state again.
func (r *restorer) restore(st *State, parent *Content) restored {
	if st.clocks != nil && st.clocks.step != nil {
		content, err := r.derive(context.Background(), st, parent)
		if err != nil {
			panic(fmt.Sprintf("explore: the run to state %d, which zones have shown, cannot be taken: %v", st.ID, err))
		}
		return restored{state: st, content: content}
	}
	var spare room
	if last := len(r.spare) - 1; last >= 0 && len(st.Move.Updates) > 0 {
		spare, r.spare = r.spare[last], r.spare[:last]
	}
	effect, params := r.system.Again(st.Move, &parent.Symbolic, st.Parent.Depth, spare.cells)
	witness, err := r.run(context.Background(), st, parent.Witness, spare.values)
	if err != nil {
		panic(fmt.Sprintf("explore: the run to state %d, which was taken before, cannot be taken again: %v", st.ID, err))
	}
	out := restored{state: st, content: &Content{Symbolic: effect.State, Params: params, Witness: witness}}
	if r.recycles && len(st.Move.Updates) > 0 {
		out.room = room{effect.State.Store, witness.Config.Values}
	}
	return out
}

// run makes the run to a state from that to its parent. The values after it are in the memory that is given, if there is some.
func (r *restorer) run(ctx context.Context, st *State, parent *run.Witness, spare []term.Value) (*run.Witness, error) {
	if st.seed == "" {
		return r.extend(ctx, parent, st.Move, nil, spare)
	}
	steps := st.planned(len(r.system.Slots))
	last := len(steps) - 1
	for range last {
		parent = parent.Parent
	}
	before, err := r.executor.Replay(ctx, parent, steps[:last])
	if err != nil {
		return nil, err
	}
	return r.extend(ctx, before, st.Move, steps[last].Params, spare)
}

// extend returns a run with one more step.
func (r *restorer) extend(ctx context.Context, w *run.Witness, m *sts.Move, params, spare []term.Value) (*run.Witness, error) {
	if spare == nil {
		return r.executor.Extend(ctx, w, m, params)
	}
	before, config := *w, *w.Config
	config.Values = append(spare[:0], config.Values...)
	before.Config = &config
	next, err := r.executor.ExtendOver(ctx, &before, m, params)
	next.Parent = w
	return next, err
}

// seed has the parameters of the last steps of the run to a state, those in which it differs from the run to its parent: how many steps
// there are, and each parameter as a number that is 0 if the value is in the notes of the state. It is empty if the run has one more step
// than that to the parent, without parameters.
type seed string

// plant makes the seed of a state from its run and the run to its parent. Runs share steps that are the same.
func (s *State) plant(witness, parent *run.Witness) {
	steps := []*run.Witness{witness}
	for w := witness.Parent; w != parent; w, parent = w.Parent, parent.Parent {
		steps = append(steps, w)
	}
	if len(steps) == 1 && len(witness.Params) == 0 {
		return
	}
	out := binary.AppendUvarint(nil, uint64(len(steps)))
	for _, w := range slices.Backward(steps) {
		for _, v := range w.Params {
			code, small := encode(v)
			if !small {
				s.note().large = append(s.note().large, v)
			}
			out = binary.AppendUvarint(out, code)
		}
	}
	s.seed = seed(out)
}

// encode returns a number for a value; 0 and false if it is not a small number.
func encode(v term.Value) (uint64, bool) {
	n, small := v.Small()
	code := uint64(n)<<1 ^ uint64(n>>63) // small ones of both signs are small
	if !small || code+1 == 0 {
		return 0, false
	}
	return code + 1, true
}

// decode returns the value of a number other than 0.
func decode(code uint64) term.Value {
	code--
	return term.IntValue(int64(code>>1) ^ -int64(code&1))
}

// planned returns the last steps of the run to the state, as its seed has them, if it has one. The first step of a run has a parameter for each slot.
func (s *State) planned(slots int) []*run.Witness {
	data, large := []byte(s.seed), s.noted().large
	next := func() uint64 {
		n, size := binary.Uvarint(data)
		data = data[size:]
		return n
	}
	steps := make([]*run.Witness, next())
	for i, st := len(steps)-1, s; i >= 0; i, st = i-1, st.Parent {
		count := slots
		if st.Move != nil {
			count = len(st.Move.Params)
		}
		steps[i] = &run.Witness{Move: st.Move, Params: make([]term.Value, count)}
	}
	for _, w := range steps {
		for i := range w.Params {
			if code := next(); code != 0 {
				w.Params[i] = decode(code)
			} else {
				w.Params[i], large = large[0], large[1:]
			}
		}
	}
	return steps
}
