package explore

import (
	"iter"
	"sync"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/engines/explore/compact"
)

// The states of a tree. A large tree has very many states that are never visited: they wait behind others, or are known to behave as others
// do (recall.go). If their steps add nothing to the path condition and have no parameters, they are determined by their parent and move. Such
// a state is a bud: a record of 16 bytes, instead of a State of 112 bytes with pointers that the garbage collector follows. When its content
// is needed, it is opened: it becomes a State, and so do the states on the path to it.
//
// Numbers and order of states are the same whether they are buds or not; States opens all of them.

// register has the states of a tree, by their numbers.
type register struct {
	mu      sync.Mutex // of opening
	shelves []shelf
	count   int
	all     []*State // if they were requested
	moves   []*sts.Move
}

// shelf has the states with consecutive numbers. A state is in one of the two.
type shelf struct {
	open *[shelfSize]*State // nil if all are buds
	buds *[shelfSize]compact.Record
}

// shelfSize is how many states a shelf has.
const shelfSize = 512

// next returns the shelf for the next state, and its place there.
func (r *register) next() (*shelf, int) {
	if r.count == len(r.shelves)*shelfSize {
		r.shelves = append(r.shelves, shelf{})
	}
	return &r.shelves[len(r.shelves)-1], r.count % shelfSize
}

// add numbers a state and adds it.
func (r *register) add(st *State) {
	s, place := r.next()
	s.put(place, st)
	st.ID = r.count
	r.count++
}

func (s *shelf) put(place int, st *State) {
	if s.open == nil {
		s.open = new([shelfSize]*State)
	}
	s.open[place] = st
}

// addBud adds a bud.
func (r *register) addBud(bud compact.Record) {
	s, place := r.next()
	if s.buds == nil {
		s.buds = new([shelfSize]compact.Record)
	}
	s.buds[place] = bud
	r.count++
}

// look returns a state, or if it is a bud, its record.
func (r *register) look(number int) (*State, *compact.Record) {
	s, place := &r.shelves[number/shelfSize], number%shelfSize
	if s.open != nil && s.open[place] != nil {
		return s.open[place], nil
	}
	return nil, &s.buds[place]
}

// at returns a state, which opens if it is a bud.
func (r *register) at(number int) *State {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.opened(number)
}

func (r *register) opened(number int) *State {
	st, bud := r.look(number)
	if st == nil {
		st = r.open(number, bud, new(State))
	}
	return st
}

// open makes a State of a bud.
func (r *register) open(number int, bud *compact.Record, st *State) *State {
	*st = State{ID: number, Parent: r.opened(int(bud.Parent)), Move: r.moves[bud.Move()], Depth: int(bud.Depth), point: bud.Point,
		Expanded: bud.Has(compact.Expanded), Terminal: bud.Has(compact.Terminal), Followed: bud.Has(compact.Followed), waits: bud.Has(compact.Waits)}
	r.shelves[number/shelfSize].put(number%shelfSize, st)
	return st
}

// openAll returns all states.
func (r *register) openAll() []*State {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.all != nil {
		return r.all
	}
	r.all = make([]*State, r.count)
	var fresh []State
	for i := range r.all {
		st, bud := r.look(i)
		if st == nil {
			if len(fresh) == 0 {
				fresh = make([]State, statesAtOnce)
			}
			st, fresh = r.open(i, bud, &fresh[0]), fresh[1:]
		}
		r.all[i] = st
	}
	return r.all
}

// opens lists the states that are not buds.
func (r *register) opens() iter.Seq[*State] {
	return func(yield func(*State) bool) {
		for _, s := range r.shelves {
			if s.open == nil {
				continue
			}
			for _, st := range s.open {
				if st != nil && !yield(st) {
					return
				}
			}
		}
	}
}

// outline is the part of a state that is available without opening it.
type outline struct {
	parent, depth              int // the parent of the root is -1
	move                       *sts.Move
	followed, expanded, pruned bool
}

// outlines lists the outlines of all states.
func (r *register) outlines() iter.Seq[outline] {
	return func(yield func(outline) bool) {
		for i := range r.count {
			if !yield(r.outline(i)) {
				return
			}
		}
	}
}

func (r *register) outline(number int) outline {
	st, bud := r.look(number)
	if st == nil {
		return outline{parent: int(bud.Parent), depth: int(bud.Depth), move: r.moves[bud.Move()], followed: bud.Has(compact.Followed), expanded: bud.Has(compact.Expanded)}
	}
	out := outline{parent: -1, depth: st.Depth, move: st.Move, followed: st.Followed, expanded: st.Expanded, pruned: st.Pruned}
	if st.Parent != nil {
		out.parent = st.Parent.ID
	}
	return out
}

// Size returns the number of states.
func (t *Tree) Size() int { return t.states.count }

// States returns all states, by number. A large tree takes several times the memory from then on.
func (t *Tree) States() []*State { return t.states.openAll() }
