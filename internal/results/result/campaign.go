package result

// Campaign is the result of many runs of tests against a model with probabilities or rates: the verdict on each run, and the verdict on
// frequencies and waiting times. It is part of Run and of Conform.
type Campaign struct {
	Runs          int              `json:"runs"`             // that were judged
	Wanted        int              `json:"wanted,omitempty"` // of run
	Length        int              `json:"length,omitempty"` // actions of a run at most
	Tests         int              `json:"tests,omitempty"`  // number of different tests; 0 derives one for each run
	Resumed       int              `json:"resumed"`          // of the runs, how many were made before
	Alpha         float64          `json:"alpha"`
	Functional    Verdict          `json:"functional"`
	Failed        int              `json:"failed"` // runs that the model does not allow
	Probabilistic ChanceVerdict    `json:"probabilistic"`
	Evidence      string           `json:"evidence,omitempty"` // why the probabilistic verdict is not pass
	Hypotheses    []Hypothesis     `json:"hypotheses"`
	Frequencies   *Frequencies     `json:"frequencies,omitempty"`
	Rates         []RateTest       `json:"rates,omitempty"`
	NotTested     []NotTested      `json:"notTested,omitempty"`
	Classes       []ClassCount     `json:"classes,omitempty"` // the most frequent ones
	Others        int              `json:"otherClasses"`      // number of classes that are not listed
	Sequential    *SequentialState `json:"sequential,omitempty"`
	ClockJumps    int              `json:"clockJumps"` // runs whose times were left out, because the clock was set meanwhile
	Convergence   []Convergence    `json:"convergence,omitempty"`
}

// ChanceVerdict is the verdict on frequencies and waiting times.
type ChanceVerdict string

// The verdicts.
const (
	ChancePass      ChanceVerdict = "pass"
	ChanceFail      ChanceVerdict = "fail"
	ChanceUntested  ChanceVerdict = "untested"  // there was nothing to test
	ChanceUncertain ChanceVerdict = "uncertain" // a scheduler that explains the frequencies was not found, but it is not proved that there is none
)

// HypothesisKind is the subject of a hypothesis.
type HypothesisKind string

// The kinds of hypotheses.
const (
	FrequencyHypothesis HypothesisKind = "frequencies" // χ² over all choices
	RateHypothesis      HypothesisKind = "rate"        // the mean of waiting times
	ShapeHypothesis     HypothesisKind = "shape"       // the law of waiting times
)

// Hypothesis is one of the tests that are made at once.
type Hypothesis struct {
	Kind     HypothesisKind `json:"kind"`
	Name     string         `json:"name"`
	P        float64        `json:"p"`
	Adjusted float64        `json:"adjusted"` // by Holm's correction; compared with alpha
	Rejected bool           `json:"rejected"`
}

// Frequencies is Pearson's test.
type Frequencies struct {
	Statistic float64       `json:"statistic"`
	Degrees   int           `json:"degrees"`
	Critical  float64       `json:"critical"`
	P         float64       `json:"p"`
	Choices   []ChoiceCount `json:"choices"`
	Scheduler *Scheduler    `json:"scheduler,omitempty"` // where the model leaves a choice to the system
}

// Certainty is the certainty of the minimum of χ² over the schedulers.
type Certainty string

// The certainties.
const (
	Certified Certainty = "certified" // the statistic, or the lower bound of it, decides
	Heuristic Certainty = "heuristic" // the search ended before the bounds met
)

// Scheduler is the resolution of nondeterminism that explains the frequencies best.
type Scheduler struct {
	Choices    int       `json:"choices"`    // points of choice
	Lower      float64   `json:"lower"`      // no scheduler has a smaller statistic
	Fitted     int       `json:"fitted"`     // degrees of freedom that its choice took
	Iterations int       `json:"iterations"` // of the search
	LeftOut    int       `json:"leftOut"`    // runs that were not counted: a time-out ended them, or an output came before a stimulus
	Certainty  Certainty `json:"certainty"`
}

// ChoiceCount is a probabilistic choice: the outcomes after one history, or after several that lead to the same state.
type ChoiceCount struct {
	After     string         `json:"after"`               // the history, as the trace writes it
	Histories int            `json:"histories,omitempty"` // pooled, if there are several
	Total     int            `json:"total"`
	Statistic float64        `json:"statistic"`
	Degrees   int            `json:"degrees"`
	Outcomes  []OutcomeCount `json:"outcomes"`
}

// OutcomeCount is an outcome of a choice.
type OutcomeCount struct {
	Action     string  `json:"action"`
	Observed   int     `json:"observed"`
	Expected   float64 `json:"expected"`
	Exact      string  `json:"exact,omitempty"` // the probability as a fraction; absent if it depends on the waiting time
	Low        float64 `json:"low"`             // confidence interval of the probability
	High       float64 `json:"high"`
	Pool       int     `json:"pool,omitempty"`       // outcomes with the same number were pooled, since they are rare
	Detectable float64 `json:"detectable,omitempty"` // the smallest change of the probability that so many observations notice with the wanted power
}

// ClassCount is a class of runs: those with the same actions.
type ClassCount struct {
	Actions  string  `json:"actions"`
	Observed int     `json:"observed"`
	Expected float64 `json:"expected"` // given the tester's inputs
}

