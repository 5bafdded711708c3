package classes

import (
	"context"
	"fmt"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/engines/reach"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Options bound the search.
type Options struct {
	Least, Most int // steps of a run
	Limit       int // of classes
	Explore     explore.Options
	Ask         *reach.Question // bounds of the question to the portfolio about what the tree leaves open; nil asks nothing
	Found       func(Class)     // called for each class when it is found; may be nil
}

// Class is the runs with one tuple.
type Class struct {
	Values []Value // by classifier
	Run    *run.Witness
}

// Division is the result of a search.
type Division struct {
	Classes      []Class // in the order in which they were found: shortest runs first
	Combinations int     // that the types allow; 0 if these are too many to count
	Paths        int     // that were examined
	Stop         result.Stop
	Doubts       []string // undecided questions
	Tree         *explore.Tree
	Engines      []result.EngineUse // of the portfolio
	Solver       smt.Stats          // of the questions about classes
}

// Complete reports whether there is no other class of runs within the bounds.
func (d *Division) Complete() bool { return d.Stop == result.StopExhausted }

// supported rejects models that have no classes to find.
func supported(s *sts.System) error {
	switch {
	case len(s.Classifiers) == 0:
		return &result.Unsupported{By: "classes", Feature: result.HasNoClassifiers, Text: "the model has no classifiers",
			Because: "runs are divided by their values", Advice: "write classify NAME: TERM"}
	case len(s.Externs) > 0:
		return &result.Unsupported{By: "classes", Feature: result.HasExterns, Text: "the model has externs",
			Because: "results of functions that are not known bind each other"}
	}
	return nil
}

// search is one call of Find.
type search struct {
	system   *sts.System
	options  Options
	solver   smt.Solver
	executor *run.Executor
	known    map[string]bool
	decided  bool // the portfolio has decided everything that the tree left open
	out      *Division
}

// Find divides the runs of a system.
func Find(ctx context.Context, system *sts.System, options Options) (*Division, error) {
	if err := supported(system); err != nil {
		return nil, err
	}
	solver, err := options.Explore.NewSolver()
	if err != nil {
		return nil, err
	}
	defer solver.Close()
	decide := func(closed *term.Term) (bool, error) { return smt.Decide(ctx, solver, closed, 0) }
	s := &search{system: system, options: options, solver: solver, executor: run.NewExecutor(system, nil, decide), known: map[string]bool{},
		out: &Division{Combinations: combinations(system)}}
	explored := options.Explore
	explored.Strategy, explored.Depth, explored.Prune, explored.PathsOnly = explore.BreadthFirst, options.Most, false, true
	if s.out.Tree, err = explore.Run(ctx, system, explored); err != nil {
		return nil, err
	}
	if err := s.paths(ctx); err != nil {
		return nil, err
	}
	if options.Ask != nil {
		if err := s.ask(ctx); err != nil {
			return nil, err
		}
	}
	s.out.Stop = s.reason(ctx)
	if s.out.Stop == result.StopExhausted {
		s.out.Doubts = nil
	}
	s.out.Solver.Add(solver.Stats())
	return s.out, nil
}

// paths processes all paths of the given lengths.
func (s *search) paths(ctx context.Context) error {
	for _, st := range s.out.Tree.States() {
		if st.Depth < s.options.Least || s.out.Tree.NoStart != nil {
			continue
		}
		if ctx.Err() != nil || s.full() {
			return nil
		}
		if err := s.path(ctx, st); err != nil {
			return err
		}
		s.out.Paths++
	}
	return nil
}

func (s *search) full() bool { return len(s.out.Classes) >= s.options.Limit }

// path finds the classes of the runs along one path.
func (s *search) path(ctx context.Context, st *explore.State) error {
	v, err := over(s.system, symbolicPast(st))
	if err != nil {
		return err
	}
	if err := s.safe(ctx, st, v.safety); err != nil {
		return err
	}
	if _, err := s.add(st.Witness()); err != nil {
		return err
	}
	for !s.full() && !s.allKnown(v.terms) {
		w, err := s.another(ctx, st, s.unknown(v.terms))
		if w == nil || err != nil {
			return err
		}
		isNew, err := s.add(w)
		if err != nil {
			return err
		}
		if !isNew {
			s.doubt(st, "the solver's example could not be confirmed")
			return nil
		}
	}
	return nil
}

// mostTuples bounds the tuples of a path that are compared with those that are known.
const mostTuples = 4096

// allKnown reports whether every tuple that runs along a path can have by the types of the classifiers is known, so that no query is needed.
func (s *search) allKnown(terms []*term.Term) bool {
	tuples := [][]Value{nil}
	for i, t := range terms {
		c := &s.system.Classifiers[i]
		values := []Value{}
		if t.IsConst() {
			values = append(values, valueOf(c, t))
		} else if n := count(c); n > 0 && n*len(tuples) <= mostTuples {
			values = possible(s.system.Store, c)
		} else {
			return false
		}
		var next [][]Value
		for _, before := range tuples {
			for _, v := range values {
				next = append(next, append(before[:len(before):len(before)], v))
			}
		}
		tuples = next
	}
	return !slices.ContainsFunc(tuples, func(values []Value) bool { return !s.known[key(values)] })
}

// unknown returns the conditions that the tuple of a path differs from all known ones. Tuples that are impossible on this path are left out.
func (s *search) unknown(terms []*term.Term) []*term.Term {
	var out []*term.Term
	store := s.system.Store
	for _, c := range s.out.Classes {
		if other := store.Not(s.has(c.Values, terms)); !other.IsTrue() {
			out = append(out, other)
		}
	}
	return out
}

// has is the condition that the classifiers, with their values as terms, have a tuple.
func (s *search) has(tuple []Value, terms []*term.Term) *term.Term {
	same := make([]*term.Term, len(tuple))
	for i, v := range tuple {
		same[i] = v.is(s.system.Store, &s.system.Classifiers[i], terms[i])
	}
	return s.system.Store.And(same...)
}

// another returns a run along a path that fulfils more conditions, or nil if there is none or it is unknown.
func (s *search) another(ctx context.Context, st *explore.State, conditions []*term.Term) (*run.Witness, error) {
	for _, c := range conditions {
		if c.IsFalse() {
			return nil, nil
		}
	}
	query := smt.Query{Conjuncts: append(st.Condition(), conditions...)}
	query.Values = term.Variables(query.Conjuncts)
	answer, err := s.solver.Check(ctx, query)
	switch {
	case err != nil:
		if ctx.Err() != nil {
			return nil, nil
		}
		return nil, err
	case answer.Status == smt.Unsat:
		return nil, nil
	case answer.Status != smt.Sat:
		s.doubt(st, answer.Reason)
		return nil, nil
	}
	w, err := st.Follow(ctx, s.executor, answer.Model)
	if err != nil {
		s.doubt(st, err.Error())
		return nil, nil
	}
	return w, nil
}

// safe reports a run along a path for which a classifier has no value.
func (s *search) safe(ctx context.Context, st *explore.State, safety []sts.Obligation) error {
	for _, o := range safety {
		if o.Cond.IsTrue() {
			continue
		}
		w, err := s.another(ctx, st, []*term.Term{s.system.Store.Not(o.Cond)})
		if err != nil {
			return err
		}
		if w != nil {
			return &NoValueError{o, w}
		}
	}
	return nil
}

// add adds the class of a run; false if it is known.
func (s *search) add(w *run.Witness) (bool, error) {
	values, err := tuple(s.system, w)
	if err != nil || s.known[key(values)] {
		return false, err
	}
	s.known[key(values)] = true
	class := Class{Values: values, Run: w}
	s.out.Classes = append(s.out.Classes, class)
	if s.options.Found != nil {
		s.options.Found(class)
	}
	return true, nil
}

func (s *search) doubt(st *explore.State, reason string) {
	s.out.Doubts = append(s.out.Doubts, fmt.Sprintf("a path of %d steps that ends with %s: %s", st.Depth, lastName(st), reason))
}

func lastName(st *explore.State) string {
	if st.Move == nil {
		return "the start"
	}
	return st.Move.Name
}

// reason returns why the search ended.
func (s *search) reason(ctx context.Context) result.Stop {
	tree := s.out.Tree
	switch stop := result.StopOf(ctx); {
	case stop.Early():
		return stop
	case s.full():
		return result.StopClasses
	case s.decided:
		return result.StopExhausted
	case tree.Stop != result.StopDepth && tree.Stop != result.StopExhausted:
		return tree.Stop
	case len(s.out.Doubts) > 0 || tree.Stop == result.StopDepth && tree.WholeDepth() < s.options.Most || len(tree.Doubts) > 0:
		return result.StopUndecided
	}
	return result.StopExhausted
}
