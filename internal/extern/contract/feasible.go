package contract

import (
	"context"

	"github.com/sextant-mbt/sextant/internal/extern/table"
	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// Feasibility of a set of paths: definition 9. The conditions of all paths must hold together with the deterministic-program
// condition: two calls of one function with equal arguments have equal results.

// Feasibility is the answer about a set of paths.
type Feasibility struct {
	Status         smt.Status
	Reason         string // why it is unknown
	Implementation map[*sts.Extern][]table.Row
	Singles        []Single // each path for itself
	Conflict       []Clash  // if infeasible: a smallest set of conditions that cannot hold together
}

// Single is the answer about one path.
type Single struct {
	Path     *Path
	Status   smt.Status
	Reason   string
	Conflict []Clash
}

// Clash is a condition that is part of a conflict.
type Clash struct {
	Path      string `json:"path"`
	Origin    string `json:"origin"`
	Condition string `json:"condition"`
}

// clause is a condition with its path, or a determinism condition.
type clause struct {
	condition Condition
	path      string
}

// Feasible decides a set of distinguished paths, and each of them for itself.
func (c *Checker) Feasible(ctx context.Context, paths []*Path) (*Feasibility, error) {
	out := &Feasibility{}
	for _, p := range paths {
		s := Single{Path: p}
		clauses := c.clauses([]*Path{p})
		answer, err := c.ask(ctx, clauses, nil)
		if err != nil {
			return nil, err
		}
		s.Status, s.Reason = answer.Status, answer.Reason
		if answer.Status == smt.Unsat {
			if s.Conflict, err = c.conflict(ctx, clauses); err != nil {
				return nil, err
			}
		}
		out.Singles = append(out.Singles, s)
	}
	return out, c.together(ctx, paths, out)
}

// together decides the set.
func (c *Checker) together(ctx context.Context, paths []*Path, out *Feasibility) error {
	clauses := c.clauses(paths)
	var wanted []*term.Term
	for _, p := range paths {
		for _, call := range p.Calls {
			wanted = append(wanted, term.Variables(call.Args)...)
			wanted = append(wanted, call.Results...)
		}
	}
	answer, err := c.askGuided(ctx, clauses, paths, unique(wanted))
	if err != nil {
		return err
	}
	out.Status, out.Reason = answer.Status, answer.Reason
	switch answer.Status {
	case smt.Sat:
		out.Implementation, err = c.implementation(paths, answer.Model)
	case smt.Unsat:
		out.Conflict, err = c.conflict(ctx, clauses)
	}
	return err
}

// clauses are the conditions of all paths and the determinism conditions of all pairs of calls.
func (c *Checker) clauses(paths []*Path) []clause {
	var out []clause
	var calls []Call
	for _, p := range paths {
		for _, k := range p.Conditions {
			out = append(out, clause{k, p.Name})
		}
		calls = append(calls, p.Calls...)
	}
	for i, a := range calls {
		for _, b := range calls[:i] {
			if a.Extern != b.Extern {
				continue
			}
			if t := c.determinism(a, b); !t.IsTrue() {
				out = append(out, clause{Condition{t, a.Extern.Name + " is a function"}, ""})
			}
		}
	}
	return out
}

// determinism is φ{f,f'} of definition 9.
func (c *Checker) determinism(a, b Call) *term.Term {
	s := c.System.Store
	return s.Implies(equalRows(s, a.Args, b.Args), equalRows(s, a.Results, b.Results))
}

func equalRows(s *term.Store, a, b []*term.Term) *term.Term {
	parts := make([]*term.Term, len(a))
	for i := range a {
		parts[i] = s.Eq(a[i], b[i])
	}
	return s.And(parts...)
}

func (c *Checker) ask(ctx context.Context, clauses []clause, values []*term.Term) (smt.Answer, error) {
	q := smt.Query{Values: values}
	for _, k := range clauses {
		if k.condition.Term.IsFalse() {
			return smt.Answer{Status: smt.Unsat}, nil
		}
		q.Conjuncts = append(q.Conjuncts, k.condition.Term)
	}
	return c.Solver.Check(ctx, q)
}

// askGuided asks about a set with quantifiers in two steps first: results of the calls that satisfy everything but the
// quantified conditions, and then the rest with these results. With the results fixed, the paths have nothing in common any
// more, and are solved one by one. Only if that fails is the set asked as a whole.
func (c *Checker) askGuided(ctx context.Context, clauses []clause, paths []*Path, wanted []*term.Term) (smt.Answer, error) {
	var plain []clause
	for _, k := range clauses {
		if !k.condition.Term.HasQuantifier() {
			plain = append(plain, k)
		}
	}
	if len(plain) == len(clauses) {
		return c.ask(ctx, clauses, wanted)
	}
	results := resultsOf(paths)
	first, err := c.ask(ctx, plain, results)
	if err != nil || first.Status == smt.Unsat {
		return first, err
	}
	if first.Status == smt.Sat {
		if second, err := c.askWith(ctx, clauses, wanted, results, first.Model); err != nil || second.Status == smt.Sat {
			return second, err
		}
	}
	return c.ask(ctx, clauses, wanted)
}

// resultsOf are the results of all calls on paths.
func resultsOf(paths []*Path) []*term.Term {
	var out []*term.Term
	for _, p := range paths {
		for _, call := range p.Calls {
			out = append(out, call.Results...)
		}
	}
	return out
}

// askWith asks with the values that results of calls have in a model; the model of the answer has these, too.
func (c *Checker) askWith(ctx context.Context, clauses []clause, wanted, results []*term.Term, known smt.Model) (smt.Answer, error) {
	by := map[*term.Term]*term.Term{}
	for _, r := range results {
		by[r] = c.System.Store.Const(r.Sort(), known[r])
	}
	answer, err := c.ask(ctx, c.substituted(clauses, by), without(wanted, by))
	if answer.Model == nil {
		answer.Model = smt.Model{}
	}
	for r := range by {
		answer.Model[r] = known[r]
	}
	return answer, err
}

// substituted puts known results into conditions.
func (c *Checker) substituted(clauses []clause, by map[*term.Term]*term.Term) []clause {
	var out []clause
	for _, k := range clauses {
		k.condition.Term = c.System.Store.Substitute(k.condition.Term, by)
		if !k.condition.Term.IsTrue() {
			out = append(out, k)
		}
	}
	return out
}

func without(vars []*term.Term, known map[*term.Term]*term.Term) []*term.Term {
	var out []*term.Term
	for _, v := range vars {
		if known[v] == nil {
			out = append(out, v)
		}
	}
	return out
}

// conflict drops conditions one by one as long as the rest cannot hold: what remains is a smallest conflict, in the sense
// that nothing of it can be left out.
func (c *Checker) conflict(ctx context.Context, clauses []clause) ([]Clash, error) {
	kept := append([]clause(nil), clauses...)
	for i := 0; i < len(kept); {
		without := append(append([]clause(nil), kept[:i]...), kept[i+1:]...)
		answer, err := c.ask(ctx, without, nil)
		if err != nil {
			return nil, err
		}
		if answer.Status == smt.Unsat {
			kept = without
		} else {
			i++
		}
	}
	var out []Clash
	for _, k := range kept {
		out = append(out, Clash{Path: k.path, Origin: k.condition.Origin, Condition: k.condition.Term.String()})
	}
	return out, nil
}

// implementation reads off what the functions do in a model: one row per call, without duplicates.
func (c *Checker) implementation(paths []*Path, model smt.Model) (map[*sts.Extern][]table.Row, error) {
	tables := map[*sts.Extern]*table.Table{}
	for _, p := range paths {
		for _, call := range p.Calls {
			row := table.Row{}
			for _, a := range call.Args {
				v, err := c.System.Store.Evaluate(a, model)
				if err != nil {
					return nil, err
				}
				row.Args = append(row.Args, v)
			}
			for _, r := range call.Results {
				row.Result = append(row.Result, model[r])
			}
			if tables[call.Extern] == nil {
				tables[call.Extern] = table.New(call.Extern)
			}
			if _, err := tables[call.Extern].Add(row); err != nil {
				return nil, err
			}
		}
	}
	out := map[*sts.Extern][]table.Row{}
	for x, t := range tables {
		out[x] = t.Rows()
	}
	return out, nil
}
