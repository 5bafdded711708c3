package sts

import (
	"slices"
	"strings"
)

// Progress is how far a path has come with a purpose on transitions: a byte for each transition to be taken, which is 1 if it was, or for
// each prefix of a sequence, which is 1 if the path ends with it. It is empty for an unknown path, and for a purpose on a location.
type Progress string

// Begin returns the progress of the path without steps.
func (p *Purpose) Begin() Progress {
	switch p.Kind {
	case ReachLocation:
		return ""
	case FollowSequence:
		return p.passGaps(slices.Repeat([]byte{'0'}, len(p.Transitions)+1))
	}
	return Progress(strings.Repeat("0", len(p.Transitions)))
}

// passGaps adds the prefixes that every path ends with: the empty one, and those that continue a prefix by a gap.
func (p *Purpose) passGaps(ends []byte) Progress {
	ends[0] = '1'
	for i, t := range p.Transitions {
		if ends[i] == '1' && t == nil {
			ends[i+1] = '1'
		}
	}
	return Progress(ends)
}

// Advance returns the progress after one more step.
func (p *Purpose) Advance(before Progress, m *Move) Progress {
	if before == "" || p.Done(before) {
		return before
	}
	if p.Kind == ReachTransitions {
		taken := []byte(before)
		for i, t := range p.Transitions {
			if slices.Contains(m.Parts, t) {
				taken[i] = '1'
			}
		}
		return Progress(taken)
	}
	ends := slices.Repeat([]byte{'0'}, len(before))
	for i, t := range p.Transitions {
		switch {
		case before[i] == '0':
		case t == nil:
			ends[i] = '1'
		case slices.Contains(m.Parts, t):
			ends[i+1] = '1'
		}
	}
	return p.passGaps(ends)
}

// Done reports whether a path with this progress has reached the purpose.
func (p *Purpose) Done(g Progress) bool {
	if p.Kind == FollowSequence {
		return strings.HasSuffix(string(g), "1")
	}
	return g != "" && !strings.Contains(string(g), "0")
}

// Missing returns the transitions that a path still has to take; for a sequence, the next one after its longest prefix.
func (p *Purpose) Missing(g Progress) []*Transition {
	var out []*Transition
	for i, t := range p.Transitions {
		switch {
		case i >= len(g) || t == nil:
		case p.Kind == FollowSequence && g[i] == '1':
			out = []*Transition{t}
		case p.Kind == ReachTransitions && g[i] == '0':
			out = append(out, t)
		}
	}
	return out
}
