package abstraction

import (
	"context"
	"fmt"

	"github.com/sextant-mbt/sextant/internal/prove"
	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// Proofs that what the tests do not cover cannot be covered. Where paths of may transitions lead to an abstract state that no
// run reaches, the abstraction alone has no proof. Package prove has stronger means, invariants and k-induction, to show that a
// transition of a system is never taken. So the system is watched: for every abstract state or transition in question it gets a
// transition that changes nothing and is enabled exactly there. If that is never taken, the question is answered.

// watched is a copy of the system with transitions that watch.
type watched struct {
	*Session
	system  *sts.System
	targets []*sts.Transition
	found   []func(reason string) // by target: takes the proof
}

// proveRest tries to prove unreachable what tests do not cover, asking at most so many questions. Proofs are kept in d.
func (s *Session) proveRest(ctx context.Context, d *Derived, tests []*Test, questions int) error {
	x := s.watch()
	covered, reachable := d.cover(tests), d.reachable()
	for _, q := range d.States {
		if !covered.states[q] && (reachable == nil || reachable[q]) {
			x.add(q.Locations, nil, q.cond, func(reason string) { d.provedStates[q] = reason })
		}
	}
	for _, t := range d.Transitions {
		if !covered.transitions[t] && (reachable == nil || reachable[t.From]) {
			id := t.Move.ID
			step := join(t.From.cond, s.model.guards[id], s.model.substituteAll(t.To.cond, s.model.updates[id]), s.model.after[id])
			x.add(t.From.Locations, t.Move, step, func(reason string) { d.provedTransitions[t] = reason })
		}
	}
	if len(x.targets) == 0 {
		return nil
	}
	x.system.Link()
	return x.prove(ctx, questions)
}

// watch copies the system; the transitions are copied too, since linking numbers them.
func (s *Session) watch() *watched {
	from := s.system
	x := &watched{Session: s, system: &sts.System{Name: from.Name, Store: from.Store, Slots: from.Slots, Vars: from.Vars,
		Channels: from.Channels, Externs: from.Externs, Assume: from.Assume, Invariants: from.Invariants}}
	for _, m := range from.Machines {
		machine := *m
		machine.Transitions = nil
		for _, t := range m.Transitions {
			transition := *t
			machine.Transitions = append(machine.Transitions, &transition)
		}
		x.system.Machines = append(x.system.Machines, &machine)
	}
	return x
}

// add watches a condition at a row of locations. A transition belongs to one machine, so only the location of the first is
// looked at: what is proved holds for any locations of the others.
func (x *watched) add(locations []int, m *sts.Move, cond []*term.Term, found func(string)) {
	t := &sts.Transition{Name: fmt.Sprintf("watch %d", len(x.targets)), From: locations[0], To: locations[0], Event: true}
	if m != nil {
		for _, p := range m.Params {
			p.Kind = sts.Chosen
			t.Params = append(t.Params, p)
		}
	}
	t.Guard = x.store.And(join(x.model.invariant, cond)...)
	x.system.Machines[0].Transitions = append(x.system.Machines[0].Transitions, t)
	x.targets, x.found = append(x.targets, t), append(x.found, found)
}

// hasty is a solver with little time for each question: a proof that needs more is left open.
type hasty struct{ smt.Solver }

// Check asks with little time.
func (h hasty) Check(ctx context.Context, q smt.Query) (smt.Answer, error) {
	q.Timeout = briefly
	return h.Solver.Check(ctx, q)
}

// A watch has large conditions, so proofs are short: after openProofs questions that the solver leaves open no more are tried, and
// proofByInduction is how many steps k-induction looks back.
const (
	openProofs       = 1
	proofByInduction = 2
)

// prove asks package prove about all targets.
func (x *watched) prove(ctx context.Context, questions int) error {
	solver := hasty{x.first(ctx).solver}
	answers, err := prove.Unreachable(ctx, x.system, x.targets, solver, prove.Options{Queries: questions, Unknowns: openProofs, Depth: proofByInduction})
	if err != nil {
		return err
	}
	for i, a := range answers {
		if a.Proved {
			x.found[i](a.Explain())
		}
	}
	return nil
}
