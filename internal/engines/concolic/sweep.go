package concolic

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/flat"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/engines/statespace/domain"
)

// Sweeping: visiting all configurations, breadth first. It is possible where inputs have few values, and pays where configurations are few
// but deep: walks rarely get there, no counter leads to the guard, and backward search finds a new path with each step. Configurations that
// agree in their live slots count as one. A sweep continues where it stopped, until everything was visited or its memory is full.

// bySweep is the name of sweeping in results.
const bySweep = "visiting all states"

// The bounds of a sweep: values of the parameters of a move together, initial configurations, configurations, and words in all of
// their memory.
const (
	maxRows       = 256
	maxRoots      = 1024
	maxSwept      = 1 << 18
	maxSweptWords = 1 << 23
)

// sweeper visits configurations. It belongs to the walker's goroutine.
type sweeper struct {
	walker   *walker
	campaign *campaign
	rows     [][][]term.Value // by move: the parameters to try
	roots    []*Run
	seen     map[uint64]bool
	nodes    []swept
	next     int  // the first node from which no step was tried yet
	hit      *Run // that took something new
}

// swept is a configuration that was visited, and the step by which it was reached.
type swept struct {
	config flat.Config // until steps from it were tried
	before int32       // the node before the step; of a root: -1 - its index
	move   int32
	row    int32
}

// newSweeper prepares a sweep; nil if some move has too many parameters, or calls functions.
func (w *walker) newSweeper() *sweeper {
	s := &sweeper{walker: w, campaign: w.campaign, seen: map[uint64]bool{}}
	for _, m := range w.system.Moves() {
		rows := rowsOf(m)
		if rows == nil {
			return nil
		}
		s.rows = append(s.rows, rows)
	}
	return s
}

// rowsOf lists the parameters of a move; nil if there are too many. Parameters that decide nothing have one value.
func rowsOf(m *sts.Move) [][]term.Value {
	if len(m.Calls) > 0 {
		return nil
	}
	read := m.Decisive()
	for _, u := range m.Updates {
		read = append(read, u.Value)
	}
	matters := func(i int) bool {
		return m.Params[i].Kind != sts.Dequeued && slices.ContainsFunc(read, func(t *term.Term) bool { return t.Mentions(m.Params[i].Term) })
	}
	few := domain.Domain{Limit: maxRows}
	rows, _ := few.Params(m.Params, func(i int) (term.Value, bool) { return m.Params[i].Sort.Default(), !matters(i) })
	return rows
}

// begin makes the initial configurations the first nodes: all of them if there are few, otherwise the known ones.
func (s *sweeper) begin() {
	for _, r := range s.starts() {
		config := r.config()
		if key := s.campaign.store.live.KeyOf(config); !s.seen[key] {
			s.seen[key] = true
			s.nodes = append(s.nodes, swept{config: config, before: int32(-1 - len(s.roots))})
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
	if s.nodes == nil {
		s.begin()
	}
	for end := c.steps.Load() + int64(steps); s.next < len(s.nodes) && c.steps.Load() < end && !c.over(ctx); {
		s.hit = nil
		if err := s.expand(ctx, s.next); err != nil {
			return false, err
		}
		s.nodes[s.next].config = flat.Config{}
		s.next++
		if s.hit != nil {
			s.walker.begin(s.hit)
			return true, nil
		}
	}
	if s.next == len(s.nodes) && !c.over(ctx) {
		c.swept.Store(!s.full())
		c.giveUp(target, s.verdict())
	}
	return false, nil
}

// verdict describes the result of a sweep that has ended.
func (s *sweeper) verdict() string {
	if s.full() {
		return fmt.Sprintf("none of the first %d states allows it", len(s.nodes))
	}
	return fmt.Sprintf("none of the %d states from the initial ones allows it", len(s.nodes))
}

// full reports whether there is no memory for more configurations.
func (s *sweeper) full() bool {
	return len(s.nodes) >= maxSwept || len(s.nodes)*s.campaign.store.root.at.words >= maxSweptWords
}

// expand tries all steps from a node.
func (s *sweeper) expand(ctx context.Context, node int) error {
	runner := s.walker.runner
	runner.Load(s.nodes[node].config)
	for _, m := range slices.Clone(runner.Possible()) {
		if !runner.QueuesAllow(m) {
			continue
		}
		for row, params := range s.rows[m.ID] {
			s.walker.spend()
			outcome, err := runner.Step(m, params)
			if err != nil && !errors.Is(err, term.ErrUndecided) {
				return err
			}
			if err != nil || outcome != sts.Done {
				continue
			}
			step := swept{before: int32(node), move: int32(m.ID), row: int32(row)}
			s.visit(step)
			if s.campaign.fresh(m) {
				if err := s.record(ctx, step); err != nil {
					return err
				}
			}
			runner.Load(s.nodes[node].config)
		}
	}
	return nil
}

// visit adds the configuration of the runner, if it is new and there is room.
func (s *sweeper) visit(step swept) {
	key := s.campaign.store.live.KeyOf(s.walker.runner.View())
	if s.seen[key] || s.full() {
		return
	}
	s.seen[key] = true
	step.config = s.walker.runner.Config()
	s.nodes = append(s.nodes, step)
}

// record makes the run that ends with a step.
func (s *sweeper) record(ctx context.Context, last swept) error {
	way := []swept{last}
	for at := last.before; at >= 0; at = s.nodes[at].before {
		way = append(way, s.nodes[at])
	}
	root := way[len(way)-1] // the node of a root is not a step
	w := s.walker
	w.begin(s.roots[-1-root.before])
	for _, step := range slices.Backward(way[:len(way)-1]) {
		m := w.system.Moves()[step.move]
		if done, err := w.take(ctx, m, s.rows[m.ID][step.row], bySweep); !done || err != nil {
			return err
		}
	}
	s.hit = w.here()
	return nil
}
