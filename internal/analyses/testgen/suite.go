package testgen

import (
	"context"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/script"
)

// Options selects the goals of a suite.
type Options struct {
	Criterion Criterion
	Purpose   string     // with Purposes: only this one
	Solver    smt.Solver // finds values that meet conditions

	Only map[string]bool // with goals on values: only those of these names; nil is all
}

// Suite is a set of tests with the coverage that they reach.
type Suite struct {
	Tests    []script.Test
	Goals    int // without those that are excluded
	Covered  int
	Missing  []result.Miss
	Excluded []result.Miss // goals that no test can cover, each with the reason
}

// Steps is the number of steps of all tests.
func (s *Suite) Steps() int {
	n := 0
	for _, t := range s.Tests {
		n += len(t.Run.Steps()) - 1
	}
	return n
}

// SmallerThan reports whether s is better than other: it covers more, or the same with less work, where starting the system
// counts as a step.
func (s *Suite) SmallerThan(other *Suite) bool {
	if s.Covered != other.Covered {
		return s.Covered > other.Covered
	}
	return s.Steps()+len(s.Tests) < other.Steps()+len(other.Tests)
}

// Join adds a suite that was made for the missing goals of s.
func (s *Suite) Join(more *Suite) {
	s.Tests = append(s.Tests, more.Tests...)
	s.Covered += more.Covered
	s.Missing = more.Missing
	s.Excluded = append(s.Excluded, more.Excluded...)
	s.Goals = s.Covered + len(s.Missing)
}

// builder makes one suite.
type builder struct {
	tree     *explore.Tree
	explored *result.Explore
	options  Options
	executor *run.Executor
	missing  map[string]result.Why // why a transition was not covered, by its name
}

// newBuilder prepares the choice from a tree.
func newBuilder(ctx context.Context, tree *explore.Tree, options Options) *builder {
	b := &builder{tree: tree, options: options, missing: map[string]result.Why{}}
	var decide func(*term.Term) (bool, error)
	if options.Solver != nil {
		decide = func(closed *term.Term) (bool, error) { return smt.Decide(ctx, options.Solver, closed, 0) }
	}
	b.executor = run.NewExecutor(tree.System, tree.Options.Functions, decide)
	return b
}

// Build chooses a suite from a tree. Explored is the result of the tree: it has the reasons for transitions that were missed.
func Build(ctx context.Context, tree *explore.Tree, explored *result.Explore, options Options) (*Suite, error) {
	b := newBuilder(ctx, tree, options)
	b.explored = explored
	for _, m := range explored.Coverage.Transitions.Missing {
		b.missing[m.Name] = m.Why
	}
	goals, err := b.goals(ctx)
	if err != nil {
		return nil, err
	}
	return b.suite(ctx, goals), nil
}

func (b *builder) newGoals() *goalSet { return &goalSet{gains: make([][]int, b.tree.Size())} }

func (b *builder) goals(ctx context.Context) (*goalSet, error) {
	switch b.options.Criterion {
	case Locations:
		return b.locations(), nil
	case Pairs:
		return b.pairs(), nil
	case Paths:
		return b.paths(), nil
	case Boundary, MCDC:
		return b.values(ctx)
	case Purposes:
		return b.purposes(ctx)
	}
	return b.transitions(), nil
}

// suite chooses paths, and lists what they cover and what is missing.
func (b *builder) suite(ctx context.Context, g *goalSet) *Suite {
	paths := b.forest(g)
	out := &Suite{Tests: []script.Test{}, Missing: []result.Miss{}}
	covered := make([]bool, len(g.names))
	for _, i := range paths.choose() {
		test := b.test(ctx, g, i)
		for _, goal := range paths.goals(i) {
			covered[goal] = true
			test.Covers = append(test.Covers, g.names[goal])
		}
		out.Tests = append(out.Tests, test)
	}
	for goal, done := range covered {
		miss := result.Miss{Name: g.names[goal]}
		if !done {
			miss.Why = g.why(goal)
		}
		switch {
		case done:
			out.Covered++
		case g.excluded != nil && g.excluded(goal):
			out.Excluded = append(out.Excluded, miss)
		default:
			out.Missing = append(out.Missing, miss)
		}
	}
	out.Goals = out.Covered + len(out.Missing)
	return out
}

// forest lists the states of the tree, and after them the runs that were made for goals.
func (b *builder) forest(g *goalSet) forest {
	out := make(forest, 0, b.tree.Size()+len(g.runs))
	for _, st := range b.tree.States() {
		out = append(out, node{parentOf(st), st.Depth, g.gains[st.ID]})
	}
	for _, r := range g.runs {
		out = append(out, node{r.parent, r.state.Depth, slices.Concat(g.gains[r.state.ID], r.goals)})
	}
	return out
}

func parentOf(st *explore.State) int {
	if st.Parent == nil {
		return -1
	}
	return st.Parent.ID
}

// test is the one for path i of the forest.
func (b *builder) test(ctx context.Context, g *goalSet, i int) script.Test {
	if i < b.tree.Size() {
		return script.Test{Run: b.comfortable(ctx, b.tree.States()[i].Witness())}
	}
	r := g.runs[i-b.tree.Size()]
	return script.Test{Run: r.run, Wait: r.wait}
}
