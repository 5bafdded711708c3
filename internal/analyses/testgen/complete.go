package testgen

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/engines/reach"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/script"
)

// Completion. A tree ends at its bounds, and other engines may reach the missing goals or prove them unreachable. They run on transitions
// (those that are goals themselves, and those that lead to a location that is one), on pairs, and on purposes. Runs that they find become
// tests, and tests that are then no longer needed are dropped.

// Completion adds to a suite the results about its missing goals.
type Completion struct {
	Suite     *Suite
	System    *sts.System
	Criterion Criterion
}

// Goals returns what runs have to reach to cover goals that are missing and not known to be unreachable. There are none for criteria that
// are not about transitions, locations, pairs or purposes.
func (c *Completion) Goals() []reach.Goal {
	switch c.Criterion {
	case Transitions, Locations:
		return reach.Transitions(c.wanted())
	case Pairs:
		return c.pairs(c.open())
	case Purposes:
		return c.purposes(c.open())
	}
	return nil
}

// open returns the names of the goals that are missing and not known to be unreachable.
func (c *Completion) open() map[string]bool {
	open := map[string]bool{}
	for _, m := range c.Suite.Missing {
		open[m.Name] = m.Status != result.Unreachable && m.Status != result.OnlyThroughError
	}
	return open
}

// wanted returns the transitions that cover goals that are open.
func (c *Completion) wanted() []*sts.Transition {
	open := c.open()
	return slices.DeleteFunc(slices.Clone(c.System.Transitions()), func(t *sts.Transition) bool {
		return !slices.ContainsFunc(c.goals(t), func(goal string) bool { return open[goal] })
	})
}

// pairs returns the pairs of some names.
func (c *Completion) pairs(open map[string]bool) []reach.Goal {
	var out []reach.Goal
	for _, m := range c.System.Machines {
		for _, p := range pairsOf(m) {
			if open[p.name()] {
				out = append(out, reach.Goal{Pair: &reach.Pair{First: p.first, Second: p.second}})
			}
		}
	}
	return out
}

// purposes returns the purposes of some names. In a model with clocks one with a condition may be met by waiting, which no step shows.
func (c *Completion) purposes(open map[string]bool) []reach.Goal {
	var out []reach.Goal
	for i := range c.System.Purposes {
		p := &c.System.Purposes[i]
		waits := p.Kind == sts.ReachLocation && c.System.Timed() && !p.Cond.IsTrue()
		if open[p.Name] && !waits {
			out = append(out, reach.Goal{Purpose: p})
		}
	}
	return out
}

// name returns the name of the goal that an answer is about.
func name(g reach.Goal) string {
	switch {
	case g.Pair != nil:
		return pair{g.Pair.First, g.Pair.Second}.name()
	case g.Purpose != nil:
		return g.Purpose.Name
	}
	return ""
}

// Take adds what the engines have found out: runs to goals, and proofs that there are none.
func (c *Completion) Take(answers []reach.Answer) {
	var runs []*run.Witness
	unreachable := map[*sts.Transition]result.Why{}
	for _, a := range answers {
		switch {
		case a.Open():
		case a.Run != nil && a.Goal.Transition == nil:
			c.cover(name(a.Goal), a.Run)
		case a.Run != nil:
			runs = append(runs, a.Run)
		case a.Goal.Transition == nil:
			c.refute(name(a.Goal), a.Why)
		default:
			unreachable[a.Goal.Transition] = a.Why
		}
	}
	c.add(runs)
	c.refuteSteps(unreachable)
}

// cover makes a test of a run that ends where it covers a goal. A test that it continues is replaced by it.
func (c *Completion) cover(goal string, w *run.Witness) {
	i := slices.IndexFunc(c.Suite.Missing, func(m result.Miss) bool { return m.Name == goal })
	if i < 0 {
		return
	}
	c.Suite.Missing = slices.Delete(c.Suite.Missing, i, i+1)
	c.Suite.Covered++
	c.Suite.Tests = append(c.Suite.Tests, script.Test{Run: w, Covers: []string{goal}})
}

// refute notes that a goal is unreachable.
func (c *Completion) refute(goal string, why result.Why) {
	for i := range c.Suite.Missing {
		if c.Suite.Missing[i].Name == goal {
			c.Suite.Missing[i].Why = why
		}
	}
}

// goals returns the goals that a step of a transition covers.
func (c *Completion) goals(t *sts.Transition) []string {
	switch c.Criterion {
	case Transitions:
		return []string{t.Name}
	case Locations:
		m := c.System.Machines[t.Machine]
		return []string{qualified(m, m.Locations[t.To].Name)}
	}
	return nil
}

