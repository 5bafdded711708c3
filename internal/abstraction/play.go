package abstraction

import (
	"context"
	"fmt"

	"github.com/sextant-mbt/sextant/internal/explore"
	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// Playing tests on a system that resolves choices itself (section 4.3 of paper 4). The system is told which event to take, and
// with which parameters the test would like it; it may choose others. Its state is observed after each step. If no choice that
// the model allows leads to that state, the system fails. If another state was reached than the test had planned, the rest of
// the test is computed anew from there: the same events, with the abstract states of the chain. Where the chain goes on by must+
// from the abstract state that was reached, there is always such a rest. Where the system's choice leaves the chain, the system
// has done nothing wrong, but the test has not shown what it was made for, and is inconclusive.

// Subject is a system under test whose state can be observed.
type Subject interface {
	// Start puts the system into an initial state and observes it.
	Start(ctx context.Context) (*sts.Config, error)
	// Do lets the system take an event, if possible with these parameters, and observes the state after it; nil if the system
	// does not take the event.
	Do(ctx context.Context, event *sts.Move, wish []term.Value) (*sts.Config, error)
}

// PlayVerdict is what came of a played test.
type PlayVerdict string

// The verdicts.
const (
	Pass         PlayVerdict = "pass"
	Fail         PlayVerdict = "fail"
	Inconclusive PlayVerdict = "inconclusive"
)

// Played is a test that was played.
type Played struct {
	Verdict  PlayVerdict
	Evidence string           // why it is no pass
	Run      *explore.Witness // what the system did, as far as the model allows it
	Replans  int              // how often the rest was computed anew
}

// player is a test being played.
type player struct {
	*worker
	test    *Test
	subject Subject
	classes *classifier
	space   *space
	plan    []*explore.Witness // the steps to come
	at      int                // steps done
	Played
}

// Play plays a test of a derived system on a subject. The error is about the subject or the environment.
func (s *Session) Play(ctx context.Context, d *Derived, t *Test, subject Subject) (Played, error) {
	w := s.first(ctx)
	p := &player{worker: w, test: t, subject: subject, classes: w.classifier(d.Predicates.Conds), space: d.space, plan: t.Run.Steps()}
	start, err := subject.Start(ctx)
	if err != nil {
		return p.Played, err
	}
	if err := p.begin(start); err != nil {
		return p.Played, err
	}
	for p.Verdict == "" && len(p.plan) > 0 {
		if err := p.step(); err != nil {
			return p.Played, err
		}
	}
	if p.Verdict == "" {
		p.Verdict = Pass
	}
	return p.Played, nil
}

// end gives a verdict.
func (p *player) end(v PlayVerdict, format string, args ...any) error {
	p.Verdict, p.Evidence = v, fmt.Sprintf(format, args...)
	return nil
}

// begin checks the state that the system starts in.
func (p *player) begin(start *sts.Config) error {
	expected, err := p.interpreter.Start(start.Values)
	if err != nil {
		return err
	}
	initial, err := p.interpreter.Holds(start, p.system.Assume)
	if err != nil {
		return err
	}
	p.Run = &explore.Witness{Params: start.Values, Config: start}
	planned := p.plan[0].Config
	p.plan = p.plan[1:]
	if !initial || !expected.Equal(start) {
		return p.end(Fail, "the system starts with {%s}, which is no initial state of the model", formatConfig(p.system, start))
	}
	return p.follow(planned)
}

// follow goes on as planned, or makes a new plan if the system is elsewhere.
func (p *player) follow(planned *sts.Config) error {
	if p.Run.Config.Equal(planned) || len(p.plan) == 0 {
		return nil
	}
	p.Replans++
	plan, reason, err := p.replan()
	if err != nil {
		return err
	}
	if plan == nil {
		return p.end(Inconclusive, "after %d steps the system is at {%s}, from where the test cannot go on: %s", p.at, formatConfig(p.system, p.Run.Config), reason)
	}
	p.plan = plan
	return nil
}

// step lets the system take the next event.
func (p *player) step() error {
	next := p.plan[0]
	after, err := p.subject.Do(p.ctx, next.Move, next.Params)
	if err != nil {
		return err
	}
	here := formatConfig(p.system, p.Run.Config)
	if after == nil {
		return p.end(Fail, "at {%s} the model has %s, and the system does not take it", here, formatEvent(next.Move, next.Params))
	}
	choice, reason, err := p.choiceFor(next, after)
	switch {
	case err != nil:
		return err
	case reason != "":
		return p.end(Inconclusive, "whether the model allows what the system did: %s", reason)
	case choice == nil:
		return p.end(Fail, "at {%s} the system takes %s to {%s}, and the model has no choice that leads there", here, next.Move.Name, formatConfig(p.system, after))
	}
	p.Run, p.plan = choice, p.plan[1:]
	p.at++
	if err := p.compare(); err != nil || p.Verdict != "" {
		return err
	}
	return p.follow(next.Config)
}

// compare ends the test if the system's choice has left the chain.
func (p *player) compare() error {
	target := p.target(p.at - 1)
	if target == nil {
		return nil
	}
	q, err := p.stateOf(p.space, p.classes, p.Run.Config)
	if err != nil {
		return err
	}
	if q != target {
		return p.end(Inconclusive, "after %d steps the system is at {%s}, which is right, but not in %s", p.at, formatConfig(p.system, p.Run.Config), target.Name())
	}
	return nil
}

// choiceFor finds the choice of parameters by which the model goes where the system went; nil if there is none. The text is why
// that is not known.
func (p *player) choiceFor(next *explore.Witness, after *sts.Config) (*explore.Witness, string, error) {
	if as, err := p.interpreter.Extend(p.ctx, p.Run, next.Move, next.Params); err == nil && as.Config.Equal(after) {
		return as, "", nil
	}
	m := next.Move
	fixed := p.constants(p.model.slots, stateValues(p.model.slots, p.Run.Config))
	conjuncts := p.model.substituteAll(p.model.guards[m.ID], fixed)
	for i, v := range p.model.slots {
		value := v
		if u := p.model.updates[m.ID][v]; u != nil {
			value = u
		}
		conjuncts = append(conjuncts, p.store.Eq(p.store.Substitute(value, fixed), p.store.Const(v.Sort(), after.Values[i])))
	}
	answer, err := p.check(conjuncts, params(m))
	if err != nil || answer.Status == smt.Unsat {
		return nil, "", err
	}
	if answer.Status != smt.Sat {
		return nil, answer.Reason, nil
	}
	choice, err := p.interpreter.Extend(p.ctx, p.Run, m, p.row(params(m), answer.Model))
	if err != nil || !choice.Config.Equal(after) {
		return nil, errReplay.Error(), p.ctx.Err()
	}
	return choice, "", nil
}

// row lists the values of variables.
func (w *worker) row(vars []*term.Term, values smt.Model) []term.Value {
	all := complete(vars, values)
	out := make([]term.Value, len(vars))
	for i, v := range vars {
		out[i] = all[v]
	}
	return out
}

// replan finds parameters for the rest of the test from the state that the system is in; nil and a reason if there are none.
func (p *player) replan() ([]*explore.Witness, string, error) {
	state := sts.SymbolicState{Locations: p.Run.Config.Locations}
	for i, v := range p.model.slots {
		state.Store = append(state.Store, p.store.Const(v.Sort(), p.Run.Config.Values[i]))
	}
	var conjuncts []*term.Term
	var chosen [][]*term.Term
	for i, next := range p.plan {
		n, ok := p.nodeStep(&explore.State{Symbolic: state, Depth: p.at + i}, next.Move)
		if !ok {
			return nil, next.Move.Name + " does not start there", nil
		}
		conjuncts = append(conjuncts, n.guard...)
		if target := p.target(p.at + i); target != nil {
			conjuncts = append(conjuncts, join(n.targets, p.applyAll(target.cond, &n.after))...)
		}
		chosen, state = append(chosen, n.params), n.after
	}
	conjuncts = p.store.And(conjuncts...).Conjuncts()
	answer, err := p.check(conjuncts, term.Variables(conjuncts))
	switch {
	case err != nil:
		return nil, "", err
	case answer.Status == smt.Unsat:
		return nil, "no parameters lead along the chain", nil
	case answer.Status != smt.Sat:
		return nil, answer.Reason, nil
	}
	return p.planned(chosen, answer.Model)
}

// target is the abstract state that the chain has after step i of the test; nil before the chain.
func (p *player) target(i int) *State {
	if i < p.test.Prefix || i-p.test.Prefix >= len(p.test.Chain.Steps) {
		return nil
	}
	return p.test.Chain.Steps[i-p.test.Prefix].To
}

// planned runs the rest of the test with the parameters that a model gives.
func (p *player) planned(chosen [][]*term.Term, values smt.Model) ([]*explore.Witness, string, error) {
	run := p.Run
	var plan []*explore.Witness
	for i, next := range p.plan {
		var err error
		if run, err = p.interpreter.Extend(p.ctx, run, next.Move, p.row(chosen[i], values)); err != nil {
			return nil, err.Error(), p.ctx.Err()
		}
		plan = append(plan, run)
	}
	return plan, "", nil
}
