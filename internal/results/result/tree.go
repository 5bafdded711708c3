package result

import "encoding/json"

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
	Pruned      bool        `json:"pruned,omitempty"`      // included in another state
	Finding     string      `json:"finding,omitempty"`     // kind of the finding shown at this state, or empty
	Unexpanded  bool        `json:"unexpanded,omitempty"`  // not expanded because of a bound
	Refused     []Refusal   `json:"refused,omitempty"`     // moves that have no child here
	Run         *NodeRun    `json:"run,omitempty"`         // to the state, by the witness; absent in trees that are not kept, and in later states of large ones
}

// NodeRun is the run to a state of a tree, as what differs from the run to its parent.
type NodeRun struct {
	Start   *Start            `json:"start,omitempty"`   // if it begins otherwise
	Initial map[string]string `json:"initial,omitempty"` // with Start: the values chosen for what starts symbolic
	Keeps   int               `json:"keeps,omitempty"`   // steps that the run has in common with that to the parent
	Steps   []Step            `json:"steps,omitempty"`   // after these
}

// maxRuns is about how many bytes the runs to all states of a tree take as JSON.
const maxRuns = 8 << 20

// RunRoom is the room for the runs to the states of a tree.
type RunRoom struct{ taken int }

// Run makes the run to the next state, as long as there is room. If there is none, it is nil, and so are those of all later states.
func (r *RunRoom) Run(make func() *NodeRun) *NodeRun {
	if r.taken > maxRuns {
		return nil
	}
	run := make()
	data, _ := json.Marshal(run) // its values are JSON already
	r.taken += len(data)
	return run
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
	Name     string   `json:"name"`
	Machines []string `json:"machines,omitempty"` // as in Trace
	Nodes    []Node   `json:"nodes"`
	Cut      int      `json:"cut,omitempty"` // nodes that are left out
}

// Clip returns the first nodes of the tree, with all their ancestors, and counts those that are left out.
func (t Tree) Clip(limit int) Tree {
	if len(t.Nodes) <= limit {
		return t
	}
	return Tree{Name: t.Name, Machines: t.Machines, Nodes: t.Nodes[:limit], Cut: t.Cut + len(t.Nodes) - limit}
}

// Reached returns how many steps of a path of the given length a tree has that follows only the path.
func (t Tree) Reached(length int) int {
	reached := 0
	for _, n := range t.Nodes {
		reached = max(reached, min(n.Depth, length))
	}
	return reached
}
