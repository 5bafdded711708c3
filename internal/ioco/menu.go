package ioco

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/sut"
	"github.com/sextant-mbt/sextant/internal/term"
)

// Menu is what the model allows next.
type Menu struct {
	Outputs  []string // each with its constraints in words
	Channels []string // on which outputs may come
	Silence  bool     // the system may send nothing
	Must     bool     // the system must send something
}

// Alternatives are the outputs and, if it is allowed, silence.
func (m Menu) Alternatives() []string {
	if m.Silence {
		return append(slices.Clone(m.Outputs), "silence")
	}
	return m.Outputs
}

// Evidence says what was observed, and what was allowed instead.
func (m Menu) Evidence(observed string) string {
	if len(m.Alternatives()) == 0 {
		return observed + "; the model allows nothing here"
	}
	return observed + "; allowed was: " + strings.Join(m.Alternatives(), ", or ")
}

// Menu lists what may be observed next, for evidence.
func (t *Tracker) Menu(ctx context.Context) (Menu, error) {
	var menu Menu
	offers, err := t.offers(ctx)
	if err != nil {
		return menu, err
	}
	for _, p := range offers {
		menu.Outputs = append(menu.Outputs, t.words(p))
		menu.Channels = append(menu.Channels, p.Pending[0].Channel.Name)
	}
	menu.Outputs, menu.Channels = sorted(menu.Outputs), sorted(menu.Channels)
	before := t.now
	menu.Silence, err = t.AfterQuiescence(ctx)
	if lost := (*ErrLost)(nil); errors.As(err, &lost) {
		menu.Silence, err = true, nil // it cannot be ruled out
	}
	t.now = before
	menu.Must = !menu.Silence
	return menu, err
}

// sorted puts words in order, each once.
func sorted(words []string) []string {
	slices.Sort(words)
	return slices.Compact(words)
}

// words prints an output that is due, with the conditions on what is open in it.
func (t *Tracker) words(p Possibility) string {
	due := p.Pending[0]
	var parts []string
	open := map[*term.Term]bool{}
	args := due.Args
	for _, typ := range due.Channel.Payload {
		n := typ.Size()
		parts = append(parts, payloadText(typ, args[:n], open))
		args = args[n:]
	}
	text := due.Channel.Name + "(" + strings.Join(parts, ", ") + ")"
	var where []string
	for _, c := range p.Conds {
		if slices.ContainsFunc(c.Vars(), func(v *term.Term) bool { return open[v] }) {
			where = append(where, c.String())
		}
	}
	if len(where) > 0 {
		text += " where " + strings.Join(where, " and ")
	}
	return text
}

// payloadText prints a value that is known as such, and else its terms.
func payloadText(typ *sts.Type, args []*term.Term, open map[*term.Term]bool) string {
	values := make([]term.Value, len(args))
	known := true
	for i, a := range args {
		values[i] = a.Value()
		known = known && a.IsConst()
		for _, v := range a.Vars() {
			open[v] = true
		}
	}
	if known {
		return typ.Format(values)
	}
	words := make([]string, len(args))
	for i, a := range args {
		words[i] = a.String()
	}
	return strings.Join(words, ", ")
}

// Input is an input that the model accepts now, by a certain move.
type Input struct {
	Move    *sts.Move
	Message sut.Message
}

