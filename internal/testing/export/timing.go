package export

import (
	"math/big"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/testing/script"
)

// Instants of timed models, for all formats.

// sentText returns the input of a step, with the time before it if that is given.
func sentText(s script.Step) string {
	if s.After == nil {
		return s.Input.String()
	}
	return s.Input.String() + " after " + term.FormatRat(s.After)
}

// expectedText returns an output with the window in which it is allowed, if the model has clocks.
func expectedText(o script.Output) string {
	if o.Window == nil {
		return o.String()
	}
	return o.String() + " " + o.Window.String()
}

// aboutTime reports whether a condition mentions the gaps before outputs.
func aboutTime(s *script.Script, cond *term.Term) bool {
	return slices.ContainsFunc(s.Steps, func(step script.Step) bool {
		return slices.ContainsFunc(step.Outputs, func(o script.Output) bool { return o.Gap != nil && cond.Mentions(o.Gap) })
	})
}

// withSlack returns a condition on times whose limits are extended by a slack.
func withSlack(s *term.Store, cond, slack *term.Term) *term.Term {
	args := cond.Args()
	switch cond.Op() {
	case term.OpAnd, term.OpOr:
		for i, a := range args {
			args[i] = withSlack(s, a, slack)
		}
		if cond.Op() == term.OpAnd {
			return s.And(args...)
		}
		return s.Or(args...)
	case term.OpLe, term.OpLt:
		return s.Le(args[0], s.Add(args[1], slack))
	case term.OpEq:
		return s.And(s.Le(args[0], s.Add(args[1], slack)), s.Le(args[1], s.Add(args[0], slack)))
	}
	return s.True()
}

// decimal returns a time as a decimal number.
func decimal(r *big.Rat) string { return r.FloatString(max(1, digits(r))) }

// digits returns the number of decimals that a time needs, up to nine.
func digits(r *big.Rat) int {
	n, _ := r.FloatPrec()
	return min(n, 9)
}
