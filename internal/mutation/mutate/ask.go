package mutate

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// asker asks a solver about conditions. Trouble with the environment is kept in err, and every answer after it is no.
type asker struct {
	ctx    context.Context
	store  *term.Store
	solver smt.Solver
	real   map[string]bool // functions whose results are known, by name; of others any result is possible
	err    error
}

// impossible tells whether it is proved that the conditions never hold together.
func (a *asker) impossible(lists ...[]*term.Term) bool {
	conds, ok := term.Conjoin(lists...)
	if !ok {
		return true
	}
	return len(conds) > 0 && a.check(smt.Query{Conjuncts: conds}).Status == smt.Unsat
}

// solution finds values that satisfy the conditions; what the solver leaves open has none.
func (a *asker) solution(q smt.Query, lists ...[]*term.Term) (smt.Model, bool) {
	conds, ok := term.Conjoin(lists...)
	if !ok {
		return nil, false
	}
	if len(conds) == 0 {
		return smt.Model{}, a.err == nil
	}
	q.Conjuncts = conds
	answer := a.check(q)
	return answer.Model, answer.Status == smt.Sat
}

func (a *asker) check(q smt.Query) smt.Answer {
	if a.err != nil {
		return smt.Answer{}
	}
	q.Calls = slices.DeleteFunc(slices.Clone(q.Calls), func(c smt.Call) bool { return !a.real[c.Function] })
	answer, err := a.solver.Check(a.ctx, q)
	a.err = err
	return answer
}

// differ is the condition that two rows of terms are not the same.
func differ(s *term.Store, a, b []*term.Term) *term.Term {
	parts := make([]*term.Term, len(a))
	for i := range a {
		parts[i] = s.Not(s.Eq(a[i], b[i]))
	}
	return s.Or(parts...)
}

// taken is a move of one of two systems that are compared, applied to a symbolic state.
type taken struct {
	system  *sts.System
	move    *sts.Move
	params  []*term.Term
	cond    []*term.Term // guard and obligations: a step that would break one is not taken
	effect  sts.SymbolicEffect
	private []*term.Term // the parameters that are not received
	state   *sts.SymbolicState
}

// Marks of the parameters of the second of two systems. Results of functions always get names of their own, so that those of
// two systems are not taken for equal; congruence says when they are. Choices are the same unless they are marked too.
const (
	unmarked    = ""
	markResults = "'"
	markChoices = "*"
)

// take applies a move. received are the terms of its input.
func take(s *sts.System, m *sts.Move, state *sts.SymbolicState, step int, received []*term.Term, mark string) taken {
	known := map[int]*term.Term{}
	for i, a := range m.InputArgs {
		if received != nil {
			known[a] = received[i]
		}
	}
	for i, p := range m.Params {
		if p.Kind == sts.Returned && mark != unmarked || p.Kind == sts.Chosen && mark == markChoices {
			known[i] = s.Store.Var(fmt.Sprintf("%s%s@%d", p.Name, mark, step+1), p.Sort)
		}
	}
	begun := s.BeginWith(m, state, step, known)
	t := taken{system: s, move: m, params: begun.Params, effect: *begun.Effect(), state: state}
	for _, list := range [][]*term.Term{begun.Guard, begun.GuardSafety, t.effect.StepSafety} {
		t.cond = append(t.cond, list...)
	}
	received = append([]*term.Term(nil), received...)
	for i, p := range begun.Params {
		if p.Op() == term.OpVar && m.Params[i].Kind != sts.Dequeued && !slices.Contains(received, p) {
			t.private = append(t.private, p)
		}
	}
	return t
}

// possible is the condition over state and input that the move can be taken, whatever its own parameters are.
func (t *taken) possible() *term.Term {
	s := t.system.Store
	return s.Exists(t.private, s.And(t.cond...))
}

// outputChannels names what the move sends, in order.
func (t *taken) outputChannels() string {
	var b strings.Builder
	for _, m := range t.move.Outputs {
		b.WriteString(m.Channel.Name + " ")
	}
	return b.String()
}

// calls are the calls of functions in the step, for the solver.
func (t *taken) calls() []smt.Call {
	var out []smt.Call
	for i, c := range t.move.Calls {
		call := smt.Call{Function: c.Extern.Name, Args: t.effect.Calls[i]}
		for _, r := range c.Results {
			call.Results = append(call.Results, t.params[r])
		}
		out = append(out, call)
	}
	return out
}

// congruence says of two moves that equal calls of a function have equal results.
func congruence(a, b *taken) []*term.Term {
	var out []*term.Term
	s := a.system.Store
	for i, c := range a.move.Calls {
		for k, d := range b.move.Calls {
			if c.Extern.Name != d.Extern.Name {
				continue
			}
			var results, others []*term.Term
			for n := range c.Results {
				results = append(results, a.params[c.Results[n]])
				others = append(others, b.params[d.Results[n]])
			}
			out = append(out, s.Or(differ(s, a.effect.Calls[i], b.effect.Calls[k]), s.Not(differ(s, results, others))))
		}
	}
	return out
}

// payload makes a variable for each scalar of an input channel.
func payload(s *term.Store, c *sts.Channel, step int) []*term.Term {
	var out []*term.Term
	for i, t := range c.Payload {
		for _, leaf := range t.Leaves() {
			out = append(out, s.Var(fmt.Sprintf("%s.%d%s@%d", c.Name, i+1, leaf.Path, step+1), leaf.Sort))
		}
	}
	return out
}

// takeAll applies every move that the control allows and that takes the input, or none if channel is empty.
func takeAll(s *sts.System, state *sts.SymbolicState, channel string, step int, received []*term.Term, mark string) []taken {
	var out []taken
	for _, m := range s.Possible(nil, state.Locations, state.Count) {
		if m.Input == nil && channel == "" || m.Input != nil && m.Input.Name == channel {
			t := take(s, m, state, step, received, mark)
			if _, ok := term.Conjoin(t.cond); ok {
				out = append(out, t)
			}
		}
	}
	return out
}

// control names where a system is: locations and numbers of waiting messages.
func control[T any](locations []int, queues []sts.Queue[T]) string {
	text := fmt.Sprint(locations)
	for _, q := range queues {
		text += fmt.Sprint(" ", q.Count)
	}
	return text
}
