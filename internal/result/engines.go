package result

// SearchEngine is an engine that looks for runs to goals, or for proofs that there are none.
type SearchEngine string

// The engines.
const (
	InductionEngine SearchEngine = "induction" // invariants of locations, and k-induction
	ConcolicEngine  SearchEngine = "concolic"  // concrete and symbolic execution together
	StatesEngine    SearchEngine = "states"    // all concrete states
)

// EngineUse is what an engine was asked, after the search itself, and what it has decided.
type EngineUse struct {
	Engine  SearchEngine `json:"engine"`
	Goals   int          `json:"goals"`             // that were open
	Decided int          `json:"decided"`           // of these
	Queries int          `json:"queries"`           // to solvers
	Refusal string       `json:"refusal,omitempty"` // why it does not suit the model or the bounds
}
