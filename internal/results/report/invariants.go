package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// verdictWords are the verdicts on an invariant in words, with their colours.
var verdictWords = map[result.InvariantStatus]struct{ style, words string }{
	result.InvariantHolds:        {styleGood, "holds in every state that can be reached"},
	result.InvariantByContract:   {styleGood, "holds in every state that can be reached, if "},
	result.InvariantRelative:     {styleCare, "kept by every event, as long as the other invariants hold"},
	result.InvariantUnknown:      {styleCare, "unknown"},
	result.InvariantNotInductive: {styleBad, "not inductive"},
	result.InvariantBroken:       {styleBad, "broken"},
}

// invariants writes a paragraph for each invariant.
func (w *textWriter) invariants(r *result.Invariants) {
	for _, v := range r.Verdicts {
		w.invariantVerdict(r, v)
	}
	w.unkeepable(r.Unkeepable)
}

// invariantVerdict writes a paragraph on one invariant: the verdict, the proof or the reason why there is none, and the run that breaks it.
func (w *textWriter) invariantVerdict(r *result.Invariants, v result.InvariantVerdict) {
	known := verdictWords[v.Verdict]
	words := known.words
	if v.Verdict == result.InvariantByContract {
		words += contractsKept(v.Proof.Contracts)
	}
	w.section(known.style, invariantTitle(v.Invariant)+": "+words)
	var proved []string
	for _, s := range r.Steps {
		switch {
		case s.Invariant != v.Invariant:
		case s.Answer == result.AnswerProved:
			proved = append(proved, s.Event)
		case s.Example != nil:
			w.breakingStep(s)
		default:
			w.wrapped("  "+s.Event+"  ", "unknown: "+s.Reason)
		}
	}
	if len(proved) > 0 {
		w.wrapped("  proved for ", strings.Join(proved, ", "))
	}
	w.auxiliary(v.Proof)
	w.splitProducts(v)
	w.runs(r.Search, v)
}

// splitProducts lists the products of a product line for which an invariant holds, is broken, or is undecided.
func (w *textWriter) splitProducts(v result.InvariantVerdict) {
	var words []string
	add := func(what string, p *result.Products) {
		if p != nil {
			words = append(words, what+" for "+productsText(p))
		}
	}
	add("proved", v.Proved)
	add("broken", v.Products)
	add("open", v.Open)
	if v.Proved != nil || v.Open != nil {
		w.wrapped("  products  ", strings.Join(words, "; "))
	}
}

// contractsKept writes the assumption that functions keep their contracts.
func contractsKept(names []string) string {
	if len(names) == 1 {
		return names[0] + " keeps its contract"
	}
	return text.And(names) + " keep their contracts"
}

// auxiliary lists what a proof uses besides the invariants, a line for each location.
func (w *textWriter) auxiliary(p *result.Proof) {
	if p == nil {
		return
	}
	switch p.Method {
	case result.ByKInduction:
		w.line("  by %d-induction", p.K)
	case result.ByExploration:
		w.line("  by visiting all states that can be reached")
	}
	var places []string
	conditions := map[string][]string{}
	for _, c := range p.Invariant {
		if conditions[c.Location] == nil {
			places = append(places, c.Location)
		}
		conditions[c.Location] = append(conditions[c.Location], c.Condition)
	}
	head := "  since   "
	for i, place := range places {
		if i == maxPlaces {
			w.line("          and so on in %s; --json has them all", text.Count(len(places)-i, "further location"))
			break
		}
		w.wrapped(head, alwaysAt(place, conditions[place]))
		head = "          "
	}
}

// maxPlaces is the maximum number of locations of a proof that are listed.
const maxPlaces = 20

// alwaysAt is the conditions that always hold at a place.
func alwaysAt(place string, conditions []string) string {
	if slices.Contains(conditions, "false") {
		return "no run comes to " + place
	}
	return "in " + place + " always " + strings.Join(conditions, " and ")
}

func invariantTitle(name string) string {
	if strings.HasPrefix(name, "(") {
		return "types"
	}
	return "invariant " + name
}

