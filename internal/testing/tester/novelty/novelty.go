// Package novelty records the observations of a test, so that its next inputs can be chosen by what led to new ones.
package novelty

import (
	"encoding/binary"
	"hash/maphash"

	"github.com/sextant-mbt/sextant/internal/core/draw"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/testing/ioco"
)

// maxSeen bounds the size of the memory.
const maxSeen = 200_000

// Memory records the successions of moves in a test, the classes of their values, and the classes of states.
type Memory struct {
	seen map[uint64]struct{}
	buf  []byte
}

// seed is the seed of the hashes, which are comparable within one run of the program.
var seed = maphash.MakeSeed()

// add reports whether numbers were not seen together before.
func (n *Memory) add(numbers ...int) bool {
	n.buf = n.buf[:0]
	for _, x := range numbers {
		n.buf = binary.AppendVarint(n.buf, int64(x))
	}
	key := maphash.Bytes(seed, n.buf)
	if _, known := n.seen[key]; known || len(n.seen) >= maxSeen {
		return false
	}
	if n.seen == nil {
		n.seen = map[uint64]struct{}{}
	}
	n.seen[key] = struct{}{}
	return true
}

// OfInput reports whether an input is new after another, or has a value of a new class.
func (n *Memory) OfInput(last *sts.Move, in ioco.Input) bool {
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

// OfState reports whether a state has a new class. Unknown states have none.
func (n *Memory) OfState(s *sts.System, c *sts.Config) bool {
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
