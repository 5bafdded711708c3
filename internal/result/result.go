// Package result is what analyses return and renderers read: plain data with a documented JSON form.
//
// Vocabulary:
//
//	Stats      what the work cost: states, solver calls, time
//	Coverage   which transitions were reached, and for each miss the reason
//	Finding    something wrong with the model, with a concrete trace that shows it
//	Trace      concrete steps: inputs, outputs, values
//	Tree       the symbolic execution tree as rows, parents before children
//	Graph      the model as locations and arrows, for drawing
//
// The JSON names are a contract with users; change them only with a note in the changelog.
package result

// Stats says what a run cost.
type Stats struct {
	States        int     `json:"states"`
	SolverCalls   int     `json:"solverCalls"`
	WitnessHits   int     `json:"witnessHits"`
	CacheHits     int     `json:"cacheHits"`
	Restarts      int     `json:"solverRestarts,omitempty"`
	SolverSeconds float64 `json:"solverSeconds"`
	Seconds       float64 `json:"seconds"`
	Workers       int     `json:"workers"`
}

// Miss is a transition, or another goal, that was not covered, and why.
type Miss struct {
	Name string `json:"name"`
	Why
}

// Proof is the certificate that a transition can never be taken.
type Proof struct {
	Method    Method   `json:"method"`
	K         int      `json:"k,omitempty"`         // of k-induction
	Invariant []Clause `json:"invariant,omitempty"` // what contradicts the guard
	Contracts []string `json:"contracts,omitempty"` // externs that must keep theirs
	Queries   int      `json:"queries"`             // asked for this transition, besides those for the shared invariants
}

// Clause is a condition that always holds in a location.
type Clause struct {
	Location  string `json:"location"`
	Condition string `json:"condition"`
}

// Proofs says what trying to prove misses unreachable came to.
type Proofs struct {
	Tried   int     `json:"tried"`
	Proved  int     `json:"proved"`
	Queries int     `json:"queries"` // questions to the solver, not counted in stats
	Seconds float64 `json:"seconds"`
}

// TransitionCoverage counts covered transitions.
type TransitionCoverage struct {
	Covered int    `json:"covered"`
	Total   int    `json:"total"`
	Missing []Miss `json:"missing"`
	Reached []Hit  `json:"reached"`
}

// Hit is a covered transition with the length of the shortest path found that ends with it.
type Hit struct {
	Name  string `json:"name"`
	Depth int    `json:"depth"`
	State int    `json:"state"` // in the tree
}

// Coverage is coverage by every criterion that an analysis reports.
type Coverage struct {
	Transitions TransitionCoverage `json:"transitions"`
	Boundary    *ValueCoverage     `json:"boundary,omitempty"` // nil if boundary values were not aimed at
}

// ValueCoverage counts the values that were tried.
type ValueCoverage struct {
	Covered int `json:"covered"`
	Total   int `json:"total"`
}

// Answers counts the answers to feasibility questions.
type Answers struct {
	Feasible   int `json:"feasible"`
	Infeasible int `json:"infeasible"`
	UpToTables int `json:"upToTables"`
	Unknown    int `json:"unknown"`
}

// Message is something sent or received: the channel and the payload as the language writes it.
type Message struct {
	Channel string   `json:"channel"`
	Payload []string `json:"payload"`
}

// Step is one step of a concrete trace.
type Step struct {
	Transition string            `json:"transition"`
	Location   string            `json:"location"` // after the step
	Input      *Message          `json:"input,omitempty"`
	Chosen     map[string]string `json:"chosen,omitempty"`
	Calls      []Call            `json:"calls,omitempty"`
	Outputs    []Message         `json:"outputs,omitempty"`
	Values     map[string]string `json:"values,omitempty"` // variables that changed
}

// Call is a call of an extern with the result that the trace assumes.
type Call struct {
	Extern string   `json:"extern"`
	Args   []string `json:"args"`
	Result string   `json:"result"`

	Assumed bool `json:"assumed,omitempty"` // the function has no table and no runner: the result was chosen, not run
}

// Trace is a concrete run: the values chosen for what starts symbolic, and the steps.
type Trace struct {
	Initial map[string]string `json:"initial,omitempty"`
	Steps   []Step            `json:"steps"`
}

