package concolic

import (
	"cmp"
	"slices"

	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// Pumping: repeating a loop as long as it brings the guard of a target nearer. Counters are what backward search is worst at,
// since each of a thousand rounds is another path; concretely a thousand rounds are a millisecond. From a stored configuration
// at the target's location, a round is the shortest way to a transition that assigns a variable of the guard, that transition,
// and the shortest way back, all over transitions that were taken before. A round is kept if the distance of the guard has
// become smaller, and then tried again first, with the inputs that did it last time.

// pumpStarts is how many stored configurations are tried, the nearest first.
const pumpStarts = 4

// pumper repeats loops. It belongs to the walker's goroutine.
type pumper struct {
	*walker
	inputs map[*sts.Move][]term.Value // what a move was last taken with
	ways   map[int][]*sts.Move        // by location: for each location the last move of the shortest way there
	known  int                        // transitions covered when ways was made
}

func (w *walker) newPumper() *pumper {
	return &pumper{walker: w, inputs: map[*sts.Move][]term.Value{}, ways: map[int][]*sts.Move{}}
}

// maxPumped bounds the steps of one climb, however much they help.
const maxPumped = 200_000

// pump tries to reach a target, with at most so many steps that do not help.
func (p *pumper) pump(m *sts.Move, steps int) (bool, error) {
	d := p.newDistance(m)
	if d == nil {
		return false, nil
	}
	loops := p.loops(m, d)
	if len(loops) == 0 {
		return false, nil
	}
	p.stored = false
	defer func() { p.stored = true }()
	for _, r := range p.nearest(m, d) {
		done, err := p.climbFrom(r, m, d, loops, int64(steps/pumpStarts))
		if done || err != nil {
			return done, err
		}
	}
	return false, nil
}

// nearest lists stored runs at the location of a move, those with the smallest distance first.
func (p *pumper) nearest(m *sts.Move, d *distance) []*Run {
	runs := p.store.at(controlOf(p.system, m))
	far := map[*Run]float64{}
	for _, r := range runs {
		far[r] = d.at(p.machine.Expand(r.Config).Values)
	}
	slices.SortStableFunc(runs, func(a, b *Run) int {
		return cmp.Or(cmp.Compare(far[a], far[b]), cmp.Compare(a.Length, b.Length))
	})
	return runs[:min(len(runs), pumpStarts)]
}

// loops lists the rounds from the location of a move that assign what its guard reads.
func (p *pumper) loops(m *sts.Move, d *distance) [][]*sts.Move {
	home := m.Parts[0].From
	var out [][]*sts.Move
	for _, u := range p.system.Moves() {
		if p.fresh(u) || !slices.ContainsFunc(u.Updates, func(up sts.Update) bool { return d.vars[up.Slot] }) {
			continue
		}
		there, ok := p.way(home, u.Parts[0].From)
		back, found := p.way(u.Parts[0].To, home)
		if ok && found {
			out = append(out, append(append(there, u), back...))
		}
	}
	slices.SortStableFunc(out, func(a, b []*sts.Move) int { return cmp.Compare(len(a), len(b)) })
	return out
}

// way is the shortest path between two locations over moves that were taken before.
func (p *pumper) way(from, to int) ([]*sts.Move, bool) {
	if covered := p.coverage(); covered != p.known {
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
	last := make([]*sts.Move, len(p.system.Machines[0].Locations))
	for waiting := []int{from}; len(waiting) > 0; waiting = waiting[1:] {
		for _, m := range p.machine.Starting(waiting[0]) {
			to := m.Parts[0].To
			if !p.fresh(m) && last[to] == nil && to != from {
				last[to] = m
				waiting = append(waiting, to)
			}
		}
	}
	return last
}

// climbFrom repeats rounds from a stored run as long as they help.
func (p *pumper) climbFrom(r *Run, m *sts.Move, d *distance, loops [][]*sts.Move, patience int64) (bool, error) {
	p.begin(r)
	far, best := d.at(p.runner.Expanded().Values), 0
	for end := p.steps.Load() + maxPumped; p.steps.Load() < end && !p.over(); {
		if far == 0 {
			return p.enable(m, "repeated loop")
		}
		nearer, loop, err := p.improve(d, far, loops, best, p.steps.Load()+patience)
		if err != nil || nearer >= far {
			return false, err
		}
		far, best = nearer, loop
	}
	return false, nil
}

// improve tries the loops, the one that helped last first, until one brings the guard nearer; otherwise the run stays where it
// was and the distance is as far as before.
func (p *pumper) improve(d *distance, far float64, loops [][]*sts.Move, best int, limit int64) (float64, int, error) {
	base := p.here()
	for k := range loops {
		i := (best + k) % len(loops)
		ok, err := p.round(loops[i])
		if err != nil {
			return far, best, err
		}
		if now := d.at(p.runner.Expanded().Values); ok && now < far {
			return now, i, nil
		}
		p.begin(base)
		if p.steps.Load() > limit {
			break
		}
	}
	return far, best, nil
}

// round makes the moves of a loop.
func (p *pumper) round(loop []*sts.Move) (bool, error) {
	for _, m := range loop {
		done := false
		var err error
		if last, ok := p.inputs[m]; ok {
			done, err = p.take(m, last, "repeated loop")
		}
		if !done && err == nil {
			done, err = p.enable(m, "repeated loop")
		}
		if !done || err != nil {
			return false, err
		}
		if len(p.log) > 0 {
			p.inputs[m] = append([]term.Value(nil), p.log[len(p.log)-1].Params...)
		}
	}
	return true, nil
}
