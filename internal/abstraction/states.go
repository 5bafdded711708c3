package abstraction

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// Abstract states. Of 2^n combinations of truth values only those that some state has are wanted. So they are not tried one by
// one: the solver names a state that meets the invariant, the interpreter says which predicates hold in it, and the next
// question excludes that combination, until there is none left. The number of questions is that of the states found, plus one.

// State is an abstract state.
type State struct {
	ID        int
	Locations []int
	Truth     []bool      // by predicate
	Example   *sts.Config // a state of it
	Initial   bool        // an initial state of the system belongs to it

	cond []*term.Term // the predicates, negated where they are false
}

// Name is that of the drawing and of the text.
func (q *State) Name() string { return fmt.Sprintf("q%d", q.ID) }

// Doubt is a question that was left open.
type Doubt struct {
	About  string
	Reason string
}

// space finds and knows the abstract states of a set of predicates.
type space struct {
	predicates sts.PredicateSet
	states     []*State
	byKey      map[string]*State
	doubts     []Doubt
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

// literals are the conditions, negated where truth says so.
func literals(store *term.Store, conds []*term.Term, truth []bool) []*term.Term {
	out := make([]*term.Term, len(conds))
	for i, c := range conds {
		out[i] = c
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

// ErrTooManyStates says that the predicates divide the states into more parts than allowed.
type ErrTooManyStates struct{ Limit, Predicates int }

// Error says what can be done about it.
func (e *ErrTooManyStates) Error() string {
	return fmt.Sprintf("the %d predicates divide the states into more than %d parts: use fewer predicates, or allow more with --states",
		e.Predicates, e.Limit)
}

// findStates finds all abstract states.
func (w *worker) findStates(set sts.PredicateSet) (*space, error) {
	sp := &space{predicates: set, byKey: map[string]*State{}}
	classes, err := w.combinations(sp)
	if err != nil {
		return nil, err
	}
	rows := reachableLocations(w.system, w.options.States)
	if rows == nil || len(rows)*len(classes) > w.options.States {
		return nil, &ErrTooManyStates{w.options.States, len(set.Conds)}
	}
	for _, locations := range rows {
		for _, c := range classes {
			sp.add(w.store, locations, c)
		}
	}
	sp.sort()
	return sp, nil
}

// class is a combination of truth values that some state has.
type class struct {
	truth   []bool
	example *sts.Config
}

// combinations finds the truth values that states which meet the invariant can have.
func (w *worker) combinations(sp *space) ([]class, error) {
	conds, open := sp.predicates.Conds, join(w.model.invariant)
	classifier := w.classifier(conds)
	var classes []class
	for {
		answer, err := w.check(open, w.model.slots)
		switch {
		case err != nil:
			return nil, err
		case answer.Status == smt.Unsat:
			return classes, nil
		case answer.Status != smt.Sat:
			sp.doubt("whether there are more abstract states", answer.Reason)
			return classes, nil
		}
		example := w.config(w.system.Initial(), w.model.slots, complete(w.model.slots, answer.Model))
		truth, err := classifier.truth(example)
		if err != nil {
			sp.doubt("which predicates hold in a state", err.Error())
			return classes, w.ctx.Err()
		}
		if slices.ContainsFunc(classes, func(c class) bool { return slices.Equal(c.truth, truth) }) {
			sp.doubt("whether there are more abstract states", errReplay.Error())
			return classes, nil
		}
		if classes = append(classes, class{truth, example}); len(classes) > w.options.States {
			return nil, &ErrTooManyStates{w.options.States, len(conds)}
		}
		open = append(open, otherThan(w.store, conds, truth))
	}
}

// complete gives every variable a value.
func complete(vars []*term.Term, values smt.Model) smt.Model {
	return (&way{inner: vars}).complete(values)
}

func (sp *space) doubt(about, reason string) { sp.doubts = append(sp.doubts, Doubt{about, reason}) }

func (sp *space) add(store *term.Store, locations []int, c class) {
	example := &sts.Config{Locations: locations, Values: c.example.Values}
	q := &State{Locations: locations, Truth: c.truth, Example: example, cond: literals(store, sp.predicates.Conds, c.truth)}
	sp.states = append(sp.states, q)
	sp.byKey[truthKey(locations, c.truth)] = q
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

// reachableLocations lists the rows of locations that the graphs of the machines allow, nil if there are more than the limit.
func reachableLocations(s *sts.System, limit int) [][]int {
	rows := [][]int{s.Initial()}
	seen := map[string]bool{fmt.Sprint(rows[0]): true}
	none := func(int) int { return 0 }
	for i := 0; i < len(rows); i++ {
		for _, m := range s.Possible(nil, rows[i], none) {
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
