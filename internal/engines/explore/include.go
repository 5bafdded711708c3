package explore

import (
	"context"
	"slices"
	"strconv"
	"time"

	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Inclusion: a state adds nothing if an earlier state with the same control includes all its concrete states. With x for the fresh variables
// of the new state and y for those of the old one, that is
//
//	π(x) implies there is y with π'(y) and λ'(y) = λ(x)
//
// y that stand alone in a slot of λ' are eliminated by that equation; the others stay quantified. The solver must refute the negation;
// unknown is no. Most states are not included, which usually needs no query: the values of the new state's witness replace x, and if there is
// no y, the state is not included. Queries about y may each take their time limit, so after some that the solver left undecided no more of
// them are made.
//
// States of timed systems whose clocks are known as zones are compared part by part (timed.go). Clocks of others are cells like all: terms
// over the delays, which are eliminated as far as they occur linearly.
//
// Calls matter too: a state that has made calls is included only if both made none, since the results of calls constrain later steps.

// maxCompared bounds how many earlier states a new one is compared with, maxUndecided how many queries the solver may leave undecided before
// queries with quantifiers are no longer made, and inclusionLimit the time of a query, or the work of that time.
const (
	maxCompared    = 50
	maxUndecided   = 5
	inclusionLimit = 200 * time.Millisecond
)

type includer struct {
	worker    *worker
	seen      map[string][]*State // by control; not those at places
	placed    map[string][]*State // by control, those at places
	groups    []*group            // by number of the place
	known     map[identity]bool   // states
	undecided int                 // queries
}

// included reports whether st is included in an earlier state, and otherwise remembers it. When the time is up, it is not.
func (n *includer) included(ctx context.Context, st *State) bool {
	if hasCalls(st) {
		return false
	}
	n.place(st)
	key := st.control()
	switch {
	case isPlaced(st):
		if n.isAmong(ctx, st, n.seen[key]) || n.covered(st) {
			return true
		}
		remember(n.placed, key, st)
	case n.identical(key, st) || n.isAmong(ctx, st, n.seen[key]) || n.isAmong(ctx, st, n.placed[key]):
		return true
	default:
		remember(n.seen, key, st)
	}
	return false
}

// isAmong reports whether st is known to be included in one of some earlier states; not if the time is up.
func (n *includer) isAmong(ctx context.Context, st *State, earlier []*State) bool {
	if len(earlier) == 0 {
		return false
	}
	values := st.values()
	return slices.ContainsFunc(earlier, func(old *State) bool { return ctx.Err() == nil && n.implies(ctx, st, old, values) })
}

// remember adds a state to those of its control with which others are compared, unless there are enough.
func remember(states map[string][]*State, key string, st *State) {
	if len(states[key]) < maxCompared {
		states[key] = append(states[key], st)
	}
}

// control is the key of the control of a state.
func (s *State) control() string {
	if s.clocks != nil && s.clocks.place != nil {
		return keyOf(s.clocks.place.Locations, s.clocks.place.Counts)
	}
	return controlKey(s.Symbolic())
}

func controlKey(st *sts.SymbolicState) string {
	counts := make([]int, len(st.Queues))
	for i, q := range st.Queues {
		counts[i] = q.Count
	}
	return keyOf(st.Locations, counts)
}

// keyOf returns the key of locations and of numbers of messages in queues.
func keyOf(locations, counts []int) string {
	var key []byte
	for _, l := range locations {
		key = append(strconv.AppendInt(key, int64(l), 10), ' ')
	}
	for _, n := range counts {
		key = strconv.AppendInt(append(key, '|'), int64(n), 10)
	}
	return string(key)
}

func hasCalls(st *State) bool {
	for ; st != nil; st = st.Parent {
		if len(st.Calls()) > 0 {
			return true
		}
	}
	return false
}

// implies reports whether st is known to be included in old; values are those of the witness of st.
func (n *includer) implies(ctx context.Context, st, old *State, values smt.Model) bool {
	if n.apart(st, old) || st.zone() != nil && old.zone() != nil && !n.simulated(st, old) {
		return false
	}
	bound, inside := n.inside(st, old)
	switch {
	case inside.IsTrue():
		return true
	case inside.IsFalse() || len(bound) > 0 && n.undecided >= maxUndecided || n.excludes(ctx, inside, values):
		return false
	}
	store := n.worker.system.Store
	outside := store.Not(n.some(bound, inside))
	query := smt.Query{Conjuncts: append(st.Condition(), outside.Conjuncts()...), Timeout: inclusionLimit, Work: smt.WorkIn(inclusionLimit), Kind: smt.Inclusion}
	return n.unsat(ctx, query)
}

// unsat reports whether a query has no solution, and counts those that are left undecided.
func (n *includer) unsat(ctx context.Context, q smt.Query) bool {
	answer, err := n.worker.solver.Check(ctx, q)
	if err == nil && answer.Status == smt.Unknown {
		n.undecided++
	}
	return err == nil && answer.Status == smt.Unsat
}

// excludes reports whether no values of the bound variables satisfy a condition with the given values of the others.
func (n *includer) excludes(ctx context.Context, inside *term.Term, values smt.Model) bool {
	store := n.worker.system.Store
	by := map[*term.Term]*term.Term{}
	for _, v := range inside.Vars() {
		if value, ok := values[v]; ok {
			by[v] = store.Const(v.Sort().Base(), value)
		}
	}
	at := store.Substitute(inside, by)
	if at.IsConst() {
		return at.IsFalse()
	}
	return n.unsat(ctx, smt.Query{Conjuncts: at.Conjuncts(), Timeout: inclusionLimit, Work: smt.WorkIn(inclusionLimit), Provisional: true, Kind: smt.Inclusion})
}

// apart reports whether old has a constant where the witness of st has another value.
func (n *includer) apart(st, old *State) bool {
	zones := st.zone() != nil && old.zone() != nil
	for i, c := range old.Symbolic().Store {
		if c.IsConst() && !(zones && n.worker.system.Slots[i].Clock) && !c.Value().Equal(st.Witness().Config.Values[i]) {
			return true
		}
	}
	return false
}

// inside returns the condition that the old state has the cells of the new one, over variables of the old state that are bound.
func (n *includer) inside(st, old *State) (bound []*term.Term, cond *term.Term) {
	oldCells, newCells, condition := contents(old.Symbolic()), contents(st.Symbolic()), old.Condition()
	if space := n.worker.search.space; st.zone() != nil && old.zone() != nil {
		oldCells, newCells, condition = space.Cells(old.Symbolic()), space.Cells(st.Symbolic()), old.untimed()
	}
	return n.worker.system.Inside(newCells, oldCells, condition)
}

// some is the condition that some values of the bound variables make a condition true. Delays are eliminated, since quantifiers are hard.
func (n *includer) some(bound []*term.Term, cond *term.Term) *term.Term {
	if n.worker.system.Timed() {
		return n.worker.system.Some(bound, cond.Conjuncts())
	}
	return n.worker.system.Store.Exists(bound, cond)
}

// contents are the terms of the store and of the queues.
func contents(st *sts.SymbolicState) []*term.Term {
	out := append([]*term.Term(nil), st.Store...)
	for _, q := range st.Queues {
		out = append(out, q.Items...)
	}
	return out
}
