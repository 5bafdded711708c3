package prove

import (
	"context"
	"errors"
	"slices"

	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// prover holds what all targets share.
type prover struct {
	*graph
	ctx        context.Context
	solver     smt.Solver
	options    Options
	flow       *flow
	hints      []candidate  // proposed at every place, with the rows
	invariants []*invariant // by place: what was shown to hold
	proposed   []*invariant // by place: what is being looked at
	answered   map[*term.Term]bool
	queries    int
	unknown    int // questions that the solver left open
}

func newProver(ctx context.Context, system *sts.System, solver smt.Solver, options Options) *prover {
	for _, o := range []struct {
		value *int
		usual int
	}{{&options.Queries, DefaultQueries}, {&options.Unknowns, DefaultUnknowns}, {&options.Work, DefaultWork},
		{&options.Depth, DefaultDepth}, {&options.Paths, DefaultPaths}} {
		if *o.value <= 0 {
			*o.value = o.usual
		}
	}
	g := newGraph(system)
	g.promises = options.Promises
	p := &prover{graph: g, ctx: ctx, solver: solver, options: options, flow: newFlow(g), answered: map[*term.Term]bool{}}
	p.invariants, p.proposed = make([]*invariant, len(g.places)), make([]*invariant, len(g.places))
	for i := range g.places {
		p.invariants[i], p.proposed[i] = newInvariant(nil), newInvariant(nil)
	}
	return p
}

// These end the work early.
var (
	errQueries = errors.New("the bound on questions was reached")
	errUnknown = errors.New("the solver left too many questions open")
	errSize    = errors.New("the model is too large for invariants")
)

// unsat asks whether conditions contradict each other. Unknown counts as no. What was asked before is not asked again.
func (p *prover) unsat(conditions []*term.Term) (bool, error) {
	whole := p.system.Store.And(conditions...)
	if whole.IsConst() {
		return whole.IsFalse(), nil
	}
	if answer, ok := p.answered[whole]; ok {
		return answer, nil
	}
	if p.queries >= p.options.Queries {
		return false, errQueries
	}
	p.queries++
	answer, err := p.solver.Check(p.ctx, smt.Query{Conjuncts: whole.Conjuncts()})
	if err != nil {
		return false, err
	}
	if answer.Status == smt.Unknown {
		if p.unknown++; p.unknown > p.options.Unknowns {
			return false, errUnknown
		}
	}
	p.answered[whole] = answer.Status == smt.Unsat
	return p.answered[whole], nil
}

// strengthen adds to conditions what is known or proposed at a place and shares variables with them, directly or through one
// another.
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
	isNear := func(v *term.Term) bool { return near[v] }
	rest := slices.Concat(p.invariants[place].candidates, p.proposed[place].candidates)
	for added := true; added; {
		added = false
		var later []candidate
		for _, c := range rest {
			if !c.cond.IsConst() && !slices.ContainsFunc(c.cond.Vars(), isNear) {
				later = append(later, c)
				continue
			}
			conditions = append(conditions, c.cond)
			note(c.cond)
			added = true
		}
		rest = later
	}
	return conditions
}

// neverEntered tells whether it is known, or proposed, that no run comes to a place.
func (p *prover) neverEntered(place int) bool {
	return p.invariants[place].never || p.proposed[place].never
}

// excluded tells whether the invariants contradict a target wherever it may be met.
func (p *prover) excluded(t *target) (bool, error) {
	for _, s := range t.spots {
		closed, err := p.closed(openPath{place: s.place, conditions: s.conditions})
		if err != nil || !closed {
			return false, err
		}
	}
	return true, nil
}
