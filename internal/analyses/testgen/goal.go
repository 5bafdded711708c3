package testgen

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/script"
)

// Criterion is a coverage criterion of a suite.
type Criterion string

// The criteria.
const (
	Transitions Criterion = "transitions" // each transition
	Locations   Criterion = "locations"   // each location of each machine
	Pairs       Criterion = "pairs"       // each pair of transitions that one machine can take one after the other
	Paths       Criterion = "paths"       // each path that ends, or that is as long as the bound on depth
	Boundary    Criterion = "boundary"    // each condition where it changes: at the limit, just inside, just outside
	MCDC        Criterion = "mcdc"        // each condition of a guard decides it, once true and once false
	Purposes    Criterion = "purposes"    // each purpose of the model
	Classes     Criterion = "classes"     // each class of runs; see package classes
)

// Criteria lists them for help and for checking flags.
var Criteria = []Criterion{Transitions, Locations, Pairs, Paths, Boundary, MCDC, Purposes}

// OnValues reports whether the goals depend on values and not on the path alone, so that they are solved for.
func (c Criterion) OnValues() bool { return c == Boundary || c == MCDC }

// Known reports whether c is one of the criteria.
func (c Criterion) Known() bool { return slices.Contains(Criteria, c) }

// goalSet holds the goals, the states of the tree that cover them, and the reasons for goals that are not covered.
type goalSet struct {
	names []string
	gains [][]int                   // by state
	runs  []goalRun                 // further paths, with values of their own
	why   func(goal int) result.Why // of goals that are not covered

	excluded func(goal int) bool // it is known that no test reaches the goal, so it does not count; nil if all count
}

// goalRun is a run along a path that was made for goals.
type goalRun struct {
	state  *explore.State
	run    *run.Witness
	parent int      // in the forest
	goals  []int    // gained with its last step, besides what every run along the path gains there
	wait   *big.Rat // after the last step, as in script.Test
}

// add makes a goal and returns its number.
func (g *goalSet) add(name string) int {
	g.names = append(g.names, name)
	return len(g.names) - 1
}

// addRun adds a run along the path of st: its gains before its last step are those of the path.
func (g *goalSet) addRun(st *explore.State, witness *run.Witness, goal int, wait *big.Rat) {
	g.runs = append(g.runs, goalRun{st, witness, parentOf(st), []int{goal}, wait})
}

func (g *goalSet) gain(st *explore.State, goal int) { g.gains[st.ID] = append(g.gains[st.ID], goal) }

// transitions makes each transition a goal.
func (b *builder) transitions() *goalSet {
	g := b.newGoals()
	for _, t := range b.tree.System.Transitions() {
		g.add(t.Name)
	}
	moves := b.tree.System.Moves()
	taken := make([][]int, len(moves)) // by move
	for _, m := range moves {
		for _, t := range m.Parts {
			taken[m.ID] = append(taken[m.ID], t.ID)
		}
	}
	for _, st := range b.tree.States()[1:] {
		g.gains[st.ID] = taken[st.Move.ID]
	}
	g.why = func(goal int) result.Why { return b.missing[g.names[goal]] }
	return g
}

// locations makes each location of each machine a goal.
func (b *builder) locations() *goalSet {
	g := b.newGoals()
	first := make([]int, len(b.tree.System.Machines))
	var ways []result.Why // by goal: why the ways to it are closed
	for i, m := range b.tree.System.Machines {
		first[i] = len(g.names)
		entering := m.Entering()
		for l, location := range m.Locations {
			g.add(qualified(m, location.Name))
			ways = append(ways, b.wayTo(l, entering.At(l)))
		}
	}
	for _, st := range b.tree.States() {
		for i, l := range st.Symbolic().Locations {
			g.gain(st, first[i]+l)
		}
	}
	g.why = func(goal int) result.Why { return ways[goal] }
	return g
}

func qualified(m *sts.Machine, location string) string {
	if m.Name == "" {
		return location
	}
	return m.Name + "." + location
}

// wayTo returns why a location was not reached: the reason for one of the transitions that lead there.
func (b *builder) wayTo(location int, entering []*sts.Transition) result.Why {
	for _, t := range entering {
		if why, missed := b.missing[t.Name]; missed && t.From != location {
			return why.Prefixed("its way in, " + t.Name + ", is ")
		}
	}
	return result.Why{Status: result.Unreachable, Reason: "no transition leads to it", Proof: &result.Proof{Method: result.ByGraph}}
}

