package ladder

import (
	"context"
	"slices"

	"github.com/sextant-mbt/sextant/internal/analyses/family/sizes"
	"github.com/sextant-mbt/sextant/internal/core/admit"
	"github.com/sextant-mbt/sextant/internal/core/products"
	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/engines/prove"
	"github.com/sextant-mbt/sextant/internal/engines/prove/unwind"
	"github.com/sextant-mbt/sextant/internal/engines/reach"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// rungs is the ladder. An engine runs on a partial line; it fills in the entry.
var rungs = []struct {
	name   result.Rung
	engine func(c *climb, ctx context.Context, e *Entry, partial *sts.System, known handover) error
}{
	{result.RungIntervals, (*climb).byIntervals},
	{result.RungPredicates, (*climb).byPredicates},
	{result.RungBounded, (*climb).byExecution},
	{result.RungInduction, (*climb).byInduction},
	{result.RungStates, (*climb).byStates},
}

// abstractStates bounds the search for counterexamples of the abstraction by sizes.
const abstractStates = 300

// byIntervals tries a proof with intervals over the sizes of collections. If there is none, it searches the abstract system for a
// counterexample.
func (c *climb) byIntervals(ctx context.Context, e *Entry, partial *sts.System, _ handover) error {
	abstract, ok := sizes.Of(partial, partial.Holds(c.property))
	if !ok {
		e.Outcome, e.Reason = result.FamilyOpen, result.FamilyNotAbstracted
		return nil
	}
	e.Sized, e.Opaque = abstract.Sized, abstract.Opaque
	abstract.System.Invariants = []sts.Named{{Name: c.property.Name, Cond: abstract.Property}}
	property := abstract.System.HoldsThroughout(&abstract.System.Invariants[0])
	answer, holds, err := prove.Intervals(ctx, abstract.System, violated(property), append(frozen(partial), potentials(abstract.System, property)...), c.solver, c.proofs())
	if err != nil {
		return err
	}
	e.Work.Queries += answer.Queries
	if answer.Proved {
		e.Outcome, e.Method, e.Predicates = result.FamilyProved, result.ByInvariant, exactly(abstract, answer.Invariant)
		return nil
	}
	e.Outcome, e.Reason, e.Found.facts = result.FamilyOpen, result.FamilyNoProof, exactly(abstract, holds)
	return c.counterexample(ctx, e, partial, abstract.System)
}

// frozen lists the known conditions on features, which no step changes.
func frozen(s *sts.System) []*term.Term {
	if s.Valid == nil {
		return nil
	}
	return s.Valid.Conjuncts()
}

// exactly writes clauses about the abstract system over the exact one.
func exactly(a *sizes.Abstraction, clauses []prove.Clause) []prove.Clause {
	out := make([]prove.Clause, len(clauses))
	for i, k := range clauses {
		out[i] = k
		out[i].Term = a.Exact(k.Term)
	}
	return out
}

// violated is the goal to be proved impossible: that a property does not hold.
func violated(property *term.Term) prove.Goal {
	return prove.Goal{When: property.Store().Not(property).Conjuncts()}
}

// terms are those of clauses, to be proposed anywhere.
func terms(clauses []prove.Clause) []*term.Term {
	out := make([]*term.Term, len(clauses))
	for i, k := range clauses {
		out[i] = k.Term
	}
	return out
}

func (c *climb) proofs() prove.Options { return prove.Brief(c.options.Queries) }

// counterexample searches the abstract system for a run that violates the property, and replays its path exactly.
func (c *climb) counterexample(ctx context.Context, e *Entry, partial, abstract *sts.System) error {
	tree, err := c.execute(ctx, e, abstract, explore.Options{Depth: c.options.Depth, States: min(abstractStates, c.options.States)})
	if err != nil {
		return err
	}
	w, of := tree.Breaking(c.property.Name)
	if w == nil {
		return nil
	}
	e.Of, e.Path, e.Reason = c.showing(e, abstract, w, of), pathOf(w), ""
	real, err := c.replay(ctx, e, partial)
	if err == nil && !real && e.Reason == "" {
		e.Outcome = result.FamilySpurious
	}
	return err
}

// showing is the products that a search has found to show a violation, with the product of the run itself; a system without features has one
// product.
func (c *climb) showing(e *Entry, s *sts.System, w *run.Witness, found products.Set) products.Set {
	if len(c.line.Features) == 0 {
		return e.Products
	}
	return c.line.Intersect(e.Products, c.line.Union(found, c.line.Only(admit.Product(s, w))))
}

// pathOf lists the names of the moves of a run.
func pathOf(w *run.Witness) []string {
	var out []string
	for _, step := range w.Steps()[1:] {
		out = append(out, step.Move.Name)
	}
	return out
}

// execute explores a system.
func (c *climb) execute(ctx context.Context, e *Entry, s *sts.System, options explore.Options) (*explore.Tree, error) {
	tree, err := explore.Run(ctx, s, c.execution(options))
	if err != nil {
		return nil, err
	}
	e.Work.States += tree.Size()
	e.Work.Queries += tree.Solver.Calls
	return tree, nil
}

// execution completes the options of an exploration.
func (c *climb) execution(options explore.Options) explore.Options {
	options.Strategy, options.Workers, options.NewSolver = explore.BreadthFirst, c.options.Workers, c.options.NewSolver
	return options
}

// replay follows the path of a counterexample exactly. If a run violates the property, its products are those of the entry; if this is
// unknown, the entry has the reason.
func (c *climb) replay(ctx context.Context, e *Entry, partial *sts.System) (bool, error) {
	c.ledger.Replays++
	tree, err := c.execute(ctx, e, partial, explore.Options{Path: e.Path, Depth: len(e.Path), States: c.options.States})
	if err != nil {
		return false, err
	}
	violated := c.violated(e, tree)
	if !violated && e.Reason == "" && !isWhole(tree) {
		e.Reason = result.FamilyUndecided
	}
	return violated, nil
}

// isWhole reports whether an exploration is complete.
func isWhole(tree *explore.Tree) bool {
	return len(tree.Doubts)+len(tree.Blocked)+len(tree.Outside) == 0
}

// violated notes a run that violates the property. A run that assumes results of functions does not count.
func (c *climb) violated(e *Entry, tree *explore.Tree) bool {
	w, of := tree.Breaking(c.property.Name)
	if w == nil {
		return false
	}
	for range w.Called() {
		e.Reason = result.FamilyAssumes
		return false
	}
	e.Outcome, e.Reason, e.Run, e.Path, e.Of = result.FamilyViolated, "", w, pathOf(w), c.showing(e, tree.System, w, of)
	return true
}

// byPredicates tries predicates over the exact data: first those that the lower rung has found and those that are proposed for the property,
// as far as they are inductive together, and then lazy abstraction, which finds its own.
func (c *climb) byPredicates(ctx context.Context, e *Entry, partial *sts.System, known handover) error {
	property := partial.HoldsThroughout(c.property)
	answer, holds, err := prove.Intervals(ctx, partial, violated(property), slices.Concat(frozen(partial), known.hints(), potentials(partial, property)), c.solver, c.proofs())
	if err != nil {
		return err
	}
	e.Work.Queries += answer.Queries
	if answer.Proved {
		e.Outcome, e.Method, e.Predicates = result.FamilyProved, result.ByInvariant, answer.Invariant
		return nil
	}
	e.Found.facts = holds
	return c.byUnwinding(ctx, e, partial, known.and(e.Found))
}

// byUnwinding refines the predicates until there is a proof or a real counterexample.
func (c *climb) byUnwinding(ctx context.Context, e *Entry, partial *sts.System, known handover) error {
	out, err := unwind.Prove(ctx, partial, partial.HoldsThroughout(c.property), known.facts, c.solver, unwind.Options{Nodes: c.options.Nodes, Queries: c.options.Queries})
	if err != nil {
		return err
	}
	e.Found.proposals, e.Work.Refinements = terms(out.Predicates), out.Refinements
	e.Work.Queries += out.Queries
	for _, m := range out.Path {
		e.Path = append(e.Path, m.Name)
	}
	switch out.Status {
	case unwind.Proved:
		e.Outcome, e.Method, e.Predicates = result.FamilyProved, result.ByAbstraction, out.Predicates
		return nil
	case unwind.Violated:
		e.Outcome, e.Reason = result.FamilyOpen, result.FamilyNotReplayed
		_, err = c.replay(ctx, e, partial)
		return err
	}
	e.Outcome, e.Reason = result.FamilyOpen, reasonOf[out.Reason]
	return nil
}

var reasonOf = map[unwind.Reason]result.FamilyReason{unwind.TooManyNodes: result.FamilyTooManyNodes, unwind.TooManyQueries: result.FamilyTooManyQueries,
	unwind.Undecided: result.FamilyUndecided, unwind.HasQueues: result.FamilyNotAbstracted, unwind.OutOfTime: result.FamilyOutOfTime}

// byExecution executes all runs up to a length symbolically.
func (c *climb) byExecution(ctx context.Context, e *Entry, partial *sts.System, _ handover) error {
	tree := c.execution(explore.Options{Depth: c.options.Depth, States: c.options.States, Prune: true, Reach: true})
	return c.ask(ctx, e, result.FamilyBounded, reach.Question{System: partial, Only: []result.SearchEngine{result.TreeEngine}, Tree: &tree})
}

// byInduction tries invariants of locations and k-induction, with the predicates of the lower rungs.
func (c *climb) byInduction(ctx context.Context, e *Entry, partial *sts.System, known handover) error {
	proofs := c.proofs()
	return c.ask(ctx, e, result.FamilyNoProof, reach.Question{System: partial, Only: []result.SearchEngine{result.InductionEngine}, Proofs: &proofs, Hints: known.hints()})
}

// byStates visits all concrete states of all products of the set, where these are few.
func (c *climb) byStates(ctx context.Context, e *Entry, partial *sts.System, _ handover) error {
	return c.ask(ctx, e, result.FamilyNotEnumerated, reach.Question{System: partial, Only: []result.SearchEngine{result.StatesEngine}})
}

// ask runs an engine of the portfolio to decide whether a run of some product breaks the property. Without an answer the entry is open, with
// the reason.
func (c *climb) ask(ctx context.Context, e *Entry, open result.FamilyReason, q reach.Question) error {
	property := &q.System.Invariants[0]
	q.Goals, q.NewSolver, q.AnyProduct = []reach.Goal{{Invariant: property}}, c.options.NewSolver, true
	e.Outcome, e.Reason = result.FamilyOpen, open
	reply, err := reach.Ask(ctx, q)
	if err != nil {
		return err
	}
	c.ledger.Engines = result.AddUses(c.ledger.Engines, reply.Engines)
	e.Work.States += reply.States()
	e.Work.Queries += reply.Solver.Calls
	switch a := &reply.Answers[0]; {
	case len(reply.Trees) > 0 && c.violated(e, reply.Trees[0]):
	case a.Open():
	case a.Run != nil:
		of := admit.Reaching(q.System, a.Run, q.System.Store.Not(q.System.HoldsThroughout(property)))
		e.Outcome, e.Reason, e.Run, e.Path, e.Of = result.FamilyViolated, "", a.Run, pathOf(a.Run), c.showing(e, q.System, a.Run, of)
	default:
		e.Outcome, e.Reason, e.Method, e.Predicates = result.FamilyProved, "", a.Why.Proof.Method, a.Invariant
	}
	return nil
}
