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
	stall   *big.Rat // as Stall was; nil is 0
}

// sightings follows observations, and remembers those whose instants may be inexact.
type sightings struct {
	*follower
	Stall *big.Rat // how much further away the next one may be, since the machine was busy: only Disturbed counts it; nil is 0
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
func (s *sightings) tolerant() bool {
	return s.since != nil && s.Tolerance != nil && s.Tolerance.Sign() > 0
}

// sight calls follow, which follows an observation at the instant that At gave, or, where the tracker is loose, at some instant within the
// tolerance. It remembers what was followed.
func (s *sightings) sight(kind result.EventKind, msg sut.Message, follow func() (bool, error)) (bool, error) {
	if !s.tolerant() {
		return follow()
	}
	seen := &sighting{before: s.seen, count: 1, kind: kind, message: msg, instant: s.Now(), stall: s.Stall}
	if s.seen != nil {
		seen.count = s.seen.count + 1
	}
	if seen.count > maxSightings {
		seen.before = nil
	}
	ok, err := s.followLoosely(follow)
	if ok {
		s.seen = seen
	}
	return ok, err
}

// instantName is the name of the variables that stand for instants, with the numbers that those of steps have. The one of the observation
// that is being followed has the number 0.
const instantName = "instant@"

// followLoosely calls follow with an instant that is known up to the tolerance, if the tracker is loose.
func (s *sightings) followLoosely(follow func() (bool, error)) (bool, error) {
	if s.loose == nil {
		return follow()
	}
	before, store := s.present, s.System.Store
	v := store.Var(instantName+"0", term.Real)
	if s.seen == nil && s.Now().Sign() == 0 {
		s.now = slices.Clone(s.now)
		for i := range s.now {
			s.symbolic(&s.now[i])
			s.now[i].config, s.now[i].lag = nil, store.Sub(s.noLag(), v)
		}
	}
	width := s.loose
	if s.stalled && s.Stall != nil {
		width = new(big.Rat).Add(width, s.Stall)
	}
	low, high := new(big.Rat).Sub(s.measured, width), new(big.Rat).Add(s.measured, width)
	s.at(v)
	s.doubt = []*term.Term{store.Le(s.number(low), v), store.Le(v, s.number(high))}
	ok, err := follow()
	s.doubt = nil
	if !ok || err != nil {
		s.present = before
		return ok, err
	}
	for i := range s.now {
		s.keepInstant(&s.now[i], v)
	}
	return true, nil
}

// keepInstant gives the instant of the observation that was followed a number of its own, and eliminates those on which nothing depends any
// more.
func (s *sightings) keepInstant(p *Possibility, v *term.Term) {
	if p.config != nil {
		return
	}
	if p.variables()[v] {
		p.Steps++
		s.rename(p, bindings{v: s.System.Store.Var(instantName+strconv.Itoa(p.Steps), term.Real)})
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
		p.Conds = s.System.Without(dead, p.Conds)
	}
}

// Nearly follows all observations again, each at some instant that is at most the tolerance away from the one that was measured, and then
// calls follow, which follows the last one. It reports false, and changes nothing, if there are no such instants.
func (s *sightings) Nearly(ctx context.Context, follow func() (bool, error)) (bool, error) {
	if !s.tolerant() || s.loose != nil && s.loose.Cmp(s.Tolerance) >= 0 {
		return false, nil
	}
	before, stall := s.present, s.Stall
	ok, err := s.loosen(ctx)
	s.Stall = stall
	if ok && err == nil {
		s.At(before.instant())
		ok, err = follow()
	}
	if !ok || err != nil {
		s.present = before
	}
	return ok, err
}

// Disturbed reports whether follow, which follows the last observation, succeeds at instants that are as far away from those that were measured
// as the tolerance and the stalls allow (Stall). It changes nothing.
func (s *sightings) Disturbed(ctx context.Context, follow func() (bool, error)) (bool, error) {
	if !s.tolerant() {
		return false, nil
	}
	before, stall := s.present, s.Stall
	defer func() { s.present, s.Stall = before, stall }()
	s.stalled = true
	ok, err := s.loosen(ctx)
	if ok && err == nil {
		s.Stall = stall
		s.At(before.instant())
		ok, err = follow()
	}
	return ok, err
}

// Delayed says that the last observation may be further away from the real instant than was known: what was sent has not arrived before.
func (s *sightings) Delayed(stall *big.Rat) {
	if s.seen != nil && (s.seen.stall == nil || s.seen.stall.Cmp(stall) < 0) {
		s.seen.stall = stall
	}
}

// instant returns the instant of the next observation.
func (p *present) instant() *big.Rat { return new(big.Rat).Add(p.since, p.measured) }

// loosen follows what was observed from the start on, each observation at some instant within the tolerance. What was found out besides the
// states that explain it stays.
func (s *sightings) loosen(ctx context.Context) (bool, error) {
	before := s.present
	if before.seen != nil && before.seen.count > maxSightings {
		return false, &ErrLost{fmt.Sprintf("more than %d instants may be inexact", maxSightings)}
	}
	s.Reset()
	s.loose, s.stalled = s.Tolerance, before.stalled
	s.excused, s.unsaid, s.present.erred = before.excused, before.unsaid, before.erred
	for _, seen := range before.seen.list() {
		s.At(seen.instant)
		s.Stall = seen.stall
		if ok, err := s.again(ctx, seen); !ok || err != nil {
			return ok, err
		}
	}
	return true, nil
}

// again follows an observation that was followed before.
func (s *sightings) again(ctx context.Context, seen *sighting) (bool, error) {
	switch seen.kind {
	case result.EventInput:
		return s.AfterInput(ctx, seen.message)
	case result.EventOutput:
		return s.AfterOutput(ctx, seen.message)
	}
	return s.AfterQuiescence(ctx)
}
