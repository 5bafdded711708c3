package reach

import (
	"context"
	"fmt"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Watches is a copy of a system with watches: transitions that change nothing, and can be taken where conditions hold. A question about a
// condition then becomes one about a transition.
type Watches struct {
	System *sts.System // Link links it

	original *sts.System
	apart    *sts.Machine // with one location, for conditions that do not depend on a location; nil if there is none
	count    int
}

// Watch returns a copy of a system without watches.
func Watch(s *sts.System) *Watches { return &Watches{System: s.Copy(), original: s} }

// Add adds a watch at a location of a machine, wherever the others are. The condition is over the slots and parameters.
func (w *Watches) Add(machine, location int, params []sts.Param, cond *term.Term) *sts.Transition {
	name := fmt.Sprintf("watch %d", w.count) // no declared name has a space
	t := &sts.Transition{Name: name, Machine: machine, From: location, To: location, Watch: true, Event: true, Params: params, Guard: cond}
	w.count++
	m := w.System.Machines[machine]
	m.Transitions = append(m.Transitions, t)
	return t
}

// Anywhere adds a watch wherever the machines are.
func (w *Watches) Anywhere(cond *term.Term) *sts.Transition {
	if w.apart == nil {
		w.apart = &sts.Machine{Name: "watching machine", Locations: []sts.Location{{Name: "watching"}}}
		w.System.Machines = append(w.System.Machines, w.apart)
	}
	return w.Add(slices.Index(w.System.Machines, w.apart), 0, nil, cond)
}

// Link links the system, after the last watch was added.
func (w *Watches) Link() { w.System.Link() }

// copyOf returns the transition of the copy that stands for one of the original.
func (w *Watches) copyOf(t *sts.Transition) *sts.Transition {
	return w.System.Machines[t.Machine].Transitions[slices.Index(w.original.Machines[t.Machine].Transitions, t)]
}

// Moves returns the moves of the original system that a run takes; it is never nil.
func (w *Watches) Moves(of *run.Witness) []*sts.Move {
	out := []*sts.Move{}
	for _, step := range w.steps(of)[1:] {
		out = append(out, step.Move)
	}
	return out
}

// steps returns the steps of a run without those of watches, as steps of the original system.
func (w *Watches) steps(of *run.Witness) []*run.Witness {
	own := w.original.Moves()
	move := map[*sts.Move]*sts.Move{} // moves without watches have the same order in both
	for _, m := range w.System.Moves() {
		if !slices.ContainsFunc(m.Parts, func(t *sts.Transition) bool { return t.Watch }) {
			move[m] = own[len(move)]
		}
	}
	var out []*run.Witness
	for _, step := range of.Steps() {
		if step.Move == nil || move[step.Move] != nil {
			out = append(out, &run.Witness{Move: move[step.Move], Params: step.Params})
		}
	}
	return out
}

// replay takes the steps of a run in the original system, which has no hidden variables, and hands over the run with what has taken it.
func (w *Watches) replay(ctx context.Context, of *run.Witness, newSolver func() (smt.Solver, error), then func(*run.Witness, *run.Executor) error) error {
	decider := smt.Decider{NewSolver: newSolver}
	defer decider.Close()
	executor := run.NewExecutor(w.original, nil, func(closed *term.Term) (bool, error) { return decider.Decide(ctx, closed) })
	steps := w.steps(of)
	steps[0].Params = steps[0].Params[:min(len(steps[0].Params), len(w.original.Slots))]
	replayed, err := executor.Replay(ctx, nil, steps)
	if err != nil {
		return err
	}
	return then(replayed, executor)
}

// watched is a system with watches for the invariants of answers, or without invariants the system itself.
type watched struct {
	*session
	system  *sts.System
	watches *Watches // nil if there are none
	by      map[*Answer]*sts.Transition
}

// watchInvariants adds watches for violations of the invariants of answers. Where time passes, the instant matters, which a watch does not
// choose.
func (s *session) watchInvariants(open []*Answer) *watched {
	out := &watched{session: s, system: s.System, by: map[*Answer]*sts.Transition{}}
	about := invariants(open)
	if len(about) == 0 || s.System.Timed() {
		return out
	}
	out.watches = Watch(s.System)
	for _, a := range about {
		out.by[a] = out.watches.Anywhere(s.System.Store.Not(s.System.Holds(a.Goal.Invariant)))
	}
	out.watches.Link()
	out.system = out.watches.System
	return out
}

// target is the transition that reaches the goal of an answer; nil if there is none.
func (x *watched) target(a *Answer) *sts.Transition {
	t := a.Goal.Transition
	switch {
	case t == nil:
		return x.by[a]
	case x.watches != nil:
		return x.watches.copyOf(t)
	}
	return t
}

// found notes a run of an engine to the goal of an answer, after the interpreter has taken it in the system of the question.
func (x *watched) found(ctx context.Context, a *Answer, w *run.Witness, by result.SearchEngine) error {
	if x.watches == nil {
		a.reached(by, w)
		return nil
	}
	return x.watches.replay(ctx, w, x.NewSolver, func(w *run.Witness, executor *run.Executor) error {
		if named := a.Goal.Invariant; named != nil {
			if holds, err := executor.Holds(w.Config, x.System.Holds(named)); err != nil || holds {
				return err
			}
			f := w.Violation(x.System, named)
			a.Finding = &f
		}
		a.reached(by, w)
		return nil
	})
}
