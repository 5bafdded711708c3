package mutate

import (
	"context"
	"fmt"

	"github.com/sextant-mbt/sextant/internal/explore"
	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// Invariants by elimination, as in Houdini (C. Flanagan and K. R. M. Leino, Houdini, an Annotation Assistant for ESC/Java,
// 2001). For each control (the locations, and how many messages wait) there is a list of candidates: comparisons of variables
// with the numbers of the model and with each other, members of enumerations, the declared invariants. Those that a state of
// the tree refutes go first, since that costs no solver. Then those go that a first state or a step can break, assuming the
// candidates that are left, until none does: what remains holds in every state that can be reached.

// Limits of the search for invariants.
const (
	maxControls   = 60
	maxConstants  = 14
	maxCompared   = 14 // variables that are compared with each other
	maxRounds     = 4000
	maxCandidates = 1500 // per control
)

// invariants are conditions over the slots by control, for the controls that can be reached. If there were too many controls,
// there are no states, and nothing is proved locally.
type invariants struct {
	states []*sts.SymbolicState
	at     map[string][]*term.Term
}

// withoutConditions are the same controls, with nothing known of the values.
func (k *invariants) withoutConditions() *invariants { return &invariants{states: k.states} }

// edge is a step between two controls.
type edge struct {
	from, to string
	step     taken
}

// houdini is the elimination.
type houdini struct {
	asker
	system *sts.System
	states map[string]*sts.SymbolicState
	order  []string
	edges  []edge
	alive  map[string][]*term.Term
}

// findInvariants eliminates candidates. A system with too many controls gets none.
func findInvariants(ctx context.Context, s *sts.System, tree *explore.Tree, solver smt.Solver) (*invariants, error) {
	h := &houdini{asker: asker{ctx: ctx, store: s.Store, solver: solver}, system: s,
		states: map[string]*sts.SymbolicState{}, alive: map[string][]*term.Term{}}
	if !h.graph() {
		return &invariants{}, nil
	}
	for _, k := range h.order {
		h.alive[k] = h.candidates()
	}
	h.refute(tree)
	h.initially()
	h.inductive()
	found := &invariants{at: map[string][]*term.Term{}}
	for _, key := range h.order {
		found.states = append(found.states, h.states[key])
		found.at[key] = h.tightest(h.alive[key])
	}
	return found, h.err
}

// graph finds the controls that can be reached, not looking at guards; false if there are too many.
func (h *houdini) graph() bool {
	start, _ := h.system.StartSymbolic()
	h.enter(start.Locations, start.Queues)
	for i := 0; i < len(h.order); i++ {
		if len(h.order) > maxControls {
			return false
		}
		from := h.states[h.order[i]]
		for _, m := range h.system.Possible(nil, from.Locations, from.Count) {
			step := take(h.system, m, from, 0, nil, unmarked)
			to := h.enter(step.effect.State.Locations, step.effect.State.Queues)
			h.edges = append(h.edges, edge{h.order[i], to, step})
		}
	}
	return true
}

// enter notes a control: a state with the slots as they are and variables for what waits.
func (h *houdini) enter(locations []int, queues []sts.Queue[*term.Term]) string {
	key := control(locations, queues)
	if h.states[key] == nil {
		h.states[key] = &sts.SymbolicState{Locations: locations, Store: h.system.SlotTerms(), Queues: anyQueues(h.store, queues)}
		h.order = append(h.order, key)
	}
	return key
}

// anyQueues are queues of the same length with any contents.
func anyQueues(s *term.Store, queues []sts.Queue[*term.Term]) []sts.Queue[*term.Term] {
	out := make([]sts.Queue[*term.Term], len(queues))
	for i, q := range queues {
		out[i].Count = q.Count
		for k, item := range q.Items {
			out[i].Items = append(out[i].Items, s.Var(fmt.Sprintf("queue %d.%d", i, k), item.Sort()))
		}
	}
	return out
}

// candidates are the conditions to begin with.
func (h *houdini) candidates() []*term.Term {
	var out []*term.Term
	for _, n := range h.system.Invariants {
		out = append(out, n.Cond.Conjuncts()...)
	}
	constants := h.constants()
	for i, slot := range h.system.Slots {
		out = append(out, h.about(slot, constants)...)
		if i >= maxCompared {
			continue
		}
		for _, other := range h.system.Slots[:i] {
			if other.Sort.Same(slot.Sort) {
				out = append(out, h.store.Eq(slot.Term, other.Term))
				if numeric(slot.Sort) {
					out = append(out, h.store.Le(slot.Term, other.Term), h.store.Le(other.Term, slot.Term))
				}
			}
		}
	}
	return out[:min(len(out), maxCandidates)]
}

// constants are the numbers and other constants of the model.
func (h *houdini) constants() []*term.Term {
	var roots []*term.Term
	for _, m := range h.system.Moves() {
		roots = append(roots, m.Guard)
		for _, u := range m.Updates {
			roots = append(roots, u.Value)
		}
	}
	for _, slot := range h.system.Slots {
		if slot.Init != nil {
			roots = append(roots, slot.Init)
		}
	}
	out := constantsOf(roots...)
	return out[:min(len(out), maxConstants)]
}

func numeric(s *term.Sort) bool { return s.Kind == term.KindInt || s.Kind == term.KindReal }

// about are the candidates for one slot alone.
func (h *houdini) about(slot sts.Slot, constants []*term.Term) []*term.Term {
	s := h.store
	if slot.Sort.Kind == term.KindBool {
		return []*term.Term{slot.Term, s.Not(slot.Term)}
	}
	var out []*term.Term
	if slot.Sort.Kind == term.KindEnum {
		for _, v := range slot.Sort.Values(maxConstants) {
			out = append(out, s.Not(s.Eq(slot.Term, s.Const(slot.Sort, v))))
		}
		return out
	}
	for _, c := range constants {
		switch {
		case !c.Sort().Same(slot.Sort):
		case numeric(slot.Sort):
			out = append(out, s.Le(slot.Term, c), s.Le(c, slot.Term))
		default:
			out = append(out, s.Eq(slot.Term, c))
		}
	}
	return out
}

// refute drops candidates that a state of the tree refutes.
func (h *houdini) refute(tree *explore.Tree) {
	seen := map[string][][]term.Value{}
	for _, st := range tree.States {
		if st.Witness != nil {
			key := control(st.Witness.Config.Locations, st.Witness.Config.Queues)
			seen[key] = append(seen[key], st.Witness.Config.Values)
		}
	}
	for _, key := range h.order {
		h.alive[key] = h.holding(h.alive[key], seen[key])
	}
}

// holding are the candidates that hold for all rows of values; none if a quantifier among them cannot be decided.
func (h *houdini) holding(candidates []*term.Term, rows [][]term.Value) []*term.Term {
	frame := h.store.Compile(candidates, h.system.SlotTerms()).NewFrame()
	holds := make([]bool, len(candidates))
	for i := range holds {
		holds[i] = true
	}
	for _, values := range rows {
		if err := frame.Run(values); err != nil {
			return nil
		}
		for i := range holds {
			holds[i] = holds[i] && frame.Bool(i)
		}
	}
	var out []*term.Term
	for i, c := range candidates {
		if holds[i] {
			out = append(out, c)
		}
	}
	return out
}

// initially drops what need not hold at the start.
func (h *houdini) initially() {
	start, _ := h.system.StartSymbolic()
	h.settle(h.order[0], []*term.Term{h.system.Apply(h.system.Assume, &start)}, &start)
}

// settle drops candidates of a control until the others follow from the conditions for a state that reaches it; it tells
// whether any was dropped.
func (h *houdini) settle(key string, conds []*term.Term, reached *sts.SymbolicState) bool {
	changed := false
	for range maxRounds {
		alive := h.alive[key]
		if len(alive) == 0 || h.err != nil {
			return changed
		}
		after := make([]*term.Term, len(alive))
		for i, c := range alive {
			after[i] = h.system.Apply(c, reached)
		}
		broken := h.store.Not(h.store.And(after...))
		if h.impossible(conds, []*term.Term{broken}) {
			return changed
		}
		changed = true
		h.weaken(key, conds, after, broken)
	}
	h.alive[key] = nil
	return true
}

// weaken drops the candidates that one solution breaks, or all that do not follow one by one if there is no solution to see.
func (h *houdini) weaken(key string, conds, after []*term.Term, broken *term.Term) {
	model, ok := h.solution(smt.Query{Values: term.Variables(conds, []*term.Term{broken})}, conds, []*term.Term{broken})
	var kept []*term.Term
	for i, c := range h.alive[key] {
		holds := false
		if ok {
			v, err := h.store.Evaluate(after[i], model)
			holds = err == nil && v.Bool()
		} else {
			holds = h.impossible(conds, []*term.Term{h.store.Not(after[i])})
		}
		if holds {
			kept = append(kept, c)
		}
	}
	if len(kept) == len(h.alive[key]) {
		kept = nil // the solution breaks none by itself: give up rather than loop
	}
	h.alive[key] = kept
}

// inductive drops what a step can break, until no step breaks anything.
func (h *houdini) inductive() {
	for changed := true; changed && h.err == nil; {
		changed = false
		for i := range h.edges {
			e := &h.edges[i]
			conds, ok := term.Conjoin(h.alive[e.from], e.step.cond)
			if ok && h.settle(e.to, conds, &e.step.effect.State) {
				changed = true
			}
		}
	}
}

// tightest leaves out bounds of a slot that follow from another bound of it, and orders that follow from an equality.
func (h *houdini) tightest(conds []*term.Term) []*term.Term {
	equal := map[[2]*term.Term]bool{}
	for _, c := range conds {
		if c.Op() == term.OpEq {
			a, b := c.Args()[0], c.Args()[1]
			equal[[2]*term.Term{a, b}], equal[[2]*term.Term{b, a}] = true, true
		}
	}
	var out []*term.Term
	for _, c := range conds {
		implied := c.Op() == term.OpLe && equal[[2]*term.Term{c.Args()[0], c.Args()[1]}]
		for _, d := range conds {
			implied = implied || tighter(d, c)
		}
		if !implied {
			out = append(out, c)
		}
	}
	return out
}

// tighter tells whether d is a closer bound of the same variable on the same side than c.
func tighter(d, c *term.Term) bool {
	if d.Op() != term.OpLe || c.Op() != term.OpLe {
		return false
	}
	for side := range 2 {
		v, bound, other := c.Args()[side], c.Args()[1-side], d.Args()[1-side]
		if v.Op() == term.OpVar && d.Args()[side] == v && bound.IsConst() && other.IsConst() {
			order := term.CompareInt(other.Value(), bound.Value())
			return side == 0 && order < 0 || side == 1 && order > 0
		}
	}
	return false
}
