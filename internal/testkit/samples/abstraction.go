// Package samples has sample documents for the tests of those who print and draw them.
package samples

import "github.com/sextant-mbt/sextant/internal/results/result"

// HostileText is a name that every notation must escape.
const HostileText = "a\"<b>&]|{};\n\x1b[31m→ --> `x`"

// proved and others are answers to musts.
var (
	proved  = result.MustAnswer{Answer: "proved"}
	refuted = result.MustAnswer{Answer: "refuted", Against: "x = 0"}
	open    = result.MustAnswer{Answer: "unknown", Reason: "z3 reached its time limit"}
)

// SmallAbstraction is an abstraction with every kind of transition, and one test.
func SmallAbstraction() result.AbstractSet {
	s := result.AbstractSet{Predicates: result.PredicateList{Name: "P", List: []string{"x > 0", "on"}, Added: []string{"x > 5"}}}
	s.Abstraction = result.AbstractSystem{States: 2, May: 3, MustPlus: 1, MustMinus: 1,
		StateList: []result.AbstractState{
			{Name: "q0", Truth: []bool{false, false}, Initial: true, Example: "x = 0, on = false"},
			{Name: "q1", Truth: []bool{true, false}, Example: "x = 1, on = false", Location: "idle"},
		},
		Transitions: []result.AbstractTransition{
			{From: "q0", Event: "up", To: "q1", Example: "{x = 0} -up-> {x = 1}", MustPlus: proved, MustMinus: refuted},
			{From: "q1", Event: "up", To: "q1", Example: "{x = 1} -up-> {x = 2}", MustPlus: refuted, MustMinus: proved},
			{From: "q1", Event: "down", To: "q0", Example: "{x = 1} -down-> {x = 0}", MustPlus: refuted, MustMinus: open},
		}}
	s.Derived = result.AbstractDerived{May: 1, Transitions: []result.AbstractTransition{{From: "qd0", Event: "up", To: "q1", MustPlus: refuted, MustMinus: refuted}}}
	s.Chains = result.ChainList{Repeat: 2, Count: 1, Steps: 2, List: []result.AbstractChain{{Text: "qd0 -up-> q1 -up+-> q1"}}}
	s.Tests = []result.AbstractTest{{Name: "test-01", Prefix: 1, States: []string{"q0", "q1", "q1", "q1"},
		Trace: result.Trace{Steps: []result.Step{{Transition: "up"}, {Transition: "up"}, {Transition: "up"}}}, Played: &result.PlayedTest{Verdict: "pass", Replans: 1}},
		{Name: "test-02", Chain: -1, States: []string{"q0"}, Played: &result.PlayedTest{Verdict: "fail", Evidence: "at {x = 0} the system takes up to {x = 3}"}}}
	s.Coverage.States = result.Tally{Covered: 2, Total: 2}
	s.Coverage.Transitions = result.Tally{Covered: 2, Total: 3, Missing: []result.Miss{{Name: "q1 -down-> q0", Why: result.Why{Reason: "no test reaches it"}}}}
	s.Unknown = []result.OpenQuery{{About: "whether q1 -down-> q0 is must-", Reason: "z3 reached its time limit"}}
	return s
}

// HostileAbstraction is SmallAbstraction with names that every notation must escape.
func HostileAbstraction() result.AbstractSet {
	s := SmallAbstraction()
	s.Predicates.List = []string{HostileText, HostileText}
	for i := range s.Abstraction.StateList {
		s.Abstraction.StateList[i].Example, s.Abstraction.StateList[i].Location = HostileText, HostileText
	}
	for i := range s.Abstraction.Transitions {
		s.Abstraction.Transitions[i].Event, s.Abstraction.Transitions[i].Example = HostileText, HostileText
	}
	return s
}
