// Package warn reports problems that the graph of a compiled model shows without a solver: locations that no path leads to, guards that are
// false as written, contracts without effect, channels between machines with senders or receivers only, and clocks without use.
package warn

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/core/sts"
)

// maxMeetings is the number of pairs of a sender and a receiver that a model may have: each is a step of its own.
const maxMeetings = 100_000

// Check adds warnings about a system to list, and an error if it is too large.
func Check(system *sts.System, list *diag.List) {
	if n := system.Meetings(); n > maxMeetings {
		list.ErrorHint(diag.CodeTooLarge, diag.Span{}, "use more channels, or fewer transitions for each",
			"the machines can meet in %d ways; the maximum is %d", n, maxMeetings)
	}
	for _, x := range system.Externs {
		checkContracts(x, list)
	}
	for _, m := range system.Machines {
		reached := m.Reachable()
		for i, l := range m.Locations {
			if !reached[i] {
				list.Warnf(diag.CodeUnreachable, l.Span, "no path leads to location %q", l.Name)
			}
		}
		for _, t := range m.Transitions {
			if t.Guard.IsFalse() && !t.Absent {
				list.Warnf(diag.CodeGuardFalse, t.Span, "the guard of %s is never true", t.Name)
			}
		}
	}
	checkPartners(system, list)
	checkClocks(system, list)
}

// checkContracts finds contracts that no implementation can break.
func checkContracts(x *sts.Extern, list *diag.List) {
	for _, k := range x.Contracts {
		if !slices.ContainsFunc(k.Behaviors, func(b sts.Behavior) bool { return !b.Pre.IsTrue() || !b.Post.IsTrue() }) {
			list.Warnf(diag.CodeContractNoEffect, k.Span, "the contract of %s has no effect", x.Name)
		}
	}
}

// checkPartners finds internal channels with senders but no receivers, or vice versa.
func checkPartners(system *sts.System, list *diag.List) {
	sends, receives := map[*sts.Channel]bool{}, map[*sts.Channel]bool{}
	for _, m := range system.Machines {
		for _, t := range m.Transitions {
			if t.Receive != nil {
				receives[t.Receive] = true
			}
			for _, msg := range t.Sends {
				sends[msg.Channel] = true
			}
		}
	}
	for _, ch := range system.Channels {
		if ch.Direction != sts.Internal || sends[ch] == receives[ch] {
			continue
		}
		missing := "receives from"
		if receives[ch] {
			missing = "sends to"
		}
		list.Warnf(diag.CodeNoReceiver, ch.Span, "no machine %s channel %q", missing, ch.Name)
	}
}
