package report

import (
	"strings"

	"github.com/sextant-mbt/sextant/internal/result"
)

// treeCount is what the title of a drawn tree says, and what its legend has to explain.
type treeCount struct {
	states, levels, covered, findings, unknown, pruned int
	tones                                              [toneCount]int
	terminal, unexpanded                               int
}

// countTree counts what occurs in a tree.
func countTree(t result.Tree) treeCount {
	count := treeCount{states: len(t.Nodes)}
	for i, level := range levelsOf(t) {
		count.levels = max(count.levels, level+1)
		count.add(t.Nodes[i])
	}
	return count
}

// add counts one state.
func (c *treeCount) add(n result.Node) {
	c.tones[toneOf(n)]++
	c.covered += len(n.Covers)
	increment := func(counter *int, holds bool) {
		if holds {
			*counter++
		}
	}
	increment(&c.findings, n.Finding != "")
	increment(&c.unknown, n.Answer == unknownAnswer)
	increment(&c.pruned, n.Pruned)
	increment(&c.terminal, n.Terminal)
	increment(&c.unexpanded, n.Unexpanded)
}

// words lists the counts that are not zero.
func (c treeCount) words() string {
	parts := []string{counted(c.states, "state"), counted(c.levels, "level")}
	add := func(n int, text string) {
		if n > 0 {
			parts = append(parts, text)
		}
	}
	add(c.covered, counted(c.covered, "transition")+" covered")
	add(c.findings, counted(c.findings, "finding"))
	add(c.unknown, grouped(c.unknown)+" unknown")
	add(c.pruned, grouped(c.pruned)+" pruned")
	add(c.unexpanded, grouped(c.unexpanded)+" not expanded")
	return strings.Join(parts, " · ")
}

// levelsOf is how far each state is from the start of its tree.
func levelsOf(t result.Tree) []int {
	levels := make([]int, len(t.Nodes))
	for i, n := range t.Nodes {
		if hasParent(i, n) {
			levels[i] = levels[n.Parent] + 1
		}
	}
	return levels
}
