package abstraction

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Abstract states. Of 2^n combinations of truth values only those of some state are needed. So they are not tried one by one: the
// solver returns a state that satisfies the invariant, the interpreter evaluates the predicates in it, and the next query
// excludes that combination, until there is none left. The number of queries is that of the states found, plus one. The initial
// abstract states and the targets of steps are found in the same way.

// State is an abstract state.
type State struct {
	ID        int
	Locations []int
	Truth     []bool      // by predicate
	Example   *sts.Config // a state of it
	Initial   bool        // an initial state of the system belongs to it

	cond   []*term.Term // the predicates, negated where they are false, and the locations of the machines
	source *source      // its states
}

// Name returns the name in drawings and texts.
func (q *State) Name() string { return fmt.Sprintf("q%d", q.ID) }

// Doubt is an undecided question.
type Doubt = result.OpenQuery

// space has the abstract states of a set of predicates.
type space struct {
	conds  []*term.Term
	states []*State
	byKey  map[string]*State
}

// truthKey identifies an abstract state.
func truthKey(locations []int, truth []bool) string {
	var b strings.Builder
	fmt.Fprint(&b, locations, " ")
	for _, holds := range truth {
		if holds {
			b.WriteByte('1')
		} else {
			b.WriteByte('0')
		}
	}
	return b.String()
}

// literals returns the conditions, negated where truth is false.
func literals(store *term.Store, conds []*term.Term, truth []bool) []*term.Term {
	out := slices.Clone(conds)
	for i, c := range conds {
		if !truth[i] {
			out[i] = store.Not(c)
		}
	}
	return out
}

// otherThan excludes a combination of truth values.
func otherThan(store *term.Store, conds []*term.Term, truth []bool) *term.Term {
	return store.Not(store.And(literals(store, conds, truth)...))
}

// enumerate finds the truth values of predicates that solutions of a formula have; both are over the same variables. Visit runs
// a solution and returns the truth of the predicates in the state where it ends; found is called once for each combination. The
// doubt is why there may be more.
func (w *worker) enumerate(ctx context.Context, formula, predicates []*term.Term, visit func(smt.Model) ([]bool, error),
	found func(truth []bool) error) (doubt, err error) {
	open := w.store.And(formula...).Conjuncts()
	known := map[string]bool{}
	for {
		answer, err := w.check(ctx, open, term.Variables(open, predicates))
		if err != nil || answer.Status == smt.Unsat {
			return nil, err
		}
		if answer.Status != smt.Sat {
			return errors.New(answer.Reason), ctx.Err()
		}
		truth, err := visit(answer.Model)
		if err == nil && known[truthKey(nil, truth)] {
			err = errReplay
		}
		if err == nil {
			err = found(truth)
		}
		if err != nil {
			return err, ctx.Err()
		}
		known[truthKey(nil, truth)] = true
		open = append(open, otherThan(w.store, predicates, truth))
	}
}

// ErrTooManyStates is the error if the predicates divide the states into more parts than allowed.
type ErrTooManyStates struct{ Limit, Predicates int }

// Error returns what can be done about it.
func (e *ErrTooManyStates) Error() string {
	return fmt.Sprintf("the %d predicates divide the states into more than %d parts: use fewer predicates, or allow more with --states",
		e.Predicates, e.Limit)
}

// findStates finds all abstract states, and reports each to the meter. The doubt is why there may be more.
func (w *worker) findStates(ctx context.Context, conds []*term.Term, limit int, m *meter) (sp *space, doubt, err error) {
	rows := reachableLocations(w.system, limit)
	if rows == nil {
		return nil, nil, &ErrTooManyStates{limit, len(conds)}
	}
	sp = &space{conds: conds, byKey: map[string]*State{}}
	for _, some := range w.alike(rows) {
		open, err := w.findStatesAt(ctx, sp, some, limit, m)
		if err != nil {
			return sp, open, err
		}
		if doubt == nil {
			doubt = open
		}
	}
	sp.sort()
	return sp, doubt, nil
}

// alike groups rows of locations that conditions do not distinguish: all of them, or each on its own where hidden slots hold locations.
func (w *worker) alike(rows [][]int) [][][]int {
	if len(w.system.Standing(rows[0])) == 0 {
		return [][][]int{rows}
	}
	var out [][][]int
	for _, row := range rows {
		out = append(out, [][]int{row})
	}
	return out
}

