package concolic

import (
	"container/heap"
	"strings"

	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// The backward search of AUTO. It differs from Algorithm 2 in three points.
//
// First, every trail is tried from the stored configurations, the target alone included: a configuration that already has
// what the guard needs is the cheapest way there is.
//
// Second, a trail that needs the same as one before it at the same place is dropped: two ways to make a state are as good as
// one. Needs are compared up to the numbering of the inputs along the path, so going round an irrelevant loop is noticed. With
// that, a value that was set 50 steps ago costs 50 trails, not 2 to the 50.
//
// Third, short trails come first, but each unit of consumed weight is worth some steps.

// weightWorth is how many steps of length a unit of consumed weight makes up for.
const weightWorth = 4

// ranked is a trail with its rank in the queue.
type ranked struct {
	*trail
	rank  float64
	order int
}

type ranking []ranked

func (q ranking) Len() int { return len(q) }

func (q ranking) Less(i, j int) bool {
	if q[i].rank != q[j].rank {
		return q[i].rank < q[j].rank
	}
	return q[i].order < q[j].order
}

func (q ranking) Swap(i, j int) { q[i], q[j] = q[j], q[i] }

// Push adds a trail, for package heap.
func (q *ranking) Push(x any) { *q = append(*q, x.(ranked)) }

// Pop takes the last trail, for package heap.
func (q *ranking) Pop() any {
	last := (*q)[len(*q)-1]
	*q = (*q)[:len(*q)-1]
	return last
}

// reacher searches backwards for AUTO.
type reacher struct {
	*jumper
	shapes map[*term.Term]uint64 // hashes of terms up to the numbering of inputs
}

func (w *walker) newReacher() *reacher {
	return &reacher{jumper: w.newJumper(), shapes: map[*term.Term]uint64{}}
}

// search is one backward search.
type search struct {
	*reacher
	queue ranking
	seen  map[uint64]bool
	next  int
}

// reach searches backwards from a target, with at most so many questions.
func (r *reacher) reach(target *sts.Transition, effort int) (bool, error) {
	s := &search{reacher: r, seen: map[uint64]bool{}}
	for _, m := range r.movesOf(target) {
		if t, ok := r.back.start(m); ok {
			s.push(t)
		}
	}
	r.open = 0
	limit := r.queries.Load() + int64(effort)
	for popped := 0; s.queue.Len() > 0 && r.queries.Load() < limit && popped < popsPerQuestion*effort && r.open < maxOpen && !r.over(); popped++ {
		t := heap.Pop(&s.queue).(ranked).trail
		done, err := s.expand(t)
		if done || err != nil {
			return done, err
		}
	}
	if !r.over() {
		r.giveUp(target, false, effort, "backward search")
	}
	return false, nil
}

// expand tries a trail from the stored configurations and prolongs it.
func (s *search) expand(t *trail) (bool, error) {
	if possible, err := s.possible(t); err != nil || !possible {
		return false, err
	}
	if done, err := s.from(t, "backward search"); done || err != nil {
		return done, err
	}
	for _, m := range s.back.before(t) {
		if longer, ok := s.back.extend(t, m); ok {
			s.push(longer)
		}
	}
	return false, nil
}

// push adds a trail unless one before it needs the same.
func (s *search) push(t *trail) {
	key := s.key(t)
	if s.seen[key] || len(s.queue) >= maxTrails {
		return
	}
	s.seen[key] = true
	s.next++
	heap.Push(&s.queue, ranked{t, float64(t.length) - weightWorth*t.consumed, s.next})
}

// key is a hash of where a trail starts, and what it needs of the variables and the queues there.
func (s *search) key(t *trail) uint64 {
	h := uint64(len(t.calls))
	for _, l := range t.control {
		h = mix(h, uint64(l))
	}
	sum := s.messagesKey(t) // the order of conjuncts does not matter
	for _, c := range t.need {
		switch {
		case t.readsTaken(c):
			sum += mix(1, c.Hash())
		case s.readsSlots(c):
			sum += mix(1, s.shape(c))
		}
	}
	return mix(h, sum)
}

// messagesKey is a hash of the messages of a trail; their order matters within a queue only.
func (s *search) messagesKey(t *trail) uint64 {
	if len(t.messages) == 0 {
		return 0
	}
	queues := make([]uint64, s.system.Queues())
	for _, m := range t.messages {
		h := &queues[m.channel.Queue]
		if !m.taken {
			*h++ // what is put is not what is taken, also without payload
		}
		*h = mix(*h, 1)
		for _, item := range m.items {
			if m.taken {
				*h = mix(*h, item.Hash())
			} else {
				*h = mix(*h, s.shape(item))
			}
		}
	}
	sum := uint64(0)
	for _, h := range queues {
		sum = mix(sum, h)
	}
	return sum
}

func mix(h, x uint64) uint64 {
	h ^= x + 0x9e3779b97f4a7c15
	h *= 0xff51afd7ed558ccd
	return h ^ h>>32
}

// readsSlots tells whether a condition is about the state; others are about inputs along the trail alone.
func (s *search) readsSlots(t *term.Term) bool {
	for _, v := range t.Vars() {
		if _, ok := s.depends.slot[v]; ok {
			return true
		}
	}
	return false
}

// shape is a hash of a term that does not see the numbers of inputs.
func (r *reacher) shape(t *term.Term) uint64 {
	if h, ok := r.shapes[t]; ok {
		return h
	}
	h := t.Hash()
	switch {
	case t.Op() == term.OpVar:
		if name, _, numbered := strings.Cut(t.Name(), "@-"); numbered {
			h = 0
			for _, b := range []byte(name) {
				h = mix(h, uint64(b))
			}
		}
	case len(t.Args()) > 0:
		h = uint64(t.Op())
		for _, a := range t.Args() {
			h = mix(h, r.shape(a))
		}
	}
	r.shapes[t] = h
	return h
}
