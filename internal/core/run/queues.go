package run

import (
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Queues lists the queues of a system; count returns how many messages wait in each.
func Queues(s *sts.System, count func(queue int) int) []result.Queue {
	var out []result.Queue
	for _, c := range s.Channels {
		if c.Capacity > 0 {
			out = append(out, result.Queue{Channel: c.Name, Waiting: count(c.Queue)})
		}
	}
	return out
}

// ChangedQueues lists those that are not as before, of the same queues.
func ChangedQueues(before, after []result.Queue) []result.Queue {
	var out []result.Queue
	for i, q := range after {
		if q != before[i] {
			out = append(out, q)
		}
	}
	return out
}
