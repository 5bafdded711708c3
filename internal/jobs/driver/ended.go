package driver

import (
	"context"
	"errors"

	"github.com/sextant-mbt/sextant/internal/jobs/model"
	"github.com/sextant-mbt/sextant/internal/results/report"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Results of analyses that a time limit or the user ended early. The result has what was found until then, and the document has the
// reason why it ended. An analysis without any result returns the error of its context, and the document has only the reason.

// ErrStopped is the error of an analysis that was ended before its work was done.
type ErrStopped struct{ Stop result.Stop }

func (e *ErrStopped) Error() string { return report.Stopped(e.Stop) }

// isEnd reports whether an error is that of a context.
func isEnd(err error) bool {
	return errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
}

// Ended completes the result of an analysis that ended together with ctx.
func (j *Job) Ended(ctx context.Context, document any, err error) (any, error) {
	stop := result.StopOf(ctx)
	if !stop.Early() || err != nil && !isEnd(err) {
		return document, err
	}
	if document == nil && err != nil {
		var unread *model.ErrNotRead
		if !errors.As(err, &unread) {
			err = &ErrStopped{stop}
		}
		return j.Unfinished(stop), err
	}
	if d, ok := document.(interface{ EndedBy(result.Stop) }); ok {
		d.EndedBy(stop)
	} else if err != nil {
		return document, &ErrStopped{stop}
	}
	return document, Judge(document)
}

// Unfinished returns the document of an analysis without a result.
func (j *Job) Unfinished(stop result.Stop) *result.Unfinished {
	r := &result.Unfinished{Head: result.Head{Command: j.Analysis.Name, Stop: stop, Stats: result.Stats{Seconds: j.seconds()}}}
	if j.Loaded != nil && j.Loaded.Model != nil {
		r.Model = j.Loaded.Info()
	} else if j.Analysis.Models != NoModel {
		r.Model.File = j.Args[0]
	}
	return r
}

// Document returns the JSON document of an analysis that ended with a result and an error: the result, or if there is none, the errors of
// the model, or the error.
func (j *Job) Document(document any, err error) any {
	switch {
	case document != nil || err == nil:
		return document
	case j.Loaded != nil && IsFinding(err):
		return Faulty(j.Analysis.Name, j.Loaded)
	}
	return result.NewFailed(j.Analysis.Name, err)
}

// ErrOpen is the error of an analysis that completed its work, but left some goals undecided.
type ErrOpen struct{ Open []result.Open }

// Error lists the undecided goals.
func (e *ErrOpen) Error() string { return report.LeftOpen(e.Open) }

// Judge returns the error that a document stands for: ErrFinding if it has a finding, otherwise an ErrStopped if its work was not
// completed, or an ErrOpen if something was not decided.
func Judge(document any) error {
	if f, ok := document.(interface{ Finding() bool }); ok && f.Finding() {
		return ErrFinding
	}
	if d, ok := document.(interface{ Stopped() result.Stop }); ok && d.Stopped().Early() {
		return &ErrStopped{d.Stopped()}
	}
	if d, ok := document.(interface{ LeftOpen() []result.Open }); ok && len(d.LeftOpen()) > 0 {
		return &ErrOpen{d.LeftOpen()}
	}
	return nil
}

// IsComplete reports whether an analysis completed its work, with or without a finding, and whether or not everything was decided.
func IsComplete(err error) bool {
	var open *ErrOpen
	return err == nil || IsFinding(err) || errors.As(err, &open)
}
