package result

import "fmt"

// Progress is how far some work is. Engines and analyses report it to a function of their options, jobs pass it on, and the command, the
// workbench and the language server show it.
type Progress struct {
	Doing       string // such as exploring
	Phase       string // of work that has several, named after what is counted there, such as paths; empty if there is only one
	Done, Total int64  // of the phase, or of the work; a total of 0 is unknown
	Found       string // what was found so far, in words
	Point       Point  // the same for curves
	Live        *Live  // of a test of a system; nil of other work
}

// Live is what a test of a system does now.
type Live struct {
	Machines  []string   `json:"machines,omitempty"` // of the model, in their order; none if it is one machine without a name
	Locations [][]string `json:"locations"`          // where they may be: of each machine, for each explanation
	Test      int        `json:"test"`               // the number of the test, from 1
	Trace     []Event    `json:"trace"`              // what was exchanged last in it
	Omitted   int        `json:"omitted,omitempty"`  // events before these
}

// Exploring is the progress of a search of states. How much of it is done is not known: some transitions may never be covered.
func Exploring(now Point) Progress {
	return Progress{Doing: "exploring", Point: now,
		Found: fmt.Sprintf("%d/%d transitions, %d states, %d waiting, depth %d", now.Covered, now.Total, now.States, now.Waiting, now.Depth)}
}

// Share returns the part of the phase, or of the work, that is done, from 0 to 1; nil if it is not known. The next phase counts again, so
// none is ever complete.
func (p Progress) Share() *float64 {
	total := float64(p.Total)
	switch {
	case p.Phase != "":
		total++
	case p.Total <= 0:
		return nil
	}
	share := float64(min(p.Done, p.Total)) / total
	return &share
}

// Detail is what is done and was found, in words.
func (p Progress) Detail() string {
	if p.Phase == "" {
		return p.Found
	}
	out := fmt.Sprintf("%s: %d", p.Phase, p.Done)
	if p.Total > 0 {
		out += fmt.Sprintf(" of %d", p.Total)
	}
	if p.Found != "" {
		out += "; " + p.Found
	}
	return out
}
