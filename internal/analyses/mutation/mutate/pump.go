package mutate

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Pumping. Some mutants show only after a loop was taken many times: a counter that wraps around at 127 instead of 128. The breadth-first
// search never gets there. So short cycles of moves that write what the changed moves read are repeated from the shallowest states, and after
// each repetition the solver is queried whether the changed move now makes a difference. Everything stays symbolic: the solver finds, for
// instance, that a credit must have been large enough initially.

// Limits of pumping for one mutant.
const (
	maxRepetitions = 300
	maxGrowth      = 8 // repetitions where a collection is changed, since its symbolic form grows with each
	maxPumpSteps   = 1500
	maxStarts      = 3  // states from which one cycle is repeated
	maxFirstSteps  = 60 // states in which it is tried whether a cycle can be begun
)

// pump repeats cycles from clean states, first those with a changed move, and reports whether a test was found.
func (s *search) pump(states []*pair) bool {
	budget := maxPumpSteps
	return s.pumpSome(states, &budget, true) || s.pumpSome(states, &budget, false)
}

// pumpSome repeats the cycles that have a changed move, or those that have none.
func (s *search) pumpSome(states []*pair, budget *int, changed bool) bool {
	reads := s.changedReads()
	begun, tried := map[string]int{}, map[string]int{}
	for _, p := range states {
		for _, cycle := range s.cycles(p, reads) {
			name := cycle[0].Name + " " + cycle[len(cycle)-1].Name
			if s.hasChanged(cycle) != changed || begun[name] >= maxStarts || tried[name] >= maxFirstSteps {
				continue
			}
			tried[name]++
			if s.repeat(p, cycle, budget) > 0 {
				begun[name]++
			}
			if s.goOn() || s.over() || *budget <= 0 {
				return s.found
			}
		}
	}
	return s.found
}

func (s *search) hasChanged(cycle []*sts.Move) bool {
	return slices.ContainsFunc(cycle, func(m *sts.Move) bool { return s.changed(m, nil) })
}

// changedReads are the slots that the changed moves read.
func (s *search) changedReads() map[*term.Term]bool {
	out := map[*term.Term]bool{}
	for _, moves := range []map[string]*sts.Move{s.mutant.Changes.Original, s.mutant.Changes.Mutant} {
		for _, m := range moves {
			terms := guardAndValues(m)
			for _, msg := range m.Outputs {
				terms = append(terms, msg.Args...)
			}
			for _, v := range term.Variables(terms) {
				out[v] = true
			}
		}
	}
	return out
}

// cycles are the loops of one or two moves from a control back to it that write something of interest.
func (s *search) cycles(p *pair, interesting map[*term.Term]bool) [][]*sts.Move {
	var out [][]*sts.Move
	home := control(p.original.Locations, p.original.Queues)
	for _, m := range s.original.Possible(nil, p.original.Locations, p.original.Count) {
		first := take(s.original, m, &p.original, p.steps, nil, unmarked)
		after := &first.Effect().State
		if control(after.Locations, after.Queues) == home {
			if s.writes(interesting, m) {
				out = append(out, []*sts.Move{m})
			}
			continue
		}
		for _, back := range s.original.Possible(nil, after.Locations, after.Count) {
			second := take(s.original, back, after, p.steps+1, nil, unmarked)
			if control(second.after().Locations, second.after().Queues) == home && s.writes(interesting, m, back) {
				out = append(out, []*sts.Move{m, back})
			}
		}
	}
	return out
}

// writes reports whether some of the moves assign a slot of interest.
func (s *search) writes(interesting map[*term.Term]bool, moves ...*sts.Move) bool {
	return slices.ContainsFunc(moves, func(m *sts.Move) bool {
		return slices.ContainsFunc(m.Updates, func(u sts.Update) bool { return interesting[s.original.Slots[u.Slot].Term] })
	})
}

// repeat takes a cycle repeatedly, both sides in step, and expands each pair in which a changed move may come next. It counts the
// repetitions.
func (s *search) repeat(p *pair, cycle []*sts.Move, budget *int) int {
	most := s.repetitions(cycle)
	for n := range most {
		for _, m := range cycle {
			if p = s.inStep(p, m, true); p == nil || s.over() || *budget <= 0 {
				return n
			}
			*budget--
		}
		if s.changedHere(p) {
			s.expand(p, s.difference(p) == "")
		}
		if len(s.queue) > 0 {
			return n + 1
		}
	}
	return most
}

// repetitions is how often a cycle is repeated.
func (s *search) repetitions(cycle []*sts.Move) int {
	for _, m := range cycle {
		if slices.ContainsFunc(m.Updates, func(u sts.Update) bool { return s.original.Slots[u.Slot].Sort.IsCollection() }) {
			return maxGrowth
		}
	}
	return maxRepetitions
}

// inStep takes a move on both sides; nil if it cannot be taken on both with the same outputs. If confirmed, the solver must find
// that it can, and a difference that shows is tried as a test.
func (s *search) inStep(p *pair, m *sts.Move, confirmed bool) *pair {
	other := s.twin(m, p)
	if other == nil || !sameChannels(m.Outputs, other.Outputs) {
		return nil
	}
	in := received{m.Input, payload(s.store, m.Input, p.steps)}
	first := take(s.original, m, &p.original, p.steps, in.terms, unmarked)
	second := take(s.mutant.System, other, &p.mutant, p.steps, in.terms, s.mark)
	next := s.joint(p, in, &first, &second, confirmed)
	if next == nil || !confirmed {
		return next
	}
	if _, ok := s.solution(smt.Query{Calls: next.calls}, next.conds); !ok {
		return nil
	}
	return next
}

// twin is the move of the mutant with the same name, if its control allows it.
func (s *search) twin(m *sts.Move, p *pair) *sts.Move {
	for _, other := range s.mutant.System.Possible(nil, p.mutant.Locations, p.mutant.Count) {
		if other.Name == m.Name && channelName(other.Input) == channelName(m.Input) {
			return other
		}
	}
	return nil
}