// findStatesAt finds the abstract states at rows of locations that are alike.
func (w *worker) findStatesAt(ctx context.Context, sp *space, rows [][]int, limit int, m *meter) (doubt, err error) {
	tooMany := &ErrTooManyStates{limit, len(sp.conds)}
	classifier, defaults := w.classifier(sp.conds), run.DefaultStart(w.system)
	var example []term.Value
	formula := slices.Concat(w.model.states, w.system.Standing(rows[0]))
	doubt, err = w.enumerate(ctx, formula, sp.conds, func(values smt.Model) ([]bool, error) {
		example = run.Values(values, w.model.slots, defaults)
		return classifier.truth(&sts.Config{Values: example})
	}, func(truth []bool) error {
		if len(sp.states)+len(rows) > limit {
			return tooMany
		}
		for _, locations := range rows {
			sp.add(w, &State{Locations: locations, Truth: truth, Example: &sts.Config{Locations: locations, Values: example}})
		}
		m.found(w, len(sp.states))
		return nil
	})
	if errors.Is(doubt, tooMany) {
		err = tooMany
	}
	return doubt, err
}

// add adds an abstract state.
func (sp *space) add(w *worker, q *State) {
	q.cond = append(literals(w.store, sp.conds, q.Truth), w.system.Standing(q.Locations)...)
	state := sts.SymbolicState{Locations: q.Locations, Store: w.model.slots}
	q.source = &source{state: state, cond: slices.Concat(w.model.states, q.cond), abstract: q}
	sp.states = append(sp.states, q)
	sp.byKey[truthKey(q.Locations, q.Truth)] = q
}

// sort numbers the states by their locations and then by the truth of their predicates, the first first.
func (sp *space) sort() {
	slices.SortFunc(sp.states, func(a, b *State) int {
		if order := slices.Compare(a.Locations, b.Locations); order != 0 {
			return order
		}
		return strings.Compare(truthKey(nil, a.Truth), truthKey(nil, b.Truth))
	})
	for i, q := range sp.states {
		q.ID = i
	}
}

// stateOf returns the abstract state of a state, nil if it does not satisfy the invariant or is unknown. The classifier is
// that of the predicates.
func (w *worker) stateOf(sp *space, c *classifier, config *sts.Config) (*State, error) {
	if meets, err := w.states.truth(config); err != nil || slices.Contains(meets, false) {
		return nil, err
	}
	truth, err := c.truth(config)
	if err != nil {
		return nil, err
	}
	return sp.byKey[truthKey(config.Locations, truth)], nil
}

// errNoState is the reason of a doubt.
var errNoState = errors.New("it leads to a state whose abstract state is unknown")

// findTargets finds the abstract states that solutions of a formula lead to. The formula and the predicates in the state
// reached are over the same variables; execute runs a solution, and found is called once for each abstract state.
func (w *worker) findTargets(ctx context.Context, sp *space, formula []*term.Term, reached *sts.SymbolicState,
	execute func(smt.Model) (*run.Witness, error), found func(*State, *run.Witness)) (doubt, err error) {
	classifier := w.classifier(sp.conds)
	var q *State
	var end *run.Witness
	return w.enumerate(ctx, formula, w.model.apply(sp.conds, reached), func(values smt.Model) (_ []bool, err error) {
		if end, err = execute(values); err != nil {
			return nil, err
		}
		if q, err = w.stateOf(sp, classifier, end.Config); err != nil {
			return nil, err
		}
		if q == nil {
			return nil, errNoState
		}
		return q.Truth, nil
	}, func([]bool) error {
		found(q, end)
		return nil
	})
}

// reachableLocations returns the rows of locations that the graphs of the machines allow, nil if there are more than the limit.
func reachableLocations(s *sts.System, limit int) [][]int {
	rows := [][]int{s.Initial()}
	seen := map[string]bool{fmt.Sprint(rows[0]): true}
	for i := 0; i < len(rows); i++ {
		for _, m := range s.Possible(nil, rows[i], noMessages) {
			next := m.Target(rows[i])
			if key := fmt.Sprint(next); !seen[key] {
				seen[key] = true
				rows = append(rows, next)
			}
		}
		if len(rows) > limit {
			return nil
		}
	}
	return rows
}

// noMessages is the length of queues; abstracted systems have no queues.
func noMessages(int) int { return 0 }
