package result

import "slices"

// SearchEngine is an engine that looks for runs to goals, or for proofs that there are none.
type SearchEngine string

// The engines.
const (
	TreeEngine      SearchEngine = "tree"      // symbolic execution
	InductionEngine SearchEngine = "induction" // invariants of locations, and k-induction
	ConcolicEngine  SearchEngine = "concolic"  // concrete and symbolic execution together
	StatesEngine    SearchEngine = "states"    // all concrete states
)

// SearchEngines lists the engines.
var SearchEngines = []SearchEngine{TreeEngine, InductionEngine, ConcolicEngine, StatesEngine}

// EngineUse describes the questions to an engine, and its decisions.
type EngineUse struct {
	Engine  SearchEngine `json:"engine"`
	Goals   int          `json:"goals"`             // that were open
	Decided int          `json:"decided"`           // of these
	Queries int          `json:"queries"`           // to solvers
	States  int          `json:"states,omitempty"`  // that were visited
	Refusal *Unsupported `json:"refusal,omitempty"` // why it does not apply to the model or the bounds
	Relaxed bool         `json:"relaxed,omitempty"` // about the system in which steps with model errors are taken
}

// AddUses adds other uses of engines; uses of the same engine on the same system are merged. A refusal is kept if the engine never did any work.
func AddUses(uses, more []EngineUse) []EngineUse {
	for _, use := range more {
		i := slices.IndexFunc(uses, func(u EngineUse) bool { return u.Engine == use.Engine && u.Relaxed == use.Relaxed })
		if i < 0 {
			uses = append(uses, use)
			continue
		}
		known := &uses[i]
		if known.Refusal == nil || use.Refusal == nil {
			known.Refusal = nil
		}
		known.Goals, known.Decided = known.Goals+use.Goals, known.Decided+use.Decided
		known.Queries, known.States = known.Queries+use.Queries, known.States+use.States
	}
	return uses
}
