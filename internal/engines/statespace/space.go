package statespace

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/sextant-mbt/sextant/internal/core/flat"
	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/engines/statespace/domain"
	"github.com/sextant-mbt/sextant/internal/engines/statespace/hashset"
	"github.com/sextant-mbt/sextant/internal/engines/statespace/pack"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Options say how far to search.
type Options struct {
	States   int               // maximum number of states; 0 is no bound
	Depth    int               // maximum length of a run; 0 is no bound
	Reduce   bool              // of steps of machines that have nothing to do with each other, take one order; see reduce.go
	Symmetry bool              // let one state stand for all that differ in nothing but which of identical machines is which; see orbit.go
	Keep     int               // how many states the space is to have, with the steps that led to them
	Runs     []*sts.Transition // that the space is to have runs to
	Breaking []*sts.Named      // invariants that are to be broken; when they are, and all of Runs are taken, the search ends
	Effort   int64             // maximum number of attempts to take a step, where one by the interpreter counts as many; 0 is no bound
	Memory   int64             // bytes of memory for the states, beyond which they go to a temporary file; 0 is no bound

	Domain   domain.Domain                             // of inputs and initial values; the zero value lists finite sorts
	Decide   func(*term.Term) (bool, error)            // answers closed formulas with quantifiers; may be nil
	Progress func(states, waiting, covered, depth int) // called from time to time; may be nil
}

// The usual bounds.
const (
	usualStates = 2_000_000  // of a model without symbols whose variables have bounds
	openStates  = 200_000    // of a model without symbols that has a number without bounds: it may have infinitely many states
	fewStates   = 150_000    // of others
	usualEffort = 10_000_000 // on others: about a second
)

// UsualBounds are bounds for a system. Where runs have no symbols, nothing but its concrete states can be visited anyway; of others a symbolic
// search may be better.
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

