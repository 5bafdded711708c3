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
	trail  *trail           // before the step
	number int              // of the observation that the step explains
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

func (s *stepper) newTest(m *sts.Move, cond *term.Term) *test {
	inputs := s.System.SlotTerms()
	for _, p := range m.Params {
		inputs = append(inputs, p.Term)
	}
	return &test{frame: s.System.Store.Compile([]*term.Term{cond}, inputs).NewFrame()}
}

// chooser returns what is known of a move, nil if it has other open parameters than choices.
func (s *stepper) chooser(m *sts.Move) *chooser {
	if s.choosers == nil {
		s.choosers = make([]*chooser, len(s.System.Moves()))
	}
	if s.choosers[m.ID] == nil && len(m.Calls) == 0 {
		s.choosers[m.ID] = s.newChooser(m)
	}
	return s.choosers[m.ID]
}

func (s *stepper) newChooser(m *sts.Move) *chooser {
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
	store := s.System.Store
	guard, before, after := m.Conjuncts(), sts.Conditions(m.GuardSafety), sts.Conditions(m.StepSafety)
	c.enabled = s.newTest(m, s.System.Some(bound, slices.Concat(guard, before, after)))
	early := s.System.Some(bound, []*term.Term{store.Not(store.And(before...))})
	late := s.System.Some(bound, slices.Concat(guard, before, []*term.Term{store.Not(store.And(after...))}))
	c.errs = s.newTest(m, store.Or(early, late))
	return c
}

// known fills the parameters of a move that are received; it reports false if the state or more than choices is open.
func (s *stepper) known(p *Possibility, m *sts.Move, input *sut.Message) bool {
	if p.config == nil || p.unseen != nil || len(m.Calls) > 0 || m.Input != nil && input == nil {
		return false
	}
	s.params = append(s.params[:0], make([]term.Value, len(m.Params))...)
	for i, a := range m.InputArgs {
		s.params[a] = input.Values[i]
	}
	for i, a := range m.DequeueArgs {
		s.params[a] = p.config.Queues[m.Dequeue.Queue].Items[i]
	}
	return s.knownDelay(p, m)
}

// knownDelay fills the delay of a step into its parameters; it reports false if it is not known.
func (s *stepper) knownDelay(p *Possibility, m *sts.Move) bool {
	d := m.DelayParam()
	if d < 0 {
		return true
	}
	if s.settling || s.ahead || len(s.doubt) > 0 {
		return false
	}
	delay := s.delay(p)
	if delay.IsConst() {
		s.params[d] = delay.Value()
	}
	return delay.IsConst()
}

// can reports whether a move can be taken, by some choice. It reports false as known if that needs a solver.
func (s *stepper) can(p *Possibility, m *sts.Move, input *sut.Message) (can, known bool) {
	if step, known := s.attempt(p, m, input); known {
		return step.Outcome == sts.Done, true
	}
	if plain(m) || !s.known(p, m, input) {
		return false, false
	}
	return s.enables(p, m)
}

// enables reports whether some choice enables a move, of which t.params holds what is not chosen. It reports false as known if that needs a
// solver.
func (s *stepper) enables(p *Possibility, m *sts.Move) (enabled, known bool) {
	if enabled, known = s.chooser(m).enabled.holds(p.config, s.params); known {
		return enabled, true
	}
	found := s.choose(p, m)
	return found, found
}

// choose looks for values that enable a move, as Climb does. Where a choice has too many values to try them all, one that is found decides.
func (s *stepper) choose(p *Possibility, m *sts.Move) bool {
	given := slices.Clone(s.params)
	params, found := s.guesser(m).Climb(s.interpreter, p.config, func(params []term.Value) {
		for i, param := range m.Params {
			if param.Kind != sts.Chosen {
				params[i] = given[i]
			}
		}
	})
	if !found {
		return false
	}
	step, err := s.interpreter.Attempt(p.config, m, params)
	return err == nil && step.Outcome == sts.Done
}

// isSafe reports whether no choice makes a step a model error, as far as that can be evaluated.
func (s *stepper) isSafe(p *Possibility, m *sts.Move, input *sut.Message) bool {
	if plain(m) || !s.known(p, m, input) {
		return false
	}
	errs, known := s.chooser(m).errs.holds(p.config, s.params)
	return known && !errs
}

// leaveUnseen returns the possibility after a step whose first output will show what it chooses. It reports false if the step is not of
// this kind, and nil if it cannot be taken.
func (s *stepper) leaveUnseen(p *Possibility, m *sts.Move, input *sut.Message) (*Possibility, bool) {
	if plain(m) || !s.known(p, m, input) || !s.chooser(m).decides {
		return nil, false
	}
	enabled, known := s.enables(p, m)
	if !known || !enabled {
		return nil, known
	}
	next := &Possibility{State: sts.SymbolicState{Locations: p.config.Locations}, config: p.config, bare: true, Path: p.Path.With(m), lag: s.noLag()}
	next.past = p.past.After(next.Path, s.purpose)
	next.unseen = &unseen{move: m, params: slices.Clone(s.params), before: p.Path, past: p.past, trail: p.trail, number: s.count + 1}
	next.trail = p.trail.unseen(s, next)
	return next, true
}

// show takes the step of a possibility that was left unseen, with what its first output shows; nil if the output is another one.
func (s *stepper) show(p *Possibility, msg sut.Message) (*Possibility, error) {
	u, c := p.unseen, s.chooser(p.unseen.move)
	if u.move.Outputs[0].Channel != msg.Channel {
		return nil, nil
	}
	s.params = append(s.params[:0], u.params...)
	for i, a := range c.chosen {
		v := msg.Values[c.shown[i]]
		if !u.move.Params[a].Sort.Contains(v) {
			return nil, nil
		}
		s.params[a] = v
	}
	step, err := s.interpreter.Try(p.config, u.move, s.params)
	if err != nil || step.Outcome != sts.Done {
		return nil, err
	}
	next := s.stepped(&Possibility{config: p.config, Path: u.before, past: u.past, trail: u.trail}, u.move, step)
	next.trail.explain(u.number)
	if !term.SameValues(next.owed[0].Values, msg.Values) {
		return nil, nil
	}
	next.paid()
	return next, nil
}

// see takes the step of a possibility that was left unseen, symbolically.
func (s *stepper) see(ctx context.Context, p *Possibility) error {
	u := p.unseen
	before := &Possibility{config: p.config, bare: true, Path: u.before, past: u.past, lag: s.noLag(), trail: u.trail}
	if d := u.move.DelayParam(); d >= 0 {
		defer s.at(s.System.Store.Const(term.Real, u.params[d]))()
	}
	received := term.Pick(u.params, u.move.InputArgs)
	var terms []*term.Term
	if u.move.Input != nil {
		terms = s.constants(sut.Message{Channel: u.move.Input, Values: received})
	}
	next, err := s.takeSymbolically(ctx, before, u.move, terms)
	if err == nil && next == nil {
		err = fmt.Errorf("%s is possible by evaluation, but not by the solver", u.move.Name)
	}
	if err == nil {
		next.trail.explain(u.number)
		*p = *next
	}
	return err
}
