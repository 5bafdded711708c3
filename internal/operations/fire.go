package operations

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/explore"
	"github.com/sextant-mbt/sextant/internal/prove"
	"github.com/sextant-mbt/sextant/internal/result"
	"github.com/sextant-mbt/sextant/internal/run"
	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/statespace"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// Which transitions fire. A short exploration of the keeping system comes first, then proofs for what is left, then a visit of all concrete
// states if these are few, and at last a long exploration. Of a transition that is not known to fire, a run is looked for that fires it and
// breaks an invariant: first a run whose other steps keep the invariants, then any.

// fewStates bounds the explorations before and after the proofs.
const fewStates = 2000

// fire finds out which transitions fire.
func (x *search) fire(ctx context.Context) error {
	x.kept = keep(x.system, nil)
	states := x.options.Explore.States
	err := x.cover(ctx, min(fewStates, states))
	if errors.Is(err, run.ErrNoInitialState) || errors.Is(err, run.ErrAssumed) {
		return x.noStart(ctx)
	}
	for _, attempt := range []func(context.Context) error{
		x.refute,
		x.visit,
		func(ctx context.Context) error { return x.cover(ctx, states) },
	} {
		if err != nil {
			return err
		}
		if len(x.open()) > 0 && ctx.Err() == nil {
			err = unlessOver(ctx, attempt(ctx))
		}
	}
	if err != nil {
		return err
	}
	return unlessOver(ctx, x.breaking(ctx))
}

