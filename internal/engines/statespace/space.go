package statespace

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"github.com/sextant-mbt/sextant/internal/core/flat"
	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/engines/statespace/domain"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Options say how far to search.
type Options struct {
	States   int               // maximum number of states; 0 is no bound
	Depth    int               // maximum length of a run; 0 is no bound
	Reduce   bool              `flag:"partial-order" was:"reduce" group:"search" replay:"search" help:"with --prune, follow only one order of independent steps of different machines; counts of concrete states are then smaller, and livelocks are not reported"` // see reduce.go
	Symmetry bool              `flag:"symmetry" group:"search" replay:"search" help:"with --prune, merge concrete states that differ only by a permutation of identical instances; fails if the instances are distinguishable; livelocks are not reported"`         // see orbit.go
	Keep     int               // number of states to keep in the space, with the steps that led to them
	Runs     []*sts.Transition // to which the space gets runs
	Breaking []*sts.Named      // the search ends when these invariants are broken and all of Runs are taken; nil does not end it
	Effort   int64             // maximum number of attempts to take a step, where one by the interpreter counts as many; 0 is no bound
	Workers  int               // states are expanded on as many cores, with the same result for any number; 0 is one
	Memory   int64             // bytes of memory for the states, beyond which they go to a temporary file; 0 is no bound

	Domain   domain.Domain                  // of inputs and initial values; the zero value lists finite sorts
	Decide   func(*term.Term) (bool, error) // answers closed formulas with quantifiers; may be nil
	Progress func(result.Progress)          // called from time to time; may be nil

	alone int // states that are expanded before others are expanded ahead; 0 is the usual number
}

// The usual bounds.
const (
	usualStates = 2_000_000  // of a model without symbols whose variables have bounds
	openStates  = 200_000    // of a model without symbols that has a number without bounds: it may have infinitely many states
	fewStates   = 150_000    // of others
	usualEffort = 10_000_000 // on others: about a second
)

// UsualBounds are bounds for a system. Where runs have no symbols there is no alternative to visiting concrete states; for other systems a
// symbolic search may be better, so the bounds are lower.
func UsualBounds(s *sts.System) Options {
	switch {
	case IsFree(s) && hasOpenNumbers(s):
		return Options{States: openStates, Effort: usualEffort}
	case IsFree(s):
		return Options{States: usualStates}
	}
	return Options{States: fewStates, Effort: usualEffort}
}

// hasOpenNumbers reports whether a number of the state has no bounds.
func hasOpenNumbers(s *sts.System) bool {
	return slices.ContainsFunc(s.Slots, func(slot sts.Slot) bool {
		return slot.Sort.Kind == term.KindReal || slot.Sort.Kind == term.KindInt && (!slot.Sort.HasLow || !slot.Sort.HasHigh)
	})
}

// Space is the result of a search.
type Space struct {
	System    *sts.System
	States    int   // distinct states
	Steps     int64 // pairs of a state and a step from it, which is a move with values of its parameters
	PerDepth  []int // states by the length of the shortest run to them
	Whole     int   // the length of runs up to which all were seen
	Leaves    int   // states that led to no new state
	Deadlocks int   // states without a step in which the machines must not end
	Hits      []Hit // by transition
	Findings  []Finding
	Stop      result.Stop
	Symmetry  *Symmetry // what the states stand for, if machines were exchanged for each other; States and all other counts are without it
	Reduced   bool      // of independent steps only one order was followed: there may be more states and steps
	Memory    int64     // bytes of memory that the states took, and of the table that finds them
	OnDisk    int64     // bytes of the states that were in a temporary file
	Seconds   float64
	Workers   int            // cores
	Starts    []*sts.Config  // that runs begin in
	Kept      []Kept         // the first states
	Runs      []*run.Witness // shortest runs that end with the transitions of the options; nil if no run takes one

	expanded int // states from which all steps were taken
	scouted  int // those among them that were expanded ahead
}

// Hit is the first state that a transition leads to.
type Hit struct{ State, Depth int } // State is -1 if no run takes the transition

// BytesPerState returns the memory of a state, with its part of the table.
func (s *Space) BytesPerState() float64 {
	if s.States == 0 {
		return 0
	}
	return float64(s.Memory+s.OnDisk) / float64(s.States)
}

