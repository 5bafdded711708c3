package mutate

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Queries with calls of external functions. To find arguments for which a function has a certain result it must be run many times, and the
// same queries are repeated: after every path to a changed move, and for every mutant. So a query is taken apart into components that have no
// variable in common. An answer with values comes from real runs of the functions, so the values of all components together are an answer to
// the whole. The depths in the names of the variables of a component are numbered from 0, so that the same query later on a path is found in
// the cache.

// component is a part of a query that shares no variable with the rest.
type component struct {
	query smt.Query
	vars  map[*term.Term]bool
}

// components takes a query apart. The order is that of the calls; conjuncts without calls are one component, the first.
func components(q smt.Query) []*component {
	plain := &component{vars: map[*term.Term]bool{}}
	out := []*component{}
	for _, c := range q.Calls {
		next := &component{query: smt.Query{Calls: []smt.Call{c}}, vars: map[*term.Term]bool{}}
		next.mention(slices.Concat(c.Args, c.Results))
		out = next.join(out)
	}
	for _, c := range q.Conjuncts {
		next := &component{query: smt.Query{Conjuncts: []*term.Term{c}}, vars: map[*term.Term]bool{}}
		next.mention([]*term.Term{c})
		out = next.join(out)
	}
	result := []*component{plain}
	for _, c := range out {
		if len(c.query.Calls) > 0 {
			result = append(result, c)
			continue
		}
		plain.query.Conjuncts = append(plain.query.Conjuncts, c.query.Conjuncts...)
		maps.Copy(plain.vars, c.vars)
	}
	for _, c := range result {
		c.query.Timeout, c.query.Provisional = q.Timeout, q.Provisional
		c.query.Values = slices.DeleteFunc(slices.Clone(q.Values), func(v *term.Term) bool { return !c.vars[v] })
	}
	return result
}

// mention notes the variables of terms.
func (c *component) mention(terms []*term.Term) {
	for _, v := range term.Variables(terms) {
		c.vars[v] = true
	}
}

// join puts the component into a list, united with those with which it shares a variable.
func (c *component) join(list []*component) []*component {
	var out []*component
	at := -1
	for _, other := range list {
		shared := false
		for v := range c.vars {
			shared = shared || other.vars[v]
		}
		switch {
		case !shared:
			out = append(out, other)
		case at < 0:
			at = len(out)
			out = append(out, other)
		default:
			out[at].absorb(other)
		}
	}
	if at < 0 {
		return append(out, c)
	}
	out[at].absorb(c)
	return out
}

// absorb adds another component to this one.
func (c *component) absorb(other *component) {
	c.query.Calls = append(c.query.Calls, other.query.Calls...)
	c.query.Conjuncts = append(c.query.Conjuncts, other.query.Conjuncts...)
	maps.Copy(c.vars, other.vars)
}

// renumbered returns the query with the depths of the variables numbered from 1, and the variables that stand for the old ones.
func (c *component) renumbered(s *term.Store) (smt.Query, map[*term.Term]*term.Term) {
	depths := map[int]int{}
	for v := range c.vars {
		if _, depth, ok := atDepth(v); ok {
			depths[depth] = 0
		}
	}
	for i, depth := range slices.Sorted(maps.Keys(depths)) {
		depths[depth] = i + 1
	}
	by := map[*term.Term]*term.Term{}
	for v := range c.vars {
		by[v] = v
		if base, depth, ok := atDepth(v); ok {
			by[v] = s.Var(fmt.Sprintf("%s@%d", base, depths[depth]), v.Sort())
		}
	}
	q := c.query
	q.Conjuncts, q.Values, q.Calls = substituted(s, q.Conjuncts, by), substituted(s, q.Values, by), slices.Clone(q.Calls)
	for i, call := range q.Calls {
		q.Calls[i].Args, q.Calls[i].Results = substituted(s, call.Args, by), substituted(s, call.Results, by)
	}
	return q, by
}

// substituted replaces variables in a list of terms.
func substituted(s *term.Store, list []*term.Term, by map[*term.Term]*term.Term) []*term.Term {
	out := make([]*term.Term, len(list))
	for i, t := range list {
		out[i] = s.Substitute(t, by)
	}
	return out
}

// atDepth splits the name of a variable of a path.
func atDepth(v *term.Term) (base string, depth int, ok bool) {
	i := strings.LastIndexByte(v.Name(), '@')
	if i < 0 {
		return "", 0, false
	}
	depth, err := strconv.Atoi(v.Name()[i+1:])
	return v.Name()[:i], depth, err == nil
}

// memory has the answers to queries with calls. It belongs to one worker.
type memory map[string]smt.Answer

// check answers a query with calls, component by component; the first without values is the answer.
func (m memory) check(ctx context.Context, store *term.Store, solver smt.Solver, q smt.Query) (smt.Answer, error) {
	whole := smt.Answer{Status: smt.Sat, Model: smt.Model{}}
	for _, c := range components(q) {
		answer, err := m.checkOne(ctx, store, solver, c)
		if err != nil || answer.Status != smt.Sat {
			return answer, err
		}
		maps.Copy(whole.Model, answer.Model)
	}
	return whole, nil
}

// checkOne answers the query of a component, with the values of its variables.
func (m memory) checkOne(ctx context.Context, store *term.Store, solver smt.Solver, c *component) (smt.Answer, error) {
	if len(c.query.Calls) == 0 {
		if len(c.query.Conjuncts) == 0 {
			return smt.Answer{Status: smt.Sat}, nil
		}
		return solver.Check(ctx, c.query)
	}
	q, by := c.renumbered(store)
	q.Values = term.Variables(slices.Collect(maps.Values(by)))
	key := questionOf(q)
	answer, known := m[key]
	if !known {
		var err error
		if answer, err = solver.Check(ctx, q); err != nil {
			return answer, err
		}
		if ctx.Err() == nil {
			m[key] = answer
		}
	}
	if answer.Status != smt.Sat {
		return answer, nil
	}
	model := smt.Model{}
	for v, other := range by {
		if value, ok := answer.Model[other]; ok {
			model[v] = value
		}
	}
	answer.Model = model
	return answer, nil
}

// questionOf identifies a query among those of one store.
func questionOf(q smt.Query) string {
	var b strings.Builder
	ids := make([]int, len(q.Conjuncts))
	for i, c := range q.Conjuncts {
		ids[i] = int(c.ID())
	}
	slices.Sort(ids)
	fmt.Fprint(&b, ids)
	for _, c := range q.Calls {
		b.WriteString(" " + c.Function)
		for _, t := range slices.Concat(c.Args, c.Results) {
			fmt.Fprintf(&b, " %v", t)
		}
	}
	return b.String()
}
