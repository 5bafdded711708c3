package statespace

import (
	"github.com/sextant-mbt/sextant/internal/core/flat"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/engines/statespace/pack"
)

// coder turns configurations into rows of words and back: the locations, the slots, and for each queue the number of messages and as many words as
// its messages can have.
type coder struct {
	system  *sts.System
	machine *flat.Machine
	slots   int         // index of the first slot
	tables  []*table    // by slot: numbers of values that are no words; nil for others
	queues  []queueCode // by queue
	words   int
	plain   bool // no slot has a table, and there are no queues: the words are those of package flat
}

// queueCode is where the content of a queue is.
type queueCode struct {
	first    int      // the word with the number of messages
	capacity int      // messages
	tables   []*table // by scalar of the payload
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
	c := &coder{system: s, machine: machine, slots: len(s.Machines), plain: true}
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
	for _, slot := range s.Slots {
		c.tables = append(c.tables, find(slot.Sort))
	}
	c.words = c.slots + len(s.Slots)
	for _, ch := range s.Channels {
		if ch.Capacity == 0 {
			continue
		}
		c.plain = false
		q := queueCode{first: c.words, capacity: ch.Capacity}
		for _, t := range ch.Payload {
			for _, leaf := range t.Leaves() {
				q.tables = append(q.tables, find(leaf.Sort))
			}
		}
		c.queues = append(c.queues, q)
		c.words += 1 + q.capacity*len(q.tables)
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
	if c.plain {
		return view.Large == nil
	}
	clear(row[c.slots+len(c.tables):])
	if view.Large == nil {
		for i, t := range c.tables {
			if t != nil {
				row[c.slots+i] = t.number(term.IntValue(row[c.slots+i]))
			}
		}
		return true
	}
	return c.encodeLarge(view.Large, row)
}

func (c *coder) encodeLarge(config *sts.Config, row []int64) bool {
	fits := true
	for i, t := range c.tables {
		fits = word(t, config.Values[i], &row[c.slots+i]) && fits
	}
	for i, q := range config.Queues {
		code := c.queues[i]
		row[code.first] = int64(q.Count)
		for k, v := range q.Items {
			fits = word(code.tables[k%len(code.tables)], v, &row[code.first+1+k]) && fits
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
		out.Values[i] = t.value(row[c.slots+i])
	}
	for i, q := range c.queues {
		count := int(row[q.first])
		out.Queues[i] = sts.Queue[term.Value]{Count: count}
		for k := range count * len(q.tables) {
			out.Queues[i].Items = append(out.Queues[i].Items, q.tables[k%len(q.tables)].value(row[q.first+1+k]))
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
