package abstraction

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Playing tests on a system that resolves choices itself (section 4.3 of paper 4). The system gets the event to take, and the parameters that
// the test prefers; it may choose others. Its state is observed after each step. If no choice that the model allows leads to that state, the
// system fails. If another state was reached than the test had planned, the rest of the test is computed again from there: the same events,
// with the abstract states of the chain. Where the chain continues by must+ from the abstract state that was reached, there is always such a
// rest. Where the system's choice leaves the chain, the system is not at fault, but the test misses its goal, and is inconclusive.

// Subject is a system under test whose state can be observed.
type Subject interface {
	// Start puts the system into an initial state and observes it.
	Start(ctx context.Context) (*sts.Config, error)
	// Do makes the system take an event, if possible with these parameters, and observes the state after it; nil if the system does not take the
	// event.
	Do(ctx context.Context, event *sts.Move, wish []term.Value) (*sts.Config, error)
}

// Played is a test that was played.
type Played struct {
	Verdict  result.Verdict
	Evidence string       // why the verdict is not pass
	Run      *run.Witness // the steps of the system, as far as the model allows them
	Replans  int          // how many times the rest was computed again
}

// player is a test being played.
type player struct {
	worker  *worker
	model   *model
	test    *Test
	subject Subject
	classes *classifier
	space   *space
	plan    []*run.Witness // the steps to come
	at      int            // steps done
	played  Played
}

// Playing begins the phase in which the given number of tests is played, for progress reports.
func (s *Session) Playing(tests int) { s.meter.begin(PlayingTests, tests) }

// Play plays a test of a derived system on a subject. The error concerns the subject or the environment.
func (s *Session) Play(ctx context.Context, d *Derived, t *Test, subject Subject) (Played, error) {
	w, space := s.worker(ctx), d.Abstraction.space
	p := &player{worker: w, model: s.model, test: t, subject: subject, classes: w.classifier(space.conds), space: space, plan: t.Run.Steps()}
	start, err := subject.Start(ctx)
	if err == nil {
		err = p.begin(ctx, start)
	}
	for err == nil && p.played.Verdict == "" && len(p.plan) > 0 {
		err = p.step(ctx)
	}
	if err == nil && p.played.Verdict == "" {
		p.played.Verdict = result.Pass
	}
	s.end(w)
	s.meter.done()
	return p.played, err
}

// end gives a verdict.
func (p *player) end(v result.Verdict, format string, args ...any) error {
	p.played.Verdict, p.played.Evidence = v, fmt.Sprintf(format, args...)
	return nil
}

// format writes a state.
func (p *player) format(c *sts.Config) string { return run.FormatValues(p.model.system, c) }

// begin checks the state that the system starts in.
func (p *player) begin(ctx context.Context, start *sts.Config) error {
	p.played.Run = &run.Witness{Params: start.Values, Config: start}
	planned := p.plan[0].Config
	p.plan = p.plan[1:]
	expected, err := p.worker.executor.Begin(start.Values)
	switch {
	case err != nil && !errors.Is(err, run.ErrAssumed) && !errors.As(err, new(*run.ErrBadStart)):
		return err
	case err != nil || !expected.Config.Equal(start):
		return p.end(result.Fail, "the system starts with {%s}, which is no initial state of the model", p.format(start))
	}
	return p.follow(ctx, planned)
}

// follow continues the plan, or makes a new plan if the system is in another state than planned.
func (p *player) follow(ctx context.Context, planned *sts.Config) error {
	if p.played.Run.Config.Equal(planned) || len(p.plan) == 0 {
		return nil
	}
	p.played.Replans++
	plan, reason, err := p.replan(ctx)
	if err != nil {
		return err
	}
	if plan == nil {
		return p.end(result.Inconclusive, "after %d steps the system is at {%s}, from where the test cannot go on: %s", p.at, p.format(p.played.Run.Config), reason)
	}
	p.plan = plan
	return nil
}

// step lets the system take the next event.
func (p *player) step(ctx context.Context) error {
	next := p.plan[0]
	after, err := p.subject.Do(ctx, next.Move, next.Params)
	if err != nil {
		return err
	}
	here := p.format(p.played.Run.Config)
	if after == nil {
		return p.end(result.Fail, "at {%s} the model has %s, and the system does not take it", here, formatEvent(next.Move, next.Params))
	}
	choice, reason, err := p.choiceFor(ctx, next, after)
	switch {
	case err != nil:
		return err
	case reason != "":
		return p.end(result.Inconclusive, "whether the model allows what the system did: %s", reason)
	case choice == nil:
		return p.end(result.Fail, "at {%s} the system takes %s to {%s}, and the model has no choice that leads there", here, next.Move.Name, p.format(after))
	}
	p.played.Run, p.plan = choice, p.plan[1:]
	p.at++
	if err := p.compare(); err != nil || p.played.Verdict != "" {
		return err
	}
	return p.follow(ctx, next.Config)
}

