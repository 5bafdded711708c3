// Package history is what is known of the past of a state that was reached by observations: a path as an example, and what all paths have
// in common.
package history

import (
	"iter"
	mathbits "math/bits"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/sts"
)

// Paths that lead to the same state are one possibility. Of its moves one path is kept, as an example for plans; what the
// possibility knows about its past is what all of its paths have in common, so that coverage is never reported too high.

// Path is a path of moves, last first. The path without moves is nil.
type Path struct {
	Move   *sts.Move
	before *Path
	Met    []int // the goals on values that the last move meets
	length int
}

// A path is kept as long as the longest of plans needs it, so that runs without end do not fill the memory.
const (
	keptMoves = 128 // of a path at least
	cutMoves  = 512 // a path that is longer is cut
)

// With returns the path with one more move.
func (l *Path) With(m *sts.Move) *Path {
	return (&Path{Move: m, before: l, length: l.Len() + 1}).bounded()
}

// bounded returns a path without moves that are long past. Its length stays.
func (l *Path) bounded() *Path {
	if l.length%cutMoves != 0 {
		return l
	}
	copied := *l
	for at, n := &copied, 1; at.before != nil; at, n = at.before, n+1 {
		if n == keptMoves {
			at.before = nil
			break
		}
		before := *at.before
		at.before = &before
	}
	return &copied
}

// Len returns the number of moves.
func (l *Path) Len() int {
	if l == nil {
		return 0
	}
	return l.length
}

// Moves returns the last n moves in order.
func (l *Path) Moves(n int) []*sts.Move {
	var out []*sts.Move
	for ; l != nil && len(out) < n; l = l.before {
		out = append(out, l.Move)
	}
	slices.Reverse(out)
	return out
}

// InternalSteps counts the internal moves at the end of the path.
func (l *Path) InternalSteps() int {
	n := 0
	for ; l != nil && l.Move.IsInternal(); l = l.before {
		n++
	}
	return n
}

// History is what the paths to a state have in common.
type History struct {
	Taken    Bits           // transitions that every path takes
	Met      Bits           // goals on values that every path meets
	Progress []sts.Progress // with the purpose of the tracker: the different ones of the paths
}

// maxProgress bounds how many different progresses are kept; beyond it, the purpose is never certainly reached.
const maxProgress = 64

// After returns the history after the last move of a path.
func (h *History) After(path *Path, purpose *sts.Purpose) *History {
	if len(h.Progress) == 0 && h.knows(path) {
		return h
	}
	return h.with(path, purpose)
}

// knows reports whether the last move of a path adds nothing to what is taken and met.
func (h *History) knows(path *Path) bool {
	for _, t := range path.Move.Parts {
		if !h.Taken.Has(t.ID) {
			return false
		}
	}
	for _, goal := range path.Met {
		if !h.Met.Has(goal) {
			return false
		}
	}
	return true
}

// with returns the history with the last move of a path.
func (h History) with(path *Path, purpose *sts.Purpose) *History {
	for _, t := range path.Move.Parts {
		h.Taken = h.Taken.with(t.ID)
	}
	for _, goal := range path.Met {
		h.Met = h.Met.with(goal)
	}
	if len(h.Progress) > 0 {
		before := h.Progress
		h.Progress = nil
		for _, g := range before {
			if g = purpose.Advance(g, path.Move); !slices.Contains(h.Progress, g) {
				h.Progress = append(h.Progress, g)
			}
		}
	}
	return &h
}

// Merge adds the history of other paths to the same state, and reports whether that changes anything.
func (h *History) Merge(other *History) bool {
	changed := false
	if !h.Taken.within(other.Taken) || !h.Met.within(other.Met) {
		h.Taken, h.Met, changed = h.Taken.and(other.Taken), h.Met.and(other.Met), true
	}
	for _, g := range other.Progress {
		if len(h.Progress) >= maxProgress {
			g = ""
		}
		if !slices.Contains(h.Progress, g) {
			h.Progress, changed = append(slices.Clip(h.Progress), g), true
		}
	}
	return changed
}

// Bits is a set of transitions, by their identity, or of goals. It is never changed in place.
type Bits []uint64

// Has reports whether a member is in the set.
func (b Bits) Has(id int) bool { return id/64 < len(b) && b[id/64]&(1<<(id%64)) != 0 }

// with returns the set with one more member.
func (b Bits) with(id int) Bits {
	if b.Has(id) {
		return b
	}
	grown := make(Bits, max(len(b), id/64+1))
	copy(grown, b)
	grown[id/64] |= 1 << (id % 64)
	return grown
}

// and returns the members of both sets.
func (b Bits) and(c Bits) Bits {
	out := make(Bits, min(len(b), len(c)))
	for i := range out {
		out[i] = b[i] & c[i]
	}
	return out
}

// within reports whether c has every member of b.
func (b Bits) within(c Bits) bool {
	for i, word := range b {
		if i < len(c) {
			word &^= c[i]
		}
		if word != 0 {
			return false
		}
	}
	return true
}

// All yields the members in order.
func (b Bits) All() iter.Seq[int] {
	return func(yield func(int) bool) {
		for i, word := range b {
			for ; word != 0; word &= word - 1 {
				if !yield(64*i + mathbits.TrailingZeros64(word)) {
					return
				}
			}
		}
	}
}
