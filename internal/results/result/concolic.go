package result

import "strings"

// Concolic is the result of the command concolic, by engine.
type Concolic struct {
	Head                        // the stats are those of all runs together
	Seed     int64              `json:"seed"`
	Repeat   int                `json:"repeat"`
	Journal  string             `json:"journal,omitempty"` // the file
	Overlaps []Overlap          `json:"overlaps"`
	Engines  map[string]*Engine `json:"engines"`
	Replay   string             `json:"replay,omitempty"` // the command that runs the stored suite

	Order []string `json:"-"` // the engines in the order in which they ran
}

// Overlap is a place where the model is not deterministic.
type Overlap struct {
	First   string `json:"first"`
	Second  string `json:"second"`
	Message string `json:"message"`
}

// Engine is the result of an engine. If it ran several times, seed, coverage, stats, curve and tests are those of the run in the middle.
type Engine struct {
	Seed            int64        `json:"seed"`
	Coverage        Coverage     `json:"coverage"`
	Percent         Spread       `json:"percent"`
	LastImprovement Spread       `json:"lastImprovement"` // seconds
	Stop            Stop         `json:"stop"`
	JournalError    string       `json:"journalError,omitempty"` // why the journal could not be written
	Stats           Stats        `json:"stats"`
	Curve           []CurvePoint `json:"curve"`
	Tests           []SuiteTest  `json:"tests"`
	Runs            []EngineRun  `json:"runs"`
	Earlier         int          `json:"earlier"`         // transitions that the journal had already
	Asked           []EngineUse  `json:"asked,omitempty"` // for proofs that transitions are unreachable
}

// EngineRun sums up one run of an engine.
type EngineRun struct {
	Seed            int64   `json:"seed"`
	Covered         int     `json:"covered"`
	Percent         float64 `json:"percent"`
	LastImprovement float64 `json:"lastImprovement"` // seconds until the last new transition
	Seconds         float64 `json:"seconds"`
	Steps           int     `json:"steps"`
	Queries         int     `json:"queries"`
	Stop            Stop    `json:"stop"`
}

// CurvePoint is a point of the curve of coverage: the cost at which a number of transitions was covered.
type CurvePoint struct {
	Seconds float64 `json:"seconds"`
	Steps   int     `json:"steps"`
	Queries int     `json:"queries"`
	Covered int     `json:"covered"`
}

// Curve is the coverage of one search against time. The last point says when the search ended.
type Curve struct {
	Name   string       `json:"name"`
	Total  int          `json:"total"`
	Points []CurvePoint `json:"points"`
}

// Spread is the median and the extremes of several values.
type Spread struct {
	Median float64 `json:"median"`
	Min    float64 `json:"min"`
	Max    float64 `json:"max"`
}

// Curves lists the curves of the engines that ran.
func (c *Concolic) Curves() []Curve {
	var out []Curve
	for _, name := range c.Order {
		if e := c.Engines[name]; e != nil {
			out = append(out, Curve{Name: strings.ToUpper(name), Total: e.Coverage.Transitions.Total, Points: e.Curve})
		}
	}
	return out
}

// Weights is the dependency analysis of a model, the result of concolic --weights.
type Weights struct {
	Head
	Assignments []AssignmentWeight `json:"assignments"`
	Targets     []TargetWeight     `json:"targets"`
}

// AssignmentWeight has the coefficients of one assignment: equations 1 and 2 of paper 3.
type AssignmentWeight struct {
	Transition string             `json:"transition"`
	Text       string             `json:"text"`
	Mod        string             `json:"mod"`
	Ref        []string           `json:"ref"`    // the variables
	Inputs     int                `json:"inputs"` // number of inputs in Ref
	Delta      map[string]float64 `json:"delta"`
	Upsilon    float64            `json:"upsilon"`
}

// PathWeight has the weights of one path to a target: equations 3 and 4.
type PathWeight struct {
	Path       []string           `json:"path"`
	Propagated map[string]float64 `json:"propagated"` // P: the weight left on variables
	Consumed   float64            `json:"consumed"`   // C
}

// TargetWeight has the weights of the paths to one transition, in the order in which multi-level backjumping takes them.
type TargetWeight struct {
	Target  string             `json:"target"`
	Initial map[string]float64 `json:"initial"`
	Paths   []PathWeight       `json:"paths"`
}
