package xlia

import (
	"fmt"
	"slices"

	"github.com/sextant-mbt/sextant/internal/diag"
)

// parser reads a system. After the first error it goes to the end of the file, so that it stops soon and reports nothing else.
type parser struct {
	list   *diag.List
	tokens []token
	at     int
	depth  int
	groups int // connections so far
}

// parse reads a system; what is wrong is reported.
func parse(file *diag.File, list *diag.List) *machine {
	tokens, ok := scan(file, list)
	if !ok {
		return nil
	}
	p := &parser{list: list, tokens: tokens}
	p.prologue()
	m := p.system()
	if p.now().kind != tokenEnd {
		p.unexpected("the end of the file")
	}
	if list.HasErrors() {
		return nil
	}
	return m
}

func (p *parser) now() token { return p.tokens[p.at] }

// ahead is the token after the next.
func (p *parser) ahead() token { return p.tokens[min(p.at+1, len(p.tokens)-1)] }

func (p *parser) next() token {
	t := p.tokens[p.at]
	if p.at < len(p.tokens)-1 {
		p.at++
	}
	return t
}

// fail reports the first error, and goes to the end.
func (p *parser) fail(code diag.Code, at diag.Span, hint, format string, args ...any) {
	if !p.list.HasErrors() {
		p.list.ErrorHint(code, at, hint, format, args...)
	}
	p.at = len(p.tokens) - 1
}

// refuse reports a construct that cannot be imported.
func (p *parser) refuse(at diag.Span, what, hint string) {
	p.fail(diag.CodeImportUnsupported, at, hint, "%s cannot be imported", what)
}

// unexpected reports the next token where something else is expected.
func (p *parser) unexpected(want string) {
	t := p.now()
	found := fmt.Sprintf("%q", t.String())
	if t.kind == tokenEnd {
		found = "the end of the file"
	}
	p.fail(diag.CodeImportSyntax, t.at, "", "%s is expected here, not %s", want, found)
}

// accept takes a word or sign if it is the next.
func (p *parser) accept(text string) bool {
	if !p.now().is(text) {
		return false
	}
	p.next()
	return true
}

func (p *parser) expect(text string) {
	if !p.accept(text) {
		p.unexpected(text)
	}
}

// acceptAny takes one of several words or signs.
func (p *parser) acceptAny(texts ...string) bool {
	return slices.ContainsFunc(texts, p.accept)
}

func (p *parser) name(what string) token {
	if p.now().kind != tokenWord {
		p.unexpected(what)
		return token{}
	}
	return p.next()
}

// label passes over the text in quotes that may follow a name.
func (p *parser) label() {
	if p.now().kind == tokenText {
		p.next()
	}
}

// more reports whether a block goes on.
func (p *parser) more() bool { return !p.now().is("}") && p.now().kind != tokenEnd }

// maxDepth is how deep expressions and blocks may nest.
const maxDepth = 100

// enter goes one level deeper; false if that is too deep. Each call is followed by one of leave.
func (p *parser) enter() bool {
	p.depth++
	if p.depth > maxDepth {
		p.fail(diag.CodeImportTooLarge, p.now().at, "", "this is nested more than %d levels deep", maxDepth)
		return false
	}
	return true
}

func (p *parser) leave() { p.depth-- }

// prologue reads @xlia< system, 1.0 >:, which may be missing.
func (p *parser) prologue() {
	if p.now().kind != tokenAt {
		return
	}
	if first := p.next(); !slices.Contains([]string{"@xlia", "@FormalML", "@formalml", "@xfml", "@fml", "@diversity", "@xfsp"}, first.text) {
		p.fail(diag.CodeImportSyntax, first.at, "", `@xlia or "system" is expected here, not %q`, first.String())
	}
	p.expect("<")
	for p.more() && !p.now().is(">") {
		p.next()
	}
	p.expect(">")
	p.expect(":")
}

func (p *parser) system() *machine {
	timed := p.modifiers()
	if t := p.now(); t.is("package") {
		p.refuse(t.at, "a package", "write one self-contained system")
	}
	p.expect("system")
	m := &machine{timed: timed, kind: p.concurrency()}
	m.name = p.name("the name of the system")
	p.label()
	p.body(m, false)
	return m
}

