package contract

import (
	"context"
	"slices"

	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/core/path"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/externs/table"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Feasibility of a set of paths: definition 9. The conditions of all paths must hold together with the deterministic-program
// condition: two calls of one function with equal arguments have equal results.

// Feasibility is the answer about a set of paths.
type Feasibility struct {
	Answer
	Implementation map[*sts.Extern][]table.Row
	Singles        []Answer // about each path alone
}

// Answer is the answer about one path, or about several together.
type Answer struct {
	Path     *path.Path // nil for several
	Status   result.Feasibility
	Reason   string         // why it is unknown
	Conflict []result.Clash // if infeasible: conditions that cannot hold together
	Core     result.Core    // whether these are as few as possible
}

var feasibility = map[smt.Status]result.Feasibility{
	smt.Sat: result.Feasible, smt.Unsat: result.Infeasible, smt.Unknown: result.FeasibilityUnknown,
}

// clause is a condition with its path, or a determinism condition.
type clause struct {
	condition path.Condition
	path      string
}

// Feasible decides a set of distinguished paths together, and each of them alone. With an error, it returns the answers decided before.
func (c *Checker) Feasible(ctx context.Context, paths []*path.Path) (*Feasibility, error) {
	out := &Feasibility{Answer: Answer{Status: result.FeasibilityUnknown, Reason: "the paths were not examined together"}}
	for i, p := range paths {
		c.Tell(DecidingPaths, i, len(paths), "")
		single, err := c.single(ctx, p)
		if err != nil {
			return out, err
		}
		out.Singles = append(out.Singles, single)
	}
	c.Tell(DecidingTogether, 0, 1, text.Count(len(paths), "path"))
	clauses, err := c.clauses(ctx, paths)
	if err != nil {
		return out, err
	}
	checked, err := c.guided(ctx, clauses, paths)
	if err != nil {
		return out, err
	}
	if out.Answer, err = c.answer(ctx, clauses, checked); err == nil && checked.Status == smt.Sat {
		out.Implementation, err = c.implementation(paths, checked.Model)
	}
	return out, err
}

// single decides one path alone.
func (c *Checker) single(ctx context.Context, p *path.Path) (Answer, error) {
	clauses, err := c.clauses(ctx, []*path.Path{p})
	if err != nil {
		return Answer{}, err
	}
	checked, err := c.query(ctx, clauses, nil)
	if err != nil {
		return Answer{}, err
	}
	out, err := c.answer(ctx, clauses, checked)
	out.Path = p
	return out, err
}

// answer adds the conflict of infeasible paths to what the solver answered.
func (c *Checker) answer(ctx context.Context, clauses []clause, checked smt.Answer) (Answer, error) {
	out := Answer{Status: feasibility[checked.Status], Reason: checked.Reason}
	var err error
	if checked.Status == smt.Unsat {
		out.Conflict, out.Core, err = c.conflict(ctx, clauses)
	}
	return out, err
}

// clauses returns the conditions of all paths and the determinism conditions of all pairs of calls. The error is that of ctx.
func (c *Checker) clauses(ctx context.Context, paths []*path.Path) ([]clause, error) {
	var out []clause
	var calls []sts.SymbolicCall
	for _, p := range paths {
		for _, k := range p.All() {
			out = append(out, clause{k, p.Name()})
		}
		calls = append(calls, p.AllCalls()...)
	}
	for i, a := range calls {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		for _, b := range calls[:i] {
			if a.Extern != b.Extern {
				continue
			}
			if t := sts.Determinism(c.System.Store, a, b); !t.IsTrue() {
				out = append(out, clause{path.Condition{Term: t, Origin: path.Origin{Kind: path.OneResult, Extern: a.Extern}}, ""})
			}
		}
	}
	return out, nil
}

// query decides clauses.
func (c *Checker) query(ctx context.Context, clauses []clause, values []*term.Term) (smt.Answer, error) {
	q := smt.Query{Values: values}
	for _, k := range clauses {
		if k.condition.Term.IsFalse() {
			return smt.Answer{Status: smt.Unsat}, nil
		}
		q.Conjuncts = append(q.Conjuncts, k.condition.Term)
	}
	return c.Solver.Check(ctx, q)
}

// guided first queries a set with quantifiers in two steps: results of the calls that satisfy everything but the quantified
// conditions, and then the rest with these results. With the results fixed, the paths have nothing in common, and are solved one
// by one. Only if that fails is the set queried as a whole.
func (c *Checker) guided(ctx context.Context, clauses []clause, paths []*path.Path) (smt.Answer, error) {
	var mentioned, results []*term.Term
	for _, p := range paths {
		for _, call := range p.AllCalls() {
			mentioned = slices.Concat(mentioned, call.Args, call.Results)
			results = append(results, call.Results...)
		}
	}
	wanted := term.Variables(mentioned)
	plain := slices.DeleteFunc(slices.Clone(clauses), func(k clause) bool { return k.condition.Term.HasQuantifier() })
	if len(plain) == len(clauses) {
		return c.query(ctx, clauses, wanted)
	}
	first, err := c.query(ctx, plain, results)
	if err != nil || first.Status == smt.Unsat {
		return first, err
	}
	if first.Status == smt.Sat {
		if second, err := c.queryWith(ctx, clauses, wanted, results, first.Model); err != nil || second.Status == smt.Sat {
			return second, err
		}
	}
	return c.query(ctx, clauses, wanted)
}

// queryWith queries with the values that results of calls have in a model; the model of the answer has these, too.
func (c *Checker) queryWith(ctx context.Context, clauses []clause, wanted, results []*term.Term, known smt.Model) (smt.Answer, error) {
	by := map[*term.Term]*term.Term{}
	for _, r := range results {
		by[r] = c.System.Store.Const(r.Sort(), known[r])
	}
	var open []clause
	for _, k := range clauses {
		if k.condition.Term = c.System.Store.Substitute(k.condition.Term, by); !k.condition.Term.IsTrue() {
			open = append(open, k)
		}
	}
	rest := slices.DeleteFunc(slices.Clone(wanted), func(v *term.Term) bool { return by[v] != nil })
	answer, err := c.query(ctx, open, rest)
	if answer.Model == nil {
		answer.Model = smt.Model{}
	}
	for r := range by {
		answer.Model[r] = known[r]
	}
	return answer, err
}

// implementation returns the function values in a model: one row per call, without duplicates.
func (c *Checker) implementation(paths []*path.Path, model smt.Model) (map[*sts.Extern][]table.Row, error) {
	tables := map[*sts.Extern]*table.Table{}
	for _, p := range paths {
		for _, call := range p.AllCalls() {
			row := table.Row{Result: ValuesOf(call.Results, model)}
			for _, a := range call.Args {
				v, err := c.System.Store.Evaluate(a, model)
				if err != nil {
					return nil, err
				}
				row.Args = append(row.Args, v)
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
