package mutate

import (
	"fmt"

	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Reason is how a mutant was proved harmless, or why it is undecided.
type Reason string

// The reasons.
const (
	SameMeaning       Reason = "same meaning"            // of the changed transition, for all values of the types
	SameWhereReached  Reason = "same meaning if reached" // by invariants of the location
	Simulated         Reason = "simulated"               // by induction over the product
	MutuallySimulated Reason = "mutually simulated"
	Enumerated        Reason = "enumerated" // by enumerating all joint states

	NeverDiffers Reason = "never differs" // no run leads to a step in which it does

	OwnError     Reason = "own error"     // it conforms except for model errors, which no test can observe
	NotExamined  Reason = "not examined"  // the time was up
	NotRun       Reason = "not run"       // the solver found no initial values, or could not decide a step
	NotKilled    Reason = "not killed"    // by the suite; no proof was tried
	NotProved    Reason = "not proved"    // to be harmless
	NoDifference Reason = "no difference" // was found by the search
)

// Fate is the result for a mutant, and why.
type Fate struct {
	Status    result.Fate
	Test      string // that killed it
	Added     bool   // the test was made for a survivor
	Reason    Reason // unless it was killed
	Detail    string // the failure in the run that killed it, or the message of the solver
	Pairs     int    // joint states of original and mutant that were searched
	Tries     int    // tests that were tried
	Obstacle  string // the obstacle to a proof of an undecided one
	Undecided int    // queries of the proofs and the search that the solver could not decide
	Doubt     string // the solver's reason for the last of them
	Tables    int    // queries of the search for which no arguments of external functions were found
	Late      bool   // its share of the time was up
}

// Cause returns why a mutant is undecided; empty if it is not.
func (f *Fate) Cause() result.FateCause {
	switch {
	case f.Status != result.FateUndecided:
		return ""
	case f.Reason == NotExamined || f.Late:
		return result.CauseTime
	case f.Reason == NotRun:
		return result.CauseRun
	case f.Reason == OwnError:
		return result.CauseError
	case f.Undecided > 0:
		return result.CauseSolver
	case f.Tables > 0:
		return result.CauseFunctions
	case f.Reason == NoDifference:
		return result.CauseLimit
	}
	return result.CauseMeasured
}

var explanations = map[Reason]string{
	SameMeaning:       "the changed transition means the same for all values of the types",
	SameWhereReached:  "the changed transition means the same in every state that can be reached, by invariants of its location",
	Simulated:         "the original allows all that the mutant does, by induction over their product",
	MutuallySimulated: "original and mutant follow each other step by step, by induction over their product",
	Enumerated:        "in all joint states of original and mutant the original allows what the mutant does: ",
	NeverDiffers:      "every step in which it would behave otherwise is ",
	OwnError:          "it runs into a model error where the original does not, which no test can see; in all joint states the original allows what it does: ",
	NotExamined:       "the time was up before it was examined",
	NotRun:            "it could not be run: ",
	NotKilled:         "no test of the suite kills it; no proof was tried",
	NotProved:         "no test of the suite kills it, and no proof that it is harmless was found",
}

// Explain returns the evidence of the kill, the proof, or why there is neither.
func (f *Fate) Explain() string {
	out := explanations[f.Reason] + f.Detail
	if f.Reason == NoDifference {
		out = fmt.Sprintf("no difference within %d joint states of original and mutant, %d tests tried", f.Pairs, f.Tries)
	}
	if f.Status != result.FateUndecided {
		return out
	}
	if f.Obstacle != "" {
		out += "; not proved harmless: " + f.Obstacle
	}
	if f.Undecided > 0 {
		out += fmt.Sprintf("; the solver left %d queries undecided", f.Undecided)
		if f.Doubt != "" {
			out += ": " + f.Doubt
		}
	}
	if f.Tables > 0 {
		out += fmt.Sprintf("; for %s no arguments of external functions were found", text.Count(f.Tables, "query"))
	}
	if f.Late {
		out += "; its share of the time was up; give more with --timeout"
	}
	return out
}
