package result

// Explore is the result of the command explore.
type Explore struct {
	Head
	Engine   StateEngine `json:"engine"`
	Coverage Coverage    `json:"coverage"`
	States   int         `json:"states"`
	PerDepth []int       `json:"statesPerDepth"`
	Paths    int         `json:"paths"`
	Pruned   int         `json:"pruned"`
	Zones    int         `json:"zones,omitempty"` // of clocks, with locations and data, that no other covers
	Reach    bool        `json:"reach,omitempty"` // pruned for reachability only: deadlocks and timelocks may be missed
	Answers  Answers     `json:"answers"`
	Blocked  []Doubt     `json:"blocked,omitempty"` // infeasible up to the tables
	Unknown  []Doubt     `json:"unknown,omitempty"`
	Outside  []Doubt     `json:"outsideContracts,omitempty"` // calls to which no behavior of a contract applies, so they are not followed
	Findings []Finding   `json:"findings"`

	Invariants []ExploredInvariant `json:"invariants,omitempty"` // the declared ones; none if only a path was followed

	Unkeepable []Unkeepable `json:"unkeepable,omitempty"` // contracts from which results are chosen

	Tables  map[string]TableSize `json:"tables"`
	Externs []ExternUse          `json:"externs,omitempty"`
	Proofs  *Proofs              `json:"proofs,omitempty"`  // if there were misses to prove
	Engines []EngineUse          `json:"engines,omitempty"` // that were asked about the misses, in their order
	Seed    int64                `json:"seed"`
	Replay  string               `json:"replay"`
	WhyNot  *WhyNot              `json:"whyNot,omitempty"` // of a path that is to be explained, and cannot be followed to its end

	Explicit    *ExplicitSpace `json:"explicit,omitempty"`    // of the explicit engine
	NotExplicit *Unsupported   `json:"notExplicit,omitempty"` // if pruning was asked for, and the states cannot be enumerated

	Tree Tree `json:"-"` // if requested
}

// StateEngine is how states are represented in a search.
type StateEngine string

// The engines.
const (
	EngineSymbolic StateEngine = "symbolic" // a state stands for all runs along a path
	EngineExplicit StateEngine = "explicit" // a state is one of the concrete states, and each is there once
)

// ExplicitSpace holds the results that only a search of concrete states has.
type ExplicitSpace struct {
	Steps         int64     `json:"steps"`              // pairs of a state and a step from it
	Deadlocks     int       `json:"deadlocks"`          // states without a step that are not final
	BytesPerState float64   `json:"bytesPerState"`      // with its part of the table that finds states
	OnDisk        int64     `json:"onDisk"`             // bytes of states in a temporary file
	Symmetry      *Symmetry `json:"symmetry,omitempty"` // of a search that lets one state stand for others
	Reduced       bool      `json:"reduced"`            // of independent steps only one order was followed: there may be more states and steps
}

// Symmetry describes the states that those of a search with symmetry stand for. The counts are exact, and written as decimal numbers since
// they may be very large.
type Symmetry struct {
	Groups    [][]string `json:"groups"`    // names of the instances that were exchanged for each other
	States    string     `json:"states"`    // distinct states
	Steps     string     `json:"steps"`     // pairs of a state and a step from it
	Deadlocks string     `json:"deadlocks"` // states without a step that are not meant to be the end
}

// Answers counts the answers to queries about feasibility.
type Answers struct {
	Feasible   int `json:"feasible"`
	Infeasible int `json:"infeasible"`
	UpToTables int `json:"upToTables"`
	Unknown    int `json:"unknown"`
}

// Doubt is a step that the search did not decide or did not follow, and why.
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

// Treatment is how externs are treated.
type Treatment string

// The treatments.
const (
	ExternByTable    Treatment = "table"    // known rows, and running the function
	ExternByContract Treatment = "contract" // any result that the contract allows is assumed possible
	ExternByBoth     Treatment = "both"     // known rows and running, guided by the contract, and each row is checked against it
	ExternFresh      Treatment = "fresh"    // any result is assumed possible
)

// ExternUse is how an extern was treated.
type ExternUse struct {
	Name      string    `json:"name"`
	Treatment Treatment `json:"treatment"`
	Calls     int       `json:"calls"` // in the tree
	Runs      int       `json:"runs,omitempty"`
	Confirmed int       `json:"confirmed,omitempty"` // rows that were run again because an answer depends on them
	Seconds   float64   `json:"seconds,omitempty"`   // in the function

	Decides []string `json:"decides,omitempty"` // covered transitions whose conditions depend on its results
}

// ExploredInvariant is the answer about a declared invariant after an exploration: it holds (perhaps by contract), is broken, is bounded or
// unknown.
type ExploredInvariant struct {
	Invariant string          `json:"invariant"`
	Verdict   InvariantStatus `json:"verdict"`
	Depth     int             `json:"depth"` // length of the run that breaks it, or else of the runs all of which were examined
	File      string          `json:"file,omitempty"`
	Line      int             `json:"line,omitempty"`
	Proof     *Proof          `json:"proof,omitempty"`  // if it holds
	Reason    string          `json:"reason,omitempty"` // why it is not proved, or unknown
}

// Open reports whether it is unknown if the invariant holds.
func (i *ExploredInvariant) Open() bool {
	return i.Verdict == InvariantBounded || i.Verdict == InvariantUnknown
}

// Proofs counts attempts to prove that misses are unreachable, and that invariants hold. Their cost is with that of searches for runs that
// break invariants without a proof.
type Proofs struct {
	Tried   int     `json:"tried"`
	Proved  int     `json:"proved"`
	Queries int     `json:"queries"` // to the solver, not counted in stats
	Seconds float64 `json:"seconds"`
}
