package xlia

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/imports/scan"
)

// declarations reads those of one section.
func (p *parser) declarations(m *machine) {
	for p.more() && p.Now().Kind != scan.Label {
		p.declaration(m)
	}
}

// declaration reads one declaration, with its modifiers.
func (p *parser) declaration(m *machine) {
	direction, kind := "", declareVariable
	for {
		t := p.Now()
		switch t.Text {
		case "public", "private", "protected", "volatile", "transient":
		case "final":
			kind = declareConstant
		case "input", "output":
			direction = t.Text
		case "static", "unsafe", "optional", "ref", "bind", "macro", "inout", "return":
			p.Refuse(t.At, "the modifier "+t.Text, "")
			return
		default:
			p.declared(m, kind, direction)
			return
		}
		p.Next()
	}
}

// declared reads a declaration after its modifiers.
func (p *parser) declared(m *machine, kind declarationKind, direction string) {
	t := p.Now()
	switch t.Text {
	case "var":
		p.Next()
		p.variables(m, kind)
	case "const":
		p.Next()
		p.Accept("var")
		p.variables(m, declareConstant)
	case "clock":
		p.variable(m, kind)
	case "port", "signal", "message":
		p.Next()
		p.ports(m, direction)
	case "type", "enum":
		p.Next()
		p.types(m, t.Text)
	case "val", "macro", "buffer", "channel", "union", "choice", "struct", "class", "fun":
		p.Refuse(t.At, "a declaration with "+t.Text, "")
	default:
		p.Unexpected("a declaration such as var, const, port or type")
	}
}

// variables reads one variable, or several in braces.
func (p *parser) variables(m *machine, kind declarationKind) {
	if !p.Accept("{") {
		p.variable(m, kind)
		return
	}
	for p.more() {
		p.variable(m, kind)
	}
	p.Expect("}")
}

func (p *parser) variable(m *machine, kind declarationKind) {
	if t := p.Now(); t.Is("macro") {
		p.Refuse(t.At, "a macro", "")
	}
	d := declaration{kind: kind, typ: p.typeName()}
	d.name = p.Name("the name of a variable")
	p.label()
	switch {
	case p.AcceptAny("=", ":="):
		d.value = p.expression()
	case p.Accept("("):
		d.value = p.expression()
		p.Expect(")")
	}
	if t := p.Now(); t.Is("{") {
		p.Refuse(t.At, "a variable with actions", "")
	}
	p.Expect(";")
	m.decls = append(m.decls, d)
}

// ports reads one port, or several in braces.
func (p *parser) ports(m *machine, direction string) {
	direction = p.direction(direction)
	if !p.Accept("{") {
		p.port(m, direction)
		return
	}
	for p.more() {
		p.port(m, p.direction(direction))
	}
	p.Expect("}")
}

func (p *parser) direction(outer string) string {
	switch t := p.Now(); t.Text {
	case "input", "output":
		return p.Next().Text
	case "inout":
		p.Refuse(t.At, "a port for both directions", "declare one port for each direction")
	}
	return outer
}

func (p *parser) port(m *machine, direction string) {
	d := declaration{kind: declarePort, name: p.Name("the name of a port"), direction: direction}
	p.label()
	if p.Accept("(") {
		d.params = p.params()
		p.Expect(")")
	}
	p.Expect(";")
	m.decls = append(m.decls, d)
}

// params reads types with or without names.
func (p *parser) params() []param {
	var out []param
	for {
		if t := p.Now(); t.Is("bind") {
			p.Refuse(t.At, "a bound parameter", "")
		}
		x := param{typ: p.typeName()}
		if p.Now().Kind == scan.Word {
			x.name = p.Next()
		}
		if t := p.Now(); t.Is("=") || t.Is("(") {
			p.Refuse(t.At, "a parameter with a value", "")
		}
		out = append(out, x)
		if !p.Accept(",") {
			return out
		}
	}
}

// types reads the declaration of one type, or of several in braces.
func (p *parser) types(m *machine, word string) {
	if word == "type" && p.Accept("{") {
		for p.more() {
			p.typeDeclaration(m, "type")
		}
		p.Expect("}")
		return
	}
	p.typeDeclaration(m, word)
}

