package mutate

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// queryWork bounds the work of one query. Those that take more are seldom decided at all, and others wait for them.
var queryWork = smt.WorkIn(time.Second)

// querier sends queries to a solver on behalf of one mutant. Failures of the environment are kept in err; after one, nothing is proved and
// nothing is found.
type querier struct {
	store     *term.Store
	normal    []*term.Term // conditions on the slots of both systems in every state
	check     func(smt.Query) (smt.Answer, error)
	undecided int    // queries that the solver could not decide
	doubt     string // the reason that the solver gives for the last of them
	tables    int    // queries for which no arguments of external functions were found
	err       error
}

// newQuerier makes a querier for the time of a context. Calls of functions that are not known are left out of its queries: any
// result is possible.
func newQuerier(ctx context.Context, original *sts.System, solver smt.Solver, functions run.Functions, answers memory) querier {
	known := map[string]bool{}
	for _, x := range original.Externs {
		known[x.Name] = run.Known(functions, x)
	}
	normal := slices.Concat(original.Normal(original.SlotTerms()), original.Normal(primed(original)))
	return querier{store: original.Store, normal: normal, check: func(q smt.Query) (smt.Answer, error) {
		q.Calls = slices.DeleteFunc(slices.Clone(q.Calls), func(c smt.Call) bool { return !known[c.Function] })
		if len(q.Calls) > 0 {
			return answers.check(ctx, original.Store, solver, q)
		}
		return solver.Check(ctx, q)
	}}
}

// impossible reports whether it is proved that the conditions never hold together.
func (q *querier) impossible(lists ...[]*term.Term) bool {
	return q.send(smt.Query{}, lists...).Status == smt.Unsat
}

// solution finds values that satisfy the conditions; a query that the solver leaves undecided has none.
func (q *querier) solution(query smt.Query, lists ...[]*term.Term) (smt.Model, bool) {
	answer := q.send(query, lists...)
	return answer.Model, answer.Status == smt.Sat
}

// send sends a query about conditions.
func (q *querier) send(query smt.Query, lists ...[]*term.Term) smt.Answer {
	conds, ok := term.Conjoin(lists...)
	switch {
	case q.err != nil:
		return smt.Answer{}
	case !ok:
		return smt.Answer{Status: smt.Unsat}
	case len(conds) == 0:
		return smt.Answer{Status: smt.Sat, Model: smt.Model{}}
	}
	query.Conjuncts, query.Work = sts.Restrict(conds, q.normal), queryWork
	answer, err := q.check(query)
	if q.err = err; err != nil {
		return smt.Answer{}
	}
	switch answer.Status {
	case smt.Unknown:
		q.undecided, q.doubt = q.undecided+1, answer.Reason
	case smt.UpToTables:
		q.tables++
	}
	return answer
}

// forHoudini is send in the form of prove.Check. Queries for values do not count as undecided, since single ones follow.
func (q *querier) forHoudini(query smt.Query) (smt.Answer, error) {
	before := q.undecided
	answer := q.send(query, query.Conjuncts)
	if len(query.Values) > 0 {
		q.undecided = before
	}
	return answer, q.err
}

// taken is a move of one of two systems that are compared, applied to a symbolic state.
type taken struct {
	*sts.SymbolicStep
	cond []*term.Term // guard and obligations: a step that would break one is not taken
}

// Marks of the parameters of the second of two systems. Results of functions always get names of their own, so that those of two systems are
// not assumed equal; congruence states when they are. Choices are the same unless they are marked too.
const (
	unmarked    = ""
	markResults = "'"
	markChoices = "*"
)

