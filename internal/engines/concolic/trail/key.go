package trail

import (
	"strings"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Keys of trails. Two trails that start at the same place with the same needs are equivalent. Needs are compared up to the numbering of the
// inputs along the path, so that a trail around an irrelevant loop has the key of the trail without it.

// Keys computes keys. It belongs to one goroutine.
type Keys struct {
	builder *Builder
	shapes  map[*term.Term]uint64
}

// NewKeys returns keys for the trails of a builder.
func NewKeys(b *Builder) *Keys { return &Keys{b, map[*term.Term]uint64{}} }

// Of returns a hash of the start of a trail, and of its conditions on the variables and the queues there.
func (k *Keys) Of(t *Trail) uint64 {
	h := uint64(len(t.Calls))
	for _, l := range t.Control {
		h = Mix(h, uint64(l))
	}
	sum := k.messages(t) // the order of conjuncts does not matter
	for _, c := range t.Need {
		switch {
		case t.readsTaken(c):
			sum += Mix(1, c.Hash())
		case k.builder.depends.reads(c): // others mention only inputs along the trail
			sum += Mix(1, k.shape(c))
		}
	}
	return Mix(h, sum)
}

// messages returns a hash of the messages of a trail; their order matters within a queue only.
func (k *Keys) messages(t *Trail) uint64 {
	if len(t.messages) == 0 {
		return 0
	}
	queues := make([]uint64, k.builder.system.Queues())
	for _, m := range t.messages {
		h := &queues[m.channel.Queue]
		if !m.taken {
			*h++ // putting differs from taking, also without payload
		}
		*h = Mix(*h, 1)
		for _, item := range m.items {
			if m.taken {
				*h = Mix(*h, item.Hash())
			} else {
				*h = Mix(*h, k.shape(item))
			}
		}
	}
	sum := uint64(0)
	for _, h := range queues {
		sum = Mix(sum, h)
	}
	return sum
}

// shape returns a hash of a term that does not depend on the numbers of inputs.
func (k *Keys) shape(t *term.Term) uint64 {
	if h, ok := k.shapes[t]; ok {
		return h
	}
	h := t.Hash()
	switch {
	case t.Op() == term.OpVar:
		if name, _, numbered := strings.Cut(t.Name(), "@-"); numbered {
			h = 0
			for _, b := range []byte(name) {
				h = Mix(h, uint64(b))
			}
		}
	case len(t.Args()) > 0:
		h = uint64(t.Op())
		for _, a := range t.Args() {
			h = Mix(h, k.shape(a))
		}
	}
	k.shapes[t] = h
	return h
}

// Mix adds a number to a hash.
func Mix(h, x uint64) uint64 {
	h ^= x + 0x9e3779b97f4a7c15
	h *= 0xff51afd7ed558ccd
	return h ^ h>>32
}