func (p *parser) typeDeclaration(m *machine, word string) {
	if word == "type" && p.Now().Is("enum") && p.Peek(1).Kind == scan.Word {
		word = p.Next().Text
	}
	d := declaration{kind: declareType, name: p.Name("the name of a type")}
	t := p.Now()
	switch {
	case word == "enum" || p.Accept("enum"):
		d.typ = p.enumeration()
	case slices.Contains([]string{"struct", "class", "union", "choice"}, t.Text):
		p.Refuse(t.At, "a type with "+t.Text, "")
	default:
		d.typ = p.typeName()
	}
	if t := p.Now(); t.Is("{") {
		p.Refuse(t.At, "a type with a constraint", "")
	}
	p.Accept(";")
	m.decls = append(m.decls, d)
}

func (p *parser) enumeration() *typeName {
	out := &typeName{at: p.Now().At}
	p.Expect("{")
	for {
		out.members = append(out.members, p.Name("a member"))
		p.label()
		if t := p.Now(); t.Is("=") {
			p.Refuse(t.At, "a member with a number", "leave the number out")
		}
		if !p.Accept(",") {
			break
		}
	}
	p.Expect("}")
	return out
}

// domains are the types of numbers that times and clocks have.
var domains = []string{"integer", "int", "uinteger", "uint", "rational", "rat", "urational", "urat", "pos_rational", "pos_rat",
	"float", "ufloat", "double", "udouble", "real", "ureal"}

// containers are types that cannot be imported.
var containers = []string{"array", "vector", "rvector", "list", "fifo", "lifo", "multififo", "multilifo", "set", "bag", "multiset",
	"char", "character", "operator", "avmcode", "port", "buffer", "message", "signal", "connector", "machine", "universal"}

// typeName reads a type.
func (p *parser) typeName() *typeName {
	t := p.Name("a type")
	out := &typeName{at: t.At, name: t.Text}
	switch {
	case t.Text == "clock":
		out.clock, out.name = true, p.domain("urational")
	case t.Text == "time" || t.Text == "ctime" || t.Text == "time#dense" || t.Text == "time#continous":
		out.name = p.domain("urational")
	case t.Text == "dtime" || t.Text == "time#discrete":
		p.Refuse(t.At, "discrete time", "")
	case t.Text == "interval":
		p.interval(out)
	case slices.Contains(containers, t.Text):
		p.Refuse(t.At, "the type "+t.Text, "")
	}
	p.unsized(out)
	return out
}

// unsized refuses what may follow the name of a type.
func (p *parser) unsized(typ *typeName) {
	switch t := p.Now(); {
	case t.Is("["):
		p.Refuse(t.At, "an array", "")
	case t.Is(":") || t.Is("<"):
		p.Refuse(t.At, "a type with a size", "write an interval")
	case t.Is(".") || t.Is("::"):
		p.Refuse(t.At, "a type of another machine", "declare it in the system")
	case t.Is("&"):
		p.Refuse(t.At, "a reference", "")
	}
}

// domain reads the type of numbers after clock or time.
func (p *parser) domain(otherwise string) string {
	enclosed := p.Accept("<")
	out := otherwise
	switch t := p.Now(); {
	case slices.Contains(domains, t.Text):
		out = p.Next().Text
	case slices.Contains([]string{"time", "ctime", "time#dense", "time#continous"}, t.Text):
		p.Next()
	case t.Is("dtime") || t.Is("time#discrete"):
		p.Refuse(t.At, "discrete time", "")
	case enclosed:
		p.Unexpected("a type of numbers")
	}
	if t := p.Now(); t.Is(",") {
		p.Refuse(t.At, "several clocks in one variable", "declare one variable for each")
	}
	if enclosed {
		p.Expect(">")
	}
	return out
}

// interval reads interval< int [0, 5] >.
func (p *parser) interval(out *typeName) {
	p.Expect("<")
	out.name = "int"
	if p.Now().Kind == scan.Word {
		out.name = p.Next().Text
	}
	out.lowOpen = p.Now().Is("]") || p.Now().Is("(")
	if !p.AcceptAny("[", "]", "(") {
		p.Unexpected("[ or ]")
	}
	out.low = p.expression()
	p.Expect(",")
	out.high = p.expression()
	out.highOpen = p.Now().Is("[") || p.Now().Is(")")
	if !p.AcceptAny("[", "]", ")") {
		p.Unexpected("] or [")
	}
	p.Expect(">")
}