// take applies a move. received are the terms of its input; nil makes variables for it.
func take(s *sts.System, m *sts.Move, state *sts.SymbolicState, depth int, received []*term.Term, mark string) taken {
	known := map[int]*term.Term{}
	for i, t := range received {
		known[m.InputArgs[i]] = t
	}
	for i, p := range m.Params {
		if p.Kind == sts.Returned && mark != unmarked || p.Kind == sts.Chosen && mark == markChoices {
			known[i] = s.Store.Var(fmt.Sprintf("%s%s@%d", p.Name, mark, depth+1), p.Sort)
		}
	}
	step := s.Step(m, state, depth, known)
	return taken{step, step.Needs()}
}

// fails is the condition under which the step runs into a model error: in its guard, or after it.
func (t *taken) fails(s *term.Store) *term.Term {
	inGuard := s.Not(s.And(t.GuardSafety...))
	afterwards := s.And(append(slices.Clone(t.Guard), s.Not(s.And(t.Effect().StepSafety...)))...)
	return s.Or(inGuard, afterwards)
}

// failing lists the steps that take the input, or none if channel is empty, and that may run into a model error, with the condition
// under which one of them does.
func failing(s *sts.System, state *sts.SymbolicState, channel string, received []*term.Term, mark string) ([]taken, *term.Term) {
	var steps []taken
	var conds []*term.Term
	for _, m := range s.Possible(nil, state.Locations, state.Count) {
		if channelName(m.Input) != channel || len(m.GuardSafety)+len(m.StepSafety) == 0 {
			continue
		}
		t := take(s, m, state, 0, received, mark)
		if c := t.fails(s.Store); !c.IsFalse() {
			steps, conds = append(steps, t), append(conds, c)
		}
	}
	return steps, s.Store.Or(conds...)
}

// takeAll applies every move that the control allows and that takes the input, or none if channel is empty.
func takeAll(s *sts.System, state *sts.SymbolicState, channel string, depth int, received []*term.Term, mark string) []taken {
	var out []taken
	for _, m := range s.Possible(nil, state.Locations, state.Count) {
		if channelName(m.Input) != channel {
			continue
		}
		if t := take(s, m, state, depth, received, mark); !slices.ContainsFunc(t.cond, (*term.Term).IsFalse) {
			out = append(out, t)
		}
	}
	return out
}

// noneOf is the condition over state and input that no step can be taken, whatever its own parameters are.
func noneOf(s *term.Store, steps []taken) []*term.Term {
	out := make([]*term.Term, len(steps))
	for i := range steps {
		out[i] = s.Not(s.Exists(steps[i].Own(sts.Chosen, sts.Returned), s.And(steps[i].cond...)))
	}
	return out
}

// after is the state after the step.
func (t *taken) after() sts.SymbolicState { return t.Effect().State }

// calls are the calls of functions in the step, for the solver.
func (t *taken) calls() []smt.Call {
	var out []smt.Call
	for _, c := range t.Calls() {
		out = append(out, smt.Call{Function: c.Extern.Name, Args: c.Args, Results: c.Results})
	}
	return out
}

// payload makes a variable for each scalar of an input channel; nil without channel.
func payload(s *term.Store, c *sts.Channel, depth int) []*term.Term {
	if c == nil {
		return nil
	}
	var out []*term.Term
	for i, t := range c.Payload {
		for _, leaf := range t.Leaves() {
			out = append(out, s.Var(fmt.Sprintf("%s.%d%s@%d", c.Name, i+1, leaf.Path, depth+1), leaf.Sort))
		}
	}
	return out
}

func channelName(c *sts.Channel) string {
	if c == nil {
		return ""
	}
	return c.Name
}

// sameChannels reports whether messages are sent on the same channels, in order.
func sameChannels(a, b []sts.Message) bool {
	return slices.EqualFunc(a, b, func(m, n sts.Message) bool { return m.Channel.Name == n.Channel.Name })
}

// control names the control of a system: locations and numbers of waiting messages.
func control[T any](locations []int, queues []sts.Queue[T]) string {
	text := fmt.Sprint(locations)
	for _, q := range queues {
		text += fmt.Sprint(" ", q.Count)
	}
	return text
}
