package statespace

import (
	"slices"
	"sync"
	"sync/atomic"

	"github.com/sextant-mbt/sextant/internal/core/flat"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/engines/statespace/hashset"
	"github.com/sextant-mbt/sextant/internal/engines/statespace/pack"
)

// Expanding states ahead of the search, on several cores. Scouts take the steps from the next states while nobody adds to the table: they compute
// the records of successors from those of the states and what a step changes, and leave out those that the table has. Then the search goes
// through the same states in their order and adds what is left. So states get the numbers that they get from one worker, and the result is the same for
// any number of workers.
//
// A scout does only what is common: steps of closures, by moves that were taken before, to states that keep the invariants. A state where
// something else occurs (a model error, a deadlock, a move that is taken for the first time, a step that the interpreter has to take, a number
// that needs more bits) is left to the search, which expands it as if there were no scouts.

const (
	statesOfChunk = 64      // states that a scout takes at once
	chunksAhead   = 32      // at most
	wordsAhead    = 1 << 20 // of records that a scout finds before the search goes through them, at most
	manyLeft      = 2       // if more than 1/manyLeft of the states are left to the search, there are no scouts for the next states:
	leastWithout  = 1 << 3  // at first for as many,
	mostWithout   = 1 << 14 // and after each time that they did not help for twice as many, up to this number
	recently      = 1 << 10 // successors that a scout compares the next one with
	aloneAtFirst  = 100     // states that the search expands before there are scouts: most models have no more
)

// scouts are what expands states ahead of a search.
type scouts struct {
	list    []*scout
	words   [][][]int64 // by move: the words of its parameters, if all are words
	chunks  []*chunk
	layout  *pack.Layout // of the records in the chunks
	ahead   int          // how many of them are used
	first   int          // state of the chunks
	end     int          // the state after those of the chunks
	pause   int          // the state before which there are none
	without int          // for how many states
}

// chunk is what one scout has found from states in a row.
type chunk struct {
	states  []outlook
	records []uint64 // of successors that the table did not have, one after the other
	hashes  []uint64
	recent  [recently]int32 // successors by a part of their hash
	err     error
}

// outlook is what is known of the steps from a state.
type outlook struct {
	left       bool // to the search: nothing else is valid
	returning  bool // as in search
	attempts   int64
	steps      int64
	first, end int // the successors that the table did not have, among those of the chunk
}

// scout expands states. It belongs to one goroutine at a time.
type scout struct {
	search  *search
	layout  *pack.Layout
	runner  *flat.Runner
	reader  *hashset.Reader
	row     []int64  // of the state that is expanded
	next    []int64  // of a successor
	from    []uint64 // the record of the state that is expanded
	buffer  []uint64 // the records of its successors
	hashes  []uint64
	numbers []int
	hidden  []bool // by successor: the step is internal
}

// newScouts returns the scouts of a search; nil if they could do nothing.
func newScouts(x *search) *scouts {
	if !x.coder.plain {
		return nil
	}
	s := &scouts{words: make([][][]int64, len(x.Rows))}
	for _, m := range x.System.Moves() {
		s.words[m.ID] = wordsOf(m, x.Rows[m.ID])
	}
	for range max(x.options.Workers, 1) {
		s.list = append(s.list, &scout{search: x, runner: x.Machine.NewRunner(nil), row: make([]int64, x.coder.words), next: make([]int64, x.coder.words)})
	}
	for range chunksAhead {
		s.chunks = append(s.chunks, &chunk{})
	}
	return s
}

// wordsOf returns the words of all rows of parameters; nil if one is no word.
func wordsOf(m *sts.Move, rows [][]term.Value) [][]int64 {
	out, all := make([][]int64, len(rows)), make([]int64, len(rows)*len(m.Params))
	for i, row := range rows {
		out[i] = all[i*len(m.Params) : (i+1)*len(m.Params)]
		if !flat.WordsOf(m, row, out[i]) {
			return nil
		}
	}
	return out
}

