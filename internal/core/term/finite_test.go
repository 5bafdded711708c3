package term

import (
	"fmt"
	"testing"
)

// However often elements are inserted and removed, a set or map has no more candidates than its elements have values.
func TestSmallDomainsHaveFewCandidates(t *testing.T) {
	s := NewStore()
	colour := Enum("Colour", "red", "green")
	for _, key := range []*Sort{Range(0, 1), Bool, colour, Tuple(Range(0, 1), Bool)} {
		n, _ := key.valueCount()
		set, m := s.Empty(Set(key)), s.Empty(Map(key, Int))
		for i := range 12 {
			added, removed := s.variableOf(fmt.Sprint("a", i), key), s.variableOf(fmt.Sprint("r", i), key)
			set = s.Remove(s.Insert(set, added), removed)
			m = s.Remove(s.Put(m, added, s.Int(int64(i))), removed)
		}
		for _, c := range []*Term{set, m} {
			if candidates, ok := s.candidates(c); !ok || int64(len(candidates)) > n+1 {
				t.Errorf("a %s has %d candidates for %d values", c.sort, len(candidates), n)
			}
		}
	}
}

// variableOf is a term of a sort whose parts are variables.
func (s *Store) variableOf(name string, sort *Sort) *Term {
	if sort.IsScalar() {
		return s.Var(name, sort)
	}
	var parts []*Term
	for i, p := range sort.Parts {
		parts = append(parts, s.variableOf(fmt.Sprint(name, ".", i), p))
	}
	return s.Tuple(parts...)
}

// Facts are put into conditions with much in common in time that is linear in their size, not in that of the tree.
func TestAssumeSharesConditions(t *testing.T) {
	s := NewStore()
	cond := s.Var("c", Bool)
	for i := range 100 {
		a, b := s.Var(fmt.Sprint("a", i), Bool), s.Var(fmt.Sprint("b", i), Bool)
		cond = s.Or(s.And(cond, a), s.And(s.Not(cond), b))
	}
	sort := Seq(Int)
	list := s.items(sort, []candidate{{when: cond, key: s.Int(1)}})
	got := s.Facts([]*Term{s.Not(s.Var("a99", Bool)), s.Not(s.Var("b99", Bool))}).Assume(sort, list)
	if got != s.Empty(sort) {
		t.Errorf("the element is not excluded")
	}
}

// An operation that would compare very many pairs of candidates is not evaluated, except on constants.
func TestManyPairsAreNotCompared(t *testing.T) {
	s := NewStore()
	constant := s.Empty(Set(Int))
	list := s.Empty(Seq(Int))
	for i := range 400 {
		list = s.Join(list, s.Items(Int, s.Var(fmt.Sprint("x", i), Int)))
		constant = s.Insert(constant, s.Int(int64(i)))
	}
	symbolic := s.ToSet(list)
	if symbolic.op != OpToSet || s.Sorted(list).op != OpSorted {
		t.Errorf("%v, %v", symbolic.op, s.Sorted(list).op)
	}
	if all := s.Join(constant, s.Remove(constant, s.Int(7))); all != constant {
		t.Errorf("the union of constants has the operation %v", all.op)
	}
}
