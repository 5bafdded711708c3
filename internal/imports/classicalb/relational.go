package classicalb

import (
	"github.com/sextant-mbt/sextant/internal/imports/classicalb/source"
)

// A total function from a range of numbers is an array in the model if it is used as such: applied to numbers, changed in one
// place, or copied. Other uses, as in dom(f), need a map.

// relations finds the variables that are used as relations.
type relations struct {
	names  map[string]bool
	copies [][2]string // names that stand for equal values
}

// relationalNames are the names of a machine that are used as relations.
func relationalNames(m *source.Machine) map[string]bool {
	r := &relations{names: map[string]bool{}}
	for _, list := range [][]source.Labelled{m.Properties, m.Invariants, m.Assertions} {
		for _, c := range list {
			r.expression(c.Predicate)
		}
	}
	if m.Initial != nil {
		r.substitution(m.Initial, true)
	}
	for _, e := range m.Events {
		r.substitution(e.Body, false)
	}
	r.spread()
	return r.names
}

// spread marks names that are copied to or from marked ones.
func (r *relations) spread() {
	for progress := true; progress; {
		progress = false
		for _, c := range r.copies {
			if r.names[c[0]] != r.names[c[1]] {
				r.names[c[0]], r.names[c[1]], progress = true, true, true
			}
		}
	}
}

func (r *relations) expression(n *source.Node) {
	args := n.Args
	switch {
	case n.Op == source.OpName:
		r.names[n.Text] = true
	case n.Op == source.OpCall && args[0].Op == source.OpName && len(args) == 2, n.Op == ":" && args[0].Op == source.OpName && args[1].Op == "-->":
		args = args[1:]
	case (n.Op == "=" || n.Op == "/=") && args[0].Op == source.OpName && args[1].Op == source.OpName:
		r.copies = append(r.copies, [2]string{args[0].Text, args[1].Text})
		return
	}
	for _, a := range args {
		r.expression(a)
	}
}

func (r *relations) substitution(s *source.Substitution, initial bool) {
	for _, c := range s.Conditions {
		if c != nil {
			r.expression(c)
		}
	}
	for _, c := range s.Where {
		r.expression(c.Predicate)
	}
	for _, p := range s.Parts {
		r.substitution(p, initial)
	}
	for i, target := range s.Targets {
		switch {
		case s.Kind == source.DoAssign && i < len(s.Values):
			r.assignment(target, s.Values[i], initial)
		case s.Kind == source.DoSuch || s.Kind == source.DoMember && !initial:
			r.expression(target)
		}
	}
	if s.Kind == source.DoMember {
		r.expression(s.Values[0])
	}
}

func (r *relations) assignment(target, value *source.Node, initial bool) {
	if target.Op == source.OpCall {
		r.expression(target)
		r.expression(value)
		return
	}
	i, e := override(target, value)
	switch {
	case i != nil:
		r.expression(i)
		r.expression(e)
	case value.Op == source.OpName:
		r.copies = append(r.copies, [2]string{target.Text, value.Text})
	case initial && isWholeFunction(value):
		r.expression(value)
	default:
		r.names[target.Text] = true
		r.expression(value)
	}
}

// isWholeFunction reports whether a value is (1..n) * {e} or %i.(i : 1..n | e).
func isWholeFunction(value *source.Node) bool {
	if value.Op == "*" {
		return value.Args[0].Op == ".." && value.Args[1].Op == source.OpSet && len(value.Args[1].Args) == 1
	}
	return value.Op == "%" && len(value.Bound) == 1 && value.Args[0].Op == ":" && value.Args[0].Args[0].IsName(value.Bound[0].Text) &&
		value.Args[0].Args[1].Op == ".."
}
