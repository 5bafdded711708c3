package result

// Mutate is the result of the command mutate: the score of a suite against mutants of the model.
type Mutate struct {
	Head
	Extended   bool            `json:"extended"` // tests were searched for
	Before     MutationScore   `json:"before"`
	After      MutationScore   `json:"after"` // with the tests that were added
	Kinds      []KindCount     `json:"kinds"`
	Edits      int             `json:"edits"`      // changes of the text that were considered
	Rejected   int             `json:"rejected"`   // of those, not a model
	Same       int             `json:"same"`       // of those, with the same meaning as the original
	Duplicates int             `json:"duplicates"` // of those, with the same meaning as an earlier one
	Omitted    int             `json:"omitted"`    // of those, above the limit
	Mutants    []MutantOutcome `json:"mutants"`
	Unsound    []string        `json:"unsound,omitempty"` // tests of the suite that the model itself fails
	Seed       int64           `json:"seed"`
	Replay     string          `json:"replay,omitempty"` // the command that runs the stored suite

	Engines []EngineUse `json:"engines,omitempty"` // that were asked about mutants that survive the suite, and about the steps in which undecided ones behave otherwise

	Suite *Suite `json:"-"` // the tests, with those that were added
}

// MutationScore is how many of the mutants that can be killed a suite kills.
type MutationScore struct {
	Tests   int     `json:"tests"`
	Inputs  int     `json:"inputs"` // of all tests
	Killed  int     `json:"killed"`
	Against int     `json:"against"` // mutants that are not proved harmless
	Score   float64 `json:"score"`   // Killed / Against; 1 if there are none, 0 if the time was up before one was made
}

// KindCount counts the mutants of a kind.
type KindCount struct {
	Kind       string `json:"kind"`
	Made       int    `json:"made"`
	Killed     int    `json:"killed"`
	Equivalent int    `json:"equivalent"`
	Conforming int    `json:"conforming"`
	Undecided  int    `json:"undecided"`
}

// Count counts a mutant with a fate.
func (k *KindCount) Count(f Fate) {
	k.Made++
	switch f {
	case FateKilled:
		k.Killed++
	case FateEquivalent:
		k.Equivalent++
	case FateConforming:
		k.Conforming++
	default:
		k.Undecided++
	}
}

// Fate is the outcome for a mutant.
type Fate string

// The fates.
const (
	FateKilled     Fate = "killed"
	FateEquivalent Fate = "equivalent" // it does exactly what the original does
	FateConforming Fate = "conforming" // it does only what the original allows
	FateUndecided  Fate = "undecided"
)

// FateCause is why a mutant is neither killed nor proved harmless.
type FateCause string

// The causes.
const (
	CauseTime      FateCause = "time"      // its share of the time was up, or that of the whole command
	CauseRun       FateCause = "run"       // it could not be run: no initial state was found, or a step could not be decided
	CauseError     FateCause = "error"     // it runs into a model error where the original does not, which no test can see, and conforms otherwise
	CauseSolver    FateCause = "solver"    // the solver did not decide queries of the proofs or the search
	CauseFunctions FateCause = "functions" // no arguments were found for which external functions show a difference
	CauseLimit     FateCause = "limit"     // the search reached its limits without a difference
	CauseMeasured  FateCause = "measured"  // no search was requested
)

// MutantOutcome is a mutant and its fate.
type MutantOutcome struct {
	Kind   string `json:"kind"`
	File   string `json:"file"`
	Line   int    `json:"line"`
	Text   string `json:"text"` // the change in words
	Status Fate   `json:"status"`
	Test   string `json:"test,omitempty"` // that killed it
	Added  bool   `json:"added,omitempty"`
	Reason string `json:"reason"` // the evidence, the proof, or the limit of the search

	Cause FateCause `json:"cause,omitempty"` // why it is undecided
}
