package sts

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Broadcasts. A sender on a broadcast channel does not wait: every other machine that can receive does, with one of its transitions. There is
// a move for each choice of receivers; the machines that are left out must not be able to receive, which is a condition on their locations.

// linkBroadcast makes the moves of a sender.
func (s *System) linkBroadcast(t *Transition, sent *Message) {
	for _, first := range s.variants(t) {
		s.chooseReceivers(first, sent, 0, nil, nil)
	}
}

// chooseReceivers chooses for each machine from the given one on whether and how it receives, and makes the moves.
func (s *System) chooseReceivers(from variant, sent *Message, machine int, to []variant, deaf []*term.Term) {
	if machine == len(s.Machines) {
		m := s.meeting(from, sent, to)
		m.Guard = s.Store.And(append(slices.Clone(deaf), m.Guard)...)
		s.addMeeting(m)
		return
	}
	var deafHere []*term.Term
	if machine != from.Machine {
		for _, u := range s.Machines[machine].Transitions {
			if u.Receive != sent.Channel {
				continue
			}
			deafHere = append(deafHere, s.Store.Not(s.canReceive(sent, u)))
			for _, v := range s.variants(u) {
				s.chooseReceivers(from, sent, machine+1, append(slices.Clip(to), v), deaf)
			}
		}
	}
	s.chooseReceivers(from, sent, machine+1, to, append(slices.Clip(deaf), deafHere...))
}

// canReceive is the condition under which a machine can receive a message that a transition sends.
func (s *System) canReceive(sent *Message, u *Transition) *term.Term {
	received := map[*term.Term]*term.Term{}
	for k, i := range u.ReceiveArgs {
		received[u.Params[i].Term] = sent.Args[k]
	}
	open := slices.DeleteFunc(ParamTerms(u.Params), func(p *term.Term) bool { return received[p] != nil })
	return s.Store.And(s.At(u.Machine, u.From), s.Some(open, s.Store.Substitute(u.Guard, received).Conjuncts()))
}
