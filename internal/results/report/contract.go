package report

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// contracts writes the properties of each contract.
func (w *textWriter) contracts(r *result.ContractChecks) {
	if len(r.Contracts) == 0 {
		w.line("the model has no contracts")
	}
	for _, c := range r.Contracts {
		w.line("%s: %s", strings.TrimSpace(c.Extern+" "+c.Contract), text.Count(c.Behaviors, "behavior"))
		for _, p := range []struct {
			name string
			result.Property
		}{{"disjoint", c.Disjoint}, {"complete", c.Complete}, {"satisfiable", c.Satisfiable}} {
			w.line("  %-12s %s%s", p.name, p.Decision, after(p.Evidence))
		}
	}
}

// after is a text after a colon, if there is one.
func after(s string) string {
	if s == "" {
		return ""
	}
	return ": " + s
}

// feasible writes the answer about each path, and about all together.
func (w *textWriter) feasible(r *result.FeasiblePaths) {
	for _, p := range r.Paths {
		w.line("%-10s %s", p.Answer, p.Name)
		w.clashes(p.Conflict, p.Core)
	}
	w.blank()
	w.goal(r.Goal)
	w.line("The %d paths together are %s%s.", len(r.Paths), r.Feasible, after(r.Reason))
	if r.Goal != nil && r.Goal.Purpose != "" {
		w.line(hypotheses[r.Feasible], r.Goal.Purpose)
	}
	if r.Feasible == result.Infeasible {
		w.clashes(r.Conflict, r.Core)
	}
	w.unkeepable(r.Unkeepable)
	for _, name := range slices.Sorted(maps.Keys(r.Implementation)) {
		w.line("An implementation of %s that lets all of them be followed: %s", name, strings.Join(r.Implementation[name], ", "))
	}
}

// unkeepable warns of contracts that no function can keep, since conclusions from them may hold for no function.
func (w *textWriter) unkeepable(list []result.Unkeepable) {
	for _, u := range list {
		name := strings.TrimSpace(u.Extern + " " + u.Contract)
		if len(u.Transitions) == 0 {
			w.wrapped("note: ", "no function can keep the contract of "+name+" for all inputs: "+u.Evidence+"; the guards of the model exclude such calls")
			continue
		}
		w.wrapped("warning: ", "no function can keep the contract of "+name+": "+u.Evidence+"; "+text.And(u.Transitions)+" may call it so, and what is concluded from the contract may then hold of no function")
	}
}

// hypotheses describes what the feasibility of the paths to a purpose means for tests of it.
var hypotheses = map[result.Feasibility]string{
	result.Feasible:           "The hypothesis of a test of %s holds: some implementation lets all these paths be followed.",
	result.Infeasible:         "The hypothesis of a test of %s does not hold: no implementation lets all these paths be followed.",
	result.FeasibilityUnknown: "Whether the hypothesis of a test of %s holds is unknown.",
}

// goal describes the goal for which paths were chosen.
func (w *textWriter) goal(g *result.PathGoal) {
	switch {
	case g == nil:
	case g.Purpose != "":
		more := ""
		if g.Cut {
			more = "; longer ones were not looked at"
		}
		w.line("These are the paths of at most %d steps that reach the purpose %s%s.", g.Depth, g.Purpose, more)
	default:
		w.line("The paths cover %d of %d %s.", g.Coverage.Covered, g.Coverage.Total, g.Criterion)
		for _, m := range g.Coverage.Missing {
			w.line("  not covered: %s (%s)", m.Name, m.Status)
		}
	}
}

// clashes lists the conditions that cannot hold together.
func (w *textWriter) clashes(conflict []result.Clash, core result.Core) {
	for i, k := range conflict {
		word, where := "because", ""
		if i > 0 {
			word = "    and"
		}
		if k.Path != "" && len(conflict) > 2 {
			where = " of " + k.Path
		}
		w.line("    %s %s (%s%s)", word, k.Condition, k.Origin, where)
	}
	switch core {
	case result.CoreIrreducible:
		w.line("    (no condition can be left out, but there may be a smaller conflict)")
	case result.CoreReduced:
		w.line("    (there may be a smaller conflict: the solver does not know)")
	}
}

// inferred writes the inferred contracts; in verbose mode, in the form of definition 10.
func (w *textWriter) inferred(r *result.Inferred) {
	for _, b := range r.Inferred {
		w.line("%s on %s", b.Demand.Call, b.Demand.Path)
		if w.verbose {
			w.line("    G    %s\n    Ax   %s\n    Pre  %s\n    Post %s", strings.Join(b.Frozen, ", "), strings.Join(b.Axioms, " and "), b.Pre, b.Post)
			continue
		}
		w.demand(b.Demand)
	}
	w.goal(r.Goal)
	if r.Together == result.Infeasible {
		w.line("No implementation lets all the paths be followed, so none meets all these demands.")
	}
	if r.Preserved {
		w.line("With these contracts every one of the paths is still feasible (theorem 1, checked).")
	} else {
		w.line("Whether the paths are still feasible with these contracts is not shown%s", after(r.Reason))
	}
}

// demand writes the demand of a path on one call, and the inputs that it concerns.
func (w *textWriter) demand(d result.Demand) {
	switch d.Quantifier {
	case result.Every:
		w.line("    for the only input that the path allows, %s", d.Input)
	case result.Some:
		w.line("    for some input that the path allows")
	default:
		w.line("    any result will do")
	}
	if d.Low != "" || d.High != "" {
		w.line("    result in %s..%s", d.Low, d.High)
	}
	for _, list := range []struct {
		word       string
		conditions []string
	}{{"needs  ", d.Needs}, {"input  ", d.Requires}, {"given  ", d.Given}} {
		for _, c := range list.conditions {
			w.line("    %s %s", list.word, c)
		}
	}
}

// exercises writes the results of functions that were run against contracts.
func (w *textWriter) exercises(r *result.ContractTests) {
	switch {
	case len(r.Exercises) > 0:
	case r.Inferred:
		w.line("the paths demand nothing of an extern that has a runner; choose others with --cover transitions")
	default:
		w.line("no extern has both a contract and a runner")
	}
	for _, e := range r.Exercises {
		w.line("%s: %d calls", strings.TrimSpace(e.Extern+" "+e.Contract), e.Calls)
		for _, b := range e.Behaviors {
			w.line("  behavior %-12s %s", b.Behavior, exercised(b))
		}
		for _, v := range e.Violations {
			w.line("  violated: %s", v.Text)
		}
		w.unchecked("the function failed", e.Failures)
		w.unchecked("cannot be met", e.Impossible)
		w.unchecked("undecided", e.Undecided)
	}
}

// exercised describes the outcome of a behaviour.
func exercised(b result.ExercisedBehavior) string {
	if b.Quantifier == result.Every {
		return fmt.Sprintf("%d inputs, %d violations", b.Inputs, b.Violations)
	}
	switch b.Outcome {
	case result.DemandMet:
		return "met by some input: " + b.Witness
	case result.DemandViolated:
		return fmt.Sprintf("violated: none of all %d inputs meets it", b.Inputs)
	}
	return fmt.Sprintf("inconclusive: none of %d inputs tried meets it, but there are others", b.Inputs)
}

func (w *textWriter) unchecked(title string, inputs []result.UncheckedInput) {
	for _, f := range inputs {
		w.line("  %s: %s", title, f.Text)
	}
}
