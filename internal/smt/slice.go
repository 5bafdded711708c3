package smt

import (
	"context"

	"github.com/sextant-mbt/sextant/internal/term"
)

// components splits conjuncts into those that share no variables, each in the given order. Conjuncts without variables
// are components of their own.
func components(conjuncts []*term.Term) [][]*term.Term {
	groups := newGroups()
	for _, c := range conjuncts {
		groups.join(c)
	}
	index := map[*term.Term]int{}
	var parts [][]*term.Term
	for _, c := range conjuncts {
		key := c
		if len(c.Vars()) > 0 {
			key = groups.of(c)
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

// groups are disjoint sets of variables.
type groups struct{ parent map[*term.Term]*term.Term }

func newGroups() *groups { return &groups{map[*term.Term]*term.Term{}} }

// join puts the variables of a conjunct into one group.
func (g *groups) join(conjunct *term.Term) {
	vars := conjunct.Vars()
	for _, v := range vars {
		g.parent[g.find(v)] = g.find(vars[0])
	}
}

// of is the representative of the group of a conjunct that has variables.
func (g *groups) of(conjunct *term.Term) *term.Term { return g.find(conjunct.Vars()[0]) }

func (g *groups) find(v *term.Term) *term.Term {
	for {
		parent, ok := g.parent[v]
		if !ok {
			g.parent[v] = v
			return v
		}
		if parent == v {
			return v
		}
		g.parent[v] = g.parent[parent]
		v = parent
	}
}

// defaultValue is a value of the sort for a variable that no conjunct mentions: zero, or the bound next to zero.
func defaultValue(sort *term.Sort) term.Value {
	switch {
	case sort.Kind == term.KindString:
		return term.StringValue("")
	case sort.Kind != term.KindInt:
		return term.Value{}
	case sort.HasLow && sort.Low > 0:
		return term.IntValue(sort.Low)
	case sort.HasHigh && sort.High < 0:
		return term.IntValue(sort.High)
	}
	return term.Value{}
}

// slicer is a Solver that asks the next one about each component by itself.
type slicer struct{ next Solver }

func (s *slicer) Stats() Stats { return s.next.Stats() }
func (s *slicer) Close() error { return s.next.Close() }

// Check is unsat if one component is, and sat if all are. An unknown component does not hide an unsat one.
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
			addModel(whole.Model, answer.Model)
		}
	}
	if whole.Status == Sat {
		whole.Model = whole.Model.completed(q.Values)
	}
	return whole, nil
}

// component answers about one component; constants need no solver.
func (s *slicer) component(ctx context.Context, part []*term.Term, q Query) (Answer, error) {
	if part[0].IsTrue() {
		return Answer{Status: Sat}, nil
	}
	if part[0].IsFalse() {
		return Answer{Status: Unsat}, nil
	}
	own := Query{Conjuncts: part, Values: occurring(q.Values, part), Timeout: q.Timeout}
	return s.next.Check(ctx, own)
}

// occurring are those of the variables that occur in the conjuncts.
func occurring(vars, conjuncts []*term.Term) []*term.Term {
	if len(vars) == 0 {
		return nil
	}
	present := map[*term.Term]bool{}
	for _, c := range conjuncts {
		for _, v := range c.Vars() {
			present[v] = true
		}
	}
	var kept []*term.Term
	for _, v := range vars {
		if present[v] {
			kept = append(kept, v)
		}
	}
	return kept
}

func addModel(into, from Model) {
	for v, value := range from {
		into[v] = value
	}
}

// completed is the model of exactly vars; those that it lacks, since no conjunct mentions them, get default values.
func (m Model) completed(vars []*term.Term) Model {
	if len(vars) == 0 {
		return nil
	}
	full := make(Model, len(vars))
	for _, v := range vars {
		value, ok := m[v]
		if !ok {
			value = defaultValue(v.Sort())
		}
		full[v] = value
	}
	return full
}
