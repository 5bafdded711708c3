package ladder

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/analyses/family/sizes"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Candidates for proofs. Intervals of single variables cannot relate a counter that grows in a loop to a number that becomes smaller, so for
// each comparison of the property, written as slack >= 0, relations are proposed, as in the analysis of costs by potentials:
//
//	slack >= n                for small numbers n: the slack before and after the loops
//	slack >= d*rest + n       where a move subtracts d from the slack and 1 from the rest, which its guard compares
//	slack >= sum of f(l) + n  where a move takes the first element l from a list, and f(l) from the slack: the sum is over the list
//
// A move `when i < len(x) do i := i + 1; cost := cost + 2` takes 2 from the slack of cost <= 9 + 2 * len(x), and 1 from the rest len(x) - i.
// With the potential of an inner loop subtracted, the slack is that of the outer loop: the sum is for lists of lists. Relations that are not
// inductive are dropped.

// greatestSlack is the greatest of the numbers that are tried, and maxLeft the number of slacks and of what loops leave of them.
const (
	greatestSlack = 8
	maxLeft       = 40
)

// potentials proposes conditions for a property of a system.
func potentials(s *sts.System, property *term.Term) []*term.Term {
	var out []*term.Term
	for _, c := range property.Conjuncts() {
		out = append(out, c)
		slack := slackOf(s.Store, c)
		if slack == nil {
			continue
		}
		for _, left := range left(s, slack) {
			for n := range int64(greatestSlack + 1) {
				out = append(out, s.Store.Le(s.Store.Int(n), left))
			}
		}
	}
	for _, m := range s.Moves() {
		out = append(out, overSlots(s, m.Conjuncts())...)
	}
	return slices.DeleteFunc(out, (*term.Term).IsConst)
}

// left returns a slack, its remainders after loops, and those after the loops around these.
func left(s *sts.System, slack *term.Term) []*term.Term {
	out := []*term.Term{slack}
	add := func(more []*term.Term) {
		for _, x := range more {
			if len(out) < maxLeft && !slices.Contains(out, x) {
				out = append(out, x)
			}
		}
	}
	for _, m := range s.Moves() {
		add(byRounds(s, m, slack))
	}
	for _, inner := range slices.Clone(out) {
		for _, m := range s.Moves() {
			add(byElements(s, m, inner))
		}
	}
	return out
}

// overSlots keeps the conditions that mention slots only.
func overSlots(s *sts.System, conditions []*term.Term) []*term.Term {
	slots := map[*term.Term]bool{}
	for _, slot := range s.Slots {
		slots[slot.Term] = true
	}
	return slices.DeleteFunc(slices.Clone(conditions), func(c *term.Term) bool {
		return c.HasQuantifier() || slices.ContainsFunc(c.Vars(), func(v *term.Term) bool { return !slots[v] })
	})
}

// slackOf writes a comparison of integers as a number that is not negative; nil if the condition is not one.
func slackOf(s *term.Store, c *term.Term) *term.Term {
	if c.Op() != term.OpLe && c.Op() != term.OpLt || c.Args()[0].Sort().Kind != term.KindInt {
		return nil
	}
	slack := s.Sub(c.Args()[1], c.Args()[0])
	if c.Op() == term.OpLt {
		slack = s.Sub(slack, s.Int(1))
	}
	return slack
}

// byRounds returns the remainder of a slack after a move is repeated as often as a comparison in its guard allows.
func byRounds(s *sts.System, m *sts.Move, slack *term.Term) []*term.Term {
	store := s.Store
	if !changes(s, m, slack) {
		return nil
	}
	cost, ok := constant(taken(s, m, slack))
	if !ok || cost <= 0 {
		return nil
	}
	var out []*term.Term
	for _, c := range m.Conjuncts() {
		rest := slackOf(store, c)
		if rest == nil {
			continue
		}
		if less, ok := constant(taken(s, m, rest)); ok && less == 1 {
			out = append(out, store.Sub(slack, store.Mul(store.Int(cost), store.Add(rest, store.Int(1)))))
		}
	}
	return out
}

// byElements returns the remainder of a slack after a move is repeated for every element of a list: each time it removes the first element,
// which determines the amount taken.
func byElements(s *sts.System, m *sts.Move, slack *term.Term) []*term.Term {
	store := s.Store
	var out []*term.Term
	for _, u := range m.Updates {
		list := s.Slots[u.Slot].Term
		if list.Sort().Kind != term.KindSeq || u.Value != store.Slice(list, store.Int(1), store.Size(list)) {
			continue
		}
		first := store.At(list, store.Int(0))
		element := store.Var("l", first.Sort())
		cost := ofElement(taken(s, m, slack), first, element)
		if cost != nil {
			sum := store.Var("sum", term.Int)
			out = append(out, store.Sub(slack, store.Fold(list, store.Int(0), sum, element, store.Add(sum, cost))))
		}
	}
	return out
}

// ofElement returns the part of a sum that is about the first element of a list, and its constant, as a term over an element; nil if there
// is no such part.
func ofElement(amount, first, element *term.Term) *term.Term {
	store := amount.Store()
	var parts []*term.Term
	found := false
	for _, a := range summands(amount) {
		of := store.Rewrite(a, func(t *term.Term) *term.Term {
			if t == first {
				return element
			}
			return nil
		})
		if of != a || a.IsConst() {
			parts = append(parts, of)
		}
		found = found || of != a
	}
	if !found {
		return nil
	}
	return store.Add(parts...)
}

// changes reports whether a move assigns a variable in a number.
func changes(s *sts.System, m *sts.Move, number *term.Term) bool {
	return slices.ContainsFunc(m.Updates, func(u sts.Update) bool { return number.Mentions(s.Slots[u.Slot].Term) })
}

func summands(t *term.Term) []*term.Term {
	if t.Op() == term.OpAdd {
		return t.Args()
	}
	return []*term.Term{t}
}

// constant returns the value of a number that is a small constant.
func constant(t *term.Term) (int64, bool) {
	if !t.IsConst() {
		return 0, false
	}
	return t.Value().Small()
}

// taken returns the amount by which a move reduces a number.
func taken(s *sts.System, m *sts.Move, number *term.Term) *term.Term {
	guard := map[*term.Term]bool{}
	for _, c := range m.Conjuncts() {
		guard[c] = true
	}
	after := s.Store.Rewrite(s.Store.Substitute(number, s.Assigned(m.Updates)), func(t *term.Term) *term.Term {
		if t.Op() == term.OpSize {
			return sizes.Count(t.Args()[0])
		}
		return nil
	})
	return s.Store.Sub(number, s.Store.Rewrite(after, func(t *term.Term) *term.Term {
		if guard[t] {
			return s.Store.True()
		}
		return nil
	}))
}
