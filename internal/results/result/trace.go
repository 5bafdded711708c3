package result

import "encoding/json"

// Trace is a concrete run: where it begins, and what each step does. Values are given where they change, so the state after a step is the
// start with the changes up to there; a clock also grows with the time between steps. Readers derive nothing else.
//
// A run that explains what was observed of a system has steps of the model where only one explanation is left, and others where there are
// several, or none.
type Trace struct {
	Machines []string          `json:"machines,omitempty"` // of the model, in their order; none if it is one machine without a name
	Start    *Start            `json:"start,omitempty"`    // absent in documents of older versions
	Initial  map[string]string `json:"initial,omitempty"`  // the values chosen for what starts symbolic
	Steps    []Step            `json:"steps"`
	Wait     *Wait             `json:"wait,omitempty"` // after the last step, if the finding occurs only then
	Loop     int               `json:"loop,omitempty"` // how many of the last steps lead back to where they begin, so that they can repeat forever
}

// Start is the state in which a run begins.
type Start struct {
	Location  string     `json:"location"`
	Locations [][]string `json:"locations,omitempty"` // as in Step, where what was observed begins later than the model
	Variables []Variable `json:"variables"`
	Queues    []Queue    `json:"queues,omitempty"` // all of the model
}

// Variable is a variable with its value at the start.
type Variable struct {
	Name  string `json:"name"`
	Clock bool   `json:"clock,omitempty"` // it grows with time
	Value
}

// Value is a value of a variable.
type Value struct {
	Data json.RawMessage `json:"data,omitempty"` // as in Stored; absent if JSON cannot hold it
	Text string          `json:"text"`           // as the language writes it
	Open bool            `json:"open,omitempty"` // it is not known: what was observed has explanations with different values
}

// Queue is how many messages wait in a queue.
type Queue struct {
	Channel string `json:"channel"`
	Waiting int    `json:"waiting"`
	Open    bool   `json:"open,omitempty"` // it is not known: the explanations of what was observed differ in it
}

// OpenValue is a value that is not known.
func OpenValue() Value { return Value{Text: "?", Open: true} }

// StepKind is the kind of a step that is no step of the model.
type StepKind string

// The kinds of steps that are observations. A step of the model has none.
const (
	StepOpen    StepKind = "open"    // something was observed of which several steps of the model are the explanation
	StepSilence StepKind = "silence" // the system sent nothing
	StepReset   StepKind = "reset"   // the system was reset; the model begins again
	StepWrong   StepKind = "wrong"   // the last one: something was observed that the model does not allow or foresee
)

// Step is one step of a concrete trace.
type Step struct {
	Kind       StepKind          `json:"kind,omitempty"` // of what is no step of the model, and has no transition
	Transition string            `json:"transition"`
	Parts      []StepPart        `json:"parts,omitempty"`     // the transitions of machines that make the step: several if machines meet
	At         string            `json:"at,omitempty"`        // the instant, from the beginning of the run; only in models with clocks
	Line       int               `json:"line,omitempty"`      // of the log, if what was observed is from one
	Location   string            `json:"location"`            // after the step; empty if several are possible
	Locations  [][]string        `json:"locations,omitempty"` // of each machine, for each explanation; only of steps without a transition, and where several are possible
	Input      *Message          `json:"input,omitempty"`
	Inner      []Message         `json:"inner,omitempty"` // between machines: from one to those that it meets, from a queue, or to a queue
	Chosen     map[string]string `json:"chosen,omitempty"`
	Calls      []Call            `json:"calls,omitempty"`
	Outputs    []Message         `json:"outputs,omitempty"`
	Values     map[string]string `json:"values,omitempty"`  // variables that changed
	Changes    []Change          `json:"changes,omitempty"` // the same, with the values before
	Queues     []Queue           `json:"queues,omitempty"`  // those in which another number of messages waits after the step
}

// StepPart is a transition that takes part in a step.
type StepPart struct {
	Machine    string `json:"machine,omitempty"`
	Transition string `json:"transition"`
	When       string `json:"when,omitempty"` // its condition, as written
	Source            // where it is written
}

// Change is a variable that a step changes. The value of a clock before is that at the instant of the step.
type Change struct {
	Variable string `json:"variable"`
	Before   Value  `json:"before"`
	After    Value  `json:"after"`
}

// Message is something sent or received in a step. Its machines are named in models whose machines have names.
type Message struct {
	Stored
	Text   string   `json:"message"`          // as the language writes it, as in turn(8)
	From   string   `json:"from,omitempty"`   // the machine that sends it; none for an input, and if it comes from a queue
	To     []string `json:"to,omitempty"`     // the machines that receive it; none for an output, and if it goes to a queue
	Queued bool     `json:"queued,omitempty"` // it goes to a queue
	Taken  bool     `json:"taken,omitempty"`  // it comes from a queue
}

// Call is a call of an extern with the result that the trace assumes.
type Call struct {
	Extern string   `json:"extern"`
	Args   []string `json:"args"`
	Result string   `json:"result"`

	Assumed bool `json:"assumed,omitempty"` // the function has no table and no runner: the result was chosen, not run
}

// Wait is time that passes without a step; only in models with clocks.
type Wait struct {
	For    string            `json:"for"`          // how long
	At     string            `json:"at,omitempty"` // the instant at its end, from the beginning of the run
	Values map[string]string `json:"values"`       // of the clocks at its end
}
