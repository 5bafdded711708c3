package abstraction

import (
	"context"
	"fmt"
	"slices"

	"github.com/sextant-mbt/sextant/internal/prove"
	"github.com/sextant-mbt/sextant/internal/result"
	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// Proofs that what the tests do not cover cannot be covered. Where paths of may transitions lead to an abstract state that no
// run reaches, the abstraction alone has no proof. Package prove has stronger methods, invariants and k-induction, to show that a
// transition of a system is never taken. So a copy of the system gets, for every abstract state or transition in question, a
// transition that changes nothing and is enabled exactly there: a watch. If the watch is never taken, the state or transition is
// unreachable.

// watched is a copy of the system with watches.
type watched struct {
	system  *sts.System
	targets []*sts.Transition
	found   []func(result.Why) // by target: keeps the proof
}

// proveRest tries to prove unreachable what tests do not cover, with a limited number of queries, and not many more than everything before it
// has sent. Proofs are kept in d.
func (s *Session) proveRest(ctx context.Context, d *Derived, tests []*Test, queries int) error {
	x := &watched{system: s.system.Copy()}
	covered, reachable := d.cover(tests), d.Abstraction.reachable()
	for _, q := range d.Abstraction.States {
		if !covered.states[q] && reachable.may(q) {
			x.add(q, nil, nil, func(why result.Why) { d.provedStates[q] = why })
		}
	}
	for _, t := range covered.open() {
		x.add(t.From, t.Move, s.model.into(s.model.moves[t.Move.ID], t.To), func(why result.Why) { d.provedTransitions[t] = why })
	}
	if len(x.targets) == 0 {
		return nil
	}
	s.meter.begin(ProvingUnreachable, len(x.targets))
	x.system.Link()
	w := s.worker(ctx)
	defer s.end(w)
	return x.prove(ctx, w.solver, min(queries, leastProof+s.meter.spent().Calls))
}

// leastProof is the number of queries that proofs may send in addition to as many as the abstraction and its tests have sent.
const leastProof = 200

// add watches an abstract state, or a step of a move from there with a condition. A transition belongs to one machine, so only
// the location of the first is used: what is proved holds for any locations of the others.
func (x *watched) add(q *State, m *sts.Move, cond []*term.Term, found func(result.Why)) {
	t := &sts.Transition{Name: fmt.Sprintf("watch %d", len(x.targets)), From: q.Locations[0], To: q.Locations[0], Event: true}
	own := map[*term.Term]*term.Term{}
	if m != nil {
		t.Params = slices.Clone(m.Params)
		for i := range t.Params {
			if p := &t.Params[i]; p.Kind == sts.Delay { // time may pass before the watch too, and another time before the step
				fresh := x.system.Store.Var("watched "+p.Name, p.Sort)
				own[p.Term], p.Term = fresh, fresh
			}
			t.Params[i].Kind = sts.Chosen
		}
	}
	t.Guard = x.system.Store.Substitute(x.system.Store.And(slices.Concat(q.source.cond, cond)...), own)
	x.system.Machines[0].Transitions = append(x.system.Machines[0].Transitions, t)
	x.targets, x.found = append(x.targets, t), append(x.found, found)
}

// hasty is a solver with little time for each query: a proof that needs more is left open.
type hasty struct{ smt.Solver }

// Check queries with little time.
func (h hasty) Check(ctx context.Context, q smt.Query) (smt.Answer, error) {
	q.Timeout, q.Work = briefly, smt.WorkIn(briefly)
	return h.Solver.Check(ctx, q)
}

// A watch has large conditions, so proofs are short: after openProofs queries that the solver leaves open no more are tried, and
// proofByInduction is the number of steps of k-induction.
const (
	openProofs       = 1
	proofByInduction = 2
)

// prove tries to prove all watches unreachable.
func (x *watched) prove(ctx context.Context, solver smt.Solver, queries int) error {
	answers, err := prove.Unreachable(ctx, x.system, x.targets, hasty{solver}, prove.Options{Queries: queries, Unknowns: openProofs, Depth: proofByInduction})
	if err != nil {
		return err
	}
	for i, a := range answers {
		if a.Proved {
			x.found[i](result.Proved(a.Method, a.Explain()))
		}
	}
	return nil
}
