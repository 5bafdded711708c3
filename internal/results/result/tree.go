package result

// Node is one symbolic state of a tree.
type Node struct {
	ID          int         `json:"id"`                    // index in Tree.Nodes
	Parent      int         `json:"parent"`                // -1 for the root
	Depth       int         `json:"depth"`                 // steps from the root
	Location    string      `json:"location"`              // where the machines are
	Move        string      `json:"move,omitempty"`        // the step that leads here
	Covers      []string    `json:"covers,omitempty"`      // transitions that this state was the first to cover
	Condition   string      `json:"condition,omitempty"`   // what the step adds to the path condition
	Weight      string      `json:"weight,omitempty"`      // the probability of the step, if it is a branch
	Rate        string      `json:"rate,omitempty"`        // of the step, if it waits for an exponential delay
	Probability string      `json:"probability,omitempty"` // of all branches on the path together, in a model with chance
	Input       string      `json:"input,omitempty"`       // the message received, with the witness's values
	Output      string      `json:"output,omitempty"`      // the messages sent, with the witness's values
	Values      string      `json:"values,omitempty"`      // variables under the witness
	Store       []NamedText `json:"store,omitempty"`       // symbolic values of the variables
	Calls       []NodeCall  `json:"calls,omitempty"`       // of the step
	Answer      Feasibility `json:"answer,omitempty"`      // feasible or unknown
	Terminal    bool        `json:"terminal,omitempty"`    // nothing leads on, and that is meant so
	Pruned      bool        `json:"pruned,omitempty"`      // included in an earlier state
	Finding     string      `json:"finding,omitempty"`     // kind of the finding shown at this state, or empty
	Unexpanded  bool        `json:"unexpanded,omitempty"`  // not expanded because of a bound
	Refused     []Refusal   `json:"refused,omitempty"`     // moves that have no child here
}

// NamedText is a name with a value as text.
type NamedText struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// NodeCall is a call of an extern by the step to a state, and where the result under the witness comes from.
type NodeCall struct {
	Extern    string   `json:"extern"`
	Arguments []string `json:"arguments"`
	Result    string   `json:"result"`
	By        CallBy   `json:"by"`
}

// CallBy is where the result of a call comes from.
type CallBy string

// The sources of results.
const (
	CallByRow      CallBy = "row"      // a known row of the table
	CallByRun      CallBy = "run"      // the function was run
	CallByContract CallBy = "contract" // any result that the contract allows was assumed possible
	CallByFresh    CallBy = "fresh"    // any result was assumed possible
)

// Refusal is a move that was tried in a state and has no child there, and the answer to the query about it.
type Refusal struct {
	Move   string     `json:"move"`
	Answer StepAnswer `json:"answer"`
}

// StepAnswer is the answer about one step from a state.
type StepAnswer string

// The answers about steps.
const (
	StepFeasible   StepAnswer = "feasible"
	StepInfeasible StepAnswer = "infeasible"
	StepUpToTables StepAnswer = "up-to-tables"     // no known row and no call that was tried makes it feasible
	StepOutside    StepAnswer = "outside-contract" // no behavior of a contract applies to a call
	StepUnknown    StepAnswer = "unknown"
)

// Tree is a symbolic execution tree; parents stand before their children.
type Tree struct {
	Name  string `json:"name"`
	Nodes []Node `json:"nodes"`
	Cut   int    `json:"cut,omitempty"` // nodes that are left out
}

// Clip returns the first nodes of the tree, with all their ancestors, and counts those that are left out.
func (t Tree) Clip(limit int) Tree {
	if len(t.Nodes) <= limit {
		return t
	}
	return Tree{Name: t.Name, Nodes: t.Nodes[:limit], Cut: t.Cut + len(t.Nodes) - limit}
}

// Reached returns how many steps of a path of the given length a tree has that follows only the path.
func (t Tree) Reached(length int) int {
	reached := 0
	for _, n := range t.Nodes {
		reached = max(reached, min(n.Depth, length))
	}
	return reached
}
