package term

import "slices"

// Facts are conditions that hold, with the conditions that they decide. They are compared syntactically.
type Facts struct {
	store *Store
	known map[*Term]*Term // conditions, with their equivalents where the facts hold
}

// Facts returns conditions as facts.
func (s *Store) Facts(conditions []*Term) *Facts {
	f := &Facts{s, make(map[*Term]*Term, 2*len(conditions))}
	for _, c := range conditions {
		f.known[s.Not(c)] = s.false_
	}
	for _, c := range conditions {
		f.known[c] = s.true_
	}
	return f
}

// Assume is a term that is equal to a collection of a sort where the facts hold: it has no candidates that they exclude and no conditions
// that they decide, and a sequence whose length they bound has few more candidates than that.
func (f *Facts) Assume(sort *Sort, t *Term) *Term {
	if t.op != OpItems || len(f.known) == 0 {
		return t
	}
	s := f.store
	candidates := split(t.args, t.sort.Kind == KindMap)
	decided := changed(candidates, func(_ int, c candidate) candidate {
		c.when = f.decided(c.when)
		return c
	})
	if sort.HasHigh && sort.Kind == KindSeq && int64(len(decided)) > 2*sort.High && f.decided(s.Le(s.Size(t), s.Int(sort.High))).IsTrue() {
		return s.items(t.sort, s.places(sort.Parts[0], decided, int(sort.High)))
	}
	if slices.Equal(decided, candidates) {
		return t
	}
	return s.items(t.sort, decided)
}

// decided is a condition without the parts that the facts decide.
func (f *Facts) decided(c *Term) *Term {
	if c.IsConst() {
		return c
	}
	if out, ok := f.known[c]; ok {
		return out
	}
	out := c
	switch c.op {
	case OpNot:
		out = f.store.Not(f.decided(c.args[0]))
	case OpAnd, OpOr:
		if args := f.decidedAll(c.args); args != nil {
			out = f.store.junction(c.op, args)
		}
	}
	f.known[c] = out
	return out
}

// decidedAll are conditions without the parts that the facts decide; nil if the facts decide none.
func (f *Facts) decidedAll(conditions []*Term) []*Term {
	var out []*Term
	for i, c := range conditions {
		d := f.decided(c)
		if d != c && out == nil {
			out = slices.Clone(conditions)
		}
		if out != nil {
			out[i] = d
		}
	}
	return out
}
