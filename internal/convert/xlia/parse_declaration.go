package xlia

import (
	"slices"
)

// declarations reads those of one section.
func (p *parser) declarations(m *machine) {
	for p.more() && p.now().kind != tokenAt {
		p.declaration(m)
	}
}

// declaration reads one declaration, with its modifiers.
func (p *parser) declaration(m *machine) {
	direction, kind := "", declareVariable
	for {
		t := p.now()
		switch t.text {
		case "public", "private", "protected", "volatile", "transient":
		case "final":
			kind = declareConstant
		case "input", "output":
			direction = t.text
		case "static", "unsafe", "optional", "ref", "bind", "macro", "inout", "return":
			p.refuse(t.at, "the modifier "+t.text, "")
			return
		default:
			p.declared(m, kind, direction)
			return
		}
		p.next()
	}
}

// declared reads a declaration after its modifiers.
func (p *parser) declared(m *machine, kind declarationKind, direction string) {
	t := p.now()
	switch t.text {
	case "var":
		p.next()
		p.variables(m, kind)
	case "const":
		p.next()
		p.accept("var")
		p.variables(m, declareConstant)
	case "clock":
		p.variable(m, kind)
	case "port", "signal", "message":
		p.next()
		p.ports(m, direction)
	case "type", "enum":
		p.next()
		p.types(m, t.text)
	case "val", "macro", "buffer", "channel", "union", "choice", "struct", "class", "fun":
		p.refuse(t.at, "a declaration with "+t.text, "")
	default:
		p.unexpected("a declaration such as var, const, port or type")
	}
}

// variables reads one variable, or several in braces.
func (p *parser) variables(m *machine, kind declarationKind) {
	if !p.accept("{") {
		p.variable(m, kind)
		return
	}
	for p.more() {
		p.variable(m, kind)
	}
	p.expect("}")
}

func (p *parser) variable(m *machine, kind declarationKind) {
	if t := p.now(); t.is("macro") {
		p.refuse(t.at, "a macro", "")
	}
	d := declaration{kind: kind, typ: p.typeName()}
	d.name = p.name("the name of a variable")
	p.label()
	switch {
	case p.acceptAny("=", ":="):
		d.value = p.expression()
	case p.accept("("):
		d.value = p.expression()
		p.expect(")")
	}
	if t := p.now(); t.is("{") {
		p.refuse(t.at, "a variable with actions", "")
	}
	p.expect(";")
	m.decls = append(m.decls, d)
}

// ports reads one port, or several in braces.
func (p *parser) ports(m *machine, direction string) {
	direction = p.direction(direction)
	if !p.accept("{") {
		p.port(m, direction)
		return
	}
	for p.more() {
		p.port(m, p.direction(direction))
	}
	p.expect("}")
}

func (p *parser) direction(outer string) string {
	switch t := p.now(); t.text {
	case "input", "output":
		return p.next().text
	case "inout":
		p.refuse(t.at, "a port for both directions", "declare one port for each direction")
	}
	return outer
}

func (p *parser) port(m *machine, direction string) {
	d := declaration{kind: declarePort, name: p.name("the name of a port"), direction: direction}
	p.label()
	if p.accept("(") {
		d.params = p.params()
		p.expect(")")
	}
	p.expect(";")
	m.decls = append(m.decls, d)
}

// params reads types with or without names.
func (p *parser) params() []param {
	var out []param
	for {
		if t := p.now(); t.is("bind") {
			p.refuse(t.at, "a bound parameter", "")
		}
		x := param{typ: p.typeName()}
		if p.now().kind == tokenWord {
			x.name = p.next()
		}
		if t := p.now(); t.is("=") || t.is("(") {
			p.refuse(t.at, "a parameter with a value", "")
		}
		out = append(out, x)
		if !p.accept(",") {
			return out
		}
	}
}

// types reads the declaration of one type, or of several in braces.
func (p *parser) types(m *machine, word string) {
	if word == "type" && p.accept("{") {
		for p.more() {
			p.typeDeclaration(m, "type")
		}
		p.expect("}")
		return
	}
	p.typeDeclaration(m, word)
}

func (p *parser) typeDeclaration(m *machine, word string) {
	if word == "type" && p.now().is("enum") && p.ahead().kind == tokenWord {
		word = p.next().text
	}
	d := declaration{kind: declareType, name: p.name("the name of a type")}
	t := p.now()
	switch {
	case word == "enum" || p.accept("enum"):
		d.typ = p.enumeration()
	case slices.Contains([]string{"struct", "class", "union", "choice"}, t.text):
		p.refuse(t.at, "a type with "+t.text, "")
	default:
		d.typ = p.typeName()
	}
	if t := p.now(); t.is("{") {
		p.refuse(t.at, "a type with a constraint", "")
	}
	p.accept(";")
	m.decls = append(m.decls, d)
}

func (p *parser) enumeration() *typeName {
	out := &typeName{at: p.now().at}
	p.expect("{")
	for {
		out.members = append(out.members, p.name("a member"))
		p.label()
		if t := p.now(); t.is("=") {
			p.refuse(t.at, "a member with a number", "leave the number out")
		}
		if !p.accept(",") {
			break
		}
	}
	p.expect("}")
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
	t := p.name("a type")
	out := &typeName{at: t.at, name: t.text}
	switch {
	case t.text == "clock":
		out.clock, out.name = true, p.domain("urational")
	case t.text == "time" || t.text == "ctime" || t.text == "time#dense" || t.text == "time#continous":
		out.name = p.domain("urational")
	case t.text == "dtime" || t.text == "time#discrete":
		p.refuse(t.at, "discrete time", "")
	case t.text == "interval":
		p.interval(out)
	case slices.Contains(containers, t.text):
		p.refuse(t.at, "the type "+t.text, "")
	}
	p.unsized(out)
	return out
}

// unsized refuses what may follow the name of a type.
func (p *parser) unsized(typ *typeName) {
	switch t := p.now(); {
	case t.is("["):
		p.refuse(t.at, "an array", "")
	case t.is(":") || t.is("<"):
		p.refuse(t.at, "a type with a size", "write an interval")
	case t.is(".") || t.is("::"):
		p.refuse(t.at, "a type of another machine", "declare it in the system")
	case t.is("&"):
		p.refuse(t.at, "a reference", "")
	}
}

// domain reads the type of numbers after clock or time.
func (p *parser) domain(otherwise string) string {
	enclosed := p.accept("<")
	out := otherwise
	switch t := p.now(); {
	case slices.Contains(domains, t.text):
		out = p.next().text
	case slices.Contains([]string{"time", "ctime", "time#dense", "time#continous"}, t.text):
		p.next()
	case t.is("dtime") || t.is("time#discrete"):
		p.refuse(t.at, "discrete time", "")
	case enclosed:
		p.unexpected("a type of numbers")
	}
	if t := p.now(); t.is(",") {
		p.refuse(t.at, "several clocks in one variable", "declare one variable for each")
	}
	if enclosed {
		p.expect(">")
	}
	return out
}

// interval reads interval< int [0, 5] >.
func (p *parser) interval(out *typeName) {
	p.expect("<")
	out.name = "int"
	if p.now().kind == tokenWord {
		out.name = p.next().text
	}
	out.lowOpen = p.now().is("]") || p.now().is("(")
	if !p.acceptAny("[", "]", "(") {
		p.unexpected("[ or ]")
	}
	out.low = p.expression()
	p.expect(",")
	out.high = p.expression()
	out.highOpen = p.now().is("[") || p.now().is(")")
	if !p.acceptAny("[", "]", ")") {
		p.unexpected("] or [")
	}
	p.expect(">")
}
