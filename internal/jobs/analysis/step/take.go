package step

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/jobs/store"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/script"
)

// Take takes a transition. Inputs are values by name, as plain data (see package value) or as a Text; missing values are chosen such
// that the transition can be taken.
func (s *Session) Take(ctx context.Context, transition string, inputs map[string]any) (*result.StepState, error) {
	here := s.here()
	if err := s.findChoices(ctx, here); err != nil {
		return nil, err
	}
	c, reason := choose(here.choices, transition)
	if c == nil {
		return s.refuse(ctx, "%s", reason)
	}
	known, faults := given(s.loaded.System, c.move, fieldsOf(c.move, s.knowledge.Functions), inputs)
	if len(faults) > 0 {
		return s.refuseValues(ctx, faults)
	}
	params, reason, err := s.parameters(ctx, here, c, known)
	if err != nil {
		return nil, err
	}
	if reason != "" {
		return s.refuse(ctx, "%s", reason)
	}
	longer, err := s.executor(ctx).Extend(ctx, here.run, c.move, slices.Clone(params))
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return s.refuse(ctx, "%s cannot be taken: %v", c.Transition, err)
	}
	return s.add(ctx, longer)
}

// add makes the end of a run the current point.
func (s *Session) add(ctx context.Context, longer *run.Witness) (*result.StepState, error) {
	attempt, err := s.here().path.Attempt(ctx, longer.Move, nil, nil)
	if err != nil {
		return nil, err
	}
	s.points = append(s.points[:s.now+1:s.now+1], &point{run: longer, path: attempt})
	s.now++
	return s.State(ctx)
}

// choose finds a choice by the name of its move, or by the name of a transition that is a part of only one move.
func choose(choices []choice, name string) (*choice, string) {
	var names []string
	var parts []*choice
	for i := range choices {
		c := &choices[i]
		if c.Transition == name {
			return c, ""
		}
		names = append(names, c.Transition)
		for _, t := range c.move.Parts {
			if t.Name == name {
				parts = append(parts, c)
			}
		}
	}
	switch {
	case len(parts) == 1:
		return parts[0], ""
	case len(parts) > 1:
		return nil, fmt.Sprintf("%s is a part of several moves; write one of them: %s", name, text.Clip(strings.Join(partNames(parts), ", "), maxNames))
	case len(names) == 0:
		return nil, fmt.Sprintf("%s cannot be taken: nothing can happen here", name)
	}
	if meant := diag.Closest(name, names); meant != "" {
		return nil, fmt.Sprintf("%s cannot be taken here; did you mean %s?", name, meant)
	}
	return nil, fmt.Sprintf("%s cannot be taken here; there are: %s", name, text.Clip(strings.Join(names, ", "), maxNames))
}

// maxNames bounds the names in a message, in characters.
const maxNames = 200

func partNames(parts []*choice) []string {
	var out []string
	for _, c := range parts {
		out = append(out, c.Transition)
	}
	return out
}

// parameters returns values for all parameters of a choice, some of which are known, or the reason why there are none.
func (s *Session) parameters(ctx context.Context, p *point, c *choice, known map[int]*term.Term) ([]term.Value, string, error) {
	if len(known) == 0 && c.Answer == result.StepFeasible {
		return c.params, "", nil
	}
	attempt, answer, err := s.attempt(ctx, p, c.move, known)
	switch {
	case err != nil:
		return nil, "", err
	case answer.Status == smt.Sat:
		return parameters(attempt, answer.Model), "", nil
	case answer.Status != smt.Unsat:
		return nil, fmt.Sprintf("whether %s can be taken is not known: %s", c.Transition, answer.Reason), nil
	}
	core, err := s.finder.Conflict(ctx, attempt)
	if err != nil {
		return nil, "", err
	}
	with := ""
	if len(known) > 0 {
		with = " with these values"
	}
	reason := strings.Join(texts(core.Conditions), "; ")
	if len(core.Conditions) == 1 {
		reason += " does not hold"
	} else {
		reason = "these conditions cannot hold together: " + reason
	}
	return nil, fmt.Sprintf("%s cannot be taken%s: %s", c.Transition, with, reason), nil
}

// Test returns the run as a test that sends its inputs.
func (s *Session) Test() (*result.SuiteTest, error) {
	t := script.Test{Run: s.here().run}
	test, err := store.NewTest(s.loaded.Info(), 0, t.Inputs())
	return &result.SuiteTest{Test: test, Transitions: t.Transitions(), Initial: t.Initial(s.loaded.System), Instants: t.Instants(), Expect: []result.ExpectedStep{},
		Chosen: t.Chosen(), Assumes: t.Assumes(s.knowledge.Functions), Covers: t.Transitions()}, err
}

// Save writes the run to a file as a stored test, for sextant replay.
func (s *Session) Save(ctx context.Context, path string) (*result.StepState, error) {
	if s.now == 0 {
		return s.refuse(ctx, "there is nothing to save: take a step first")
	}
	test, err := s.Test()
	if err == nil {
		err = store.WriteSuiteTest(path, *test)
	}
	if err != nil {
		return s.refuse(ctx, "%v", err)
	}
	state, err := s.State(ctx)
	if err == nil {
		state.Saved = path
	}
	return state, err
}
