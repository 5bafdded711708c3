package tester

import (
	"context"

	"github.com/sextant-mbt/sextant/internal/core/sts"
)

// Pairs: a fault may show only when one input follows another. So once everything is covered, inputs are preferred that never followed the last one,
// and then those after which some input was never sent, until there are none or a share of the inputs is spent.

// pairFirst inputs may be sent for pairs, and then a share of all. After nothing was found pairRests times in a row, pairs are given up.
const (
	pairFirst = 40
	pairShare = 4
	pairRests = 30
)

// pairing knows which pairs were tried. Each is tried once: some action may never be possible after another.
type pairing struct {
	tried map[succession]bool
	after map[*sts.Move][]*sts.Move // the moves that may follow one, by their locations
	sent  int                       // inputs
	rests int                       // number of times in a row that nothing was found
}

// pair chooses an action that never followed the last one, or after which some action was never tried; false if there is none. It does not use the
// solver.
func (r *roamer) pair(ctx context.Context) (act, bool, error) {
	p := &r.pairing
	if r.progress.complete == 0 || r.planner.follows() || r.planner.choice.fresh || p.rests >= pairRests || p.sent > pairFirst+r.report.Sent/pairShare {
		return act{}, false, nil
	}
	options, err := r.prospect.list(ctx)
	if err != nil {
		return act{}, false, err
	}
	r.picker.shuffle(options)
	keys := make([]float64, len(options))
	for i, o := range options {
		keys[i] = -r.gain(o.Move)
	}
	if options = sortedBy(options, keys); len(options) == 0 || r.gain(options[0].Move) == 0 {
		p.rests++
		return act{}, false, nil
	}
	p.try(succession{r.wander.last, options[0].Move})
	a, ok, err := r.picker.choice(ctx, options[0], false)
	if ok {
		p.sent, p.rests = p.sent+1, 0
	}
	return a, ok, err
}

// gain is how many pairs a move may lead to, of which the one with the last move counts for all.
func (r *roamer) gain(m *sts.Move) float64 {
	if m == nil {
		return 0
	}
	n := 0
	for _, next := range r.pairing.following(r.tracker.System, m) {
		if r.isNew(succession{m, next}) {
			n++
		}
	}
	if r.isNew(succession{r.wander.last, m}) {
		n += 1000
	}
	return float64(n)
}

// isNew reports whether a pair is still to be tried.
func (r *roamer) isNew(s succession) bool {
	return r.wander.sent[s] == 0 && !r.pairing.tried[s]
}

// try notes an attempt.
func (p *pairing) try(s succession) {
	if p.tried == nil {
		p.tried = map[succession]bool{}
	}
	p.tried[s] = true
}

// following lists the moves that may be sent after one, where a system has one machine; none otherwise.
func (p *pairing) following(s *sts.System, m *sts.Move) []*sts.Move {
	if len(s.Machines) > 1 {
		return nil
	}
	out, known := p.after[m]
	if known {
		return out
	}
	for _, next := range s.Moves() {
		if next.Input != nil && next.Parts[0].From == m.Parts[0].To {
			out = append(out, next)
		}
	}
	if p.after == nil {
		p.after = map[*sts.Move][]*sts.Move{}
	}
	p.after[m] = out
	return out
}
