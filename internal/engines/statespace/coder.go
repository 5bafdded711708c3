package statespace

import (
	"github.com/sextant-mbt/sextant/internal/core/flat"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/engines/statespace/pack"
)

// coder turns configurations into rows of words and back. The words are those of package flat; a value that is no word is numbered, and its number is
// the word.
type coder struct {
	system  *sts.System
	machine *flat.Machine
	slots   int        // index of the first slot
	tables  []*table   // by slot: numbers of values that are no words; nil for others
	queues  [][]*table // the same by queue and scalar of the payload
	words   int
	plain   bool // there are no tables: the words are those of package flat
}

// table numbers values of one sort.
type table struct {
	numbers map[string]int64
	values  []term.Value
}

// number returns the number of a value, a new one if it was not seen.
func (t *table) number(v term.Value) int64 {
	key := v.Encode()
	n, known := t.numbers[key]
	if !known {
		n = int64(len(t.values))
		t.numbers[key] = n
		t.values = append(t.values, v)
	}
	return n
}

func newCoder(s *sts.System, machine *flat.Machine) *coder {
	c := &coder{system: s, machine: machine, slots: len(s.Machines), words: machine.Width(), plain: true}
	bySort := map[string]*table{}
	find := func(sort *term.Sort) *table {
		if sort.IsScalar() && sort.Kind != term.KindReal && sort.Kind != term.KindString {
			return nil
		}
		c.plain = false
		key := sort.Base().String()
		if bySort[key] == nil {
			bySort[key] = &table{numbers: map[string]int64{}}
		}
		return bySort[key]
	}
	for i, slot := range s.Slots {
		if machine.IsSet(i) {
			c.tables = append(c.tables, nil)
		} else {
			c.tables = append(c.tables, find(slot.Sort))
		}
	}
	for _, q := range machine.Queues() {
		tables := make([]*table, len(q.Scalars))
		for i, sort := range q.Scalars {
			tables[i] = find(sort)
		}
		c.queues = append(c.queues, tables)
	}
	return c
}

// effort returns how many steps of closures a step takes.
func (c *coder) effort() int64 {
	if c.plain {
		return 1
	}
	return 20 // the interpreter makes it
}

// ranges returns what the words of states can be: of words with small bounds all values, of others only the values of one row.
func (c *coder) ranges(row []int64) []pack.Range {
	out := make([]pack.Range, c.words)
	for i := range out {
		out[i] = pack.Range{Low: row[i], High: row[i]}
	}
	for i, m := range c.system.Machines {
		out[i] = pack.Range{Low: 0, High: int64(len(m.Locations)) - 1}
	}
	for i, slot := range c.system.Slots {
		if r, ok := bounds(slot.Sort); ok && slot.Init == nil || ok && c.isAssigned(i) {
			out[c.slots+i] = r
		}
	}
	for _, q := range c.machine.Queues() {
		out[q.First] = pack.Range{Low: 0, High: int64(min(q.Capacity, fewMessages))}
	}
	return out
}

// fewMessages is the number of messages in a queue for which there are bits before a state has more.
const fewMessages = 3

// whole returns what words can be that get more bits because a state needs them: the values of their sorts, if these are few, and otherwise 0. A place
// of a queue has no bits before a message needs it: most queues are never full.
func (c *coder) whole() []pack.Range {
	out := make([]pack.Range, c.words)
	for i, slot := range c.system.Slots {
		if out[c.slots+i], _ = bounds(slot.Sort); c.machine.IsSet(i) && c.machine.Members(i) <= 16 {
			out[c.slots+i] = pack.Range{Low: 0, High: 1<<c.machine.Members(i) - 1}
		}
	}
	for _, q := range c.machine.Queues() {
		for i := range q.Capacity * len(q.Scalars) {
			out[q.First+1+i], _ = bounds(q.Scalars[i%len(q.Scalars)])
		}
	}
	return out
}

// bounds returns the range of a sort with at most 256 values.
func bounds(s *term.Sort) (pack.Range, bool) {
	values := s.Values(256)
	if len(values) == 0 {
		return pack.Range{}, false
	}
	low, _ := values[0].Small()
	high, _ := values[len(values)-1].Small()
	return pack.Range{Low: low, High: high}, true
}

// isAssigned reports whether a move assigns a slot.
func (c *coder) isAssigned(slot int) bool {
	for _, m := range c.system.Moves() {
		for _, u := range m.Updates {
			if u.Slot == slot {
				return true
			}
		}
	}
	return false
}

// encode writes a configuration to a row; false if a number does not fit 64 bits.
func (c *coder) encode(view flat.Config, row []int64) bool {
	copy(row, view.Words)
	switch {
	case c.plain:
		return view.Large == nil
	case view.Large != nil:
		return c.encodeLarge(view.Large, row)
	}
	return c.encodeLarge(c.machine.Expand(view), row)
}

func (c *coder) encodeLarge(config *sts.Config, row []int64) bool {
	fits := true
	for i, t := range c.tables {
		if c.machine.IsSet(i) {
			_, ok := c.machine.WordOfSlot(i, config.Values[i]) // which is in the row already
			fits = fits && ok
			continue
		}
		fits = word(t, config.Values[i], &row[c.slots+i]) && fits
	}
	for i, q := range c.machine.Queues() {
		tables := c.queues[i]
		for k, v := range config.Queues[i].Items {
			fits = word(tables[k%len(tables)], v, &row[q.First+1+k]) && fits
		}
	}
	return fits
}

// word stores a value as a word; false if it is a number beyond 64 bits.
func word(t *table, v term.Value, to *int64) bool {
	if t != nil {
		*to = t.number(v)
		return true
	}
	n, ok := v.Small()
	*to = n
	return ok
}

// decode returns the configuration of a row. The row must not be changed as long as the configuration is used.
func (c *coder) decode(row []int64) flat.Config {
	if c.plain {
		return flat.Config{Words: row}
	}
	return c.machine.Compact(c.expand(row))
}

// expand returns the configuration of a row in the usual form.
func (c *coder) expand(row []int64) *sts.Config {
	out := &sts.Config{Locations: make([]int, c.slots), Values: make([]term.Value, len(c.tables)), Queues: make([]sts.Queue[term.Value], len(c.queues))}
	for i := range out.Locations {
		out.Locations[i] = int(row[i])
	}
	for i, t := range c.tables {
		if out.Values[i] = c.machine.ValueOfSlot(i, row[c.slots+i]); t != nil {
			out.Values[i] = t.values[row[c.slots+i]]
		}
	}
	for i, q := range c.machine.Queues() {
		count, tables := int(row[q.First]), c.queues[i]
		out.Queues[i] = sts.Queue[term.Value]{Count: count}
		for k := range count * len(tables) {
			out.Queues[i].Items = append(out.Queues[i].Items, tables[k%len(tables)].value(row[q.First+1+k]))
		}
	}
	return out
}

// value returns the value of a word; a nil table has words that are numbers themselves.
func (t *table) value(word int64) term.Value {
	if t == nil {
		return term.IntValue(word)
	}
	return t.values[word]
}