// Space is what a search has found.
type Space struct {
	System    *sts.System
	States    int   // distinct states
	Steps     int64 // pairs of a state and a step from it, which is a move with values of its parameters
	PerDepth  []int // states by the length of the shortest run to them
	Whole     int   // the length of runs up to which all were seen
	Leaves    int   // states that led to no new state
	Deadlocks int   // states without a step that are not meant to be the end
	Hits      []Hit // by transition
	Findings  []Finding
	Stop      result.Stop
	Symmetry  *Symmetry // what the states stand for, if machines were exchanged for each other; States and all other counts are without it
	Reduced   bool      // of independent steps only one order was followed: there may be more states and steps
	Memory    int64     // bytes of memory that the states took, and of the table that finds them
	OnDisk    int64     // bytes of the states that were in a temporary file
	Seconds   float64
	Starts    []*sts.Config  // that runs begin in
	Kept      []Kept         // the first states
	Runs      []*run.Witness // shortest runs that end with the transitions of the options; nil if no run takes one

	expanded int // states that all steps were taken from
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

// parentEvery is how many states share a note of the parent.
const parentEvery = 64

// maxWords bounds the words of a state.
const maxWords = 1 << 12

// search is a search that is under way.
type search struct {
	*Space
	ctx      context.Context
	options  Options
	machine  *flat.Machine
	runner   *flat.Runner
	executor *run.Executor
	choices  *choices
	coder    *coder
	layout   *pack.Layout
	set      *hashset.Set

	row, next []int64  // the state that is expanded, and one that it leads to
	record    []uint64 // buffer
	depth     int      // of the state that is expanded
	parents   []uint32 // of every parentEvery-th state
	covered   int
	effort    int64           // attempts
	taken     []bool          // by move
	known     map[string]bool // findings by key
	orbits    *orbits         // of machines that can be exchanged; nil without
	private   [][]bool        // by machine and location, to reduce; nil without
	broken    []bool          // by invariant
	returning bool            // some internal step leads to a state that is not later
}

// Search enumerates the states of a system. The error is a *Refusal if they cannot be enumerated.
func Search(ctx context.Context, s *sts.System, options Options) (*Space, error) {
	begun := time.Now()
	x, err := newSearch(ctx, s, options)
	if err != nil {
		return nil, err
	}
	defer func() { x.set.Close() }() // widening changes the set
	for _, phase := range []func() error{x.begin, x.loop, x.finish} {
		if err := phase(); err != nil {
			return nil, undecided(err)
		}
	}
	x.Seconds = time.Since(begun).Seconds()
	return x.Space, nil
}

func newSearch(ctx context.Context, s *sts.System, options Options) (*search, error) {
	listed, err := listChoices(s, &options.Domain)
	if err != nil {
		return nil, err
	}
	conditions := make([][]*term.Term, len(s.Invariants))
	for i, named := range s.Invariants {
		conditions[i] = append(sts.Conditions(named.Safety), named.Cond)
	}
	x := &search{Space: &Space{System: s, Hits: make([]Hit, len(s.Transitions()))}, ctx: ctx, options: options, machine: flat.CompileWith(s, conditions),
		choices: listed, taken: make([]bool, len(s.Moves())), known: map[string]bool{}, broken: make([]bool, len(s.Invariants))}
	for i := range x.Hits {
		x.Hits[i].State = -1
	}
	if options.Reduce && len(s.Machines) > 1 {
		x.private, x.Reduced = private(s), true
	}
	if options.Symmetry {
		if x.orbits, err = newOrbits(s); err != nil {
			return nil, err
		}
		x.Space.Symmetry = x.orbits.Symmetry
	}
	x.runner, x.executor = x.machine.NewRunner(options.Decide), run.NewExecutor(s, nil, options.Decide)
	x.coder = newCoder(s, x.machine)
	if x.coder.words > maxWords {
		return nil, &Refusal{TooWide, fmt.Sprintf("a state has %d values", x.coder.words)}
	}
	x.use(pack.New(nil))
	x.row, x.next = make([]int64, x.coder.words), make([]int64, x.coder.words)
	return x, nil
}

// begin adds the states that runs begin with.
func (x *search) begin() error {
	for _, free := range x.choices.starts {
		w, err := x.executor.Begin(free)
		var bad *run.ErrBadStart
		switch {
		case errors.As(err, &bad):
			x.badStart(bad)
			continue
		case errors.Is(err, run.ErrAssumed) && !errors.Is(err, term.ErrUndecided):
			continue
		case err != nil:
			return err
		}
		if err := x.addStart(w); err != nil {
			return err
		}
		if x.ctx.Err() != nil {
			x.Stop = result.StopOf(x.ctx)
			break
		}
	}
	if len(x.Starts) == 0 && x.Stop == "" {
		return &Refusal{NoStart, "no run can begin"}
	}
	return nil
}

// addStart adds a state that a run begins with.
func (x *search) addStart(w *run.Witness) error {
	x.runner.Load(x.machine.Compact(w.Config))
	if x.States == 0 {
		if !x.encode(x.runner.View()) {
			return errBeyondWords
		}
		x.use(pack.New(x.coder.ranges(x.next)))
	}
	_, added, err := x.add(0)
	if added {
		x.Starts = append(x.Starts, w.Config)
	}
	return err
}

var errBeyondWords = &Refusal{BeyondWords, "a number leaves 64 bits"}

// use lets states be stored with a layout, in a new set.
func (x *search) use(layout *pack.Layout) {
	x.layout, x.record = layout, make([]uint64, layout.Words())
	x.set = hashset.New(layout.Words(), layout.Bytes(), x.options.Memory)
}

// undecided refuses a system with a condition that was not decided, and passes other errors on.
func undecided(err error) error {
	if errors.Is(err, term.ErrUndecided) {
		return &Refusal{UndecidedFormula, err.Error()}
	}
	return err
}

// add adds the state that the runner is in. It reports its number and whether it is new.
func (x *search) add(parent int) (number int, added bool, err error) {
	if !x.encode(x.runner.View()) {
		return 0, false, errBeyondWords
	}
	if !x.layout.Pack(x.next, x.record) {
		if err := x.widen(); err != nil {
			return 0, false, err
		}
		x.layout.Pack(x.next, x.record)
	}
	number, added, err = x.set.Add(x.record)
	if err != nil || !added {
		return number, added, err
	}
	x.States++
	if x.orbits != nil {
		x.orbits.States.Add(x.orbits.States, x.orbits.count(x.next))
	}
	if number%parentEvery == 0 {
		x.parents = append(x.parents, uint32(parent))
	}
	return number, true, x.checkInvariants(number)
}

// widen stores all states with more bits.
func (x *search) widen() error {
	old, oldLayout := x.set, x.layout
	defer old.Close()
	x.use(oldLayout.Widened(x.next))
	from, row := make([]uint64, oldLayout.Words()), make([]int64, x.coder.words)
	for i := range old.Len() {
		if err := old.Load(i, from); err != nil {
			return err
		}
		oldLayout.Unpack(from, row)
		x.layout.Pack(row, x.record)
		if _, _, err := x.set.Add(x.record); err != nil {
			return err
		}
	}
	return nil
}

// load reads a state into a row.
func (x *search) load(number int, row []int64) error {
	if err := x.set.Load(number, x.record); err != nil {
		return err
	}
	x.layout.Unpack(x.record, row)
	return nil
}
