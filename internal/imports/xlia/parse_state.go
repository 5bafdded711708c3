package xlia

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/imports/scan"
)

// states reads those of a region.
func (p *parser) states(m *machine) {
	for p.more() && p.Now().Kind != scan.Label {
		t := p.Next()
		switch {
		case t.Is("state"):
			m.states = append(m.states, p.state())
		case t.Kind == scan.Word && t.Text[0] == '#', t.Is("statemachine"):
			p.Refuse(t.At, t.String()+" in a region", "write a state")
		default:
			p.Back()
			p.Unexpected("state")
		}
	}
}

// stateKinds are those that can be imported.
var stateKinds = []string{"simple", "start", "initial", "final", "terminal"}

func (p *parser) state() *state {
	s := &state{kind: "simple"}
	if p.Accept("<") {
		p.prefix("moc")
		kind := p.Name("the kind of the state")
		if kind.Text != "" && !slices.Contains(stateKinds, kind.Text) || p.Now().Is("&") {
			p.Refuse(kind.At, "a state<"+kind.String()+">", "")
		}
		s.kind = kind.Text
		p.Expect(">")
	}
	if t := p.Now(); t.Is("[") || t.Is("[^") || t.Kind == scan.Word && t.Text[0] == '#' {
		p.Refuse(t.At, "a state without a name of its own", "")
	}
	s.name = p.Name("the name of the state")
	p.label()
	if p.Accept(";") {
		return s
	}
	p.Expect("{")
	for p.more() {
		p.stateItem(s)
	}
	p.Expect("}")
	return s
}

// activities are actions at other moments than a transition.
var activities = []string{"@create", "@ienable", "@enable", "@idisable", "@disable", "@iabort", "@abort", "@irun", "@run", "@rtc", "@final"}

// stateItem reads one part of a state: a transition or an activity.
func (p *parser) stateItem(s *state) {
	t := p.Next()
	switch {
	case t.Is("transition"):
		p.transition(s, t, token{})
	case t.Text == "@init":
		s.init = append(s.init, p.block()...)
	case slices.Contains(activities, t.Text):
		p.Refuse(t.At, "the activity "+t.Text, "write its statements in the transitions")
	case t.Text == "@transition" && p.Now().Is(":"), t.Text == "@moe" && p.Now().Is(":"):
		p.Next()
	case t.Kind == scan.Label && (p.Now().Is("-->") || p.Now().Is("{")):
		name := t
		name.Text = name.Text[1:]
		p.transition(s, t, name)
	case t.Is("state"), t.Is("statemachine"), t.Kind == scan.Label:
		p.Refuse(t.At, t.String()+" within a state", "")
	case t.Is("var"), t.Is("const"), t.Is("clock"):
		p.Refuse(t.At, "a variable of a state", "declare it in the statemachine")
	case slices.Contains([]string{"transient", "timed", "timed#dense", "timed#discrete", "input_enabled"}, t.Text):
		p.Refuse(t.At, "the modifier "+t.Text+" of a transition", "")
	default:
		p.Back()
		p.Unexpected("transition or }")
	}
}

// transition reads a transition after its first word, which may be its name with @.
func (p *parser) transition(s *state, word, name token) {
	t := &transition{name: name, at: word.At}
	p.transitionKind()
	if name.Text == "" && p.Now().Kind == scan.Word {
		t.name = p.Next()
		t.at = t.name.At
	}
	p.label()
	if p.Accept("-->") {
		t.target = p.target()
		if !p.Accept(";") {
			t.body = p.block()
		}
	} else {
		t.body = p.block()
		p.Accept("-->")
		if p.Now().Kind != scan.Word {
			p.Refuse(t.at, "a transition without a target", "write --> and a state")
		}
		t.target = p.target()
		p.Expect(";")
	}
	s.transitions = append(s.transitions, t)
}

// transitionKind reads <simple>; other kinds and priorities are refused.
func (p *parser) transitionKind() {
	if !p.Accept("<") {
		return
	}
	p.prefix("moc")
	if t := p.Now(); !t.Is("simple") || p.Peek(1).Is("&") {
		p.Refuse(t.At, "a transition<"+t.String()+">", "write the condition in its guard")
	}
	p.Next()
	if t := p.Now(); t.Is(",") {
		p.Refuse(t.At, "the priority or probability of a transition", "write conditions in guards")
	}
	p.Expect(">")
}

func (p *parser) target() token {
	t := p.Name("the target of the transition")
	if next := p.Now(); next.Is(".") || next.Is("::") || next.Is(",") || t.Text != "" && t.Text[0] == '#' {
		p.Refuse(t.At, "a target that is not a state of this region", "")
	}
	return t
}
