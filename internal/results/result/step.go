package result

// WhyNot describes whether a transition can be taken after a path, and if not, the conditions that exclude it.
type WhyNot struct {
	Transition string          `json:"transition"`
	Answer     StepAnswer      `json:"answer"`
	Conditions []PathCondition `json:"conditions"`       // that cannot hold together
	Minimal    bool            `json:"minimal"`          // no condition can be left out
	Reason     string          `json:"reason,omitempty"` // a sentence
}

// PathCondition is a condition with the step that adds it.
type PathCondition struct {
	Text       string `json:"text"`                 // x@2 is the value of x that step 2 receives
	Step       int    `json:"step"`                 // from 1; 0 is an assumption on initial states; the transition in question comes after the path
	Transition string `json:"transition,omitempty"` // of the step
}

// StepState is the state shown to a user who steps through a model.
type StepState struct {
	ID        string       `json:"id,omitempty"`
	File      string       `json:"file"`
	Trace     Trace        `json:"trace"` // the steps so far
	Location  string       `json:"location"`
	Concrete  []NamedText  `json:"concrete"`  // variables with the values of the run
	Symbolic  []NamedText  `json:"symbolic"`  // variables as terms over the received values
	Condition []string     `json:"condition"` // under which the steps can be taken
	Choices   []StepChoice `json:"choices"`
	Broken    []string     `json:"broken,omitempty"` // invariants that do not hold here, or not for as long as time may pass here
	Saved     string       `json:"saved,omitempty"`  // file that the run was written to, as a test
	Error     string       `json:"error,omitempty"`  // why the last request failed; everything else is unchanged
	Faults    []StepFault  `json:"faults,omitempty"` // values that could not be read, if that is why
}

// StepChoice is a transition that the locations and queues allow.
type StepChoice struct {
	Transition string     `json:"transition"`
	Source                // where it is written
	Guard      string     `json:"guard,omitempty"` // as written
	Input      *StepInput `json:"input"`           // values that the user may choose; nil if there are none
	Answer     StepAnswer `json:"answer"`
	Conflict   []string   `json:"conflict,omitempty"` // conditions that exclude it
	Reason     string     `json:"reason,omitempty"`   // why the answer is not known, or up to tables
}

// StepInput is the input of a step: the message of a channel, chosen values, the delay before it.
type StepInput struct {
	Channel    string          `json:"channel"` // empty if there is none
	Parameters []StepParameter `json:"parameters"`
}

// StepParameter is one value that a user may give.
type StepParameter struct {
	Name    string `json:"name"`
	Type    string `json:"type"`
	Example string `json:"example,omitempty"` // with which the step can be taken, as the language writes it
	Syntax  string `json:"syntax,omitempty"`  // how a value is written, if it is not a scalar
}

// StepFault is a value that a user gave and that could not be read.
type StepFault struct {
	Name    string `json:"name"` // of the parameter
	Message string `json:"message"`
}
