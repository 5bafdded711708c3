package xlia

import (
	"slices"
)

// states reads those of a region.
func (p *parser) states(m *machine) {
	for p.more() && p.now().kind != tokenAt {
		t := p.next()
		switch {
		case t.is("state"):
			m.states = append(m.states, p.state())
		case t.kind == tokenWord && t.text[0] == '#', t.is("statemachine"):
			p.refuse(t.at, t.String()+" in a region", "write a state")
		default:
			p.at--
			p.unexpected("state")
		}
	}
}

// stateKinds are those that can be imported.
var stateKinds = []string{"simple", "start", "initial", "final", "terminal"}

func (p *parser) state() *state {
	s := &state{kind: "simple"}
	if p.accept("<") {
		p.prefix("moc")
		kind := p.name("the kind of the state")
		if kind.text != "" && !slices.Contains(stateKinds, kind.text) || p.now().is("&") {
			p.refuse(kind.at, "a state<"+kind.String()+">", "")
		}
		s.kind = kind.text
		p.expect(">")
	}
	if t := p.now(); t.is("[") || t.is("[^") || t.kind == tokenWord && t.text[0] == '#' {
		p.refuse(t.at, "a state without a name of its own", "")
	}
	s.name = p.name("the name of the state")
	p.label()
	if p.accept(";") {
		return s
	}
	p.expect("{")
	for p.more() {
		p.stateItem(s)
	}
	p.expect("}")
	return s
}

// activities are what happens at other moments than a transition.
var activities = []string{"@create", "@ienable", "@enable", "@idisable", "@disable", "@iabort", "@abort", "@irun", "@run", "@rtc", "@final"}

// stateItem reads one part of a state: a transition or an activity.
func (p *parser) stateItem(s *state) {
	t := p.next()
	switch {
	case t.is("transition"):
		p.transition(s, t, token{})
	case t.is("@init"):
		s.init = append(s.init, p.block()...)
	case slices.Contains(activities, t.text):
		p.refuse(t.at, "the activity "+t.text, "write its statements in the transitions")
	case t.is("@transition") && p.now().is(":"), t.is("@moe") && p.now().is(":"):
		p.next()
	case t.kind == tokenAt && (p.now().is("-->") || p.now().is("{")):
		name := t
		name.text = name.text[1:]
		p.transition(s, t, name)
	case t.is("state"), t.is("statemachine"), t.kind == tokenAt:
		p.refuse(t.at, t.String()+" within a state", "")
	case t.is("var"), t.is("const"), t.is("clock"):
		p.refuse(t.at, "a variable of a state", "declare it in the statemachine")
	case slices.Contains([]string{"transient", "timed", "timed#dense", "timed#discrete", "input_enabled"}, t.text):
		p.refuse(t.at, "the modifier "+t.text+" of a transition", "")
	default:
		p.at--
		p.unexpected("transition or }")
	}
}

// transition reads a transition after its first word, which may be its name with @.
func (p *parser) transition(s *state, word, name token) {
	t := &transition{name: name, at: word.at}
	p.transitionKind()
	if name.text == "" && p.now().kind == tokenWord {
		t.name = p.next()
		t.at = t.name.at
	}
	p.label()
	if p.accept("-->") {
		t.target = p.target()
		if !p.accept(";") {
			t.body = p.block()
		}
	} else {
		t.body = p.block()
		p.accept("-->")
		if p.now().kind != tokenWord {
			p.refuse(t.at, "a transition without a target", "write --> and a state")
		}
		t.target = p.target()
		p.expect(";")
	}
	s.transitions = append(s.transitions, t)
}

// transitionKind reads <simple>; other kinds and priorities are refused.
func (p *parser) transitionKind() {
	if !p.accept("<") {
		return
	}
	p.prefix("moc")
	if t := p.now(); !t.is("simple") || p.ahead().is("&") {
		p.refuse(t.at, "a transition<"+t.String()+">", "write the condition in its guard")
	}
	p.next()
	if t := p.now(); t.is(",") {
		p.refuse(t.at, "the priority or probability of a transition", "write conditions in guards")
	}
	p.expect(">")
}

func (p *parser) target() token {
	t := p.name("the target of the transition")
	if next := p.now(); next.is(".") || next.is("::") || next.is(",") || t.text != "" && t.text[0] == '#' {
		p.refuse(t.at, "a target that is not a state of this region", "")
	}
	return t
}
