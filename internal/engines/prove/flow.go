package prove

import (
	"context"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/engines/prove/domain"
)

// Abstract interpretation: the least rows that hold the initial states and are kept by the edges, approximated from above. A counting loop
// would need one round for each count, so an interval that has grown a few times is widened to the next threshold: a constant that the
// variable is compared with. Two rounds without widening then narrow intervals that were widened too far.

// flow computes the rows of all places.
type flow struct {
	*graph
	slots      *domain.Evaluator         // over the slots alone
	moves      map[int]*domain.Evaluator // by move, over its parameters too
	thresholds map[*term.Term][]int64    // by slot
	rows       []domain.Row              // by place; nil is not reached
	visits     []int
	scratch    domain.Row // the row of the step at hand
}

// newFlow prepares the evaluators.
func newFlow(g *graph) *flow {
	f := &flow{graph: g, moves: map[int]*domain.Evaluator{}, rows: make([]domain.Row, len(g.places)), visits: make([]int, len(g.places))}
	f.slots = domain.NewEvaluator(g.system.Store)
	for _, t := range g.system.SlotTerms() {
		f.slots.Add(t)
	}
	f.thresholds = g.thresholds()
	return f
}

// evaluator is the one of a move.
func (f *flow) evaluator(m *sts.Move) *domain.Evaluator {
	if ev := f.moves[m.ID]; ev != nil {
		return ev
	}
	ev := f.slots
	if len(m.Params) > 0 {
		ev = f.slots.Extended(sts.ParamTerms(m.Params))
	}
	f.moves[m.ID] = ev
	return ev
}

// patience is the number of times that the row of a place grows before it is widened.
const patience = 3

// run computes the rows; it stops early, without rows, if ctx ends. Places are visited in rounds, each in an order in which
// most edges lead forwards.
func (f *flow) run(ctx context.Context) error {
	start := f.start()
	order := f.forwards()
	changed := make([]bool, len(f.places))
	f.rows[0], changed[0] = start, true
	for again := true; again; {
		again = false
		for _, from := range order {
			if !changed[from] {
				continue
			}
			changed[from], again = false, true
			for _, e := range f.out[from] {
				if err := ctx.Err(); err != nil {
					return err
				}
				changed[e.to] = f.enter(e) || changed[e.to]
			}
		}
	}
	for range 2 {
		f.narrow(start)
	}
	return nil
}

// forwards orders the places so that, loops aside, each comes after those that lead to it: the reverse of the order in which a
// walk in depth leaves them.
func (f *flow) forwards() []int {
	var order []int
	next := make([]int, len(f.places)) // the edge to follow next
	seen := make([]bool, len(f.places))
	stack := []int{0}
	seen[0] = true
	for len(stack) > 0 {
		p := stack[len(stack)-1]
		if next[p] == len(f.out[p]) {
			order = append(order, p)
			stack = stack[:len(stack)-1]
			continue
		}
		to := f.out[p][next[p]].to
		next[p]++
		if !seen[to] {
			seen[to] = true
			stack = append(stack, to)
		}
	}
	slices.Reverse(order)
	return order
}

// enter adds what an edge brings to its target, and reports whether that is new.
func (f *flow) enter(e *edge) bool {
	brought := f.step(e.move, f.rows[e.from])
	if brought == nil {
		return false
	}
	old := f.rows[e.to]
	if old == nil {
		f.rows[e.to] = slices.Clone(brought)
		return true
	}
	changed := false
	for i := range old {
		if old[i].Contains(brought[i]) {
			continue
		}
		grown := old[i].Join(brought[i], f.system.Slots[i].Sort.Kind)
		if f.visits[e.to] > patience {
			grown = old[i].Widen(grown, f.thresholds[f.system.Slots[i].Term])
		}
		old[i], changed = grown, true
	}
	if changed {
		f.visits[e.to]++
	}
	return changed
}

// narrow computes every row again from those of the edges into its place.
func (f *flow) narrow(start domain.Row) {
	for p := range f.places {
		var fresh domain.Row
		if p == 0 {
			fresh = slices.Clone(start)
		}
		for _, e := range f.into[p] {
			if f.rows[e.from] == nil {
				continue
			}
			if brought := f.step(e.move, f.rows[e.from]); brought != nil {
				fresh = f.slots.JoinRows(fresh, brought)
			}
		}
		f.rows[p] = fresh
	}
}

// start is the row of the initial states.
func (f *flow) start() domain.Row {
	r := make(domain.Row, len(f.system.Slots))
	for i, slot := range f.system.Slots {
		r[i] = domain.AnyOf(slot.Sort)
	}
	f.slots.Refine(f.system.Assume, r)
	for i, slot := range f.system.Slots {
		if slot.Init != nil {
			r[i] = f.fit(f.slots.Value(slot.Init, r), slot.Sort)
		}
	}
	f.slots.Refine(f.system.Assume, r)
	return r
}

// fit restricts an integer to the bounds of its sort.
func (f *flow) fit(v domain.Value, s *term.Sort) domain.Value {
	if s.Kind != term.KindInt {
		return v
	}
	return v.Within(s.Bounds())
}

// step is the row after a move, valid until the next step; nil if the move is not possible.
func (f *flow) step(m *sts.Move, before domain.Row) domain.Row {
	ev := f.evaluator(m)
	r := append(f.scratch[:0], before...)
	for _, p := range m.Params {
		r = append(r, domain.AnyOf(p.Sort))
	}
	f.scratch = r
	if !ev.RefineAll(f.premises(m), r) {
		return nil
	}
	values := make([]domain.Value, len(m.Updates))
	for i, u := range m.Updates {
		values[i] = f.fit(ev.Value(u.Value, r), f.system.Slots[u.Slot].Sort)
		if values[i].IsEmpty() {
			return nil
		}
	}
	for i, u := range m.Updates {
		r[u.Slot] = values[i]
	}
	return r[:len(before)]
}

// thresholds collects, for every slot, the constants that stand in one comparison with it, and their neighbours.
func (g *graph) thresholds() map[*term.Term][]int64 {
	out := map[*term.Term][]int64{}
	for _, m := range g.system.Moves() {
		for _, p := range g.premises(m) {
			for _, a := range leaves(p) {
				for _, c := range Literals(a) {
					n, ok := constant(c)
					if !ok || c.Sort().Kind != term.KindInt || n < -1<<62 || n > 1<<62 {
						continue
					}
					for _, v := range a.Vars() {
						out[v] = append(out[v], n-1, n, n+1, -n)
					}
				}
			}
		}
	}
	for v, ns := range out {
		slices.Sort(ns)
		out[v] = slices.Compact(ns)
	}
	return out
}

// Literals lists the constants in terms other than Booleans, each once, in order.
func Literals(terms ...*term.Term) []*term.Term {
	var out []*term.Term
	seen := map[*term.Term]bool{}
	var visit func([]*term.Term)
	visit = func(terms []*term.Term) {
		for _, t := range terms {
			if seen[t] {
				continue
			}
			seen[t] = true
			if t.IsConst() && t.Sort().Kind != term.KindBool {
				out = append(out, t)
			}
			visit(t.Args())
		}
	}
	visit(terms)
	return out
}
