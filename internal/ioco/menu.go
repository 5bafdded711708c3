package ioco

import (
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
func (t *Tracker) Menu() (Menu, error) {
	var menu Menu
	offers, err := t.offers()
	if err != nil {
		return menu, err
	}
	for _, p := range offers {
		menu.Outputs = append(menu.Outputs, t.words(p))
		menu.Channels = append(menu.Channels, p.pending[0].channel.Name)
	}
	menu.Outputs, menu.Channels = sorted(menu.Outputs), sorted(menu.Channels)
	before := t.now
	menu.Silence, err = t.AfterQuiescence()
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
func (t *Tracker) words(p possibility) string {
	due := p.pending[0]
	var parts []string
	open := map[*term.Term]bool{}
	args := due.args
	for _, typ := range due.channel.Payload {
		n := typ.Size()
		parts = append(parts, payloadText(typ, args[:n], open))
		args = args[n:]
	}
	text := due.channel.Name + "(" + strings.Join(parts, ", ") + ")"
	var where []string
	for _, c := range p.conds {
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
func (t *Tracker) Inputs(used map[string]bool, random *rand.Rand) ([]Input, error) {
	states, err := t.settled()
	if err != nil {
		return nil, err
	}
	var out []Input
	seen := map[int]bool{}
	for _, p := range states {
		if len(p.pending) > 0 {
			continue
		}
		for _, m := range t.system.Possible(nil, p.state.Locations, p.state.Count) {
			if m.Input == nil || seen[m.ID] {
				continue
			}
			msg, ok, err := t.instance(p, m, used, random)
			if err == nil && ok {
				ok, err = t.Accepts(msg)
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
func (t *Tracker) Accepts(msg sut.Message) (bool, error) {
	states, err := t.settled()
	if err != nil {
		return false, err
	}
	received := t.constants(msg)
	accepted := false
	for _, p := range states {
		if len(p.pending) > 0 {
			continue
		}
		accepts, err := t.receives(p, msg.Channel, received)
		if err != nil {
			return false, err
		}
		refused, err := t.refuses(p, accepts)
		if err != nil || refused {
			return false, err
		}
		some, err := t.feasible(conjuncts(p.conds, []*term.Term{accepts}))
		if err != nil {
			return false, err
		}
		accepted = accepted || some
	}
	return accepted, nil
}

// receives is the condition under which a possibility can take an input.
func (t *Tracker) receives(p possibility, channel *sts.Channel, received []*term.Term) (*term.Term, error) {
	accepts := t.system.Store.False()
	for _, m := range t.system.Possible(nil, p.state.Locations, p.state.Count) {
		if m.Input != channel {
			continue
		}
		able, err := t.able(p, m, received)
		if err != nil {
			return nil, err
		}
		accepts = t.system.Store.Or(accepts, able)
	}
	return accepts, nil
}

// refuses tells whether a possibility can be at rest, as far as internal steps go, where it does not accept.
func (t *Tracker) refuses(p possibility, accepts *term.Term) (bool, error) {
	conds := conjuncts(p.conds, []*term.Term{t.system.Store.Not(accepts)})
	for _, m := range t.system.Possible(nil, p.state.Locations, p.state.Count) {
		if !m.IsInternal() {
			continue
		}
		able, err := t.able(p, m, nil)
		if err != nil {
			return false, err
		}
		conds = conjuncts(conds, []*term.Term{t.system.Store.Not(able)})
	}
	return t.feasible(conds)
}

// instance finds values for an input of a move.
func (t *Tracker) instance(p possibility, m *sts.Move, used map[string]bool, random *rand.Rand) (sut.Message, bool, error) {
	step := t.system.Begin(m, &p.state, p.steps)
	params := make([]*term.Term, len(m.InputArgs))
	for i, a := range m.InputArgs {
		params[i] = step.Params[a]
	}
	conds := conjuncts(p.conds, step.Guard, step.GuardSafety)
	if slices.ContainsFunc(conds, (*term.Term).IsFalse) {
		return sut.Message{}, false, nil
	}
	msg, ok, err := t.solve(m, params, conds)
	if err != nil || !ok || len(params) == 0 || !used[msg.String()] {
		return msg, ok, err
	}
	for _, v := range params {
		wish := t.system.Store.Eq(v, t.system.Store.Const(v.Sort(), randomValue(v.Sort(), random)))
		other, ok, err := t.solve(m, params, conjuncts(conds, []*term.Term{wish}))
		if err != nil {
			return msg, false, err
		}
		if ok {
			msg, conds = other, conjuncts(conds, []*term.Term{wish})
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
func randomValue(s *term.Sort, random *rand.Rand) term.Value {
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

func (t *Tracker) solve(m *sts.Move, params, conds []*term.Term) (sut.Message, bool, error) {
	answer, err := t.solver.Check(t.ctx, smt.Query{Conjuncts: conds, Values: params})
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
	taken := t.now[0].path.set()
	for _, p := range t.now[1:] {
		taken = taken.and(p.path.set())
	}
	var out []*sts.Transition
	for id := range taken.all() {
		out = append(out, t.system.Transitions()[id])
	}
	return out
}
