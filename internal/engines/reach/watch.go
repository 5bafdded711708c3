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

// Watches is a copy of a system with watches: transitions that change nothing, and can be taken where conditions hold. What is to be known of a
// condition is then asked about a transition.
type Watches struct {
	System *sts.System // Link links it

	original *sts.System
	count    int
}

// Watch returns a copy of a system without watches.
func Watch(s *sts.System) *Watches { return &Watches{System: s.Copy(), original: s} }

// Add adds a watch at a location of the first machine, wherever the others are. The condition is over the slots and parameters.
func (w *Watches) Add(location int, params []sts.Param, cond *term.Term) *sts.Transition {
	t := &sts.Transition{Name: fmt.Sprintf("watch %d", w.count), From: location, To: location, Event: true, Params: params, Guard: cond} // no declared name has a space
	w.count++
	first := w.System.Machines[0]
	first.Transitions = append(first.Transitions, t)
	return t
}

// Link links the system, after the last watch was added.
func (w *Watches) Link() { w.System.Link() }

// steps returns the steps of a run without those of watches, as steps of the original system.
func (w *Watches) steps(of *run.Witness) []*run.Witness {
	own := w.original.Moves()
	move := map[*sts.Move]*sts.Move{} // moves without watches have the same order in both
	for _, m := range w.System.Moves() {
		if !slices.ContainsFunc(m.Parts, w.isWatch) {
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

func (w *Watches) isWatch(t *sts.Transition) bool {
	return t.Machine == 0 && slices.Index(w.System.Machines[0].Transitions, t) >= len(w.original.Machines[0].Transitions)
}

// watched is a system with watches for the invariants of answers, or without invariants the system itself.
type watched struct {
	*session
	system  *sts.System
	watches *Watches // nil if there are none
	by      map[*Answer][]*sts.Transition
}

// watchInvariants watches for what breaks the invariants of answers. Where time passes, the instant matters, which a watch does not choose.
func (s *session) watchInvariants(open []*Answer) *watched {
	out := &watched{session: s, system: s.System, by: map[*Answer][]*sts.Transition{}}
	about := invariants(open)
	if len(about) == 0 || s.System.Timed() {
		return out
	}
	out.watches = Watch(s.System)
	for _, a := range about {
		broken := s.System.Store.Not(s.System.Holds(a.Goal.Invariant))
		for location := range s.System.Machines[0].Locations {
			out.by[a] = append(out.by[a], out.watches.Add(location, nil, broken))
		}
	}
	out.watches.Link()
	out.system = out.watches.System
	return out
}

// targets are the transitions that reach the goal of an answer.
func (x *watched) targets(a *Answer) []*sts.Transition {
	t := a.Goal.Transition
	switch {
	case t == nil:
		return x.by[a]
	case x.watches != nil: // its copy
		t = x.system.Machines[t.Machine].Transitions[slices.Index(x.System.Machines[t.Machine].Transitions, t)]
	}
	return []*sts.Transition{t}
}

// found notes a run to the goal of an answer, after the interpreter has taken it in the system that was asked about.
func (x *watched) found(ctx context.Context, a *Answer, w *run.Witness) error {
	if x.watches != nil {
		decider := smt.Decider{NewSolver: x.NewSolver}
		defer decider.Close()
		decide := func(closed *term.Term) (bool, error) { return decider.Decide(ctx, closed) }
		executor := run.NewExecutor(x.System, nil, decide)
		var err error
		if w, err = executor.Replay(ctx, nil, x.watches.steps(w)); err != nil {
			return err
		}
		if named := a.Goal.Invariant; named != nil {
			if holds, err := executor.Holds(w.Config, x.System.Holds(named)); err != nil || holds {
				return err
			}
			f := w.Violation(x.System, named)
			a.Finding = &f
		}
	}
	a.reached(result.ConcolicEngine, w)
	return nil
}
