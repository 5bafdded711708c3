package sts

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Chance. A transition that branches by probability is one transition for each branch, which have the same guard: analyses that ignore
// probabilities treat it as any other choice. A branch has its weight, its probability once the step is taken, as a term; one whose weight is
// 0 cannot be taken. That the weights add up to 1 is an obligation of the guard.
//
// A transition with a rate is internal and is taken after a delay that is distributed exponentially. Analyses that ignore time treat it as an
// internal step. Maximal progress: it waits for internal steps without a rate, which take no time, so its guard says that none is enabled.
// Guards do not express this for internal steps that use queues, since the content of a queue is not part of a term, nor in systems with
// clocks, where a step may become enabled later. Such guards allow too many steps; analyses that compute probabilities have the concrete
// state and apply the rule exactly.

// Choice identifies a branch of a transition.
type Choice struct {
	Name     string     // of the whole transition
	Index    int        // of the branch, from 0
	Branches int        // how many there are
	Common   int        // parameters of the transition that all branches have: the first ones
	Weight   *term.Term // over slots and parameters; a real
}

// BranchName is the name of branch i, counted from 0, of a transition.
func BranchName(transition string, i int) string { return fmt.Sprintf("%s/%d", transition, i+1) }

// Weight returns the probability of the move within its distribution: the product of the weights of its parts, over slots and parameters.
func (m *Move) Weight() *term.Term { return m.weight }

// Rate returns the rate of the move over slots and parameters, or nil if it takes no time.
func (m *Move) Rate() *term.Term { return m.rate }

// Distribution identifies the distribution of which the move is a branch, by the whole transitions.
func (m *Move) Distribution() string {
	names := make([]string, len(m.Parts))
	for i, t := range m.Parts {
		if names[i] = t.Name; t.Choice != nil {
			names[i] = t.Choice.Name
		}
	}
	out := strings.Join(names, "|")
	for _, r := range m.rivals {
		out += fmt.Sprintf(" %d:%t", r.transition.ID, r.allowed)
	}
	return out
}

// Over is a term over the slots and the parameters of a move, such as its weight, in a symbolic state with given parameters.
func (s *System) Over(t *term.Term, m *Move, st *SymbolicState, params []*term.Term) *term.Term {
	by := s.Bindings(t, st)
	for i, p := range m.Params {
		by[p.Term] = params[i]
	}
	return s.Store.Substitute(t, by)
}

// Branches reports whether the move is one of several branches of a distribution.
func (m *Move) Branches() bool {
	return slices.ContainsFunc(m.Parts, func(t *Transition) bool { return t.Choice != nil })
}

// Chancy reports whether the system has probabilities or rates.
func (s *System) Chancy() bool {
	return slices.ContainsFunc(s.transitions, func(t *Transition) bool { return t.Choice != nil || t.Rate != nil })
}

// addChance sets the weight and the rate of a move. The terms of a receiver are over the payload that is sent.
func (m *Move) addChance(s *System, t *Transition, received map[*term.Term]*term.Term) {
	if m.weight == nil {
		m.weight = s.Store.Const(term.Real, term.IntValue(1))
	}
	if t.Choice != nil {
		m.weight = s.Store.Mul(m.weight, s.Store.Substitute(t.Choice.Weight, received))
	}
	if t.Rate != nil {
		m.rate = s.Store.Substitute(t.Rate, received)
	}
}

// maximalProgress lets the moves with a rate wait for all internal moves without one. It runs when all moves are known.
func (s *System) maximalProgress() {
	if s.Timed() {
		return
	}
	for _, m := range s.moves {
		if m.rate == nil {
			continue
		}
		var conditions []*term.Term
		for _, other := range s.moves {
			if other.rate == nil && other.IsInternal() && other.Dequeue == nil && len(other.Enqueue) == 0 && other.mayMeet(m) {
				conditions = append(conditions, s.Store.Not(s.ready(m, other)))
			}
		}
		m.Guard = s.Store.And(append(conditions, m.Guard)...)
		m.Enabled = s.enabled(m)
	}
}

// mayMeet reports whether the machines can be at the source locations of both moves.
func (m *Move) mayMeet(other *Move) bool {
	for _, t := range m.Parts {
		for _, u := range other.Parts {
			if t.Machine == u.Machine && t.From != u.From {
				return false
			}
		}
	}
	return true
}

// ready is the condition under which the other move is enabled at the source locations of m.
func (s *System) ready(m, other *Move) *term.Term {
	conditions := []*term.Term{other.Enabled}
	for _, u := range other.Parts {
		if !slices.ContainsFunc(m.Parts, func(t *Transition) bool { return t.Machine == u.Machine }) {
			conditions = append(conditions, s.At(u.Machine, u.From))
		}
	}
	return s.Store.And(conditions...)
}

// precedes reports whether moves with a rate of other machines have to wait for internal steps of a machine.
func (s *System) precedes(machine int) bool {
	rated := func(m *Machine) bool {
		return slices.ContainsFunc(m.Transitions, func(t *Transition) bool { return t.Rate != nil })
	}
	for i, m := range s.Machines {
		if i != machine && rated(m) {
			return slices.ContainsFunc(s.Machines[machine].Transitions, (*Transition).mayBeInternal)
		}
	}
	return false
}

// mayBeInternal reports whether moves of the transition may be internal and take no time.
func (t *Transition) mayBeInternal() bool {
	outputs := slices.ContainsFunc(t.Sends, func(m Message) bool { return m.Channel.Direction == Output })
	return t.Rate == nil && !outputs && !t.Event && (t.Receive == nil || t.Receive.Direction != Input)
}
