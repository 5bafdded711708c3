package concolic

import (
	"cmp"
	"context"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/distance"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/engines/concolic/trail"
)

// Pumping: repeating a loop as long as it brings the guard of a target nearer to true. Counters are the worst case of backward search, since
// each of a thousand rounds is another path; concretely a thousand rounds are a millisecond. From a stored configuration at the target's
// location, a round is the shortest way to a transition that assigns a variable of the guard, that transition, and the shortest way back, all
// over transitions that were taken before. A round is kept if the distance of the guard has become smaller, and is then the first to be tried
// again, with the same inputs.

// pumpStarts is the number of stored configurations that are tried, the nearest first.
const pumpStarts = 4

// maxPumped bounds the steps of one climb, even while they help.
const maxPumped = 200_000

// pumper repeats loops. It belongs to the walker's goroutine.
type pumper struct {
	walker   *walker
	campaign *campaign
	inputs   map[*sts.Move][]term.Value // the parameters with which a move was last taken
	ways     map[int][]*sts.Move        // by location: for each location the last move of the shortest way there
	known    int                        // transitions covered when ways was made
}

func (w *walker) newPumper() *pumper {
	return &pumper{walker: w, campaign: w.campaign, inputs: map[*sts.Move][]term.Value{}, ways: map[int][]*sts.Move{}}
}

// reach tries to reach a target, with a limited number of steps that bring it no nearer. In systems of several machines, where a round may
// need all of them, it walks.
func (p *pumper) reach(ctx context.Context, t *sts.Transition, steps int) (bool, error) {
	if len(p.campaign.system.Machines) > 1 {
		return p.walker.countOn(ctx, t, steps)
	}
	for _, m := range p.campaign.movesOf[t.ID] {
		if done, err := p.pump(ctx, m, steps); done || err != nil {
			return done, err
		}
	}
	return false, nil
}

// goal is the part of the guard of a move that depends on the slots alone.
type goal struct {
	move     *sts.Move
	distance *distance.Measure
	slots    []int         // that it reads
	loops    [][]*sts.Move // rounds that assign some of them, the shortest first
}

// newGoal returns the goal of a move; nil if no conjunct of its guard is about the slots alone.
func (p *pumper) newGoal(m *sts.Move) *goal {
	s, depends := p.campaign.system, p.campaign.depends
	conds := slices.DeleteFunc(slices.Clone(m.Conjuncts()), func(c *term.Term) bool {
		return len(depends.SlotsIn(c)) < len(c.Vars()) || c.HasQuantifier()
	})
	if len(conds) == 0 {
		return nil
	}
	slots := depends.SlotsIn(conds...)
	return &goal{move: m, distance: distance.Compile(s.Store, conds, term.Pick(s.SlotTerms(), slots)), slots: slots}
}

// pump repeats loops from the stored configurations that are nearest to the guard of a move.
func (p *pumper) pump(ctx context.Context, m *sts.Move, steps int) (bool, error) {
	g := p.newGoal(m)
	if g == nil {
		return false, nil
	}
	if g.loops = p.loops(g); len(g.loops) == 0 {
		return false, nil
	}
	p.walker.stored = false
	defer func() { p.walker.stored = true }()
	for _, r := range p.nearest(g) {
		if done, err := p.climbFrom(ctx, r, g, int64(steps/pumpStarts)); done || err != nil {
			return done, err
		}
	}
	return false, nil
}

// nearest returns stored runs at the location of a goal, those with the smallest distance first.
func (p *pumper) nearest(g *goal) []*Run {
	runs := p.campaign.store.at(trail.Control(p.campaign.system, g.move))
	far := map[*Run]float64{}
	for _, r := range runs {
		far[r] = g.from(r.at.large, func(slot int) int64 { return r.at.word(len(p.campaign.system.Machines) + slot) })
	}
	slices.SortStableFunc(runs, func(a, b *Run) int {
		return cmp.Or(cmp.Compare(far[a], far[b]), cmp.Compare(a.Length, b.Length))
	})
	return runs[:min(len(runs), pumpStarts)]
}

