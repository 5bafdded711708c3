package explore

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sextant-mbt/sextant/internal/base/memory"
	"github.com/sextant-mbt/sextant/internal/core/products"
	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/core/zone/track"
	"github.com/sextant-mbt/sextant/internal/engines/explore/compact"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Options bounds and orders an exploration. Zero values are replaced by the defaults of DefaultOptions.
type Options struct {
	Strategy  Strategy `flag:"strategy" group:"search" usual:"yes" choices:"cover,bfs,dfs,random" replay:"search" help:"search order: cover (until all transitions are covered), bfs, dfs or random"`
	Depth     int      `flag:"depth" group:"search" usual:"yes" min:"1" replay:"search" help:"maximum length of a path"`
	States    int      `flag:"states" group:"search" usual:"yes" min:"1" replay:"search" help:"maximum number of symbolic states"`
	Workers   int
	Seed      int64
	Prune     bool     `flag:"prune" group:"search" usual:"yes" replay:"search" help:"leave out states included in another state of the same locations; a finite model is explored by its concrete states"`
	Reach     bool     `flag:"prune-timed" was:"reach" group:"search" replay:"search" help:"also prune timed states if another state reaches everything that they reach; may miss deadlocks and timelocks"`
	PathsOnly bool     // look for no deadlocks, timelocks, cycles and violated invariants
	ErrorFree bool     // look for no model errors: steps that run into one are left out
	Path      []string // if given, only the moves of these names, one per step; after them, all moves for one step
	NewSolver func() (smt.Solver, error)
	Functions run.Functions // tables and runners of externs; nil assumes any result possible

	// Contracts are in force for externs that Functions does not know: definition 6 of paper 2 splits a step by the
	// behaviours of its calls.
	Contracts map[*sts.Extern]*sts.Contract
	Progress  func(result.Progress) // called from time to time, from one goroutine
	Covered   func(*State)          // called for each state that is the first to cover a transition, from one goroutine

	// Enough is called for each state, parents first, from one goroutine; true ends the search soon.
	Enough func(*State) bool

	// Broken ends the search when a run was found to violate each of these invariants; nil does not.
	Broken []string

	// Score is called for each state that waits to be expanded, parents first, from one goroutine: with BestFirst, the state with the lowest
	// score is expanded first.
	Score func(*State) int

	// Useful is called for each state, parents first, from one goroutine; a state for which it is false is not expanded.
	Useful func(*State) bool

	Memory *memory.Budget // bounds the search; nil does not

	forgets bool // recalls nothing; builds the same tree, for tests
}

// Defaults for options that are zero.
const (
	DefaultDepth  = 20
	DefaultStates = 20000
)

func (o *Options) setDefaults() {
	if o.Strategy == "" {
		o.Strategy = Cover
	}
	if o.Depth == 0 {
		o.Depth = DefaultDepth
	}
	if o.States == 0 {
		o.States = DefaultStates
	}
	o.Workers = max(o.Workers, 1)
	if len(o.Path) > 0 {
		o.Strategy, o.Depth = BreadthFirst, len(o.Path)+1
	}
}

// allows reports whether the requested path, if any, lets a move be taken at a depth.
func (o *Options) allows(m *sts.Move, depth int) bool {
	return depth >= len(o.Path) || m.Name == o.Path[depth]
}

// Tree is the result of a search.
type Tree struct {
	System      *sts.System
	Root        *State
	Hits        []*State // by transition: the first state that covers it, by the shortest path found
	Findings    []*finding
	Infeasible  int
	Zones       int     // of states at places, that no other covers
	Blocked     []doubt // steps that are infeasible up to the tables
	Outside     []doubt // calls to which no behaviour of the contract in force applies
	Doubts      []doubt
	NoStart     *sts.Obligation // that every start violates; nil if runs begin
	Stop        result.Stop
	WitnessHits int
	Solver      smt.Stats
	Seconds     float64
	Options     Options

	states   register
	Covering []products.Set     // by transition, of a product line: the products for which it is covered
	Products []*result.Products // the same, described
}

