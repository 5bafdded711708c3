package driver

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/externs/consent"
	"github.com/sextant-mbt/sextant/internal/jobs/model"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Analysis is a row of the table of analyses. Commands with their flags and help are made from it.
type Analysis struct {
	Name    string // one word, or two for an analysis of a group
	Args    string // how the arguments are written, as in MODEL LOG
	Least   int    // number of arguments
	Most    int    // negative is any number
	Needs   string // the arguments in words, as in "a model file and a log"
	Short   string
	Long    string
	Example string

	Complete []string // values of the first argument, for completion

	Models Models

	Without []string // flags of the options that do not apply

	// Untimed reports whether the time limit applies to each part of the work and not to the whole; nil means never.
	Untimed func(options any) bool

	New func() any // the options with their defaults, a pointer to a struct
	run func(ctx context.Context, j *Job) (any, error)
}

// Models defines which arguments of an analysis are models to read before it begins.
type Models int

// The first argument is a model that must have no errors; none is; or each is a model, which may have errors, and the analysis is
// done for one after the other.
const (
	OneModel Models = iota
	NoModel
	EachModel
)

// Group is the beginning of the names of several analyses.
type Group struct{ Name, Short, Long, Example string }

// ErrFinding is the error of a result with a finding about the model or the system, for documents without a method Finding.
var ErrFinding = errors.New("finding")

// Text is a result of an analysis that is printed unchanged.
type Text []byte

// Job is one call of an analysis.
type Job struct {
	Analysis *Analysis
	Options  any
	Given    func(flag string) bool // reports whether a flag was given
	Args     []string
	Loaded   *model.Loaded // the model
	Version  string        // of the command

	In       io.Reader
	Print    func(text string)       // prints a part of the result before the rest is computed
	Note     func(text string)       // shows a message to the user that is not part of the result
	Progress func(p result.Progress) // called from time to time, by any goroutine

	Verbose bool // set by the analysis: the text lists every detail

	Policy *consent.Policy // permissions of the model, if the options do not define them

	begun time.Time

	explained *result.Explore // subject of the text that the analysis returns; nil if it returns documents

	kept *kept // nil if no record is kept
}

// JSON reports whether the result is printed as JSON.
func (j *Job) JSON() bool {
	output := Part[model.Output](j.Options)
	return output != nil && output.JSON
}

// Timeout returns the time limit; 0 means none.
func (j *Job) Timeout() time.Duration {
	if limit := Part[model.TimeLimit](j.Options); limit != nil {
		return limit.Timeout
	}
	return 0
}

// IsFinding reports whether an error stands for a finding in a model or system, or for a model with errors that were shown.
func IsFinding(err error) bool {
	var faulty *model.ErrModel
	return errors.Is(err, ErrFinding) || errors.As(err, &faulty)
}

// NoSolver reports whether an error means that there is no solver.
func NoSolver(err error) bool { return model.NoSolver(err) }

// Run runs the analysis. The result, which may come with an error, is a document of package result or a Text.
func (j *Job) Run(ctx context.Context) (any, error) {
	j.noteOneWorker()
	if common := Part[model.Common](j.Options); common != nil {
		common.Progress = j.Progress
	}
	defer j.shareSolvers()()
	document, err := j.checked(ctx)
	return j.Ended(ctx, document, err)
}

// shareSolvers lets the solvers of the analysis reuse the same solver processes. The function that it returns stops them.
func (j *Job) shareSolvers() (end func()) {
	solver := Part[model.SolverOptions](j.Options)
	if solver == nil {
		return func() {}
	}
	solver.Spares = &smt.Spares{}
	return solver.Spares.Close
}

// checked runs the analysis; with a cross-check it reports queries on which the solvers disagree, and the number that the second solver did
// not decide.
func (j *Job) checked(ctx context.Context) (any, error) {
	solver := Part[model.SolverOptions](j.Options)
	if solver == nil || !solver.CrossCheck {
		return j.logged(ctx)
	}
	var unconfirmed atomic.Int64
	solver.Disagreed, solver.Unconfirmed = j.noteDisagreement(), func() { unconfirmed.Add(1) }
	document, err := j.logged(ctx)
	if n := int(unconfirmed.Load()); n > 0 {
		if d, ok := document.(interface{ LeftUnconfirmed(int) }); ok {
			d.LeftUnconfirmed(n)
		}
		if j.Note != nil {
			j.Note("the second solver could not decide " + text.Count(n, "query") + " within its time limit: for these, the answer of the first one is used")
		}
	}
	return document, err
}

