package automaton

// graph is an automaton with the choices that lead to each state.
type graph struct {
	*Automaton
	before [][]edge // by state
}

// edge is a choice of a state.
type edge struct{ state, choice int32 }

func newGraph(a *Automaton) *graph {
	g := &graph{a, make([][]edge, len(a.States))}
	for s := range a.States {
		for c, choice := range a.States[s].Choices {
			for _, b := range choice.Branches {
				g.before[b.To] = append(g.before[b.To], edge{int32(s), int32(c)})
			}
		}
	}
	return g
}

// target holds the goal states, and the states to avoid before them.
type target struct{ goal, avoid []bool }

// through reports whether a state is neither a goal nor a state to avoid, so that a run can continue to the goal.
func (t target) through(s int) bool { return !t.goal[s] && !(t.avoid != nil && t.avoid[s]) }

// backward returns the states from which some scheduler reaches one of the given states, through states that pass.
func (g *graph) backward(from []bool, passes func(s int) bool) []bool {
	reached, work := seeds(from)
	for len(work) > 0 {
		s := work[len(work)-1]
		work = work[:len(work)-1]
		for _, e := range g.before[s] {
			if p := int(e.state); !reached[p] && passes(p) {
				reached[p] = true
				work = append(work, p)
			}
		}
	}
	return reached
}

func seeds(from []bool) (reached []bool, work []int) {
	reached = make([]bool, len(from))
	copy(reached, from)
	for s, in := range from {
		if in {
			work = append(work, s)
		}
	}
	return reached, work
}

// impossible returns the states from which no scheduler reaches the goal.
func (g *graph) impossible(t target) []bool { return complement(g.backward(t.goal, t.through)) }

// avoidable returns the states from which some scheduler never reaches the goal. Of the others, every choice may come closer to it:
// they are found as a least fixed point by counting the choices of which that is not yet known.
func (g *graph) avoidable(t target) []bool {
	reached, work := seeds(t.goal)
	known := map[edge]bool{}
	left := make([]int, len(g.States))
	for s := range left {
		left[s] = len(g.States[s].Choices)
	}
	for len(work) > 0 {
		s := work[len(work)-1]
		work = work[:len(work)-1]
		for _, e := range g.before[s] {
			p := int(e.state)
			if known[e] || reached[p] || !t.through(p) {
				continue
			}
			known[e] = true
			if left[p]--; left[p] == 0 {
				reached[p] = true
				work = append(work, p)
			}
		}
	}
	return complement(reached)
}

// certain returns the states from which every scheduler reaches the goal with probability 1: none that can reach, before the goal, a
// state in which the goal is avoidable.
func (g *graph) certain(t target) []bool {
	return complement(g.backward(g.avoidable(t), t.through))
}

// attainable returns the states from which some scheduler reaches the goal with probability 1: the greatest set from which the goal
// can be reached by choices that do not leave it.
func (g *graph) attainable(t target) []bool {
	allowed := complement(g.impossible(t))
	for {
		reached := g.within(t, allowed)
		if count(reached) == count(allowed) {
			return reached
		}
		allowed = reached
	}
}

// within returns the states from which the goal is reached by choices whose outcomes are all allowed.
func (g *graph) within(t target, allowed []bool) []bool {
	reached, work := seeds(t.goal)
	for len(work) > 0 {
		s := work[len(work)-1]
		work = work[:len(work)-1]
		for _, e := range g.before[s] {
			if p := int(e.state); !reached[p] && t.through(p) && g.stays(e, allowed) {
				reached[p] = true
				work = append(work, p)
			}
		}
	}
	return reached
}

// stays reports whether all outcomes of a choice are in a set.
func (g *graph) stays(e edge, set []bool) bool {
	for _, b := range g.States[e.state].Choices[e.choice].Branches {
		if !set[b.To] {
			return false
		}
	}
	return true
}

func complement(set []bool) []bool {
	out := make([]bool, len(set))
	for i, in := range set {
		out[i] = !in
	}
	return out
}

func count(set []bool) int {
	n := 0
	for _, in := range set {
		if in {
			n++
		}
	}
	return n
}
