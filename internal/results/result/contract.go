package result

import "slices"

// Decision is the answer to a yes-or-no query to the solver.
type Decision string

// The decisions.
const (
	Yes       Decision = "yes"
	No        Decision = "no"
	Undecided Decision = "unknown"
)

// Property is a decision about a contract with its evidence.
type Property struct {
	Decision Decision `json:"verdict"`
	Evidence string   `json:"evidence,omitempty"` // a counterexample, or why it is unknown
}

// ContractCheck has the properties of one contract.
type ContractCheck struct {
	Extern      string   `json:"extern"`
	Contract    string   `json:"contract"`
	Behaviors   int      `json:"behaviors"`
	Disjoint    Property `json:"disjoint"`
	Complete    Property `json:"complete"`
	Satisfiable Property `json:"satisfiable"`
}

// Sound reports whether the contract is not known to be overlapping or unsatisfiable. It may be incomplete (definition 2).
func (c ContractCheck) Sound() bool { return c.Disjoint.Decision != No && c.Satisfiable.Decision != No }

// Unkeepable is a contract in force that no function can keep.
type Unkeepable struct {
	Extern      string   `json:"extern"`
	Contract    string   `json:"contract"`
	Evidence    string   `json:"evidence"`    // an input for which no result is allowed
	Transitions []string `json:"transitions"` // whose guards do not exclude such a call
}

// Feasibility is the answer about a path or a set of paths.
type Feasibility string

// The answers about paths.
const (
	Feasible           Feasibility = "feasible"
	Infeasible         Feasibility = "infeasible"
	FeasibilityUnknown Feasibility = "unknown"
)

// Core is how small a conflict is.
type Core string

// The kinds of conflicts.
const (
	CoreSmallest    Core = "smallest"    // no conflict has fewer conditions
	CoreIrreducible Core = "irreducible" // no condition can be left out; another conflict may have fewer
	CoreReduced     Core = "reduced"     // for some condition the solver did not decide whether it can be left out
)

// Clash is a condition that is part of a conflict.
type Clash struct {
	Path      string `json:"path"`
	Origin    string `json:"origin"`
	Condition string `json:"condition"`
}

// FeasiblePath is the answer about one distinguished path.
type FeasiblePath struct {
	Name      string      `json:"name"`
	Answer    Feasibility `json:"answer"`
	Condition []string    `json:"condition"`
	Conflict  []Clash     `json:"conflict,omitempty"`
	Core      Core        `json:"core,omitempty"` // of the conflict
	Reason    string      `json:"reason,omitempty"`
}

// ContractChecks is the result of the command contract check.
type ContractChecks struct {
	Head
	Contracts []ContractCheck `json:"contracts"`
}

// Finding reports whether a contract is not sound.
func (r *ContractChecks) Finding() bool {
	return slices.ContainsFunc(r.Contracts, func(c ContractCheck) bool { return !c.Sound() })
}

// PathGoal is the goal for which paths were chosen.
type PathGoal struct {
	Criterion string      `json:"criterion,omitempty"` // that they cover
	Coverage  *Tally      `json:"coverage,omitempty"`
	Engines   []EngineUse `json:"engines,omitempty"` // that were run on what paths of the tree do not cover
	Purpose   string      `json:"purpose,omitempty"` // that they reach
	Depth     int         `json:"depth,omitempty"`   // the bound on their length
	Cut       bool        `json:"cut,omitempty"`     // longer paths may reach it, too
}

// FeasiblePaths is the result of the command contract feasible: the answer about a set of paths.
type FeasiblePaths struct {
	Head
	Goal           *PathGoal           `json:"goal,omitempty"`
	Unkeepable     []Unkeepable        `json:"unkeepable,omitempty"`
	Feasible       Feasibility         `json:"feasible"`
	Reason         string              `json:"reason,omitempty"`
	Paths          []FeasiblePath      `json:"paths"`
	Conflict       []Clash             `json:"conflict,omitempty"`
	Core           Core                `json:"core,omitempty"`           // of the conflict
	Implementation map[string][]string `json:"implementation,omitempty"` // rows of each extern, as calls
}

// Finding reports whether no implementation lets all paths be followed.
func (r *FeasiblePaths) Finding() bool { return r.Feasible == Infeasible }

// Quantifier is the set of inputs for which a demand on the result of a function must hold.
type Quantifier string

// The quantifiers.
const (
	Every    Quantifier = "every" // input that satisfies the precondition
	Some     Quantifier = "some"  // input that satisfies the precondition, at least one
	NoDemand Quantifier = "none"  // any result is allowed
)

