package analysis

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/sextant-mbt/sextant/internal/analyses/lint"
	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/jobs/model"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Lint adds warnings and notes that need a solver to the list of a loaded model. Without a solver, or when ctx
// ends, it adds a note about that. It does nothing for a model with errors.
func Lint(ctx context.Context, l *model.Loaded, options model.SolverOptions) (result.Stats, error) {
	stats := result.Stats{Workers: 1}
	if l.System == nil {
		return stats, nil
	}
	start := time.Now()
	solver, err := options.Factory(l.System.Store)()
	if err == nil {
		err = lint.Check(ctx, l.System, solver, l.List)
		stats = model.SolverStats(solver.Stats(), start)
		solver.Close()
	}
	if model.NoSolver(err) {
		l.List.Notef(diag.CodeLintIncomplete, diag.Span{}, "guards were not compared: %v", err)
		return stats, nil
	}
	if err != nil && ctx.Err() != nil {
		l.List.Notef(diag.CodeLintIncomplete, diag.Span{}, "not all guards were compared: the check ended before (%s)", result.StopOf(ctx))
		return stats, nil
	}
	return stats, err
}

// CheckTables adds the errors in the tables of externs to the list of a loaded model. It returns an error if they cannot be read,
// or if the user does not allow it.
func CheckTables(l *model.Loaded) error {
	_, err := l.OpenTables(false)
	if faulty := (*model.ErrModel)(nil); errors.As(err, &faulty) {
		return nil
	}
	return err
}

// Describe summarizes a model in a line.
func Describe(l *model.Loaded) string {
	s := l.System
	locations := 0
	for _, m := range s.Machines {
		locations += len(m.Locations)
	}
	out := fmt.Sprintf("%s, %s, %s", text.Count(locations, "location"), text.Count(len(s.Transitions()), "transition"), text.Count(len(s.Variables()), "variable"))
	if s.Name != "" {
		out = s.Name + ", " + out
	}
	if len(s.Machines) > 1 {
		out += ", " + text.Count(len(s.Machines), "machine")
	}
	return out
}
