package sts

import (
	"math/big"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Invariants at every instant. A condition over clocks may hold when a state is entered, and no longer a moment later, though no step was
// taken. An invariant is to hold at every instant of every run, so it has three forms over the slots:
//
//	Holds            it has a value and is true now
//	HoldsThroughout  it holds now and after each delay for which time may pass here without a step
//	HoldsDuring      it holds now and after each delay up to a given one
//
// Since every delay before a step is one for which time may pass, and time may pass after the last step too, an invariant holds at every
// instant of every run if and only if HoldsThroughout holds in every state that is entered. Analyses that check invariants in states that are
// entered use this form. HoldsDuring is for a run whose delays are known. Conditions without clocks are the same in all three forms.

// Holds is the condition that an invariant has a value and is true.
func (s *System) Holds(n *Named) *term.Term {
	return s.Store.And(append(Conditions(n.Safety), n.Cond)...)
}

// HoldsThroughout is the condition that an invariant holds now, and for as long as time may pass without a step.
func (s *System) HoldsThroughout(n *Named) *term.Term {
	return s.throughout(s.Holds(n), func(wait *term.Term, later map[*term.Term]*term.Term) []*term.Term {
		return s.staying(&Move{}, wait, later)
	})
}

// HoldsDuring is the condition that an invariant holds now, and at every instant of a delay.
func (s *System) HoldsDuring(n *Named, delay *term.Term) *term.Term {
	return s.throughout(s.Holds(n), func(wait *term.Term, _ map[*term.Term]*term.Term) []*term.Term {
		return []*term.Term{s.Store.Le(wait, delay)}
	})
}

// throughout is the condition that cond holds after each allowed delay, that is, no such delay makes it false.
func (s *System) throughout(cond *term.Term, allowed func(wait *term.Term, later map[*term.Term]*term.Term) []*term.Term) *term.Term {
	if !s.mentionsClock(cond) {
		return cond
	}
	wait := s.Store.Var("wait'", term.Real)
	later := s.grown(wait)
	conditions := append([]*term.Term{s.Store.Le(s.now(), wait)}, allowed(wait, later)...)
	broken := s.Store.Not(s.Store.Substitute(cond, later))
	return s.Store.Not(s.Some([]*term.Term{wait}, append(conditions, broken.Conjuncts()...)))
}

// now is the zero delay.
func (s *System) now() *term.Term { return s.Store.Const(term.Real, term.Value{}) }

// grown returns the values of the clocks after a delay, by the terms of their slots.
func (s *System) grown(delay *term.Term) map[*term.Term]*term.Term {
	out := map[*term.Term]*term.Term{}
	for _, i := range s.Clocks() {
		out[s.Slots[i].Term] = s.Store.Add(s.Slots[i].Term, delay)
	}
	return out
}

func (s *System) mentionsClock(cond *term.Term) bool {
	return slices.ContainsFunc(s.Clocks(), func(i int) bool { return cond.Mentions(s.Slots[i].Term) })
}

// After returns a configuration after a delay without a step.
func (s *System) After(c *Config, delay *big.Rat) *Config {
	out := *c
	out.Values = slices.Clone(c.Values)
	for _, i := range s.Clocks() {
		out.Values[i] = term.RatValue(new(big.Rat).Add(c.Values[i].Rat(), delay))
	}
	return &out
}

// BreaksAfter looks for the first delay after which an invariant does not hold in a configuration, among those for which time may pass there
// without a step and that are at most limit, if that is not nil. It returns nil if it finds none. A delay is found if clocks are compared
// linearly, which is the only way in which conditions can depend on it without quantifiers. If the invariant holds up to an instant and
// not after it, the delay is a little longer.
func (in *Interpreter) BreaksAfter(c *Config, n *Named, limit *big.Rat) (*big.Rat, error) {
	s := in.system
	holds := s.Holds(n)
	if kept, err := in.Holds(c, holds); err != nil || !kept {
		return new(big.Rat), err
	}
	if !s.mentionsClock(holds) {
		return nil, nil
	}
	wait, state := s.Store.Var("wait'", term.Real), s.Constant(c)
	allowed := s.MayWait(&state, wait)
	if limit != nil {
		allowed = append(allowed, s.Store.Le(wait, s.Store.Const(term.Real, term.RatValue(limit))))
	}
	for _, delay := range s.turns(wait, append(slices.Clip(allowed), s.Apply(holds, s.Later(&state, wait)))) {
		at := map[*term.Term]*term.Term{wait: s.Store.Const(term.Real, term.RatValue(delay))}
		permitted, err := in.closed(c, s.Store.Substitute(s.Store.And(allowed...), at))
		if err != nil {
			return nil, err
		}
		if !permitted {
			continue
		}
		if kept, err := in.Holds(s.After(c, delay), holds); err != nil || !kept {
			return delay, err
		}
	}
	return nil, nil
}

// closed evaluates a condition without variables.
func (in *Interpreter) closed(c *Config, cond *term.Term) (bool, error) {
	if cond.IsConst() {
		return cond.IsTrue(), nil
	}
	return in.Holds(c, cond)
}

// turns lists delays, the shortest first, so that conditions on the delay take each of their truth values for at least one of them: 0, each
// delay at which a comparison changes, and one delay before and after each.
func (s *System) turns(wait *term.Term, conditions []*term.Term) []*big.Rat {
	out := []*big.Rat{new(big.Rat)}
	for _, c := range conditions {
		for _, atom := range c.Atoms() {
			if value, factor := s.solve(atom, wait); factor != 0 && value.IsConst() && value.Value().Rat().Sign() > 0 {
				out = append(out, value.Value().Rat())
			}
		}
	}
	slices.SortFunc(out, (*big.Rat).Cmp)
	out = slices.CompactFunc(out, func(a, b *big.Rat) bool { return a.Cmp(b) == 0 })
	var all []*big.Rat
	for i, at := range out {
		all = append(all, at)
		if i+1 < len(out) {
			all = append(all, inside(at, out[i+1]))
		}
	}
	return append(all, nextWhole(out[len(out)-1]))
}

// inside returns a number between two others: the next whole number, if there is one, or else the middle.
func inside(low, high *big.Rat) *big.Rat {
	if whole := nextWhole(low); whole.Cmp(high) < 0 {
		return whole
	}
	sum := new(big.Rat).Add(low, high)
	return sum.Quo(sum, big.NewRat(2, 1))
}

// nextWhole returns the least whole number above another one, which is not negative.
func nextWhole(r *big.Rat) *big.Rat {
	floor := new(big.Int).Quo(r.Num(), r.Denom())
	return new(big.Rat).SetInt(floor.Add(floor, big.NewInt(1)))
}
