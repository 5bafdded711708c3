package prove

import (
	"context"
	"errors"
	"math/big"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// BreakingStep is a concrete step that breaks a claim, or an initial state that does.
type BreakingStep struct {
	Before   *sts.Config // it meets the invariants; nil if After is an initial state
	Move     *sts.Move
	Params   []term.Value
	After    *sts.Config     // nil if the step runs into a model error; an initial state may be one that is wrong
	Wait     *big.Rat        // the time after which an invariant does not hold there
	Violated *sts.Obligation // the model error
	Assumes  []string        // results of externs that the step assumes, as in "Price(tea) = 0"
}

// errReplay is the error of a solution that the interpreter does not confirm.
var errReplay = errors.New("the solver's example could not be replayed")

// initial checks whether the initial states meet a claim.
func (c *checker) initial(ctx context.Context, k claim) (StepAnswer, error) {
	if k.named == nil {
		return c.initialTypes(ctx, k)
	}
	start, free := c.system.StartSymbolic()
	breach := []*term.Term{c.system.Apply(c.system.Assume, &start), c.store.Not(c.system.Apply(k.holds, &start))}
	values := slices.DeleteFunc(slices.Clone(free), func(v *term.Term) bool { return v == nil })
	return c.settle(ctx, StepAnswer{Claim: k.name}, breach, values, func(m smt.Model) (*BreakingStep, error) {
		config, err := c.interpreter.Start(run.Values(m, free, run.DefaultStart(c.system)))
		if err != nil {
			return nil, err
		}
		return (&BreakingStep{After: config}).late(c, k, c.must(config, c.system.Assume))
	})
}

// late computes the time after which an invariant does not hold in the state after the step.
func (s *BreakingStep) late(c *checker, k claim, err error) (*BreakingStep, error) {
	if err != nil {
		return nil, err
	}
	if s.Wait, err = c.interpreter.BreaksAfter(s.After, k.named, nil); err == nil && s.Wait == nil {
		err = errReplay
	}
	return s, err
}

// initialTypes checks whether every variable has an initial value within its type, whatever the frozen constants are.
func (c *checker) initialTypes(ctx context.Context, k claim) (StepAnswer, error) {
	_, free := c.system.StartSymbolic()
	var ways []*term.Term
	for _, conditions := range c.system.StartErrors() {
		ways = append(ways, c.store.And(conditions...))
	}
	breach := []*term.Term{c.store.Or(ways...)}
	return c.settle(ctx, StepAnswer{Claim: k.name}, breach, term.Variables(breach), func(m smt.Model) (*BreakingStep, error) {
		config, err := c.interpreter.Start(run.Values(m, free, run.DefaultStart(c.system)))
		if err != nil {
			return nil, err
		}
		violated, err := c.interpreter.StartError(config)
		if err == nil && violated == nil {
			err = errReplay
		}
		return &BreakingStep{After: config, Violated: violated}, err
	})
}

// move checks whether a move keeps a claim.
func (c *checker) move(ctx context.Context, k claim, m *sts.Move) (StepAnswer, error) {
	a := StepAnswer{Claim: k.name, Move: m}
	breach := c.breach(k, m)
	switch {
	case c.neverBegins(m):
		a.Status, a.Reason = Proved, NeverBegins
	case breach == nil:
		a.Status, a.Reason = Proved, Untouched
	default:
		values := slices.Concat(c.system.SlotTerms(), sts.ParamTerms(m.Params))
		return c.settle(ctx, a, c.system.InNormalForm(slices.Concat(c.hypothesis, m.Standing(), breach, c.determinism(m))), values,
			func(model smt.Model) (*BreakingStep, error) { return c.replay(k, m, model) })
	}
	return a, nil
}

// breach is the condition under which a move can be taken and a claim does not hold after it; nil if the move changes nothing that
// the claim mentions.
func (c *checker) breach(k claim, m *sts.Move) []*term.Term {
	if k.named == nil {
		return c.modelError(m)
	}
	updates := c.system.Assigned(m.Updates)
	if !touches(k.holds, updates) {
		return nil
	}
	return append(Premises(m), c.store.Not(c.store.Substitute(k.holds, updates)))
}

// modelError is the condition under which a move runs into a model error: in its guard, or after it.
func (c *checker) modelError(m *sts.Move) []*term.Term {
	inGuard := c.store.Not(c.store.And(conditions(m.GuardSafety)...))
	afterwards := c.store.And(append(slices.Clone(m.Conjuncts()), c.store.Not(c.store.And(conditions(m.StepSafety)...)))...)
	return []*term.Term{c.store.Or(inGuard, afterwards)}
}

// determinism is the condition that calls of one extern with equal arguments in one step have equal results.
func (c *checker) determinism(m *sts.Move) []*term.Term {
	var calls []sts.SymbolicCall
	for _, call := range m.Calls {
		calls = append(calls, sts.SymbolicCall{Extern: call.Extern, Args: call.Args, Results: term.Pick(sts.ParamTerms(m.Params), call.Results)})
	}
	var out []*term.Term
	for i := range calls {
		out = append(out, Congruence(c.store, calls[i:i+1], calls[:i])...)
	}
	return out
}

// Congruence is the condition that calls of one function, from two lists, with equal arguments have equal results.
func Congruence(s *term.Store, first, second []sts.SymbolicCall) []*term.Term {
	var out []*term.Term
	for _, c := range first {
		for _, d := range second {
			if c.Extern.Name == d.Extern.Name {
				out = append(out, s.Or(Differ(s, c.Args, d.Args), s.Not(Differ(s, c.Results, d.Results))))
			}
		}
	}
	return out
}

// Differ is the condition that two rows of terms are not the same.
func Differ(s *term.Store, a, b []*term.Term) *term.Term {
	parts := make([]*term.Term, len(a))
	for i := range a {
		parts[i] = s.Not(s.Eq(a[i], b[i]))
	}
	return s.Or(parts...)
}

// settle queries for a solution and converts the solver's answer; a solution counts if show can replay it.
func (c *checker) settle(ctx context.Context, a StepAnswer, conditions, values []*term.Term, show func(smt.Model) (*BreakingStep, error)) (StepAnswer, error) {
	if a.Reason = boundOf(ctx, nil); a.Reason != "" {
		return a, nil
	}
	answer, err := c.solver.Check(ctx, smt.Query{Conjuncts: c.store.And(conditions...).Conjuncts(), Values: values})
	if a.Reason = boundOf(ctx, nil); a.Reason != "" {
		return a, nil
	}
	if err != nil {
		return a, err
	}
	switch answer.Status {
	case smt.Unsat:
		a.Status = Proved
	case smt.Sat:
		if a.Step, err = show(answer.Model); err != nil {
			a.Step, a.Reason, a.Detail = nil, NotReplayed, err.Error()
		} else {
			a.Status = Broken
		}
	default:
		a.Reason, a.Detail = Undecided, answer.Reason
	}
	return a, nil
}

// replay takes the step of a solution: from a state that meets the hypothesis, to a model error or a state that breaks the claim.
func (c *checker) replay(k claim, m *sts.Move, values smt.Model) (*BreakingStep, error) {
	s := &BreakingStep{Before: c.before(m, values), Move: m, Params: run.Values(values, sts.ParamTerms(m.Params), run.DefaultParams(m))}
	if err := c.must(s.Before, slices.Concat(c.hypothesis, c.system.Normal(c.system.SlotTerms()))...); err != nil {
		return nil, err
	}
	done, err := c.interpreter.Try(s.Before, m, s.Params)
	if err != nil {
		return nil, err
	}
	if s.Assumes, err = c.assumed(s); err != nil {
		return nil, err
	}
	s.After, s.Violated = done.Next, done.Violated
	switch {
	case k.named == nil && done.Outcome == sts.Unsafe:
		return s, nil
	case k.named != nil && done.Outcome == sts.Done:
		return s.late(c, k, nil)
	}
	return nil, errReplay
}

// before is the state of a solution. Machines that take no part are at the locations that conditions require, or else at their initial
// locations; the queue that is read contains the received message.
func (c *checker) before(m *sts.Move, values smt.Model) *sts.Config {
	config := &sts.Config{Queues: make([]sts.Queue[term.Value], c.system.Queues())}
	config.Values = run.Values(values, c.system.SlotTerms(), run.DefaultStart(c.system))
	config.Locations = c.system.Located(config.Values, c.system.Initial())
	for _, t := range m.Parts {
		config.Locations[t.Machine] = t.From
	}
	if m.Dequeue != nil {
		queue := &config.Queues[m.Dequeue.Queue]
		queue.Count = 1
		for _, a := range m.DequeueArgs {
			queue.Items = append(queue.Items, values[m.Params[a].Term])
		}
	}
	return config
}

// must returns an error if a state does not meet conditions.
func (c *checker) must(config *sts.Config, conditions ...*term.Term) error {
	for _, cond := range conditions {
		if holds, err := c.interpreter.Holds(config, cond); err != nil || !holds {
			return errors.Join(err, errReplay)
		}
	}
	return nil
}

// assumed lists the results of externs in a step.
func (c *checker) assumed(s *BreakingStep) ([]string, error) {
	var out []string
	w := &run.Witness{Move: s.Move, Params: s.Params}
	for i := range s.Move.Calls {
		arguments, err := c.interpreter.CallArguments(s.Before, s.Move, s.Params, i)
		if err != nil {
			return nil, err
		}
		w.Calls = append(w.Calls, arguments)
		call := w.Call(i)
		out = append(out, call.Extern+"("+strings.Join(call.Args, ", ")+") = "+call.Result)
	}
	return out, nil
}