// unlessOver hides an error that came since the time was up: what was found before counts.
func unlessOver(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// cover explores the keeping system until all open transitions have fired.
func (x *search) cover(ctx context.Context, states int) error {
	if len(x.trees) > 0 && states <= x.trees[0].Size() {
		return nil // that was done
	}
	options := x.options.Explore
	options.Strategy, options.States, options.Enough = explore.Cover, states, wants(x.open())
	if x.allProducts {
		options.Enough = nil
	}
	tree, err := x.explore(ctx, x.kept.System, options)
	if err != nil {
		return err
	}
	x.trees = append(x.trees, tree)
	for _, t := range x.open() {
		if hit := tree.Hits[t.ID]; hit != nil {
			x.fires(ctx, t, hit.Witness())
		}
	}
	coverage := tree.Coverage()
	x.note(coverage.Missing)
	return nil
}

// wants returns what reports whether all of some transitions have been taken by the states of a tree.
func wants(transitions []*sts.Transition) func(*explore.State) bool {
	left := map[int]bool{}
	for _, t := range transitions {
		left[t.ID] = true
	}
	return func(st *explore.State) bool {
		if st.Move != nil {
			for _, t := range st.Move.Parts {
				delete(left, t.ID)
			}
		}
		return len(left) == 0
	}
}

// fires notes that a run of the keeping system fires a transition.
func (x *search) fires(ctx context.Context, t *sts.Transition, w *run.Witness) {
	o := x.index[t.ID]
	own, err := x.replay(ctx, w)
	if err != nil {
		o.Why = result.Why{Status: result.Unknown, Reason: "unknown: " + err.Error()}
		return
	}
	o.Why, o.run = result.Why{Status: result.Covered}, own
}

// note keeps why transitions were not taken.
func (x *search) note(missing []result.Miss) {
	byName := map[string]result.Why{}
	for _, m := range missing {
		byName[m.Name] = m.Why
	}
	for _, t := range x.open() {
		if why, found := byName[t.Name]; found {
			x.index[t.ID].Why = why
		}
	}
}

// refute tries to prove that open transitions never fire: that their guards are never true, or that every step with them has a model error or
// breaks an invariant.
func (x *search) refute(ctx context.Context) error {
	targets := x.open()
	return x.withSolver(func(solver smt.Solver) error {
		answers, err := prove.Unreachable(ctx, x.kept.System, x.kept.of(targets), solver, prove.Brief(x.options.Queries))
		if err != nil {
			return err
		}
		for i, t := range targets {
			if a := &answers[i]; a.Proved {
				x.index[t.ID].Why = proved(a)
			}
		}
		return x.refuteSteps(ctx, solver)
	})
}

// refuteSteps tries to prove of all moves with an open transition that they do not end well.
func (x *search) refuteSteps(ctx context.Context, solver smt.Solver) error {
	var goals []prove.Goal
	begin := map[int]int{} // by transition: its first goal
	for _, t := range x.open() {
		begin[t.ID] = len(goals)
		goals = append(goals, x.stepsWith(t)...)
	}
	if len(goals) == 0 {
		return nil
	}
	answers, err := prove.Impossible(ctx, x.kept.System, goals, x.hints(), solver, prove.Brief(x.options.Queries))
	if err != nil {
		return err
	}
	for _, t := range x.open() {
		mine := answers[begin[t.ID]:][:len(x.stepsWith(t))]
		if !slices.ContainsFunc(mine, func(a prove.Answer) bool { return !a.Proved }) {
			x.index[t.ID].Why = provedAll(mine)
		}
	}
	return nil
}

// stepsWith are the moves that fire a transition, with the conditions under which they do.
func (x *search) stepsWith(t *sts.Transition) []prove.Goal {
	var out []prove.Goal
	for _, m := range x.kept.Moves() {
		if slices.Contains(m.Parts, x.kept.Transitions()[t.ID]) {
			when := slices.Concat(sts.Conditions(m.GuardSafety), m.Conjuncts(), sts.Conditions(m.StepSafety))
			out = append(out, prove.Goal{Move: m, When: when})
		}
	}
	return out
}

// hints are the invariants, which hold in all states of the keeping system.
func (x *search) hints() []*term.Term {
	var out []*term.Term
	for i := range x.system.Invariants {
		out = append(out, x.system.Holds(&x.system.Invariants[i]).Conjuncts()...)
	}
	return out
}

// proved is the status of what was proved impossible.
func proved(a *prove.Answer) result.Why {
	why := result.Proved(a.Method, a.Explain())
	why.Proof = &result.Proof{Method: a.Method, K: a.K, Queries: a.Queries}
	for _, c := range a.Invariant {
		why.Proof.Invariant = append(why.Proof.Invariant, result.Clause{Location: c.Place, Condition: c.Term.String()})
	}
	return why
}

// provedAll is the status of what was proved impossible in each of several ways.
func provedAll(answers []prove.Answer) result.Why {
	if len(answers) == 0 { // no move has it
		return result.Proved(result.ByGraph, "no other machine takes part in it")
	}
	first := proved(&answers[0])
	var texts []string
	for i := range answers {
		if text := answers[i].Explain(); !slices.Contains(texts, text) {
			texts = append(texts, text)
		}
	}
	out := result.Proved(first.Proof.Method, strings.Join(texts, "; "))
	out.Proof = first.Proof
	return out
}

// visit looks for open transitions in all concrete states, if these can be visited.
func (x *search) visit(ctx context.Context) error {
	open := x.open()
	k := keep(x.system, open)
	for _, t := range open {
		k.Invariants = append(k.Invariants, sts.Named{Name: t.Name, Cond: k.Store.Not(k.fired(t)), Span: t.Span})
	}
	space, err := x.enumerate(ctx, k)
	if space == nil || err != nil {
		return err
	}
	for _, f := range space.Findings {
		if f.Invariant == nil {
			continue
		}
		i := slices.IndexFunc(open, func(t *sts.Transition) bool { return t.Name == f.Invariant.Name })
		x.fires(ctx, open[i], f.Run)
	}
	if space.Stop == result.StopExhausted {
		x.note(space.Result().Coverage.Transitions.Missing)
	}
	return nil
}

// enumerate visits the concrete states of a keeping system; nil if they cannot be enumerated.
func (x *search) enumerate(ctx context.Context, k *keeping) (*statespace.Space, error) {
	options := statespace.UsualBounds(k.System)
	options.States = min(options.States, maxConcrete)
	options.Decide = func(closed *term.Term) (bool, error) { return x.decider.Decide(ctx, closed) }
	space, err := statespace.Search(ctx, k.System, options)
	if errors.As(err, new(*statespace.Refusal)) {
		return nil, nil
	}
	if err == nil {
		x.report.States += space.States
	}
	return space, err
}

// maxConcrete bounds the concrete states that are visited.
const maxConcrete = 200_000
