package report

import (
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// family writes for which products a property holds, and the ledger.
func (w *textWriter) family(r *result.Family) {
	w.title(r.Model)
	w.entry("property", r.Property)
	for _, a := range r.Answers {
		w.familyAnswer(a)
	}
	w.entry("engines", engineCalls(r))
	w.familyAlone(r.Alone)
	w.section(styleStrong, "Ledger: which engine was asked about which products")
	depth := make([]int, len(r.Ledger))
	for i := range r.Ledger {
		if after := r.Ledger[i].After; after >= 0 && after < i {
			depth[i] = depth[after] + 1
		}
		w.familyEntry(&r.Ledger[i], strings.Repeat("  ", depth[i]+1))
	}
	w.blank()
}

// familyAnswer writes the answer for a set of products.
func (w *textWriter) familyAnswer(a result.FamilyAnswer) {
	switch a.Outcome {
	case result.FamilyProved:
		w.entry("holds", "for "+productsText(&a.Products)+", proved by "+rungNames[a.Rung])
	case result.FamilyViolated:
		w.entry("violated", "for "+productsText(&a.Products)+", found by "+rungNames[a.Rung])
		if a.Run != nil {
			w.out.WriteString(traceText(*a.Run, "    "))
		}
	default:
		w.entry("unknown", "for "+productsText(&a.Products)+": "+familyReasons[a.Reason])
	}
}

// engineCalls describes the work.
func engineCalls(r *result.Family) string {
	words := text.Count(r.Calls, "call")
	if r.Products > 0 {
		words += " for " + text.Count(r.Products, "product")
	}
	return words + ", " + text.Count(r.Replays, "replay") + " of counterexamples"
}

// familyAlone compares with the work and the answers for single products.
func (w *textWriter) familyAlone(a *result.FamilyAlone) {
	if a == nil {
		return
	}
	parts := []string{text.Count(a.Calls, "call") + " in " + text.Seconds(a.Seconds)}
	for _, c := range a.Compared {
		parts = append(parts, agreementTexts[c.Agreement]+" for "+productsText(&c.Products))
	}
	w.entry("one by one", strings.Join(parts, "; "))
}

var agreementTexts = map[result.Agreement]string{
	result.AgreeDiffer:       "OTHER ANSWERS",
	result.AgreeOnlyAlone:    "answers that were not found together",
	result.AgreeOnlyTogether: "no answers, though there are some together,",
	result.AgreeUndecided:    "no answers in either way",
	result.AgreeNotCompared:  "not compared, since the time was up,",
	result.AgreeSame:         "the same answers",
}

var rungNames = map[result.Rung]string{
	result.RungIntervals:  "intervals",
	result.RungPredicates: "predicates over the exact data",
	result.RungBounded:    "bounded symbolic execution",
	result.RungInduction:  "induction",
	result.RungStates:     "the search of all states",
}

var familyReasons = map[result.FamilyReason]string{
	result.FamilyNoProof:        "the engine found neither a proof nor a counterexample",
	result.FamilyNotAbstracted:  "machines send each other what the engine does not abstract",
	result.FamilyNotReplayed:    "the interpreter did not confirm the run that the solver gave",
	result.FamilyAssumes:        "a run violates it if functions return what was assumed, not run",
	result.FamilyBounded:        "no run up to the bound violates it, longer runs were not executed",
	result.FamilyUndecided:      "the solver left a query undecided",
	result.FamilyNotEnumerated:  "the concrete states cannot be enumerated, or are too many",
	result.FamilyTooManyNodes:   "the limit on nodes was reached",
	result.FamilyTooManyQueries: "the limit on queries was reached",
	result.FamilyTooManyCalls:   "the limit on calls of engines was reached",
	result.FamilyOutOfTime:      "the time was up",
}

// shownPredicates is the number of predicates of a proof that are shown if not all are wanted.
const shownPredicates = 4

// familyEntry writes a call of an engine.
func (w *textWriter) familyEntry(e *result.FamilyEntry, indent string) {
	w.wrapped(indent, productsText(&e.Products)+"  "+string(e.Rung)+": "+entryText(e))
	if e.Outcome != result.FamilyProved || w.verbose {
		w.unknownData(e, indent+"    ")
	}
	predicates := e.Predicates
	if !w.verbose {
		predicates = predicates[:min(len(predicates), shownPredicates)]
	}
	for _, p := range predicates {
		w.wrapped(indent+"    ", p)
	}
	if more := len(e.Predicates) - len(predicates); more > 0 {
		w.wrapped(indent+"    ", "and "+text.Count(more, "more predicate")+" (-v shows all)")
	}
}

// unknownData describes the data that the abstraction ignores.
func (w *textWriter) unknownData(e *result.FamilyEntry, indent string) {
	if len(e.Sized) > 0 {
		w.wrapped(indent, "knows only the sizes of "+strings.Join(e.Sized, ", "))
	}
}

// entryText describes the outcome of a call.
func entryText(e *result.FamilyEntry) string {
	switch e.Outcome {
	case result.FamilyProved:
		return "proved, " + workText(e)
	case result.FamilyViolated:
		return "violated for " + productsText(e.ShownBy) + " by " + familyPath(e.Path)
	case result.FamilySpurious:
		return "no run shows the counterexample " + familyPath(e.Path) + " of " + productsText(e.ShownBy) + "; the products are split"
	case result.FamilyOpen:
		if e.ShownBy != nil && e.Reason == "" {
			return "no run shows the counterexample " + familyPath(e.Path) + "; the next engine is asked"
		}
		if e.ShownBy != nil {
			return familyReasons[e.Reason] + ", as in the counterexample " + familyPath(e.Path) + " of " + productsText(e.ShownBy) + "; these products go to the next engine"
		}
		return familyReasons[e.Reason] + "; the next engine is asked"
	}
	return "unknown: " + familyReasons[e.Reason]
}

func workText(e *result.FamilyEntry) string {
	words := text.Count(e.Queries, "query")
	if e.States > 0 {
		words += ", " + text.Count(e.States, "state")
	}
	if e.Refinements > 0 {
		words += ", " + text.Count(e.Refinements, "refinement")
	}
	return words
}

// familyPath writes the moves of a counterexample.
func familyPath(path []string) string {
	if len(path) == 0 {
		return "at the start"
	}
	return "[" + pathText(path) + "]"
}
