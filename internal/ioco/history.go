package ioco

import (
	"iter"
	mathbits "math/bits"
	"slices"

	"github.com/sextant-mbt/sextant/internal/sts"
)

// Paths that lead to the same state are one possibility. Of its moves one path is kept, as an example for plans; what the
// possibility knows about its past is what all of its paths have in common, so that coverage is never reported too high.

// Path is a path of moves, last first. The path without moves is nil.
type Path struct {
	Move   *sts.Move
	before *Path
	met    []int // the goals on values that the last move meets
	length int
}

// A path is kept as long as the longest of plans needs it, so that runs without end do not fill the memory.
const (
	keptMoves = 128 // of a path at least
	cutMoves  = 512 // a path that is longer is cut
)

// with returns the path with one more move.
func (l *Path) with(m *sts.Move) *Path {
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

// internalSteps counts the internal moves at the end of the path.
func (l *Path) internalSteps() int {
	n := 0
	for ; l != nil && l.Move.IsInternal(); l = l.before {
		n++
	}
	return n
}

// history is what the paths to a state have in common.
type history struct {
	taken    bits           // transitions that every path takes
	met      bits           // goals on values that every path meets
	progress []sts.Progress // with the purpose of the tracker: the different ones of the paths
}

// maxProgress bounds how many different progresses are kept; beyond it, the purpose is never certainly reached.
const maxProgress = 64

// after returns the history after the last move of a path.
func (h *history) after(path *Path, purpose *sts.Purpose) *history {
	if len(h.progress) == 0 && h.knows(path) {
		return h
	}
	return h.with(path, purpose)
}

// knows reports whether the last move of a path adds nothing to what is taken and met.
func (h *history) knows(path *Path) bool {
	for _, t := range path.Move.Parts {
		if !h.taken.has(t.ID) {
			return false
		}
	}
	for _, goal := range path.met {
		if !h.met.has(goal) {
			return false
		}
	}
	return true
}

// with returns the history with the last move of a path.
func (h history) with(path *Path, purpose *sts.Purpose) *history {
	for _, t := range path.Move.Parts {
		h.taken = h.taken.with(t.ID)
	}
	for _, goal := range path.met {
		h.met = h.met.with(goal)
	}
	if len(h.progress) > 0 {
		before := h.progress
		h.progress = nil
		for _, g := range before {
			if g = purpose.Advance(g, path.Move); !slices.Contains(h.progress, g) {
				h.progress = append(h.progress, g)
			}
		}
	}
	return &h
}

// merge adds the history of other paths to the same state, and reports whether that changes anything.
func (p *Possibility) merge(other *history) bool {
	h := *p.past
	if !h.merge(other) {
		return false
	}
	p.past = &h
	return true
}

func (h *history) merge(other *history) bool {
	changed := false
	if !h.taken.within(other.taken) || !h.met.within(other.met) {
		h.taken, h.met, changed = h.taken.and(other.taken), h.met.and(other.met), true
	}
	for _, g := range other.progress {
		if len(h.progress) >= maxProgress {
			g = ""
		}
		if !slices.Contains(h.progress, g) {
			h.progress, changed = append(slices.Clip(h.progress), g), true
		}
	}
	return changed
}

// bits is a set of transitions, by their identity, or of goals. It is never changed in place.
type bits []uint64

// has reports whether a member is in the set.
func (b bits) has(id int) bool { return id/64 < len(b) && b[id/64]&(1<<(id%64)) != 0 }

// with returns the set with one more member.
func (b bits) with(id int) bits {
	if b.has(id) {
		return b
	}
	grown := make(bits, max(len(b), id/64+1))
	copy(grown, b)
	grown[id/64] |= 1 << (id % 64)
	return grown
}

// and returns the members of both sets.
func (b bits) and(c bits) bits {
	out := make(bits, min(len(b), len(c)))
	for i := range out {
		out[i] = b[i] & c[i]
	}
	return out
}

// within reports whether c has every member of b.
func (b bits) within(c bits) bool {
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

// all yields the members in order.
func (b bits) all() iter.Seq[int] {
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

// Takes reports whether every path to the possibility takes a transition.
func (p *Possibility) Takes(t *sts.Transition) bool { return p.past.taken.has(t.ID) }

// common returns the history of all possibilities together.
func (t *Tracker) common() history {
	if len(t.now) == 0 {
		return history{}
	}
	out := *t.now[0].past
	for _, p := range t.now[1:] {
		out.merge(p.past)
	}
	return out
}

// Certain returns the transitions that were taken whatever the system did inside.
func (t *Tracker) Certain() []*sts.Transition {
	var out []*sts.Transition
	for id := range t.common().taken.all() {
		out = append(out, t.System.Transitions()[id])
	}
	return out
}

// News reports whether Certain or CertainGoals may have changed since the last call of News.
func (t *Tracker) News() bool {
	if len(t.now) == 1 && t.now[0].past == t.noted {
		return false
	}
	t.noted = nil
	if len(t.now) == 1 {
		t.noted = t.now[0].past
	}
	return true
}

// CertainGoals returns the watched goals that were met whatever the system did inside.
func (t *Tracker) CertainGoals() []int { return slices.Collect(t.common().met.all()) }

// Forget drops how the present states were reached, for traces without end: Certain and purposes begin again.
func (t *Tracker) Forget() {
	t.settled = nil
	for i := range t.now {
		t.now[i].Path, t.now[i].past = nil, t.begin()
	}
}

// begin returns the history of the path without moves.
func (t *Tracker) begin() *history {
	if t.purpose == nil || t.purpose.Kind == sts.ReachLocation {
		return &history{}
	}
	return &history{progress: []sts.Progress{t.purpose.Begin()}}
}
