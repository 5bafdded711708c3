package xlia

import (
	"fmt"
	"slices"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/imports/scan"
)

// parser reads a system.
type parser struct {
	*scan.Cursor
	groups int // connections so far
}

// parse reads a system and reports errors.
func parse(file *diag.File, list *diag.List) *machine {
	p := &parser{Cursor: scan.File(file, list, language)}
	if p.Failed() {
		return nil
	}
	p.prologue()
	m := p.system()
	p.ExpectEnd("the end of the file")
	if list.HasErrors() {
		return nil
	}
	return m
}

// label passes over the text in quotes that may follow a name.
func (p *parser) label() {
	if p.Now().Kind == scan.Text {
		p.Next()
	}
}

// more reports whether a block goes on.
func (p *parser) more() bool { return !p.Now().Is("}") && p.Now().Kind != scan.End }

// prologue reads @xlia< system, 1.0 >:, which may be missing.
func (p *parser) prologue() {
	if p.Now().Kind != scan.Label {
		return
	}
	if first := p.Next(); !slices.Contains([]string{"@xlia", "@FormalML", "@formalml", "@xfml", "@fml", "@diversity", "@xfsp"}, first.Text) {
		p.Fail(diag.CodeImportSyntax, first.At, "", `@xlia or "system" is expected here, not %q`, first.String())
	}
	p.Expect("<")
	for p.more() && !p.Now().Is(">") {
		p.Next()
	}
	p.Expect(">")
	p.Expect(":")
}

func (p *parser) system() *machine {
	timed := p.modifiers()
	if t := p.Now(); t.Is("package") {
		p.Refuse(t.At, "a package", "write one self-contained system")
	}
	p.Expect("system")
	m := &machine{timed: timed, kind: p.concurrency()}
	m.name = p.Name("the name of the system")
	p.label()
	p.body(m, false)
	return m
}

// modifiers reads those of a system or machine, and reports whether it is timed.
func (p *parser) modifiers() bool {
	timed := false
	for {
		switch t := p.Now(); {
		case t.Is("timed"), t.Is("timed#dense"):
			timed = true
		case t.Is("prototype"), t.Is("lifeline"), t.Is("public"), t.Is("private"), t.Is("protected"):
		case slices.Contains([]string{"timed#discrete", "input_enabled", "model", "dynamic", "unsafe"}, t.Text) && t.Kind == scan.Word:
			p.Refuse(t.At, "the modifier "+t.Text, "")
			return timed
		default:
			return timed
		}
		p.Next()
	}
}

// concurrency reads <and> or <or> after the word system or statemachine.
func (p *parser) concurrency() token {
	if !p.Accept("<") {
		return token{}
	}
	p.prefix("moc")
	t := p.Name("and or or")
	if t.Text != "" && t.Text != "and" && t.Text != "or" {
		p.Refuse(t.At, "the model of computation "+t.String(), "")
	}
	p.Expect(">")
	return t
}

// prefix passes over a word with a colon that may come before a value, as in moc: and.
func (p *parser) prefix(word string) {
	if p.Now().Is(word) && p.Peek(1).Is(":") {
		p.Next()
		p.Next()
	}
}

// body reads the sections of a system or a statemachine.
func (p *parser) body(m *machine, inner bool) {
	p.Expect("{")
	for p.more() {
		t := p.Next()
		if t.Kind != scan.Label {
			p.Back()
			p.Unexpected("a section such as @public: or }")
			return
		}
		p.section(m, t, inner)
	}
	p.Expect("}")
}

func (p *parser) section(m *machine, t token, inner bool) {
	if t.Text == "@region" && p.Now().Is("(") {
		p.Refuse(t.At, "a named region", "")
		return
	}
	p.Expect(":")
	switch t.Text {
	case "@property", "@declaration", "@public", "@protected", "@private", "@local":
		p.declarations(m)
	case "@composite", "@executable", "@machine", "@behavior", "@statemachine":
		if inner {
			p.Refuse(t.At, "a machine within a statemachine", "")
			return
		}
		p.machines(m)
	case "@region", "@state":
		if !inner {
			p.Refuse(t.At, "a region of a system", "put the states into a statemachine")
			return
		}
		p.states(m)
	case "@com", "@interaction":
		p.connections(m)
	case "@moe":
		p.execution(m)
	case "@moc", "@header":
	default:
		p.Refuse(t.At, "the section "+t.String(), "")
	}
}

// machines reads the machines of a system.
func (p *parser) machines(m *machine) {
	for p.more() && p.Now().Kind != scan.Label {
		timed := p.modifiers()
		t := p.Next()
		switch {
		case t.Is("statemachine"):
			part := &machine{timed: timed || m.timed, kind: p.concurrency()}
			part.name = p.Name("the name of the statemachine")
			p.label()
			p.plain(part.name, "a statemachine")
			p.body(part, true)
			if part.kind.Is("and") {
				p.Refuse(part.kind.At, "a statemachine<and>", "")
			}
			m.parts = append(m.parts, part)
		case t.Is("machine"), t.Is("instance"), t.Is("state"):
			p.Refuse(t.At, "a "+t.Text+" of a system", "write a statemachine")
		default:
			p.Back()
			p.Unexpected("statemachine")
		}
	}
}

// plain refuses parameters and results after a name.
func (p *parser) plain(name token, what string) {
	if t := p.Now(); t.Is("(") || t.Is("[") || t.Is("-->") || t.Is("returns") {
		p.Refuse(t.At, fmt.Sprintf("%s with parameters or results (%s)", what, name), "")
	}
}

// execution reads @moe:, of which @init can be imported.
func (p *parser) execution(m *machine) {
	for p.Now().Kind == scan.Label {
		if p.Peek(1).Is(":") { // the next section
			return
		}
		t := p.Next()
		if t.Text != "@init" {
			p.Refuse(t.At, "the activity "+t.String(), "")
			return
		}
		m.init = append(m.init, p.block()...)
	}
}
