package operations

import (
	"context"
	"errors"
	"fmt"
	"math/big"

	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Options bound the search.
type Options struct {
	Explore explore.Options // Depth and States bound each exploration
	Depth   int             // longer runs do not count; 0 is no bound
	Queries int             // bound of each attempt to prove something

	NewSolver func() (smt.Solver, error) // for proofs, without functions
}

// search is one call of Check.
type search struct {
	system   *sts.System
	options  Options
	executor *run.Executor
	decider  smt.Decider
	kept     *keeping        // without marks
	trees    []*explore.Tree // of the keeping system
	report   *Report
	index    map[int]*Operation // by number of the transition

	allProducts bool // transitions are to fire in all products of a product line that have them
}

// Check looks for one run that fires every transition of a system and keeps its invariants. For a product line it determines instead in which
// products each transition fires. When ctx ends, the report has the results found before.
func Check(ctx context.Context, system *sts.System, options Options) (*Report, error) {
	var present []*sts.Transition
	for _, t := range system.Transitions() {
		if !t.Absent {
			present = append(present, t)
		}
	}
	x := newSearch(ctx, system, options, present)
	defer x.decider.Close()
	ask := x.consistent
	if len(system.Features()) > 0 && system.Product == nil {
		ask = x.checkLine
	}
	if err := unlessOver(ctx, ask(ctx)); err != nil {
		return nil, err
	}
	x.report.Stop = result.StopOf(ctx)
	x.leave()
	return x.report, nil
}

// leave records for transitions that no search covered why the search stopped.
func (x *search) leave() {
	for i := range x.report.Operations {
		if o := &x.report.Operations[i]; o.Status == "" {
			o.Why = run.Bound(x.report.Stop, x.options.Explore.Depth, x.options.Explore.States)
		}
	}
}

// newSearch returns a search for runs that fire some transitions of a system.
func newSearch(ctx context.Context, system *sts.System, options Options, transitions []*sts.Transition) *search {
	x := &search{system: system, options: options, decider: smt.Decider{NewSolver: options.NewSolver}, report: &Report{}, index: map[int]*Operation{}}
	decide := func(closed *term.Term) (bool, error) { return x.decider.Decide(ctx, closed) }
	x.executor = run.NewExecutor(system, options.Explore.Functions, decide)
	for _, t := range transitions {
		x.report.Operations = append(x.report.Operations, Operation{Transition: t})
	}
	for i := range x.report.Operations {
		o := &x.report.Operations[i]
		x.index[o.Transition.ID] = o
	}
	return x
}

// consistent looks for one run that fires every transition.
func (x *search) consistent(ctx context.Context) error {
	if err := x.fire(ctx); err != nil {
		return err
	}
	return x.together(ctx)
}

// explore explores a system that was made from the model.
func (x *search) explore(ctx context.Context, s *sts.System, options explore.Options) (*explore.Tree, error) {
	options.Prune, options.PathsOnly = true, true
	tree, err := explore.Run(ctx, s, options)
	if err == nil {
		x.report.States += tree.Size()
		x.report.Solver.Add(tree.Solver)
	}
	return tree, err
}

// withSolver calls do with a new solver for proofs, and counts its queries.
func (x *search) withSolver(do func(smt.Solver) error) error {
	solver, err := x.options.NewSolver()
	if err != nil {
		return err
	}
	defer solver.Close()
	err = do(solver)
	x.report.Solver.Add(solver.Stats())
	return err
}

// errNotKept is the error for a run of the keeping system that breaks an invariant in the model. It indicates a defect of this program.
var errNotKept = errors.New("a run that was to keep the invariants breaks one")

// replay takes the steps of a run of a keeping system in the model; all states must keep the invariants.
func (x *search) replay(ctx context.Context, w *run.Witness) (*run.Witness, error) {
	out, err := x.follow(ctx, w)
	if err != nil {
		return nil, err
	}
	broken, err := x.firstBroken(out)
	if err == nil && broken != nil {
		err = fmt.Errorf("%w: %s", errNotKept, broken.Invariant.Name)
	}
	return out, err
}

// follow takes the steps of a run of a keeping system in the model.
func (x *search) follow(ctx context.Context, w *run.Witness) (*run.Witness, error) {
	steps := w.Steps()
	own := make([]*run.Witness, len(steps))
	for i, s := range steps {
		own[i] = &run.Witness{Params: s.Params}
		if s.Move == nil {
			own[i].Params = s.Params[:len(x.system.Slots)]
		} else {
			own[i].Move = x.system.Moves()[s.Move.ID]
		}
	}
	return x.executor.Replay(ctx, nil, own)
}

// firstBroken returns the first invariant that a run breaks, in a state or while time passes before the next step; nil if it keeps all.
func (x *search) firstBroken(w *run.Witness) (*Breaking, error) {
	steps := w.Steps()
	for i, step := range steps {
		delay := new(big.Rat)
		if i+1 < len(steps) {
			delay = steps[i+1].Delay().Rat()
		}
		broken, err := x.firstDuring(step, delay)
		if err != nil {
			return nil, err
		}
		if broken != nil {
			broken.Step, broken.Run = i, w
			return broken, nil
		}
	}
	return nil, nil
}

// firstDuring returns the invariant that breaks first within a delay in the last state of a run.
func (x *search) firstDuring(w *run.Witness, delay *big.Rat) (first *Breaking, err error) {
	for k := range x.system.Invariants {
		inv := &x.system.Invariants[k]
		wait, err := x.executor.BreaksAfter(w.Config, inv, delay)
		if err != nil {
			return nil, err
		}
		if wait != nil && (first == nil || wait.Cmp(first.Wait) < 0) {
			first = &Breaking{Invariant: inv, Wait: wait}
		}
	}
	return first, nil
}

// open returns the transitions that are neither known to fire nor proved dead.
func (x *search) open() []*sts.Transition {
	return x.list(func(o *Operation) bool { return !settled(o.Status) && o.Status != result.Covered })
}

// live lists the transitions that fire.
func (x *search) live() []*sts.Transition {
	return x.list(func(o *Operation) bool { return o.Status == result.Covered })
}

func (x *search) list(which func(*Operation) bool) []*sts.Transition {
	var out []*sts.Transition
	for i := range x.report.Operations {
		if o := &x.report.Operations[i]; which(o) {
			out = append(out, o.Transition)
		}
	}
	return out
}

// settled reports whether it is proved that a transition with a status does not fire.
func settled(s result.Status) bool {
	return s == result.Unreachable || s == result.OnlyThroughError || s == result.BreaksInvariant
}