// RateTest is about the waiting times of one race of Markovian steps, or of several in a row.
type RateTest struct {
	Name       string    `json:"name"`   // of the steps
	Stages     []float64 `json:"stages"` // the rates, by the model
	Completed  int       `json:"completed"`
	Censored   int       `json:"censored"` // waits that a time-out or an input ended
	Time       float64   `json:"time"`     // of all waits together, in units of the model
	Estimate   float64   `json:"estimate,omitempty"`
	Low        float64   `json:"low,omitempty"` // confidence interval of the rate
	High       float64   `json:"high,omitempty"`
	P          float64   `json:"p"` // of the mean; 1 if it is not tested
	Shape      float64   `json:"shape"`
	ShapeP     float64   `json:"shapeP"`
	Detectable float64   `json:"detectable,omitempty"` // the smallest ratio of rates above 1 that is noticed with the wanted power
	Histogram  []Bin     `json:"histogram,omitempty"`
	Quantiles  []Pair    `json:"quantiles,omitempty"` // waits beside those that the law predicts
}

// Bin is a bar of a histogram of waits.
type Bin struct {
	From     float64 `json:"from"`
	To       float64 `json:"to"`
	Count    int     `json:"count"`
	Expected float64 `json:"expected"`
}

// Pair is an observed quantile beside the one that the law predicts.
type Pair struct {
	Expected float64 `json:"expected"`
	Observed float64 `json:"observed"`
}

// Convergence is how an estimate came closer to the value of the model as runs were made.
type Convergence struct {
	Kind   HypothesisKind `json:"kind"`            // frequencies: the value is a probability; rate
	Name   string         `json:"name"`            // the action, the actions of a class, or the steps with the rate
	After  string         `json:"after,omitempty"` // of a probability: the choice, as in its count
	Value  float64        `json:"value"`           // by the model
	Points []EstimateAt   `json:"points"`
}

// EstimateAt is an estimate after some runs, with its confidence interval.
type EstimateAt struct {
	Runs     int     `json:"runs"`
	Count    int     `json:"count"` // observations until then: outcomes of the choice, or completed waits
	Estimate float64 `json:"estimate"`
	Low      float64 `json:"low"`
	High     float64 `json:"high"`
}

// NotTested is a probability or a rate of the model for which the runs are not informative.
type NotTested struct {
	Name string      `json:"name"`
	Kind ChanceBlank `json:"kind"`
	Text string      `json:"text"`
}

// ChanceBlank is why something was not tested, or not planned.
type ChanceBlank string

// The reasons.
const (
	BlankFew       ChanceBlank = "too-few-runs"   // every outcome but one is expected fewer than five times
	BlankMerged    ChanceBlank = "merged"         // several Markovian steps pass before an observation
	BlankNever     ChanceBlank = "not-observed"   // no run waited for it
	BlankPaths     ChanceBlank = "too-many-paths" // more states or schedulers explain the actions than are followed
	BlankMoment    ChanceBlank = "unclear-moment" // the state of the system at the time of an action is unknown
	BlankValue     ChanceBlank = "free-value"     // a transition chooses from too many values
	BlankFunction  ChanceBlank = "function"       // a transition calls a function
	BlankError     ChanceBlank = "model-error"    // an expression has no value, or weights do not add up to 1
	BlankUnallowed ChanceBlank = "not-allowed"    // the model does not explain it

	BlankScheduler  ChanceBlank = "scheduler"  // the choices of the system are unknown
	BlankImpossible ChanceBlank = "impossible" // no probability can change by so much
)

// SequentialDecision is the answer of a sequential test.
type SequentialDecision string

// The decisions.
const (
	SequentialUndecided SequentialDecision = "undecided"
	SequentialAccepted  SequentialDecision = "accepted"
	SequentialRejected  SequentialDecision = "rejected"
)

// SequentialState is the result of a sequential test.
type SequentialState struct {
	Decision  SequentialDecision `json:"decision"`
	Deviation float64            `json:"deviation"`    // that it is to notice
	Beta      float64            `json:"beta"`         // the probability of accepting a system with this deviation
	By        string             `json:"by,omitempty"` // what is rejected
}

// CampaignPlan is how many runs are needed to notice a deviation.
type CampaignPlan struct {
	Alpha     float64       `json:"alpha"`
	Power     float64       `json:"power"`
	Deviation float64       `json:"deviation"` // absolute for a probability, relative for a rate
	Runs      int           `json:"runs"`      // enough for all items; 0 if there is none
	Items     []PlannedTest `json:"items"`

	NotPlanned []NotTested `json:"notPlanned,omitempty"` // subjects that are tested, but for which no number of runs is known
	NotTested  []NotTested `json:"notTested,omitempty"`
}

// PlannedTest is a choice or a rate, and how many observations notice a deviation of it.
type PlannedTest struct {
	Kind         HypothesisKind `json:"kind"`
	Name         string         `json:"name"`
	Observations int            `json:"observations"`
	PerRun       float64        `json:"perRun"` // how many observations a run gives on average
	Runs         int            `json:"runs"`
}
