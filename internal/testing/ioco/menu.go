package ioco

import (
	"context"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/ioco/scope"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
)

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

// Evidence says what was observed, and what was allowed instead.
func (m Menu) Evidence(observed string) string {
	if len(m.Alternatives()) == 0 {
		return observed + "; the model allows nothing here"
	}
	or := func(words []string) string { return strings.Join(words, ", or ") }
	return observed + "; allowed was: " + scope.List(result.Texts(m.Alternatives()), or)
}

// Menu returns what may be observed next.
func (t *Tracker) Menu(ctx context.Context) (Menu, error) {
	if t.System.Timed() {
		return t.timedMenu(ctx)
	}
	var menu Menu
	offers, err := t.allOffers(ctx)
	if err == nil {
		offers, err = t.symbolics(ctx, offers)
	}
	if err != nil {
		return menu, err
	}
	for i := range offers {
		menu.Channels = append(menu.Channels, offers[i].due().Name)
	}
	slices.Sort(menu.Channels)
	menu.Channels = slices.Compact(menu.Channels)
	if menu.Outputs, err = t.describe(ctx, offers); err != nil {
		return menu, err
	}
	menu.Silence, err = t.maySilent(ctx)
	return menu, err
}

// Outlook is a Menu without words.
type Outlook struct {
	Channels []*sts.Channel // on which outputs may come, each once
	Silence  bool           // the system may send nothing
}

// Outlook returns on which channels something may be observed next, and whether nothing may.
func (t *Tracker) Outlook(ctx context.Context) (Outlook, error) {
	var out Outlook
	offers, err := t.allOffers(ctx)
	if err != nil {
		return out, err
	}
	for i := range offers {
		if c := offers[i].due(); !slices.Contains(out.Channels, c) {
			out.Channels = append(out.Channels, c)
		}
	}
	out.Silence, err = t.maySilent(ctx)
	return out, err
}

// maySilent reports whether the system may send nothing.
func (t *Tracker) maySilent(ctx context.Context) (bool, error) {
	states, err := t.settle(ctx)
	if err != nil {
		return false, err
	}
	for _, p := range states {
		if rests, err := t.rests(ctx, &p); err != nil || rests {
			return rests, err
		}
	}
	return t.lost != "", nil // where states are missing it cannot be ruled out
}

// Input is an input that the model accepts now, by a certain move.
type Input struct {
	Move    *sts.Move
	Message sut.Message
}

// Receiver is a move that may receive an input in one of the possible states.
type Receiver struct {
	State *Possibility
	Move  *sts.Move
}

// Receivers returns the moves that may receive an input now, each once. Their guards are not looked at.
func (t *Tracker) Receivers(ctx context.Context) ([]Receiver, error) {
	states, err := t.settle(ctx)
	if err != nil {
		return nil, err
	}
	var out []Receiver
	seen := map[int]bool{}
	for i := range states {
		for _, m := range t.control(&states[i]).inputs {
			if !seen[m.ID] {
				seen[m.ID] = true
				out = append(out, Receiver{&states[i], m})
			}
		}
	}
	return out, nil
}

// Takes reports whether a receiver can take an input. One that makes values too large to be computed is not taken: nothing could be said
// of what follows.
func (t *Tracker) Takes(ctx context.Context, r Receiver, msg sut.Message) (bool, error) {
	if can, known := t.can(r.State, r.Move, &msg); known {
		return can, nil
	}
	if plain(r.Move) && t.known(r.State, r.Move, &msg) {
		return false, nil
	}
	step, err := t.Step(ctx, t.symbolic(r.State), r.Move, t.constants(msg))
	if err != nil {
		return false, err
	}
	_, ok, err := t.Feasible(ctx, r.State.Conds, slices.Concat(step.Guard, step.GuardSafety)...)
	return ok, err
}

// Open returns the values that a receiver receives, as variables, and the conditions on them; false if there can be none.
func (t *Tracker) Open(r Receiver) (values, conds []*term.Term, ok bool) {
	step := t.System.Step(r.Move, &t.symbolic(r.State).State, r.State.Steps, t.withDelay(nil, r.State, r.Move))
	conds, ok = term.Conjoin(r.State.Conds, step.Guard, step.GuardSafety)
	return term.Pick(step.Params, r.Move.InputArgs), conds, ok
}

// Accepts reports whether some state accepts an input, and none refuses it: a state refuses an input if it can take neither the
// input nor an internal step. Only such inputs are fair: a system in a state where the model does not foresee the input may do
// anything with it (this is the relation uioco). A state that still owes an output refuses every input.
func (t *Tracker) Accepts(ctx context.Context, msg sut.Message) (bool, error) {
	states, err := t.settle(ctx)
	if err != nil {
		return false, err
	}
	accepted := false
	for i := range states {
		some, refused, err := t.reaction(ctx, &states[i], msg)
		if err != nil || refused {
			return false, err
		}
		accepted = accepted || some
	}
	return accepted, nil
}

// reaction reports whether some of the states that a possibility stands for accept an input, and whether some refuse it.
func (t *Tracker) reaction(ctx context.Context, p *Possibility, msg sut.Message) (accepted, refused bool, err error) {
	accepts, refuses, err := t.reactions(ctx, p, msg)
	if err != nil || accepts.IsConst() && refuses.IsConst() {
		return err == nil && accepts.IsTrue(), err == nil && refuses.IsTrue(), err
	}
	if refused, err = t.mayHold(ctx, p, refuses.Conjuncts()...); err != nil || refused {
		return false, refused, err
	}
	accepted, err = t.mayHold(ctx, p, accepts)
	return accepted, false, err
}

// reactions returns the conditions under which a possibility accepts an input, and refuses it.
func (t *Tracker) reactions(ctx context.Context, p *Possibility, msg sut.Message) (accepts, refuses *term.Term, err error) {
	store := t.System.Store
	if p.Owes() {
		return store.False(), store.True(), nil
	}
	moves := t.control(p)
	if accepted, decided := t.takesSome(p, moves.receiving(msg.Channel), &msg); decided && (accepted || len(moves.internal) == 0) {
		return store.Const(term.Bool, term.BoolValue(accepted)), store.Const(term.Bool, term.BoolValue(!accepted)), nil
	}
	able, err := t.able(ctx, t.symbolic(p), moves.receiving(msg.Channel), t.constants(msg))
	if err != nil {
		return nil, nil, err
	}
	resting, err := t.unable(ctx, p, moves.internal)
	if err != nil {
		return nil, nil, err
	}
	accepts = store.Or(able...)
	return accepts, store.And(append(resting, store.Not(accepts))...), nil
}
