package sts

import (
	"math/big"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Window is an interval of time. An end that is nil is unbounded.
type Window struct {
	Low, High         *big.Rat
	OpenLow, OpenHigh bool // the end itself is not included
}

// Contains reports whether an instant is in the window.
func (w Window) Contains(at *big.Rat) bool {
	if w.Low != nil {
		if c := at.Cmp(w.Low); c < 0 || c == 0 && w.OpenLow {
			return false
		}
	}
	if w.High != nil {
		if c := at.Cmp(w.High); c > 0 || c == 0 && w.OpenHigh {
			return false
		}
	}
	return true
}

// IsEmpty reports whether no instant is in the window.
func (w Window) IsEmpty() bool {
	if w.Low == nil || w.High == nil {
		return false
	}
	c := w.Low.Cmp(w.High)
	return c > 0 || c == 0 && (w.OpenLow || w.OpenHigh)
}

// String writes the window for people, as in "from 2.0 to 5.0" or "after 2.0".
func (w Window) String() string {
	var parts []string
	switch {
	case w.Low != nil && w.High != nil && w.Low.Cmp(w.High) == 0:
		return "at " + FormatInstant(w.Low)
	case w.Low != nil && w.OpenLow:
		parts = append(parts, "after "+FormatInstant(w.Low))
	case w.Low != nil && w.Low.Sign() > 0:
		parts = append(parts, "from "+FormatInstant(w.Low))
	}
	switch {
	case w.High != nil && w.OpenHigh:
		parts = append(parts, "before "+FormatInstant(w.High))
	case w.High != nil:
		parts = append(parts, "up to "+FormatInstant(w.High))
	}
	if len(parts) == 0 {
		return "at any time"
	}
	return strings.Join(parts, " and ")
}

// instantDigits is the number of digits of an instant that is not a finite decimal.
const instantDigits = 15

// FormatInstant writes an instant for reports; nil gives the empty string.
func FormatInstant(r *big.Rat) string {
	if r == nil {
		return ""
	}
	if _, exact := r.FloatPrec(); exact {
		return term.FormatRat(r)
	}
	return strings.TrimRight(r.FloatString(instantDigits), "0")
}

// meet narrows the window by a comparison with a constant.
func (w *Window) meet(value *big.Rat, isLow, strict bool) {
	if isLow {
		if w.Low == nil || value.Cmp(w.Low) > 0 || value.Cmp(w.Low) == 0 && strict {
			w.Low, w.OpenLow = value, strict
		}
		return
	}
	if w.High == nil || value.Cmp(w.High) < 0 || value.Cmp(w.High) == 0 && strict {
		w.High, w.OpenHigh = value, strict
	}
}

// Project returns the values of a real variable for which conditions can hold. Other variables are eliminated; exact is false if that is not
// possible, because they are not real or do not occur linearly: then the window may be too large. Conditions that share no variables with it,
// directly or through others, are ignored.
func (s *System) Project(conditions []*term.Term, v *term.Term) (w Window, exact bool) {
	conditions = connected(conditions, v)
	var others []*term.Term
	for _, x := range term.Variables(conditions) {
		if x != v {
			others = append(others, x)
		}
	}
	exact = true
	for _, c := range s.eliminate(others, conditions) {
		vars := c.Vars()
		if len(vars) == 0 {
			if c.IsFalse() {
				return Window{Low: new(big.Rat), High: new(big.Rat), OpenLow: true, OpenHigh: true}, exact
			}
			continue
		}
		value, factor := s.solve(c, v)
		if len(vars) != 1 || value == nil || !value.IsConst() {
			exact = false
			continue
		}
		bound := value.Value().Rat()
		if c.Op() == term.OpEq {
			w.meet(bound, true, false)
			w.meet(bound, false, false)
			continue
		}
		w.meet(bound, factor < 0, c.Op() == term.OpLt)
	}
	return w, exact
}

// connected returns the conditions that share variables with v, directly or by others.
func connected(conditions []*term.Term, v *term.Term) []*term.Term {
	live, taken := map[*term.Term]bool{v: true}, make([]bool, len(conditions))
	for changed := true; changed; {
		changed = false
		for i, c := range conditions {
			if taken[i] || !c.IsConst() && !c.MentionsIn(live) {
				continue
			}
			taken[i], changed = true, true
			for _, x := range c.Vars() {
				live[x] = true
			}
		}
	}
	var out []*term.Term
	for i, c := range conditions {
		if taken[i] {
			out = append(out, c)
		}
	}
	return slices.Clip(out)
}
