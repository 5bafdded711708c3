package ioco

import (
	"context"
	"fmt"
	"math/big"

	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/testing/ioco/witness"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
)

// maxPossibilities bounds the set of compatible states; maxInternal the internal steps to a symbolic one between two observations.
const (
	maxPossibilities = 500
	maxInternal      = 64
)

// follower follows what is possible from one observation to the next.
type follower struct {
	*excuses
	present
	family   *family         // of a product line; nil in other systems
	cycles   map[string]bool // cycles of internal steps that were met
	unproved int             // questions whether a state is included in another that the solver left open
	explains bool            // possibilities get trails
}

// present is what is possible after the last observation.
type present struct {
	now     []Possibility
	settled []Possibility // what States has computed; nil if it was not called
	cycle   string        // a cycle of internal steps among settled; empty if there is none
	lost    string        // why possibilities may be missing; empty if none is
	excused bool          // a silence was observed where a cycle of internal steps excuses it
	unsaid  *term.Term    // products that leave the last input unspecified; not tracked; nil if there are none

	suspected
	moment
	seen    *sighting // in a timed system with a tolerance: the last observation, and those before it
	stalled bool      // sightings.Stall counts
}

// Reset goes back to the initial states.
func (f *follower) Reset() {
	start, _ := f.System.StartSymbolic()
	assume := f.System.Apply(f.System.Assume, &start)
	first := Possibility{State: start, Conds: assume.Conjuncts(), past: f.begin(), witness: witness.Witness{Lost: true}, lag: f.noLag()}
	f.leaveOnly(&first)
	f.reduce(&first)
	if f.explains {
		first.trail = newTrail(&first)
	}
	f.present = present{now: []Possibility{first}, moment: moment{elapsed: f.noLag()}}
	if f.System.Timed() {
		f.since, f.measured = new(big.Rat), new(big.Rat)
	}
}

// fromStart calls do with the tracker at the initial states, and then goes back to the present ones.
func (f *follower) fromStart(do func() error) error {
	before := f.present
	defer func() { f.present = before }()
	f.Reset()
	return do()
}

// Initial returns the possibilities at the start.
func (f *follower) Initial(ctx context.Context) (states []Possibility, err error) {
	err = f.fromStart(func() error {
		states, err = f.States(ctx)
		return err
	})
	return states, err
}

// internalLimit returns the maximum number of internal steps that are followed to a possibility between two observations. There may be
// many if each is executed, or a known time passes.
func (f *follower) internalLimit(p *Possibility) int {
	if p.config != nil || f.elapsed != nil && f.elapsed.IsConst() {
		return maxPossibilities
	}
	return maxInternal
}

// tooMany reports whether a bound is exceeded by one more possibility, and keeps the reason.
func (f *follower) tooMany(possibilities int, next *Possibility) bool {
	switch {
	case possibilities >= maxPossibilities:
		f.lost = fmt.Sprintf("more than %d states explain what was observed", maxPossibilities)
	case next.Path.InternalSteps() > f.internalLimit(next):
		f.lost = fmt.Sprintf("more than %d internal steps may have been taken in a row", f.internalLimit(next))
	default:
		return false
	}
	return true
}

// become makes a set of possibilities the present one, each state once. If there is none, nothing changes.
func (f *follower) become(next []Possibility) (bool, error) {
	if len(next) == 0 && f.lost != "" {
		return false, &ErrLost{f.lost}
	}
	if len(next) == 0 {
		return false, nil
	}
	if len(next) == 1 {
		f.reduce(&next[0])
		f.arrive(next)
		return true, nil
	}
	var now []Possibility
	index := map[string]int{}
	for _, p := range next {
		f.reduce(&p)
		key := p.key()
		if i, again := index[key]; again {
			now[i].merge(p.past)
			now[i].trail = now[i].trail.or(p.trail)
			continue
		}
		if !f.tooMany(len(now), &p) {
			index[key] = len(now)
			now = append(now, p)
		}
	}
	f.arrive(now)
	return true, nil
}

// arrive makes possibilities the present ones, at the instant of an observation.
func (f *follower) arrive(now []Possibility) {
	f.now, f.settled, f.cycle = now, nil, ""
	if f.System.Timed() {
		f.elapsed, f.since, f.measured = f.noLag(), f.Now(), new(big.Rat)
	}
	f.count++
	f.markTrails()
}

func (f *follower) afterInput(ctx context.Context, msg sut.Message) (bool, error) {
	return f.after(ctx, &msg, func(p *Possibility) ([]Possibility, error) {
		return f.takeAll(ctx, p, f.control(p).receiving(msg.Channel), &msg)
	})
}

