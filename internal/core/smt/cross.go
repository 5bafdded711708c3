package smt

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/sextant-mbt/sextant/internal/base/file"
	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// crossChecker is a Solver that trusts the next one only if a second solver does not contradict it and if its models satisfy the conjuncts by
// the concrete evaluation of terms. A disagreement is minimised and saved. A model that can be evaluated needs no second solver, and no claim
// depends on unsat for a provisional query. So the second solver checks each unsat that claims depend on, once, and models of conditions with
// quantifiers.
type crossChecker struct {
	next       Solver
	nextName   string
	second     Solver
	secondName string
	process    *Process // of the second
	store      *term.Store
	directory  string
	disagreed  func(string)
	left       func() // is called with each query that the second left undecided
}

func newCrossChecker(next Solver, nextName string, config Config) *crossChecker {
	own := config
	own.Command, own.Cache, own.Log, own.NoRefutation, own.Linear = config.CrossCheck, config.Confirmed, nil, true, false // the second solver gets all queries
	process := NewProcess(own)
	c := &crossChecker{next: next, nextName: nextName, process: process, second: stack(process, own), secondName: process.Name(),
		store: config.Store, directory: config.SaveDir, disagreed: config.Disagreed, left: config.Unconfirmed}
	if c.secondName == nextName {
		c.secondName = "another " + nextName
	}
	if c.store == nil {
		c.store = term.NewStore()
	}
	return c
}

// Stats counts both solvers; an unknown of the second solver counts among the Unknowns.
func (c *crossChecker) Stats() Stats {
	stats := c.next.Stats()
	stats.Add(c.second.Stats())
	return stats
}

// Close ends both solvers.
func (c *crossChecker) Close() error {
	err := c.next.Close()
	if second := c.second.Close(); err == nil {
		err = second
	}
	return err
}

// Check sends the query to the next solver, and to the second one if there is no other way to check the answer. It requests the
// values of all variables, to check the model.
func (c *crossChecker) Check(ctx context.Context, q Query) (Answer, error) {
	full := q
	full.Values = variablesOf(q.Conjuncts)
	answer, err := c.next.Check(ctx, full)
	switch {
	case err != nil || answer.Status == Unknown:
		return answer, err
	case answer.Status == Unsat && q.Provisional:
		answer.Unconfirmed = true
		return answer, nil
	case answer.Status == Sat:
		wrong, whole := c.falsified(q.Conjuncts, answer.Model)
		if wrong != nil {
			return c.reportModel(q, wrong)
		}
		answer.Model = answer.Model.completed(q.Values)
		if whole {
			return answer, nil
		}
	}
	other, err := c.second.Check(ctx, Query{Conjuncts: q.Conjuncts, Timeout: q.Timeout, Work: q.Work, Kind: q.Kind})
	switch {
	case err != nil:
		return Answer{}, err
	case disagree(answer, other):
		return c.reportDisagreement(ctx, q, answer, other)
	case other.Status == Unknown && c.left != nil:
		c.left()
	}
	return answer, nil
}

// disagree reports whether one answer is sat and the other unsat.
func disagree(a, b Answer) bool {
	return a.Status != Unknown && b.Status != Unknown && a.Status != b.Status
}

// falsified returns a conjunct that the model makes false, or nil; whole reports whether all conjuncts could be evaluated.
func (c *crossChecker) falsified(conjuncts []*term.Term, model Model) (wrong *term.Term, whole bool) {
	whole = true
	for _, conjunct := range conjuncts {
		value, err := c.store.Evaluate(conjunct, model)
		if err == nil && !value.Bool() {
			return conjunct, whole
		}
		whole = whole && err == nil
	}
	return nil, whole
}

func (c *crossChecker) reportModel(q Query, wrong *term.Term) (Answer, error) {
	file, err := c.save(q.Conjuncts)
	if err != nil {
		return Answer{}, err
	}
	return c.tell("the model of %s does not satisfy %s, saved as %s", c.nextName, text.Clip(printTerm(wrong), 200), file), nil
}

func (c *crossChecker) reportDisagreement(ctx context.Context, q Query, a, b Answer) (Answer, error) {
	q.Conjuncts = c.shrink(ctx, q)
	file, err := c.save(q.Conjuncts)
	if err != nil {
		return Answer{}, err
	}
	return c.tell("%s says %s, %s says %s, saved as %s", c.nextName, a.Status, c.secondName, b.Status, file), nil
}

// tell reports a disagreement, and returns the answer that the query is undecided.
func (c *crossChecker) tell(format string, args ...any) Answer {
	reason := fmt.Sprintf(format, args...)
	if c.disagreed != nil {
		c.disagreed(reason)
	}
	return Answer{Reason: reason}
}

// shrink leaves out conjuncts one by one as long as the solvers disagree on the rest.
func (c *crossChecker) shrink(ctx context.Context, q Query) []*term.Term {
	conjuncts := q.Conjuncts
	for i := 0; i < len(conjuncts); {
		rest := append(append([]*term.Term(nil), conjuncts[:i]...), conjuncts[i+1:]...)
		smaller := Query{Conjuncts: rest, Timeout: q.Timeout, Work: q.Work, Kind: q.Kind}
		a, errA := c.next.Check(ctx, smaller)
		b, errB := c.second.Check(ctx, smaller)
		if errA == nil && errB == nil && disagree(a, b) {
			conjuncts = rest
		} else {
			i++
		}
	}
	return conjuncts
}

// save writes a script atomically, under a name derived from its content.
func (c *crossChecker) save(conjuncts []*term.Term) (string, error) {
	_, hash := key(conjuncts)
	name := filepath.Join(c.directory, fmt.Sprintf("disagreement-%016x.smt2", hash))
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return "", fmt.Errorf("saving a disagreement: %w", err)
	}
	if err := file.Write(name, []byte(scriptOf(conjuncts))); err != nil {
		return "", fmt.Errorf("saving a disagreement: %w", err)
	}
	return name, nil
}
