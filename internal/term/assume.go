package term

import "slices"

// Assume is a term that is equal to a collection of a sort where facts hold: candidates that the facts exclude are left out, conditions
// that they decide are gone, and a sequence whose length they bound does not have many more candidates. Facts are compared as they
// are written.
func (s *Store) Assume(sort *Sort, t *Term, facts []*Term) *Term {
	if t.op != OpItems || len(facts) == 0 {
		return t
	}
	known := make(decisions, len(facts))
	for _, f := range facts {
		known[f] = s.true_
	}
	bounded := sort.HasHigh && s.decided(s.Le(s.Size(t), s.Int(sort.High)), known).IsTrue()
	candidates := split(t.args, t.sort.Kind == KindMap)
	decided := changed(candidates, func(_ int, c candidate) candidate {
		c.when = s.decided(c.when, known)
		return c
	})
	if bounded && sort.Kind == KindSeq && int64(len(decided)) > 2*sort.High {
		return s.items(t.sort, s.places(sort.Parts[0], decided, int(sort.High)))
	}
	if slices.Equal(decided, candidates) {
		return t
	}
	return s.items(t.sort, decided)
}

// decisions are conditions, with what they are where some facts hold.
type decisions map[*Term]*Term

// decided is a condition without what facts decide. It adds to what is known.
func (s *Store) decided(c *Term, known decisions) *Term {
	if c.IsConst() {
		return c
	}
	if out, ok := known[c]; ok {
		return out
	}
	out := c
	switch {
	case known[s.Not(c)] != nil && known[s.Not(c)].IsTrue():
		out = s.false_
	case c.op == OpNot:
		out = s.Not(s.decided(c.args[0], known))
	case c.op == OpAnd || c.op == OpOr:
		args := make([]*Term, len(c.args))
		for i, a := range c.args {
			args[i] = s.decided(a, known)
		}
		out = s.junction(c.op, args)
	}
	known[c] = out
	return out
}
