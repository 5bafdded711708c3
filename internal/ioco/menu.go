package ioco

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/ioco/scope"
	"github.com/sextant-mbt/sextant/internal/result"
	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/sut"
	"github.com/sextant-mbt/sextant/internal/term"
)

// Menu is what the model allows next.
type Menu struct {
	Outputs  []result.Allowed // in the order of their texts
	Channels []string         // on which outputs may come
	Silence  bool             // the system may send nothing
}

// Alternatives are the outputs and, if it is allowed, silence.
func (m Menu) Alternatives() []result.Allowed {
	if m.Silence {
		return append(slices.Clone(m.Outputs), result.Allowed{Silence: true, Text: "silence"})
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

// Inputs returns an input for each move that can receive one now, with values that were guessed or that the solver found. used are inputs that were
// sent before; for them other values are tried, at random.
func (t *Tracker) Inputs(ctx context.Context, used map[string]bool, random *rand.Rand) ([]Input, error) {
	states, err := t.settle(ctx)
	if err != nil {
		return nil, err
	}
	var out []Input
	seen := map[int]bool{}
	for i := range states {
		for _, m := range t.control(&states[i]).inputs {
			if seen[m.ID] {
				continue
			}
			msg, ok, err := t.instance(ctx, &states[i], m, used, random)
			if err == nil && ok {
				ok, err = t.Accepts(ctx, msg)
			}
			if err != nil {
				return nil, err
			}
			if ok {
				seen[m.ID] = true
				out = append(out, Input{m, msg})
			}
		}
	}
	return out, nil
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
	if p.owes() {
		return false, true, nil
	}
	moves := t.control(p)
	if accepted, decided := t.takesSome(p, moves.receiving(msg.Channel), &msg); decided && (accepted || len(moves.internal) == 0) {
		return accepted, !accepted, nil
	}
	able, err := t.able(ctx, t.symbolic(p), moves.receiving(msg.Channel), t.constants(msg))
	if err != nil {
		return false, false, err
	}
	resting, err := t.unable(ctx, p, moves.internal)
	if err != nil {
		return false, false, err
	}
	accepts := t.System.Store.Or(able...)
	if refused, err = t.mayHold(ctx, p, append(resting, t.System.Store.Not(accepts))...); err != nil || refused {
		return false, refused, err
	}
	accepted, err = t.mayHold(ctx, p, accepts)
	return accepted, false, err
}

// instance finds values for an input of a move.
func (t *Tracker) instance(ctx context.Context, p *Possibility, m *sts.Move, used map[string]bool, random *rand.Rand) (sut.Message, bool, error) {
	if msg, ok := t.guess(p, m, used, random); ok {
		return msg, true, nil
	}
	step := t.System.Step(m, &t.symbolic(p).State, p.Steps, nil)
	params := term.Pick(step.Params, m.InputArgs)
	conds, ok := term.Conjoin(p.Conds, step.Guard, step.GuardSafety)
	if !ok {
		return sut.Message{}, false, nil
	}
	msg, ok, err := t.solve(ctx, m, params, conds)
	if err != nil || !ok || len(params) == 0 || !used[msg.String()] {
		return msg, ok, err
	}
	for _, v := range params {
		wish := t.System.Store.Eq(v, t.System.Store.Const(v.Sort(), RandomValue(v.Sort(), random)))
		more, ok := term.Conjoin(conds, []*term.Term{wish})
		if !ok {
			continue
		}
		other, ok, err := t.solve(ctx, m, params, more)
		if err != nil {
			return msg, false, err
		}
		if ok {
			msg, conds = other, more
		}
	}
	return msg, true, nil
}

// randomNumber draws a small number, one around a power of two, or any up to a thousand.
func randomNumber(random *rand.Rand) int64 {
	switch random.IntN(3) {
	case 0:
		return random.Int64N(41) - 20
	case 1:
		return 1<<random.IntN(16) + random.Int64N(3) - 1
	}
	return random.Int64N(2001) - 1000
}

// randomValue draws a value of a sort; of unbounded ones a number that is likely to show something.
func RandomValue(s *term.Sort, random *rand.Rand) term.Value {
	if values := s.Values(1000); values != nil {
		return values[random.IntN(len(values))]
	}
	if s.Kind == term.KindString {
		return term.StringValue([]string{"", "a", "abc"}[random.IntN(3)])
	}
	n := randomNumber(random)
	if s.Kind == term.KindBits {
		n = max(n, -n)
	}
	if v := term.IntValue(n); s.Contains(v) {
		return v
	}
	return term.IntValue(max(s.Low, -n))
}

func (t *Tracker) solve(ctx context.Context, m *sts.Move, params, conds []*term.Term) (sut.Message, bool, error) {
	answer, err := t.Solver.Check(ctx, smt.Query{Conjuncts: conds, Values: params})
	if err != nil || answer.Status != smt.Sat {
		return sut.Message{}, false, err
	}
	msg := sut.Message{Channel: m.Input}
	for _, v := range params {
		msg.Values = append(msg.Values, answer.Model[v])
	}
	return msg, true, nil
}
