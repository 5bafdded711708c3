package result

// Invariants is the result of check --invariants: whether every event keeps every invariant.
type Invariants struct {
	Verdicts []InvariantVerdict `json:"verdicts"`
	Steps    []InvariantStep    `json:"steps"`             // one for each invariant and each event, and for the initialisation
	Search   *InvariantSearch   `json:"search"`            // for runs that break invariants that are not kept; null if all are kept
	Engines  []EngineUse        `json:"engines,omitempty"` // that were asked for these runs, in their order

	Unkeepable []Unkeepable `json:"unkeepable,omitempty"` // contracts that proofs assume
}

// InvariantStatus is the verdict on an invariant.
type InvariantStatus string

// The verdicts on an invariant.
const (
	InvariantHolds        InvariantStatus = "holds"             // in every state that can be reached
	InvariantByContract   InvariantStatus = "holds-by-contract" // in every state that can be reached, if certain externs keep their contracts
	InvariantRelative     InvariantStatus = "relative"          // every event keeps it as long as the unproved invariants hold
	InvariantBounded      InvariantStatus = "bounded"           // no run up to some length breaks it; longer ones are not known
	InvariantUnknown      InvariantStatus = "unknown"           // the solver gave no answer
	InvariantNotInductive InvariantStatus = "not-inductive"     // a step from a state that meets the invariants breaks it; no run to that state is known
	InvariantBroken       InvariantStatus = "broken"            // a run breaks it
)

// InvariantVerdict sums up the answers about one invariant. The name (types) stands for the declared types.
type InvariantVerdict struct {
	Invariant string          `json:"invariant"`
	Verdict   InvariantStatus `json:"verdict"`
	File      string          `json:"file,omitempty"`
	Line      int             `json:"line,omitempty"`
	Proof     *Proof          `json:"proof,omitempty"`  // if it holds
	Reason    string          `json:"reason,omitempty"` // why no proof was found
	Run       *Trace          `json:"run,omitempty"`    // that breaks it

	Products *Products `json:"products,omitempty"` // of a product line: those with runs that break it
	Proved   *Products `json:"proved,omitempty"`   // of a product line, if not all: those for which it holds in every reachable state
	Open     *Products `json:"open,omitempty"`     // of a product line: those for which neither is known

	Error   string   `json:"error,omitempty"`   // the model error at the end of the run, of types
	Assumes []string `json:"assumes,omitempty"` // results of externs that the run assumes
}

// InvariantStep is the answer whether an event keeps an invariant.
type InvariantStep struct {
	Invariant string        `json:"invariant"`
	Event     string        `json:"event"`  // initialisation, or the name of an event or transition
	Answer    Answer        `json:"answer"` // proved, broken or unknown
	Reason    string        `json:"reason,omitempty"`
	Example   *BreakingStep `json:"example,omitempty"` // if broken
}

// BreakingStep is a step that breaks an invariant. The state before it meets all invariants.
type BreakingStep struct {
	From       string            `json:"from,omitempty"` // locations, of a model that has some
	Before     map[string]string `json:"before,omitempty"`
	Parameters map[string]string `json:"parameters,omitempty"`
	To         string            `json:"to,omitempty"`
	After      map[string]string `json:"after,omitempty"`
	Wait       *Wait             `json:"wait,omitempty"`  // after the step, if the invariant does not break at once
	Error      string            `json:"error,omitempty"` // the model error instead of a state after it
	Assumes    []string          `json:"assumes,omitempty"`
}

// InvariantSearch is the extent of the search for runs.
type InvariantSearch struct {
	Depth  int  `json:"depth"` // all runs up to this length were examined
	States int  `json:"states"`
	Stop   Stop `json:"stop"`
}