// step expands the next state.
func (x *search) step() error {
	if x.expanded < x.options.alone {
		return x.expand()
	}
	if x.expanded == x.options.alone {
		x.scouts = newScouts(x)
	}
	s := x.scouts
	if s == nil || x.expanded < s.pause {
		return x.expand()
	}
	if x.expanded >= s.end || s.layout != x.layout {
		s.resize(x)
		s.explore(x)
	}
	if x.expanded >= s.end {
		return x.expand()
	}
	at := x.expanded - s.first
	c := s.chunks[at/statesOfChunk]
	if c.err != nil {
		return c.err
	}
	return x.follow(c, &c.states[at%statesOfChunk])
}

// resize decides how far the scouts go: not far after a state needed more bits, since everything that they know is lost when that happens again.
func (s *scouts) resize(x *search) {
	if s.layout != x.layout {
		s.layout, s.ahead = x.layout, 1
	}
	s.ahead = min(2*s.ahead, chunksAhead)
}

// explore sends the scouts to the next states.
func (s *scouts) explore(x *search) {
	s.first = x.expanded
	s.end = min(x.States, s.first+s.ahead*statesOfChunk)
	var taken atomic.Int64
	work := func(scout *scout) {
		scout.use(x.Table)
		for found := 0; found < wordsAhead && x.ctx.Err() == nil; {
			number := int(taken.Add(1)) - 1
			first := s.first + number*statesOfChunk
			if first >= s.end {
				return
			}
			found += scout.explore(s.chunks[number], first, min(first+statesOfChunk, s.end))
		}
	}
	var group sync.WaitGroup
	for _, scout := range s.list[1:] {
		if s.end-s.first > 2*statesOfChunk {
			group.Go(func() { work(scout) })
		}
	}
	work(s.list[0])
	group.Wait()
	s.end = min(s.end, s.first+int(taken.Load())*statesOfChunk)
	if s.left()*manyLeft <= s.end-s.first {
		s.without = 0
		return
	}
	s.without = min(max(2*s.without, leastWithout), mostWithout)
	s.pause = s.end + s.without
}

// left returns the number of states that the scouts have left to the search.
func (s *scouts) left() int {
	count := 0
	for i := range s.end - s.first {
		if s.chunks[i/statesOfChunk].states[i%statesOfChunk].left {
			count++
		}
	}
	return count
}

// follow does for the next state what expand does, with what a scout has found.
func (x *search) follow(c *chunk, o *outlook) error {
	if o.left {
		return x.expand()
	}
	x.scouted++
	x.At = x.expanded
	before := x.States
	x.attempts += o.attempts
	x.Steps += o.steps
	x.returning = x.returning || o.returning
	for i := o.first; i < o.end; i++ {
		number, added, err := x.set.AddHashed(x.layout.Record(c.records, i), c.hashes[i])
		if err != nil {
			return err
		}
		if added {
			x.note(number, way{before: int32(x.At)})
			x.States++
			x.countState(c.records, i)
		}
	}
	if x.orbits != nil {
		if err := x.load(x.At, x.row); err != nil {
			return err
		}
	}
	x.expanded++
	x.countSteps(o.steps)
	if x.States == before {
		x.Leaves++
	}
	return nil
}

// countState counts the states for which a new one stands.
func (x *search) countState(records []uint64, i int) {
	if x.orbits != nil {
		x.layout.Unpack(x.layout.Record(records, i), x.next)
		x.orbits.States.Add(x.orbits.States, x.orbits.count(x.next))
	}
}

// add notes a successor that the table does not have, unless it was noted for an earlier step.
func (c *chunk) add(layout *pack.Layout, record []uint64, hash uint64) {
	place := &c.recent[hash%recently]
	if i := int(*place); i < len(c.hashes) && c.hashes[i] == hash && slices.Equal(layout.Record(c.records, i), record) {
		return
	}
	*place = int32(len(c.hashes))
	c.records, c.hashes = append(c.records, record...), append(c.hashes, hash)
}

// use prepares a scout for a table, which may have got another layout.
func (s *scout) use(t *Table) {
	if s.layout == t.layout {
		return
	}
	s.layout, s.reader = t.layout, t.set.NewReader()
	s.from = make([]uint64, t.layout.Words())
	s.layout.Unpack(s.from, s.row)
	s.layout.Unpack(s.from, s.next)
}

