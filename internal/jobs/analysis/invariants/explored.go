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

// patience bounds each of the two attempts to say more of an invariant than an exploration did: a proof, and a search for runs.
const patience = 3 * time.Second

// Exploration is an exploration that is over, with what it takes to say more of the invariants.
type Exploration struct {
	System    *sts.System
	Whole     int // the length of runs up to which all were examined
	Result    *result.Explore
	Search    explore.Options // of the exploration
	Queries   int             // bound of the proofs; 0 tries none, and searches for nothing
	Contracts contract.Choice // that functions may be assumed to keep

	NewSolver func() (smt.Solver, error) // for proofs, which know no functions
}

// Settle says of each declared invariant what is known: that a run breaks it, that it holds in every state that can be reached, how
// long the runs are up to which none breaks it, or why that is not known. What the exploration left open is decided by a short proof,
// or by the engines that look for runs; what these find is a finding of the exploration.
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

// search looks for runs that break what is open.
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

// answered takes over what the engines say of an invariant.
func (x *Exploration) answered(known *result.ExploredInvariant, a *reach.Answer) {
	switch {
	case a.Finding != nil:
		x.addNew([]result.Finding{*a.Finding})
		breaks(known, a.Finding)
	case !a.Open():
		known.Verdict, known.Reason, known.Proof = result.InvariantHolds, "", &result.Proof{Method: result.ByExploration}
	}
}

// known is what the exploration shows of an invariant.
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

// breaks puts a run that breaks an invariant to what is known of it. One that assumes results of externs proves nothing.
func breaks(known *result.ExploredInvariant, f *result.Finding) {
	known.Proof, known.Depth = nil, len(f.Trace.Steps)
	if known.Verdict = result.InvariantBroken; len(f.Assumes) > 0 {
		known.Verdict, known.Reason = result.InvariantUnknown, "a run breaks it if functions return what was assumed, not run"
	}
}

// open reports whether something is left to say.
func (x *Exploration) open() bool {
	for _, known := range x.Result.Invariants {
		if known.Verdict == result.InvariantBounded {
			return true
		}
	}
	return false
}

// prove tries to prove what is open, for any results of functions, or for those that contracts allow.
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

// spend counts what an attempt has cost, whether it was successful or not.
func (x *Exploration) spend(queries int, begun time.Time) {
	if x.Result.Proofs == nil {
		x.Result.Proofs = &result.Proofs{}
	}
	x.Result.Proofs.Queries += queries
	x.Result.Proofs.Seconds += time.Since(begun).Seconds()
}

// proved takes over a proof, or why there is none.
func (x *Exploration) proved(known *result.ExploredInvariant, v result.InvariantVerdict) {
	switch v.Verdict {
	case result.InvariantHolds, result.InvariantByContract:
		x.Result.Proofs.Proved++
		known.Verdict, known.Proof = v.Verdict, v.Proof
	case result.InvariantNotInductive:
		known.Reason = "a step from a state that meets all invariants breaks it, but no run to such a state is known"
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

// unlessOver hides an error of an attempt that came since its time was up: what was found before counts.
func unlessOver(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return nil
	}
	return err
}
