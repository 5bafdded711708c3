package explore

import (
	"math"
	"slices"
	"sort"
	"strings"

	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Result turns the tree into plain data; Rows has the states.
func (t *Tree) Result() *result.Explore {
	r := &result.Explore{
		Head:     result.Head{Command: "explore", Model: result.Model{Name: t.System.Name}, Stop: t.Stop},
		Engine:   result.EngineSymbolic,
		States:   t.Size(),
		Coverage: result.Coverage{Transitions: t.Coverage()},
		Answers:  result.Answers{Feasible: t.Size(), Infeasible: t.Infeasible, UpToTables: len(t.Blocked), Unknown: len(t.Doubts)},
		Findings: t.findings(),
		Tables:   map[string]result.TableSize{},
		Externs:  t.externs(),
		Blocked:  doubtful(t.Blocked),
		Unknown:  doubtful(t.Doubts),
		Outside:  doubtful(t.Outside),
		Seed:     t.Options.Seed,
		Zones:    t.Zones,
		Reach:    t.Options.Reach && t.System.Timed(),
	}
	r.Stats = SolverCost(t.Solver)
	r.Stats.States, r.Stats.WitnessHits, r.Stats.Seconds, r.Stats.Workers = t.Size(), t.WitnessHits, t.Seconds, t.Options.Workers
	if t.NoStart != nil {
		r.Answers.Feasible = 0
	}
	t.countStates(r)
	for _, x := range t.System.Externs {
		r.Tables[x.Name] = result.TableSize{}
	}
	return r
}

// SolverCost is the work of the solvers.
func SolverCost(used smt.Stats) result.Stats {
	out := result.Stats{SolverCalls: used.Calls, CacheHits: used.CacheHits, Restarts: used.Restarts, SolverSeconds: used.Seconds}
	for kind, cost := range used.Kinds {
		if cost.Calls > 0 {
			out.QueryKinds = append(out.QueryKinds, result.QueryCost{Kind: smt.Kind(kind).String(), Calls: cost.Calls, Seconds: cost.Seconds})
		}
	}
	return out
}

// countStates counts the states by depth, and those that end a path.
func (t *Tree) countStates(r *result.Explore) {
	for st := range t.states.outlines() {
		for len(r.PerDepth) <= st.depth {
			r.PerDepth = append(r.PerDepth, 0)
		}
		r.PerDepth[st.depth]++
		if !st.followed {
			r.Paths++
		}
		if st.pruned {
			r.Pruned++
		}
	}
}

// doubtful are steps that were not decided, or not followed, as plain data.
func doubtful(doubts []doubt) []result.Doubt {
	var out []result.Doubt
	for _, d := range doubts {
		out = append(out, result.Doubt{Transition: d.name, Depth: d.depth, Reason: d.reason})
	}
	return out
}

func (t *Tree) externs() []result.ExternUse {
	calls := map[*sts.Extern]int{}
	for st := range t.states.opens() { // buds have none
		for _, c := range st.Calls() {
			calls[c.Extern]++
		}
	}
	var out []result.ExternUse
	for _, x := range t.System.Externs {
		treatment := result.ExternFresh
		switch {
		case t.knows(x):
			treatment = result.ExternByTable
		case t.Options.Contracts[x] != nil:
			treatment = result.ExternByContract
		}
		out = append(out, result.ExternUse{Name: x.Name, Treatment: treatment, Calls: calls[x], Decides: t.decides(x)})
	}
	return out
}

// decides lists the covered transitions whose conditions depend on results of an extern.
func (t *Tree) decides(x *sts.Extern) []string {
	var out []string
	for i, st := range t.Hits {
		if st == nil {
			continue
		}
		results := connection{}
		for _, s := range st.Path() {
			for _, c := range s.Calls() {
				if c.Extern == x {
					results.reach(c.Results)
				}
			}
		}
		if slices.ContainsFunc(st.Conjuncts(), results.touches) {
			out = append(out, t.System.Transitions()[i].Name)
		}
	}
	return out
}

func (t *Tree) knows(x *sts.Extern) bool { return run.Known(t.Options.Functions, x) }

// findings renders the findings, shortest runs first.
func (t *Tree) findings() []result.Finding {
	out := []result.Finding{}
	for _, f := range t.Findings {
		trace, assumes := Trace(t.System, t.Options.Functions, f.witness)
		trace.Loop = f.loop
		r := run.Problem(trace, f.kind, f.message, f.span)
		r.Transition, r.Products, r.Assumes = f.name, f.label, assumes
		out = append(out, r)
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].Depth < out[j].Depth })
	return out
}

// Trace renders a run, marks the calls whose results are assumed since functions do not know them, and lists these.
func Trace(s *sts.System, functions run.Functions, w *run.Witness) (trace result.Trace, assumes []string) {
	trace = w.Trace(s)
	for i, w := range w.Steps()[1:] {
		markAssumed(&trace.Steps[i], functions, w)
	}
	return trace, assumptions(trace)
}

// markAssumed marks the calls of a step whose results are assumed since functions do not know them.
func markAssumed(step *result.Step, functions run.Functions, w *run.Witness) {
	for k := range step.Calls {
		step.Calls[k].Assumed = !run.Known(functions, w.Move.Calls[k].Extern)
	}
}

// assumptions lists the extern results that a trace relies on.
func assumptions(t result.Trace) []string {
	var out []string
	for _, s := range t.Steps {
		for _, c := range s.Calls {
			if !c.Assumed {
				continue
			}
			out = append(out, c.Extern+"("+strings.Join(c.Args, ", ")+") = "+c.Result)
		}
	}
	return out
}

// WholeDepth returns the length of runs up to which the tree has all of them: no state before it was left unexpanded, and no step was
// left undecided. In a breadth-first search, a pruned state is included in one that is not deeper.
func (t *Tree) WholeDepth() int {
	deepest, whole := 0, math.MaxInt
	for st := range t.states.outlines() {
		deepest = max(deepest, st.depth)
		if !st.expanded && !(st.pruned && t.Options.Strategy == BreadthFirst) {
			whole = min(whole, st.depth)
		}
	}
	whole = min(whole, deepest)
	for _, d := range slices.Concat(t.Doubts, t.Blocked, t.Outside) {
		whole = min(whole, max(0, d.depth-1))
	}
	return whole
}
