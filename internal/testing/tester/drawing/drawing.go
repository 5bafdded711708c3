// Package drawing finds the values of inputs. Values that the model leaves open are drawn from a mix that is likely to expose faults (package
// draw). For the others, a few draws are tried first, since a constant of the model or a value observed before often satisfies a guard. If
// none fits, the solver finds values, and is then queried for different ones: the first values from a solver are often zero, and zeros hide
// faults.
package drawing

import (
	"context"
	"errors"
	"maps"
	"math/rand/v2"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/draw"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/testing/ioco"
	"github.com/sextant-mbt/sextant/internal/testing/ioco/witness"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
)

// guesses is the maximum number of draws that are tried for an input, fewest is that for a move for which draws did not fit so far; the first ones
// are mixed, the others pointed. maxVaried bounds how many values of a solution are varied one by one. Climbs are always made until patience of
// them have failed.
const (
	guesses   = 24
	fewest    = 3
	mixed     = 6
	maxVaried = 8
	patience  = 8
)

// Drawing finds values for inputs. It belongs to one goroutine.
type Drawing struct {
	*draw.Generator
	random  *rand.Rand
	tracker *ioco.Tracker
	adapter sut.Adapter
	solved  map[*sts.Move]int // number of times that the solver was needed for a move
	cost    int               // of these
	luck    []luck            // by move
	recent  []sut.Message     // the last ones of this run
	oldest  int               // of them, once there are enough
	unused  []sut.Message     // drawn since Begin, and not taken

	combinations []combinations // by move
}

// luck counts the attempts to draw an input for a move, those in which a draw fitted, and the same for climbs.
type luck struct {
	tried, fitted   int
	climbs, climbed int
}

// guesses returns the number of draws to try: fewer if they seldom fit.
func (l *luck) guesses() int { return fewest + (guesses-fewest)*(l.fitted+2)/(l.tried+2) }

// climbs reports whether to climb to values for a move: less often if that seldom succeeds, which it does not where the state forbids the move.
func (d *Drawing) climbs(l *luck) bool {
	return d.random.IntN(l.climbs+patience) < (l.climbed+1)*patience
}

// New returns a drawing for the inputs that a model accepts and an adapter can send.
func New(random *rand.Rand, t *ioco.Tracker, a sut.Adapter) *Drawing {
	return &Drawing{Generator: draw.NewGenerator(random, t.System), random: random, tracker: t, adapter: a, solved: map[*sts.Move]int{},
		luck: make([]luck, len(t.System.Moves())), combinations: make([]combinations, len(t.System.Moves()))}
}

// Carries reports whether the adapter can send a message now.
func (d *Drawing) Carries(m sut.Message) bool { return sut.Carries(d.adapter, m) == nil }

// MayCarry reports whether the adapter can send a message now, or will be able to when the connection has changed.
func (d *Drawing) MayCarry(m sut.Message) bool {
	err := sut.Carries(d.adapter, m)
	refused := (*sut.ErrNotCarried)(nil)
	return err == nil || errors.As(err, &refused) && refused.Passing
}

// Cost returns the cost of the queries of Input so far.
func (d *Drawing) Cost() int { return d.cost }

// Solved returns the number of times that the solver was needed for the inputs of a move.
func (d *Drawing) Solved(m *sts.Move) int { return d.solved[m] }

// maxRecent bounds the messages that are remembered.
const maxRecent = 16

// Restart forgets the messages of a run.
func (d *Drawing) Restart() {
	d.recent, d.oldest = d.recent[:0], 0
	d.Reset()
}

// Remember remembers a message and its values.
func (d *Drawing) Remember(m sut.Message) {
	if len(d.recent) < maxRecent {
		d.recent = append(d.recent, m)
	} else {
		d.recent[d.oldest] = m
		d.oldest = (d.oldest + 1) % maxRecent
	}
	for i, v := range m.Values {
		d.Note(m.Sort(i), v)
	}
}

// Begin begins the choice of an input. Messages that are drawn for one receiver, which does not take them, are offered to the others of the channel.
func (d *Drawing) Begin() { d.unused = d.unused[:0] }

// Input returns an input that a receiver takes, using the solver only if requested; false if none was found.
func (d *Drawing) Input(ctx context.Context, r ioco.Receiver, solve bool) (sut.Message, bool, error) {
	if msg, ok, err := d.combined(ctx, r); err != nil || ok {
		return msg, ok, err
	}
	l := &d.luck[r.Move.ID]
	few := l.guesses()
	l.tried++
	for _, msg := range d.unused {
		if msg.Channel != r.Move.Input {
			continue
		}
		few--
		if ok, err := d.Fits(ctx, r, msg); err != nil || ok {
			l.fitted++
			return msg, ok, err
		}
	}
	for i := range few {
		msg := d.drawn(r.Move.Input, i >= min(mixed, few/2+1))
		if ok, err := d.Fits(ctx, r, msg); err != nil || ok {
			l.fitted++
			return msg, ok, err
		}
		if len(msg.Values) == 0 {
			return msg, false, nil
		}
		d.unused = append(d.unused, msg)
	}
	if msg, ok, err := d.climbed(ctx, r, l); err != nil || ok || !solve {
		return msg, ok, err
	}
	return d.solve(ctx, r)
}