// pair is two transitions of one machine, one after the other.
type pair struct{ first, second *sts.Transition }

func (p pair) name() string { return p.first.Name + " then " + p.second.Name }

// pairs makes each pair of transitions that meet in a location a goal.
func (b *builder) pairs() *goalSet {
	g := b.newGoals()
	numbers := map[pair]int{}
	var all []pair
	for _, m := range b.tree.System.Machines {
		for _, p := range pairsOf(m) {
			numbers[p] = g.add(p.name())
			all = append(all, p)
		}
	}
	last := make([][]*sts.Transition, b.tree.Size()) // by state and machine: the transition taken last
	last[0] = make([]*sts.Transition, len(b.tree.System.Machines))
	for _, st := range b.tree.States()[1:] {
		last[st.ID] = slices.Clone(last[st.Parent.ID])
		for _, t := range st.Move.Parts {
			if before := last[st.ID][t.Machine]; before != nil {
				g.gain(st, numbers[pair{before, t}])
			}
			last[st.ID][t.Machine] = t
		}
	}
	g.why = func(goal int) result.Why { return b.firstMissing(all[goal].first, all[goal].second) }
	return g
}

func pairsOf(m *sts.Machine) []pair {
	var out []pair
	leaving := m.Leaving()
	for _, t := range m.Transitions {
		for _, u := range leaving.At(t.To) {
			out = append(out, pair{t, u})
		}
	}
	return out
}

// paths makes each path that has no continuation in the tree a goal. One that was cut off by a bound other than that on depth
// may have a continuation, and counts as missed.
func (b *builder) paths() *goalSet {
	g := b.newGoals()
	for _, st := range b.tree.States() {
		if st.Followed {
			continue
		}
		goal := g.add(pathName(st))
		if st.Expanded || st.Depth == b.tree.Options.Depth {
			g.gain(st, goal)
		}
	}
	g.why = func(int) result.Why { return b.bound().Prefixed("not followed to its end: ") }
	return g
}

func pathName(st *explore.State) string {
	if st.Parent == nil {
		return "the start"
	}
	return strings.Join(script.Test{Run: st.Witness()}.Transitions(), ", ")
}

// firstMissing is the reason why one of the transitions was not reached, or why they were not reached together.
func (b *builder) firstMissing(transitions ...*sts.Transition) result.Why {
	for _, t := range transitions {
		if t == nil {
			continue
		}
		if why, missed := b.missing[t.Name]; missed {
			return why.Prefixed(t.Name + " is ")
		}
	}
	return b.bound()
}

// exhausted reports whether the tree is whole and no query was left undecided.
func (b *builder) exhausted() bool {
	return b.tree.Stop == result.StopExhausted && len(b.explored.Unknown)+len(b.explored.Blocked)+len(b.explored.Outside) == 0
}

// bound returns why a goal is not in the tree, by the way in which the search ended.
func (b *builder) bound() result.Why {
	notReached := func(text string) result.Why {
		return result.Why{Status: result.NotReached, Reason: "not reached" + text}
	}
	t := b.tree
	whole := t.Stop == result.StopExhausted
	switch {
	case len(b.explored.Unknown) > 0:
		return result.Why{Status: result.Unknown, Reason: "not reached, and a step was left open: " + b.explored.Unknown[0].Reason}
	case whole && len(b.explored.Blocked) > 0:
		return result.Why{Status: result.Blocked, Reason: "not reached, and externs block some steps"}
	case whole && len(b.explored.Outside) > 0:
		return result.Why{Status: result.Blocked,
			Reason: "not reached by calls that contracts describe; others are not followed, the first at " + b.explored.Outside[0].Transition}
	case whole:
		return result.Why{Status: result.Unreachable, Reason: "proved infeasible: the whole tree was explored", Proof: &result.Proof{Method: result.ByExploration}}
	case t.Stop == result.StopDepth:
		return notReached(fmt.Sprintf(" within the bound: depth %d", t.Options.Depth))
	case t.Stop == result.StopStates:
		return notReached(fmt.Sprintf(" within the bound: %d states", t.Options.States))
	case t.Stop == result.StopCovered:
		return notReached(" before every transition was covered")
	case t.Stop == result.StopMemory:
		return notReached(" within the limit on memory")
	case t.Stop == result.StopTime:
		return notReached(" within the time limit")
	case t.Stop == result.StopInterrupted:
		return notReached(" before the search was interrupted")
	}
	return notReached("")
}
