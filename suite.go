package sextant

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/sextant-mbt/sextant/internal/jobs/analysis"
	"github.com/sextant-mbt/sextant/internal/jobs/rig"
	"github.com/sextant-mbt/sextant/internal/jobs/store"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/ioco/logs"
)

// GenerateOptions say what a suite is to cover. The zero value covers the transitions within the default bounds.
type GenerateOptions struct {
	Cover     string // transitions, locations, pairs, paths, boundary, mcdc, purposes or classes; empty is transitions
	Purpose   string // cover only this purpose of the model
	Depth     int    // maximum length of a test; 0 chooses a bound that fits
	States    int    // maximum number of symbolic states; 0 is the default
	Seed      int64
	Solver    string
	Functions Functions
}

// Suite is a small set of tests of a model. A transition that is covered has a test as its run; one that is missing has the reason, and its
// proof if it is unreachable.
type Suite struct {
	Tests    []StoredTest
	Coverage Coverage // of what the options name, such as transitions

	document *result.Suite
}

// StoredTest is a test as it is kept in a file: the inputs that are sent. What the system may answer comes from the model.
type StoredTest struct {
	Name        string
	Transitions []string // the run of the model that the test follows; empty if it was read from a file
	Covers      []string
	Found       string // what failed when the test was stored

	test result.Test
}

// Inputs returns the inputs as the model writes them, as in turn(8).
func (t *StoredTest) Inputs() []string {
	out := make([]string, len(t.test.Inputs))
	for i, m := range t.test.Inputs {
		payload, _ := json.Marshal(m.Payload) // raw JSON
		out[i] = fmt.Sprintf("%s(%s)", m.Channel, payload[1:len(payload)-1])
	}
	return out
}

// Generate makes a small suite that covers the model, as the command generate does: a portfolio of engines decides which transitions can be
// taken, with a run, or that none can, with a proof.
func (m *Model) Generate(ctx context.Context, options GenerateOptions) (*Suite, error) {
	if _, err := m.load(nil); err != nil {
		return nil, err
	}
	backend, err := newBackend(options.Solver, options.Functions)
	if err != nil {
		return nil, err
	}
	criterion, err := analysis.CriterionNamed(options.Cover)
	if err != nil {
		return nil, fmt.Errorf("GenerateOptions.Cover: %w", err)
	}
	o := analysis.GenerateOptions{Criterion: criterion, Purpose: options.Purpose, Depth: options.Depth, States: options.States, Backend: backend}
	o.Seed = options.Seed
	r, err := analysis.Generate(ctx, m.loaded, o)
	if err != nil {
		return nil, explain(err)
	}
	out := &Suite{Coverage: coverageOf(r.Covered()), document: r}
	for _, t := range r.Tests {
		out.Tests = append(out.Tests, StoredTest{Name: t.Name, Transitions: t.Transitions, Covers: t.Covers, test: t.Test})
	}
	return out, nil
}

// Run returns a test that takes a transition, or nil if there is none.
func (s *Suite) Run(transition string) *StoredTest {
	for i, t := range s.Tests {
		if slices.Contains(t.Transitions, transition) {
			return &s.Tests[i]
		}
	}
	return nil
}

// Write stores the suite in a folder, as the command generate does with -o.
func (s *Suite) Write(folder string) error { return store.WriteSuite(folder, s.document) }

// ReadTest reads a test that was stored, by Test, by Suite.Write or by the command.
func ReadTest(path string) (*StoredTest, error) {
	t, err := store.ReadTest(path)
	if err != nil {
		return nil, err
	}
	return &StoredTest{Name: t.Name, Covers: t.Covers, Found: t.Found, test: t.Test}, nil
}

