package term

import (
	"strings"

	"github.com/sextant-mbt/sextant/internal/core/term/chars"
)

// Constructors of the operations on strings, which are those of SMT-LIB: total functions that count in characters. They fold constants, drop
// neutral elements, and use constants at the ends of concatenations.

// Substring is at most length characters of t from the one numbered start, "" where there is no such character.
func (s *Store) Substring(t, start, length *Term) *Term {
	if s.raw {
		return s.node(OpSubstring, String, t, start, length)
	}
	switch {
	case allConstant(t, start, length):
		return s.text(substring(t.value, start.value, length.value))
	case start.bounds.High.OK && start.bounds.High.N < 0, length.bounds.High.OK && length.bounds.High.N <= 0:
		return s.text("")
	case start.IsConst() && isZero(start) && length == s.Length(t):
		return t
	}
	if cut := s.cutConcat(t, start, length); cut != nil {
		return cut
	}
	return s.node(OpSubstring, String, t, start, length)
}

// cutConcat takes a constant off the beginning of a concatenation that is cut at a constant place; nil if it is something else.
func (s *Store) cutConcat(t, start, length *Term) *Term {
	head, rest := s.constantHead(t)
	first, small := start.value.Small()
	if rest == nil || !start.IsConst() || !small || first < 0 {
		return nil
	}
	size := chars.Length(head)
	if first >= size {
		return s.Substring(rest, s.Int(first-size), length)
	}
	count, small := length.value.Small()
	switch {
	case !length.IsConst() || !small:
		return nil
	case count <= size-first:
		return s.text(chars.Substring(head, first, count))
	}
	return s.Concat(s.text(chars.Substring(head, first, size)), s.Substring(rest, s.Int(0), s.Int(count-(size-first))))
}

// constantHead splits a concatenation that begins with a constant; the rest is nil if t is something else.
func (s *Store) constantHead(t *Term) (head string, rest *Term) {
	if t.op != OpConcat || !t.args[0].IsConst() {
		return "", nil
	}
	return t.args[0].value.Text(), s.Concat(t.args[1:]...)
}

// constantTail splits a concatenation that ends with a constant; the rest is nil if t is something else.
func (s *Store) constantTail(t *Term) (tail string, rest *Term) {
	n := len(t.args) - 1
	if t.op != OpConcat || !t.args[n].IsConst() {
		return "", nil
	}
	return t.args[n].value.Text(), s.Concat(t.args[:n]...)
}

// Contains is whether part occurs in t.
func (s *Store) Contains(t, part *Term) *Term {
	if s.raw {
		return s.node(OpContains, Bool, t, part)
	}
	switch {
	case allConstant(t, part):
		return s.Truth(strings.Contains(t.value.Text(), part.value.Text()))
	case t == part || isEmptyText(part):
		return s.true_
	case isEmptyText(t):
		return s.Eq(part, t)
	case t.op == OpConcat:
		for _, a := range t.args {
			if a == part || allConstant(a, part) && strings.Contains(a.value.Text(), part.value.Text()) {
				return s.true_
			}
		}
	}
	if t.op == OpUpper || t.op == OpLower {
		return s.inAnyCase(t, part, anyText, anyText, OpContains)
	}
	return s.node(OpContains, Bool, t, part)
}

// StartsWith is whether t begins with part.
func (s *Store) StartsWith(t, part *Term) *Term {
	if s.raw {
		return s.node(OpStartsWith, Bool, t, part)
	}
	switch {
	case allConstant(t, part):
		return s.Truth(strings.HasPrefix(t.value.Text(), part.value.Text()))
	case t == part || isEmptyText(part):
		return s.true_
	case isEmptyText(t):
		return s.Eq(part, t)
	case t.op == OpConcat && t.args[0] == part:
		return s.true_
	}
	if head, rest := s.constantHead(t); rest != nil && part.IsConst() {
		wanted := part.value.Text()
		if strings.HasPrefix(head, wanted) || !strings.HasPrefix(wanted, head) {
			return s.Truth(strings.HasPrefix(head, wanted))
		}
		return s.StartsWith(rest, s.text(wanted[len(head):]))
	}
	if t.op == OpUpper || t.op == OpLower {
		return s.inAnyCase(t, part, "", anyText, OpStartsWith)
	}
	return s.node(OpStartsWith, Bool, t, part)
}

