package compile

import (
	"slices"
	"strings"
	"unicode"

	"github.com/sextant-mbt/sextant/internal/diag"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/syntax"
)

// lint reports what the graph and the names show without a solver: unused names, locations that nothing leads to, guards
// that are false as written, and messages that no machine receives.
func (c *checker) lint() {
	c.lintUnused()
	for _, x := range c.system.Externs {
		c.lintContracts(x)
	}
	for _, m := range c.system.Machines {
		c.lintUnreachable(m)
		for _, t := range m.Transitions {
			if t.Guard.IsFalse() {
				c.list.Warnf(diag.CodeGuardFalse, t.Span, "the guard of %s is never true", t.Name)
			}
		}
	}
	c.lintPartners()
}

func (c *checker) lintUnused() {
	for _, o := range c.order {
		switch o.kind {
		case kindMember, kindMachine, kindInstance:
			continue // members come with their type; machines have a warning of their own
		}
		if !o.used {
			c.list.Warnf(diag.CodeUnused, o.name.Span(), "%s %q is never used", kindNames[o.kind], o.name.Text)
		}
	}
}

func (c *checker) lintUnreachable(m *sts.Machine) {
	reached := m.Reachable()
	for i, l := range m.Locations {
		if !reached[i] {
			c.list.Warnf(diag.CodeUnreachable, l.Span, "no path leads to location %q", l.Name)
		}
	}
}

// lintSimilar finds locations that are probably another one, misspelt: nothing leaves them, they are not declared, and their
// name is close to that of a location with transitions. Names that differ in digits only, such as s1 and s2, are intended.
func (m *machineLowering) lintSimilar() {
	known := map[string]bool{}
	var left []string
	for _, t := range m.out.Transitions {
		if name := m.out.Locations[t.From].Name; !known[name] {
			known[name] = true
			left = append(left, name)
		}
	}
	for _, d := range each[*syntax.LocationDecl](m.items) {
		for _, n := range d.Names {
			known[n.Text] = true
		}
	}
	for _, l := range m.out.Locations {
		if known[l.Name] {
			continue
		}
		best := diag.Closest(l.Name, left)
		if best == "" || withoutDigits(best) == withoutDigits(l.Name) {
			continue
		}
		m.list.Warnf(diag.CodeSimilarName, l.Span, "location \"%s\" has no transitions out of it and is not declared final", l.Name).
			WithHint(diag.DidYouMean(l.Name, left))
	}
}

func withoutDigits(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return -1
		}
		return r
	}, name)
}

// lintContracts finds contracts that no implementation can break.
func (c *checker) lintContracts(x *sts.Extern) {
	for _, k := range x.Contracts {
		if !slices.ContainsFunc(k.Behaviors, func(b sts.Behavior) bool { return !b.Pre.IsTrue() || !b.Post.IsTrue() }) {
			c.list.Warnf(diag.CodeContractNoEffect, k.Span, "the contract of %s has no effect", x.Name)
		}
	}
}

// lintPartners finds internal channels with senders but no receivers, or the other way round.
func (c *checker) lintPartners() {
	sends, receives := map[*sts.Channel]bool{}, map[*sts.Channel]bool{}
	for _, m := range c.system.Machines {
		for _, t := range m.Transitions {
			if t.Receive != nil {
				receives[t.Receive] = true
			}
			for _, msg := range t.Sends {
				sends[msg.Channel] = true
			}
		}
	}
	for _, ch := range c.system.Channels {
		if ch.Direction != sts.Internal || sends[ch] == receives[ch] {
			continue
		}
		missing := "receives from"
		if receives[ch] {
			missing = "sends to"
		}
		c.list.Warnf(diag.CodeNoReceiver, ch.Span, "no machine %s channel %q", missing, ch.Name)
	}
}