// logged runs the analysis, with a log of the queries if requested.
func (j *Job) logged(ctx context.Context) (any, error) {
	solver := Part[model.SolverOptions](j.Options)
	if solver == nil || solver.LogFile == "" {
		return j.Analysis.run(ctx, j)
	}
	log, err := os.Create(solver.LogFile)
	if err != nil {
		return nil, err
	}
	solver.Log = log
	document, err := j.Analysis.run(ctx, j)
	if closeErr := log.Close(); err == nil {
		err = closeErr
	}
	return document, err
}

// maxDisagreements is the maximum number of disagreements of the solvers that are noted one by one.
const maxDisagreements = 3

// noteDisagreement returns a function that notes the disagreements of a cross-check, each query once. Workers may call it at the same time.
func (j *Job) noteDisagreement() func(string) {
	var mu sync.Mutex
	seen := map[string]bool{}
	return func(text string) {
		mu.Lock()
		defer mu.Unlock()
		if j.Note == nil || seen[text] || len(seen) > maxDisagreements {
			return
		}
		if seen[text] = true; len(seen) > maxDisagreements {
			j.Note("the solvers disagree on further queries, which are saved in the same directory")
			return
		}
		j.Note("the solvers disagree, so no result relies on this query: " + text)
	}
}

// noteOneWorker adds a note that functions are run by one worker, if more were requested.
func (j *Job) noteOneWorker() {
	common, externs := Part[model.Common](j.Options), Part[model.ExternOptions](j.Options)
	if common == nil || externs == nil || j.Loaded == nil || common.Workers < 2 || !j.Given("workers") || !j.Loaded.RunsFunctions(*externs) {
		return
	}
	j.Note("the functions of the model are run by one worker, so that the result does not depend on timing")
}

// row returns a row of the table from its text, its options and its function.
func row[O any](a Analysis, defaults func() *O, run func(context.Context, *Job, *O) (any, error)) *Analysis {
	a.New = func() any { return defaults() }
	a.run = func(ctx context.Context, j *Job) (any, error) { return run(ctx, j, j.Options.(*O)) }
	return &a
}

// whole returns a document, or nil if there is an error other than that of a context, after which the document has the results so far.
func whole[T any](document *T, err error) (any, error) {
	if document == nil || err != nil && !isEnd(err) {
		return nil, err
	}
	return document, err
}

// CheckArgs returns an error if the number of arguments is wrong.
func (a *Analysis) CheckArgs(args []string) error {
	switch n := len(args); {
	case n >= a.Least && (a.Most < 0 || n <= a.Most):
		return nil
	case a.Most == 0:
		return fmt.Errorf("%s takes no arguments", a.Name)
	case a.Most == 1 && n > 1:
		return fmt.Errorf("%s takes one %s, not %d: %s", a.Name, strings.TrimPrefix(a.Needs, "a "), n, strings.Join(args, " "))
	}
	return fmt.Errorf("%s needs %s", a.Name, a.Needs)
}

// repeat returns the command line that repeats the analysis. It includes the named flags even if they have their defaults.
func (j *Job) repeat(always ...string) string {
	words := append([]string{"sextant", j.Analysis.Name}, quoted(j.Args)...)
	return strings.Join(append(words, flagWords(j.Options, j.Analysis.New(), "search", always...)...), " ")
}

// show returns the command line of another analysis, with the flags that matter for its output.
func (j *Job) show(name string, args []string, more ...string) string {
	words := slices.Concat([]string{"sextant", name}, quoted(args), flagWords(j.Options, j.Analysis.New(), "model"), quoted(more))
	return strings.Join(words, " ")
}

func quoted(words []string) []string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = text.Quote(w)
	}
	return out
}

// Faulty returns the document of an analysis on a model that has errors.
func Faulty(command string, l *model.Loaded) *result.Check {
	return &result.Check{Head: l.Head(command), Diagnostics: diag.ToJSON(l.List.Sorted()), Dropped: l.List.Dropped().Total(), Allowed: l.List.Allowed()}
}