// search is a running search.
type search struct {
	*Space
	*Walk
	ctx     context.Context
	options Options
	starts  [][]term.Value // initial values

	depth     int // of the expanded state
	covered   int
	firsts    []firstStep       // by transition: the step that took it first
	taken     []bool            // by move
	known     map[string]bool   // findings by key
	orbits    *orbits           // of machines that can be exchanged; nil without
	private   [][]bool          // by machine and location, to reduce; nil without
	broken    []bool            // by invariant
	returning bool              // some internal step leads to a state that is not later
	failing   bool              // some step from the expanded state violates an obligation
	returns   bool              // some step from it leads to itself, or to a state that was expanded before
	visitor   func(*Step) error // the method arrive
	scouts    *scouts           // that expand states ahead; nil without
}

// firstStep is a step and the state that it was taken from.
type firstStep struct {
	Step
	from int
}

// Search enumerates the states of a system. The error is a *result.Unsupported if they cannot be enumerated.
func Search(ctx context.Context, s *sts.System, options Options) (*Space, error) {
	begun := time.Now()
	x, err := newSearch(ctx, s, options)
	if err != nil {
		return nil, err
	}
	defer x.Close()
	for _, phase := range []func() error{x.begin, x.loop, x.finish} {
		if err := phase(); err != nil {
			return nil, undecided(err)
		}
	}
	x.Seconds = time.Since(begun).Seconds()
	return x.Space, nil
}

func newSearch(ctx context.Context, s *sts.System, options Options) (*search, error) {
	rows, err := ListRows(s, s.Moves(), &options.Domain, domain.Queued)
	if err != nil {
		return nil, err
	}
	starts, err := ListStarts(s, &options.Domain)
	if err != nil {
		return nil, err
	}
	conditions := make([][]*term.Term, len(s.Invariants))
	for i, named := range s.Invariants {
		conditions[i] = append(sts.Conditions(named.Safety), named.Cond)
	}
	x := &search{Space: &Space{System: s, Workers: max(options.Workers, 1), Hits: make([]Hit, len(s.Transitions()))}, ctx: ctx, options: options, starts: starts, firsts: make([]firstStep, len(s.Transitions())),
		taken: make([]bool, len(s.Moves())), known: map[string]bool{}, broken: make([]bool, len(s.Invariants))}
	x.visitor, x.options.alone = x.arrive, cmp.Or(options.alone, aloneAtFirst)
	for i := range x.Hits {
		x.Hits[i].State = -1
	}
	stepper := NewStepper(flat.CompileStates(s, s.Moves(), conditions), rows, options.Decide)
	table, err := NewTable(s, stepper.Machine, options.Memory)
	if err != nil {
		return nil, err
	}
	x.Walk = NewWalk(s, stepper, table, run.NewExecutor(s, nil, options.Decide), false)
	if options.Reduce && len(s.Machines) > 1 {
		x.private, x.Reduced = private(s), true
	}
	if options.Symmetry {
		if x.orbits, err = newOrbits(s); err != nil {
			return nil, err
		}
		x.Space.Symmetry, x.Represent = x.orbits.Symmetry, x.orbits.represent
	}
	return x, nil
}

// begin adds the initial states.
func (x *search) begin() error {
	err := Begin(x.Executor, x.starts, func(w *run.Witness, bad *run.ErrBadStart) error {
		if bad != nil {
			x.badStart(bad)
			return nil
		}
		number, added, err := x.Begin(w.Config)
		if err == nil && added {
			err = x.added(number)
		}
		return cmp.Or(err, x.ctx.Err())
	})
	switch x.Starts = x.Begins; {
	case err != nil && x.ctx.Err() != nil:
		x.Stop = result.StopOf(x.ctx)
	case err == nil && len(x.Starts) == 0:
		return Refuse(result.NoStart, "no run can begin")
	default:
		return err
	}
	return nil
}

// added counts a new state, the current one of the runner.
func (x *search) added(number int) error {
	x.States++
	if x.orbits != nil {
		x.orbits.States.Add(x.orbits.States, x.orbits.count(x.next))
	}
	return x.checkInvariants(number)
}

// undecided turns the error that a condition was not decided into a refusal, and returns other errors unchanged.
func undecided(err error) error {
	if errors.Is(err, term.ErrUndecided) {
		return Refuse(result.UndecidedFormula, err.Error())
	}
	return err
}
