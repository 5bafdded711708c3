package concolic

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/engines/statespace"
	"github.com/sextant-mbt/sextant/internal/engines/statespace/domain"
)

// Sweeping: visiting all configurations, breadth first. It is possible where inputs have few values, and is worthwhile where configurations
// are few but deep: walks rarely get there, no counter leads to the guard, and backward search finds a new path with each step.
// Configurations that agree in their live slots count as one. A sweep continues where it stopped, until everything was visited or its
// memory is full.

// bySweep is the name of sweeping in results.
const bySweep = "visiting all states"

// The bounds of a sweep: initial configurations, configurations, and words in all of their memory.
const (
	maxRoots      = 1024
	maxSwept      = 1 << 18
	maxSweptWords = 1 << 23
)

// sweeper visits configurations. It belongs to the walker's goroutine.
type sweeper struct {
	*statespace.Walk
	walker   *walker
	campaign *campaign
	roots    []*Run
	begun    bool
	lost     bool // some configuration was left out: it cannot be stored, or there is no memory
	next     int  // the first configuration from which no step was tried yet
	hit      *Run // that took something new
}

// newSweeper prepares a sweep; nil if some move has too many parameters that decide something, or calls functions.
func (w *walker) newSweeper() *sweeper {
	rows, err := statespace.ListRows(w.system, w.system.Moves(), &domain.Domain{}, undecisive)
	if err != nil {
		return nil
	}
	table, err := statespace.NewTable(w.system, w.campaign.machine, 0)
	if err != nil {
		return nil
	}
	stepper := &statespace.Stepper{Machine: w.campaign.machine, Runner: w.runner, Rows: rows, Before: func() error { w.spend(); return nil }, Failed: undecided}
	return &sweeper{Walk: statespace.NewWalk(w.system, stepper, table, nil, true), walker: w, campaign: w.campaign}
}

// undecided returns err, or nil if the error is that a formula was not decided.
func undecided(err error) error {
	if errors.Is(err, term.ErrUndecided) {
		return nil
	}
	return err
}

// undecisive returns a function that gives a fixed value to the parameters of a move that influence neither what is possible nor
// the next state.
func undecisive(m *sts.Move) func(i int) (term.Value, bool) {
	read := m.Decisive()
	for _, u := range m.Updates {
		read = append(read, u.Value)
	}
	return func(i int) (term.Value, bool) {
		p := m.Params[i]
		matters := p.Kind != sts.Dequeued && slices.ContainsFunc(read, func(t *term.Term) bool { return t.Mentions(p.Term) })
		return p.Sort.Default(), !matters
	}
}

// begin adds the initial configurations: all of them if there are few, otherwise those that are known.
func (s *sweeper) begin() {
	s.begun = true
	var first []int64
	live := s.campaign.store.live
	s.Represent = func(row []int64) {
		if first == nil {
			first = slices.Clone(row)
		}
		live.Forget(row, first)
	}
	for _, r := range s.starts() {
		_, added, err := s.Begin(s.campaign.machine.Expand(r.config()))
		s.lost = s.lost || err != nil
		if added {
			s.roots = append(s.roots, r)
		}
	}
}

func (s *sweeper) starts() []*Run {
	system, root := s.walker.system, s.campaign.store.root
	influence := system.Influence()
	few, lists := domain.Domain{Limit: maxRoots}, make([][]term.Value, len(system.Slots))
	for i, slot := range system.Slots {
		lists[i] = []term.Value{root.Start[i]}
		if slot.Init == nil && influence[i] {
			lists[i], _ = few.Values(slot.Sort)
		}
	}
	out := []*Run{root}
	rows, _ := domain.Rows(lists, maxRoots)
	for _, values := range rows {
		if r := s.walker.startWith(values); r != nil {
			out = append(out, r)
		}
	}
	return append(out, s.walker.starts...)
}

// reach continues the sweep until something new is reached, or the steps are spent. A walk can continue from there.
func (s *sweeper) reach(ctx context.Context, target *sts.Transition, steps int) (bool, error) {
	c := s.campaign
	if !s.begun {
		s.begin()
	}
	for end := c.steps.Load() + int64(steps); s.next < s.Len() && c.steps.Load() < end && !c.over(ctx); {
		s.hit = nil
		if err := s.expand(ctx); err != nil {
			return false, err
		}
		s.next++
		if s.hit != nil {
			s.walker.begin(s.hit)
			return true, nil
		}
	}
	if s.next == s.Len() && !c.over(ctx) {
		c.swept.Store(!s.lost)
		c.giveUp(target, s.verdict())
	}
	return false, nil
}

// verdict describes the result of a sweep that has ended.
func (s *sweeper) verdict() string {
	if s.lost {
		return fmt.Sprintf("none of the first %d states allows it", s.Len())
	}
	return fmt.Sprintf("none of the %d states from the initial ones allows it", s.Len())
}

// full reports whether there is no memory for more configurations.
func (s *sweeper) full() bool {
	return s.Len() >= maxSwept || s.Len()*s.campaign.store.root.at.words >= maxSweptWords
}

// expand tries all steps from the next configuration.
func (s *sweeper) expand(ctx context.Context) error {
	possible, err := s.Enter(s.next)
	if err != nil {
		return err
	}
	possible = slices.Clone(possible) // runs that are recorded go through other configurations
	return s.Stepper.Take(s.From, possible, func(step *statespace.Step) error {
		if step.Outcome != sts.Done {
			return nil
		}
		if s.full() || s.Arrive(step) != nil {
			s.lost = true
		}
		if s.campaign.fresh(step.Move) {
			return s.record(ctx, *step)
		}
		return nil
	})
}

// record makes the run that ends with a step from the configuration that was entered.
func (s *sweeper) record(ctx context.Context, last statespace.Step) error {
	root, way := s.Way(s.At)
	w := s.walker
	w.begin(s.roots[root])
	for _, step := range append(way, last) {
		if done, err := w.take(ctx, step.Move, step.Params, bySweep); !done || err != nil {
			return err
		}
	}
	s.hit = w.here()
	return nil
}
