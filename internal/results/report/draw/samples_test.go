package draw

import (
	"fmt"
	"math/rand/v2"

	"github.com/sextant-mbt/sextant/internal/results/result"
)

// hostile is a name that tries to break out of every notation.
const hostile = "a\"b\\ <c> & 'd' --> ; : #35; `e` *f* [*] %% {g} |h|\n\x00\x1b[31m \u202e \xff ]]> </svg> 温度 1. x"

// microgrid is a model of one machine.
func microgrid() result.Graph {
	place := func(name string) result.Place { return result.Place{ID: name, Name: name, Initial: name == "idle"} }
	return result.Graph{
		Name:   "Microgrid",
		Places: []result.Place{place("idle"), place("asked"), place("metered"), place("rated"), place("calm")},
		Arrows: []result.Arrow{
			{Name: "request", From: "idle", To: "asked", Guard: "cpt < N", Output: "mReq()"},
			{Name: "measure", From: "asked", To: "idle", Input: "getmeas(value[cpt])", Action: "cpt := cpt + 1"},
			{Name: "integrate", From: "idle", To: "metered", Guard: "cpt == N", Action: "total := INTGR(value)"},
			{Name: "surge", From: "metered", To: "rated", Guard: "total > 200", Action: "rate := RISE(total)"},
			{Name: "alarm", From: "rated", To: "idle", Guard: "rate > 1", Action: "cpt := 0", Output: `answer("alarm", (1 + rate) * total)`},
			{Name: "raise", From: "rated", To: "idle", Guard: "rate <= 1", Action: "cpt := 0", Output: `answer("ok", (1 + rate) * total)`},
			{Name: "low", From: "metered", To: "calm", Guard: "total <= 200"},
			{Name: "acknowledge", From: "calm", To: "idle", Action: "cpt := 0", Output: `answer("ok", total)`},
		},
	}
}

// microgridColors has an arrow of each colour.
func microgridColors() result.Coloring {
	colors := result.Coloring{}
	for _, a := range microgrid().Arrows {
		colors[a.Name] = result.Covered
	}
	colors["alarm"], colors["low"], colors["acknowledge"] = result.NotReached, result.Unreachable, result.Unreachable
	return colors
}

// twoMachines is a model with final places, times, hostile names, and more loops than are drawn.
func twoMachines() result.Graph {
	g := result.Graph{
		Name: "Door " + hostile,
		Places: []result.Place{
			{ID: "d/open", Name: "open", Machine: "Door", Initial: true, While: hostile},
			{ID: "d/shut", Name: hostile, Machine: "Door", Final: true},
			{ID: "k/all", Name: "ready", Machine: "Key " + hostile, Initial: true, Final: true, While: "x <= 5"},
			{ID: "k/none", Name: "", Machine: "Key " + hostile, Urgency: "committed"},
		},
		Arrows: []result.Arrow{
			{Name: hostile, From: "d/open", To: "d/shut", Guard: hostile, Input: hostile, Action: hostile, Output: hostile},
			{Name: "style", From: "d/shut", To: "d/open", Guard: "style : a #b; classDef : c #d;"},
			{Name: "", From: "k/all", To: "k/none"},
			{Name: "lost", From: "nowhere", To: "k/none"},
		},
	}
	for i, name := range []string{"press", "turn", "hold", "drop", hostile} {
		g.Arrows = append(g.Arrows, result.Arrow{Name: name, From: "k/all", To: "k/all", Guard: fmt.Sprintf("n == %d", i), Action: "n := n + 1"})
	}
	return g
}

// foldedMachines has two machines that are folded and send each other messages, and one with a folded region.
func foldedMachines() result.Graph {
	g := result.Graph{Name: "Folded", Links: []result.Link{
		{Channel: hostile, From: "a", To: "b"}, {Channel: "go", From: "b", To: "a"}, {Channel: "back", From: "b", To: "a"}, {Channel: "part", From: "a", To: "c"}}}
	for _, machine := range []string{"a", "b", "c"} {
		for _, name := range []string{"idle", hostile, "last"} {
			g.Places = append(g.Places, result.Place{ID: machine + name, Name: name, Machine: machine, Initial: name == "idle"})
		}
		for i, ends := range [][2]string{{"idle", hostile}, {"idle", hostile}, {hostile, "last"}, {"last", "idle"}} {
			g.Arrows = append(g.Arrows, result.Arrow{Name: fmt.Sprint(machine, i, hostile), From: machine + ends[0], To: machine + ends[1], Guard: "x > 1"})
		}
	}
	g.FindRegions()
	return g.Fold(result.Folds{Machines: []string{"a", "b"}, Regions: []string{"c" + hostile}})
}

func twoMachinesColors() result.Coloring {
	return result.Coloring{"press": result.Covered, "turn": result.NotReached, "hold": result.Unreachable, "style": result.NotReached}
}

