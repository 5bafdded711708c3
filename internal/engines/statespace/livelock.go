package statespace

import (
	"unsafe"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Livelocks: cycles of internal steps. They are searched for after all states are known, and only if some internal step leads back to its own
// state or an earlier one: otherwise no cycle exists. A depth-first search over internal steps finds a cycle whenever a step leads to a state on
// its path. Cycles of the same moves are one finding, wherever they are entered; at most maxLivelocks are reported. The path, and a cycle, may
// have as many steps as there are states. So once a livelock is known, at most maxLooked states of cycles are examined for others, and the path
// ends where there is no memory for it; if no livelock is known then, the search is incomplete.

const (
	maxLivelocks = 10
	maxLooked    = 1 << 22
)

// livelocks is the search for livelocks.
type livelocks struct {
	*search
	marks  []byte // of states
	way    []visit
	bytes  int64 // of memory that the path takes, approximately
	full   bool  // it would take more than there is
	found  int
	looked int             // states of cycles
	moves  []byte          // buffer: by number, whether a move is in a cycle
	cycles map[string]bool // the moves of those that were found
}

// visit is a state on the path of the depth-first search.
type visit struct {
	state int
	move  *sts.Move      // that led to it
	steps []internalStep // that are left to be taken
	bytes int64
}

// internalStep is a step that the tester does not see.
type internalStep struct {
	next int
	move *sts.Move
}

// The marks of states.
const (
	onTheWay byte = 1
	left     byte = 2
)

// findLivelocks adds the livelocks to the findings.
func (x *search) findLivelocks() error {
	l := &livelocks{search: x, marks: make([]byte, x.States), moves: make([]byte, len(x.System.Moves())), cycles: map[string]bool{}}
	for root := 0; root < x.expanded && !l.over(); root++ {
		if l.marks[root] != 0 {
			continue
		}
		if err := l.from(root); err != nil {
			return err
		}
	}
	return nil
}

// over reports whether the search for livelocks is over.
func (l *livelocks) over() bool {
	return l.found >= maxLivelocks || l.found > 0 && l.looked > maxLooked || l.full || l.ctx.Err() != nil
}

// from searches from a state on.
func (l *livelocks) from(root int) error {
	if err := l.enter(internalStep{next: root}); err != nil {
		return err
	}
	for len(l.way) > 0 && !l.over() {
		last := &l.way[len(l.way)-1]
		if len(last.steps) == 0 {
			l.marks[last.state] = left
			l.bytes -= last.bytes
			l.way = l.way[:len(l.way)-1]
			continue
		}
		step := last.steps[0]
		last.steps = last.steps[1:]
		var err error
		switch l.marks[step.next] {
		case 0:
			err = l.enter(step)
		case onTheWay:
			err = l.close(step)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// enter prolongs the path, if there is memory for it.
func (l *livelocks) enter(step internalStep) error {
	l.marks[step.next] = onTheWay
	steps, err := l.internalSteps(step.next)
	bytes := int64(unsafe.Sizeof(visit{})) + int64(cap(steps))*int64(unsafe.Sizeof(internalStep{}))
	l.way, l.bytes = append(l.way, visit{step.next, step.move, steps, bytes}), l.bytes+bytes
	if limit := l.options.Memory / 4; limit > 0 && l.bytes > limit { // the states have the rest
		if l.full = true; l.found == 0 {
			l.Stop = result.StopMemory
		}
	}
	return err
}

// internalSteps lists the internal steps from a state.
func (x *search) internalSteps(state int) ([]internalStep, error) {
	var out []internalStep
	err := x.successors(state, func(step *Step) bool {
		if step.Move.IsInternal() {
			out = append(out, internalStep{step.To, step.Move})
		}
		return true
	})
	return out, err
}

// close adds the cycle that a step closes, if no other has the same moves.
func (l *livelocks) close(step internalStep) error {
	first := len(l.way) - 1
	clear(l.moves)
	l.moves[step.move.ID] = 1
	for ; l.way[first].state != step.next; first-- {
		l.moves[l.way[first].move.ID] = 1
		if l.looked++; l.over() {
			return nil
		}
	}
	if l.cycles[string(l.moves)] {
		return nil
	}
	l.cycles[string(l.moves)] = true
	l.found++
	return l.show(l.way[first+1:], step)
}

// show adds the finding that a cycle of states is a livelock, with a run to it and once around it.
func (l *livelocks) show(cycle []visit, closing internalStep) error {
	w, err := l.runTo(l.ctx, closing.next)
	for i := 0; i <= len(cycle) && err == nil; i++ {
		next := closing.next
		if i < len(cycle) {
			next = cycle[i].state
		}
		if l.ctx.Err() != nil {
			return nil
		}
		w, err = l.stepTo(l.ctx, w, next, (*sts.Move).IsInternal)
	}
	if err != nil {
		return err
	}
	where := l.System.LocationName(w.Config.Locations)
	l.Findings = append(l.Findings, Finding{Kind: result.Livelock, Message: "internal steps can repeat forever at " + where, Move: w.Move,
		Span: w.Move.Parts[0].Span, Run: w, loop: len(cycle) + 1, state: closing.next})
	return nil
}