// loops returns the rounds from the location of a goal that assign slots that it reads.
func (p *pumper) loops(g *goal) [][]*sts.Move {
	home := g.move.Parts[0].From
	var out [][]*sts.Move
	for _, u := range p.campaign.system.Moves() {
		if p.campaign.fresh(u) || !slices.ContainsFunc(u.Updates, func(up sts.Update) bool { return slices.Contains(g.slots, up.Slot) }) {
			continue
		}
		there, ok := p.way(home, u.Parts[0].From)
		back, found := p.way(u.Parts[0].To, home)
		if ok && found {
			out = append(out, slices.Concat(there, []*sts.Move{u}, back))
		}
	}
	slices.SortStableFunc(out, func(a, b []*sts.Move) int { return cmp.Compare(len(a), len(b)) })
	return out
}

// way returns the shortest path between two locations over moves that were taken before.
func (p *pumper) way(from, to int) ([]*sts.Move, bool) {
	if covered := p.campaign.coverage(); covered != p.known {
		p.ways, p.known = map[int][]*sts.Move{}, covered
	}
	if p.ways[from] == nil {
		p.ways[from] = p.waysFrom(from)
	}
	var out []*sts.Move
	for at := to; at != from; {
		m := p.ways[from][at]
		if m == nil {
			return nil, false
		}
		out = append(out, m)
		at = m.Parts[0].From
	}
	slices.Reverse(out)
	return out, true
}

// waysFrom searches the graph breadth first.
func (p *pumper) waysFrom(from int) []*sts.Move {
	last := make([]*sts.Move, len(p.campaign.system.Machines[0].Locations))
	for waiting := []int{from}; len(waiting) > 0; waiting = waiting[1:] {
		for _, m := range p.campaign.machine.Starting(waiting[0]) {
			to := m.Parts[0].To
			if !p.campaign.fresh(m) && last[to] == nil && to != from {
				last[to] = m
				waiting = append(waiting, to)
			}
		}
	}
	return last
}

// far returns the distance of a goal from the current configuration of the walk.
func (p *pumper) far(g *goal) float64 {
	view := p.walker.runner.View()
	return g.from(view.Large, func(slot int) int64 { return view.Words[len(p.campaign.system.Machines)+slot] })
}

// from returns the distance of the goal from a configuration, given as a whole or by the words of its slots.
func (g *goal) from(large *sts.Config, word func(slot int) int64) float64 {
	values := make([]term.Value, len(g.slots))
	for i, slot := range g.slots {
		if large != nil {
			values[i] = large.Values[slot]
		} else {
			values[i] = term.IntValue(word(slot))
		}
	}
	return g.distance.At(values)
}

// climbFrom repeats rounds from a stored run as long as they help.
func (p *pumper) climbFrom(ctx context.Context, r *Run, g *goal, patience int64) (bool, error) {
	c := p.campaign
	p.walker.begin(r)
	far, best := p.far(g), 0
	for end := c.steps.Load() + maxPumped; c.steps.Load() < end && !c.over(ctx); {
		if far == 0 {
			return p.walker.enable(ctx, g.move, byLoop)
		}
		nearer, loop, err := p.improve(ctx, g, far, best, c.steps.Load()+patience)
		if err != nil || nearer >= far {
			return false, err
		}
		far, best = nearer, loop
	}
	return false, nil
}

// improve tries the loops, the one that helped last first, until one brings the guard nearer; otherwise the run and the distance are
// unchanged.
func (p *pumper) improve(ctx context.Context, g *goal, far float64, best int, limit int64) (float64, int, error) {
	base := p.walker.here()
	for k := range g.loops {
		i := (best + k) % len(g.loops)
		ok, err := p.round(ctx, g.loops[i])
		if err != nil {
			return far, best, err
		}
		if now := p.far(g); ok && now < far {
			return now, i, nil
		}
		p.walker.begin(base)
		if p.campaign.steps.Load() > limit {
			break
		}
	}
	return far, best, nil
}

// round makes the moves of a loop.
func (p *pumper) round(ctx context.Context, loop []*sts.Move) (bool, error) {
	w := p.walker
	for _, m := range loop {
		done := false
		var err error
		if last, ok := p.inputs[m]; ok {
			done, err = w.take(ctx, m, last, byLoop)
		}
		if !done && err == nil {
			done, err = w.enable(ctx, m, byLoop)
		}
		if !done || err != nil {
			return false, err
		}
		if len(w.log) > 0 {
			p.inputs[m] = slices.Clone(w.log[len(w.log)-1].Params)
		}
	}
	return true, nil
}
