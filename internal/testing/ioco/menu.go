package ioco

import (
	"context"
	"math/big"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/ioco/scope"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
)

// foresight tells what may come next.
type foresight struct {
	*follower
	receivers []Receiver // buffer
}

// Menu is what the model allows next.
type Menu struct {
	Outputs  []result.Allowed // in the order of their texts
	Channels []string         // on which outputs may come
	Silence  bool             // the system may send nothing
	Until    *result.Allowed  // the silence up to a deadline; nil if there is none
}

// Alternatives are the outputs and, if it is allowed, silence.
func (m Menu) Alternatives() []result.Allowed {
	if m.Silence {
		return append(slices.Clone(m.Outputs), result.Allowed{Silence: true, Text: "silence"})
	}
	if m.Until != nil {
		return append(slices.Clone(m.Outputs), *m.Until)
	}
	return m.Outputs
}

// IsCertain reports whether just one observation is allowed.
func (m Menu) IsCertain() bool {
	all := m.Alternatives()
	return len(all) == 1 && !slices.ContainsFunc(all[0].Payload, func(s result.Scope) bool { return s.Equals == "" && len(s.Values) != 1 })
}

// Evidence says what was observed, and what was allowed instead.
func (m Menu) Evidence(observed string) string { return m.EvidenceOf(observed, "") }

// EvidenceOf is Evidence with the message in the words for what was observed: it and what is allowed are shortened where they are long and equal.
func (m Menu) EvidenceOf(observed, message string) string {
	if len(m.Alternatives()) == 0 {
		return observed + "; the model allows nothing here"
	}
	or := func(words []string) string { return strings.Join(words, ", or ") }
	short, allowed := compared(message, result.Texts(m.Alternatives()))
	if message != "" {
		observed = strings.Replace(observed, message, short, 1)
	}
	return observed + "; allowed was: " + scope.List(allowed, or)
}

// compared shortens a message, and others on its channel, to where they differ.
func compared(message string, others []string) (string, []string) {
	channel, _, _ := strings.Cut(message, "(")
	var alike []string
	isAlike := func(s string) bool { return message != "" && strings.HasPrefix(s, channel+"(") }
	for _, s := range others {
		if isAlike(s) {
			alike = append(alike, s)
		}
	}
	message, alike = text.Apart(message, alike)
	out := make([]string, len(others))
	for i, s := range others {
		if isAlike(s) {
			out[i], alike = alike[0], alike[1:]
		} else {
			out[i] = text.Middle(s)
		}
	}
	return message, out
}

// Menu returns what may be observed next.
func (s *foresight) Menu(ctx context.Context) (Menu, error) {
	if s.System.Timed() {
		return s.timedMenu(ctx)
	}
	var menu Menu
	offers, err := s.allOffers(ctx)
	if err == nil {
		offers, err = s.symbolics(ctx, offers)
	}
	if err != nil {
		return menu, err
	}
	for i := range offers {
		menu.Channels = append(menu.Channels, offers[i].due().Name)
	}
	slices.Sort(menu.Channels)
	menu.Channels = slices.Compact(menu.Channels)
	if menu.Outputs, err = s.describe(ctx, offers); err != nil {
		return menu, err
	}
	menu.Silence, err = s.maySilent(ctx)
	return menu, err
}

// Outlook is a Menu without words.
type Outlook struct {
	Channels []*sts.Channel // on which outputs may come, each once
	Silence  bool           // the system may send nothing
}

// Outlook returns on which channels something may be observed next, and whether nothing may.
func (s *foresight) Outlook(ctx context.Context) (Outlook, error) {
	var out Outlook
	states, err := s.settle(ctx)
	if err != nil {
		return out, err
	}
	if len(states) == 1 && states[0].Owes() && states[0].lag == nil {
		return Outlook{Channels: []*sts.Channel{states[0].due()}, Silence: s.lost != ""}, nil
	}
	offers, err := s.allOffers(ctx)
	if err != nil {
		return out, err
	}
	for i := range offers {
		if c := offers[i].due(); !slices.Contains(out.Channels, c) {
			out.Channels = append(out.Channels, c)
		}
	}
	out.Silence, err = s.maySilent(ctx)
	return out, err
}

// maySilent reports whether the system may send nothing.
func (f *follower) maySilent(ctx context.Context) (bool, error) {
	states, err := f.settle(ctx)
	if err != nil {
		return false, err
	}
	for i := range states {
		rests, decided := f.certainlyRests(&states[i])
		if !decided {
			p := states[i]
			rests, err = f.rests(ctx, &p)
		}
		if err != nil || rests {
			return rests, err
		}
	}
	return f.lost != "", nil // where states are missing it cannot be ruled out
}

// Input is an input that the model accepts, by a certain move.
type Input struct {
	Move    *sts.Move
	Message sut.Message
	After   *big.Rat // in a plan for a system with clocks: the time from the last observation to it; nil is 0
}

