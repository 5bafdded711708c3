package result

// Operations is the result of check --operations: whether one run fires every transition while all invariants hold.
type Operations struct {
	Verdict    OperationsVerdict `json:"verdict"`
	Operations []Operation       `json:"operations"`
	Runs       []OperationsRun   `json:"runs"`                // that together fire all transitions that fire; one if there is one that does
	Together   *Why              `json:"together,omitempty"`  // whether one run fires all transitions that fire: covered, unreachable (proved), or unknown
	Least      int               `json:"least,omitempty"`     // proved lower bound on the number of runs needed to fire all transitions that fire
	Excluding  []Exclusion       `json:"excluding,omitempty"` // pairs of transitions of which no run fires both, as far as they are known
	States     int               `json:"states"`              // that were visited
	Engines    []EngineUse       `json:"engines,omitempty"`   // that were asked, in their order
}

// OperationsVerdict is the answer to whether the operations of a model are consistent.
type OperationsVerdict string

// The answers.
const (
	OperationsConsistent OperationsVerdict = "consistent" // one run fires every transition, and the invariants hold in all of its states
	OperationsApart      OperationsVerdict = "apart"      // each transition that is known to fire does so in some run, but it is proved that no run fires all
	OperationsDead       OperationsVerdict = "dead"       // it is proved of some transition that no run fires it while the invariants hold
	OperationsAlive      OperationsVerdict = "alive"      // of a product line: in every product, every transition that it has fires while the invariants hold
	OperationsUnknown    OperationsVerdict = "unknown"    // no such run was found within the bounds, and nothing else is proved
)

// Operation is whether a transition fires in a run in which the invariants hold, or why not.
type Operation struct {
	Name string `json:"name"`
	Why
	Source
	Breaking *BreakingRun `json:"breaking,omitempty"` // a run that fires it and breaks an invariant, if no other is known

	Fires *Products `json:"fires,omitempty"` // of a product line: the products in which it fires
	Dead  *Products `json:"dead,omitempty"`  // of a product line: those that have it, and in which no run fires it while the invariants hold
	Open  *Products `json:"open,omitempty"`  // of a product line: those that have it, and of which neither is known
}

// BreakingRun is a run that fires a transition with its last step, and breaks an invariant.
type BreakingRun struct {
	Invariant string   `json:"invariant"`
	Step      int      `json:"step"`           // after which the invariant does not hold first; 0 is where the run begins
	Wait      string   `json:"wait,omitempty"` // the time after that step until it does not hold, if it is not at once
	Run       Trace    `json:"run"`
	Assumes   []string `json:"assumes,omitempty"` // results of externs
}

// OperationsRun is a run in all states of which the invariants hold.
type OperationsRun struct {
	Fires   []string `json:"fires"` // in the order in which they fire first
	Run     Trace    `json:"run"`
	Assumes []string `json:"assumes,omitempty"` // results of externs
}

// Exclusion is two transitions of which no run fires both.
type Exclusion struct {
	Transitions []string `json:"transitions"`
	Why
}
