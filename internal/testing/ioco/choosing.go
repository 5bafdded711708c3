package ioco

import (
	"context"
	"fmt"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/testing/ioco/history"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
)

// Choices of the system that an output shows. A step that chooses values (any) and sends them is not taken before the output is there:
// until then the possibility is the configuration before the step, and the step. The output gives the values, the interpreter takes the
// step with them, and nothing is open. Whether some choice enables the step is a condition over what is known before it, compiled once; where
// that has too many cases to be evaluated, a choice that is found decides it, and otherwise the solver.

// unseen is a step that was taken, of which the first output is still to come and tells what was chosen.
type unseen struct {
	move   *sts.Move
	params []term.Value // what is chosen is still to be set
	before *history.Path
	past   *history.History // before the step
}

// chooser is what is known of a move that chooses values.
type chooser struct {
	enabled *test // some choice enables the step, over slots and parameters
	errs    *test // some choice makes it a model error
	shown   []int // by chosen parameter, in order: the scalar of the first output that is its value, -1 if none is
	chosen  []int // the parameters that are chosen
	decides bool  // the first output shows all that is chosen
}

// test is a condition over slots and parameters, compiled.
type test struct {
	frame  *term.Frame
	inputs []term.Value // buffer
}

// holds evaluates the condition; false as known if it cannot.
func (c *test) holds(config *sts.Config, params []term.Value) (holds, known bool) {
	c.inputs = append(append(c.inputs[:0], config.Values...), params...)
	err := c.frame.Run(c.inputs)
	return c.frame.Bool(0), err == nil
}

func (t *Tracker) newTest(m *sts.Move, cond *term.Term) *test {
	inputs := t.System.SlotTerms()
	for _, p := range m.Params {
		inputs = append(inputs, p.Term)
	}
	return &test{frame: t.System.Store.Compile([]*term.Term{cond}, inputs).NewFrame()}
}

// chooser returns what is known of a move, nil if it has other open parameters than choices.
func (t *Tracker) chooser(m *sts.Move) *chooser {
	if t.choosers == nil {
		t.choosers = make([]*chooser, len(t.System.Moves()))
	}
	if t.choosers[m.ID] == nil && len(m.Calls) == 0 {
		t.choosers[m.ID] = t.newChooser(m)
	}
	return t.choosers[m.ID]
}

func (t *Tracker) newChooser(m *sts.Move) *chooser {
	c := &chooser{decides: len(m.Outputs) > 0}
	var bound []*term.Term
	for i, p := range m.Params {
		if p.Kind != sts.Chosen {
			continue
		}
		bound = append(bound, p.Term)
		c.chosen = append(c.chosen, i)
		if len(m.Outputs) > 0 {
			c.shown = append(c.shown, slices.Index(m.Outputs[0].Args, p.Term))
			c.decides = c.decides && c.shown[len(c.shown)-1] >= 0
		}
	}
	store := t.System.Store
	guard, before, after := m.Conjuncts(), sts.Conditions(m.GuardSafety), sts.Conditions(m.StepSafety)
	c.enabled = t.newTest(m, t.System.Some(bound, slices.Concat(guard, before, after)))
	early := t.System.Some(bound, []*term.Term{store.Not(store.And(before...))})
	late := t.System.Some(bound, slices.Concat(guard, before, []*term.Term{store.Not(store.And(after...))}))
	c.errs = t.newTest(m, store.Or(early, late))
	return c
}

// known fills the parameters of a move that are received; it reports false if the state or more than choices is open.
func (t *Tracker) known(p *Possibility, m *sts.Move, input *sut.Message) bool {
	if p.config == nil || p.unseen != nil || len(m.Calls) > 0 || m.Input != nil && input == nil {
		return false
	}
	t.params = append(t.params[:0], make([]term.Value, len(m.Params))...)
	for i, a := range m.InputArgs {
		t.params[a] = input.Values[i]
	}
	for i, a := range m.DequeueArgs {
		t.params[a] = p.config.Queues[m.Dequeue.Queue].Items[i]
	}
	return t.knownDelay(p, m)
}

