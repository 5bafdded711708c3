package explore

import (
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Rows lists the states as plain data. With many variables that takes as long as the search did, so it is a method of its own.
func (t *Tree) Rows() result.Tree {
	return t.rows(t.Size(), func(*State, *result.Node) {})
}

// The limits of a tree that is kept.
const (
	maxText  = 2000     // of a condition, and of all values, in characters
	maxValue = 300      // of a term in a store
	maxStore = 16 << 20 // of the stores of all states, in bytes; later states have none
)

// Kept lists the first states, up to a limit, with the runs to them, in bounded size: long texts are cut, and where the stores or the runs of all
// states together are large, later states have none.
func (t *Tree) Kept(limit int) result.Tree {
	left, room := maxStore, result.RunRoom{}
	out := t.rows(min(limit, t.Size()), func(st *State, n *result.Node) {
		n.Run = room.Run(func() *result.NodeRun { return t.runTo(st) })
		n.Condition, n.Values = text.Clip(n.Condition, maxText), text.Clip(n.Values, maxText)
		if left <= 0 {
			n.Store = nil
		}
		for i := range n.Store {
			n.Store[i].Value = text.Clip(n.Store[i].Value, maxValue)
			left -= len(n.Store[i].Name) + len(n.Store[i].Value)
		}
	})
	out.Cut = t.Size() - len(out.Nodes)
	return out
}

// rows lists the first states; each may be changed before the next is made.
func (t *Tree) rows(count int, change func(*State, *result.Node)) result.Tree {
	out := result.Tree{Name: t.System.Name, Machines: run.Machines(t.System), Nodes: make([]result.Node, count)}
	taken, open := t.taken(count), t.undecided()
	for i := range count {
		st := t.states.at(i)
		n := t.row(st)
		if st.Expanded && t.NoStart == nil {
			n.Refused = t.refused(st, taken, open)
		}
		change(st, &n)
		out.Nodes[i] = n
	}
	return out
}

// row is one state, without its refused moves.
func (t *Tree) row(st *State) result.Node {
	n := result.Node{ID: st.ID, Parent: -1, Depth: st.Depth, Location: t.System.LocationName(st.Symbolic().Locations), Move: moveName(st.Move) + behaviorNames(st),
		Condition: conjunction(st.Conjuncts()), Values: run.FormatValues(t.System, st.Witness().Config), Store: run.Terms(t.System, st.Symbolic().Store), Answer: result.Feasible,
		Terminal: st.Terminal, Pruned: st.Pruned, Finding: st.Finding(), Unexpanded: !st.Expanded && !st.Pruned}
	for _, tr := range st.Covers() {
		n.Covers = append(n.Covers, tr.Name)
	}
	if st.Parent == nil {
		return n
	}
	n.Parent = st.Parent.ID
	t.addChance(&n, st)
	step := st.Witness().Format(t.System)
	if step.Input != nil {
		n.Input = step.Input.Text
	}
	var sent []string
	for _, m := range step.Outputs {
		sent = append(sent, m.Text)
	}
	n.Output = strings.Join(sent, ", ")
	for i, c := range step.Calls {
		n.Calls = append(n.Calls, result.NodeCall{Extern: c.Extern, Arguments: c.Args, Result: c.Result, By: t.source(st, i)})
	}
	return n
}

// runTo is the run to a state, as what differs from the run to its parent.
func (t *Tree) runTo(st *State) *result.NodeRun {
	var before *run.Witness
	if st.Parent != nil {
		before = st.Parent.Witness()
	}
	out, steps := st.Witness().Apart(t.System, before), st.Witness().Steps()[1:]
	for i := range out.Steps {
		markAssumed(&out.Steps[i], t.Options.Functions, steps[out.Keeps+i])
	}
	return out
}

// addChance adds the probability and the rate of the step, and the probability of all branches on the path.
func (t *Tree) addChance(n *result.Node, st *State) {
	if st.Move.Branches() {
		n.Weight = t.System.Over(st.Move.Weight(), st.Move, st.Parent.Symbolic(), st.Params()).String()
	}
	if rate := st.Move.Rate(); rate != nil {
		n.Rate = t.System.Over(rate, st.Move, st.Parent.Symbolic(), st.Params()).String()
	}
	if !t.System.Chancy() {
		return
	}
	all := t.System.Store.Const(term.Real, term.IntValue(1))
	for s := st; s.Parent != nil; s = s.Parent {
		all = t.System.Store.Mul(all, t.System.Over(s.Move.Weight(), s.Move, s.Parent.Symbolic(), s.Params()))
	}
	n.Probability = all.String()
}

// source returns where the result of call i of the step to a state comes from.
func (t *Tree) source(st *State, i int) result.CallBy {
	x := st.Move.Calls[i].Extern
	switch {
	case t.knows(x) && t.Options.Functions.Ran(x, st.Witness().Calls[i]):
		return result.CallByRun
	case t.knows(x):
		return result.CallByRow
	case t.Options.Contracts[x] != nil:
		return result.CallByContract
	}
	return result.CallByFresh
}

// attempt is a move from a state, by its name.
type attempt struct {
	from int
	move string
}

// taken has the moves that lead from the first states to states of the tree.
func (t *Tree) taken(count int) map[attempt]bool {
	out := map[attempt]bool{}
	for st := range t.states.outlines() {
		if 0 <= st.parent && st.parent < count {
			out[attempt{st.parent, st.move.Name}] = true
		}
	}
	return out
}

// undecided has the answers about moves that are neither taken nor infeasible.
func (t *Tree) undecided() map[attempt]result.StepAnswer {
	out := map[attempt]result.StepAnswer{}
	for _, group := range []struct {
		answer result.StepAnswer
		doubts []doubt
	}{{result.StepOutside, t.Outside}, {result.StepUpToTables, t.Blocked}, {result.StepUnknown, t.Doubts}} {
		for _, d := range group.doubts {
			if d.from != nil {
				out[attempt{d.from.ID, d.name}] = group.answer
			}
		}
	}
	return out
}

// refused lists the moves that the control allows in a state and that were tried, but lead to no other state.
func (t *Tree) refused(st *State, taken map[attempt]bool, open map[attempt]result.StepAnswer) []result.Refusal {
	var out []result.Refusal
	for _, m := range t.System.Possible(nil, st.Symbolic().Locations, st.Symbolic().Count) {
		this := attempt{st.ID, m.Name}
		listed := slices.ContainsFunc(out, func(r result.Refusal) bool { return r.Move == m.Name })
		if taken[this] || listed || !t.Options.allows(m, st.Depth) {
			continue
		}
		answer, known := open[this]
		if !known {
			answer = result.StepInfeasible
		}
		out = append(out, result.Refusal{Move: m.Name, Answer: answer})
	}
	return out
}

func conjunction(conjuncts []*term.Term) string {
	parts := make([]string, len(conjuncts))
	for i, c := range conjuncts {
		parts[i] = c.String()
	}
	return strings.Join(parts, " and ")
}
