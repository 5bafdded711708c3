package classicalb

// A total function from a range of numbers is an array in the model if it is used as such: applied to numbers, changed in one
// place, or copied. Other uses, as in dom(f), need a map.

// relations finds the variables that are used as relations.
type relations struct {
	names  map[string]bool
	copies [][2]string // names that stand for equal values
}

// relationalNames are the names of a machine that are used as relations.
func relationalNames(m *machine) map[string]bool {
	r := &relations{names: map[string]bool{}}
	for _, list := range [][]labelled{m.properties, m.invariants, m.assertions} {
		for _, c := range list {
			r.expression(c.pred)
		}
	}
	if m.initial != nil {
		r.substitution(m.initial, true)
	}
	for _, e := range m.events {
		r.substitution(e.body, false)
	}
	r.spread()
	return r.names
}

// spread marks what is copied to or from what is marked.
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

func (r *relations) expression(n *node) {
	args := n.args
	switch {
	case n.op == opName:
		r.names[n.text] = true
	case n.op == opCall && args[0].op == opName && len(args) == 2, n.op == ":" && args[0].op == opName && args[1].op == "-->":
		args = args[1:]
	case (n.op == "=" || n.op == "/=") && args[0].op == opName && args[1].op == opName:
		r.copies = append(r.copies, [2]string{args[0].text, args[1].text})
		return
	}
	for _, a := range args {
		r.expression(a)
	}
}

func (r *relations) substitution(s *substitution, initial bool) {
	for _, c := range s.conds {
		if c != nil {
			r.expression(c)
		}
	}
	for _, c := range s.where {
		r.expression(c.pred)
	}
	for _, p := range s.parts {
		r.substitution(p, initial)
	}
	for i, target := range s.targets {
		switch {
		case s.kind == doAssign && i < len(s.values):
			r.assignment(target, s.values[i], initial)
		case s.kind == doSuch || s.kind == doMember && !initial:
			r.expression(target)
		}
	}
	if s.kind == doMember {
		r.expression(s.values[0])
	}
}

func (r *relations) assignment(target, value *node, initial bool) {
	if target.op == opCall {
		r.expression(target)
		r.expression(value)
		return
	}
	i, e := override(target, value)
	switch {
	case i != nil:
		r.expression(i)
		r.expression(e)
	case value.op == opName:
		r.copies = append(r.copies, [2]string{target.text, value.text})
	case initial && isWholeFunction(value):
		r.expression(value)
	default:
		r.names[target.text] = true
		r.expression(value)
	}
}

// isWholeFunction reports whether a value is (1..n) * {e} or %i.(i : 1..n | e).
func isWholeFunction(value *node) bool {
	if value.op == "*" {
		return value.args[0].op == ".." && value.args[1].op == opSet && len(value.args[1].args) == 1
	}
	return value.op == "%" && len(value.bound) == 1 && value.args[0].op == ":" && value.args[0].args[0].isName(value.bound[0].Text) &&
		value.args[0].args[1].op == ".."
}
