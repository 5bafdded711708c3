package report

import (
	"fmt"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// operationsWords are the verdicts on operations in words, with their colours.
var operationsWords = map[result.OperationsVerdict]struct{ style, words string }{
	result.OperationsConsistent: {styleGood, "consistent: one run fires every transition, and the invariants hold in all of its states"},
	result.OperationsApart:      {styleCare, "apart: no single run fires every transition while the invariants hold"},
	result.OperationsDead:       {styleBad, "inconsistent: not every transition fires while the invariants hold"},
	result.OperationsAlive:      {styleGood, "alive: in every product, every transition that it has fires while the invariants hold"},
	result.OperationsUnknown:    {styleCare, "unknown: no run was found that fires every transition while the invariants hold"},
}

// operations writes whether the operations are consistent: the transitions that do not fire, the runs that fire the others.
func (w *textWriter) operations(r *result.Operations) {
	known := operationsWords[r.Verdict]
	w.section(known.style, "operations "+known.words)
	dead, width := notCovered(r.Operations), nameWidth(r.Operations, func(o result.Operation) string { return o.Name })
	list(w, dead, func(o result.Operation) { w.deadOperation(o, width) })
	list(w, r.Operations, func(o result.Operation) { w.firingProducts(o, width) })
	w.operationsTogether(r, len(r.Operations)-len(dead))
	list(w, r.Runs, func(run result.OperationsRun) { w.operationsRun(run) })
}

func notCovered(operations []result.Operation) []result.Operation {
	var out []result.Operation
	for _, o := range operations {
		if o.Status != result.Covered {
			out = append(out, o)
		}
	}
	return out
}

// deadOperation writes why a transition does not fire, and a run that fires it but breaks an invariant.
func (w *textWriter) deadOperation(o result.Operation, width int) {
	where := ""
	switch {
	case o.Dead != nil:
		where = "dead for " + productsText(o.Dead) + ": "
	case o.Open != nil:
		where = "not known for " + productsText(o.Open) + ": "
	}
	w.wrapped(nameLead(o.Name, width), where+text.Clean(o.Reason))
	b := o.Breaking
	if b == nil {
		return
	}
	w.line("    %s:", brokenWhere(b))
	w.out.WriteString(traceText(b.Run, "      "))
	w.assumed("      ", b.Assumes)
}

// firingProducts writes in which products of a product line a transition fires.
func (w *textWriter) firingProducts(o result.Operation, width int) {
	if o.Fires != nil {
		w.wrapped(nameLead(o.Name, width), "fires for "+productsText(o.Fires))
	}
}

// brokenWhere names the invariant that a run breaks, and the step that does.
func brokenWhere(b *result.BreakingRun) string {
	name := text.Clean(b.Invariant)
	switch {
	case b.Wait != "" && b.Step == 0:
		return "this run breaks invariant " + name + " " + text.Clean(b.Wait) + " after it begins"
	case b.Wait != "":
		return fmt.Sprintf("this run breaks invariant %s %s after step %d", name, text.Clean(b.Wait), b.Step)
	case len(b.Run.Steps) == 0:
		return "where runs begin, invariant " + name + " does not hold"
	case b.Step == 0:
		return "this run breaks invariant " + name + " where it begins"
	case b.Step == len(b.Run.Steps):
		return "this run breaks invariant " + name + " with its last step"
	}
	return fmt.Sprintf("this run breaks invariant %s with step %d", name, b.Step)
}

// operationsTogether writes how many runs are needed to fire all transitions that fire.
func (w *textWriter) operationsTogether(r *result.Operations, firing int) {
	if r.Together == nil {
		return
	}
	together := *r.Together
	switch {
	case together.Status == result.Covered:
		w.wrapped("  ", fmt.Sprintf("one run fires %s", allOf(firing, len(r.Operations))))
	case together.Status == result.Unreachable && len(r.Runs) == r.Least:
		w.wrapped("  ", fmt.Sprintf("%s are needed to fire %s: %s", text.Count(len(r.Runs), "run"), allOf(firing, len(r.Operations)), together.Reason))
	case together.Status == result.Unreachable:
		w.wrapped("  ", fmt.Sprintf("%s fire %s; at least %d are needed: %s", text.Count(len(r.Runs), "run"), allOf(firing, len(r.Operations)), r.Least, together.Reason))
	default:
		w.wrapped("  ", fmt.Sprintf("%s fire %s; whether one run can is not known: %s", text.Count(len(r.Runs), "run"), allOf(firing, len(r.Operations)), together.Reason))
	}
	w.exclusions(r.Excluding)
}

// listedPairs is the number of pairs with one reason that are listed.
const listedPairs = 12

// exclusions lists the pairs of transitions that exclude each other, with the same reason together.
func (w *textWriter) exclusions(excluding []result.Exclusion) {
	var reasons []string
	pairs := map[string][]string{}
	for _, e := range excluding {
		if pairs[e.Reason] == nil {
			reasons = append(reasons, e.Reason)
		}
		pairs[e.Reason] = append(pairs[e.Reason], text.And(e.Transitions))
	}
	list(w, reasons, func(reason string) {
		some := pairs[reason]
		if more := len(some) - listedPairs; more > 0 {
			some = append(some[:listedPairs:listedPairs], fmt.Sprintf("and %s more", text.Count(more, "pair")))
		}
		w.wrapped("  exclude each other: ", strings.Join(some, "; ")+" ("+reason+")")
	})
}

// allOf names some of the transitions by their number.
func allOf(firing, total int) string {
	if firing == total {
		return "all " + text.Count(total, "transition")
	}
	return fmt.Sprintf("the %d of %s that fire", firing, text.Count(total, "transition"))
}

// operationsRun writes a run.
func (w *textWriter) operationsRun(r result.OperationsRun) {
	w.line("  a run of %s:", text.Count(len(r.Run.Steps), "step"))
	w.out.WriteString(traceText(r.Run, "    "))
	w.assumed("    ", r.Assumes)
}

// assumed lists the results of externs that a run assumes.
func (w *textWriter) assumed(indent string, assumes []string) {
	if len(assumes) > 0 {
		w.wrapped(indent+"assumed ", strings.Join(assumes, ", "))
	}
}