// search is the state of a running exploration. Between batches only its own goroutine changes it; workers read it.
type search struct {
	system       *sts.System
	options      Options
	frontier     frontier
	workers      []*worker
	tree         *Tree
	hits         []*State
	covered      int
	enough       bool                       // see Options.Enough
	full         bool                       // the limit on memory is reached
	keys         map[string]*finding        // known findings
	open         map[string]int             // by finding: queries that the solver could not answer
	gaps         map[*sts.Extern]*term.Term // of contracts that are not complete: no behaviour applies
	outside      map[string]bool            // known calls outside contracts
	family       *family                    // of a product line; else nil
	includer     *includer
	graph        *compact.Graph // by which states are recalled; nil if none is
	line         *queue         // the frontier, if states are recalled
	drops        bool           // the contents of states may be dropped
	window       int            // how many of them are kept
	space        *track.Space   // of clocks, to prune; nil without
	places       *track.Graph   // by which timed states are followed without terms; nil if none is
	postponed    []*State       // see replace
	again        []*State       // postponed states that are expanded after all
	revived      bool           // there were some
	cutOff       bool           // a state was not expanded because of the bound on the depth
	lastProgress time.Time
	calls        int         // of all solvers before the last batch
	expanded     int         // states of the last batch
	results      []expansion // buffer: of the last batch
	batch        []*State    // buffer: those of the last batch that workers expanded
	points       []uint32    // buffer: by state of the last batch, that by which it was recalled; 0 if it was not
}

// Run explores a system. An error means that there is no tree: no solver, unsatisfiable assumptions.
func Run(ctx context.Context, system *sts.System, options Options) (*Tree, error) {
	options.setDefaults()
	start := time.Now()
	s := &search{system: system, options: options, hits: make([]*State, len(system.Transitions())), keys: map[string]*finding{}, open: map[string]int{},
		gaps: map[*sts.Extern]*term.Term{}, outside: map[string]bool{}}
	s.tree = &Tree{System: system, Options: options, states: register{moves: system.Moves()}}
	defer s.close()
	for range options.Workers {
		w, err := newWorker(ctx, s)
		if err != nil {
			return nil, err
		}
		s.workers = append(s.workers, w)
	}
	s.frontier = s.newFrontier()
	s.drops, s.window = s.mayDrop(), windowSize(len(system.Slots))
	if options.Prune {
		s.includer = &includer{worker: s.workers[0], seen: map[string][]*State{}, placed: map[string][]*State{}, known: map[identity]bool{}}
		s.space = track.NewSpace(system)
	}
	var err error
	if s.family, err = newFamily(ctx, system, s.workers[0].solver); err != nil {
		return nil, err
	}
	s.places = s.newPlaces()
	s.graph = s.newGraph()
	s.line, _ = s.frontier.(*queue)
	if err := s.root(ctx); err != nil {
		return nil, err
	}
	if err := s.findGaps(ctx, s.workers[0]); err != nil && ctx.Err() == nil {
		return nil, err
	}
	if err := s.loop(ctx); err != nil {
		return nil, err
	}
	s.finish(ctx)
	s.tree.Seconds = time.Since(start).Seconds()
	return s.tree, nil
}

func (s *search) close() {
	for _, w := range s.workers {
		w.solver.Close()
	}
}

// root makes the initial state, with a witness that satisfies the assumptions.
func (s *search) root(ctx context.Context) error {
	w := s.workers[0]
	symbolic, free := s.system.StartSymbolic()
	st := &State{Content: &Content{Symbolic: symbolic, Params: free}, Added: s.system.Apply(s.system.Assume, &symbolic).Conjuncts()}
	st.note().restorer = &restorer{system: s.system, executor: run.NewExecutor(s.system, nil, nil)}
	if s.space != nil {
		if z := s.space.Start(&symbolic); z != nil {
			st.clocks = &clocks{zone: z, walked: true, derived: true}
		}
	}
	var out expansion
	w.checkStart(ctx, st, &out)
	var bad *run.ErrBadStart
	var err error
	switch st.Content.Witness, err = w.executor.FindStart(ctx, w.solver); {
	case errors.As(err, &bad):
		out.findings = append(out.findings, badStart(st, bad))
		s.mergeNotes(ctx, st, &out)
		s.addDead(st, bad)
		return out.err
	case err != nil:
		return err
	}
	w.checkInvariants(ctx, st, &out)
	s.mergeNotes(ctx, st, &out)
	s.add(ctx, st)
	return out.err
}

// addDead adds an initial state where no run begins.
func (s *search) addDead(st *State, bad *run.ErrBadStart) {
	st.Content.Witness, st.Expanded, st.Terminal = bad.Start, true, true
	s.tree.states.add(st)
	s.tree.NoStart = bad.Violated
}

// batchSize is how many states are expanded between two merges. It does not depend on the number of workers.
func (s *search) batchSize() int {
	switch {
	case s.options.Strategy != BreadthFirst:
		return 16
	case s.options.Enough != nil, s.options.Useful != nil, s.options.Broken != nil:
		return 64 // limits wasted work
	}
	return 1024
}

