package testgen

import (
	"context"
	"math/big"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/testing/script"
)

// Instants in tests. A tester sees the time from one message to the next: the gap. The gap before an input is part of the test. The gap
// before an output is the choice of the system, so it is a variable that the tester observes, and the output has a window: the gaps for which
// the path can be followed for some delays before internal steps, which are not observable and are eliminated. Where a window depends on
// earlier gaps, or on data of outputs, it has all gaps that are possible for some of these, and conditions (Where) select the correct ones
// for the observed values.

// timing is the part of a follower that concerns time.
type timing struct {
	system *sts.System
	since  *term.Term          // the time since the last message, as the sum of the delays before internal steps; nil in a system without clocks
	times  map[*term.Term]bool // all variables for delays and gaps
	unseen []*term.Term        // those that a tester cannot observe
	stated []*term.Term        // the windows and conditions of gaps so far
}

func newTiming(s *sts.System) timing {
	t := timing{system: s, times: map[*term.Term]bool{}}
	if s.Timed() {
		t.since = s.Store.Const(term.Real, term.Value{})
	}
	return t
}

// fixDelay adds the delay of a move to the known parameters, as far as it follows from the gap.
func (f *follower) fixDelay(m *sts.Move, known map[int]*term.Term) {
	if f.since == nil {
		return
	}
	s := f.system.Store
	switch {
	case m.Input != nil && f.inputs[0].After != nil:
		known[m.DelayParam()] = s.Sub(s.Const(term.Real, term.RatValue(f.inputs[0].After)), f.since)
	case m.Input == nil && len(m.Outputs) > 0:
		known[m.DelayParam()] = s.Sub(f.gapVariable(m), f.since)
	}
}

// gapVariable is the variable for the gap before an output.
func (f *follower) gapVariable(m *sts.Move) *term.Term {
	return f.system.Store.Var(f.view.free(m.Outputs[0].Channel.Name+".after", len(f.script.Steps)+1), term.Real)
}

// gapAt is the time since the last message when a move is taken; nil in a system without clocks.
func (f *follower) gapAt(m *sts.Move, step *sts.SymbolicStep) *term.Term {
	if f.since == nil {
		return nil
	}
	return f.system.Store.Add(f.since, step.Params[m.DelayParam()])
}

// sendAfter is when the input of a move is sent.
func (f *follower) sendAfter(m *sts.Move) *big.Rat {
	if m.Input == nil {
		return nil
	}
	return f.inputs[0].After
}

// restricting are the conditions of a move as far as they may forbid it: of all conditions on the gap only that some gap before an output is
// allowed remains.
func (f *follower) restricting(x option) []*term.Term {
	if x.gap == nil || x.gap.Op() != term.OpVar {
		return x.conditions()
	}
	return f.system.Some([]*term.Term{x.gap}, x.conditions()).Conjuncts()
}

// mayComeFirst is the condition on instants under which another move may be taken before x. The tester sends an input only at its
// instant.
func (f *follower) mayComeFirst(x, other option) *term.Term {
	s := f.system.Store
	switch {
	case x.gap == nil:
		return s.True()
	case other.move.Input != nil:
		return s.Truth(x.move.Input != nil) // the tester sends nothing before its time
	case x.move.Input != nil:
		return s.Le(other.gap, x.gap)
	}
	return s.True()
}

// pass notes the time of a move that is taken.
func (f *follower) pass(x option) {
	if x.gap == nil {
		return
	}
	f.since = x.gap
	if script.Visible(x.move) {
		f.since = f.system.Store.Const(term.Real, term.Value{})
	}
	if x.gap.Op() == term.OpVar && len(x.move.Outputs) > 0 && x.move.Input == nil {
		f.times[x.gap] = true
		f.view.seen[x.gap] = true
		f.view.names[x.gap.Name()] = true
		return
	}
	if d := x.step.Params[x.move.DelayParam()]; d.Op() == term.OpVar {
		f.times[d] = true
		f.unseen = append(f.unseen, d)
	}
}

// setWindows adds to the outputs of a step when they are allowed. The first has a gap, unless an input comes with it; others come at
// once.
func (f *follower) setWindows(ctx context.Context, x option, outputs []script.Output) error {
	if f.since == nil {
		return nil
	}
	for i := range outputs {
		outputs[i].Window = &sts.Window{Low: new(big.Rat), High: new(big.Rat)}
	}
	if x.move.Input != nil || len(outputs) == 0 {
		return nil
	}
	w := f.window(x.gap)
	outputs[0].Window = &w
	return f.narrow(ctx, x.gap, &outputs[0])
}

