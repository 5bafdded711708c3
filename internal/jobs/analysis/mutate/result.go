package mutate

import (
	"context"

	"github.com/sextant-mbt/sextant/internal/analyses/mutation/mutant"
	"github.com/sextant-mbt/sextant/internal/analyses/mutation/mutate"
	"github.com/sextant-mbt/sextant/internal/analyses/testgen"
	"github.com/sextant-mbt/sextant/internal/jobs/analysis"
	"github.com/sextant-mbt/sextant/internal/jobs/model"
	"github.com/sextant-mbt/sextant/internal/jobs/store"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/script"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
)

// mutateResult returns the result as plain data.
func mutateResult(ctx context.Context, l *model.Loaded, options Options, r *mutate.Result, tests []mutate.Test) *result.Mutate {
	p := r.Population
	out := &result.Mutate{Head: l.Head("mutate"), Extended: !options.Measure, Seed: options.Seed, Mutants: []result.MutantOutcome{},
		Edits: p.Edits, Rejected: p.Rejected, Same: p.Same, Duplicates: p.Duplicates, Omitted: p.Dropped}
	for i, m := range p.Mutants {
		f := r.Fates[i]
		out.Mutants = append(out.Mutants, result.MutantOutcome{Kind: string(m.Kind), File: m.File, Line: m.Line, Text: m.Words,
			Status: f.Status, Test: f.Test, Added: f.Added, Reason: f.Explain(), Cause: f.Cause()})
	}
	for _, t := range r.Unsound {
		out.Unsound = append(out.Unsound, t.Name)
	}
	out.Engines = r.Engines
	out.Kinds = kindCounts(out.Mutants)
	out.Before = score(out.Mutants, tests, false)
	out.After = score(out.Mutants, append(tests[:len(tests):len(tests)], r.Added...), true)
	if !r.Complete {
		out.Stop = result.StopOf(ctx)
		if len(out.Mutants) == 0 {
			out.Before.Score, out.After.Score = 0, 0 // nothing was shown
		}
	}
	return out
}

// kindCounts returns the counts for each kind that has mutants.
func kindCounts(mutants []result.MutantOutcome) []result.KindCount {
	out := []result.KindCount{}
	for _, kind := range mutant.Kinds {
		k := result.KindCount{Kind: string(kind)}
		for _, m := range mutants {
			if m.Kind == k.Kind {
				k.Count(m.Status)
			}
		}
		if k.Made > 0 {
			out = append(out, k)
		}
	}
	return out
}

// score counts the mutants that tests kill; added tests count only in the final score.
func score(mutants []result.MutantOutcome, tests []mutate.Test, withAdded bool) result.MutationScore {
	s := result.MutationScore{Tests: len(tests), Score: 1}
	for _, t := range tests {
		s.Inputs += len(t.Inputs)
	}
	for _, m := range mutants {
		if m.Status == result.FateKilled || m.Status == result.FateUndecided {
			s.Against++
		}
		if m.Status == result.FateKilled && (withAdded || !m.Added) {
			s.Killed++
		}
	}
	if s.Against > 0 {
		s.Score = float64(s.Killed) / float64(s.Against)
	}
	return s
}

// extended returns the suite including the added tests, in the form of Generate.
func extended(ctx context.Context, l *model.Loaded, suite *result.Suite, r *mutate.Result, oracle *testgen.Oracle) (*result.Suite, error) {
	out := *suite
	out.Tests = append([]result.SuiteTest{}, suite.Tests...)
	for _, t := range r.Added {
		test, err := addedTest(l, t, oracle)
		if err != nil {
			return nil, err
		}
		test.Covers = killedBy(r, t.Name)
		if test.Test, err = store.NewTest(l.Info(), suite.Seed, t.Inputs); err != nil {
			return nil, err
		}
		if test.Expect, err = expectedOf(ctx, t.Inputs, test.Transitions, oracle); err != nil {
			return nil, err
		}
		out.Tests = append(out.Tests, test)
		out.Steps += len(test.Transitions)
	}
	return &out, nil
}

// addedTest returns a test with the run of the model that it follows, if one is known, and without its inputs.
func addedTest(l *model.Loaded, t mutate.Test, oracle *testgen.Oracle) (result.SuiteTest, error) {
	if t.Run == nil {
		return result.SuiteTest{Name: t.Name, Transitions: []string{}, Expect: []result.ExpectedStep{}}, nil
	}
	out, err := analysis.SuiteTest(l.System, l.Info(), script.Test{Run: t.Run}, 0, oracle.Functions)
	out.Name = t.Name
	return out, err
}

// expectedOf returns the expected outputs of a test. There are none if no run of the model with all inputs is known, or if
// the time limit is reached; a replay does not need them.
func expectedOf(ctx context.Context, inputs []sut.Message, moves []string, oracle *testgen.Oracle) ([]result.ExpectedStep, error) {
	if len(moves) == 0 || ctx.Err() != nil {
		return []result.ExpectedStep{}, nil
	}
	script, err := oracle.Script(ctx, inputs, moves)
	if err != nil {
		return []result.ExpectedStep{}, nil
	}
	return analysis.Expected(script)
}

// killedBy describes the mutants that a test is the first to kill.
func killedBy(r *mutate.Result, test string) []string {
	out := []string{}
	for i, f := range r.Fates {
		if f.Added && f.Test == test {
			out = append(out, "kills "+r.Population.Mutants[i].String())
		}
	}
	return out
}
