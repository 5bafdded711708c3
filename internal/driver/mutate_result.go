package driver

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/sextant-mbt/sextant/internal/mutation/mutant"
	"github.com/sextant-mbt/sextant/internal/mutation/mutate"
	"github.com/sextant-mbt/sextant/internal/result"
	"github.com/sextant-mbt/sextant/internal/suite/testgen"
)

// mutateResult is the result as plain data.
func mutateResult(l *Loaded, options MutateOptions, r *mutate.Result, tests []mutate.Test) *MutateResult {
	p := r.Population
	out := &MutateResult{Command: "mutate", Model: l.Info(), Complete: r.Complete, Seed: options.Seed, Mutants: []MutantOutcome{},
		Edits: p.Edits, Rejected: p.Rejected, Same: p.Same, Duplicates: p.Duplicates, Omitted: p.Dropped}
	for i, m := range p.Mutants {
		f := r.Fates[i]
		out.Mutants = append(out.Mutants, MutantOutcome{m.Kind, m.File, m.Line, m.Words, f.Status, f.Test, f.Added, f.Reason})
	}
	for _, t := range r.Unsound {
		out.Unsound = append(out.Unsound, t.Name)
	}
	out.Kinds = kindCounts(out.Mutants)
	out.Before = score(out.Mutants, tests, false)
	out.After = score(out.Mutants, append(tests[:len(tests):len(tests)], r.Added...), true)
	if !r.Complete && len(out.Mutants) == 0 {
		out.Before.Score, out.After.Score = 0, 0 // nothing was shown
	}
	return out
}

// kindCounts counts by kind, those that have mutants.
func kindCounts(mutants []MutantOutcome) []KindCount {
	out := []KindCount{}
	for _, kind := range mutant.Kinds {
		k := KindCount{Kind: kind}
		for _, m := range mutants {
			if m.Kind != kind {
				continue
			}
			k.Made++
			switch m.Status {
			case mutate.Killed:
				k.Killed++
			case mutate.Equivalent:
				k.Equivalent++
			case mutate.Conforming:
				k.Conforming++
			default:
				k.Undecided++
			}
		}
		if k.Made > 0 {
			out = append(out, k)
		}
	}
	return out
}

// score counts what tests kill; tests that were added count only in the end.
func score(mutants []MutantOutcome, tests []mutate.Test, withAdded bool) MutationScore {
	s := MutationScore{Tests: len(tests), Score: 1}
	for _, t := range tests {
		s.Inputs += len(t.Inputs)
	}
	for _, m := range mutants {
		if m.Status == mutate.Killed || m.Status == mutate.Undecided {
			s.Against++
		}
		if m.Status == mutate.Killed && (withAdded || !m.Added) {
			s.Killed++
		}
	}
	if s.Against > 0 {
		s.Score = float64(s.Killed) / float64(s.Against)
	}
	return s
}

// extended is the suite with the tests that were added, in the form of Generate.
func extended(ctx context.Context, l *Loaded, suite *SuiteResult, r *mutate.Result, oracle *testgen.Oracle) (*SuiteResult, error) {
	out := *suite
	out.Tests = append([]SuiteTest{}, suite.Tests...)
	for _, t := range r.Added {
		inputs, err := storeAll(t.Inputs)
		if err != nil {
			return nil, err
		}
		test := SuiteTest{Name: t.Name, Transitions: append([]string{}, t.Moves...), Expect: []ExpectedStep{}, Covers: killedBy(r, t.Name)}
		test.Test = Test{Format: testFormat, Model: l.Info(), Seed: suite.Seed, Inputs: inputs}
		if test.Expect, err = expectedOf(ctx, t, oracle); err != nil {
			return nil, err
		}
		out.Tests = append(out.Tests, test)
		out.Steps += len(t.Moves)
	}
	return &out, nil
}

// expectedOf says what a test expects. It is nothing if no run of the model is known that takes all inputs, or the time is
// up: a replay does not need it.
func expectedOf(ctx context.Context, t mutate.Test, oracle *testgen.Oracle) ([]ExpectedStep, error) {
	if t.Moves == nil || ctx.Err() != nil {
		return []ExpectedStep{}, nil
	}
	script, err := oracle.Script(ctx, t.Inputs, t.Moves)
	if err != nil {
		return []ExpectedStep{}, nil
	}
	return expected(script)
}

// killedBy tells in words which mutants a test kills first.
func killedBy(r *mutate.Result, test string) []string {
	out := []string{}
	for i, f := range r.Fates {
		if f.Added && f.Test == test {
			out = append(out, "kills "+r.Population.Mutants[i].String())
		}
	}
	return out
}

// readSuite reads a stored suite, or a single stored test.
func readSuite(l *Loaded, path string) (*SuiteResult, error) {
	files, err := TestFiles(l, path)
	if err != nil {
		return nil, err
	}
	out := &SuiteResult{Command: "generate", Model: l.Info(), Coverage: storedCoverage(path)}
	for i, file := range files {
		var t SuiteTest
		if err := readTest(file, &t, &t.Test); err != nil {
			return nil, err
		}
		t.Name = fmt.Sprintf("test-%02d", i+1)
		if name := strings.TrimSuffix(filepath.Base(file), ".json"); testFile.MatchString(name + ".json") {
			t.Name = name
		}
		out.Tests = append(out.Tests, t)
		out.Steps += max(len(t.Transitions), len(t.Inputs))
	}
	return out, nil
}

// storedCoverage is what the summary of a suite says that it covers; nothing without a summary.
func storedCoverage(folder string) GoalCoverage {
	summary := suiteSummary{Coverage: GoalCoverage{Missing: []result.Miss{}}}
	if data, err := os.ReadFile(filepath.Join(folder, suiteFile)); err == nil {
		_ = json.Unmarshal(data, &summary) // TestFiles has checked it
	}
	return summary.Coverage
}
