package prove

import (
	"context"
	"slices"

	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// Houdini's algorithm (Flanagan and Leino): from a set of candidates drop what the initial states or an edge violates, until
// nothing is violated any more. What remains is the largest subset that is inductive as a whole. Two kinds of questions are
// asked, both without quantifiers unless the model has some:
//
//	initiation    init and assume and not c              for every candidate c of the initial place
//	consecution   I(p) and guard and obligations and not c after the updates
//	              for every edge from p to q and every candidate c of q
//
// Only unsat keeps a candidate: sat and unknown drop it. A candidate of q that the move has nothing to do with needs no
// question, so each edge costs a few. I(p) is cut down to what shares variables with the question, which can only make the
// answer weaker.

// prover holds what all targets share.
type prover struct {
	*graph
	ctx        context.Context
	solver     smt.Solver
	options    Options
	flow       *flow
	invariants []*invariant // by place
	queries    int
}

// errBudget ends the work when all questions were asked that may be.
type errBudget struct{}

func (errBudget) Error() string { return "the bound on questions was reached" }

// unsat asks whether conditions contradict each other. Unknown counts as no.
func (p *prover) unsat(conditions []*term.Term) (bool, error) {
	whole := p.system.Store.And(conditions...)
	if whole.IsConst() {
		return whole.IsFalse(), nil
	}
	if p.queries >= p.options.Queries {
		return false, errBudget{}
	}
	p.queries++
	answer, err := p.solver.Check(p.ctx, smt.Query{Conjuncts: whole.Conjuncts()})
	return err == nil && answer.Status == smt.Unsat, err
}

// findInvariants proposes candidates and drops those that are not inductive.
func (p *prover) findInvariants(targets []*sts.Transition) error {
	if err := p.flow.run(p.ctx); err != nil {
		return err
	}
	shared := sharedCandidates(p.system, targets)
	p.invariants = make([]*invariant, len(p.places))
	for i, r := range p.flow.rows {
		proposed := p.flow.candidates(i)
		for _, c := range shared {
			if r != nil && !p.flow.slots.value(c.cond, r).is(false) {
				proposed = append(proposed, c)
			}
		}
		p.invariants[i] = newInvariant(proposed)
	}
	if err := p.initiate(); err != nil {
		return err
	}
	return p.consecute()
}

// initiate drops what the initial states violate.
func (p *prover) initiate() error {
	start, _ := p.system.StartSymbolic()
	assumed := p.system.Apply(p.system.Assume, &start)
	var dropped []candidate
	for _, c := range p.invariants[0].candidates {
		holds, err := p.unsat([]*term.Term{assumed, p.system.Store.Not(p.system.Apply(c.cond, &start))})
		if err != nil {
			return err
		}
		if !holds {
			dropped = append(dropped, c)
		}
	}
	p.invariants[0].drop(dropped)
	return nil
}

// consecute goes over the edges until none violates a candidate. An edge is looked at again when its source has lost one.
func (p *prover) consecute() error {
	queue, queued := slices.Clone(p.edges), map[*edge]bool{}
	for _, e := range queue {
		queued[e] = true
	}
	for len(queue) > 0 {
		e := queue[0]
		queue, queued[e] = queue[1:], false
		dropped, err := p.violated(e)
		if err != nil {
			return err
		}
		if !p.invariants[e.to].drop(dropped) {
			continue
		}
		for _, next := range p.out[e.to] {
			if !queued[next] {
				queue, queued[next] = append(queue, next), true
			}
		}
	}
	return nil
}

// violated lists the candidates of an edge's target that the edge does not keep.
func (p *prover) violated(e *edge) ([]candidate, error) {
	if p.invariants[e.from].isFalse() {
		return nil, nil
	}
	updates := map[*term.Term]*term.Term{}
	for _, u := range e.move.Updates {
		updates[p.system.Slots[u.Slot].Term] = u.Value
	}
	var out []candidate
	for _, c := range p.invariants[e.to].candidates {
		holds, err := p.keeps(e, c, updates)
		if err != nil {
			return nil, err
		}
		if !holds {
			out = append(out, c)
		}
	}
	return out, nil
}

// keeps tells whether an edge keeps a candidate of its target. What the move has nothing to do with is kept if the source has
// it, or something that implies it as written; it is dropped otherwise, without a question.
func (p *prover) keeps(e *edge, c candidate, updates map[*term.Term]*term.Term) (bool, error) {
	if !touches(c.cond, updates) {
		if p.invariants[e.from].has(c) {
			return true, nil
		}
		if !c.cond.IsConst() && !mentions(e.move.Guard, c.cond) {
			return false, nil
		}
	}
	after := p.system.Store.Not(p.system.Store.Substitute(c.cond, updates))
	return p.unsat(p.situation(e, after))
}

// mentions tells whether two conditions share a variable.
func mentions(a, b *term.Term) bool {
	return slices.ContainsFunc(a.Vars(), func(v *term.Term) bool { return slices.Contains(b.Vars(), v) })
}

func touches(cond *term.Term, updates map[*term.Term]*term.Term) bool {
	return slices.ContainsFunc(cond.Vars(), func(v *term.Term) bool { return updates[v] != nil })
}

// situation is what holds when an edge is taken, with a further condition on it.
func (p *prover) situation(e *edge, further *term.Term) []*term.Term {
	conditions := append(premises(e.move), further)
	return p.strengthen(e.from, conditions)
}

// strengthen adds the candidates of a place that share variables with conditions, directly or through one another.
func (p *prover) strengthen(place int, conditions []*term.Term) []*term.Term {
	near := map[*term.Term]bool{}
	note := func(t *term.Term) {
		for _, v := range t.Vars() {
			near[v] = true
		}
	}
	for _, c := range conditions {
		note(c)
	}
	rest := p.invariants[place].candidates
	for added := true; added; {
		added = false
		var later []candidate
		for _, c := range rest {
			if c.cond.IsConst() || slices.ContainsFunc(c.cond.Vars(), func(v *term.Term) bool { return near[v] }) {
				conditions = append(conditions, c.cond)
				note(c.cond)
				added = true
			} else {
				later = append(later, c)
			}
		}
		rest = later
	}
	return conditions
}