// modifiers reads those of a system or machine, and reports whether it is timed.
func (p *parser) modifiers() bool {
	timed := false
	for {
		switch t := p.now(); {
		case t.is("timed"), t.is("timed#dense"):
			timed = true
		case t.is("prototype"), t.is("lifeline"), t.is("public"), t.is("private"), t.is("protected"):
		case slices.Contains([]string{"timed#discrete", "input_enabled", "model", "dynamic", "unsafe"}, t.text) && t.kind == tokenWord:
			p.refuse(t.at, "the modifier "+t.text, "")
			return timed
		default:
			return timed
		}
		p.next()
	}
}

// concurrency reads <and> or <or> after the word system or statemachine.
func (p *parser) concurrency() token {
	if !p.accept("<") {
		return token{}
	}
	p.prefix("moc")
	t := p.name("and or or")
	if t.text != "" && t.text != "and" && t.text != "or" {
		p.refuse(t.at, "the model of computation "+t.String(), "")
	}
	p.expect(">")
	return t
}

// prefix passes over a word with a colon that may come before a value, as in moc: and.
func (p *parser) prefix(word string) {
	if p.now().is(word) && p.ahead().is(":") {
		p.next()
		p.next()
	}
}

// body reads the sections of a system or a statemachine.
func (p *parser) body(m *machine, inner bool) {
	p.expect("{")
	for p.more() {
		t := p.next()
		if t.kind != tokenAt {
			p.at--
			p.unexpected("a section such as @public: or }")
			return
		}
		p.section(m, t, inner)
	}
	p.expect("}")
}

func (p *parser) section(m *machine, t token, inner bool) {
	if t.is("@region") && p.now().is("(") {
		p.refuse(t.at, "a named region", "")
		return
	}
	p.expect(":")
	switch t.text {
	case "@property", "@declaration", "@public", "@protected", "@private", "@local":
		p.declarations(m)
	case "@composite", "@executable", "@machine", "@behavior", "@statemachine":
		if inner {
			p.refuse(t.at, "a machine within a statemachine", "")
			return
		}
		p.machines(m)
	case "@region", "@state":
		if !inner {
			p.refuse(t.at, "a region of a system", "put the states into a statemachine")
			return
		}
		p.states(m)
	case "@com", "@interaction":
		p.connections(m)
	case "@moe":
		p.execution(m)
	case "@moc", "@header":
	default:
		p.refuse(t.at, "the section "+t.String(), "")
	}
}

// machines reads the machines of a system.
func (p *parser) machines(m *machine) {
	for p.more() && p.now().kind != tokenAt {
		timed := p.modifiers()
		t := p.next()
		switch {
		case t.is("statemachine"):
			part := &machine{timed: timed || m.timed, kind: p.concurrency()}
			part.name = p.name("the name of the statemachine")
			p.label()
			p.plain(part.name, "a statemachine")
			p.body(part, true)
			if part.kind.is("and") {
				p.refuse(part.kind.at, "a statemachine<and>", "")
			}
			m.parts = append(m.parts, part)
		case t.is("machine"), t.is("instance"), t.is("state"):
			p.refuse(t.at, "a "+t.text+" of a system", "write a statemachine")
		default:
			p.at--
			p.unexpected("statemachine")
		}
	}
}

// plain refuses parameters and results after a name.
func (p *parser) plain(name token, what string) {
	if t := p.now(); t.is("(") || t.is("[") || t.is("-->") || t.is("returns") {
		p.refuse(t.at, fmt.Sprintf("%s with parameters or results (%s)", what, name), "")
	}
}

// execution reads @moe:, of which @init can be imported.
func (p *parser) execution(m *machine) {
	for p.now().kind == tokenAt {
		if p.ahead().is(":") { // the next section
			return
		}
		t := p.next()
		if t.text != "@init" {
			p.refuse(t.at, "the activity "+t.String(), "")
			return
		}
		m.init = append(m.init, p.block()...)
	}
}
