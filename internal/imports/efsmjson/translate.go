package efsmjson

import (
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/imports/convert"
	"github.com/sextant-mbt/sextant/internal/language/syntax"
	"github.com/sextant-mbt/sextant/internal/language/syntax/print"
)

// step is a row in the words of the model.
type step struct {
	row     *row
	targets []string // of the input
	guard   syntax.Expr
	update  []string
	sent    []sending
}

// sending is a message with the kinds of its arguments, which determine its channel once all rows are translated.
type sending struct {
	name  string
	args  []string
	kinds []*kind
}

// channel is an output with arguments of certain types.
type channel struct {
	name  string
	types []string
}

// translate turns every row into a step, twice: the first pass determines all kinds, and so the channels of the outputs; then
// all names of the model are given, and parameters get names that differ from them.
func (m *model) translate() {
	m.makeSteps()
	if m.list.HasErrors() {
		return
	}
	for _, s := range m.steps {
		for _, message := range s.sent {
			m.channel(message)
		}
	}
	m.makeSteps()
}

func (m *model) makeSteps() {
	m.steps = nil
	for _, r := range m.rows {
		m.steps = append(m.steps, m.step(r))
	}
}

func (m *model) step(p *row) step {
	s := step{row: p}
	locals, used := m.locals(p, &s)
	name := func(word string) (string, *kind) {
		used[word] = true
		if v := m.variables[word]; v != nil {
			return v.name, v.kind
		}
		return locals[word].name, locals[word].kind
	}
	if e := p.guard.tree; e != nil {
		t := translation{m, p.guard, name}
		guard, k := t.expr(e)
		t.want(e, k, truth)
		s.guard = guard
	}
	for _, a := range p.update {
		s.update = append(s.update, m.assign(a, name))
	}
	for _, o := range p.messages {
		s.sent = append(s.sent, m.sending(o, name))
	}
	for i, t := range p.params {
		if !used[t.string] && m.variables[t.string] == nil {
			s.targets[i] = "_"
		}
	}
	return s
}

// locals are the parameters of a row that are not stored; it fills the targets of the step's input.
func (m *model) locals(p *row, s *step) (map[string]place, map[string]bool) {
	locals := map[string]place{}
	own := convert.NewNames()
	for i, t := range p.params {
		k := m.inputs[p.input.string].kinds[i]
		if v := m.variables[t.string]; v != nil {
			if !v.kind.join(k) {
				t.Wrong(m.list, diag.CodeImportType, "", "%s is %s, but the input carries %s", convert.Clip(t.string),
					baseNames[v.kind.known()], baseNames[k.known()])
			}
			s.targets = append(s.targets, v.name)
			continue
		}
		local := own.Give(t.string, m.names)
		locals[t.string] = place{name: local, kind: k}
		s.targets = append(s.targets, local)
	}
	return locals, map[string]bool{}
}

func (m *model) assign(a assignment, name func(string) (string, *kind)) string {
	t := translation{m, a.value, name}
	out, k := t.expr(a.value.tree)
	v := m.variables[a.target.string]
	if want, got := v.kind.known(), k.known(); !v.kind.join(k) {
		t.mismatch(a.value.tree, got, want)
	}
	return v.name + " := " + print.Expr(out)
}

func (m *model) sending(o message, name func(string) (string, *kind)) sending {
	s := sending{name: o.name}
	t := translation{m, o.at, name}
	for _, a := range o.args {
		out, k := t.expr(a)
		s.args = append(s.args, print.Expr(out))
		s.kinds = append(s.kinds, k)
	}
	return s
}

// channel is the output channel for a message, made at the first of its types.
func (m *model) channel(s sending) *channel {
	var types []string
	for _, k := range s.kinds {
		types = append(types, baseTypes[k.known()])
	}
	key := s.name + "(" + strings.Join(types, ",")
	if c := m.channels[key]; c != nil {
		return c
	}
	c := &channel{name: m.names.Give(outputName(s.name)), types: types}
	m.channels[key] = c
	m.outputs = append(m.outputs, c)
	return c
}
