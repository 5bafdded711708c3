package ioco

import (
	"context"
	"math/big"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Time (tioco). In a system with clocks an observation has an instant, which is said before it: At. What happens between two observations,
// internal steps, happens at instants that are not known. So a possibility knows its lag: the time from the instant of its state to the last
// observation, over the delays of these steps; the delay before the next observed step is the lag and the time that has elapsed since
// that observation. Silence is allowed as long as the conditions of the locations let time pass; there is no other rule for it.
//
// Where it is not known when something comes, the time that has elapsed is a variable, and the conditions on it, from which all others are
// eliminated, give the window in which each output is allowed and the deadline up to which nothing needs to come.

// elapsedName is the name of the variable that stands for the time since the last observation.
const elapsedName = "elapsed@0"

// noLag is the lag of a state at the instant of the last observation; nil if the system has no clocks.
func (t *Tracker) noLag() *term.Term {
	if !t.System.Timed() {
		return nil
	}
	return t.number(new(big.Rat))
}

func (t *Tracker) number(r *big.Rat) *term.Term {
	return t.System.Store.Const(term.Real, term.RatValue(r))
}

// Now returns the instant of the next observation, as At gave it.
func (t *Tracker) Now() *big.Rat {
	if t.since == nil {
		return nil
	}
	return new(big.Rat).Add(t.since, t.measured)
}

// At says when the next observation is made, in units of the model from the start. It has no effect in a system without clocks.
func (t *Tracker) At(instant *big.Rat) {
	if t.since != nil {
		t.measured = new(big.Rat).Sub(instant, t.since)
		t.at(t.number(t.measured))
	}
}

// at sets the time since the last observation, and returns what sets it back.
func (t *Tracker) at(elapsed *term.Term) (back func()) {
	before, settled, lost, cycle := t.elapsed, t.settled, t.lost, t.cycle
	t.elapsed, t.settled = elapsed, nil
	return func() { t.elapsed, t.settled, t.lost, t.cycle = before, settled, lost, cycle }
}

// delay returns the time before a step that is observed now.
func (t *Tracker) delay(p *Possibility) *term.Term { return t.System.Store.Add(p.lag, t.elapsed) }

// withDelay adds the delay of a step to what is known of its parameters, unless it is not known.
func (t *Tracker) withDelay(known map[int]*term.Term, p *Possibility, m *sts.Move) map[int]*term.Term {
	d := m.DelayParam()
	if d < 0 || t.settling || t.ahead {
		return known
	}
	if known == nil {
		known = map[int]*term.Term{}
	}
	known[d] = t.delay(p)
	return known
}

// knownDelay fills the delay of a step into its parameters; it reports false if it is not known.
func (t *Tracker) knownDelay(p *Possibility, m *sts.Move) bool {
	d := m.DelayParam()
	if d < 0 {
		return true
	}
	if t.settling || t.ahead || len(t.doubt) > 0 {
		return false
	}
	delay := t.delay(p)
	if delay.IsConst() {
		t.params[d] = delay.Value()
	}
	return delay.IsConst()
}

// inTime adds to the conditions of a step that it is taken before now, or, of a step in the future, not before.
func (t *Tracker) inTime(p *Possibility, step *sts.SymbolicStep, needs []*term.Term) []*term.Term {
	d := step.Move.DelayParam()
	switch {
	case d < 0:
		return needs
	case t.settling:
		return append(slices.Clip(needs), t.System.Store.Le(step.Params[d], t.delay(p)))
	case t.ahead:
		return append(slices.Clip(needs), t.System.Store.Le(t.delay(p), step.Params[d]))
	}
	return append(slices.Clip(needs), t.doubt...)
}

// lagAfter returns the lag of the state after a step.
func (t *Tracker) lagAfter(p *Possibility, step *sts.SymbolicStep) *term.Term {
	d := step.Move.DelayParam()
	switch {
	case d >= 0 && t.settling:
		return t.System.Store.Sub(p.lag, step.Params[d])
	case d >= 0 && len(t.doubt) > 0:
		return t.System.Store.Sub(t.number(t.measured), t.elapsed)
	}
	return t.noLag()
}

// stillOwes lets time pass in a possibility that owes an output, and reports whether the output may come now: those of one step come at one
// instant, up to the tolerance.
func (t *Tracker) stillOwes(ctx context.Context, p *Possibility) (bool, error) {
	if p.lag == nil {
		return true, nil
	}
	late, limit := t.delay(p), new(big.Rat)
	if t.Tolerance != nil && t.loose == nil { // a loose instant has the tolerance already
		limit = t.Tolerance
	}
	t.passTime(p)
	return t.constrain(ctx, p, append(slices.Clone(t.doubt), t.System.Store.Le(late, t.number(limit)))...)
}

// lasting returns the possibilities that can last until the next observation; others were left by an internal step before.
func (t *Tracker) lasting(ctx context.Context, list []Possibility) ([]Possibility, error) {
	if t.elapsed == nil || !t.elapsed.IsConst() {
		return list, nil
	}
	out := []Possibility{}
	for _, p := range list {
		lasts := p.Owes()
		if !lasts {
			var err error
			if lasts, err = t.mayHold(ctx, &p, t.System.MayWait(&t.symbolic(&p).State, t.delay(&p))...); err != nil {
				return nil, err
			}
		}
		if lasts {
			out = append(out, p)
		}
	}
	return out, nil
}

// passTime lets the state of a possibility stay as it is until the next observation.
func (t *Tracker) passTime(p *Possibility) {
	if t.elapsed.IsConst() || len(t.doubt) > 0 {
		p.lag = t.System.Store.Add(p.lag, t.number(t.measured))
	} else {
		p.lag = t.delay(p)
	}
}

// waits lets time pass in a possibility, and reports whether that is possible without a step.
func (t *Tracker) waits(ctx context.Context, p *Possibility) (bool, error) {
	if p.Owes() {
		return t.stillOwes(ctx, p)
	}
	delay := t.delay(p)
	t.symbolic(p)
	t.passTime(p)
	return t.constrain(ctx, p, append(slices.Clone(t.doubt), t.System.MayWait(&p.State, delay)...)...)
}

// constrain adds conditions to a possibility that may be a configuration, and reports whether they can hold.
func (t *Tracker) constrain(ctx context.Context, p *Possibility, conds ...*term.Term) (bool, error) {
	open := slices.DeleteFunc(slices.Clone(conds), (*term.Term).IsTrue)
	switch {
	case len(open) == 0:
		return true, nil
	case slices.ContainsFunc(open, (*term.Term).IsFalse):
		return false, nil
	}
	if p.unseen == nil {
		t.symbolic(p)
		p.config = nil
	}
	return t.narrow(ctx, p, open...)
}

// Chance is an output or an input that is possible within a window of time.
type Chance struct {
	State  *Possibility
	Move   *sts.Move
	Window sts.Window // of instants from the start
	Exact  bool       // the move is possible at every instant of the window, for some values
}

// Future is what may come after the last observation.
type Future struct {
	Outputs  []Chance
	Inputs   []Chance
	Deadline *big.Rat // the instant up to which nothing needs to come; nil if there is none
	Strict   bool     // something has to come before the deadline, not just at it
	Owed     bool     // an output is due now
}

// Future returns when outputs and inputs are possible, if nothing is observed before.
func (t *Tracker) Future(ctx context.Context) (Future, error) {
	v := t.System.Store.Var(elapsedName, term.Real)
	defer t.at(v)()
	states, err := t.settle(ctx)
	if err != nil {
		return Future{}, err
	}
	f := Future{Deadline: t.since}
	for i := range states {
		p := &states[i]
		if p.Owes() {
			f.Owed = true
			continue
		}
		for _, m := range t.control(p).all {
			if m.IsInternal() {
				continue
			}
			c, ok, err := t.chance(ctx, p, m, v)
			switch {
			case err != nil:
				return f, err
			case ok && m.Input != nil:
				f.Inputs = append(f.Inputs, c)
			case ok:
				f.Outputs = append(f.Outputs, c)
			}
		}
		t.extend(&f, p, v)
	}
	return f, nil
}

// chance returns the window in which a possibility can take a move; false if it is empty.
func (t *Tracker) chance(ctx context.Context, p *Possibility, m *sts.Move, v *term.Term) (Chance, bool, error) {
	step, err := t.Step(ctx, t.symbolic(p), m, nil)
	if err != nil {
		return Chance{}, false, err
	}
	conds, ok := term.Conjoin(p.Conds, step.Needs(), []*term.Term{t.System.Store.Le(t.number(new(big.Rat)), v)})
	if !ok {
		return Chance{}, false, nil
	}
	w, exact := t.System.Project(conds, v)
	if w.IsEmpty() {
		return Chance{}, false, nil
	}
	if !exact {
		if ok, err = t.check(ctx, conds); err != nil || !ok {
			return Chance{}, false, err
		}
	}
	return Chance{State: p, Move: m, Window: t.absolute(w), Exact: exact}, true, nil
}

// extend lets the deadline be at least that of a possibility.
func (t *Tracker) extend(f *Future, p *Possibility, v *term.Term) {
	if f.Deadline == nil {
		return
	}
	conds, ok := term.Conjoin(p.Conds, t.System.MayWait(&t.symbolic(p).State, t.delay(p)), []*term.Term{t.System.Store.Le(t.number(new(big.Rat)), v)})
	if !ok {
		return
	}
	w, exact := t.System.Project(conds, v)
	switch w = t.absolute(w); {
	case w.IsEmpty():
	case w.High == nil || !exact:
		f.Deadline = nil
	case w.High.Cmp(f.Deadline) > 0:
		f.Deadline, f.Strict = w.High, w.OpenHigh
	case w.High.Cmp(f.Deadline) == 0:
		f.Strict = f.Strict && w.OpenHigh
	}
}

// absolute returns a window of times since the last observation as a window of instants.
func (t *Tracker) absolute(w sts.Window) sts.Window {
	shift := func(r *big.Rat) *big.Rat {
		if r == nil {
			return nil
		}
		return new(big.Rat).Add(r, t.since)
	}
	w.Low, w.High = shift(w.Low), shift(w.High)
	return w
}

// timedMenu returns what may be observed after the last observation, with the windows.
func (t *Tracker) timedMenu(ctx context.Context) (Menu, error) {
	var menu Menu
	f, err := t.Future(ctx)
	if err != nil {
		return menu, err
	}
	defer t.at(t.System.Store.Var(elapsedName, term.Real))()
	if err := t.owedMenu(ctx, &menu); err != nil {
		return menu, err
	}
	for _, c := range f.Outputs {
		next, err := t.takeSymbolically(ctx, c.State, c.Move, nil)
		if err == nil && next != nil {
			err = t.offerWithin(ctx, &menu, []Possibility{*next}, c.Window)
		}
		if err != nil {
			return menu, err
		}
	}
	slices.Sort(menu.Channels)
	menu.Channels = slices.Compact(menu.Channels)
	menu.Silence = f.Deadline == nil
	if f.Deadline != nil && !f.Owed {
		end := sts.Window{High: f.Deadline, OpenHigh: f.Strict}
		menu.Until = &result.Allowed{Silence: true, Text: "silence " + end.String(), Window: &result.Window{High: sts.FormatInstant(f.Deadline), Before: f.Strict}}
	}
	return menu, nil
}

// owedMenu adds the outputs that are due: they come with the step that sends them.
func (t *Tracker) owedMenu(ctx context.Context, menu *Menu) error {
	states, err := t.settle(ctx)
	if err != nil {
		return err
	}
	owed := slices.DeleteFunc(slices.Clone(states), func(p Possibility) bool { return !p.Owes() })
	if owed, err = t.symbolics(ctx, owed); err != nil {
		return err
	}
	return t.offerWithin(ctx, menu, owed, sts.Window{Low: t.since, High: t.since})
}

// offerWithin adds the outputs that possibilities have due to a menu, with the window in which they may come.
func (t *Tracker) offerWithin(ctx context.Context, menu *Menu, list []Possibility, w sts.Window) error {
	allowed, err := t.describe(ctx, list)
	for _, a := range allowed {
		a.Window = &result.Window{Low: sts.FormatInstant(w.Low), High: sts.FormatInstant(w.High), After: w.OpenLow, Before: w.OpenHigh}
		a.Text += " " + w.String()
		menu.Outputs = append(menu.Outputs, a)
		menu.Channels = append(menu.Channels, a.Channel)
	}
	return err
}

// Snapshot is what a tracker knew at some time.
type Snapshot struct{ present present }

// Snapshot returns what the tracker knows now.
func (t *Tracker) Snapshot() *Snapshot { return &Snapshot{t.present} }

// Restore goes back to what the tracker knew.
func (t *Tracker) Restore(s *Snapshot) {
	t.present = s.present
	t.settled = nil
}

// LastInstant returns the instant of the last observation; nil in a system without clocks.
func (t *Tracker) LastInstant() *big.Rat { return t.since }
