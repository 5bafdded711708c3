package invariants

import (
	"context"
	"fmt"
	"time"

	"github.com/sextant-mbt/sextant/internal/base/crowd"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/engines/reach"
	"github.com/sextant-mbt/sextant/internal/externs/contract"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// patience bounds each of the two attempts to decide an invariant that an exploration left open: a proof, and a search for runs.
const patience = 3 * time.Second

// Exploration is a finished exploration, with what is needed to decide further invariants.
type Exploration struct {
	System    *sts.System
	Whole     int // all runs up to this length were examined
	Result    *result.Explore
	Search    explore.Options // of the exploration
	Queries   int             // bound of the proofs; 0 disables both proofs and searches
	Contracts contract.Choice // that functions may be assumed to satisfy

	NewSolver func() (smt.Solver, error) // for proofs, without functions
}

// Settle returns the verdict on each declared invariant: a run violates it, it holds in every reachable state, no run up to a certain
// length violates it, or it is unknown for some reason. Invariants that the exploration left open are decided by a short proof, or by
// the engines that look for runs, whose violations become findings of the exploration.
func (x *Exploration) Settle(ctx context.Context) error {
	s := x.System
	if len(s.Invariants) == 0 || x.Result.Stop == result.StopPath {
		return nil
	}
	x.Result.Invariants = make([]result.ExploredInvariant, len(s.Invariants))
	for i := range s.Invariants {
		x.Result.Invariants[i] = x.known(&s.Invariants[i])
	}
	if !x.open() || x.Queries <= 0 || ctx.Err() != nil {
		return nil
	}
	if err := x.prove(ctx); err != nil || !x.open() || ctx.Err() != nil {
		return err
	}
	return x.search(ctx)
}

// search looks for runs that violate open invariants.
func (x *Exploration) search(ctx context.Context) error {
	begun := time.Now()
	tree := x.Search
	tree.Strategy, tree.States, tree.Prune, tree.Reach, tree.Progress = explore.BreadthFirst, maxStates, true, true, nil
	q := reach.Question{System: x.System, NewSolver: x.NewSolver, Only: searchEngines, Patience: patience, Tree: &tree,
		Depth: reach.Given(x.Search.Depth, explore.DefaultDepth)}
	var about []*result.ExploredInvariant
	for i := range x.Result.Invariants {
		if known := &x.Result.Invariants[i]; known.Verdict == result.InvariantBounded {
			q.Goals, about = append(q.Goals, reach.Goal{Invariant: &x.System.Invariants[i]}), append(about, known)
		}
	}
	reply, err := reach.Ask(ctx, q)
	if err != nil {
		return err
	}
	x.spend(reply.Solver.Calls, begun)
	x.Result.Engines = result.AddUses(x.Result.Engines, reply.Engines)
	for _, space := range reply.Spaces {
		if space.Stop == result.StopExhausted {
			x.addNew(space.Result().Findings)
		}
	}
	for _, tree := range reply.Trees {
		x.addNew(tree.Result().Findings)
	}
	for i, known := range about {
		for _, tree := range reply.Trees {
			known.Depth = max(known.Depth, tree.WholeDepth())
		}
		x.answered(known, &reply.Answers[i])
	}
	return nil
}

// answered records the answer of the engines for an invariant.
func (x *Exploration) answered(known *result.ExploredInvariant, a *reach.Answer) {
	switch {
	case a.Finding != nil:
		x.addNew([]result.Finding{*a.Finding})
		breaks(known, a.Finding)
	case !a.Open():
		known.Verdict, known.Reason, known.Proof = result.InvariantHolds, "", &result.Proof{Method: result.ByExploration}
	}
}

// known returns the verdict of the exploration on an invariant.
func (x *Exploration) known(n *sts.Named) result.ExploredInvariant {
	out := result.ExploredInvariant{Invariant: n.Name, Verdict: result.InvariantBounded, Depth: x.Whole}
	if n.Span.File != nil {
		out.File, out.Line = n.Span.FileName(), n.Span.Position().Line
	}
	if reach.IsWhole(x.Result) {
		out.Verdict, out.Proof = result.InvariantHolds, &result.Proof{Method: result.ByExploration}
	}
	if f := breakingRun(x.Result.Findings, n); f != nil {
		breaks(&out, f)
	}
	return out
}

// breaks adds a run that violates an invariant to its verdict. A run that assumes results of externs proves nothing.
func breaks(known *result.ExploredInvariant, f *result.Finding) {
	known.Proof, known.Depth = nil, len(f.Trace.Steps)
	if known.Verdict = result.InvariantBroken; len(f.Assumes) > 0 {
		known.Verdict, known.Reason = result.InvariantUnknown, "a run violates it if functions return the results that were assumed without running them"
	}
}

// open reports whether some invariant is undecided.
func (x *Exploration) open() bool {
	for _, known := range x.Result.Invariants {
		if known.Verdict == result.InvariantBounded {
			return true
		}
	}
	return false
}

// prove tries to prove open invariants, for any results of functions, or for those that contracts allow.
func (x *Exploration) prove(ctx context.Context) error {
	limited, cancel := crowd.WithTimeout(ctx, patience)
	defer cancel()
	begun := time.Now()
	solver, err := x.NewSolver()
	if err != nil {
		return err
	}
	defer solver.Close()
	found, err := proveAll(limited, x.System, solver, x.Contracts, x.Queries)
	x.spend(solver.Stats().Calls, begun)
	if err != nil {
		return unlessOver(limited, err)
	}
	for _, v := range found.Result(x.System).Verdicts {
		for i := range x.Result.Invariants {
			if known := &x.Result.Invariants[i]; known.Invariant == v.Invariant && known.Verdict == result.InvariantBounded {
				x.Result.Proofs.Tried++
				x.proved(known, v)
			}
		}
	}
	return nil
}

// spend adds the cost of an attempt, whether it was successful or not.
func (x *Exploration) spend(queries int, begun time.Time) {
	if x.Result.Proofs == nil {
		x.Result.Proofs = &result.Proofs{}
	}
	x.Result.Proofs.Queries += queries
	x.Result.Proofs.Seconds += time.Since(begun).Seconds()
}

// proved records a proof, or the reason why there is none.
func (x *Exploration) proved(known *result.ExploredInvariant, v result.InvariantVerdict) {
	switch v.Verdict {
	case result.InvariantHolds, result.InvariantByContract:
		x.Result.Proofs.Proved++
		known.Verdict, known.Proof = v.Verdict, v.Proof
	case result.InvariantNotInductive:
		known.Reason = "a step from a state that satisfies all invariants violates it, but no run to such a state is known"
	case result.InvariantRelative:
		known.Reason = "the proof needs other invariants that are not proved"
	default:
		known.Reason = "the proof was not completed"
	}
}

// addNew adds the findings that the exploration does not have.
func (x *Exploration) addNew(findings []result.Finding) {
	key := func(f result.Finding) string {
		return fmt.Sprintf("%s %s %s:%d:%d", f.Kind, f.Message, f.File, f.Line, f.Column)
	}
	seen := map[string]bool{}
	for _, f := range x.Result.Findings {
		seen[key(f)] = true
	}
	for _, f := range findings {
		if !seen[key(f)] {
			x.Result.Findings = append(x.Result.Findings, f)
		}
	}
}

// unlessOver returns nil for an error caused by the time limit of an attempt, whose earlier results are kept.
func unlessOver(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return nil
	}
	return err
}
