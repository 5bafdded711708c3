package statespace

import (
	"fmt"

	"github.com/sextant-mbt/sextant/internal/core/flat"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/engines/statespace/hashset"
	"github.com/sextant-mbt/sextant/internal/engines/statespace/pack"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// maxWords bounds the words of a state.
const maxWords = 1 << 12

// Table numbers states in the order in which they are added: each once, packed.
type Table struct {
	Represent func(row []int64) // turns the words of a state into those of the state that stands for it; may be nil

	coder  *coder
	limit  int64 // of memory
	layout *pack.Layout
	set    *hashset.Set

	row    []int64  // the state that was loaded last
	next   []int64  // the state that was added or looked up last
	record []uint64 // buffer
}

// NewTable returns an empty table for the states of a system; a limit of memory of 0 is none. The error is a *result.Unsupported if states are too large.
func NewTable(s *sts.System, machine *flat.Machine, limit int64) (*Table, error) {
	t := &Table{coder: newCoder(s, machine), limit: limit}
	if t.coder.words > maxWords {
		return nil, Refuse(result.TooWide, fmt.Sprintf("a state has %d values", t.coder.words))
	}
	t.use(pack.New(nil))
	t.row, t.next = make([]int64, t.coder.words), make([]int64, t.coder.words)
	return t, nil
}

// Close removes what the table has on disk.
func (t *Table) Close() { t.set.Close() }

// Len returns the number of states.
func (t *Table) Len() int { return t.set.Len() }

var errBeyondWords = Refuse(result.BeyondWords, "a number leaves 64 bits")

// use starts a new set with a layout.
func (t *Table) use(layout *pack.Layout) {
	t.layout, t.record = layout, make([]uint64, layout.Words())
	t.set = hashset.New(layout.Words(), layout.Bytes(), t.limit)
}

// Add returns the number of a state, and whether it is new.
func (t *Table) Add(c flat.Config) (number int, added bool, err error) {
	if !t.encode(c) {
		return 0, false, errBeyondWords
	}
	if t.Len() == 0 {
		t.use(pack.New(t.coder.ranges(t.next)))
	}
	if !t.layout.Pack(t.next, t.record) {
		if err := t.widen(); err != nil {
			return 0, false, err
		}
		t.layout.Pack(t.next, t.record)
	}
	return t.set.Add(t.record)
}

// Find returns the number of a state, or -1.
func (t *Table) Find(c flat.Config) (int, error) {
	if !t.encode(c) || !t.layout.Pack(t.next, t.record) {
		return -1, nil
	}
	return t.set.Find(t.record)
}

// Load returns a state by its number. The result is valid until the next call.
func (t *Table) Load(number int) (flat.Config, error) {
	err := t.load(number, t.row)
	return t.coder.decode(t.row), err
}

// load reads a state into a row.
func (t *Table) load(number int, row []int64) error {
	if err := t.set.Load(number, t.record); err != nil {
		return err
	}
	t.layout.Unpack(t.record, row)
	return nil
}

// encode writes a state, or the one that stands for it, to t.next; false if a number does not fit 64 bits.
func (t *Table) encode(c flat.Config) bool {
	if !t.coder.encode(c, t.next) {
		return false
	}
	if t.Represent != nil {
		t.Represent(t.next)
	}
	return true
}

// widen rebuilds the set with more bits for each state.
func (t *Table) widen() error {
	old, oldLayout := t.set, t.layout
	defer old.Close()
	t.use(oldLayout.Widened(t.next, t.coder.whole()))
	from, conversion := make([]uint64, oldLayout.Words()), oldLayout.To(t.layout)
	for i := range old.Len() {
		if err := old.Load(i, from); err != nil {
			return err
		}
		conversion.Convert(from, t.record)
		if err := t.set.AddNew(t.record); err != nil {
			return err
		}
	}
	return nil
}
