package sts

import "github.com/sextant-mbt/sextant/internal/core/term"

// Constant returns a configuration as a symbolic state of constants.
func (s *System) Constant(c *Config) SymbolicState {
	out := SymbolicState{Locations: c.Locations, Store: make([]*term.Term, len(c.Values)), Queues: make([]Queue[*term.Term], len(c.Queues))}
	for i, v := range c.Values {
		out.Store[i] = s.Store.Const(s.Slots[i].Sort, v)
	}
	for q, queue := range c.Queues {
		out.Queues[q] = Queue[*term.Term]{Count: queue.Count, Items: s.queueConstants(q, queue.Items)}
	}
	return out
}

// queueConstants returns the scalars that wait in a queue as constants of the sorts of its payload.
func (s *System) queueConstants(queue int, items []term.Value) []*term.Term {
	var sorts []*term.Sort
	for _, ch := range s.Channels {
		if ch.Queue != queue || ch.Capacity == 0 {
			continue
		}
		for _, t := range ch.Payload {
			for _, leaf := range t.Leaves() {
				sorts = append(sorts, leaf.Sort)
			}
		}
	}
	out := make([]*term.Term, len(items))
	for i, v := range items {
		out[i] = s.Store.Const(sorts[i%len(sorts)], v)
	}
	return out
}
