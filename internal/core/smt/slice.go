package smt

import (
	"context"
	"maps"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

// components splits conjuncts into those that share no variables, each in the given order. Conjuncts without variables
// are components of their own.
func components(conjuncts []*term.Term) [][]*term.Term {
	groups := groups{}
	for _, c := range conjuncts {
		groups.join(c.Vars())
	}
	index := map[*term.Term]int{}
	var parts [][]*term.Term
	for _, c := range conjuncts {
		key := c
		if vars := c.Vars(); len(vars) > 0 {
			key = groups.find(vars[0])
		}
		i, ok := index[key]
		if !ok {
			i = len(parts)
			index[key] = i
			parts = append(parts, nil)
		}
		parts[i] = append(parts[i], c)
	}
	return parts
}

// groups are disjoint sets of variables: each variable has a parent in its set, the representative has itself.
type groups map[*term.Term]*term.Term

// join puts variables into one group.
func (g groups) join(vars []*term.Term) {
	for _, v := range vars {
		g[g.find(v)] = g.find(vars[0])
	}
}

// find is the representative of the group of a variable.
func (g groups) find(v *term.Term) *term.Term {
	for {
		parent, ok := g[v]
		if !ok {
			g[v] = v
			return v
		}
		if parent == v {
			return v
		}
		g[v] = g[parent]
		v = parent
	}
}

// slicer is a Solver that sends each component to the next one separately.
type slicer struct{ Solver }

// Check returns unsat if one component is unsat, and sat if all are sat. An unknown component does not hide an unsat one.
func (s *slicer) Check(ctx context.Context, q Query) (Answer, error) {
	whole := Answer{Status: Sat, Model: Model{}}
	for _, part := range components(q.Conjuncts) {
		answer, err := s.component(ctx, part, q)
		if err != nil || answer.Status == Unsat {
			return answer, err
		}
		if answer.Status == Unknown && whole.Status == Sat {
			whole = answer
		}
		if whole.Status == Sat {
			maps.Copy(whole.Model, answer.Model)
		}
	}
	if whole.Status == Sat {
		whole.Model = whole.Model.completed(q.Values)
	}
	return whole, nil
}

// component decides one component; constants need no solver.
func (s *slicer) component(ctx context.Context, part []*term.Term, q Query) (Answer, error) {
	if part[0].IsTrue() {
		return Answer{Status: Sat}, nil
	}
	if part[0].IsFalse() {
		return Answer{Status: Unsat}, nil
	}
	own := Query{Conjuncts: part, Values: occurring(q.Values, part), Timeout: q.Timeout, Work: q.Work, Provisional: q.Provisional, Refute: q.Refute, Kind: q.Kind}
	return s.Solver.Check(ctx, own)
}

// occurring returns those of the variables that occur in the conjuncts.
func occurring(vars, conjuncts []*term.Term) []*term.Term {
	if len(vars) == 0 {
		return nil
	}
	present := map[*term.Term]bool{}
	for _, v := range term.Variables(conjuncts) {
		present[v] = true
	}
	return slices.DeleteFunc(slices.Clone(vars), func(v *term.Term) bool { return !present[v] })
}

// completed returns the model for exactly vars; variables without a value, since no conjunct mentions them, get default values.
func (m Model) completed(vars []*term.Term) Model {
	if len(vars) == 0 {
		return nil
	}
	full := make(Model, len(vars))
	for _, v := range vars {
		value, ok := m[v]
		if !ok {
			value = v.Sort().Default()
		}
		full[v] = value
	}
	return full
}
