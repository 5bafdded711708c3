package result

import "encoding/json"

// Suite is the result of the command generate, and the suites that other commands store.
type Suite struct {
	Head                       // the stats are those of all searches together
	Searches  []Search         `json:"searches,omitempty"`
	Engines   []EngineUse      `json:"engines,omitempty"` // that were run on the uncovered goals, in their order
	Criterion string           `json:"criterion"`
	Coverage  map[string]Tally `json:"coverage"` // by criterion: there is one
	Steps     int              `json:"steps"`    // of all tests
	Seed      int64            `json:"seed"`
	Tests     []SuiteTest      `json:"tests"`
	Replay    string           `json:"replay,omitempty"` // the command that runs the stored suite
	Sample    *ProductSample   `json:"sample,omitempty"` // of a product line
}

// ProductSample is a proposal of few products of a product line to test.
type ProductSample struct {
	Strength int        `json:"strength,omitempty"` // all combinations of the values of so many features occur; 0 if all transitions are covered in all ways
	Goals    int        `json:"goals"`              // that the products meet together
	Products [][]string `json:"products"`           // each by the features that it has
}

// Covered is the coverage by the criterion of the suite.
func (s *Suite) Covered() Tally { return s.Coverage[s.Criterion] }

// Search is one exploration that a suite was chosen from, with what it cost to explore and to choose.
type Search struct {
	Strategy string `json:"strategy"`
	Depth    int    `json:"depth"` // the limit
	Stop     Stop   `json:"stop"`
	Stats    Stats  `json:"stats"`
}

// Test is a stored test: inputs to be sent in order. The model judges the outputs of the system.
type Test struct {
	Format   string     `json:"format"` // "sextant-test-1"
	Model    Model      `json:"model"`
	Seed     int64      `json:"seed"`
	Before   [][]Stored `json:"before,omitempty"` // inputs that are sent first, each list followed by a reset of the system
	Inputs   []Stored   `json:"inputs"`
	Wait     string     `json:"wait,omitempty"`     // in a timed model: how long to observe the system after the last message, in units of the model
	Found    string     `json:"found,omitempty"`    // the failure when the test was stored
	Repeats  *Repeats   `json:"repeats,omitempty"`  // how often it failed when it was repeated
	Shrink   *Shrink    `json:"shrink,omitempty"`   // how it was shrunk
	Original [][]Stored `json:"original,omitempty"` // the inputs before it was shrunk, with a reset between two lists
}

// Stored is a message as data: the name of the channel, and each value of the payload as JSON.
type Stored struct {
	Channel string            `json:"channel"`
	Payload []json.RawMessage `json:"payload"`
	After   string            `json:"after,omitempty"`  // in a timed model: the time since the message before it, sent or received, in units of the model
	Awaits  int               `json:"awaits,omitempty"` // in a timed model: the number of messages received between the message sent before and this one
	Rest    string            `json:"rest,omitempty"`   // of the last input, in a timed model: how long the test continues after it, in units of the model
}

// SuiteTest is a test of a suite: a stored test, and its goals. Only its inputs matter when it is run; the rest is documentation.
type SuiteTest struct {
	Test
	Name        string            `json:"name"`
	Transitions []string          `json:"transitions"`
	Initial     map[string]string `json:"initial,omitempty"`  // assumed values of slots that may start with any value
	Instants    []string          `json:"instants,omitempty"` // by step, in a timed model: when that run takes it
	Expect      []ExpectedStep    `json:"expect"`             // by step: expected outputs
	Run         *Trace            `json:"run,omitempty"`      // of the model, which the test follows; not in stored files
	Chosen      []string          `json:"chosen,omitempty"`   // by step: what the system chooses in that run
	Assumes     []string          `json:"assumes,omitempty"`  // results of externs that the run assumes
	Covers      []string          `json:"covers"`
	Products    *Products         `json:"products,omitempty"` // of a product line: those that admit it
}

// ExpectedStep is the expected behaviour of the system in one step of a test. It is documentation, also for tools without a model; a replay
// judges by the model.
type ExpectedStep struct {
	Transition string           `json:"transition"`
	When       []string         `json:"when,omitempty"`  // conditions on earlier outputs under which the step happens
	Open       bool             `json:"open,omitempty"`  // the system may do something else here
	After      string           `json:"after,omitempty"` // in a timed model: when its input is sent, as in Stored
	Outputs    []ExpectedOutput `json:"outputs"`
}

// ExpectedOutput is an output with its payload. Where the model leaves freedom, a value is null, and the variables that stand for
// its scalars are named; the conditions say what is right.
type ExpectedOutput struct {
	Channel   string            `json:"channel"`
	Payload   []json.RawMessage `json:"payload"`
	Variables []string          `json:"variables,omitempty"`
	Where     []string          `json:"where,omitempty"`
	Unseen    []string          `json:"unseen,omitempty"` // conditions that also mention unobservable values
	Window    *Window           `json:"window,omitempty"` // in a timed model: when it is allowed, counted from the message before it, sent or received
	Gap       string            `json:"gap,omitempty"`    // the name that conditions have for that time
}