// climbed returns an input at which the guard of a receiver turns, with other values where they fit as well.
func (d *Drawing) climbed(ctx context.Context, r ioco.Receiver, l *luck) (sut.Message, bool, error) {
	if !d.climbs(l) {
		return sut.Message{}, false, nil
	}
	l.climbs++
	msg, ok := d.tracker.Climb(r)
	if !ok {
		return msg, false, nil
	}
	l.climbed++
	if ok, err := d.Fits(ctx, r, msg); err != nil || !ok {
		return msg, false, err
	}
	for i := range msg.Values {
		other := msg
		other.Values = slices.Clone(msg.Values)
		for _, v := range d.instead(msg.Sort(i), msg.Values[i]) {
			other.Values[i] = v
			other.Fit()
			ok, err := d.Fits(ctx, r, other)
			if err != nil {
				return msg, false, err
			}
			if ok {
				msg = other
				break
			}
		}
	}
	return msg, true, nil
}

// instead returns values to be tried in the place of one: any value, and for a text one of the same length.
func (d *Drawing) instead(sort *term.Sort, v term.Value) []term.Value {
	out := []term.Value{d.Draw(sort)}
	if sort.Kind == term.KindString {
		out = append(out, d.Alike(sort, v))
	}
	return out
}

// drawn draws a message, or changes an earlier one.
func (d *Drawing) drawn(c *sts.Channel, pointed bool) sut.Message {
	if len(c.Payload) > 0 && len(d.recent) > 0 && d.random.IntN(4) == 0 {
		return d.echo(c)
	}
	return d.guess(c, pointed)
}

// echo draws a message with the values of an earlier message of this run that have the same sorts, and sometimes changes one of them a
// little.
func (d *Drawing) echo(c *sts.Channel) sut.Message {
	msg := d.guess(c, false)
	from := d.recent[d.random.IntN(len(d.recent))]
	used := 0
	for i := range msg.Values {
		for k := used; k < len(from.Values); k++ {
			if from.Sort(k).Same(msg.Sort(i)) && msg.Sort(i).Contains(from.Values[k]) {
				msg.Values[i], used = from.Values[k], k+1
				break
			}
		}
	}
	if k := d.random.IntN(2 * len(msg.Values)); k < len(msg.Values) {
		msg.Values[k] = d.Near(msg.Sort(k), msg.Values[k])
	}
	msg.Fit()
	return msg
}

// Guess draws a message, mixed or pointed.
func (d *Drawing) Guess(c *sts.Channel) sut.Message { return d.guess(c, d.random.IntN(2) == 0) }

// guess draws a message; a pointed one has values that occur in the model, or that were observed.
func (d *Drawing) guess(c *sts.Channel, pointed bool) sut.Message {
	draw := func(s *term.Sort) term.Value {
		v := d.Draw(s)
		if pointed {
			v = d.Pointed(s)
		}
		return v
	}
	return sut.Message{Channel: c, Values: d.Values(c.Payload, draw)}
}

// Fits reports whether a receiver takes a message, the adapter can send it, and no other state refuses it.
func (d *Drawing) Fits(ctx context.Context, r ioco.Receiver, msg sut.Message) (bool, error) {
	if !d.Carries(msg) {
		return false, nil
	}
	return d.tracker.Welcomes(ctx, r, msg)
}

// solve finds an input with the solver.
func (d *Drawing) solve(ctx context.Context, r ioco.Receiver) (sut.Message, bool, error) {
	d.solved[r.Move]++
	msg := sut.Message{Channel: r.Move.Input}
	values, conds, ok := d.tracker.Open(r)
	if !ok {
		return msg, false, nil
	}
	var answer smt.Answer
	cost, err := d.tracker.Hastily(func() (err error) {
		answer, err = d.Solution(ctx, smt.Query{Conjuncts: conds, Values: values}, values)
		return err
	})
	d.cost += cost
	if err != nil || answer.Status != smt.Sat {
		return msg, false, err
	}
	for _, v := range values {
		msg.Values = append(msg.Values, answer.Model[v])
	}
	msg.Fit()
	ok, err = d.tracker.Accepts(ctx, msg)
	return msg, ok && d.Carries(msg), err
}