// loop expands batches until no state waits or a bound is reached.
func (s *search) loop(ctx context.Context) error {
	for (s.frontier.len() > 0 || s.revive()) && !s.finished() && ctx.Err() == nil {
		numbers := s.nextBatch()
		s.recallAll(numbers)
		results := s.expandAll(ctx, s.batch)
		if err := s.mergeAll(ctx, numbers, results); err != nil && ctx.Err() == nil {
			return err
		}
		s.full = !s.options.Memory.Keep(s.dropAll)
		s.report()
	}
	if s.options.Progress != nil {
		s.tell()
	}
	return nil
}

// nextBatch returns the numbers of the states that are expanded next.
func (s *search) nextBatch() []int {
	if len(s.again) == 0 {
		return s.frontier.take(s.batchSize())
	}
	var out []int
	for _, st := range s.again {
		out = append(out, st.ID)
	}
	s.again = nil
	return out
}

func (s *search) finished() bool {
	return s.enough || s.allBroken() || s.full || s.isLarge() || s.options.Strategy == Cover && s.done()
}

// allBroken reports whether a violating run was found for each invariant in Options.Broken; false if it is nil.
func (s *search) allBroken() bool {
	return s.options.Broken != nil && !slices.ContainsFunc(s.options.Broken, func(name string) bool { return s.keys[violationKey(name)] == nil })
}

// isLarge reports whether the tree has reached its maximum number of states.
func (s *search) isLarge() bool { return s.tree.Size() >= s.options.States }

// block is how many neighbouring states a worker takes at a time: neighbours share their path, and so the solver's stack.
const block = 8

// statesPerCall is how many states a worker expands in about the time of a solver call. Where there are fewer calls, one worker is as fast as
// several, which wait for each other's memory.
const statesPerCall = 32

// worthSharing reports whether the states of the last batch took enough solver calls to be shared between workers.
func (s *search) worthSharing(batch []*State) bool {
	calls := 0
	for _, w := range s.workers {
		calls += w.solver.Stats().Calls
	}
	enough := (calls-s.calls)*statesPerCall >= s.expanded
	s.calls, s.expanded = calls, len(batch)
	return enough
}

// expandAll shares a batch between the workers, if that is worth it.
func (s *search) expandAll(ctx context.Context, batch []*State) []expansion {
	clear(s.results)
	s.results = slices.Grow(s.results[:0], len(batch))[:len(batch)]
	results := s.results
	for _, w := range s.workers {
		w.made = 0
	}
	if len(s.workers) == 1 || !s.worthSharing(batch) || len(batch) == 1 {
		for i, st := range batch {
			results[i] = s.workers[0].expand(ctx, st)
		}
		return results
	}
	size := min(block, (len(batch)+len(s.workers)-1)/len(s.workers))
	var next atomic.Int64
	var wait sync.WaitGroup
	for _, w := range s.workers {
		wait.Go(func() {
			for {
				start := int(next.Add(int64(size))) - size
				if start >= len(batch) {
					return
				}
				for i := start; i < min(start+size, len(batch)); i++ {
					results[i] = w.expand(ctx, batch[i])
				}
			}
		})
	}
	wait.Wait()
	return results
}

// recallAll finds the points of the states of a batch that are recalled, and puts the others into the batch of the workers.
func (s *search) recallAll(numbers []int) {
	clear(s.batch)
	s.points, s.batch = s.points[:0], s.batch[:0]
	for _, number := range numbers {
		p := s.recall(number)
		if s.points = append(s.points, p); p != 0 {
			continue
		}
		if st := s.tree.states.at(number); !s.followed(st) {
			s.batch = append(s.batch, st)
		}
	}
}

// mergeAll adds the children of the states of a batch to the tree. It stops at the first error, unless that is the end of the time.
func (s *search) mergeAll(ctx context.Context, numbers []int, results []expansion) error {
	next := 0 // of those that the workers expanded
	for i, number := range numbers {
		if p := s.points[i]; p != 0 {
			s.mergeRecalled(number, s.graph.Point(p))
			continue
		}
		if st := s.tree.states.at(number); s.followed(st) {
			if err := s.mergeFollowed(ctx, st); err != nil && ctx.Err() == nil {
				return err
			}
			continue
		}
		if err := s.merge(ctx, s.batch[next], &results[next]); err != nil && ctx.Err() == nil {
			return err
		}
		next++
	}
	return nil
}

// mergeFollowed expands a state by the steps of its place, unless another covers it now, and adds its children. One is merged before the next
// is expanded, since it may cover the next.
func (s *search) mergeFollowed(ctx context.Context, st *State) error {
	if st.Pruned || st.clocks.postponed || s.isLarge() {
		return nil
	}
	out := s.workers[0].expandPlaced(ctx, st)
	return s.merge(ctx, st, &out)
}

