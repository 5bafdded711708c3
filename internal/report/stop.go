package report

import "github.com/sextant-mbt/sextant/internal/result"

// EndWords says what ended a search for transitions that covered some of all.
func EndWords(stop result.Stop, covered, total int) string {
	switch stop {
	case result.StopCovered:
		if covered < total {
			return "everything that can be reached is covered"
		}
		return "everything is covered"
	case result.StopExhausted:
		return "every target was tried with the largest effort"
	case result.StopSteps, result.StopQueries, result.StopTime, result.StopStates, result.StopDepth:
		return "the limit on " + string(stop)
	case result.StopJournal:
		return "the journal"
	}
	return clean(string(stop))
}