// Inputs lists an input for each move that can receive one now, with values that the solver found. used are inputs that were
// sent before; for them other values are tried, by chance.
func (t *Tracker) Inputs(ctx context.Context, used map[string]bool, random *rand.Rand) ([]Input, error) {
	states, err := t.States(ctx)
	if err != nil {
		return nil, err
	}
	var out []Input
	seen := map[int]bool{}
	for _, p := range states {
		if len(p.Pending) > 0 {
			continue
		}
		for _, m := range t.System.Possible(nil, p.State.Locations, p.State.Count) {
			if m.Input == nil || seen[m.ID] {
				continue
			}
			msg, ok, err := t.instance(ctx, p, m, used, random)
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

// Accepts tells whether every state that has come to rest accepts an input, and there is one that does. Only such inputs are
// fair: a system in a state where the model does not foresee the input may do with it what it likes (this is the relation
// uioco). A possibility stands for many states, so none of those that rest may refuse.
func (t *Tracker) Accepts(ctx context.Context, msg sut.Message) (bool, error) {
	states, err := t.States(ctx)
	if err != nil {
		return false, err
	}
	received := t.constants(msg)
	accepted := false
	for _, p := range states {
		if len(p.Pending) > 0 {
			continue
		}
		accepts, err := t.receives(ctx, p, msg.Channel, received)
		if err != nil {
			return false, err
		}
		refused, err := t.refuses(ctx, p, accepts)
		if err != nil || refused {
			return false, err
		}
		some, err := t.Feasible(ctx, Conjuncts(p.Conds, []*term.Term{accepts}))
		if err != nil {
			return false, err
		}
		accepted = accepted || some
	}
	return accepted, nil
}

// receives is the condition under which a possibility can take an input.
func (t *Tracker) receives(ctx context.Context, p Possibility, channel *sts.Channel, received []*term.Term) (*term.Term, error) {
	accepts := t.System.Store.False()
	for _, m := range t.System.Possible(nil, p.State.Locations, p.State.Count) {
		if m.Input != channel {
			continue
		}
		able, err := t.able(ctx, p, m, received)
		if err != nil {
			return nil, err
		}
		accepts = t.System.Store.Or(accepts, able)
	}
	return accepts, nil
}

// refuses tells whether a possibility can be at rest, as far as internal steps go, where it does not accept.
func (t *Tracker) refuses(ctx context.Context, p Possibility, accepts *term.Term) (bool, error) {
	conds := Conjuncts(p.Conds, []*term.Term{t.System.Store.Not(accepts)})
	for _, m := range t.System.Possible(nil, p.State.Locations, p.State.Count) {
		if !m.IsInternal() {
			continue
		}
		able, err := t.able(ctx, p, m, nil)
		if err != nil {
			return false, err
		}
		conds = Conjuncts(conds, []*term.Term{t.System.Store.Not(able)})
	}
	return t.Feasible(ctx, conds)
}

// instance finds values for an input of a move.
func (t *Tracker) instance(ctx context.Context, p Possibility, m *sts.Move, used map[string]bool, random *rand.Rand) (sut.Message, bool, error) {
	step := t.System.Begin(m, &p.State, p.Steps)
	params := make([]*term.Term, len(m.InputArgs))
	for i, a := range m.InputArgs {
		params[i] = step.Params[a]
	}
	conds := Conjuncts(p.Conds, step.Guard, step.GuardSafety)
	if slices.ContainsFunc(conds, (*term.Term).IsFalse) {
		return sut.Message{}, false, nil
	}
	msg, ok, err := t.solve(ctx, m, params, conds)
	if err != nil || !ok || len(params) == 0 || !used[msg.String()] {
		return msg, ok, err
	}
	for _, v := range params {
		wish := t.System.Store.Eq(v, t.System.Store.Const(v.Sort(), RandomValue(v.Sort(), random)))
		other, ok, err := t.solve(ctx, m, params, Conjuncts(conds, []*term.Term{wish}))
		if err != nil {
			return msg, false, err
		}
		if ok {
			msg, conds = other, Conjuncts(conds, []*term.Term{wish})
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

// Certain lists the transitions that every possibility has taken: these are covered whatever the system did inside.
func (t *Tracker) Certain() []*sts.Transition {
	if len(t.now) == 0 {
		return nil
	}
	taken := t.now[0].Path.set()
	for _, p := range t.now[1:] {
		taken = taken.and(p.Path.set())
	}
	var out []*sts.Transition
	for id := range taken.all() {
		out = append(out, t.System.Transitions()[id])
	}
	return out
}
