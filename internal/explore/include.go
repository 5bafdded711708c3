package explore

import (
	"context"
	"fmt"
	"slices"

	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// Inclusion: a state adds nothing if every concrete state it stands for is one that an earlier state of the same control
// stands for. With x for the fresh variables of the new state and y for those of the old one, that is
//
//	π(x) implies there is y with π'(y) and λ'(y) = λ(x)
//
// y that stand alone in a slot of λ' are eliminated by that equation; the others stay quantified. The solver must refute the
// negation; unknown is no. Calls matter too: a state that has made calls is included only if both made none, since the
// results of calls bind what comes later.

// maxCompared bounds how many earlier states a new one is compared with.
const maxCompared = 50

type includer struct {
	worker *worker
	seen   map[string][]*State // by control
}

// included reports whether st is included in an earlier state, and otherwise remembers it.
func (n *includer) included(ctx context.Context, st *State) bool {
	key := controlKey(&st.Symbolic)
	if !hasCalls(st) {
		for _, old := range n.seen[key] {
			if ctx.Err() != nil {
				return false
			}
			if n.implies(ctx, st, old) {
				return true
			}
		}
		if len(n.seen[key]) < maxCompared {
			n.seen[key] = append(n.seen[key], st)
		}
	}
	return false
}

func controlKey(st *sts.SymbolicState) string {
	key := fmt.Sprint(st.Locations)
	for _, q := range st.Queues {
		key += fmt.Sprint("|", q.Count)
	}
	return key
}

func hasCalls(st *State) bool {
	for ; st != nil; st = st.Parent {
		if len(st.Calls) > 0 {
			return true
		}
	}
	return false
}

func (n *includer) implies(ctx context.Context, st, old *State) bool {
	outside := n.outside(st, old)
	if outside.IsFalse() {
		return true
	}
	query := smt.Query{Conjuncts: append(st.Condition(), outside.Conjuncts()...), Timeout: quantifiedLimit}
	answer, err := n.worker.solver.Check(ctx, query)
	return err == nil && answer.Status == smt.Unsat
}

// outside says that no choice of the variables of the old state gives the cells of the new one. A variable that stands in a cell
// alone is what the new cell has; only the others are quantified.
func (n *includer) outside(st, old *State) *term.Term {
	store := n.worker.system.Store
	oldCells, newCells, condition := contents(&old.Symbolic), contents(&st.Symbolic), old.Condition()
	by := map[*term.Term]*term.Term{}
	for i, c := range oldCells {
		if c.Op() == term.OpVar && by[c] == nil && withinBounds(newCells[i], c.Sort()) {
			by[c] = newCells[i]
		}
	}
	vars := term.Variables(oldCells, condition)
	inputs := make([]*term.Term, len(vars))
	var bound []*term.Term
	for i, v := range vars {
		if inputs[i] = by[v]; inputs[i] == nil {
			inputs[i] = store.Var(v.Name()+"'", v.Sort())
			bound = append(bound, inputs[i])
		}
	}
	equations := store.Compile(slices.Concat(oldCells, condition), vars).Symbolic(inputs)
	for i, c := range newCells {
		equations[i] = store.Eq(equations[i], c)
	}
	return store.Not(store.Exists(bound, store.And(equations...)))
}

// contents are the terms of the store and of the queues.
func contents(st *sts.SymbolicState) []*term.Term {
	out := append([]*term.Term(nil), st.Store...)
	for _, q := range st.Queues {
		out = append(out, q.Items...)
	}
	return out
}

// withinBounds reports whether a term surely has a value of a variable's sort, so that it may take the variable's place.
func withinBounds(t *term.Term, s *term.Sort) bool {
	if s.Kind != term.KindInt {
		return true
	}
	return s.Bounds().Contains(t.Bounds())
}