func (f *follower) afterOutput(ctx context.Context, msg sut.Message) (bool, error) {
	return f.after(ctx, nil, func(p *Possibility) ([]Possibility, error) {
		offers, err := f.offers(ctx, p)
		if err != nil {
			return nil, err
		}
		if len(msg.Others) > 0 {
			return f.payAnyOf(ctx, offers, msg)
		}
		out := offers[:0]
		for i := range offers {
			ok, err := f.pay(ctx, &offers[i], msg)
			if err != nil {
				return nil, err
			}
			if ok {
				out = append(out, offers[i])
			}
		}
		return out, nil
	})
}

// payAnyOf lets possibilities send an output that has several readings.
func (f *follower) payAnyOf(ctx context.Context, offers []Possibility, msg sut.Message) ([]Possibility, error) {
	var out []Possibility
	for _, o := range offers {
		more, err := f.payAny(ctx, o, msg)
		if err != nil {
			return nil, err
		}
		out = append(out, more...)
	}
	return out, nil
}

// pay lets a possibility send an output that was observed; false if it has another due.
func (f *follower) pay(ctx context.Context, o *Possibility, msg sut.Message) (bool, error) {
	if o.unseen != nil {
		next, err := f.show(o, msg)
		if err == nil && next != nil {
			*o = *next
		}
		return next != nil, err
	}
	if o.config != nil {
		if o.owed[0].Channel != msg.Channel || !term.SameValues(o.owed[0].Values, msg.Values) {
			return false, nil
		}
		o.paid()
		return true, nil
	}
	due := o.Pending[0]
	if due.Channel != msg.Channel {
		return false, nil
	}
	args := due.Args
	o.paid()
	return f.observe(ctx, o, args, f.constants(msg))
}

func (f *follower) afterQuiescence(ctx context.Context) (bool, error) {
	if _, err := f.settle(ctx); err != nil {
		return false, err
	}
	f.excused = f.excused || f.cycle != ""
	return f.after(ctx, nil, func(p *Possibility) ([]Possibility, error) {
		quiet := []Possibility{*p}
		rests, err := f.rests(ctx, &quiet[0])
		if err != nil || !rests {
			return nil, err
		}
		return quiet, nil
	})
}

// rests reports whether a possibility allows the system to send nothing, and adds the conditions for that.
func (f *follower) rests(ctx context.Context, p *Possibility) (bool, error) {
	if f.System.Timed() {
		return f.waits(ctx, p)
	}
	if rests, decided := f.certainlyRests(p); decided {
		return rests, nil
	}
	unable, err := f.unable(ctx, f.symbolic(p), f.control(p).own)
	if err != nil {
		return false, err
	}
	p.config = nil
	return f.narrow(ctx, p, unable...)
}

// certainlyRests is rests where that needs no solver; false as decided otherwise. It changes nothing.
func (f *follower) certainlyRests(p *Possibility) (rests, decided bool) {
	switch {
	case f.System.Timed():
		return false, false
	case p.Owes():
		return false, true
	}
	moves, decided := f.takesSome(p, f.control(p).own, nil)
	return !moves, decided
}

// after replaces each possibility by those that follow it when an input, or an output or a silence without it, is observed.
func (f *follower) after(ctx context.Context, input *sut.Message, follow func(*Possibility) ([]Possibility, error)) (bool, error) {
	states, err := f.settle(ctx)
	if err != nil {
		return false, err
	}
	if err := f.suspect(ctx, states, input); err != nil {
		return false, err
	}
	if len(states) == 1 {
		next, err := follow(&states[0])
		if err != nil {
			return false, err
		}
		return f.become(next)
	}
	var next []Possibility
	for i := range states {
		more, err := follow(&states[i])
		if err != nil {
			return false, err
		}
		next = append(next, more...)
	}
	return f.become(next)
}

// offers returns a possibility with the output that it has due: because the last step owes one, or by a step that sends without
// an input.
func (f *follower) offers(ctx context.Context, p *Possibility) ([]Possibility, error) {
	if p.Owes() {
		late := *p
		in, err := f.stillOwes(ctx, &late)
		if err != nil || !in {
			return nil, err
		}
		return []Possibility{late}, nil
	}
	return f.takeAll(ctx, p, f.control(p).sending, nil)
}

// allOffers returns the offers of all possibilities.
func (f *follower) allOffers(ctx context.Context) ([]Possibility, error) {
	states, err := f.settle(ctx)
	var out []Possibility
	for i := 0; i < len(states) && err == nil; i++ {
		var more []Possibility
		more, err = f.offers(ctx, &states[i])
		out = append(out, more...)
	}
	return out, err
}
