package abstraction

import (
	"context"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/engines/prove"
	"github.com/sextant-mbt/sextant/internal/engines/reach"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Proofs that uncovered parts cannot be covered. Where paths of may transitions lead to an abstract state that no run reaches, the
// abstraction alone has no proof. Package reach has stronger methods to show that a transition of a system is never taken. So a copy of the
// system gets a watch for every such abstract state or transition, which is enabled exactly there. If the watch is never taken, the state or
// transition is unreachable.

// watched is a copy of the system with watches.
type watched struct {
	*reach.Watches
	targets []*sts.Transition
	found   []func(result.Why) // by target: keeps the proof
}

// proveRest tries to prove uncovered parts unreachable, with a limited number of queries, and not many more than the work before it has sent.
// Proofs are kept in d.
func (s *Session) proveRest(ctx context.Context, d *Derived, tests []*Test, queries int) error {
	x := &watched{Watches: reach.Watch(s.system)}
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
	x.Link()
	reply, err := x.prove(ctx, s.options.NewSolver, min(queries, leastProof+s.meter.spent().Calls))
	if err != nil {
		return err
	}
	s.meter.ended(reply.Solver)
	d.Engines = reply.Engines
	return nil
}

// leastProof is the number of queries that proofs may send in addition to as many as the abstraction and its tests have sent.
const leastProof = 200

// add watches an abstract state, or a step of a move from there with a condition. A watch is at a location of the first machine: a proof
// holds for any locations of the others.
func (x *watched) add(q *State, m *sts.Move, cond []*term.Term, found func(result.Why)) {
	var params []sts.Param
	store, own := x.System.Store, map[*term.Term]*term.Term{}
	if m != nil {
		params = slices.Clone(m.Params)
		for i := range params {
			if p := &params[i]; p.Kind == sts.Delay { // time may pass before the watch too, and another time before the step
				fresh := store.Var("watched "+p.Name, p.Sort)
				own[p.Term], p.Term = fresh, fresh
			}
			params[i].Kind = sts.Chosen
		}
	}
	guard := store.Substitute(store.And(slices.Concat(q.source.cond, cond)...), own)
	x.targets, x.found = append(x.targets, x.Add(0, q.Locations[0], params, guard)), append(x.found, found)
}

// hasty is a solver with a short time limit for each query: a proof that needs more time is left open.
type hasty struct{ smt.Solver }

// Check queries with little time.
func (h hasty) Check(ctx context.Context, q smt.Query) (smt.Answer, error) {
	q.Timeout, q.Work = briefly, smt.WorkIn(briefly)
	return h.Solver.Check(ctx, q)
}

// A watch has large conditions, so proofs are short: after openProofs undecided queries no more are tried, and proofByInduction is the number
// of steps of k-induction.
const (
	openProofs       = 1
	proofByInduction = 2
)

// prove tries to prove all watches unreachable.
func (x *watched) prove(ctx context.Context, newSolver func() (smt.Solver, error), queries int) (*reach.Reply, error) {
	newHasty := func() (smt.Solver, error) {
		solver, err := newSolver()
		return hasty{solver}, err
	}
	reply, err := reach.Ask(ctx, reach.Question{System: x.System, Goals: reach.Transitions(x.targets), NewSolver: newHasty, States: reach.FewStates, AnyProduct: true,
		Only:   []result.SearchEngine{result.InductionEngine, result.StatesEngine},
		Proofs: &prove.Options{Queries: queries, Unknowns: openProofs, Depth: proofByInduction}})
	if err != nil {
		return nil, err
	}
	for i := range reply.Answers {
		if a := &reply.Answers[i]; a.Why.Status == result.Unreachable {
			x.found[i](result.Why{Status: a.Why.Status, Reason: a.Why.Reason, Proof: &result.Proof{Method: a.Why.Proof.Method}})
		}
	}
	return reply, nil
}
