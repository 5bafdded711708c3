package result

// Chance is the document of chance.
type Chance struct {
	Head
	Method     ChanceMethod  `json:"method"`
	States     int           `json:"states,omitempty"`   // of the automaton
	Choices    int           `json:"choices,omitempty"`  // distributions of all states
	Branches   int           `json:"branches,omitempty"` // of all distributions
	Scheduler  bool          `json:"scheduler"`          // something is left to a scheduler
	Runs       int           `json:"runs,omitempty"`     // of a simulation
	Confidence float64       `json:"confidence,omitempty"`
	Within     *ChanceWithin `json:"within,omitempty"`
	Goals      []ChanceGoal  `json:"goals"`
	Left       []ChanceLeft  `json:"left,omitempty"` // purposes that are not computed
	Findings   []Finding     `json:"findings"`       // weights that do not add up to 1, rates that are not positive, other model errors
	Note       string        `json:"note,omitempty"`
	Replay     string        `json:"replay,omitempty"`
}

// Finding reports whether the model has errors.
func (r *Chance) Finding() bool { return len(r.Findings) > 0 }

// ChanceMethod is how values were found.
type ChanceMethod string

// The methods.
const (
	ChanceByStates     ChanceMethod = "states"     // all states of the model
	ChanceBySimulation ChanceMethod = "simulation" // random runs
)

// ChanceWithin bounds the runs that count.
type ChanceWithin struct {
	Steps *int   `json:"steps,omitempty"`
	Time  string `json:"time,omitempty"`
}

// ChanceLeft is a purpose that is not computed, with the reason.
type ChanceLeft struct {
	Name   string `json:"name"`
	Reason string `json:"reason"`
}

// ChanceGoal holds the values for reaching a goal.
type ChanceGoal struct {
	Name        string       `json:"name"`
	Kind        string       `json:"kind"` // purpose, invariant (its violation is the goal) or reach
	Probability ChanceRange  `json:"probability"`
	Steps       *ChanceRange `json:"steps,omitempty"` // expected until the goal is reached
	Time        *ChanceRange `json:"time,omitempty"`  // expected, in models with rates
	Undecided   int          `json:"undecided,omitempty"`
}

// ChanceRange is a value over all schedulers.
type ChanceRange struct {
	Minimum ChanceValue `json:"minimum"`
	Maximum ChanceValue `json:"maximum"`
}

// ChanceKind is the precision of a value.
type ChanceKind string

// The kinds of values.
const (
	ChanceExact    ChanceKind = "exact"    // a rational number
	ChanceBounds   ChanceKind = "bounds"   // certainly from low to high
	ChanceInfinite ChanceKind = "infinite" // an expectation, where the goal is not reached for certain
	ChanceEstimate ChanceKind = "estimate" // with the confidence, from low to high
	ChanceUnknown  ChanceKind = "unknown"
)

// ChanceValue is a probability or an expected value.
type ChanceValue struct {
	Kind  ChanceKind `json:"kind"`
	Text  string     `json:"text"`            // with as many digits as are certain
	Exact string     `json:"exact,omitempty"` // as a fraction, unless that is very long
	Low   *float64   `json:"low,omitempty"`
	High  *float64   `json:"high,omitempty"` // absent if there is no upper bound
	Why   string     `json:"why,omitempty"`  // the value is not exact or not known
}