// compare ends the test if the system's choice has left the chain.
func (p *player) compare() error {
	target := p.target(p.at - 1)
	if target == nil {
		return nil
	}
	q, err := p.worker.stateOf(p.space, p.classes, p.played.Run.Config)
	if err != nil {
		return err
	}
	if q != target {
		return p.end(result.Inconclusive, "after %d steps the system is at {%s}, which is right, but not in %s", p.at, p.format(p.played.Run.Config), target.Name())
	}
	return nil
}

// choiceFor finds the parameters with which the model reaches the state of the system; nil if there are none. The text is the reason if that
// is unknown.
func (p *player) choiceFor(ctx context.Context, next *run.Witness, after *sts.Config) (*run.Witness, string, error) {
	executor := p.worker.executor
	if as, err := executor.Extend(ctx, p.played.Run, next.Move, slices.Clone(next.Params)); err == nil && as.Config.Equal(after) {
		return as, "", nil
	}
	n, ok := p.model.from(p.here(), next.Move)
	if !ok || !slices.Equal(n.after.Locations, after.Locations) {
		return nil, "", nil
	}
	conjuncts := n.needs
	for i, v := range p.model.system.Constant(after).Store {
		conjuncts = append(conjuncts, p.worker.store.Eq(n.after.Store[i], v))
	}
	answer, err := p.worker.check(ctx, conjuncts, n.params)
	if err != nil || answer.Status == smt.Unsat {
		return nil, "", err
	}
	if answer.Status != smt.Sat {
		return nil, answer.Reason, nil
	}
	choice, err := executor.Extend(ctx, p.played.Run, n.move, run.Values(answer.Model, n.params, run.DefaultParams(n.move)))
	if err != nil || !choice.Config.Equal(after) {
		return nil, errReplay.Error(), ctx.Err()
	}
	return choice, "", nil
}

// here returns the state of the system.
func (p *player) here() *source {
	return &source{state: p.model.system.Constant(p.played.Run.Config)}
}

// replan finds parameters for the rest of the test from the state that the system is in; nil and a reason if there are none.
func (p *player) replan(ctx context.Context) ([]*run.Witness, string, error) {
	src := p.here()
	var conjuncts []*term.Term
	var steps []*step
	for i, next := range p.plan {
		n, ok := p.model.from(src, next.Move)
		if !ok {
			return nil, next.Move.Name + " does not start there", nil
		}
		if target := p.target(p.at + i); target != nil {
			conjuncts = append(conjuncts, p.model.into(n, target)...)
		} else {
			conjuncts = append(conjuncts, n.needs...)
		}
		steps, src = append(steps, n), &source{state: n.after, depth: src.depth + 1}
	}
	conjuncts = p.worker.store.And(conjuncts...).Conjuncts()
	answer, err := p.worker.check(ctx, conjuncts, term.Variables(conjuncts))
	switch {
	case err != nil:
		return nil, "", err
	case answer.Status == smt.Unsat:
		return nil, "no parameters lead along the chain", nil
	case answer.Status != smt.Sat:
		return nil, answer.Reason, nil
	}
	return p.planned(ctx, steps, answer.Model)
}

// target returns the abstract state that the chain has after step i of the test; nil before the chain.
func (p *player) target(i int) *State {
	if i < p.test.Prefix || i-p.test.Prefix >= len(p.test.Chain.Steps) {
		return nil
	}
	return p.test.Chain.Steps[i-p.test.Prefix].To
}

// planned runs the rest of the test with the parameters that a model gives.
func (p *player) planned(ctx context.Context, steps []*step, values smt.Model) ([]*run.Witness, string, error) {
	plan := make([]*run.Witness, len(steps))
	for i, n := range steps {
		plan[i] = &run.Witness{Move: n.move, Params: run.Values(values, n.params, run.DefaultParams(n.move))}
	}
	end, err := p.worker.executor.Replay(ctx, p.played.Run, plan)
	if err != nil {
		return nil, err.Error(), ctx.Err()
	}
	return end.Steps()[p.at+1:], "", nil
}