// Replay runs a stored test against a system, as the command replay does, and makes it shorter if it fails. The options Steps, Covered,
// Random and Purpose have no meaning here.
func (m *Model) Replay(ctx context.Context, system System, test *StoredTest, options TestOptions) (*TestResult, error) {
	a := &adapter{model: m, system: system}
	if _, err := m.load(options.Consts); err != nil {
		return nil, errors.Join(err, a.Close())
	}
	if test == nil {
		return nil, errors.Join(errors.New("there is no test: it is nil"), a.Close())
	}
	options.Purpose = ""
	t, err := m.tester(a, options, true)
	if err != nil {
		return nil, err
	}
	r, err := t.Shorten(ctx, &test.test)
	if err = errors.Join(err, t.Close()); err != nil {
		return nil, err
	}
	out := newTestResult(r)
	out.Unfit = a.unfit
	return out, nil
}

// ConformOptions say how a recorded log is read. The zero value is the default.
type ConformOptions struct {
	Wait        time.Duration     // treat a longer time between two lines as quiescence, in models without clocks; 0 never does
	TimeFormat  string            // how times are written, as the command conform has it; empty finds it out
	Fields      map[string]string // other names of fields, by those of docs/sut.md
	SkipGarbage bool              // skip lines that are no events
	TimeUnit    time.Duration     // the real time of one unit of the model; 0 is a second
	Tolerance   time.Duration     // how far times may be from the real ones
	Solver      string
	Functions   Functions
}

// ConformResult is the result of checking a log.
type ConformResult struct {
	Verdict   Verdict
	Evidence  string // why the verdict is not that of the instances
	Instances int
	Failed    int
	Findings  []LogFinding // the first hundred
	Coverage  Coverage

	document *result.Conform
}

// LogFinding is an instance of a log that the model does not allow.
type LogFinding struct {
	ID       string
	Verdict  Verdict
	Line     int // where it shows
	Evidence string
	Trace    []Event // the last steps of the instance
}

// JSON returns the whole result as the command conform prints it with --json.
func (r *ConformResult) JSON() ([]byte, error) { return json.MarshalIndent(r.document, "", "  ") }

// Conform checks a recorded log against the model, as the command conform does: a line for each event, in JSON. Cancelling ctx ends the check
// early with what was found so far.
func (m *Model) Conform(ctx context.Context, log io.Reader, options ConformOptions) (*ConformResult, error) {
	if _, err := m.load(nil); err != nil {
		return nil, err
	}
	backend, err := newBackend(options.Solver, options.Functions)
	if err != nil {
		return nil, err
	}
	if err := logs.Fields(options.Fields).Check(); err != nil {
		return nil, fmt.Errorf("ConformOptions.Fields: %w", err)
	}
	o := rig.ConformOptions{Backend: backend, Check: logs.CheckOptions{Wait: options.Wait, Instances: logs.DefaultInstances}, Fields: options.Fields, SkipGarbage: options.SkipGarbage,
		Findings: 100, TimeFormat: logs.Auto, Alpha: rig.CampaignDefaults().Alpha, Timing: rig.Timing{TimeUnit: options.TimeUnit, Tolerance: options.Tolerance}}
	if options.TimeFormat != "" {
		o.TimeFormat = logs.TimeFormat(options.TimeFormat)
	}
	if err := o.TimeFormat.Check(); err != nil {
		return nil, fmt.Errorf("ConformOptions.TimeFormat: %w", err)
	}
	if o.TimeUnit == 0 {
		o.TimeUnit = rig.DefaultTimeUnit
	}
	r, err := rig.Conform(ctx, m.loaded, log, o)
	if err != nil {
		return nil, explain(err)
	}
	return newConformResult(r), nil
}

func newConformResult(r *result.Conform) *ConformResult {
	out := &ConformResult{Verdict: Verdict(r.Verdict), Evidence: r.Evidence, Instances: r.Instances.Total, Failed: r.Instances.Failed,
		Coverage: newCoverage(r.Coverage), document: r}
	for _, f := range r.Findings {
		out.Findings = append(out.Findings, LogFinding{ID: f.ID, Verdict: Verdict(f.Verdict), Line: f.Line, Evidence: f.Evidence, Trace: events(f.Trace)})
	}
	return out
}
