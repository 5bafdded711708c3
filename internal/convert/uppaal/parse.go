package uppaal

import (
	"github.com/sextant-mbt/sextant/internal/diag"
)

// The limits of passages.
const (
	maxNesting = 100 // of brackets and statements
	maxDepth   = 400 // of operators
)

// parser reads one passage. After an error it is at the end.
type parser struct {
	tokens  []token
	pos     int
	list    *diag.List
	nesting int
	sync    bool // a ? or ! at the end is that of a synchronisation
	failed  bool
}

// newParser is a parser of a passage; one without tokens reports nothing more.
func newParser(p *passage, list *diag.List) *parser {
	tokens, ok := scan(p, list)
	if !ok {
		tokens = []token{{tokenEnd, "", p.span(0, 0)}}
	}
	return &parser{tokens: tokens, list: list, failed: !ok}
}

func (p *parser) now() token { return p.tokens[p.pos] }

// before is the token that was read last.
func (p *parser) before() token { return p.tokens[max(0, p.pos-1)] }

// peek is the token some places ahead.
func (p *parser) peek(n int) token { return p.tokens[min(p.pos+n, len(p.tokens)-1)] }

func (p *parser) next() token {
	t := p.now()
	if p.pos < len(p.tokens)-1 {
		p.pos++
	}
	return t
}

func (p *parser) accept(text string) bool {
	if !p.now().is(text) {
		return false
	}
	p.next()
	return true
}

func (p *parser) expect(text string) token {
	t := p.now()
	if !p.accept(text) {
		p.unexpected(text)
	}
	return t
}

func (p *parser) word(what string) token {
	if p.now().kind != tokenWord {
		p.unexpected(what)
		return token{tokenWord, "", p.now().at}
	}
	return p.next()
}

func (p *parser) unexpected(wanted string) {
	p.fail(diag.CodeImportSyntax, p.now().at, "", "unexpected %s, expected %s", p.now(), wanted)
}

// fail reports an error, unless there was one before, and goes to the end.
func (p *parser) fail(code diag.Code, at diag.Span, hint, format string, args ...any) {
	if !p.failed {
		p.list.ErrorHint(code, at, hint, format, args...)
	}
	p.failed = true
	p.pos = len(p.tokens) - 1
}

// enter counts a level of nesting.
func (p *parser) enter() bool {
	p.nesting++
	if p.nesting > maxNesting*4 {
		p.fail(diag.CodeImportTooLarge, p.now().at, "", "this is nested more than %d levels deep", maxNesting)
		return false
	}
	return true
}

func (p *parser) leave() { p.nesting-- }

func (p *parser) atEnd() bool { return p.now().kind == tokenEnd }

// endsSync reports whether the next token is the sign of a synchronisation.
func (p *parser) endsSync() bool { return p.sync && p.peek(1).kind == tokenEnd }

// end demands that nothing follows.
func (p *parser) end() {
	if !p.atEnd() {
		p.unexpected("the end")
	}
}

// refused are the beginnings of declarations that cannot be imported.
var refused = map[string]string{
	"double": "double numbers", "string": "strings", "hybrid": "hybrid clocks", "dynamic": "dynamic templates", "import": "external functions",
	"before_update": "before_update", "after_update": "after_update", "progress": "progress measures", "gantt": "Gantt charts", "process": "processes in the text form",
}

// refuse reports a construct of which nothing is imported.
func (p *parser) refuse() bool {
	t := p.now()
	what := refused[t.text]
	if t.kind != tokenKeyword || what == "" {
		return false
	}
	p.fail(diag.CodeImportUnsupported, t.at, "", "%s cannot be imported", what)
	return true
}

// declarations reads up to the end, or to something that is no declaration.
func (p *parser) declarations() []*declaration {
	var out []*declaration
	for !p.atEnd() && !p.refuse() && p.declares() {
		out = append(out, p.declared()...)
	}
	return out
}

// declares reports whether a declaration begins here.
func (p *parser) declares() bool {
	t := p.now()
	switch t.kind {
	case tokenKeyword:
		return typeWords[t.text] || prefixes[t.text] || t.text == "typedef" || t.text == "void"
	case tokenWord:
		return p.peek(1).kind == tokenWord || p.peek(1).is("&") && p.peek(2).kind == tokenWord
	}
	return false
}

var (
	typeWords = words("int bool clock chan struct scalar double string")
	prefixes  = words("const urgent broadcast meta hybrid")
)

// declared reads one declaration with all its names.
func (p *parser) declared() []*declaration {
	isType := p.accept("typedef")
	if p.now().is("chan") && p.peek(1).is("priority") {
		p.fail(diag.CodeImportUnsupported, p.now().at.To(p.peek(1).at), "", "priorities of channels cannot be imported")
	}
	typ := p.typ()
	var out []*declaration
	for more := true; more && !p.failed; more = p.accept(",") {
		d := p.declarator(typ)
		d.isType = isType
		out = append(out, d)
		if p.now().is("(") && len(out) == 1 && !isType {
			return []*declaration{p.function(d)}
		}
		if p.accept("=") {
			d.init = p.initialiser()
		}
	}
	p.expect(";")
	return out
}

// declarator reads a name with dimensions.
func (p *parser) declarator(typ *typeNode) *declaration {
	d := &declaration{typ: typ, reference: p.accept("&")}
	d.name = p.word("a name")
	for p.accept("[") {
		d.dims = append(d.dims, p.dimension())
		p.expect("]")
	}
	return d
}

func (p *parser) dimension() dimension {
	if t := p.now(); t.kind == tokenKeyword && typeWords[t.text] {
		return dimension{typ: p.typ()}
	}
	return dimension{size: p.expression()}
}

// typ reads a type with its prefixes.
func (p *parser) typ() *typeNode {
	out := &typeNode{at: p.now().at}
	for t := p.now(); prefixes[t.text] && t.kind == tokenKeyword; t = p.now() {
		if p.refuse() {
			return out
		}
		p.next()
		out.constant = out.constant || t.text == "const"
		out.urgent = out.urgent || t.text == "urgent"
		out.broadcast = out.broadcast || t.text == "broadcast"
	}
	if p.refuse() {
		return out
	}
	out.name = p.next()
	switch {
	case out.name.is("int") && p.accept("["):
		out.low = p.expression()
		p.expect(",")
		out.high = p.expression()
		p.expect("]")
	case out.name.is("scalar"):
		p.expect("[")
		out.low = p.expression()
		p.expect("]")
	case out.name.is("struct"):
		out.fields = p.fields()
	case out.name.kind != tokenWord && !typeWords[out.name.text] && out.name.text != "void":
		p.pos = max(0, p.pos-1)
		p.unexpected("a type")
	}
	out.at = out.at.To(p.before().at)
	return out
}

// fields reads those of a struct.
func (p *parser) fields() []*declaration {
	defer p.leave()
	if !p.enter() {
		return nil
	}
	p.expect("{")
	var out []*declaration
	for !p.now().is("}") && !p.failed {
		typ := p.typ()
		for more := true; more; more = p.accept(",") {
			out = append(out, p.declarator(typ))
		}
		p.expect(";")
	}
	p.expect("}")
	return out
}

// parameters reads those of a template or a function, without the parentheses.
func (p *parser) parameters(end string) []*declaration {
	var out []*declaration
	if p.atEnd() || p.now().is(end) {
		return nil
	}
	for more := true; more && !p.failed; more = p.accept(",") {
		out = append(out, p.declarator(p.typ()))
	}
	return out
}
