package automaton

// components returns the strongly connected components of a graph, each after all those that it leads to: Tarjan's algorithm with a
// stack of its own.
func components(n int, successors func(v int) []int) [][]int {
	t := &tarjan{index: make([]int, n), low: make([]int, n), on: make([]bool, n), successors: successors}
	for v := range n {
		if t.index[v] == 0 {
			t.visit(v)
		}
	}
	return t.out
}

type tarjan struct {
	index, low []int // index counts from 1; 0 is not visited
	on         []bool
	stack      []int
	calls      []call
	next       int
	successors func(v int) []int
	out        [][]int
}

// call is a vertex whose successors are being visited.
type call struct {
	vertex int
	rest   []int
}

func (t *tarjan) visit(root int) {
	t.enter(root)
	for len(t.calls) > 0 {
		c := &t.calls[len(t.calls)-1]
		if len(c.rest) == 0 {
			t.leave()
			continue
		}
		w := c.rest[0]
		c.rest = c.rest[1:]
		switch {
		case t.index[w] == 0:
			t.enter(w)
		case t.on[w]:
			t.low[c.vertex] = min(t.low[c.vertex], t.index[w])
		}
	}
}

func (t *tarjan) enter(v int) {
	t.next++
	t.index[v], t.low[v], t.on[v] = t.next, t.next, true
	t.stack = append(t.stack, v)
	t.calls = append(t.calls, call{v, t.successors(v)})
}

func (t *tarjan) leave() {
	v := t.calls[len(t.calls)-1].vertex
	t.calls = t.calls[:len(t.calls)-1]
	if len(t.calls) > 0 {
		u := t.calls[len(t.calls)-1].vertex
		t.low[u] = min(t.low[u], t.low[v])
	}
	if t.low[v] != t.index[v] {
		return
	}
	at := len(t.stack) - 1
	for t.stack[at] != v {
		at--
	}
	component := append([]int(nil), t.stack[at:]...)
	t.stack = t.stack[:at]
	for _, w := range component {
		t.on[w] = false
	}
	t.out = append(t.out, component)
}

// endComponents finds the maximal end components among some states: sets in which a scheduler can stay forever with the allowed choices. It
// returns the number of the component by state, -1 for states in none, and how many there are.
func (g *graph) endComponents(inside []bool, allowed func(e edge) bool) (component []int, found int) {
	component = make([]int, len(g.States))
	for s := range component {
		component[s] = -1
		if inside[s] {
			component[s] = 0
		}
	}
	kept := g.keptChoices(component, allowed)
	for {
		next, n := g.split(component, kept)
		changed := g.prune(next, kept)
		component, found = next, n
		if !changed {
			return component, found
		}
	}
}

// keptChoices returns, by state, the choices that are allowed.
func (g *graph) keptChoices(component []int, allowed func(e edge) bool) [][]int32 {
	kept := make([][]int32, len(g.States))
	for s := range g.States {
		if component[s] < 0 {
			continue
		}
		for c := range g.States[s].Choices {
			if allowed(edge{int32(s), int32(c)}) {
				kept[s] = append(kept[s], int32(c))
			}
		}
	}
	return kept
}

// split numbers the strongly connected components of the states that have choices left.
func (g *graph) split(component []int, kept [][]int32) ([]int, int) {
	successors := func(s int) []int {
		var out []int
		for _, c := range kept[s] {
			for _, b := range g.States[s].Choices[c].Branches {
				if component[b.To] >= 0 {
					out = append(out, b.To)
				}
			}
		}
		return out
	}
	next := make([]int, len(component))
	for s := range next {
		next[s] = -1
	}
	n := 0
	for _, states := range components(len(g.States), successors) {
		if len(states) == 1 && len(kept[states[0]]) == 0 {
			continue
		}
		for _, s := range states {
			next[s] = n
		}
		n++
	}
	return next, n
}

// prune drops the choices that may leave their component; it reports whether there were any.
func (g *graph) prune(component []int, kept [][]int32) bool {
	changed := false
	for s := range kept {
		stay := kept[s][:0]
		for _, c := range kept[s] {
			if component[s] >= 0 && g.remains(edge{int32(s), c}, component) {
				stay = append(stay, c)
			}
		}
		changed = changed || len(stay) < len(kept[s])
		kept[s] = stay
	}
	return changed
}

// remains reports whether all outcomes of a choice are in the component of its state.
func (g *graph) remains(e edge, component []int) bool {
	for _, b := range g.States[e.state].Choices[e.choice].Branches {
		if component[b.To] != component[e.state] {
			return false
		}
	}
	return true
}
