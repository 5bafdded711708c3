package solve

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/externs/table"
)

// Solver answers queries with calls. It belongs to one goroutine; workers share Functions.
type Solver struct {
	next      smt.Solver
	functions *Functions
	store     *term.Store
	formulas  formulas
	random    *rand.Rand
}

// New puts a Solver before next.
func New(next smt.Solver, functions *Functions) *Solver {
	store := functions.system.Store
	return &Solver{next: next, functions: functions, store: store, formulas: formulas{store},
		random: rand.New(rand.NewPCG(uint64(functions.options.Seed), 1))}
}

// Stats returns the counts of the next solver.
func (s *Solver) Stats() smt.Stats { return s.next.Stats() }

// Close closes the next solver.
func (s *Solver) Close() error { return s.next.Close() }

// Check answers a query; one without calls is passed on.
func (s *Solver) Check(ctx context.Context, q smt.Query) (smt.Answer, error) {
	if len(q.Calls) == 0 {
		return s.next.Check(ctx, q)
	}
	t := &search{Solver: s, query: q}
	for _, c := range q.Calls {
		fn := s.functions.byName[c.Function]
		if err := fn.failure(); err != nil {
			return smt.Answer{Reason: err.Error()}, nil // nothing that it returned can be trusted
		}
		t.calls = append(t.calls, call{sts.SymbolicCall{Extern: fn.extern, Args: c.Args, Results: c.Results}, fn})
	}
	return t.solveTab(ctx)
}

// search is one run of SolveTab.
type search struct {
	*Solver
	query    smt.Query
	calls    []call
	proposed int    // rounds of the adaptive method
	added    int    // rows added by this search
	cause    string // the call that prevented an answer, for messages
}

// solveTab makes attempts until the tables open the path, or one of them ends the search.
func (t *search) solveTab(ctx context.Context) (smt.Answer, error) {
	attempt := map[Method]func(context.Context, int) (smt.Answer, bool, error){Adaptive: t.adaptive, Paper: t.paper, Chance: t.chance}
	method := t.functions.options.Method
	for done := 0; ; done++ {
		answer, err := t.sat(ctx, t.formulas.sums(t.calls)...)
		switch {
		case err == nil && answer.Status == smt.Sat:
			return t.solution(answer.Model), nil
		case err != nil || method == Paper && answer.Status == smt.Unknown:
			return answer, err
		}
		if answer, final, err := attempt[method](ctx, done); err != nil || final {
			return answer, err
		}
	}
}

// attempts is m, unless the query allows less.
func (t *search) attempts() int {
	m := t.functions.options.attempts()
	if t.query.Attempts > 0 {
		return min(m, t.query.Attempts)
	}
	return m
}

// stopped is the final answer if a function could not be run.
func (t *search) stopped(ctx context.Context, done int, err error) (smt.Answer, bool, error) {
	if errors.Is(err, errNoRunner) {
		t.cause = err.Error()
		return t.upToTables(done), true, nil
	}
	return smt.Answer{Reason: err.Error()}, true, ctx.Err()
}

// sat queries for a solution of ψ with more conjuncts, with values of everything that the calls and ψ mention.
func (t *search) sat(ctx context.Context, more ...*term.Term) (smt.Answer, error) {
	conjuncts := append(t.query.Conjuncts[:len(t.query.Conjuncts):len(t.query.Conjuncts)], more...)
	lists := [][]*term.Term{conjuncts, t.query.Values}
	for _, c := range t.calls {
		lists = append(lists, c.Args, c.Results)
	}
	q := smt.Query{Timeout: t.query.Timeout, Work: t.query.Work, Provisional: t.query.Provisional, Kind: t.query.Kind, Values: term.Variables(lists...)}
	for _, c := range conjuncts {
		if c.IsFalse() {
			return smt.Answer{Status: smt.Unsat}, nil
		}
		q.Conjuncts = append(q.Conjuncts, c.Conjuncts()...)
	}
	return t.next.Check(ctx, q)
}

// solution returns the answer with the values that the query wants.
func (t *search) solution(model smt.Model) smt.Answer {
	values := smt.Model{}
	for _, v := range t.query.Values {
		values[v] = model[v]
	}
	for _, c := range t.calls {
		for _, r := range c.Results {
			values[r] = model[r]
		}
	}
	return smt.Answer{Status: smt.Sat, Model: values}
}

// upToTables is the answer when nothing was found.
func (t *search) upToTables(attempts int) smt.Answer {
	reason := fmt.Sprintf("nothing found after %s, %s added", text.Count(attempts, "attempt"), text.Count(t.added, "row"))
	for _, more := range []string{t.explain(), t.cause} {
		if more != "" {
			reason += "; " + more
		}
	}
	return smt.Answer{Status: smt.UpToTables, Reason: reason}
}

// result looks up or runs a call with the arguments that it has in a model.
func (t *search) result(ctx context.Context, c call, model smt.Model) ([]term.Value, error) {
	args := make([]term.Value, len(c.Args))
	for i, a := range c.Args {
		var err error
		if args[i], err = t.store.Evaluate(a, model); err != nil {
			return nil, err
		}
	}
	if result, known := c.function.table.Lookup(args); known {
		return result, nil
	}
	result, err := c.function.run(ctx, args)
	if err == nil {
		t.added++
		t.cause = "the last call tried was " + table.FormatRow(c.Extern, table.Row{Args: args, Result: result})
	}
	return result, err
}