// Finding is something wrong with the model.
type Finding struct {
	Kind       string `json:"kind"` // deadlock, livelock, invariant, division-by-zero, index-out-of-bounds, value-out-of-range
	Message    string `json:"message"`
	Transition string `json:"transition,omitempty"`
	File       string `json:"file,omitempty"`
	Line       int    `json:"line,omitempty"`
	Column     int    `json:"column,omitempty"`
	Depth      int    `json:"depth"`
	Trace      Trace  `json:"trace"`

	// Assumes lists results of externs that the trace takes for granted without having run them, as in "Price(tea) = 0".
	// Such a finding is a possibility, not a fact.
	Assumes []string `json:"assumes,omitempty"`
}

// Explore is the result of the command explore.
type Explore struct {
	Command  string               `json:"command"`
	Model    Model                `json:"model"`
	Stats    Stats                `json:"stats"`
	Stop     Stop                 `json:"stop"`
	Coverage Coverage             `json:"coverage"`
	States   int                  `json:"states"`
	PerDepth []int                `json:"statesPerDepth"`
	Paths    int                  `json:"paths"`
	Pruned   int                  `json:"pruned"`
	Answers  Answers              `json:"answers"`
	Blocked  []Doubt              `json:"blocked,omitempty"` // infeasible up to the tables
	Unknown  []Doubt              `json:"unknown,omitempty"`
	Outside  []Doubt              `json:"outsideContracts,omitempty"` // calls to which no behavior of a contract applies, so they are not followed
	Findings []Finding            `json:"findings"`
	Tables   map[string]TableSize `json:"tables"`
	Externs  []ExternUse          `json:"externs,omitempty"`
	Proofs   *Proofs              `json:"proofs,omitempty"` // if there were misses to prove
	Seed     int64                `json:"seed"`
	Replay   string               `json:"replay"`

	Tree Tree `json:"-"` // if it is wanted
}

// Model says which model a result is about.
type Model struct {
	Name string `json:"name"`
	File string `json:"file"`
	Hash string `json:"hash"`
}

// Doubt is a question that the solver left open.
type Doubt struct {
	Transition string `json:"transition"`
	Depth      int    `json:"depth"`
	Reason     string `json:"reason"`
}

// TableSize is how many rows an extern's table has, and had at the start.
type TableSize struct {
	Rows    int `json:"rows"`
	Initial int `json:"initial"`
}

// ExternUse says how an extern was treated.
type ExternUse struct {
	Name      string  `json:"name"`
	Treatment string  `json:"treatment"` // fresh: any function is assumed possible; contract: any that meets it; table: known rows, and running it
	Calls     int     `json:"calls"`     // in the tree
	Runs      int     `json:"runs,omitempty"`
	Seconds   float64 `json:"seconds,omitempty"` // in the function

	Decides []string `json:"decides,omitempty"` // covered transitions whose conditions depend on its results
}

// Node is one symbolic state of a tree.
type Node struct {
	ID         int      // index in Tree.Nodes
	Parent     int      // -1 for the root
	Depth      int      // steps from the root
	Location   string   // where the machines are
	Move       string   // the step that leads here
	Covers     []string // transitions that this state was the first to cover
	Condition  string   // what the step adds to the path condition
	Input      string   // the message received, with the witness's values
	Output     string   // the messages sent, with the witness's values
	Values     string   // variables under the witness
	Answer     string   // feasible or unknown
	Terminal   bool     // nothing leads on, and that is meant so
	Pruned     bool     // included in an earlier state
	Finding    string   // kind of the finding shown at this state, or empty
	Unexpanded bool     // not expanded because of a bound
}

// Tree is a symbolic execution tree; parents stand before their children.
type Tree struct {
	Name  string
	Nodes []Node
}

// Place is a location in a drawn model.
type Place struct {
	ID      string // unique in the graph
	Name    string
	Machine string
	Initial bool
	Final   bool
}

// Arrow is a transition in a drawn model.
type Arrow struct {
	Name     string
	From, To string // Place.ID
	Guard    string // as written, empty if true
	Input    string // as written: getmeas(value[cpt])
	Action   string // assignments as written
	Output   string // as written
}

// Coloring is the status of each transition by name; a transition without a status has no colour.
type Coloring map[string]Status

// Graph is the model for drawing.
type Graph struct {
	Name   string
	Places []Place
	Arrows []Arrow
}
