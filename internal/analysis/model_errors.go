package analysis

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/sextant-mbt/sextant/internal/crowd"
	"github.com/sextant-mbt/sextant/internal/explore"
	"github.com/sextant-mbt/sextant/internal/model"
	"github.com/sextant-mbt/sextant/internal/prove"
	"github.com/sextant-mbt/sextant/internal/relax"
	"github.com/sextant-mbt/sextant/internal/result"
	"github.com/sextant-mbt/sextant/internal/sts"
)

// What is reached only through model errors. Searches and proofs are about runs without model errors. Where the model has one, what
// they call unreachable is looked at again in a system in which steps with model errors are taken: if a run comes there, it is reached
// only through a model error; if a proof shows that none does, it stays unreachable; else it is not known.

// The search for ways through model errors must not take much longer than that for ways without them.
const (
	errorDepth   = 20
	errorStates  = 1000
	errorQueries = 2000
	errorTime    = 10 * time.Second
)

// errorWays knows what is reached through model errors.
type errorWays struct {
	solver  model.SolverOptions
	strict  *sts.System
	relaxed *sts.System
	errors  []result.Finding // model errors that runs have
	tree    *explore.Tree    // of the relaxed system
	found   map[string]result.Why
}

// findErrorWays searches the relaxed system of a model, if runs have model errors; nil if they have none. Findings are those of a search
// that was made already.
func findErrorWays(ctx context.Context, l *model.Loaded, solver model.SolverOptions, findings []result.Finding) (*errorWays, error) {
	w := &errorWays{solver: solver, strict: l.System, found: map[string]result.Why{}}
	for _, f := range findings {
		if sts.IsModelError(f.Kind) {
			w.errors = append(w.errors, f)
		}
	}
	if len(w.errors) == 0 {
		return nil, nil
	}
	w.relaxed = relax.System(l.Model, l.Path, l.Consts)
	limited, cancel := crowd.WithTimeout(ctx, errorTime)
	defer cancel()
	var err error
	w.tree, err = explore.Run(limited, w.relaxed, w.search(w.relaxed))
	return w, err
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

// correct replaces the reasons of transitions that are called unreachable though a model error leads to them, or may lead to them.
func (w *errorWays) correct(ctx context.Context, tally *result.Tally) error {
	for i := range tally.Missing {
		miss := &tally.Missing[i]
		if w == nil || miss.Status != result.Unreachable {
			continue
		}
		why, err := w.why(ctx, miss.Name)
		if err != nil {
			return err
		}
		if why.Status != "" {
			miss.Why = why
			tally.Unreachable--
		}
	}
	return nil
}

// why returns the status of a transition that no run without model errors takes; the zero one if none with model errors takes it either.
func (w *errorWays) why(ctx context.Context, name string) (result.Why, error) {
	if why, known := w.found[name]; known {
		return why, nil
	}
	var why result.Why
	if through := w.through(name); through != "" {
		why = result.Why{Status: result.OnlyThroughError, Reason: "only through a model error: " + through}
	} else if never, err := w.never(ctx, name); err != nil {
		return why, err
	} else if !never {
		why = result.Why{Status: result.OnlyThroughError,
			Reason: "proved unreachable without model errors; whether one leads to it is not known, such as " + describeError(&w.errors[0])}
	}
	w.found[name] = why
	return why, nil
}

// through describes the model error on a run of the relaxed system to a transition; it is empty if no run is known.
func (w *errorWays) through(name string) string {
	for i, t := range w.relaxed.Transitions() {
		original, _ := relax.Original(t.Name)
		if original == name && w.tree.Hits[i] != nil {
			return w.errorOn(w.tree.Hits[i])
		}
	}
	return ""
}

// mayViolate reports whether an error can occur in a transition, besides the one by which it was found: an else has the errors of the
// guards of its siblings.
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

// errorOn describes the first model error on the path of a state.
func (w *errorWays) errorOn(st *explore.State) string {
	for _, s := range st.Path() {
		name, twin := "", false
		if s.Move != nil {
			name, twin = relax.Original(s.Move.Name)
		}
		if !twin && w.withinBounds(s.Witness().Config) {
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

// never reports whether no run of the relaxed system takes a transition or its twin.
func (w *errorWays) never(ctx context.Context, name string) (bool, error) {
	if w.tree.Stop == result.StopExhausted && len(w.tree.Doubts) == 0 {
		return true, nil
	}
	var targets []*sts.Transition
	for _, t := range w.relaxed.Transitions() {
		if original, _ := relax.Original(t.Name); original == name {
			targets = append(targets, t)
		}
	}
	solver, err := w.solver.Factory(w.relaxed.Store)()
	if err != nil {
		return false, err
	}
	defer solver.Close()
	answers, err := prove.Unreachable(ctx, w.relaxed, targets, solver, prove.Brief(errorQueries))
	for _, a := range answers {
		if !a.Proved {
			return false, err
		}
	}
	return err == nil, err
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
