package junit

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/results/report"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// OfRun is the report of a test of a system: a case for each stored failure that was run first, and one for each failure of the
// session, or for the session if it has none. The error is why the command ended without success, if it did.
func OfRun(r *result.Run, err error) *Suite {
	s := newSuite(&r.Head, r.Seed)
	s.Text = report.Text(r, report.Options{Width: width})
	known := map[string]bool{}
	for _, k := range r.Known {
		c := s.replayed(k)
		if i := slices.IndexFunc(r.Failures, func(f result.Failure) bool { return f.File == k.File }); i >= 0 && k.Verdict.Wrong() {
			c.Detail = report.Evidence(r.Failures[i])
			known[k.File] = true
		}
		s.Cases = append(s.Cases, c)
	}
	s.Cases = append(s.Cases, s.session(r, known, err)...)
	return s
}

// width is that of texts, in columns.
const width = 100

func newSuite(h *result.Head, seed int64) *Suite {
	s := &Suite{Name: h.Model.Name, Seconds: h.Stats.Seconds, Properties: []Property{{"command", h.Command}, {"model", h.Model.File}, {"hash", h.Model.Hash},
		{"seed", fmt.Sprint(seed)}}}
	if s.Name == "" {
		s.Name = h.Command
	}
	if h.Stop != "" {
		s.Properties = append(s.Properties, Property{"stop", string(h.Stop)})
	}
	return s
}

// session lists the cases of the session itself, without those of known failures. One that was not run, because a stored failure failed
// again, has none.
func (s *Suite) session(r *result.Run, known map[string]bool, err error) []Case {
	var out []Case
	for _, f := range r.Failures {
		if known[f.File] {
			continue
		}
		c := Case{Class: s.Name, Name: r.Command, Seconds: f.Seconds, Outcome: Failed, Type: string(f.Verdict), Message: f.Evidence, Detail: report.Evidence(f)}
		if len(out) > 0 {
			c.Name = fmt.Sprintf("%s, failure %d", r.Command, len(out)+1)
		}
		out = append(out, c)
	}
	if len(r.Failures) > 0 {
		return out
	}
	c := Case{Class: s.Name, Name: r.Command, Seconds: r.Stats.Seconds, Message: r.Evidence, Type: string(r.Verdict)}
	for _, k := range r.Known {
		c.Seconds = max(0, c.Seconds-k.Seconds)
	}
	c.Outcome = outcomeOf(r.Verdict)
	if c.Outcome != Passed {
		c.Detail = report.Evidence(result.Failure{Evidence: r.Evidence, Trace: r.Trace})
	}
	if err != nil && c.Outcome != Failed {
		c.Outcome, c.Message = Errored, err.Error()
	}
	return []Case{c}
}

func outcomeOf(v result.Verdict) Outcome {
	switch v {
	case result.Pass, result.WeakPass:
		return Passed
	case result.Fail, result.Flaky:
		return Failed
	case result.Inconclusive:
		return Skipped
	}
	return Errored
}

// replayed is the case of a stored test.
func (s *Suite) replayed(t result.ReplayedTest) Case {
	c := Case{Class: s.Name, Name: strings.TrimSuffix(filepath.Base(t.File), ".json"), Seconds: t.Seconds, Outcome: outcomeOf(t.Verdict), Type: string(t.Verdict), Message: t.Evidence}
	if c.Outcome != Passed {
		c.Detail = report.Evidence(result.Failure{Evidence: t.Evidence, Trace: t.Trace})
	}
	return c
}

// OfReplay is the report of a suite: a case for each test, also for those that were not run.
func OfReplay(r *result.Replay, err error) *Suite {
	s := newSuite(&r.Head, r.Seed)
	s.Text = report.Text(r, report.Options{Width: width})
	for _, t := range r.Tests {
		s.Cases = append(s.Cases, s.replayed(t))
	}
	if r.NotRun > 0 || err != nil && s.Count(Failed) == 0 && s.Count(Errored) == 0 {
		s.Cases = append(s.Cases, s.notRun(r, err))
	}
	return s
}

// notRun is the case of the tests that were not run.
func (s *Suite) notRun(r *result.Replay, err error) Case {
	c := Case{Class: s.Name, Name: "tests that were not run", Outcome: Errored, Type: string(r.Stop), Message: report.NotRun(r)}
	if err != nil {
		c.Message = err.Error()
	}
	return c
}

// OfError is the report of a command that has no result; finding is whether that is because the model has errors.
func OfError(h result.Head, err error, finding bool) *Suite {
	s := newSuite(&h, 0)
	c := Case{Class: s.Name, Name: h.Command, Seconds: h.Stats.Seconds, Outcome: Errored, Type: string(result.Errored), Message: err.Error()}
	if finding {
		c.Outcome, c.Type = Failed, "model"
	}
	s.Cases = []Case{c}
	return s
}
