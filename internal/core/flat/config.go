package flat

import (
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Config is a configuration in its compact form. It is not changed once made.
type Config struct {
	Words []int64     // the locations of the machines, the slots, and the queues of a machine for states; if Large is set, what does not fit is 0
	Large *sts.Config // the whole configuration, if something in it does not fit a word
}

// Location returns the location of a machine.
func (c Config) Location(machine int) int { return int(c.Words[machine]) }

// Compact returns the compact form of a configuration.
func (m *Machine) Compact(c *sts.Config) Config {
	return m.CompactInto(c, make([]int64, m.params))
}

// CompactInto is Compact with a row of words to write to, as long as those of Words.
func (m *Machine) CompactInto(c *sts.Config, words []int64) Config {
	out := Config{Words: words}
	if !m.pack(c, out.Words) {
		out.Large = c
	}
	return out
}

// pack writes locations and slots as words; false if something does not fit. Slots that do not are 0, and collections the number of
// their items: searches compare sizes.
func (m *Machine) pack(c *sts.Config, words []int64) bool {
	for i, l := range c.Locations {
		words[i] = int64(l)
	}
	fits := true
	for i, q := range c.Queues {
		if m.queues == nil {
			fits = fits && q.Count == 0
		} else {
			fits = m.queues[i].pack(q, words) && fits
		}
	}
	for i, v := range c.Values {
		n, ok := m.WordOfSlot(i, v)
		if m.sets[i] == nil {
			n += int64(len(v.Items()))
		}
		words[m.slots+i] = n
		fits = fits && ok
	}
	return fits
}

// Expand returns the usual form of a compact configuration.
func (m *Machine) Expand(c Config) *sts.Config {
	if c.Large != nil {
		return c.Large
	}
	return m.expandInto(c, m.NewConfig())
}

// ExpandInto is Expand with a configuration of NewConfig to write over, unless the configuration has its usual form already.
func (m *Machine) ExpandInto(c Config, out *sts.Config) *sts.Config {
	if c.Large != nil {
		return c.Large
	}
	return m.expandInto(c, out)
}

// NewConfig returns a configuration to expand into.
func (m *Machine) NewConfig() *sts.Config {
	return &sts.Config{Locations: make([]int, m.slots), Values: make([]term.Value, len(m.system.Slots)),
		Queues: make([]sts.Queue[term.Value], m.system.Queues())}
}

// expandInto writes locations, slots and queues over those of a configuration, and returns it.
func (m *Machine) expandInto(c Config, out *sts.Config) *sts.Config {
	for i := range out.Locations {
		out.Locations[i] = int(c.Words[i])
	}
	for i := range out.Values {
		out.Values[i] = m.ValueOfSlot(i, c.Words[m.slots+i])
	}
	for i := range m.queues {
		out.Queues[i] = m.queues[i].expand(c.Words)
	}
	return out
}
