package result

import "slices"

// Run is the result of the command run, and of replay with a single test.
type Run struct {
	Head
	Verdict  Verdict        `json:"verdict"`
	Evidence string         `json:"evidence,omitempty"`
	Allowed  []Allowed      `json:"allowed,omitempty"`
	Trace    []Event        `json:"trace"`
	Run      *Trace         `json:"run,omitempty"` // of the model, that explains the trace; absent if there are failures, which have theirs
	Regions  []Region       `json:"regions,omitempty"`
	Coverage Coverage       `json:"coverage"`
	Sent     int            `json:"sent"`
	Starts   int            `json:"starts"`
	Seed     int64          `json:"seed"`
	Cycles   []string       `json:"cycles,omitempty"`   // of internal steps of the model
	Known    []ReplayedTest `json:"known,omitempty"`    // stored failures, which were run first
	Failures []Failure      `json:"failures,omitempty"` // each distinct failure; evidence and trace above are those of the first
	Repeats  *Repeats       `json:"repeats,omitempty"`  // of the failing test
	Time     *Pace          `json:"time,omitempty"`     // only of models with clocks
	Campaign *Campaign      `json:"campaign,omitempty"` // of repeated tests
	Plan     *CampaignPlan  `json:"plan,omitempty"`     // of repeated tests that were only planned
	Products *Products      `json:"products,omitempty"` // of a product line: those that explain what was observed, before the failing step if it fails

	Log []byte `json:"-"` // the messages exchanged with the system in the last test

	Refusal *Unsupported `json:"refusal,omitempty"` // why the model cannot be tested; nil if it can, or there is another reason
}

// Explanation returns the run of the model that explains the trace; nil if it cannot be followed.
func (r *Run) Explanation() *Trace {
	if len(r.Failures) > 0 {
		return r.Failures[0].Run
	}
	return r.Run
}

// Pace is how the time of a model was compared with real time.
type Pace struct {
	Unit      string `json:"unit"`      // the real time of one unit of the model, as in 200ms
	Tolerance string `json:"tolerance"` // how far measured instants may be from the real ones
}

// ReplayedTest is the result of a stored test.
type ReplayedTest struct {
	File     string  `json:"file"`
	Verdict  Verdict `json:"verdict"`
	Evidence string  `json:"evidence,omitempty"`
	Trace    []Event `json:"trace,omitempty"` // unless it passed
	Run      *Trace  `json:"run,omitempty"`   // of the model, that explains the trace
	Seconds  float64 `json:"seconds"`
}

// Replay is the result of the command replay with a folder of tests.
type Replay struct {
	Head
	Verdict Verdict        `json:"verdict"` // of all tests together
	Failed  int            `json:"failed"`
	Flaky   int            `json:"flaky"`
	NotRun  int            `json:"notRun"` // because of the time limit, an interrupt or an error
	Seed    int64          `json:"seed"`
	Tests   []ReplayedTest `json:"tests"`
}

// Conclude sets the verdict on all tests, which ended with an error if failed is set.
func (r *Replay) Conclude(failed bool) {
	inconclusive := func(t ReplayedTest) bool { return t.Verdict == Inconclusive }
	switch {
	case r.Failed > 0:
		r.Verdict = Fail
	case r.Flaky > 0:
		r.Verdict = Flaky
	case failed:
		r.Verdict = Errored
	case r.NotRun > 0 || slices.ContainsFunc(r.Tests, inconclusive):
		r.Verdict = Inconclusive
	default:
		r.Verdict = Pass
	}
}

// Add counts the result of a test.
func (r *Replay) Add(t ReplayedTest) {
	r.Tests = append(r.Tests, t)
	r.NotRun--
	switch t.Verdict {
	case Fail:
		r.Failed++
	case Flaky:
		r.Flaky++
	}
}

// Conform is the result of the command conform.
type Conform struct {
	Head
	Verdict   Verdict      `json:"verdict"`
	Evidence  string       `json:"evidence,omitempty"` // why the verdict is not that of the instances
	Lines     int          `json:"lines"`
	Events    int          `json:"events"`
	Garbage   int          `json:"garbage"` // lines skipped
	Instances LogCounts    `json:"instances"`
	Findings  []LogFinding `json:"findings"`
	Coverage  Coverage     `json:"coverage"`
	Times     *LogTimes    `json:"times,omitempty"`    // absent if the log has none
	Campaign  *Campaign    `json:"campaign,omitempty"` // of models with probabilities or rates

	Products   *Products  `json:"products,omitempty"`   // of a product line: those that explain the log; if it is inconclusive, those that it does not refute
	ByProducts []LogGroup `json:"byProducts,omitempty"` // of a product line: the instances that pass, by the products that explain them

	Log   string `json:"-"` // its name
	Shown int    `json:"-"` // findings that were already printed
}

// LogTimes describes how the times of a log were read, and compared with the clocks of the model.
type LogTimes struct {
	Format    string `json:"format"`              // as the flag names it
	Judged    bool   `json:"judged"`              // the model has clocks
	Unit      string `json:"unit,omitempty"`      // of the clocks, as in 1s
	Tolerance string `json:"tolerance,omitempty"` // as in 5ms
}

// EndedBy does nothing: a test notes itself whether it was complete when the time was up.
func (r *Run) EndedBy(Stop) {}

// EndedBy does nothing: a suite notes itself whether all tests were run when the time was up.
func (r *Replay) EndedBy(Stop) {}