// merge adds the children of a state to the tree.
func (s *search) merge(ctx context.Context, st *State, out *expansion) error {
	s.mergeNotes(ctx, st, out)
	if out.err != nil {
		return out.err
	}
	st.Expanded, st.Terminal = true, out.terminal
	for _, child := range out.children {
		if s.isLarge() {
			st.Expanded = false
			return nil
		}
		if st.Followed = true; child.state != nil {
			s.add(ctx, child.state)
		} else {
			s.addBud(st.ID, st.Depth+1, child.move, 0)
		}
	}
	if out.recallable {
		s.remember(st, out)
	}
	return nil
}

// mergeNotes keeps counts, doubts and new findings.
func (s *search) mergeNotes(ctx context.Context, st *State, out *expansion) {
	s.tree.Infeasible += out.infeasible
	for _, d := range out.doubts {
		s.mergeDoubt(d)
	}
	s.tree.Blocked = append(s.tree.Blocked, out.blocked...)
	for _, o := range out.outside {
		if !s.outside[o.key] {
			s.outside[o.key] = true
			s.tree.Outside = append(s.tree.Outside, o)
			s.answer(o.key)
		}
	}
	for _, inherited := range []bool{false, true} { // the transition that contains the error comes before its else
		for _, f := range out.findings {
			if f.inherited == inherited && !s.found(f.key) {
				s.mergeFinding(ctx, f)
				s.answerFound(f.key)
			}
		}
	}
}

// add numbers a state, notes what it covers, and lets it wait for expansion unless it is at the bound or included in
// another.
func (s *search) add(ctx context.Context, st *State) {
	s.tree.states.add(st)
	if st.Parent != nil {
		s.cover(st)
		if s.family != nil {
			s.family.cover(ctx, st, s.solverCalls(st.calls()))
		}
	}
	s.enough = s.enough || s.options.Enough != nil && s.options.Enough(st)
	if s.includer != nil && s.includer.included(ctx, st) {
		st.Pruned = true
		return
	}
	if st.Depth >= s.options.Depth {
		s.cutOff = true
	} else if s.useful(st) {
		s.frontier.put(st)
	}
	s.dropNew(st)
}

func (s *search) useful(st *State) bool { return s.options.Useful == nil || s.options.Useful(st) }

func (s *search) cover(st *State) {
	for _, t := range st.Move.Parts {
		switch old := s.hits[t.ID]; {
		case old == nil:
			s.hits[t.ID] = st
			s.covered++
			st.note().covers = append(st.note().covers, t)
			if s.options.Covered != nil && len(st.Covers()) == 1 {
				s.options.Covered(st)
			}
		case st.Depth < old.Depth:
			s.hits[t.ID] = st
		}
	}
}

const progressInterval = 100 * time.Millisecond

func (s *search) report() {
	if s.options.Progress == nil || time.Since(s.lastProgress) < progressInterval {
		return
	}
	s.lastProgress = time.Now()
	s.tell()
}

// tell reports the progress of the search. It is called while no worker is active.
func (s *search) tell() {
	var used smt.Stats
	for _, w := range s.workers {
		used.Add(w.solver.Stats())
	}
	last := s.tree.states.outline(s.tree.Size() - 1)
	s.options.Progress(result.Exploring(result.Point{States: s.tree.Size(), Covered: s.covered, Total: len(s.hits), Waiting: s.frontier.len(), Depth: last.depth,
		Calls: used.Calls, SolverSeconds: used.Seconds}))
}

// finish records why the search ended and sums up its cost.
func (s *search) finish(ctx context.Context) {
	t := s.tree
	t.Root, t.Hits = t.states.at(0), s.hits
	t.Stop = s.reason(ctx)
	s.confirmHits()
	if s.includer != nil {
		t.Zones = s.includer.zones()
	}
	s.labelProducts(ctx)
	for _, w := range s.workers {
		t.WitnessHits += w.witnessHits
		t.Solver.Add(w.solver.Stats())
	}
}

// confirmHits lets the interpreter take the runs that cover transitions.
func (s *search) confirmHits() {
	for _, st := range s.hits {
		if st != nil {
			st.content()
		}
	}
}

func (s *search) reason(ctx context.Context) result.Stop {
	switch stop := result.StopOf(ctx); {
	case stop.Early():
		return stop
	case s.enough, s.allBroken(), s.options.Strategy == Cover && s.done():
		return result.StopCovered
	case s.isLarge():
		return result.StopStates
	case s.full:
		return result.StopMemory
	}
	for st := range s.tree.states.outlines() {
		if !st.expanded && !st.pruned && len(s.options.Path) == 0 {
			return result.StopDepth
		}
	}
	if len(s.options.Path) > 0 {
		return result.StopPath
	}
	return result.StopExhausted
}
