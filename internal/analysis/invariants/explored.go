package invariants

import (
	"context"
	"fmt"
	"time"

	"github.com/sextant-mbt/sextant/internal/crowd"
	"github.com/sextant-mbt/sextant/internal/explore"
	"github.com/sextant-mbt/sextant/internal/extern/contract"
	"github.com/sextant-mbt/sextant/internal/prove"
	"github.com/sextant-mbt/sextant/internal/result"
	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/sts"
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
// by all states, where these are few, or else by a short search of all runs up to a length; what these searches find is a finding of
// the exploration.
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
	for _, attempt := range []func(context.Context) error{x.prove, x.visit, x.deepen} {
		if err := attempt(ctx); err != nil || !x.open() || ctx.Err() != nil {
			return err
		}
	}
	return nil
}

// visit decides what is open by all concrete states, where these are few.
func (x *Exploration) visit(ctx context.Context) error {
	if len(x.System.Features()) > 0 {
		return nil
	}
	begun := time.Now()
	solver, err := x.NewSolver()
	if err != nil {
		return err
	}
	defer solver.Close()
	space, err := enumerate(ctx, x.System, solver)
	if err != nil || space == nil {
		return err
	}
	findings := space.Result().Findings
	x.spend(solver.Stats().Calls, begun)
	x.addNew(findings)
	for i := range x.Result.Invariants {
		if known := &x.Result.Invariants[i]; known.Verdict == result.InvariantBounded {
			known.Verdict, known.Reason, known.Proof = result.InvariantHolds, "", &result.Proof{Method: result.ByExploration}
			x.addFinding(known, &x.System.Invariants[i], findings)
		}
	}
	return nil
}

// known is what the exploration shows of an invariant.
func (x *Exploration) known(n *sts.Named) result.ExploredInvariant {
	out := result.ExploredInvariant{Invariant: n.Name, Verdict: result.InvariantBounded, Depth: x.Whole}
	if n.Span.File != nil {
		out.File, out.Line = n.Span.FileName(), n.Span.Position().Line
	}
	if whole(x.Result) {
		out.Verdict, out.Proof = result.InvariantHolds, &result.Proof{Method: result.ByExploration}
	}
	x.addFinding(&out, n, x.Result.Findings)
	return out
}

// whole reports whether an exploration followed every run and left no query open. Results of functions that are looked up in tables are
// known for some arguments only.
func whole(r *result.Explore) bool {
	for _, use := range r.Externs {
		if use.Treatment != result.ExternFresh && use.Calls > 0 {
			return false
		}
	}
	return r.Stop == result.StopExhausted && len(r.Unknown)+len(r.Blocked)+len(r.Outside) == 0
}

// addFinding puts a run that breaks an invariant to what is known of it. One that assumes results of externs proves nothing.
func (x *Exploration) addFinding(out *result.ExploredInvariant, n *sts.Named, findings []result.Finding) {
	f := breakingRun(findings, prove.Verdict{Invariant: n})
	if f == nil {
		return
	}
	out.Proof, out.Depth = nil, len(f.Trace.Steps)
	if out.Verdict = result.InvariantBroken; len(f.Assumes) > 0 {
		out.Verdict, out.Reason = result.InvariantUnknown, "a run breaks it if functions return what was assumed, not run"
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

// deepen searches all runs up to a length for one that breaks an invariant that is open.
func (x *Exploration) deepen(ctx context.Context) error {
	limited, cancel := crowd.WithTimeout(ctx, patience)
	defer cancel()
	begun := time.Now()
	options := x.Search
	options.Strategy, options.States, options.Prune, options.Reach, options.Progress = explore.BreadthFirst, maxStates, true, true, nil
	tree, err := explore.Run(limited, x.System, options)
	if err != nil {
		return unlessOver(limited, err)
	}
	more := tree.Result()
	x.spend(more.Stats.SolverCalls, begun)
	x.addNew(more.Findings)
	depth := tree.WholeDepth()
	for i := range x.Result.Invariants {
		known := &x.Result.Invariants[i]
		if known.Verdict != result.InvariantBounded {
			continue
		}
		known.Depth = max(known.Depth, depth)
		if whole(more) {
			known.Verdict, known.Reason, known.Proof = result.InvariantHolds, "", &result.Proof{Method: result.ByExploration}
		}
		x.addFinding(known, &x.System.Invariants[i], more.Findings)
	}
	return nil
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
