package explore

import (
	"slices"
	"time"
)

// Open queries. A query about a finding that the solver does not decide at one state may be decided at another one, where more values are
// known, and an undecided query must not hide a certain finding. So it is repeated at later states with the same key, with a small work limit
// and a limited number of times: together the repetitions cost no more than the first one may. The first is reported, unless the finding is
// found after all.

const (
	openLimit = 100 * time.Millisecond // of a query after one was left open; it stands for the work of that time
	mostOpen  = 32                     // queries with one key that are left open before it is given up
)

// givenUp reports whether there are no more queries about a finding. Existing runs may still show it.
func (s *search) givenUp(key string) bool { return s.open[key] >= mostOpen }

// limit returns the time limit of a query about a finding; 0 stands for that of the solver. It is short if an earlier query about
// the finding was left open.
func (s *search) limit(key string, usual time.Duration) time.Duration {
	if s.open[key] == 0 || usual > 0 && usual < openLimit {
		return usual
	}
	return openLimit
}

// known reports whether a finding was merged before the current batch, or given up.
func (s *search) known(key string) bool { return s.keys[key] != nil || s.givenUp(key) }

// found reports whether a finding is known, in a product line for all products.
func (s *search) found(key string) bool {
	f := s.keys[key]
	return f != nil && (s.family == nil || f.products.whole)
}

// settled reports whether no more queries about a finding are needed: it is found, or given up.
func (s *search) settled(key string) bool { return s.found(key) || s.givenUp(key) }

// mergeDoubt records an undecided query; of several with one key only the first, and none if there is an answer already.
func (s *search) mergeDoubt(d doubt) {
	if d.key == "" {
		s.tree.Doubts = append(s.tree.Doubts, d)
		return
	}
	if s.open[d.key]++; s.open[d.key] == 1 && !s.found(d.key) && !s.outside[d.key] {
		s.tree.Doubts = append(s.tree.Doubts, d)
	}
}

// answerFound drops the undecided query about a finding that was found after all.
func (s *search) answerFound(key string) {
	if s.found(key) {
		s.answer(key)
	}
}

// answer drops the undecided query with a key.
func (s *search) answer(key string) {
	if s.open[key] > 0 {
		s.tree.Doubts = slices.DeleteFunc(s.tree.Doubts, func(d doubt) bool { return d.key == key })
	}
}
