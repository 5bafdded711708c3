package statespace

import (
	"errors"

	"github.com/sextant-mbt/sextant/internal/flat"
	"github.com/sextant-mbt/sextant/internal/result"
	"github.com/sextant-mbt/sextant/internal/statespace/hashset"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
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
	default:
		return false
	}
	return true
}

// expand takes all steps from the next state.
func (x *search) expand() error {
	number, before, steps := x.expanded, x.States, x.Steps
	if err := x.load(number, x.row); err != nil {
		return err
	}
	from := x.coder.decode(x.row)
	x.runner.Load(from)
	failing := false
	for _, m := range x.runner.Possible() {
		rows := x.rows(m)
		x.effort += int64(len(rows)+1) * x.coder.effort()
		for _, params := range rows {
			outcome, err := x.runner.Step(m, params)
			if err != nil {
				return err
			}
			switch outcome {
			case sts.Done:
				if err := x.arrive(number, m, params, from); err != nil {
					return err
				}
				x.runner.Load(from)
			case sts.Unsafe:
				failing = true
				if err := x.unsafeStep(number, m, params, from); err != nil {
					return err
				}
			}
		}
	}
	x.expanded++
	if x.States == before {
		x.Leaves++
	}
	if x.Steps == steps {
		return x.checkDeadlock(number, from, failing)
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
func (x *search) arrive(from int, m *sts.Move, params []term.Value, before flat.Config) error {
	x.Steps++
	number, _, err := x.add(from)
	if err != nil {
		return err
	}
	if number <= from && m.IsInternal() {
		x.returning = true
	}
	if x.taken[m.ID] {
		return nil
	}
	x.taken[m.ID] = true
	return x.cover(number, m, params, before)
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
