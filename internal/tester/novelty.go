package tester

import (
	"cmp"
	"encoding/binary"
	"hash/maphash"
	"slices"

	"github.com/sextant-mbt/sextant/internal/draw"
	"github.com/sextant-mbt/sextant/internal/ioco"
	"github.com/sextant-mbt/sextant/internal/sts"
)

// maxNovelty bounds what novelty remembers.
const maxNovelty = 200_000

// novelty knows what was seen of a test: which move after which, with which classes of values, and which classes of states.
type novelty struct {
	seen map[uint64]struct{}
	buf  []byte
}

// seed makes the hashes of one run of the program comparable.
var seed = maphash.MakeSeed()

// add reports whether numbers were not seen together before.
func (n *novelty) add(numbers ...int) bool {
	n.buf = n.buf[:0]
	for _, x := range numbers {
		n.buf = binary.AppendVarint(n.buf, int64(x))
	}
	key := maphash.Bytes(seed, n.buf)
	if _, known := n.seen[key]; known || len(n.seen) >= maxNovelty {
		return false
	}
	if n.seen == nil {
		n.seen = map[uint64]struct{}{}
	}
	n.seen[key] = struct{}{}
	return true
}

// ofInput reports whether an input is new after another, or has a value of a new class.
func (n *novelty) ofInput(last *sts.Move, in ioco.Input) bool {
	before := -1
	if last != nil {
		before = last.ID
	}
	novel := n.add(0, before, in.Move.ID)
	for i, v := range in.Message.Values {
		novel = n.add(1, in.Move.ID, i, draw.Class(in.Message.Sort(i), v)) || novel
	}
	return novel
}

// ofState reports whether a state has a new class. States that are not known have none.
func (n *novelty) ofState(s *sts.System, c *sts.Config) bool {
	if c == nil {
		return false
	}
	numbers := []int{2}
	for _, l := range c.Locations {
		numbers = append(numbers, int(l))
	}
	for i, v := range c.Values {
		numbers = append(numbers, draw.Class(s.Slots[i].Sort, v))
	}
	return n.add(numbers...)
}

// sortedBy sorts a list by keys, the least first.
func sortedBy[T any](list []T, keys []float64) []T {
	order := make([]int, len(list))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(keys[a], keys[b]) })
	out := make([]T, len(list))
	for i, k := range order {
		out[i] = list[k]
	}
	return out
}