// EndsWith is whether t ends with part.
func (s *Store) EndsWith(t, part *Term) *Term {
	if s.raw {
		return s.node(OpEndsWith, Bool, t, part)
	}
	switch {
	case allConstant(t, part):
		return s.Truth(strings.HasSuffix(t.value.Text(), part.value.Text()))
	case t == part || isEmptyText(part):
		return s.true_
	case isEmptyText(t):
		return s.Eq(part, t)
	case t.op == OpConcat && t.args[len(t.args)-1] == part:
		return s.true_
	}
	if tail, rest := s.constantTail(t); rest != nil && part.IsConst() {
		wanted := part.value.Text()
		if strings.HasSuffix(tail, wanted) || !strings.HasSuffix(wanted, tail) {
			return s.Truth(strings.HasSuffix(tail, wanted))
		}
		return s.EndsWith(rest, s.text(wanted[:len(wanted)-len(tail)]))
	}
	if t.op == OpUpper || t.op == OpLower {
		return s.inAnyCase(t, part, anyText, "", OpEndsWith)
	}
	return s.node(OpEndsWith, Bool, t, part)
}

// IndexOf is the number of the first character at or after from where part begins in t, -1 if there is none.
func (s *Store) IndexOf(t, part, from *Term) *Term {
	if !s.raw {
		switch {
		case allConstant(t, part, from):
			return s.Int(indexOf(t.value, part.value, from.value))
		case from.bounds.High.OK && from.bounds.High.N < 0:
			return s.Int(-1)
		case (t == part || isEmptyText(part)) && from.IsConst() && isZero(from):
			return s.Int(0)
		}
	}
	return s.node(OpIndexOf, Int, t, part, from)
}

// Replace is t with the first part in it replaced by another; "" is found at the beginning of every string.
func (s *Store) Replace(t, part, by *Term) *Term {
	if !s.raw {
		switch {
		case allConstant(t, part, by):
			if v, ok := replace(t.value, part.value, by.value); ok {
				return s.text(v)
			}
		case part == by:
			return t
		case t == part:
			return by
		case isEmptyText(part):
			return s.Concat(by, t)
		}
	}
	return s.node(OpReplace, String, t, part, by)
}

// ReplaceAll is t with each part in it replaced by another, from left to right; t itself if part is "".
func (s *Store) ReplaceAll(t, part, by *Term) *Term {
	if !s.raw {
		switch {
		case allConstant(t, part, by):
			if v, ok := replaceAll(t.value, part.value, by.value); ok {
				return s.text(v)
			}
		case part == by || isEmptyText(part):
			return t
		}
	}
	return s.node(OpReplaceAll, String, t, part, by)
}

// ToInt is the number written by a string of decimal digits, -1 for any other string.
func (s *Store) ToInt(t *Term) *Term {
	if !s.raw {
		if t.IsConst() {
			if n, ok := toInt(t.value); ok {
				return s.Const(Int, n)
			}
		}
		if t.op == OpFromInt && t.args[0].bounds.Low.OK && t.args[0].bounds.Low.N >= 0 {
			return t.args[0]
		}
	}
	return s.node(OpToInt, Int, t)
}

// FromInt is the decimal digits of a number, "" for a negative one.
func (s *Store) FromInt(t *Term) *Term {
	if !s.raw {
		if t.IsConst() {
			return s.text(fromInt(t.value))
		}
		if t.bounds.High.OK && t.bounds.High.N < 0 {
			return s.text("")
		}
	}
	return s.node(OpFromInt, String, t)
}

// allConstant reports whether all terms are constants.
func allConstant(ts ...*Term) bool {
	for _, t := range ts {
		if !t.IsConst() {
			return false
		}
	}
	return true
}

func isEmptyText(t *Term) bool { return t.IsConst() && t.value.Text() == "" }

// text is a string constant.
func (s *Store) text(text string) *Term { return s.Const(String, StringValue(text)) }

// compareText builds the order of strings by code points, strict or not.
func (s *Store) compareText(strict bool, a, b *Term) *Term {
	op := OpTextLe
	if strict {
		op = OpTextLt
	}
	switch {
	case s.raw:
	case allConstant(a, b):
		return s.Truth(textBefore(op, a.value, b.value))
	case a == b || isEmptyText(a) && op == OpTextLe:
		return s.Truth(op == OpTextLe)
	case isEmptyText(a):
		return s.Not(s.Eq(b, a))
	case isEmptyText(b) && op == OpTextLe:
		return s.Eq(a, b)
	case isEmptyText(b):
		return s.false_
	}
	return s.node(op, Bool, a, b)
}
