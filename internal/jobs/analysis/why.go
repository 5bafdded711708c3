package analysis

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/core/path"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/engines/conflict"
	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/jobs/model"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Why decides whether a transition can be taken after a path, and if not, which conditions exclude it. The steps of the path are the
// moves of a tree, with the behaviors of contracts if there are any, as in price[low].
func Why(ctx context.Context, l *model.Loaded, steps []string, transition string, backend model.Backend) (*result.WhyNot, error) {
	externs, err := model.OpenExterns(l, backend.Externs, 0)
	if err != nil {
		return nil, err
	}
	defer externs.Close()
	search, err := externs.Search(ctx, l, explore.Options{}, backend)
	if err != nil {
		return nil, err
	}
	return why(ctx, l.System, search, steps, transition)
}

// why answers with the solver and the externs of a search.
func why(ctx context.Context, s *sts.System, search explore.Options, steps []string, transition string) (*result.WhyNot, error) {
	solver, err := search.NewSolver()
	if err != nil {
		return nil, err
	}
	defer solver.Close()
	w := whyNot{Finder: conflict.Finder{Solver: solver}, path: path.Begin(path.Knowledge{System: s, Functions: search.Functions, Contracts: search.Contracts})}
	for i, step := range steps {
		name, behaviors := splitMove(s, step)
		moves, err := w.moves(name)
		if err != nil {
			return nil, err
		}
		if len(moves) == 0 {
			return &result.WhyNot{Transition: transition, Answer: result.StepInfeasible, Conditions: []result.PathCondition{}, Minimal: true,
				Reason: fmt.Sprintf("the path cannot be followed: in step %d, %s", i+1, w.control(name))}, nil
		}
		attempt, err := w.path.Attempt(ctx, moves[0], nil, behaviors)
		if err != nil {
			return nil, err
		}
		w.path = attempt
	}
	return w.answer(ctx, transition)
}

// splitMove splits the name of a step in a tree into the names of the move and of behaviors.
func splitMove(s *sts.System, step string) (move string, behaviors []string) {
	if slices.ContainsFunc(s.Moves(), func(m *sts.Move) bool { return m.Name == step }) {
		return step, nil
	}
	at := strings.LastIndex(step, "[")
	if at < 0 || !strings.HasSuffix(step, "]") {
		return step, nil
	}
	return step[:at], strings.Split(step[at+1:len(step)-1], ", ")
}

// whyNot explains steps after a path.
type whyNot struct {
	conflict.Finder
	path *path.Path
}

// moves returns the moves with a name that the control allows after the path: those with exactly this name, or if there are none, those
// that contain a transition with this name. An unknown name is an error.
func (w *whyNot) moves(name string) ([]*sts.Move, error) {
	possible := w.path.Possible()
	named := func(m *sts.Move) bool { return m.Name != name }
	if whole := slices.DeleteFunc(slices.Clone(possible), named); len(whole) > 0 {
		return whole, nil
	}
	parts := slices.DeleteFunc(possible, func(m *sts.Move) bool {
		return !slices.ContainsFunc(m.Parts, func(t *sts.Transition) bool { return t.Name == name })
	})
	if len(parts) > 0 || slices.ContainsFunc(w.path.System.Moves(), func(m *sts.Move) bool { return m.Name == name }) {
		return parts, nil
	}
	_, err := model.Find("transition", name, w.path.System.Transitions(), func(t *sts.Transition) string { return t.Name })
	return nil, err
}

// answer decides whether a transition can be taken. For several moves, it returns the answer for the first that can be taken, or if there
// is none, for the first.
func (w *whyNot) answer(ctx context.Context, name string) (*result.WhyNot, error) {
	moves, err := w.moves(name)
	if err != nil {
		return nil, err
	}
	if len(moves) == 0 {
		return &result.WhyNot{Transition: name, Answer: result.StepInfeasible, Conditions: []result.PathCondition{}, Minimal: true, Reason: w.control(name)}, nil
	}
	var first *result.WhyNot
	for _, m := range moves {
		r, err := w.answerMove(ctx, m)
		if err != nil {
			return nil, err
		}
		r.Transition = name
		if r.Answer == result.StepFeasible {
			return r, nil
		}
		if first == nil {
			first = r
		}
	}
	return first, nil
}

// stepAnswers has the answers to queries about steps.
var stepAnswers = map[smt.Status]result.StepAnswer{smt.Sat: result.StepFeasible, smt.Unsat: result.StepInfeasible,
	smt.UpToTables: result.StepUpToTables, smt.Unknown: result.StepUnknown}

func (w *whyNot) answerMove(ctx context.Context, m *sts.Move) (*result.WhyNot, error) {
	attempt, err := w.path.Attempt(ctx, m, nil, nil)
	if err != nil {
		return nil, err
	}
	answer, err := w.Check(ctx, attempt)
	if err != nil {
		return nil, err
	}
	r := &result.WhyNot{Answer: stepAnswers[answer.Status], Reason: answer.Reason, Conditions: []result.PathCondition{}}
	switch answer.Status {
	case smt.Unsat:
		core, err := w.Conflict(ctx, attempt)
		if err != nil {
			return nil, err
		}
		r.Conditions, r.Minimal, r.Reason = plainConditions(core.Conditions), core.Minimal, clash(core, w.path.Depth)
	case smt.UpToTables, smt.Unknown:
		r.Conditions = plainConditions(attempt.Conditions)
	}
	return r, nil
}

func plainConditions(conds []path.Condition) []result.PathCondition {
	out := []result.PathCondition{}
	for _, c := range conds {
		out = append(out, result.PathCondition{Text: c.Text(), Step: c.Step, Transition: c.Transition()})
	}
	return out
}

// clash describes conditions that cannot hold together after a path with the given number of steps.
func clash(core conflict.Core, depth int) string {
	inPath := !slices.ContainsFunc(core.Conditions, func(c path.Condition) bool { return c.Step > depth })
	sentence := "these conditions cannot hold together"
	if len(core.Conditions) == 1 {
		sentence = "this condition cannot hold"
	}
	if inPath {
		return "the path before it cannot be followed: " + sentence
	}
	return sentence
}

// control returns the reason why the locations or queues do not allow a transition.
func (w *whyNot) control(name string) string {
	s := w.path.System
	for _, part := range strings.Split(name, "|") {
		for _, t := range s.Transitions() {
			if t.Name != part {
				continue
			}
			from, at := s.Machines[t.Machine].Locations[t.From].Name, s.Machines[t.Machine].Locations[w.path.State.Locations[t.Machine]].Name
			if from != at {
				return fmt.Sprintf("%s starts in %s, and the path ends in %s", part, from, at)
			}
			if reason := w.queues(t); reason != "" {
				return reason
			}
		}
	}
	return fmt.Sprintf("no other machine is in a location where it can synchronise with %s", name)
}

// queues describes the queue that does not allow a transition; empty if all do.
func (w *whyNot) queues(t *sts.Transition) string {
	if r := t.Receive; r != nil && r.Capacity > 0 && w.path.State.Count(r.Queue) == 0 {
		return fmt.Sprintf("%s takes a message from %s, which is empty", t.Name, r.Name)
	}
	for _, m := range t.Sends {
		if m.Channel.Capacity > 0 && w.path.State.Count(m.Channel.Queue) >= m.Channel.Capacity {
			return fmt.Sprintf("%s sends to %s, which is full", t.Name, m.Channel.Name)
		}
	}
	return ""
}
