package ioco

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
)

// The tolerance. The real instant of each observation, inputs included, is at most the tolerance away from the one that was measured. As long
// as the measured instants themselves explain what was observed, they are taken for the real ones: that is exact, and quick. Once they do
// not, an earlier instant may be as inexact as the last one. So the tracker goes back to the start, and follows all observations again (Nearly), each
// at an instant that is a variable within the tolerance; from then on it stays loose. If no such instants explain an observation, no run of the
// model is within the tolerance of what was observed.
//
// An observation at the measured instant 0 is where the clocks begin: it is as far from its measured instant as they are.

// maxSightings bounds the observations that are followed again. If there were more, it is not known whether inexact instants explain them.
const maxSightings = 10_000

// sighting is an observation, with those before it.
type sighting struct {
	before  *sighting
	count   int
	kind    result.EventKind
	message sut.Message
	instant *big.Rat
	stall   *big.Rat // as Tracker.Stall was; nil is 0
}

// list returns the observations from the first to the last.
func (s *sighting) list() []*sighting {
	var out []*sighting
	for ; s != nil; s = s.before {
		out = append(out, s)
	}
	slices.Reverse(out)
	return out
}

// tolerant reports whether instants have a tolerance.
func (t *Tracker) tolerant() bool {
	return t.since != nil && t.Tolerance != nil && t.Tolerance.Sign() > 0
}

// sight calls follow, which follows an observation at the instant that At gave, or, where the tracker is loose, at some instant within the
// tolerance. It remembers what was followed.
func (t *Tracker) sight(kind result.EventKind, msg sut.Message, follow func() (bool, error)) (bool, error) {
	if !t.tolerant() {
		return follow()
	}
	seen := &sighting{before: t.seen, count: 1, kind: kind, message: msg, instant: t.Now(), stall: t.Stall}
	if t.seen != nil {
		seen.count = t.seen.count + 1
	}
	if seen.count > maxSightings {
		seen.before = nil
	}
	ok, err := t.followLoosely(follow)
	if ok {
		t.seen = seen
	}
	return ok, err
}

// instantName is the name of the variables that stand for instants, with the numbers that those of steps have. The one of the observation
// that is being followed has the number 0.
const instantName = "instant@"

// followLoosely calls follow with an instant that is known up to the tolerance, if the tracker is loose.
func (t *Tracker) followLoosely(follow func() (bool, error)) (bool, error) {
	if t.loose == nil {
		return follow()
	}
	before, store := t.present, t.System.Store
	v := store.Var(instantName+"0", term.Real)
	if t.seen == nil && t.Now().Sign() == 0 {
		t.now = slices.Clone(t.now)
		for i := range t.now {
			t.symbolic(&t.now[i])
			t.now[i].config, t.now[i].lag = nil, store.Sub(t.noLag(), v)
		}
	}
	width := t.loose
	if t.stalled && t.Stall != nil {
		width = new(big.Rat).Add(width, t.Stall)
	}
	low, high := new(big.Rat).Sub(t.measured, width), new(big.Rat).Add(t.measured, width)
	t.at(v)
	t.doubt = []*term.Term{store.Le(t.number(low), v), store.Le(v, t.number(high))}
	ok, err := follow()
	t.doubt = nil
	if !ok || err != nil {
		t.present = before
		return ok, err
	}
	for i := range t.now {
		t.keepInstant(&t.now[i], v)
	}
	return true, nil
}

// keepInstant gives the instant of the observation that was followed a number of its own, and eliminates those on which nothing depends any
// more.
func (t *Tracker) keepInstant(p *Possibility, v *term.Term) {
	if p.config != nil {
		return
	}
	if p.variables()[v] {
		p.Steps++
		t.rename(p, bindings{v: t.System.Store.Var(instantName+strconv.Itoa(p.Steps), term.Real)})
	}
	live := map[*term.Term]bool{}
	p.terms(func(list []*term.Term) {
		for _, v := range term.Variables(list) {
			live[v] = true
		}
	})
	var dead []*term.Term
	for _, v := range term.Variables(p.Conds) {
		if strings.HasPrefix(v.Name(), instantName) && !live[v] && !p.calls(v) {
			dead = append(dead, v)
		}
	}
	if len(dead) > 0 {
		p.Conds = t.System.Without(dead, p.Conds)
	}
}

// Nearly follows all observations again, each at some instant that is at most the tolerance away from the one that was measured, and then
// calls follow, which follows the last one. It reports false, and changes nothing, if there are no such instants.
func (t *Tracker) Nearly(ctx context.Context, follow func() (bool, error)) (bool, error) {
	if !t.tolerant() || t.loose != nil && t.loose.Cmp(t.Tolerance) >= 0 {
		return false, nil
	}
	before, stall := t.present, t.Stall
	ok, err := t.loosen(ctx)
	t.Stall = stall
	if ok && err == nil {
		t.At(before.instant())
		ok, err = follow()
	}
	if !ok || err != nil {
		t.present = before
	}
	return ok, err
}

// Disturbed reports whether follow, which follows the last observation, succeeds at instants that are as far away from those that were measured
// as the tolerance and the stalls allow (Stall). It changes nothing.
func (t *Tracker) Disturbed(ctx context.Context, follow func() (bool, error)) (bool, error) {
	if !t.tolerant() {
		return false, nil
	}
	before, stall := t.present, t.Stall
	defer func() { t.present, t.Stall = before, stall }()
	t.stalled = true
	ok, err := t.loosen(ctx)
	if ok && err == nil {
		t.Stall = stall
		t.At(before.instant())
		ok, err = follow()
	}
	return ok, err
}

// Delayed says that the last observation may be further away from the real instant than was known: what was sent has not arrived before.
func (t *Tracker) Delayed(stall *big.Rat) {
	if t.seen != nil && (t.seen.stall == nil || t.seen.stall.Cmp(stall) < 0) {
		t.seen.stall = stall
	}
}

// instant returns the instant of the next observation.
func (p *present) instant() *big.Rat { return new(big.Rat).Add(p.since, p.measured) }

// loosen follows what was observed from the start on, each observation at some instant within the tolerance. What was found out besides the
// states that explain it stays.
func (t *Tracker) loosen(ctx context.Context) (bool, error) {
	before := t.present
	if before.seen != nil && before.seen.count > maxSightings {
		return false, &ErrLost{fmt.Sprintf("more than %d instants may be inexact", maxSightings)}
	}
	t.Reset()
	t.loose, t.stalled = t.Tolerance, before.stalled
	t.excused, t.unsaid, t.erred = before.excused, before.unsaid, before.erred
	for _, seen := range before.seen.list() {
		t.At(seen.instant)
		t.Stall = seen.stall
		if ok, err := t.again(ctx, seen); !ok || err != nil {
			return ok, err
		}
	}
	return true, nil
}

// again follows an observation that was followed before.
func (t *Tracker) again(ctx context.Context, seen *sighting) (bool, error) {
	switch seen.kind {
	case result.EventInput:
		return t.AfterInput(ctx, seen.message)
	case result.EventOutput:
		return t.AfterOutput(ctx, seen.message)
	}
	return t.AfterQuiescence(ctx)
}