// window projects the path on a gap.
func (f *follower) window(gap *term.Term) sts.Window {
	conds := make([]*term.Term, 0, len(f.conds))
	for _, c := range f.conds {
		conds = append(conds, f.view.view(c).Conjuncts()...)
	}
	var hull *sts.Window
	for _, convex := range f.cases(conds) {
		w, _ := f.system.Project(convex, gap)
		hull = union(hull, w)
	}
	if hull == nil || hull.Low == nil {
		return sts.Window{Low: new(big.Rat)}
	}
	return *hull
}

// maxCases bounds into how many conjunctions of comparisons conditions are divided.
const maxCases = 64

// cases divides conditions with "or" into conjunctions, as far as there are few.
func (f *follower) cases(conds []*term.Term) [][]*term.Term {
	s := f.system.Store
	out := [][]*term.Term{nil}
	for _, c := range conds {
		parts := []*term.Term{c}
		switch {
		case c.Op() == term.OpOr:
			parts = c.Args()
		case c.Op() == term.OpNot && c.Args()[0].Op() == term.OpEq && c.Args()[0].Args()[0].Sort().Kind == term.KindReal:
			a, b := c.Args()[0].Args()[0], c.Args()[0].Args()[1]
			parts = []*term.Term{s.Lt(a, b), s.Lt(b, a)}
		}
		if !c.MentionsIn(f.times) || len(out)*len(parts) > maxCases {
			parts = []*term.Term{c}
		}
		var longer [][]*term.Term
		for _, before := range out {
			for _, part := range parts {
				longer = append(longer, append(slices.Clip(before), part.Conjuncts()...))
			}
		}
		out = longer
	}
	return out
}

// union is the smallest window that has two.
func union(a *sts.Window, b sts.Window) *sts.Window {
	switch {
	case b.IsEmpty():
		return a
	case a == nil:
		return &b
	}
	out := *a
	if c := a.Low.Cmp(b.Low); c > 0 || c == 0 && a.OpenLow { // gaps are not negative, so there is a low end
		out.Low, out.OpenLow = b.Low, b.OpenLow
	}
	switch {
	case a.High == nil || b.High == nil:
		out.High, out.OpenHigh = nil, false
	case a.High.Cmp(b.High) < 0 || a.High.Cmp(b.High) == 0 && a.OpenHigh:
		out.High, out.OpenHigh = b.High, b.OpenHigh
	}
	return &out
}

// narrow states conditions beyond the window: conditions on the gap together with what was observed before, or with what is hidden.
func (f *follower) narrow(ctx context.Context, gap *term.Term, o *script.Output) error {
	o.Gap = gap
	f.stated = append(f.stated, within(f.system.Store, gap, o.Window)...)
	for _, c := range f.projected(gap) {
		implied, err := f.follows(ctx, c)
		if err != nil {
			return err
		}
		if implied {
			continue
		}
		f.stated = append(f.stated, c)
		if len(f.view.hidden(c)) > 0 {
			o.Hidden = append(o.Hidden, c)
		} else {
			o.Where = append(o.Where, c)
		}
	}
	return nil
}

// projected returns the conditions of the path on a gap and other values, without unobservable times.
func (f *follower) projected(gap *term.Term) []*term.Term {
	conds := make([]*term.Term, 0, len(f.conds))
	for _, c := range f.conds {
		conds = append(conds, f.view.view(c).Conjuncts()...)
	}
	var out []*term.Term
	for _, c := range f.system.Some(f.unseen, conds).Conjuncts() {
		if c.Mentions(gap) {
			out = append(out, c)
		}
	}
	return out
}

// follows reports whether a condition follows from what is stated.
func (f *follower) follows(ctx context.Context, c *term.Term) (bool, error) {
	rest, ok := term.Conjoin(f.stated, []*term.Term{f.system.Store.Not(c)})
	if !ok {
		return true, nil
	}
	answer, err := f.oracle.Solver.Check(ctx, smt.Query{Conjuncts: rest})
	return answer.Status == smt.Unsat, err
}

// within is the condition that a gap is in a window.
func within(s *term.Store, gap *term.Term, w *sts.Window) []*term.Term {
	var out []*term.Term
	compare := func(a, b *term.Term, strict bool) {
		if strict {
			out = append(out, s.Lt(a, b))
		} else {
			out = append(out, s.Le(a, b))
		}
	}
	if w.Low != nil {
		compare(s.Const(term.Real, term.RatValue(w.Low)), gap, w.OpenLow)
	}
	if w.High != nil {
		compare(gap, s.Const(term.Real, term.RatValue(w.High)), w.OpenHigh)
	}
	return out
}
