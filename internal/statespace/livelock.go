package statespace

import (
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/result"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// Livelocks: cycles of internal steps. They are looked for after all states are known, and only if some internal step leads to a state that is not
// later: otherwise no cycle exists. A depth-first search over internal steps meets a cycle whenever a step leads to a state on its way. Cycles of
// the same moves are one finding, as wherever they are entered they are the same; no more than maxLivelocks are looked for.

const maxLivelocks = 10

// visit is a state on the way of the depth-first search.
type visit struct {
	state int
	move  *sts.Move      // that led to it
	steps []internalStep // that are left to be taken
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
	marks, found := make([]byte, x.States), 0
	for root := 0; root < x.expanded && found < maxLivelocks; root++ {
		if marks[root] != 0 {
			continue
		}
		var way []visit
		enter := func(step internalStep) error {
			marks[step.next] = onTheWay
			steps, err := x.internalSteps(step.next)
			way = append(way, visit{step.next, step.move, steps})
			return err
		}
		if err := enter(internalStep{next: root}); err != nil {
			return err
		}
		for len(way) > 0 && found < maxLivelocks {
			if x.ctx.Err() != nil {
				return nil
			}
			last := &way[len(way)-1]
			if len(last.steps) == 0 {
				marks[last.state] = left
				way = way[:len(way)-1]
				continue
			}
			step := last.steps[0]
			last.steps = last.steps[1:]
			switch marks[step.next] {
			case 0:
				if err := enter(step); err != nil {
					return err
				}
			case onTheWay:
				isNew, err := x.livelock(way, step)
				if err != nil {
					return err
				}
				if isNew {
					found++
				}
			}
		}
	}
	return nil
}

// internalSteps lists the internal steps from a state.
func (x *search) internalSteps(state int) ([]internalStep, error) {
	var out []internalStep
	err := x.successors(state, func(next int, m *sts.Move, _ []term.Value) bool {
		if m.IsInternal() {
			out = append(out, internalStep{next, m})
		}
		return true
	})
	return out, err
}

// livelock adds the cycle that a step closes, if no other has the same moves.
func (x *search) livelock(way []visit, closing internalStep) (isNew bool, err error) {
	first := slices.IndexFunc(way, func(v visit) bool { return v.state == closing.next })
	cycle, names := []int{}, []string{closing.move.Name}
	for _, v := range way[first+1:] {
		cycle, names = append(cycle, v.state), append(names, v.move.Name)
	}
	slices.Sort(names)
	if !x.isNew(result.Livelock + "@" + strings.Join(slices.Compact(names), ",")) {
		return false, nil
	}
	w, err := x.runTo(closing.next)
	for _, next := range append(cycle, closing.next) {
		if err != nil {
			return false, err
		}
		w, err = x.stepTo(w, next, (*sts.Move).IsInternal)
	}
	if err != nil {
		return false, err
	}
	where := x.System.LocationName(w.Config.Locations)
	x.Findings = append(x.Findings, Finding{Kind: result.Livelock, Message: "internal steps can go round for ever at " + where, Move: w.Move,
		Span: w.Move.Parts[0].Span, Run: w, state: closing.next})
	return true, nil
}
