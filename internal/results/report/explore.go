package report

import (
	"fmt"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/results/report/draw"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// explore writes why the search stopped, its coverage, findings, warnings, and its cost.
func (w *textWriter) explore(r *result.Explore) {
	w.title(r.Model)
	w.entry("stopped", stopText(r.Stop)+exceptText(r.Answers))
	w.entry("explored", sizeText(r))
	if len(r.PerDepth) > 0 {
		w.entry("per depth", depthText(r.PerDepth))
	}
	if r.Engine == result.EngineExplicit {
		w.entry("counted", countedText(r))
	} else {
		w.entry("answers", answersText(r.Answers))
	}
	if r.NotExplicit != nil {
		w.entry("states", "symbolic, since the concrete ones cannot be enumerated: "+text.Label(r.NotExplicit.Text, longestText))
	}
	t := r.Coverage.Transitions
	w.line("  %-*s%s  %d/%d transitions", labelWidth, "coverage", w.bar(t.Covered, t.Total), t.Covered, t.Total)
	w.engines(r.Engines)
	if len(r.Findings) == 0 {
		w.entry("findings", noFindings(r.Invariants))
	} else {
		w.line("  %-*s%s", labelWidth, "findings", w.paint(styleBad, text.Number(len(r.Findings))))
	}
	for _, known := range r.Invariants {
		w.entry("invariant", exploredText(known))
	}
	w.misses("Not covered: "+text.Count(len(t.Missing), "transition"), t.Missing)
	w.coveredProducts(t.Reached)
	w.findings(r.Findings)
	w.doubts("Blocked by externs", "step", r.Blocked, r.Answers.UpToTables)
	w.doubts("Outside contracts", "call", r.Outside, len(r.Outside))
	w.unkeepable(r.Unkeepable)
	w.doubts("Left open by the solver", "query", r.Unknown, r.Answers.Unknown)
	w.externs(r.Externs)
	w.exploreCost(r)
	for _, f := range r.Findings {
		w.repeat("replay the "+f.Kind+": ", f.Replay)
	}
}

// The measures of the text, in columns.
const (
	longestName      = 28  // characters of a name
	longestText      = 400 // characters of any other text
	longestPredicate = 200
	narrowest        = 40
	labelWidth       = 11 // of the words at the left
	barWidth         = 24
	fewDoubts        = 5
	fewCounts        = 12
	manyDepths       = 48
)

// exceptText qualifies the text about the end of a search if queries were left undecided.
func exceptText(a result.Answers) string {
	switch {
	case a.Unknown > 0:
		return ", but for what the solver left open"
	case a.UpToTables > 0:
		return ", as far as the tables of the externs allow"
	}
	return ""
}

// stopText describes in words why a search ended.
func stopText(reason result.Stop) string {
	words := map[result.Stop]string{
		result.StopCovered:     "every transition is covered",
		result.StopExhausted:   "the whole tree is explored, nothing is left",
		result.StopPath:        "only the given path was followed",
		result.StopDepth:       "the bound on depth was reached, longer paths were not tried",
		result.StopStates:      "the bound on states was reached, some states were not expanded",
		result.StopClasses:     "the bound on classes was reached; there are more",
		result.StopUndecided:   "everything was tried, but the solver left questions open",
		result.StopMemory:      "the limit on memory was reached, some states were not expanded; give more with --memory",
		result.StopTime:        "the time was up, some states were not expanded",
		result.StopInterrupted: "you interrupted the search, so this is what was found until then",
	}
	if known, ok := words[reason]; ok {
		return known
	}
	return text.Label(string(reason), longestText)
}

// countedText describes the counts of a search of concrete states.
func countedText(r *result.Explore) string {
	if r.Explicit == nil {
		return "concrete states, each once"
	}
	words := fmt.Sprintf("concrete states, each once; %s, %s, %.0f bytes per state", text.Count(int(r.Explicit.Steps), "step"), text.Count(r.Explicit.Deadlocks, "deadlock"), r.Explicit.BytesPerState)
	if y := r.Explicit.Symmetry; y != nil {
		words += "; " + symmetryText(y)
	}
	if r.Explicit.Reduced {
		words += "; reduced, since of independent steps only one order was followed"
	}
	if r.Explicit.OnDisk > 0 {
		words += fmt.Sprintf(", %.1f MB of them on disk", float64(r.Explicit.OnDisk)/1e6)
	}
	return words
}

// symmetryText describes the number of states that those of a search with symmetry stand for.
func symmetryText(y *result.Symmetry) string {
	groups := make([]string, len(y.Groups))
	for i, names := range y.Groups {
		groups[i] = text.Label(strings.Join(names, ", "), longestText)
	}
	return fmt.Sprintf("they stand for %s states, %s steps and %s deadlocks, since instances can be exchanged (%s)", y.States, y.Steps, y.Deadlocks,
		strings.Join(groups, "; "))
}

// sizeText is the size of the tree.
func sizeText(r *result.Explore) string {
	words := text.Count(r.States, "state") + ", " + text.Count(r.Paths, "path")
	if len(r.PerDepth) > 0 {
		words += fmt.Sprintf(", depth %d", len(r.PerDepth)-1)
	}
	if r.Pruned > 0 {
		words += ", " + text.Number(r.Pruned) + " pruned because another state includes them"
	}
	if r.Reach && r.Pruned > 0 {
		words += " or reaches what they do, so that deadlocks and timelocks may be missed"
	}
	if r.Zones > 0 {
		words += "; " + text.Count(r.Zones, "zone")
	}
	return words
}

// depthText is a small chart of the states per depth, and the counts if they are few.
func depthText(counts []int) string {
	chart := draw.Sparkline(counts, manyDepths)
	if len(counts) > fewCounts {
		most, depth := draw.Largest(counts)
		return fmt.Sprintf("%s  most at depth %d: %s", chart, depth, text.Number(most))
	}
	words := make([]string, len(counts))
	for i, count := range counts {
		words[i] = text.Number(count)
	}
	return chart + "  " + strings.Join(words, " ")
}

// answersText counts the answers to the queries whether a step is feasible.
func answersText(a result.Answers) string {
	words := fmt.Sprintf("%s feasible, %s infeasible", text.Number(a.Feasible), text.Number(a.Infeasible))
	if a.UpToTables > 0 {
		words += fmt.Sprintf(", %s infeasible up to the tables", text.Number(a.UpToTables))
	}
	if a.Unknown > 0 {
		words += fmt.Sprintf(", %s unknown", text.Number(a.Unknown))
	}
	return words
}

// findings lists the findings, each with the run that shows it.
func (w *textWriter) findings(findings []result.Finding) {
	if len(findings) == 0 {
		return
	}
	w.section(styleBad, "Wrong with the model: "+text.Count(len(findings), "finding"))
	for i, f := range findings {
		if i > 0 {
			w.blank()
		}
		w.finding(f)
	}
}

// finding writes one finding.
func (w *textWriter) finding(f result.Finding) {
	kind := text.Label(f.Kind, longestName)
	w.wrappedStyled(styleBad, "  "+kind+": ", f.Message)
	w.wrapped("    ", findingPlace(f))
	if f.Products != nil {
		w.wrapped("    ", "for "+productsText(f.Products))
	}
	if len(f.Assumes) > 0 {
		w.wrapped("    ", "only if "+strings.Join(f.Assumes, " and ")+", which was assumed, not run")
	}
	w.out.WriteString(traceText(f.Trace, "    "))
}

// findingPlace is the position of a finding in the source, and the number of steps that show it.
func findingPlace(f result.Finding) string {
	var parts []string
	if f.File != "" {
		parts = append(parts, fmt.Sprintf("%s:%d:%d", f.File, f.Line, f.Column))
	}
	if f.Transition != "" {
		parts = append(parts, "transition "+f.Transition)
	}
	shown := "shown at the start, before any step"
	if steps := len(f.Trace.Steps); steps > 0 {
		shown = "shown by " + text.Count(steps, "step")
	}
	if f.Trace.Wait != nil {
		shown += ", after a delay of " + text.Clean(f.Trace.Wait.For)
	}
	return strings.Join(append(parts, shown), ", ")
}

// doubts lists the first undecided steps or queries, with the reasons.
func (w *textWriter) doubts(title, what string, doubts []result.Doubt, total int) {
	total = max(total, len(doubts))
	if total == 0 {
		return
	}
	w.section(styleCare, title+": "+text.Count(total, what))
	shown := doubts[:min(len(doubts), fewDoubts)]
	for _, doubt := range shown {
		w.wrapped("  ", fmt.Sprintf("%s at depth %d: %s", text.Label(doubt.Transition, longestName), doubt.Depth, text.Label(doubt.Reason, longestText)))
	}
	if rest := total - len(shown); rest > 0 {
		w.line("  and %s more", text.Number(rest))
	}
}

// externs warns of externs that may return anything.
func (w *textWriter) externs(uses []result.ExternUse) {
	assumed := map[result.Treatment]string{result.ExternFresh: "is an extern without treatment: any result is assumed possible",
		result.ExternByContract: "is known by its contract only: any result that it allows is assumed possible"}
	for _, use := range uses {
		if words := assumed[use.Treatment]; words != "" {
			w.blank()
			w.wrappedStyled(styleCare, "warning: ", use.Name+" "+words+", so a path may need a result your function never gives ("+
				text.Count(use.Calls, "call")+")")
		}
	}
}

// exploreCost writes the cost of the exploration, and the command that repeats it.
func (w *textWriter) exploreCost(r *result.Explore) {
	w.blank()
	w.entry("cost", costText(r.Stats)+proofCost(r.Proofs))
	for _, use := range r.Externs {
		if use.Treatment != result.ExternFresh && use.Treatment != result.ExternByContract {
			w.entry("extern", externText(use, r.Tables[use.Name]))
		}
	}
	w.repeat(fmt.Sprintf("  %-*s", labelWidth, "repeat"), r.Replay)
}

// proofCost is the cost of proofs after the exploration.
func proofCost(p *result.Proofs) string {
	if p == nil {
		return ""
	}
	return fmt.Sprintf("; proofs took %s more, %s", text.Count(p.Queries, "call"), text.Seconds(p.Seconds))
}

// externText describes the table of an extern and the cost of its calls.
func externText(use result.ExternUse, table result.TableSize) string {
	words := fmt.Sprintf("%s has %s, %s of them new, ", use.Name, text.Count(table.Rows, "row"), text.Number(table.Rows-table.Initial))
	if use.Runs == 0 {
		words += "and was not run"
	} else {
		words += "and was run " + text.Count(use.Runs, "time") + " (" + text.Seconds(use.Seconds) + ")"
	}
	if len(use.Decides) > 0 {
		words += "; it decides " + strings.Join(use.Decides, ", ")
	}
	return words
}
