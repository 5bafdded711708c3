package ioco

import (
	"context"
	"math/big"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Where it is not known when something comes, the time that has elapsed is a variable, and the conditions on it, from which all others are
// eliminated, give the window in which each output is allowed and the deadline up to which nothing needs to come.

// elapsedName is the name of the variable that stands for the time since the last observation.
const elapsedName = "elapsed@0"

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
func (s *foresight) Future(ctx context.Context) (Future, error) {
	v := s.System.Store.Var(elapsedName, term.Real)
	defer s.at(v)()
	states, err := s.settle(ctx)
	if err != nil {
		return Future{}, err
	}
	f := Future{Deadline: s.since}
	for i := range states {
		p := &states[i]
		if p.Owes() {
			f.Owed = true
			continue
		}
		for _, m := range s.control(p).all {
			if m.IsInternal() {
				continue
			}
			c, ok, err := s.chance(ctx, p, m, v)
			switch {
			case err != nil:
				return f, err
			case ok && m.Input != nil:
				f.Inputs = append(f.Inputs, c)
			case ok:
				f.Outputs = append(f.Outputs, c)
			}
		}
		s.extend(&f, p, v)
	}
	return f, nil
}

// chance returns the window in which a possibility can take a move; false if it is empty.
func (s *foresight) chance(ctx context.Context, p *Possibility, m *sts.Move, v *term.Term) (Chance, bool, error) {
	step, err := s.Step(ctx, s.symbolic(p), m, nil)
	if err != nil {
		return Chance{}, false, err
	}
	conds, ok := term.Conjoin(p.Conds, step.Needs(), []*term.Term{s.System.Store.Le(s.number(new(big.Rat)), v)})
	if !ok {
		return Chance{}, false, nil
	}
	w, exact := s.System.Project(conds, v)
	if w.IsEmpty() {
		return Chance{}, false, nil
	}
	if !exact {
		if ok, err = s.check(ctx, conds); err != nil || !ok {
			return Chance{}, false, err
		}
	}
	return Chance{State: p, Move: m, Window: s.absolute(w), Exact: exact}, true, nil
}

// extend lets the deadline be at least that of a possibility.
func (s *foresight) extend(f *Future, p *Possibility, v *term.Term) {
	if f.Deadline == nil {
		return
	}
	conds, ok := term.Conjoin(p.Conds, s.System.MayWait(&s.symbolic(p).State, s.delay(p)), []*term.Term{s.System.Store.Le(s.number(new(big.Rat)), v)})
	if !ok {
		return
	}
	w, exact := s.System.Project(conds, v)
	switch w = s.absolute(w); {
	case w.IsEmpty():
	case w.High == nil || !exact:
		f.Deadline = nil
	case w.High.Cmp(f.Deadline) > 0:
		f.Deadline, f.Strict = w.High, w.OpenHigh
	case w.High.Cmp(f.Deadline) == 0:
		f.Strict = f.Strict && w.OpenHigh
	}
}

// timedMenu returns what may be observed after the last observation, with the windows.
func (s *foresight) timedMenu(ctx context.Context) (Menu, error) {
	var menu Menu
	f, err := s.Future(ctx)
	if err != nil {
		return menu, err
	}
	defer s.at(s.System.Store.Var(elapsedName, term.Real))()
	if err := s.owedMenu(ctx, &menu); err != nil {
		return menu, err
	}
	for _, c := range f.Outputs {
		next, err := s.takeSymbolically(ctx, c.State, c.Move, nil)
		if err == nil && next != nil {
			err = s.offerWithin(ctx, &menu, []Possibility{*next}, c.Window)
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
func (s *foresight) owedMenu(ctx context.Context, menu *Menu) error {
	states, err := s.settle(ctx)
	if err != nil {
		return err
	}
	owed := slices.DeleteFunc(slices.Clone(states), func(p Possibility) bool { return !p.Owes() })
	if owed, err = s.symbolics(ctx, owed); err != nil {
		return err
	}
	return s.offerWithin(ctx, menu, owed, sts.Window{Low: s.since, High: s.since})
}

// offerWithin adds the outputs that possibilities have due to a menu, with the window in which they may come.
func (s *foresight) offerWithin(ctx context.Context, menu *Menu, list []Possibility, w sts.Window) error {
	allowed, err := s.describe(ctx, list)
	for _, a := range allowed {
		a.Window = &result.Window{Low: sts.FormatInstant(w.Low), High: sts.FormatInstant(w.High), After: w.OpenLow, Before: w.OpenHigh}
		a.Text += " " + w.String()
		menu.Outputs = append(menu.Outputs, a)
		menu.Channels = append(menu.Channels, a.Channel)
	}
	return err
}