// can reports whether a move can be taken, by some choice. It reports false as known if that needs a solver.
func (t *Tracker) can(p *Possibility, m *sts.Move, input *sut.Message) (can, known bool) {
	if step, known := t.attempt(p, m, input); known {
		return step.Outcome == sts.Done, true
	}
	if plain(m) || !t.known(p, m, input) {
		return false, false
	}
	return t.enables(p, m)
}

// enables reports whether some choice enables a move, of which t.params holds what is not chosen. It reports false as known if that needs a
// solver.
func (t *Tracker) enables(p *Possibility, m *sts.Move) (enabled, known bool) {
	if enabled, known = t.chooser(m).enabled.holds(p.config, t.params); known {
		return enabled, true
	}
	found := t.choose(p, m)
	return found, found
}

// choose looks for values that enable a move, as Climb does. Where a choice has too many values to try them all, one that is found decides.
func (t *Tracker) choose(p *Possibility, m *sts.Move) bool {
	given := slices.Clone(t.params)
	params, found := t.guesser(m).Climb(t.interpreter, p.config, func(params []term.Value) {
		for i, param := range m.Params {
			if param.Kind != sts.Chosen {
				params[i] = given[i]
			}
		}
	})
	if !found {
		return false
	}
	step, err := t.interpreter.Attempt(p.config, m, params)
	return err == nil && step.Outcome == sts.Done
}

// isSafe reports whether no choice makes a step a model error, as far as that can be evaluated.
func (t *Tracker) isSafe(p *Possibility, m *sts.Move, input *sut.Message) bool {
	if plain(m) || !t.known(p, m, input) {
		return false
	}
	errs, known := t.chooser(m).errs.holds(p.config, t.params)
	return known && !errs
}

// leaveUnseen returns the possibility after a step whose first output will show what it chooses. It reports false if the step is not of
// this kind, and nil if it cannot be taken.
func (t *Tracker) leaveUnseen(p *Possibility, m *sts.Move, input *sut.Message) (*Possibility, bool) {
	if plain(m) || !t.known(p, m, input) || !t.chooser(m).decides {
		return nil, false
	}
	enabled, known := t.enables(p, m)
	if !known || !enabled {
		return nil, known
	}
	next := &Possibility{State: sts.SymbolicState{Locations: p.config.Locations}, config: p.config, bare: true, Path: p.Path.With(m), lag: t.noLag()}
	next.past = p.past.After(next.Path, t.purpose)
	next.unseen = &unseen{move: m, params: slices.Clone(t.params), before: p.Path, past: p.past}
	return next, true
}

// show takes the step of a possibility that was left unseen, with what its first output shows; nil if the output is another one.
func (t *Tracker) show(p *Possibility, msg sut.Message) (*Possibility, error) {
	u, c := p.unseen, t.chooser(p.unseen.move)
	if u.move.Outputs[0].Channel != msg.Channel {
		return nil, nil
	}
	t.params = append(t.params[:0], u.params...)
	for i, a := range c.chosen {
		v := msg.Values[c.shown[i]]
		if !u.move.Params[a].Sort.Contains(v) {
			return nil, nil
		}
		t.params[a] = v
	}
	step, err := t.interpreter.Try(p.config, u.move, t.params)
	if err != nil || step.Outcome != sts.Done {
		return nil, err
	}
	next := t.stepped(&Possibility{config: p.config, Path: u.before, past: u.past}, u.move, step)
	if !term.SameValues(next.owed[0].Values, msg.Values) {
		return nil, nil
	}
	next.paid()
	return next, nil
}

// see takes the step of a possibility that was left unseen, symbolically.
func (t *Tracker) see(ctx context.Context, p *Possibility) error {
	u := p.unseen
	before := &Possibility{config: p.config, bare: true, Path: u.before, past: u.past, lag: t.noLag()}
	if d := u.move.DelayParam(); d >= 0 {
		defer t.at(t.System.Store.Const(term.Real, u.params[d]))()
	}
	received := term.Pick(u.params, u.move.InputArgs)
	var terms []*term.Term
	if u.move.Input != nil {
		terms = t.constants(sut.Message{Channel: u.move.Input, Values: received})
	}
	next, err := t.takeSymbolically(ctx, before, u.move, terms)
	if err == nil && next == nil {
		err = fmt.Errorf("%s is possible by evaluation, but not by the solver", u.move.Name)
	}
	if err == nil {
		*p = *next
	}
	return err
}