// breakingStep writes the state before, the event with its parameters and the state after.
func (w *textWriter) breakingStep(s result.InvariantStep) {
	x := s.Example
	if x.Before == nil {
		start := configText(x.To, x.After)
		if x.Error != "" {
			start += ": " + x.Error
		}
		w.wrapped("  "+s.Event+"  ", start)
		w.waitAfter(x.Wait)
		return
	}
	event := s.Event
	if len(x.Parameters) > 0 {
		event += "(" + assignments("", x.Parameters) + ")"
	}
	after := configText(x.To, x.After)
	if x.Error != "" {
		after = x.Error
	}
	w.wrapped("  before  ", configText(x.From, x.Before))
	w.wrapped("  event   ", event)
	w.wrapped("  after   ", after)
	w.waitAfter(x.Wait)
	if len(x.Assumes) > 0 {
		w.wrapped("  assumed ", strings.Join(x.Assumes, ", "))
	}
}

// waitAfter writes how long after a step the invariant breaks, if that is not at once.
func (w *textWriter) waitAfter(wait *result.Wait) {
	if wait != nil {
		w.wrapped("  later   ", waitText(wait)+": "+assignments("", wait.Values))
	}
}

func configText(locations string, values map[string]string) string {
	config := assignments("", values)
	if locations != "" {
		config = strings.TrimSuffix("in "+locations+": "+config, ": ")
	}
	return config
}

// runs writes the run that breaks an invariant, or how far runs were searched.
func (w *textWriter) runs(s *result.InvariantSearch, v result.InvariantVerdict) {
	switch {
	case v.Run != nil:
		end := ":"
		if v.Error != "" {
			end = " (" + v.Error + "):"
		}
		w.line("  a run of %s breaks it%s", text.Count(len(v.Run.Steps), "step"), end)
		if v.Products != nil && v.Proved == nil && v.Open == nil {
			w.wrapped("    ", "for "+productsText(v.Products))
		}
		w.out.WriteString(traceText(*v.Run, "    "))
		if len(v.Assumes) > 0 {
			w.wrapped("    assumed ", strings.Join(v.Assumes, ", "))
		}
	case v.Verdict == result.InvariantNotInductive && s != nil:
		w.wrapped("  ", notFound(s))
	}
	if v.Run == nil && v.Reason != "" {
		w.wrapped("  ", "Invariants of locations and k-induction do not prove it: "+v.Reason+".")
	}
}

// notFound writes how far runs were searched without success.
func notFound(s *result.InvariantSearch) string {
	if s.Stop == result.StopExhausted {
		return fmt.Sprintf("No run breaks it: all of the %s were examined. But the invariant alone does not show that.", text.Count(s.States, "symbolic state"))
	}
	return fmt.Sprintf("No run that breaks it was found up to depth %d. The state before the step may be unreachable: "+
		"then a further invariant is needed that excludes it.", s.Depth)
}

// noFindings writes that an exploration has no findings, and how many invariants are still open.
func noFindings(list []result.ExploredInvariant) string {
	open := 0
	for i := range list {
		if list[i].Open() {
			open++
		}
	}
	if open == 0 {
		return "none"
	}
	return "none so far, but " + text.Count(open, "invariant") + " not proved"
}

// exploredText describes the answer about an invariant after an exploration.
func exploredText(known result.ExploredInvariant) string {
	words := known.Invariant + ": "
	switch known.Verdict {
	case result.InvariantHolds:
		return words + verdictWords[known.Verdict].words + ", proved " + methodText(known.Proof)
	case result.InvariantByContract:
		return words + verdictWords[known.Verdict].words + contractsKept(known.Proof.Contracts)
	case result.InvariantBroken:
		return words + "broken by a run of " + text.Count(known.Depth, "step")
	case result.InvariantBounded:
		words += "no violation in runs of up to " + text.Count(known.Depth, "step") + "; not proved for longer ones"
	default:
		words += "unknown"
	}
	if known.Reason != "" {
		words += ": " + known.Reason
	}
	return words
}

// methodText is how something was proved.
func methodText(p *result.Proof) string {
	switch p.Method {
	case result.ByExploration:
		return "by exploring all of them"
	case result.ByKInduction:
		return fmt.Sprintf("by %d-induction", p.K)
	}
	return "by induction"
}
