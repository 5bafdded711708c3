package path

import (
	"context"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Attempt returns the path with one more move and all conditions for taking it, also those on the results of its calls: contracts, and that a
// function gives one result for equal arguments. Behaviors are the names of those that calls under contract follow, in order; without names,
// any may apply.
func (p *Path) Attempt(ctx context.Context, m *sts.Move, known map[int]*term.Term, behaviors []string) (*Path, error) {
	q, err := p.Take(ctx, m, known)
	if err != nil {
		return nil, err
	}
	before := p.AllCalls()
	for _, call := range q.Calls {
		if run.Known(p.Functions, call.Extern) {
			continue
		}
		for _, other := range before {
			if other.Extern == call.Extern {
				q = q.With(sts.Determinism(p.System.Store, call, other), Origin{Kind: OneResult, Extern: call.Extern})
			}
		}
		before = append(before, call)
		if k := p.Contracts[call.Extern]; k != nil {
			q, behaviors = q.underContract(k, call, behaviors)
		}
	}
	return q, nil
}

// underContract adds the conditions of a contract on a call, and returns the names of behaviors for later calls.
func (p *Path) underContract(k *sts.Contract, call sts.SymbolicCall, behaviors []string) (*Path, []string) {
	if len(behaviors) > 0 {
		i := slices.IndexFunc(k.Behaviors, func(b sts.Behavior) bool { return b.Name == behaviors[0] })
		behaviors = behaviors[1:]
		if i >= 0 {
			return p.Behaving(call, k, i), behaviors
		}
	}
	for _, cond := range []*term.Term{k.Applies(p.System.Store), k.Promise(p.System.Store)} {
		p = p.With(p.System.Instantiate(call, cond), Origin{Kind: SomeBehavior, Extern: call.Extern})
	}
	return p, behaviors
}

// Renamed returns the path with a suffix at the names of all variables that keep does not have.
func (p *Path) Renamed(suffix string, keep map[*term.Term]bool) *Path {
	if p == nil {
		return nil
	}
	q := *p
	q.Parent = p.Parent.Renamed(suffix, keep)
	all := func(terms []*term.Term) []*term.Term {
		out := make([]*term.Term, len(terms))
		for i, t := range terms {
			out[i] = renamed(p.System.Store, t, suffix, keep)
		}
		return out
	}
	q.Params, q.Outputs, q.State.Store = all(p.Params), all(p.Outputs), all(p.State.Store)
	q.State.Queues = slices.Clone(p.State.Queues)
	for i := range q.State.Queues {
		q.State.Queues[i].Items = all(p.State.Queues[i].Items)
	}
	q.Conditions, q.Calls = slices.Clone(p.Conditions), slices.Clone(p.Calls)
	for i, c := range q.Conditions {
		q.Conditions[i].Term, q.Conditions[i].at = renamed(p.System.Store, c.Term, suffix, keep), &q
	}
	for i, c := range q.Calls {
		q.Calls[i].Args, q.Calls[i].Results = all(c.Args), all(c.Results)
	}
	return &q
}

func renamed(s *term.Store, t *term.Term, suffix string, keep map[*term.Term]bool) *term.Term {
	by := map[*term.Term]*term.Term{}
	for _, v := range t.Vars() {
		if !keep[v] {
			by[v] = s.Var(v.Name()+suffix, v.Sort())
		}
	}
	if len(by) == 0 {
		return t
	}
	return s.Substitute(t, by)
}
