package statespace

import (
	"errors"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/engines/statespace/hashset"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// progressEvery is how many states are expanded between two reports.
const progressEvery = 1 << 14

// loop expands states in their order, until none is left or a bound is reached.
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
		if err := x.step(); errors.Is(err, hashset.ErrFull) {
			x.Stop = result.StopMemory
			break
		} else if err != nil {
			return err
		}
		if x.options.Progress != nil && x.expanded%progressEvery == 0 {
			x.options.Progress(result.Exploring(result.Point{States: x.States, Waiting: x.States - x.expanded, Covered: x.covered, Total: len(x.system.Transitions()), Depth: x.depth}))
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

// bounded reports whether a bound is reached, and notes which one.
func (x *search) bounded() bool {
	switch {
	case x.expanded%16 == 0 && x.ctx.Err() != nil:
		x.Stop = result.StopOf(x.ctx)
	case x.options.States > 0 && x.States >= x.options.States:
		x.Stop = result.StopStates
	case x.options.Effort > 0 && x.attempts*x.coder.effort() >= x.options.Effort:
		x.Stop = result.StopSteps
	case x.expanded%16 == 0 && x.satisfied():
		x.Stop = result.StopCovered
	default:
		return false
	}
	return true
}

// satisfied reports whether all invariants in Options.Breaking are broken and all transitions in Options.Runs are taken. Without
// invariants in Options.Breaking it is false.
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
	moves, err := x.Enter(x.expanded)
	if err != nil {
		return err
	}
	x.failing, x.returns = false, false
	ample := x.ampleOf(moves, x.row)
	if len(ample) > 0 {
		if err := x.Stepper.Take(x.From, ample, x.visitor); err != nil {
			return err
		}
	}
	if x.Steps == steps || x.failing || x.returns {
		if err := x.Stepper.Take(x.From, without(moves, ample), x.visitor); err != nil {
			return err
		}
	}
	x.expanded++
	x.countSteps(x.Steps - steps)
	if x.States == before {
		x.Leaves++
	}
	if x.Steps == steps {
		return x.checkDeadlock()
	}
	return nil
}

// arrive adds the state that a step from the state that is expanded leads to, and notes the step.
func (x *search) arrive(step *Step) error {
	if err := x.Arrive(step); err != nil {
		return err
	}
	if step.Outcome == sts.Unsafe {
		x.failing = true
		return x.unsafeStep(step)
	}
	x.Steps++
	if step.New {
		if err := x.added(step.To); err != nil {
			return err
		}
	}
	if step.To <= x.At {
		x.returns = true
		x.returning = x.returning || step.Move.IsInternal()
	}
	if x.taken[step.Move.ID] {
		return nil
	}
	x.taken[step.Move.ID] = true
	return x.cover(step)
}

// cover notes the transitions of a move that is taken for the first time, after the interpreter has taken the step too.
func (x *search) cover(taken *Step) error {
	step, err := x.Executor.Try(x.Machine.Expand(x.From), taken.Move, taken.Params)
	if err != nil {
		return err
	}
	if step.Outcome != sts.Done || !step.Next.Equal(x.Runner.Expanded()) {
		return errDisagree
	}
	for _, t := range taken.Move.Parts {
		if hit := &x.Hits[t.ID]; hit.State < 0 {
			*hit = Hit{taken.To, x.depth + 1}
			x.firsts[t.ID] = firstStep{*taken, x.At}
			x.covered++
		}
	}
	return nil
}

// errDisagree is the error that the compiled moves and the interpreter do not agree. It indicates a defect of this program.
var errDisagree = errors.New("the interpreter does not follow the compiled moves")