// Demand is an inferred behaviour in readable form.
type Demand struct {
	Extern     string     `json:"extern"`
	Path       string     `json:"path"`
	Call       string     `json:"call"` // with the argument terms
	Quantifier Quantifier `json:"quantifier"`
	Input      string     `json:"input,omitempty"`    // the call, if the path allows only this input
	Requires   []string   `json:"requires,omitempty"` // conditions of the path on the arguments
	Low        string     `json:"low,omitempty"`      // least result, if the result is an integer and has one
	High       string     `json:"high,omitempty"`     // greatest result
	Needs      []string   `json:"needs,omitempty"`    // conditions of the path on the result, and on arguments and result together
	Given      []string   `json:"given,omitempty"`    // conditions that relate them to other inputs of the path, and to other calls
}

// InferredBehavior is an inferred behaviour, raw and simplified.
type InferredBehavior struct {
	Frozen []string `json:"frozen"` // G
	Axioms []string `json:"axioms"` // Ax
	Pre    string   `json:"pre"`
	Post   string   `json:"post"`
	Demand Demand   `json:"demand"`
}

// Inferred is the result of the command contract infer: the contracts that functions must satisfy.
type Inferred struct {
	Head
	Goal      *PathGoal          `json:"goal,omitempty"`
	Together  Feasibility        `json:"together"` // of all paths, those included that are infeasible alone
	Inferred  []InferredBehavior `json:"inferred"`
	Preserved bool               `json:"preserved"` // theorem 1, checked
	Reason    string             `json:"reason,omitempty"`
}

// ContractTests is the result of the command contract test.
type ContractTests struct {
	Head
	Inferred  bool        `json:"inferred"` // the functions were tested against demands of paths, not declared contracts
	Exercises []*Exercise `json:"exercises"`
}

// Finding reports whether a function failed or violates its contract.
func (r *ContractTests) Finding() bool {
	return slices.ContainsFunc(r.Exercises, func(e *Exercise) bool { return len(e.Violations)+len(e.Failures) > 0 })
}

// Exercise is the result of running a function against a contract.
type Exercise struct {
	Extern     string              `json:"extern"`
	Contract   string              `json:"contract"`
	Calls      int                 `json:"calls"` // of the function
	Behaviors  []ExercisedBehavior `json:"behaviors"`
	Violations []ContractViolation `json:"violations,omitempty"`
	Failures   []UncheckedInput    `json:"failures,omitempty"`   // the function returned an error
	Impossible []UncheckedInput    `json:"impossible,omitempty"` // no result satisfies the postcondition
	Undecided  []UncheckedInput    `json:"undecided,omitempty"`  // a condition could not be computed
	Stop       Stop                `json:"stop"`
}

// Outcome is whether a function fulfils a behaviour, as far as it was run.
type Outcome string

// The outcomes.
const (
	DemandMet      Outcome = "met"          // for all inputs tried; for some input, if only one is required
	DemandViolated Outcome = "violated"     // for an input; for all possible inputs, if some input must satisfy it
	DemandOpen     Outcome = "inconclusive" // no result could be checked; no input that meets it was found, but not all were tried
)

// ExercisedBehavior counts the inputs of one behaviour.
type ExercisedBehavior struct {
	Behavior   string     `json:"behavior"`
	Quantifier Quantifier `json:"quantifier"`
	Outcome    Outcome    `json:"outcome"`
	Inputs     int        `json:"inputs"`            // whose results were checked
	Violations int        `json:"violations"`        // among them, before shrinking
	Witness    string     `json:"witness,omitempty"` // a call that satisfies a demand on some input
}

// ContractViolation is a call that violates a behaviour.
type ContractViolation struct {
	Behavior string `json:"behavior"`
	Text     string `json:"text"`
}

// UncheckedInput is an input whose result could not be checked, and why.
type UncheckedInput struct {
	Text string `json:"text"`
}

// ContractText is a contract with its conditions as text, for other tools.
type ContractText struct {
	Extern    string         `json:"extern"`
	Contract  string         `json:"contract"`
	Behaviors []BehaviorText `json:"behaviors"`
}

// BehaviorText is a behaviour of a ContractText.
type BehaviorText struct {
	Name       string     `json:"name"`
	Quantifier Quantifier `json:"quantifier"` // of the inputs that satisfy Requires: which have to satisfy Ensures
	Requires   string     `json:"requires"`
	Ensures    string     `json:"ensures"`
}