// explore expands states with the numbers from first to before end. It returns the number of words that it has found.
func (s *scout) explore(c *chunk, first, end int) int {
	c.states, c.records, c.hashes, c.err = c.states[:0], c.records[:0], c.hashes[:0], nil
	for number := first; number < end && c.err == nil; number++ {
		var o outlook
		if o, c.err = s.expand(c, number); o.left {
			c.records, c.hashes = c.records[:o.first*s.layout.Words()], c.hashes[:o.first]
		}
		c.states = append(c.states, o)
	}
	return len(c.records)
}

// expand takes the steps from a state, as search.expand does.
func (s *scout) expand(c *chunk, number int) (outlook, error) {
	o := outlook{first: len(c.hashes)}
	if err := s.reader.Load(number, s.from); err != nil {
		return o, err
	}
	s.layout.Refresh(s.from, s.row)
	s.runner.Load(flat.Config{Words: s.row})
	moves := s.runner.Possible()
	ample, returns := s.search.ampleOf(moves, s.row), false
	var err error
	if len(ample) > 0 {
		if returns, err = s.take(c, &o, number, ample); err != nil {
			return o, err
		}
	}
	if !o.left && (o.steps == 0 || returns) {
		_, err = s.take(c, &o, number, without(moves, ample))
	}
	o.left = o.left || o.steps == 0
	o.end = len(c.hashes)
	if !o.left && err == nil {
		o.left = !s.keepInvariants(c, &o)
	}
	return o, err
}

// take takes the steps of some moves, and reports whether one of them leads to the state or an earlier one.
func (s *scout) take(c *chunk, o *outlook, number int, moves []*sts.Move) (returns bool, err error) {
	s.buffer, s.hashes, s.hidden = s.buffer[:0], s.hashes[:0], s.hidden[:0]
	for _, m := range moves {
		if !s.takeMove(o, m) {
			o.left = true
			return false, nil
		}
	}
	s.numbers = slices.Grow(s.numbers[:0], len(s.hashes))[:len(s.hashes)]
	if err := s.reader.FindAll(s.buffer, s.hashes, s.numbers); err != nil {
		return false, err
	}
	for i, known := range s.numbers {
		switch {
		case known < 0:
			c.add(s.layout, s.layout.Record(s.buffer, i), s.hashes[i])
		case known <= number:
			returns, o.returning = true, o.returning || s.hidden[i]
		}
	}
	return returns, nil
}

// takeMove computes the successors by a move; false if it is left to the search.
func (s *scout) takeMove(o *outlook, m *sts.Move) bool {
	x := s.search
	rows := x.scouts.words[m.ID]
	if rows == nil && len(x.Rows[m.ID]) > 0 {
		return false
	}
	if len(rows) > 1 && len(m.GuardSafety) == 0 && s.runner.Hopeless(m) {
		rows = nil
	}
	o.attempts += int64(len(rows)) + 1
	for _, params := range rows {
		switch outcome, decided := s.runner.Attempt(m, params); {
		case !decided || outcome == sts.Unsafe:
			return false
		case outcome == sts.Blocked:
			continue
		}
		if !x.taken[m.ID] || !s.arrive() {
			return false
		}
		s.hidden = append(s.hidden, m.IsInternal())
		o.steps++
	}
	return true
}

// arrive appends the record of the state to which the step leads that was attempted last; false if a number needs more bits.
func (s *scout) arrive() bool {
	places, words := s.runner.Changes()
	first := len(s.buffer)
	s.buffer = append(s.buffer, s.from...)
	record := s.buffer[first:]
	if represent := s.search.Represent; represent != nil {
		copy(s.next, s.row)
		for i, place := range places {
			s.next[place] = words[i]
		}
		represent(s.next)
		if !s.layout.Pack(s.next, record) {
			return false
		}
	} else {
		for i, place := range places {
			if !s.layout.Replace(record, place, words[i]) {
				return false
			}
		}
	}
	s.hashes = append(s.hashes, hashset.Hash(record))
	return true
}

// keepInvariants reports whether the successors that the table did not have are known to keep the invariants that no state broke so far.
func (s *scout) keepInvariants(c *chunk, o *outlook) bool {
	for i := range s.search.System.Invariants {
		if s.search.broken[i] {
			continue
		}
		for k := o.first; k < o.end; k++ {
			s.layout.Refresh(s.layout.Record(c.records, k), s.next)
			s.runner.Load(flat.Config{Words: s.next})
			if holds, decided := s.runner.Holds(i); !holds || !decided {
				return false
			}
		}
	}
	return true
}
