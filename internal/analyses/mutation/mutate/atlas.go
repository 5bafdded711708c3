package mutate

import (
	"slices"
	"sync"

	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// The atlas. Some mutants need a long path to the changed move: connect, count, disconnect, connect again, and only then a left-out
// assignment has an effect. A breadth-first tree never gets that deep. The atlas is a thin tree that does: two states are alike if they have
// the same control, and each slot is on both sides the initial constant, another constant, or symbolic; of alike states only a few are kept,
// so that the atlas has many different states, not many paths to the same ones.

// Limits of the atlas.
const (
	maxAtlas      = 1500 // states
	maxAtlasAlike = 2
	maxAtlasDepth = 30
)

// place is a state of the atlas.
type place struct {
	before *place
	move   *sts.Move // nil for the first
	state  sts.SymbolicState
	conds  []*term.Term
	calls  []smt.Call
	steps  int
}

// atlas is built by the first worker that needs it.
type atlas struct {
	once   sync.Once
	places []*place
	querier
	system *sts.System
	start  []*term.Term
	alike  map[string]int
}

// roam returns the atlas, built when first needed; errors are noted in the querier.
func (w *worker) roam(q *querier) (places []*place, undecided int) {
	a := &w.atlas
	a.once.Do(func() {
		shared, cancel := share(w.whole, 0.2, 1, 1)
		defer cancel()
		a.querier, a.system, a.alike = w.querier(shared), w.result.Population.Original, map[string]int{}
		if a.draw(); used(w.whole, shared) {
			a.err = nil // it is smaller than it could be
		}
	})
	if q.err == nil {
		q.err = a.err
	}
	return a.places, a.undecided
}

// draw builds the atlas breadth first from the initial state.
func (d *atlas) draw() {
	state, _ := d.system.StartSymbolic()
	d.start = state.Store
	d.places = []*place{{state: state, conds: d.system.Apply(d.system.Assume, &state).Conjuncts()}}
	for i := 0; i < len(d.places) && len(d.places) < maxAtlas && d.places[i].steps < maxAtlasDepth && d.err == nil; i++ {
		p := d.places[i]
		for _, m := range d.system.Possible(nil, p.state.Locations, p.state.Count) {
			d.step(p, m)
		}
	}
}

// step adds the state after a move if it can be reached and not many alike were kept.
func (d *atlas) step(p *place, m *sts.Move) {
	t := take(d.system, m, &p.state, p.steps, payload(d.store, m.Input, p.steps), unmarked)
	conds, ok := term.Conjoin(p.conds, t.cond)
	if !ok {
		return
	}
	state, calls := t.after(), slices.Concat(p.calls, t.calls())
	key := d.key(&state)
	if d.alike[key] >= maxAtlasAlike {
		return
	}
	if _, ok := d.solution(smt.Query{Calls: calls}, conds); ok {
		d.alike[key]++
		d.places = append(d.places, &place{p, m, state, conds, calls, p.steps + 1})
	}
}

// key names the class of a state.
func (d *atlas) key(state *sts.SymbolicState) string {
	key := []byte(control(state.Locations, state.Queues))
	for i, t := range state.Store {
		switch {
		case t == d.start[i]:
			key = append(key, " ="...)
		case t.IsConst():
			key = append(key, " c"...)
		default:
			key = append(key, " s"...)
		}
	}
	return string(key)
}

// along takes original and mutant together along the paths to the places of the atlas, and keeps those where they differ or where a changed
// move may come next.
func (s *search) along(places []*place) []*pair {
	at := map[*place]*pair{}
	var out []*pair
	for _, p := range places {
		if p.move == nil {
			at[p] = s.first()
		} else if before := at[p.before]; before != nil {
			at[p] = s.inStep(before, p.move, false)
		}
		if q := at[p]; q != nil && s.changedHere(q) {
			out = append(out, q)
		}
	}
	return out
}

// first is the pair at the start.
func (s *search) first() *pair {
	p := &pair{}
	p.original, _ = s.original.StartSymbolic()
	p.mutant, _ = s.mutant.System.StartSymbolic()
	p.conds = []*term.Term{s.original.Apply(s.original.Assume, &p.original), s.mutant.System.Apply(s.mutant.System.Assume, &p.mutant)}
	return p
}