// Receiver is a move that may receive an input in one of the possible states.
type Receiver struct {
	State *Possibility
	Move  *sts.Move
}

// Receivers returns the moves that may receive an input now, each once. Their guards are not looked at. The next call overwrites the list.
func (s *foresight) Receivers(ctx context.Context) ([]Receiver, error) {
	states, err := s.settle(ctx)
	if err != nil {
		return nil, err
	}
	out := s.receivers[:0]
	for i := range states {
		inputs, others := s.control(&states[i]).inputs, len(out)
		for _, m := range inputs {
			if !slices.ContainsFunc(out[:others], func(r Receiver) bool { return r.Move == m }) {
				out = append(out, Receiver{&states[i], m})
			}
		}
	}
	s.receivers = out
	return out, nil
}

// Welcomes reports whether a receiver takes an input, and no state refuses it.
func (s *foresight) Welcomes(ctx context.Context, r Receiver, msg sut.Message) (bool, error) {
	takes, err := s.Takes(ctx, r, msg)
	if err != nil || !takes || len(s.settled) == 1 && s.settled[0].config != nil {
		return takes, err
	}
	return s.Accepts(ctx, msg)
}

// Takes reports whether a receiver can take an input. One that makes values too large to be computed is not taken: nothing could be said
// of what follows.
func (s *foresight) Takes(ctx context.Context, r Receiver, msg sut.Message) (bool, error) {
	if can, known := s.can(r.State, r.Move, &msg); known {
		return can, nil
	}
	if plain(r.Move) && s.known(r.State, r.Move, &msg) {
		return false, nil
	}
	step, err := s.Step(ctx, s.symbolic(r.State), r.Move, s.constants(msg))
	if err != nil {
		return false, err
	}
	_, ok, err := s.Feasible(ctx, r.State.Conds, slices.Concat(step.Guard, step.GuardSafety)...)
	return ok, err
}

// Open returns the values that a receiver receives, as variables, and the conditions on them; false if there can be none.
func (s *foresight) Open(r Receiver) (values, conds []*term.Term, ok bool) {
	step := s.System.Step(r.Move, &s.symbolic(r.State).State, r.State.Steps, s.withDelay(nil, r.State, r.Move))
	conds, ok = term.Conjoin(r.State.Conds, step.Guard, step.GuardSafety)
	return term.Pick(step.Params, r.Move.InputArgs), conds, ok
}

// Accepts reports whether some state accepts an input, and none refuses it: a state refuses an input if it can take neither the
// input nor an internal step. Only such inputs are fair: a system in a state where the model does not foresee the input may do
// anything with it (this is the relation uioco). A state that still owes an output refuses every input.
func (s *foresight) Accepts(ctx context.Context, msg sut.Message) (bool, error) {
	states, err := s.settle(ctx)
	if err != nil {
		return false, err
	}
	accepted := false
	for i := range states {
		some, refused, err := s.reaction(ctx, &states[i], msg)
		if err != nil || refused {
			return false, err
		}
		accepted = accepted || some
	}
	return accepted, nil
}

// reaction reports whether some of the states that a possibility stands for accept an input, and whether some refuse it.
func (s *foresight) reaction(ctx context.Context, p *Possibility, msg sut.Message) (accepted, refused bool, err error) {
	accepts, refuses, err := s.reactions(ctx, p, msg)
	if err != nil || accepts.IsConst() && refuses.IsConst() {
		return err == nil && accepts.IsTrue(), err == nil && refuses.IsTrue(), err
	}
	if refused, err = s.mayHold(ctx, p, refuses.Conjuncts()...); err != nil || refused {
		return false, refused, err
	}
	accepted, err = s.mayHold(ctx, p, accepts)
	return accepted, false, err
}

// reactions returns the conditions under which a possibility accepts an input, and refuses it.
func (s *foresight) reactions(ctx context.Context, p *Possibility, msg sut.Message) (accepts, refuses *term.Term, err error) {
	store := s.System.Store
	if p.Owes() {
		return store.False(), store.True(), nil
	}
	moves := s.control(p)
	if accepted, decided := s.takesSome(p, moves.receiving(msg.Channel), &msg); decided && (accepted || len(moves.internal) == 0) {
		return store.Const(term.Bool, term.BoolValue(accepted)), store.Const(term.Bool, term.BoolValue(!accepted)), nil
	}
	able, err := s.able(ctx, s.symbolic(p), moves.receiving(msg.Channel), s.constants(msg))
	if err != nil {
		return nil, nil, err
	}
	resting, err := s.unable(ctx, p, moves.internal)
	if err != nil {
		return nil, nil, err
	}
	accepts = store.Or(able...)
	return accepts, store.And(append(resting, store.Not(accepts))...), nil
}
