package result

// FailureKind is the kind of misbehaviour of a system.
type FailureKind string

// The kinds of failures.
const (
	WrongOutput FailureKind = "output"  // it sent an output that was not allowed
	WrongQuiet  FailureKind = "silence" // it sent nothing where an output was required
	WrongTime   FailureKind = "time"    // an output came too early, too late, or not by its deadline
	WrongSystem FailureKind = "system"  // it ended, or its messages cannot be read
	WrongPanic  FailureKind = "panic"   // a system in the same process panicked, or ended the goroutine that called it
)

// Failure is a failing test with its evidence. The trace is that of the shortest test that fails in the same way.
type Failure struct {
	Verdict     Verdict     `json:"verdict"` // fail or flaky
	Kind        FailureKind `json:"kind"`
	Output      string      `json:"output,omitempty"` // the channel of a wrong output
	Repeats     *Repeats    `json:"repeats,omitempty"`
	Seconds     float64     `json:"seconds"` // to find it, to repeat it and to shrink it
	Evidence    string      `json:"evidence"`
	Stack       []string    `json:"stack,omitempty"` // of a panic: the functions that were executed, innermost first
	Allowed     []Allowed   `json:"allowed,omitempty"`
	Trace       []Event     `json:"trace"`
	Run         *Trace      `json:"run,omitempty"`         // of the model, that explains the trace; absent if it cannot be followed
	Shrink      *Shrink     `json:"shrink,omitempty"`      // how the test was shrunk
	Original    []Event     `json:"original,omitempty"`    // the original trace, if the test was shrunk
	OriginalRun *Trace      `json:"originalRun,omitempty"` // of the model, that explains it
	Regions     []Region    `json:"regions,omitempty"`
	Products    *Products   `json:"products,omitempty"` // of a product line: those that explain what was observed before the failing step
	File        string      `json:"file,omitempty"`     // where the test is stored
	Replay      string      `json:"replay,omitempty"`   // the command that runs it again
	Continue    string      `json:"continue,omitempty"` // the command that continues to shrink it, if that was interrupted

	Test *Test  `json:"-"`
	Log  []byte `json:"-"`
}

// Shrink describes how a failing test was shrunk.
type Shrink struct {
	From int  `json:"from"` // number of inputs before
	To   int  `json:"to"`   // and after
	Runs int  `json:"runs"` // of candidates
	Stop Stop `json:"stop"` // done if no simpler candidate was left
}

// Repeats are the results of a failing test that was repeated, with the same inputs from a fresh start.
type Repeats struct {
	Failed       int `json:"failed"`          // in the same way
	Other        int `json:"other,omitempty"` // in another way
	Passed       int `json:"passed"`
	Inconclusive int `json:"inconclusive"` // the system chose otherwise, as the model allows
}

// Total is the number of repeats.
func (r *Repeats) Total() int { return r.Failed + r.Other + r.Passed + r.Inconclusive }

// Always reports whether the test was repeated and failed each time in the same way.
func (r *Repeats) Always() bool { return r.Failed > 0 && r.Failed == r.Total() }

// Verdict is that of a failing test that was repeated: it is flaky if it passed, or if it did not fail once more.
func (r *Repeats) Verdict() Verdict {
	if r.Passed > 0 || r.Total() > 0 && r.Failed+r.Other == 0 {
		return Flaky
	}
	return Fail
}
