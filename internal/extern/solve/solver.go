package solve

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/sextant-mbt/sextant/internal/extern/table"
	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
	"github.com/sextant-mbt/sextant/internal/text"
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
	rows := func(name string) []table.Row { return functions.byName[name].table.Rows() }
	return &Solver{next: next, functions: functions, store: store, formulas: formulas{store, rows},
		random: rand.New(rand.NewPCG(uint64(functions.options.Seed), 1))}
}

// Stats counts what the solver behind did.
func (s *Solver) Stats() smt.Stats { return s.next.Stats() }

// Close ends the solver behind.
func (s *Solver) Close() error { return s.next.Close() }

// Check answers a query; one without calls is handed on.
func (s *Solver) Check(ctx context.Context, q smt.Query) (smt.Answer, error) {
	if len(q.Calls) == 0 {
		return s.next.Check(ctx, q)
	}
	for _, c := range q.Calls {
		if err := s.functions.byName[c.Function].failure(); err != nil {
			return smt.Answer{Reason: err.Error()}, nil // nothing that it said can be trusted
		}
	}
	t := &search{Solver: s, ctx: ctx, query: q, calls: q.Calls}
	switch s.functions.options.Method {
	case Paper:
		return t.paper()
	case Chance:
		return t.chance()
	}
	return t.adaptive()
}

// search is one run of SolveTab.
type search struct {
	*Solver
	ctx   context.Context
	query smt.Query
	calls []smt.Call
	added int    // rows added by this search
	cause string // which call was in the way, for people
}

// sat asks for a solution of ψ with more conjuncts, with values of everything that the calls and ψ mention.
func (t *search) sat(more ...*term.Term) (smt.Answer, error) {
	conjuncts := append(t.query.Conjuncts[:len(t.query.Conjuncts):len(t.query.Conjuncts)], more...)
	q := smt.Query{Timeout: t.query.Timeout, Values: t.variables(conjuncts)}
	for _, c := range conjuncts {
		if c.IsFalse() {
			return smt.Answer{Status: smt.Unsat}, nil
		}
		q.Conjuncts = append(q.Conjuncts, c.Conjuncts()...)
	}
	return t.next.Check(t.ctx, q)
}

// variables lists what conjuncts, calls and the query mention.
func (t *search) variables(conjuncts []*term.Term) []*term.Term {
	lists := [][]*term.Term{conjuncts, t.query.Values}
	for _, c := range t.calls {
		lists = append(lists, c.Args, c.Results)
	}
	return term.Variables(lists...)
}

// bySums asks whether the tables as they are open the path.
func (t *search) bySums() (smt.Answer, error) { return t.sat(t.formulas.sums(t.calls)...) }

// solution is the answer with the values that the query wants.
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

// extern is the extern of a call.
func (t *search) extern(c smt.Call) *sts.Extern { return t.functions.byName[c.Function].extern }

// evaluate computes terms under a model.
func (t *search) evaluate(terms []*term.Term, model smt.Model) ([]term.Value, error) {
	out := make([]term.Value, len(terms))
	for i, u := range terms {
		v, err := t.store.Evaluate(u, model)
		if err != nil {
			return nil, err
		}
		out[i] = v
	}
	return out, nil
}
