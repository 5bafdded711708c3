package run

import (
	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Finding is the problem that a run ends in, as plain data.
func (w *Witness) Finding(s *sts.System, kind, message string, place diag.Span) result.Finding {
	return Problem(w.Trace(s), kind, message, place)
}

// Problem is the problem that a run ends in, if its trace is there already.
func Problem(trace result.Trace, kind, message string, place diag.Span) result.Finding {
	out := result.Finding{Kind: kind, Message: message, Trace: trace}
	out.Depth = len(out.Trace.Steps)
	if place.File != nil {
		p := place.Position()
		out.File, out.Line, out.Column = place.FileName(), p.Line, p.Column
	}
	return out
}

// Violation is the finding that a run breaks an invariant at its end.
func (w *Witness) Violation(s *sts.System, broken *sts.Named) result.Finding {
	return w.Finding(s, result.InvariantViolation, ViolationMessage(broken), broken.Span)
}

// ViolationMessage returns the message that an invariant is violated.
func ViolationMessage(broken *sts.Named) string { return "invariant " + broken.Name + " does not hold" }