// smallTree has a state of every kind.
func smallTree() result.Tree {
	t := result.Tree{Name: "Microgrid"}
	add := func(parent int, move, location string, change func(*result.Node)) {
		n := result.Node{ID: len(t.Nodes), Parent: parent, Move: move, Location: location, Answer: "feasible"}
		if parent >= 0 {
			n.Depth = t.Nodes[parent].Depth + 1
			n.Condition, n.Values = "cpt < N", fmt.Sprintf("cpt = %d, total = 0", n.Depth)
		}
		if change != nil {
			change(&n)
		}
		t.Nodes = append(t.Nodes, n)
	}
	cover := func(n *result.Node) { n.Covers = []string{n.Move} }
	add(-1, "", "idle", nil)
	add(0, "request", "asked", func(n *result.Node) { cover(n); n.Output = "mReq()" })
	add(1, "measure", "idle", func(n *result.Node) { cover(n); n.Input = "getmeas(0)" })
	add(2, "request", "asked", nil)
	add(3, "measure", "idle", func(n *result.Node) { n.Input = "getmeas(201)" })
	add(4, "integrate", "metered", cover)
	add(5, "surge", "rated", cover)
	add(5, "low", "calm", cover)
	add(6, "alarm", "idle", cover)
	add(6, "raise", "idle", cover)
	add(7, "acknowledge", "idle", cover)
	add(8, "request", "asked", func(n *result.Node) { n.Finding = "deadlock" })
	add(8, "reset", "idle", func(n *result.Node) { n.Pruned = true })
	add(9, "request", "asked", func(n *result.Node) { n.Answer = "unknown" })
	add(10, "request", "asked", func(n *result.Node) { n.Unexpanded = true })
	add(10, "stop", "finished", func(n *result.Node) { n.Terminal = true })
	return t
}

// hostileTree has names that try to break out.
func hostileTree() result.Tree {
	return result.Tree{Name: hostile, Nodes: []result.Node{
		{ID: 0, Parent: -1, Location: hostile, Unexpanded: true},
		{ID: 1, Parent: 0, Depth: 1, Location: hostile, Move: hostile, Condition: hostile, Input: hostile, Output: hostile, Values: hostile, Finding: hostile},
		{ID: 2, Parent: 0, Depth: 1, Covers: []string{hostile}, Pruned: true, Terminal: true},
		{ID: 3, Parent: 7, Location: "a second root"},
	}}
}

// grownTree is a tree of a size like that of real explorations: a few moves from each state, leaves of every kind.
func grownTree(size int) result.Tree {
	source := rand.New(rand.NewPCG(1, 2))
	moves := []string{"request", "measure", "integrate", "surge", "alarm", "raise", "low", "acknowledge"}
	locations := []string{"idle", "asked", "metered", "rated", "calm"}
	t := result.Tree{Name: "Grown", Nodes: []result.Node{{Parent: -1, Location: "idle"}}}
	covered := map[string]bool{}
	for next := 0; next < len(t.Nodes) && len(t.Nodes) < size; next++ {
		children := 1 + source.IntN(3)
		if source.IntN(4) == 0 && next > 3 {
			leaf := &t.Nodes[next]
			leaf.Pruned, leaf.Terminal = next%3 == 0, next%3 == 1
			continue
		}
		for range children {
			n := result.Node{ID: len(t.Nodes), Parent: next, Depth: t.Nodes[next].Depth + 1, Move: moves[source.IntN(len(moves))],
				Location: locations[source.IntN(len(locations))], Condition: "total <= 200 and cpt < N", Values: "cpt = 1, total = 17"}
			if !covered[n.Move] {
				covered[n.Move] = true
				n.Covers = []string{n.Move}
			}
			t.Nodes = append(t.Nodes, n)
		}
	}
	finishTree(t.Nodes)
	return t
}

// finishTree marks what the bound cut off, and a few findings and unknown answers.
func finishTree(nodes []result.Node) {
	parents := map[int]bool{}
	for _, n := range nodes {
		parents[n.Parent] = true
	}
	for i := range nodes {
		n := &nodes[i]
		n.Unexpanded = !parents[i] && !n.Pruned && !n.Terminal
		if n.Unexpanded && i%37 == 0 {
			n.Finding, n.Unexpanded = "division-by-zero", false
		}
		if i%53 == 5 {
			n.Answer = "unknown"
		}
	}
}

// chain is a tree without branches.
func chain(length int) result.Tree {
	t := result.Tree{Name: "Chain"}
	for i := range length {
		t.Nodes = append(t.Nodes, result.Node{ID: i, Parent: i - 1, Depth: i, Location: "here", Move: "again"})
	}
	return t
}

// smallCurves has a quick search that stalls, a slow one that gets everything, and one that finds nothing.
func smallCurves() []result.Curve {
	return []result.Curve{
		{Name: "RAND", Total: 8, Points: []result.CurvePoint{{Seconds: 0.0001, Covered: 3}, {Seconds: 0.002, Covered: 5}, {Seconds: 20, Covered: 5}}},
		{Name: "EC", Total: 8, Points: []result.CurvePoint{{Seconds: 0.003, Covered: 4}, {Seconds: 0.4, Covered: 7}, {Seconds: 1.5, Covered: 8}}},
		{Name: "SYMB", Total: 8, Points: []result.CurvePoint{{Seconds: 0.2, Covered: 0}}},
	}
}
