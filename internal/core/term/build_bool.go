package term

import "slices"

// Constructors of booleans, if-then-else, equality and quantifiers: rules 1, 2, 3 and 7 of the package comment.

// Not is negation.
func (s *Store) Not(t *Term) *Term {
	if known := t.negation.Load(); known != nil {
		return known
	}
	negation := s.negate(t)
	t.negation.Store(negation)
	return negation
}

func (s *Store) negate(t *Term) *Term {
	if s.raw {
		return s.node(OpNot, Bool, t)
	}
	switch t.op {
	case OpConst:
		return s.Truth(!t.value.Bool())
	case OpNot:
		return t.args[0]
	case OpLe, OpTextLe:
		return s.Lt(t.args[1], t.args[0])
	case OpLt, OpTextLt:
		return s.Le(t.args[1], t.args[0])
	}
	return s.node(OpNot, Bool, t)
}

// And is conjunction; of nothing it is true.
func (s *Store) And(ts ...*Term) *Term { return s.junction(OpAnd, ts) }

// Or is disjunction; of nothing it is false.
func (s *Store) Or(ts ...*Term) *Term { return s.junction(OpOr, ts) }

// Implies is a => b, written as not a or b.
func (s *Store) Implies(a, b *Term) *Term { return s.Or(s.Not(a), b) }

// junction builds And and Or, whose rules are dual: neutral constants are dropped, a dominating one is the result.
func (s *Store) junction(op Op, ts []*Term) *Term {
	neutral := s.Truth(op == OpAnd)
	if s.raw {
		if len(ts) == 0 {
			return neutral
		}
		return s.node(op, Bool, slices.Clone(ts)...)
	}
	flat := set{list: make([]*Term, 0, len(ts))}
	for _, t := range ts {
		parts := []*Term{t}
		if t.op == op {
			parts = t.args
		}
		for _, p := range parts {
			if p == neutral || flat.contains(p) {
				continue
			}
			if p.IsConst() || len(flat.list) > 0 && flat.contains(s.Not(p)) {
				return s.Truth(op == OpOr)
			}
			flat.add(p)
		}
	}
	switch len(flat.list) {
	case 0:
		return neutral
	case 1:
		return flat.list[0]
	}
	return s.node(op, Bool, flat.list...)
}

// set is a list of distinct terms.
type set struct {
	list  []*Term
	index map[*Term]bool // of all of them, if there are many
}

// manyTerms is the length above which a list is indexed instead of searched.
const manyTerms = 32

func (s *set) contains(t *Term) bool {
	if s.index != nil {
		return s.index[t]
	}
	return slices.Contains(s.list, t)
}

func (s *set) add(t *Term) {
	s.list = append(s.list, t)
	switch {
	case s.index != nil:
		s.index[t] = true
	case len(s.list) == manyTerms:
		s.index = make(map[*Term]bool, 2*manyTerms)
		for _, u := range s.list {
			s.index[u] = true
		}
	}
}

// Ite is if c then a else b.
func (s *Store) Ite(c, a, b *Term) *Term {
	if !s.raw {
		switch {
		case c.IsTrue() || a == b:
			return a
		case c.IsFalse():
			return b
		case a.sort.Kind == KindBool:
			return s.Or(s.And(c, a), s.And(s.Not(c), b))
		case !a.sort.IsScalar():
			return s.iteList(c, a, b)
		case c.op == OpNot:
			return s.Ite(c.args[0], b, a)
		case a.op == OpIte && a.args[0] == c:
			return s.Ite(c, a.args[1], b)
		case b.op == OpIte && b.args[0] == c:
			return s.Ite(c, a, b.args[2])
		}
	}
	return s.node(OpIte, a.sort.Base(), c, a, b)
}

// Eq is equality of two terms of one sort.
func (s *Store) Eq(a, b *Term) *Term {
	if s.raw {
		return s.node(OpEq, Bool, a, b)
	}
	if a == b {
		return s.true_
	}
	if a.IsConst() && b.IsConst() {
		return s.Truth(a.value.Equal(b.value))
	}
	if a.IsConst() {
		a, b = b, a
	}
	if b.IsConst() && a.op == OpIte && a.sort.IsScalar() {
		if t := s.eqIte(a, b); t != nil {
			return t
		}
	}
	switch a.sort.Kind {
	case KindTuple, KindSeq, KindSet, KindMap:
		return s.eqList(a, b)
	case KindBool:
		return s.eqBool(a, b)
	case KindInt, KindReal:
		return s.eqNumber(a, b)
	case KindString:
		return s.eqText(a, b)
	}
	return s.node(OpEq, Bool, a, b)
}

// eqIte decides an equality between a constant and an if-then-else one of whose branches is a constant.
func (s *Store) eqIte(ite, c *Term) *Term {
	then, other := ite.args[1], ite.args[2]
	if !then.IsConst() && !other.IsConst() {
		return nil
	}
	return s.Or(s.And(ite.args[0], s.Eq(then, c)), s.And(s.Not(ite.args[0]), s.Eq(other, c)))
}

func (s *Store) eqBool(a, b *Term) *Term {
	switch {
	case b.IsTrue():
		return a
	case b.IsFalse():
		return s.Not(a)
	case s.Not(a) == b:
		return s.false_
	}
	return s.node(OpEq, Bool, a, b)
}

// Exists is existential quantification; variables that do not occur are dropped.
func (s *Store) Exists(bound []*Term, body *Term) *Term { return s.quantify(OpExists, bound, body) }

// Forall is universal quantification; variables that do not occur are dropped.
func (s *Store) Forall(bound []*Term, body *Term) *Term { return s.quantify(OpForall, bound, body) }

// quantify keeps a variable that does not occur unless its sort certainly has a value: int and enumerations do, an empty range such as 5..4
// does not.
func (s *Store) quantify(op Op, bound []*Term, body *Term) *Term {
	var used []*Term
	for _, v := range bound {
		if s.raw || body.Mentions(v) || emptySort(v.sort) {
			used = append(used, v)
		}
	}
	if len(used) == 0 {
		return body
	}
	return s.node(op, Bool, append(used, body)...)
}

func emptySort(s *Sort) bool { return s.Kind == KindInt && s.HasLow && s.HasHigh && s.Low > s.High }
