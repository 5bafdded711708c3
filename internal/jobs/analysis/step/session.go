// Package step runs a model step by step, under the control of a user. It shows the values of a run next to the terms of its path,
// lists the transitions that can be taken and with which values, and takes them.
//
//	session, err := step.Open(ctx, loaded, backend)
//	state, err := session.Take(ctx, "insert", map[string]any{"x": 200})
//	state, err = session.Undo(ctx)
//	err = session.Save("insert.json")
//
// A request that cannot be fulfilled is not an error: the state is unchanged except for the reason that it gives. Errors come from the
// environment.
package step

import (
	"context"
	"fmt"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/core/path"
	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/engines/conflict"
	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/jobs/model"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Session is one walk through a model. It belongs to one goroutine at a time.
type Session struct {
	loaded    *model.Loaded
	externs   *model.Externs
	finder    conflict.Finder
	knowledge path.Knowledge
	guessers  map[*sts.Move]*run.Guesser
	points    []*point // of the walk, including those that were undone
	now       int      // index of the current point
}

// point is a state of the walk: the run, its path as terms, and the choices there.
type point struct {
	run     *run.Witness
	path    *path.Path
	choices []choice // nil if not yet computed
}

// Open begins a walk in an initial state. Functions of the model are run, if the user allows it.
func Open(ctx context.Context, l *model.Loaded, backend model.Backend) (*Session, error) {
	externs, err := model.OpenExterns(l, backend.Externs, 0)
	if err != nil {
		return nil, err
	}
	search, err := externs.Search(ctx, l, explore.Options{}, backend)
	var solver smt.Solver
	if err == nil {
		solver, err = search.NewSolver()
	}
	if err != nil {
		externs.Close()
		return nil, err
	}
	s := &Session{loaded: l, externs: externs, finder: conflict.Finder{Solver: solver}, guessers: map[*sts.Move]*run.Guesser{},
		knowledge: path.Knowledge{System: l.System, Functions: search.Functions, Contracts: search.Contracts}}
	start, err := s.executor(ctx).FindStart(ctx, solver)
	if err != nil {
		s.Close()
		return nil, err
	}
	s.points = []*point{{run: start, path: path.Begin(s.knowledge)}}
	return s, nil
}

// Close stops the solver and the functions.
func (s *Session) Close() error {
	err := s.finder.Solver.Close()
	if closeErr := s.externs.Close(); err == nil {
		err = closeErr
	}
	return err
}

// executor takes steps as long as ctx lasts.
func (s *Session) executor(ctx context.Context) *run.Executor {
	decide := func(closed *term.Term) (bool, error) { return smt.Decide(ctx, s.finder.Solver, closed, 0) }
	return run.NewExecutor(s.loaded.System, s.knowledge.Functions, decide)
}

func (s *Session) here() *point { return s.points[s.now] }

// State returns the current state of the walk.
func (s *Session) State(ctx context.Context) (*result.StepState, error) {
	here := s.here()
	if err := s.findChoices(ctx, here); err != nil {
		return nil, err
	}
	system := s.loaded.System
	out := &result.StepState{File: s.loaded.Path, Trace: here.run.Trace(system), Location: system.LocationName(here.run.Config.Locations),
		Concrete: notNil(run.Bindings(system, here.run.Config)), Symbolic: notNil(run.Terms(system, here.path.State.Store)), Condition: []string{}, Choices: []result.StepChoice{}}
	for _, c := range here.path.All() {
		out.Condition = append(out.Condition, c.Text())
	}
	for _, c := range here.choices {
		out.Choices = append(out.Choices, c.StepChoice)
	}
	out.Broken = s.broken(ctx, here.run.Config)
	return out, nil
}

func notNil[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// broken lists the invariants that do not hold in a state, or do not hold for as long as time may pass in it.
func (s *Session) broken(ctx context.Context, c *sts.Config) []string {
	var out []string
	executor := s.executor(ctx)
	for i := range s.loaded.System.Invariants {
		inv := &s.loaded.System.Invariants[i]
		if wait, err := executor.BreaksAfter(c, inv, nil); err == nil && wait != nil {
			out = append(out, inv.Name)
		}
	}
	return out
}

// refuse returns the current state with the reason why a request is not fulfilled.
func (s *Session) refuse(ctx context.Context, format string, args ...any) (*result.StepState, error) {
	state, err := s.State(ctx)
	if err == nil {
		state.Error = fmt.Sprintf(format, args...)
	}
	return state, err
}

// refuseValues returns the current state with the values that could not be read.
func (s *Session) refuseValues(ctx context.Context, faults []result.StepFault) (*result.StepState, error) {
	var reasons []string
	for _, f := range faults {
		reasons = append(reasons, f.Message)
	}
	state, err := s.refuse(ctx, "%s", strings.Join(reasons, "; "))
	if err == nil {
		state.Faults = faults
	}
	return state, err
}

// Undo goes one step back.
func (s *Session) Undo(ctx context.Context) (*result.StepState, error) {
	if s.now == 0 {
		return s.refuse(ctx, "there is no step to undo")
	}
	return s.Jump(ctx, s.now-1)
}

// Jump goes to the state after the given number of steps. Steps that were undone remain available until another step is taken.
func (s *Session) Jump(ctx context.Context, to int) (*result.StepState, error) {
	if to < 0 || to >= len(s.points) {
		return s.refuse(ctx, "there is no step %d: the walk has %s", to, text.Count(len(s.points)-1, "step"))
	}
	s.now = to
	return s.State(ctx)
}
