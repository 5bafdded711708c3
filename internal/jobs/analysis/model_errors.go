package analysis

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/sextant-mbt/sextant/internal/analyses/relax"
	"github.com/sextant-mbt/sextant/internal/base/crowd"
	"github.com/sextant-mbt/sextant/internal/base/memory"
	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/engines/reach"
	"github.com/sextant-mbt/sextant/internal/jobs/model"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Transitions reached only through model errors. Searches and proofs consider runs without model errors. If the model has one, the
// transitions that they call unreachable are examined again in a system in which steps with model errors are taken. If a run takes
// such a transition, it is reached only through a model error; if a proof shows that no run does, it stays unreachable; otherwise it
// is unknown.

// The search for runs through model errors must not take much longer than the search for runs without them.
const (
	errorDepth   = 20
	errorStates  = 1000
	errorQueries = 2000
	errorTime    = 10 * time.Second
)

// errorWays finds transitions reached through model errors.
type errorWays struct {
	solver  model.SolverOptions
	strict  *sts.System
	relaxed *sts.System
	memory  *memory.Budget
	errors  []result.Finding // model errors that runs have
	found   map[string]result.Why
	uses    []result.EngineUse // of the relaxed system
}

// findErrorWays builds the relaxed system of a model; it returns nil if runs have no model errors. The findings are those of an earlier
// search.
func findErrorWays(l *model.Loaded, solver model.SolverOptions, memory *memory.Budget, findings []result.Finding) *errorWays {
	w := &errorWays{solver: solver, strict: l.System, memory: memory, found: map[string]result.Why{}}
	for _, f := range findings {
		if sts.IsModelError(f.Kind) {
			w.errors = append(w.errors, f)
		}
	}
	if len(w.errors) == 0 {
		return nil
	}
	w.relaxed = relax.System(l.Model, l.Path, l.Consts)
	return w
}

// modelErrors are the findings of a short search.
func modelErrors(ctx context.Context, l *model.Loaded, solver model.SolverOptions) ([]result.Finding, error) {
	limited, cancel := crowd.WithTimeout(ctx, errorTime)
	defer cancel()
	w := &errorWays{solver: solver}
	tree, err := explore.Run(limited, l.System, w.search(l.System))
	if err != nil {
		return nil, err
	}
	return tree.Result().Findings, nil
}

func (w *errorWays) search(s *sts.System) explore.Options {
	return explore.Options{Depth: errorDepth, States: errorStates, Prune: true, NewSolver: w.solver.Factory(s.Store)}
}

// correct replaces the reasons of transitions that are called unreachable though a model error leads to them, or may lead to them. It adds
// the engines that were asked, for this tally or an earlier one.
func (w *errorWays) correct(ctx context.Context, tally *result.Tally, uses *[]result.EngineUse) error {
	if w == nil {
		return nil
	}
	defer func() { *uses = result.AddUses(*uses, w.uses) }()
	var names []string
	for _, miss := range tally.Missing {
		if _, known := w.found[miss.Name]; !known && miss.Status == result.Unreachable {
			names = append(names, miss.Name)
		}
	}
	if err := w.ask(ctx, names); err != nil {
		return err
	}
	for i := range tally.Missing {
		miss := &tally.Missing[i]
		if why := w.found[miss.Name]; miss.Status == result.Unreachable && why.Status != "" {
			miss.Why = why
			tally.Unreachable--
		}
	}
	return nil
}

// ask decides which of some transitions, or of their twins, are taken by runs of the relaxed system. No run without model errors takes
// them.
func (w *errorWays) ask(ctx context.Context, names []string) error {
	var targets []*sts.Transition
	for _, t := range w.relaxed.Transitions() {
		if original, _ := relax.Original(t.Name); slices.Contains(names, original) {
			targets = append(targets, t)
		}
	}
	tree := w.search(w.relaxed)
	reply, err := reach.Ask(ctx, reach.Question{System: w.relaxed, Goals: reach.Transitions(targets), NewSolver: tree.NewSolver, Tree: &tree, Memory: w.memory,
		Proofs: reach.Brief(errorQueries), States: reach.FewStates, AnyProduct: true, Patience: errorTime})
	if err != nil {
		return err
	}
	for i := range reply.Engines {
		reply.Engines[i].Relaxed = true
	}
	w.uses = result.AddUses(w.uses, reply.Engines)
	for _, name := range names {
		w.found[name] = w.why(name, reply.Answers)
	}
	return nil
}

// why returns the status of a transition, by the answers about it and its twin; the zero one if no run with model errors takes it either.
func (w *errorWays) why(name string, answers []reach.Answer) result.Why {
	open := false
	for i := range answers {
		a := &answers[i]
		if original, _ := relax.Original(a.Goal.Transition.Name); original != name {
			continue
		}
		if a.Run != nil {
			return result.Why{Status: result.OnlyThroughError, Reason: "only through a model error: " + w.errorOn(a.Run)}
		}
		open = open || a.Open()
	}
	if !open {
		return result.Why{}
	}
	return result.Why{Status: result.OnlyThroughError,
		Reason: "proved unreachable without model errors; whether a model error leads to it is unknown, such as " + describeError(&w.errors[0])}
}

// mayViolate reports whether an error can occur in a transition other than the one with which it was found: an else has the errors of
// the guards of its siblings.
func (w *errorWays) mayViolate(name string, f *result.Finding) bool {
	for _, t := range w.strict.Transitions() {
		if t.Name != name {
			continue
		}
		for _, o := range slices.Concat(t.GuardSafety, t.StepSafety) {
			at := o.Span.Position()
			if string(o.Kind) == f.Kind && o.Span.FileName() == f.File && at.Line == f.Line && at.Column == f.Column {
				return true
			}
		}
	}
	return false
}

// errorOn describes the first model error on a run of the relaxed system.
func (w *errorWays) errorOn(of *run.Witness) string {
	for _, s := range of.Steps() {
		name, twin := "", false
		if s.Move != nil {
			name, twin = relax.Original(s.Move.Name)
		}
		if !twin && w.withinBounds(s.Config) {
			continue
		}
		for i := range w.errors {
			if w.errors[i].Transition == name || w.mayViolate(name, &w.errors[i]) {
				return describeError(&w.errors[i])
			}
		}
		return "a step of " + name
	}
	return describeError(&w.errors[0])
}

// withinBounds reports whether every variable has a value of its declared type.
func (w *errorWays) withinBounds(c *sts.Config) bool {
	for i, slot := range w.strict.Slots {
		if !slot.Sort.Contains(c.Values[i]) {
			return false
		}
	}
	return true
}

// describeError names a model error, its transition and its place.
func describeError(f *result.Finding) string {
	out := f.Message
	if f.Transition != "" {
		out += " in " + f.Transition
	}
	if f.File != "" {
		out += fmt.Sprintf(" (%s:%d:%d)", f.File, f.Line, f.Column)
	}
	return out
}
