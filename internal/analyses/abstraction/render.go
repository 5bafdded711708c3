package abstraction

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Results as plain data.

// Result returns the abstraction as plain data.
func (a *Abstraction) Result() result.AbstractSystem {
	n := CountOf(a.Transitions)
	out := result.AbstractSystem{States: len(a.States), May: n.May, MustPlus: n.MustPlus, MustMinus: n.MustMinus, StateList: []result.AbstractState{}}
	for _, q := range a.States {
		s := result.AbstractState{Name: q.Name(), Truth: q.Truth, Initial: q.Initial, Example: run.FormatValues(a.System, q.Example)}
		if len(a.System.Machines) > 1 || len(a.System.Machines[0].Locations) > 1 { // more than events
			s.Location = a.System.LocationName(q.Locations)
		}
		out.StateList = append(out.StateList, s)
	}
	out.Transitions = formatTransitions(a.System, a.Transitions)
	return out
}

// Result returns the transitions that leave the reachable states.
func (d *Derived) Result() result.AbstractDerived {
	n := CountOf(d.Start)
	return result.AbstractDerived{May: n.May, MustPlus: n.MustPlus, MustMinus: n.MustMinus, Transitions: formatTransitions(d.Abstraction.System, d.Start)}
}

func formatTransitions(s *sts.System, transitions []*Transition) []result.AbstractTransition {
	out := []result.AbstractTransition{}
	for _, t := range transitions {
		out = append(out, result.AbstractTransition{From: t.Source(), Event: t.Move.Name, To: t.To.Name(), Example: formatStep(s, t.Example),
			MustPlus: formatVerdict(s, t.MustPlus), MustMinus: formatVerdict(s, t.MustMinus)})
	}
	return out
}

func formatVerdict(s *sts.System, v Verdict) result.MustAnswer {
	out := result.MustAnswer{Answer: cmp.Or(v.Answer, result.AnswerUnknown), Reason: v.Reason}
	if v.Against != nil {
		out.Against = run.FormatValues(s, v.Against)
	}
	return out
}

// formatStep writes the last step of a run: the state before, the event with its parameters, the state after; or an initial
// state.
func formatStep(s *sts.System, x *run.Witness) string {
	out := "{" + run.FormatValues(s, x.Config) + "}"
	if x.Move != nil {
		out = fmt.Sprintf("{%s} -%s-> %s", run.FormatValues(s, x.Parent.Config), formatEvent(x.Move, x.Params), out)
	}
	if x.Wait != nil && x.Wait.Sign() > 0 {
		out += fmt.Sprintf(" -wait %s-> {%s}", sts.FormatInstant(x.Wait), run.FormatValues(s, s.After(x.Config, x.Wait)))
	}
	return out
}

// formatEvent writes an event with its parameters.
func formatEvent(m *sts.Move, values []term.Value) string {
	if len(m.Params) == 0 {
		return m.Name
	}
	var parts []string
	for _, c := range sts.Components(m.Params) {
		parts = append(parts, c.Name+" = "+c.Format(values))
	}
	return m.Name + "(" + strings.Join(parts, ", ") + ")"
}

// FormatBreaches lists how the invariant can be broken.
func (a *Abstraction) FormatBreaches() []result.Breach {
	out := []result.Breach{}
	for _, b := range a.Breaches {
		r := result.Breach{Event: "the initial state", Reason: b.Reason}
		if b.Move != nil {
			r.Event = b.Move.Name
		}
		if b.Example != nil {
			r.Example = formatStep(a.System, b.Example)
		}
		out = append(out, r)
	}
	return out
}

// FormatChains lists chains found for m.
func FormatChains(chains []*Chain, m int, all bool) result.ChainList {
	out := result.ChainList{Repeat: m, Count: len(chains), Complete: all, List: []result.AbstractChain{}}
	for _, c := range chains {
		r := result.AbstractChain{Text: c.String(), May: c.May, States: []string{c.Steps[0].Source()}}
		for _, t := range c.Steps {
			r.Events = append(r.Events, t.Move.Name)
			r.States = append(r.States, t.To.Name())
		}
		out.Steps += len(c.Steps)
		out.List = append(out.List, r)
	}
	return out
}

// FormatTests lists tests, numbered from first; chains are those that FormatChains listed.
func (d *Derived) FormatTests(tests []*Test, chains []*Chain, first int) []result.AbstractTest {
	index := map[*Chain]int{}
	for i, c := range chains {
		index[c] = i
	}
	out := []result.AbstractTest{}
	for i, t := range tests {
		r := result.AbstractTest{Name: fmt.Sprintf("test-%02d", first+i), Chain: -1, Prefix: t.Prefix, Trace: t.Run.Trace(d.Abstraction.System)}
		if k, ok := index[t.Chain]; ok {
			r.Chain = k
		}
		for _, q := range t.States {
			name := "outside"
			if q != nil {
				name = q.Name()
			}
			r.States = append(r.States, name)
		}
		out = append(out, r)
	}
	return out
}