// Solution solves a query with drawn values where the conditions leave values open. Values that no condition mentions are not passed
// to the solver; the drawn values of the others are requested all at once, or if that fails, one after the other.
func (d *Drawing) Solution(ctx context.Context, query smt.Query, values []*term.Term) (smt.Answer, error) {
	bound, free := parted(query, values)
	query.Values = slices.DeleteFunc(slices.Clone(query.Values), func(v *term.Term) bool { return slices.Contains(free, v) })
	answer, err := d.varied(ctx, query, bound)
	if err != nil || answer.Status != smt.Sat {
		return answer, err
	}
	model := map[*term.Term]term.Value{}
	for v, value := range answer.Model {
		model[v] = value
	}
	for _, v := range free {
		model[v] = d.Draw(v.Sort())
	}
	answer.Model = model
	return answer, nil
}

// parted returns which values conditions or arguments of calls mention, and which are free.
func parted(query smt.Query, values []*term.Term) (bound, free []*term.Term) {
	mentioned := map[*term.Term]bool{}
	mark := func(list []*term.Term) {
		for _, v := range term.Variables(list) {
			mentioned[v] = true
		}
	}
	mark(query.Conjuncts)
	for _, c := range query.Calls {
		mark(c.Args)
	}
	for _, v := range values {
		if mentioned[v] {
			bound = append(bound, v)
		} else {
			free = append(free, v)
		}
	}
	return bound, free
}

// varied solves a query with values other than the first ones found.
func (d *Drawing) varied(ctx context.Context, query smt.Query, values []*term.Term) (smt.Answer, error) {
	wishes, drawn := make([]*term.Term, len(values)), map[*term.Term]term.Value{}
	for i, v := range values {
		wishes[i] = d.wish(v, drawn)
	}
	fits, known := d.satisfies(query, drawn)
	if fits {
		return smt.Answer{Status: smt.Sat, Model: drawn}, nil
	}
	if !known || len(values) == 0 {
		wished := query
		answer, err := d.solveWith(ctx, &wished, wishes...)
		if err != nil || answer.Status == smt.Sat || len(values) == 0 {
			return answer, err
		}
	}
	return d.variedSingly(ctx, query, values, wishes, drawn)
}

// variedSingly solves a query, and then changes one value after the other: to the one that was drawn, or else to any other one.
func (d *Drawing) variedSingly(ctx context.Context, query smt.Query, values, wishes []*term.Term, drawn map[*term.Term]term.Value) (smt.Answer, error) {
	answer, err := d.solveWith(ctx, &query)
	if err != nil || answer.Status != smt.Sat {
		return answer, err
	}
	for i, v := range values[:min(len(values), maxVaried)] {
		moved := maps.Clone(answer.Model)
		moved[v] = drawn[v]
		if fits, _ := d.satisfies(query, moved); fits {
			answer.Model = moved
			query.Conjuncts, _ = term.Conjoin(query.Conjuncts, wishes[i:i+1])
			continue
		}
		for _, wish := range []*term.Term{wishes[i], d.other(v, answer.Model[v])} {
			next := query
			other, err := d.solveWith(ctx, &next, wish)
			if err != nil {
				return answer, err
			}
			if other.Status == smt.Sat {
				answer, query = other, next
				break
			}
		}
	}
	return answer, nil
}

// solveWith adds wishes to the conditions of a query, and solves it.
func (d *Drawing) solveWith(ctx context.Context, query *smt.Query, wishes ...*term.Term) (smt.Answer, error) {
	all, ok := term.Conjoin(query.Conjuncts, wishes)
	if !ok {
		return smt.Answer{Status: smt.Unsat}, nil
	}
	query.Conjuncts = all
	return d.tracker.Ask(ctx, *query)
}

// maxWished bounds the length of a drawn text passed to the solver, maxWishedItems that of a list.
const (
	maxWished      = 100
	maxWishedItems = 8
)

// wish draws a value, and returns the condition that a variable has it.
func (d *Drawing) wish(v *term.Term, drawn map[*term.Term]term.Value) *term.Term {
	store, value := d.tracker.System.Store, d.Draw(v.Sort())
	drawn[v] = value
	if v.Sort().Kind == term.KindString && len(value.Text()) > maxWished || len(value.Items()) > maxWishedItems {
		return store.True()
	}
	return store.Eq(v, store.Const(v.Sort(), value))
}

// satisfies reports whether values satisfy the conditions of a query. It is not known if these depend on more than the values.
func (d *Drawing) satisfies(query smt.Query, values map[*term.Term]term.Value) (holds, known bool) {
	if len(query.Calls) > 0 || slices.ContainsFunc(term.Variables(query.Conjuncts), func(v *term.Term) bool { _, ok := values[v]; return !ok }) {
		return false, false
	}
	w := witness.Witness{Values: values}
	for _, c := range query.Conjuncts {
		if value, ok := w.Evaluate(d.tracker.System.Store, c); !ok || !value.Bool() {
			return false, ok
		}
	}
	return true, true
}

// other returns the condition that a value differs from the one found before.
func (d *Drawing) other(v *term.Term, found term.Value) *term.Term {
	store := d.tracker.System.Store
	return store.Not(store.Eq(v, store.Const(v.Sort(), found)))
}