// reached returns the goals that a run covers, each once, in their order.
func (c *Completion) reached(w *run.Witness) []string {
	var out []string
	for _, step := range w.Steps() {
		for _, goal := range c.reachedBy(step) {
			if !slices.Contains(out, goal) {
				out = append(out, goal)
			}
		}
	}
	return out
}

// reachedBy returns the goals that a step of a run covers, or its start.
func (c *Completion) reachedBy(step *run.Witness) []string {
	var out []string
	switch {
	case step.Move != nil:
		for _, t := range step.Move.Parts {
			out = append(out, c.goals(t)...)
		}
	case c.Criterion == Locations:
		for _, m := range c.System.Machines {
			out = append(out, qualified(m, m.Locations[m.Initial].Name))
		}
	}
	return out
}

// add makes tests of runs that cover missing goals, longer ones first, since these cover more.
func (c *Completion) add(runs []*run.Witness) {
	missing := map[string]bool{}
	for _, m := range c.Suite.Missing {
		missing[m.Name] = true
	}
	before := len(c.Suite.Tests)
	for _, w := range slices.SortedStableFunc(slices.Values(runs), func(a, b *run.Witness) int { return len(b.Steps()) - len(a.Steps()) }) {
		w = c.upToLast(w, missing)
		if w == nil {
			continue
		}
		for _, goal := range c.reached(w) {
			delete(missing, goal)
		}
		c.Suite.Tests = append(c.Suite.Tests, script.Test{Run: w})
	}
	if len(c.Suite.Tests) == before {
		return
	}
	c.Suite.Missing = slices.DeleteFunc(c.Suite.Missing, func(m result.Miss) bool { return !missing[m.Name] })
	c.Suite.Covered = c.Suite.Goals - len(c.Suite.Missing)
	c.dropNeedless()
	c.divide()
}

// upToLast returns the run up to the last step that covers a goal that is wanted; nil if none does.
func (c *Completion) upToLast(w *run.Witness, wanted map[string]bool) *run.Witness {
	for w != nil && !slices.ContainsFunc(c.reachedBy(w), func(goal string) bool { return wanted[goal] }) {
		w = w.Parent
	}
	return w
}

// dropNeedless drops tests whose goals others cover, short ones first.
func (c *Completion) dropNeedless() {
	count, goals := map[string]int{}, make([][]string, len(c.Suite.Tests))
	for i, t := range c.Suite.Tests {
		goals[i] = c.reached(t.Run)
		for _, goal := range goals[i] {
			count[goal]++
		}
	}
	order := make([]int, len(c.Suite.Tests))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return len(goals[i]) - len(goals[j]) })
	drop := make([]bool, len(order))
	for _, i := range order {
		drop[i] = !slices.ContainsFunc(goals[i], func(goal string) bool { return count[goal] == 1 })
		if drop[i] {
			for _, goal := range goals[i] {
				count[goal]--
			}
		}
	}
	kept := c.Suite.Tests[:0]
	for i, t := range c.Suite.Tests {
		if !drop[i] {
			kept = append(kept, t)
		}
	}
	c.Suite.Tests = kept
}

// divide lists for each test the goals that no test before it covers.
func (c *Completion) divide() {
	covered := map[string]bool{}
	for i := range c.Suite.Tests {
		test := &c.Suite.Tests[i]
		test.Covers = nil
		for _, goal := range c.reached(test.Run) {
			if !covered[goal] {
				covered[goal] = true
				test.Covers = append(test.Covers, goal)
			}
		}
	}
}

// refuteSteps notes which goals are unreachable, since all transitions that would cover them are.
func (c *Completion) refuteSteps(unreachable map[*sts.Transition]result.Why) {
	for i := range c.Suite.Missing {
		miss := &c.Suite.Missing[i]
		if why, all := c.refuted(miss.Name, unreachable); all {
			miss.Why = why
		}
	}
}

// refuted reports whether all transitions that would cover a goal are unreachable, with the reason for one of them.
func (c *Completion) refuted(goal string, unreachable map[*sts.Transition]result.Why) (why result.Why, all bool) {
	for _, t := range c.System.Transitions() {
		if !slices.Contains(c.goals(t), goal) || c.Criterion == Locations && t.From == t.To {
			continue
		}
		found, ok := unreachable[t]
		if !ok {
			return result.Why{}, false
		}
		why, all = found, true
		if c.Criterion == Locations {
			why = found.Prefixed("its way in, " + t.Name + ", is ")
		}
	}
	return why, all
}
