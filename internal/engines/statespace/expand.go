package statespace

import (
	"errors"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/flat"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/engines/statespace/hashset"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// progressEvery is how many states are expanded between two reports.
const progressEvery = 1 << 14

// loop expands states in their order, until none is left or a bound is met.
func (x *search) loop() error {
	levelEnd := x.States
	x.PerDepth = []int{x.States}
	for x.expanded < x.States && x.Stop == "" && !x.bounded() {
		if x.expanded == levelEnd {
			x.depth++
			x.PerDepth = append(x.PerDepth, x.States-levelEnd)
			levelEnd = x.States
			if x.options.Depth > 0 && x.depth >= x.options.Depth {
				x.Stop = result.StopDepth
				break
			}
		}
		if err := x.expand(); errors.Is(err, hashset.ErrFull) {
			x.Stop = result.StopMemory
			break
		} else if err != nil {
			return err
		}
		if x.options.Progress != nil && x.expanded%progressEvery == 0 {
			x.options.Progress(x.States, x.States-x.expanded, x.covered, x.depth)
		}
	}
	x.Whole = x.depth
	if x.States > levelEnd {
		x.PerDepth = append(x.PerDepth, x.States-levelEnd)
		if x.expanded == levelEnd {
			x.Whole++
		}
	}
	if x.Stop == "" {
		x.Stop = result.StopExhausted
	}
	return nil
}

// bounded reports whether a bound is met, and notes which.
func (x *search) bounded() bool {
	switch {
	case x.expanded%16 == 0 && x.ctx.Err() != nil:
		x.Stop = result.StopOf(x.ctx)
	case x.options.States > 0 && x.States >= x.options.States:
		x.Stop = result.StopStates
	case x.options.Effort > 0 && x.effort >= x.options.Effort:
		x.Stop = result.StopSteps
	case x.expanded%16 == 0 && x.satisfied():
		x.Stop = result.StopCovered
	default:
		return false
	}
	return true
}

// satisfied reports whether there is all that the options ask for. Without invariants to be broken the search goes on.
func (x *search) satisfied() bool {
	for _, named := range x.options.Breaking {
		i := slices.IndexFunc(x.System.Invariants, func(n sts.Named) bool { return n.Name == named.Name })
		if i < 0 || !x.broken[i] {
			return false
		}
	}
	missing := slices.ContainsFunc(x.options.Runs, func(t *sts.Transition) bool { return x.Hits[t.ID].State < 0 })
	return len(x.options.Breaking) > 0 && !missing
}

// expand takes all steps from the next state, or those of an ample set.
func (x *search) expand() error {
	before, steps := x.States, x.Steps
	if err := x.load(x.expanded, x.row); err != nil {
		return err
	}
	e := expansion{search: x, number: x.expanded, from: x.coder.decode(x.row)}
	x.runner.Load(e.from)
	moves := x.runner.Possible()
	ample := x.ample(moves)
	if err := e.take(ample, nil); err != nil {
		return err
	}
	if x.Steps == steps || e.failing || e.returns {
		if err := e.take(moves, ample); err != nil {
			return err
		}
	}
	x.expanded++
	x.countSteps(x.Steps - steps)
	if x.States == before {
		x.Leaves++
	}
	if x.Steps == steps {
		return x.checkDeadlock(e.number, e.from, e.failing)
	}
	return nil
}

// expansion takes steps from a state.
type expansion struct {
	*search
	number  int // of the state
	from    flat.Config
	failing bool // some step violates an obligation
	returns bool // some step leads to a state that is expanded already, or is this one
}

// take takes the steps of some moves, without those of others.
func (e *expansion) take(moves, except []*sts.Move) error {
	for _, m := range moves {
		if slices.Contains(except, m) {
			continue
		}
		rows := e.rows(m)
		e.effort += int64(len(rows)+1) * e.coder.effort()
		for _, params := range rows {
			outcome, err := e.runner.Step(m, params)
			switch {
			case err != nil:
				return err
			case outcome == sts.Done:
				if err := e.arrive(m, params); err != nil {
					return err
				}
				e.runner.Load(e.from)
			case outcome == sts.Unsafe:
				e.failing = true
				if err := e.unsafeStep(e.number, m, params, e.from); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// rows returns the values of the parameters of a move that are to be tried.
func (x *search) rows(m *sts.Move) [][]term.Value {
	rows := x.choices.params[m.ID]
	if len(rows) > 1 && len(m.GuardSafety) == 0 && x.runner.Hopeless(m) {
		return nil
	}
	return rows
}

// arrive notes a step that was taken, and adds the state that it leads to.
func (e *expansion) arrive(m *sts.Move, params []term.Value) error {
	e.Steps++
	number, _, err := e.add(e.number)
	if err != nil {
		return err
	}
	if number <= e.number {
		e.returns = true
		e.returning = e.returning || m.IsInternal()
	}
	if e.taken[m.ID] {
		return nil
	}
	e.taken[m.ID] = true
	return e.cover(number, m, params, e.from)
}

// cover notes the transitions of a move that is taken for the first time, after the interpreter has taken the step too.
func (x *search) cover(number int, m *sts.Move, params []term.Value, before flat.Config) error {
	step, err := x.executor.Try(x.machine.Expand(before), m, params)
	if err != nil {
		return err
	}
	if step.Outcome != sts.Done || !step.Next.Equal(x.runner.Expanded()) {
		return errDisagree
	}
	for _, t := range m.Parts {
		if hit := &x.Hits[t.ID]; hit.State < 0 {
			*hit = Hit{number, x.depth + 1}
			x.covered++
		}
	}
	return nil
}

// errDisagree is the error that the compiled moves and the interpreter do not agree. It is one of this program.
var errDisagree = errors.New("the interpreter does not follow the compiled moves")
