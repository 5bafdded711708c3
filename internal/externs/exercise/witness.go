package exercise

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/externs/contract"
	"github.com/sextant-mbt/sextant/internal/externs/table"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Demands on some input. The function is run on inputs that the path allows until one gives a result that the path needs. A search without
// success is inconclusive, unless all inputs were tried: those of a small domain, or all that the solver can find.

const (
	witnessTries = 20      // inputs tried for each that is wanted of a behaviour
	wholeDomain  = 100_000 // inputs that are all tried
	maxExcluded  = 200     // inputs beyond which the solver is not queried for more
)

// search is the search for an input that meets a demand.
type search struct {
	*exerciser
	index    int
	tried    [][]term.Value  // inputs that the demand allows
	known    map[string]bool // their keys
	found    bool            // a witness
	open     bool            // some input could not be checked
	failures []func()        // add failures of the function to the report
}

// findWitness looks for an input that meets a behaviour.
func (e *exerciser) findWitness(ctx context.Context, i int) error {
	s := &search{exerciser: e, index: i, known: map[string]bool{}}
	if err := s.look(ctx); err != nil {
		return err
	}
	counts := &e.report.Behaviors[i]
	counts.Inputs = len(s.tried)
	if s.found {
		counts.Outcome = result.DemandMet
		return nil
	}
	for _, add := range s.failures {
		add()
	}
	counts.Outcome = result.DemandOpen
	all, err := s.exhausted(ctx)
	if all && err == nil {
		counts.Outcome, counts.Violations = result.DemandViolated, 1
		e.report.Violations = append(e.report.Violations, result.ContractViolation{Behavior: counts.Behavior, Text: s.noWitness()})
	}
	return err
}

// noWitness reports that no input satisfies the demand.
func (s *search) noWitness() string {
	b, system := s.behaviors[s.index], s.checker.System
	allowed := "there are"
	if !b.Pre.IsTrue() {
		allowed = "satisfy " + contract.PlainText(system, s.extern, b.Pre)
	}
	return fmt.Sprintf("behavior %s: none of the %d inputs that %s has a result that satisfies %s", b.Name, len(s.tried), allowed, contract.PlainText(system, s.extern, b.Post))
}

// look tries inputs that were called before, inputs as for any behaviour, and then the whole domain if it is small.
func (s *search) look(ctx context.Context) error {
	for _, row := range s.rows {
		if s.allowed(row.Args) && s.meets(row) {
			return nil
		}
	}
	for _, source := range []struct {
		inputs arguments
		limit  int
	}{{s.inputs(ctx, s.index), witnessTries * s.options.Inputs}, {s.domain(), wholeDomain}} {
		count := 0
		for args, err := range source.inputs {
			if err = cmp.Or(err, ctx.Err()); err != nil {
				return err
			}
			if count++; s.allowed(args) && s.call(ctx, args) {
				return nil
			}
			if count == source.limit {
				break
			}
		}
	}
	return ctx.Err()
}

// allowed reports whether an input is new and satisfies the precondition, and notes it.
func (s *search) allowed(args []term.Value) bool {
	key := table.Key(s.extern, args)
	if s.known[key] {
		return false
	}
	s.known[key] = true
	if err := s.pre[s.index].Run(args); err != nil {
		s.open = true
		return false
	}
	ok := s.pre[s.index].Bool(0)
	if ok {
		s.tried = append(s.tried, args)
	}
	return ok
}

// call runs the function for an input, and reports whether it is a witness.
func (s *search) call(ctx context.Context, args []term.Value) bool {
	s.tell(s.index)
	s.report.Calls++
	output, err := s.exerciser.run(ctx, args)
	if err != nil {
		if s.failures = append(s.failures, func() { s.keep(&s.report.Failures, args, err.Error()) }); ctx.Err() != nil {
			s.failures = nil
		}
		return false
	}
	row := table.Row{Args: args, Result: output}
	s.rows = append(s.rows, row)
	return s.meets(row)
}

// meets reports whether a call meets the demand, and keeps it as the witness.
func (s *search) meets(row table.Row) bool {
	why, err := s.violates(s.index, row.Args, row.Result)
	if err != nil {
		s.open = true
		s.keep(&s.report.Undecided, row.Args, err.Error())
		return false
	}
	if why == "" {
		s.found = true
		s.report.Behaviors[s.index].Witness = table.FormatRow(s.extern, row)
	}
	return s.found
}

// exhausted reports whether all inputs that the demand allows were tried.
func (s *search) exhausted(ctx context.Context) (bool, error) {
	if s.open {
		return false, nil
	}
	if size := s.size(); size > 0 && len(s.known) >= size {
		return true, nil
	}
	if len(s.tried) > maxExcluded {
		return false, nil
	}
	conjuncts := slices.Clone(s.behaviors[s.index].Pre.Conjuncts())
	for _, args := range s.tried {
		conjuncts = append(conjuncts, s.store.Not(s.same(args)))
	}
	if slices.ContainsFunc(conjuncts, (*term.Term).IsFalse) {
		return true, nil
	}
	answer, err := s.checker.Solver.Check(ctx, smt.Query{Conjuncts: s.checker.System.InNormalForm(conjuncts), Timeout: inputLimit})
	return answer.Status == smt.Unsat, err
}

// size returns the number of inputs of the types of the parameters; 0 if there are too many.
func (s *search) size() int {
	size := 1
	for _, v := range s.extern.Inputs {
		size *= len(v.Sort().Values(wholeDomain))
		if size > wholeDomain {
			return 0
		}
	}
	return size
}

// domain returns all inputs of the types of the parameters, if there are not too many.
func (s *search) domain() arguments {
	return func(yield func([]term.Value, error) bool) {
		if s.size() > 0 {
			s.extend(nil, func(args []term.Value) bool { return yield(slices.Clone(args), nil) })
		}
	}
}

// extend calls yield for all inputs that begin with args, until it returns false.
func (s *search) extend(args []term.Value, yield func([]term.Value) bool) bool {
	if len(args) == len(s.extern.Inputs) {
		return yield(args)
	}
	for _, v := range s.extern.Inputs[len(args)].Sort().Values(wholeDomain) {
		if !s.extend(append(slices.Clip(args), v), yield) {
			return false
		}
	}
	return true
}
