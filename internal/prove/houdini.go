package prove

import (
	"slices"

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
// answer weaker. Candidates come in stages: what an earlier stage has shown is not asked again.

// induce proposes candidates for every place, and adds those that are inductive, together with what is known already, to the
// invariants. If it cannot finish, nothing is added.
func (p *prover) induce(propose func(place int) []candidate) error {
	for i := range p.places {
		p.proposed[i] = newInvariant(propose(i))
	}
	err := p.initiate()
	if err == nil {
		err = p.consecute()
	}
	for i, inv := range p.proposed {
		if err == nil {
			p.invariants[i] = newInvariant(append(p.invariants[i].candidates, inv.candidates...))
		}
		p.proposed[i] = newInvariant(nil)
	}
	return err
}

// initiate drops what the initial states violate.
func (p *prover) initiate() error {
	start, _ := p.system.StartSymbolic()
	assumed := p.system.Apply(p.system.Assume, &start)
	var dropped []candidate
	for _, c := range p.proposed[0].candidates {
		holds, err := p.unsat([]*term.Term{assumed, p.system.Store.Not(p.system.Apply(c.cond, &start))})
		if err != nil {
			return err
		}
		if !holds {
			dropped = append(dropped, c)
		}
	}
	p.proposed[0].drop(dropped)
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
		if !p.proposed[e.to].drop(dropped) {
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
	if p.neverEntered(e.from) {
		return nil, nil
	}
	updates := p.updates(e.move)
	var out []candidate
	for _, c := range p.proposed[e.to].candidates {
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
		if p.invariants[e.from].has(c) || p.proposed[e.from].has(c) {
			return true, nil
		}
		if !c.cond.IsConst() && !term.ShareVariable(e.move.Guard, c.cond) {
			return false, nil
		}
	}
	after := p.system.Store.Not(p.system.Store.Substitute(c.cond, updates))
	return p.unsat(p.situation(e, after))
}

func touches(cond *term.Term, updates map[*term.Term]*term.Term) bool {
	return slices.ContainsFunc(cond.Vars(), func(v *term.Term) bool { return updates[v] != nil })
}

// situation is what holds when an edge is taken, with a further condition on it.
func (p *prover) situation(e *edge, further *term.Term) []*term.Term {
	return p.strengthen(e.from, append(p.premises(e.move), further))
}
