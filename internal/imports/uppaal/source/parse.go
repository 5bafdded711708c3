package source

import (
	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/imports/scan"
)

// maxDepth is how many operators may follow each other.
const maxDepth = 400

// parser reads one passage.
type parser struct {
	*scan.Cursor
	sync bool // a ? or ! at the end is that of a synchronisation
}

func newParser(p *passage, list *diag.List) *parser {
	return &parser{Cursor: scan.Passage(p.text, p.span, list, language)}
}

// endsSync reports whether the next token is the sign of a synchronisation.
func (p *parser) endsSync() bool { return p.sync && p.Peek(1).Kind == scan.End }

// refused are the beginnings of declarations that cannot be imported.
var refused = map[string]string{
	"double": "double numbers", "string": "strings", "hybrid": "hybrid clocks", "dynamic": "dynamic templates", "import": "external functions",
	"before_update": "before_update", "after_update": "after_update", "progress": "progress measures", "gantt": "Gantt charts", "process": "processes in the text form",
}

// refuses reports a construct of which nothing is imported, and whether there is one.
func (p *parser) refuses() bool {
	t := p.Now()
	what := refused[t.Text]
	if t.Kind != scan.Keyword || what == "" {
		return false
	}
	p.Refuse(t.At, what, "")
	return true
}

// declarations reads up to the end, or to text that is not a declaration.
func (p *parser) declarations() []*Declaration {
	var out []*Declaration
	for !p.AtEnd() && !p.refuses() && p.declares() {
		out = append(out, p.declared()...)
	}
	return out
}

// declares reports whether a declaration begins here.
func (p *parser) declares() bool {
	t := p.Now()
	switch t.Kind {
	case scan.Keyword:
		return typeWords[t.Text] || prefixes[t.Text] || t.Text == "typedef" || t.Text == "void"
	case scan.Word:
		return p.Peek(1).Kind == scan.Word || p.Peek(1).Is("&") && p.Peek(2).Kind == scan.Word
	}
	return false
}

var (
	typeWords = scan.Words("int bool clock chan struct scalar double string")
	prefixes  = scan.Words("const urgent broadcast meta hybrid")
)

// declared reads one declaration with all its names.
func (p *parser) declared() []*Declaration {
	isType := p.Accept("typedef")
	if p.Now().Is("chan") && p.Peek(1).Is("priority") {
		p.Refuse(p.Now().At.To(p.Peek(1).At), "priorities of channels", "")
	}
	typ := p.typ()
	var out []*Declaration
	for more := true; more && !p.Failed(); more = p.Accept(",") {
		d := p.declarator(typ)
		d.IsType = isType
		out = append(out, d)
		if p.Now().Is("(") && len(out) == 1 && !isType {
			return []*Declaration{p.function(d)}
		}
		if p.Accept("=") {
			d.Initial = p.initialiser()
		}
	}
	p.Expect(";")
	return out
}

// declarator reads a name with dimensions.
func (p *parser) declarator(typ *Type) *Declaration {
	d := &Declaration{Type: typ, Reference: p.Accept("&")}
	d.Name = p.Name("a name")
	for p.Accept("[") {
		d.Dimensions = append(d.Dimensions, p.dimension())
		p.Expect("]")
	}
	return d
}

func (p *parser) dimension() Dimension {
	if t := p.Now(); t.Kind == scan.Keyword && typeWords[t.Text] {
		return Dimension{Type: p.typ()}
	}
	return Dimension{Size: p.expression()}
}

// typ reads a type with its prefixes.
func (p *parser) typ() *Type {
	out := &Type{At: p.Now().At}
	for t := p.Now(); prefixes[t.Text] && t.Kind == scan.Keyword; t = p.Now() {
		if p.refuses() {
			return out
		}
		p.Next()
		out.Constant = out.Constant || t.Text == "const"
		out.Urgent = out.Urgent || t.Text == "urgent"
		out.Broadcast = out.Broadcast || t.Text == "broadcast"
	}
	if p.refuses() {
		return out
	}
	out.Name = p.Next()
	switch {
	case out.Name.Is("int") && p.Accept("["):
		out.Low = p.expression()
		p.Expect(",")
		out.High = p.expression()
		p.Expect("]")
	case out.Name.Is("scalar"):
		p.Expect("[")
		out.Low = p.expression()
		p.Expect("]")
	case out.Name.Is("struct"):
		out.Fields = p.fields()
	case out.Name.Kind != scan.Word && !typeWords[out.Name.Text] && out.Name.Text != "void":
		p.Back()
		p.Unexpected("a type")
	}
	out.At = out.At.To(p.Peek(-1).At)
	return out
}

// fields reads those of a struct.
func (p *parser) fields() []*Declaration {
	defer p.Leave()
	if !p.Enter() {
		return nil
	}
	p.Expect("{")
	var out []*Declaration
	for !p.Now().Is("}") && !p.Failed() {
		typ := p.typ()
		for more := true; more; more = p.Accept(",") {
			out = append(out, p.declarator(typ))
		}
		p.Expect(";")
	}
	p.Expect("}")
	return out
}

// parameters reads those of a template or a function, without the parentheses.
func (p *parser) parameters(end string) []*Declaration {
	var out []*Declaration
	if p.AtEnd() || p.Now().Is(end) {
		return nil
	}
	for more := true; more && !p.Failed(); more = p.Accept(",") {
		out = append(out, p.declarator(p.typ()))
	}
	return out
}
