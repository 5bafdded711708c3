package prove

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// BreakingStep is a concrete step that breaks a claim, or an initial state that does.
type BreakingStep struct {
	Before   *sts.Config // it meets the invariants; nil if After is an initial state
	Move     *sts.Move
	Params   []term.Value
	After    *sts.Config     // nil if the step runs into a model error
	Violated *sts.Obligation // the model error
	Assumes  []string        // results of externs that the step assumes, as in "Price(tea) = 0"
}

// errReplay is the error of a solution that the interpreter does not confirm.
var errReplay = errors.New("the solver's example could not be replayed")

// initial checks whether the initial states meet a claim.
func (c *checker) initial(ctx context.Context, k claim) (StepAnswer, error) {
	start, free := c.system.StartSymbolic()
	var holds []*term.Term
	for _, cond := range k.conds {
		holds = append(holds, c.system.Apply(cond, &start))
	}
	values := slices.DeleteFunc(slices.Clone(free), func(v *term.Term) bool { return v == nil })
	return c.settle(ctx, StepAnswer{Claim: k.name}, []*term.Term{c.system.Apply(c.system.Assume, &start), c.store.Not(c.store.And(holds...))}, values,
		func(m smt.Model) (*BreakingStep, error) { return c.start(k, free, m) })
}

// start is the initial state of a solution; it must break the claim.
func (c *checker) start(k claim, free []*term.Term, values smt.Model) (*BreakingStep, error) {
	row := make([]term.Value, len(free))
	for i, v := range free {
		if v != nil {
			row[i] = values[v]
		}
	}
	config, err := c.interpreter.Start(row)
	if err != nil {
		return nil, err
	}
	assumed, err := c.meets(config, c.system.Assume.Conjuncts())
	if err != nil || !assumed {
		return nil, errors.Join(err, errReplay)
	}
	return &BreakingStep{After: config}, c.breaks(config, k)
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
		values := c.system.SlotTerms()
		for _, p := range m.Params {
			values = append(values, p.Term)
		}
		return c.settle(ctx, a, slices.Concat(c.hypothesis, breach, c.determinism(m)), values,
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
	holds, updates := c.store.And(k.conds...), updatesOf(c.system, m)
	if !touches(holds, updates) {
		return nil
	}
	return append(taken(m), c.store.Not(c.store.Substitute(holds, updates)))
}

// modelError is the condition under which a move runs into a model error: in its guard, or after it.
func (c *checker) modelError(m *sts.Move) []*term.Term {
	inGuard := c.store.Not(c.store.And(conditions(m.GuardSafety)...))
	afterwards := c.store.And(append(slices.Clone(m.Conjuncts()), c.store.Not(c.store.And(conditions(m.StepSafety)...)))...)
	return []*term.Term{c.store.Or(inGuard, afterwards)}
}

// determinism says that calls of one extern with equal arguments in one step have equal results.
func (c *checker) determinism(m *sts.Move) []*term.Term {
	var out []*term.Term
	for i, call := range m.Calls {
		for _, other := range m.Calls[:i] {
			if call.Extern != other.Extern {
				continue
			}
			var arguments, results []*term.Term
			for j := range call.Args {
				arguments = append(arguments, c.store.Eq(call.Args[j], other.Args[j]))
			}
			for j := range call.Results {
				results = append(results, c.store.Eq(m.Params[call.Results[j]].Term, m.Params[other.Results[j]].Term))
			}
			out = append(out, c.store.Implies(c.store.And(arguments...), c.store.And(results...)))
		}
	}
	return out
}

// settle queries for a solution and turns the solver's answer into ours; a solution counts if show can replay it.
func (c *checker) settle(ctx context.Context, a StepAnswer, conditions, values []*term.Term, show func(smt.Model) (*BreakingStep, error)) (StepAnswer, error) {
	if a.Reason = boundOf(ctx, nil); a.Reason != "" {
		return a, nil
	}
	answer, err := c.solver.Check(ctx, smt.Query{Conjuncts: c.store.And(conditions...).Conjuncts(), Values: values})
	if a.Reason = boundOf(ctx, nil); a.Reason != "" || err != nil {
		if a.Reason != "" {
			err = nil
		}
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
	s := &BreakingStep{Before: c.before(m, values), Move: m, Params: make([]term.Value, len(m.Params))}
	for i, p := range m.Params {
		s.Params[i] = values[p.Term]
	}
	if ok, err := c.meets(s.Before, c.hypothesis); err != nil || !ok {
		return nil, errors.Join(err, errReplay)
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
		return s, c.breaks(s.After, k)
	}
	return nil, errReplay
}

// before is the state of a solution. Machines that take no part stand in their initial locations; the queue that is read has
// the message that is received.
func (c *checker) before(m *sts.Move, values smt.Model) *sts.Config {
	config := &sts.Config{Locations: c.system.Initial(), Queues: make([]sts.Queue[term.Value], c.system.Queues())}
	for _, t := range m.Parts {
		config.Locations[t.Machine] = t.From
	}
	for _, v := range c.system.SlotTerms() {
		config.Values = append(config.Values, values[v])
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

// meets reports whether a state meets conditions.
func (c *checker) meets(config *sts.Config, conds []*term.Term) (bool, error) {
	for _, cond := range conds {
		if holds, err := c.interpreter.Holds(config, cond); err != nil || !holds {
			return false, err
		}
	}
	return true, nil
}

// breaks is nil if a state does not meet a claim.
func (c *checker) breaks(config *sts.Config, k claim) error {
	holds, err := c.meets(config, k.conds)
	if err == nil && holds {
		err = errReplay
	}
	return err
}

// assumed lists the results of externs in a step.
func (c *checker) assumed(s *BreakingStep) ([]string, error) {
	var out []string
	for i, call := range s.Move.Calls {
		arguments, err := c.interpreter.CallArguments(s.Before, s.Move, s.Params, i)
		if err != nil {
			return nil, err
		}
		var words []string
		for _, p := range call.Extern.Params {
			words = append(words, p.Type.Format(arguments[:p.Type.Size()]))
			arguments = arguments[p.Type.Size():]
		}
		var results []term.Value
		for _, r := range call.Results {
			results = append(results, s.Params[r])
		}
		out = append(out, call.Extern.Name+"("+strings.Join(words, ", ")+") = "+call.Extern.Result.Format(results))
	}
	return out, nil
}
