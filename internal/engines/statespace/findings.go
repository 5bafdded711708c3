package statespace

import (
	"errors"
	"slices"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Finding is something wrong with the model, with a run that shows it. One kind of finding at one place is reported once.
type Finding struct {
	Kind      string
	Message   string
	Move      *sts.Move // may be nil
	Span      diag.Span
	Invariant *sts.Named   // that is violated, or nil
	Run       *run.Witness // its last step may be the one that fails

	loop   int          // how many of the last steps are a cycle
	state  int          // where it shows; -1 if no run begins
	params []term.Value // of the step that fails
	failed *sts.Obligation
}

// isNew reports whether a finding with a key is the first.
func (x *search) isNew(key string) bool {
	if x.known[key] {
		return false
	}
	x.known[key] = true
	return true
}

// badStart notes initial values with which no run begins.
func (x *search) badStart(bad *run.ErrBadStart) {
	if o := bad.Violated; x.isNew(o.Key()) {
		x.Findings = append(x.Findings, Finding{Kind: string(o.Kind), Message: o.Text, Span: o.Span, Run: bad.Start, state: -1})
	}
}

// unsafeStep notes a step from the expanded state that violates an obligation.
func (x *search) unsafeStep(failed *Step) error {
	from, m := x.At, failed.Move
	if x.allKnown(from, m) {
		return nil
	}
	step, err := x.Executor.Attempt(x.Machine.Expand(x.From), m, failed.Params)
	switch {
	case err != nil:
		return err
	case step.Outcome != sts.Unsafe:
		return errDisagree
	}
	o := step.Violated
	found := Finding{Kind: string(o.Kind), Message: o.Text, Move: m, Span: o.Span, state: from, params: failed.Params, failed: o}
	if x.isNew(o.Key()) {
		x.Findings = append(x.Findings, found)
	} else if i := x.inherited(o, from); i >= 0 {
		x.Findings[i] = found
	}
	return nil
}

// inherited returns the index of the finding that an else has in a state because the guard of its sibling violates an obligation; -1
// if there is none. The obligation is the one of the sibling itself.
func (x *search) inherited(o *sts.Obligation, from int) int {
	if o.Of != "" {
		return -1
	}
	return slices.IndexFunc(x.Findings, func(f Finding) bool {
		return f.state == from && f.failed != nil && f.failed.Of != "" && f.failed.Key() == o.Key()
	})
}

// allKnown reports whether violations of all obligations of a move were found already, in the transitions where the obligations are
// written.
func (x *search) allKnown(from int, m *sts.Move) bool {
	for _, list := range [][]sts.Obligation{m.GuardSafety, m.StepSafety} {
		for i := range list {
			if !x.known[list[i].Key()] || x.inherited(&list[i], from) >= 0 {
				return false
			}
		}
	}
	return true
}

// checkInvariants notes the invariants that do not hold in a new state, the current one of the runner.
func (x *search) checkInvariants(number int) error {
	for i := range x.System.Invariants {
		if x.broken[i] {
			continue
		}
		holds, decided := x.Runner.Holds(i)
		if !decided {
			var err error
			if holds, err = x.holds(&x.System.Invariants[i]); err != nil {
				return err
			}
		}
		if !holds {
			x.broken[i] = true
			named := &x.System.Invariants[i]
			x.Findings = append(x.Findings, Finding{Kind: result.InvariantViolation, Span: named.Span, Invariant: named, state: number,
				Message: run.ViolationMessage(named)})
		}
	}
	return nil
}

// holds reports whether an invariant has a value and is true in the current state of the runner, as the interpreter evaluates it.
func (x *search) holds(named *sts.Named) (bool, error) {
	config := x.Runner.Expanded()
	for _, c := range append(sts.Conditions(named.Safety), named.Cond) {
		if holds, err := x.Executor.Holds(config, c); err != nil || !holds {
			return false, err
		}
	}
	return true, nil
}

// checkDeadlock notes that the expanded state, which has no steps, is a deadlock, unless the machines may end there. Where a guard has no value, the
// finding is that model error.
func (x *search) checkDeadlock() error {
	x.Runner.Load(x.From)
	config := x.Runner.Expanded()
	if x.System.Terminated(config.Locations) {
		return nil
	}
	if x.failing {
		stuck, err := x.Executor.NothingEnabled(config, x.Runner.Possible())
		if errors.Is(err, term.ErrUndecided) { // the guard without a value is a finding already
			return nil
		}
		if err != nil || !stuck {
			return err
		}
	}
	x.countDeadlock()
	if x.isNew(result.Deadlock + "@" + x.System.LocationName(config.Locations)) {
		f := Finding{Kind: result.Deadlock, state: x.At}
		f.nameDeadlock(x.System, config.Locations)
		x.Findings = append(x.Findings, f)
	}
	return nil
}

// nameDeadlock sets the place of a deadlock.
func (f *Finding) nameDeadlock(s *sts.System, locations []int) {
	f.Message, f.Span = "no transition can be taken in "+s.LocationName(locations), s.Unfinished(locations)
}
