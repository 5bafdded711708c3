package result

import "encoding/json"

// EventKind is the kind of an observation of a system.
type EventKind string

// The kinds of events.
const (
	EventInput      EventKind = "input"      // from the tester to the system
	EventOutput     EventKind = "output"     // from the system to the tester
	EventQuiescence EventKind = "quiescence" // the system sent nothing in time
	EventReset      EventKind = "reset"      // the system was reset within a test
)

// Event is one line of the trace of a system.
type Event struct {
	Line    int               `json:"line,omitempty"` // of the log, if the trace is from one
	Kind    EventKind         `json:"kind"`
	Channel string            `json:"channel,omitempty"`
	Payload []json.RawMessage `json:"payload,omitzero"`  // as in Stored; absent if the message does not fit the channel or is very long
	Message string            `json:"message,omitempty"` // as the language writes it, as in turn(8)
	At      string            `json:"at,omitempty"`      // the instant, in units of the model from the start; only in models with clocks
}

// ManyEvents is how many events at the end of a failing test are shown to readers, unless all are requested.
const ManyEvents = 60

// ForReaders returns the places of the events of a trace that are shown to readers: the last ones, up to most, of those that say something. Hidden
// is how many are left out before them.
func ForReaders(trace []Event, most int) (places []int, hidden int) {
	for i := range trace {
		if !saysNothing(trace, i) {
			places = append(places, i)
		}
	}
	hidden = max(0, len(places)-most)
	return places[hidden:], hidden
}

// saysNothing reports whether an event of a trace is the silence before an input or a reset, for which each test waits. Lines of logs say
// something, all of them.
func saysNothing(trace []Event, i int) bool {
	if trace[i].Kind != EventQuiescence || trace[i].Line > 0 || i+1 == len(trace) {
		return false
	}
	next := trace[i+1].Kind
	return next == EventInput || next == EventReset
}

// Region is a range of one value of an input for which a failing test fails as well.
type Region struct {
	Input int    `json:"input"` // its place among the inputs of the test, from 1
	Name  string `json:"name"`  // of the value, such as coins.x
	Low   *int64 `json:"low,omitempty"`
	High  *int64 `json:"high,omitempty"`
	Tried int    `json:"tried"` // number of values
	Text  string `json:"text"`
}

// LogFinding is an instance of a log that failed, or that is inconclusive.
type LogFinding struct {
	ID       string    `json:"id"`
	Verdict  Verdict   `json:"verdict"`
	Line     int       `json:"line"`  // of the failure
	Since    int       `json:"since"` // the last line of the instance that the model explains; 0 is its start
	Evidence string    `json:"evidence"`
	Timing   Timing    `json:"timing,omitempty"` // if the time is wrong; only in models with clocks
	Allowed  []Allowed `json:"allowed,omitempty"`
	Trace    []Event   `json:"trace"`              // the last steps of the instance
	Omitted  int       `json:"omitted,omitempty"`  // number of steps before them
	Run      *Trace    `json:"run,omitempty"`      // of the model, that explains them; absent if they cannot be followed
	Products *Products `json:"products,omitempty"` // of a product line: those that explain what was observed before the failing step
}

// LogGroup is the instances of a log that are explained by the same products.
type LogGroup struct {
	Products  Products `json:"products"`
	Instances int      `json:"instances"`
	First     int      `json:"first"` // the line where the first of them begins
}

// LogCounts sums up the instances of a log.
type LogCounts struct {
	Total        int `json:"total"`
	Passed       int `json:"passed"`
	Failed       int `json:"failed"`
	Inconclusive int `json:"inconclusive"`
	ClosedEarly  int `json:"closedEarly,omitempty"` // to make room for others
	Ignored      int `json:"eventsIgnored,omitempty"`
	Disordered   int `json:"eventsOutOfOrder,omitempty"` // times that go back within an instance
}

// Verdict returns the verdict on all instances together.
func (c LogCounts) Verdict() Verdict {
	switch {
	case c.Failed > 0:
		return Fail
	case c.Inconclusive > 0:
		return Inconclusive
	}
	return Pass
}
