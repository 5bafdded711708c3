package xlia

import "slices"

// block reads statements in braces: one after the other, or with |,| at once.
func (p *parser) block() []*statement {
	defer p.leave()
	if !p.enter() {
		return nil
	}
	op := p.now()
	p.expect("{")
	if next := p.now(); blockSign(next) {
		op = p.next()
		p.inside(op)
	}
	var out []*statement
	for p.more() {
		out = append(out, p.statement()...)
	}
	p.expect("}")
	return p.ordered(op, out)
}

// inside refuses a sign of order before a block: some texts mean the order of that block, and the grammar that of the block around it.
func (p *parser) inside(op token) {
	if p.now().is("{") {
		p.refuse(op.at, op.text+" before a block", "write it inside: { "+op.text+" ... }")
	}
}

// blockSign reports whether t says in which order the statements of a block are executed.
func blockSign(t token) bool {
	n := len(t.text)
	return t.kind == tokenSign && n > 2 && t.text[0] == '|' && t.text[n-1] == '|'
}

// ordered is what the statements of a block are with the sign of its order; any other token is no sign.
func (p *parser) ordered(op token, statements []*statement) []*statement {
	switch {
	case !blockSign(op) || op.is("|;|"):
		return statements
	case !op.is("|,|") && !op.is("|parallel|"):
		p.refuse(op.at, "a block with "+op.text, "")
		return nil
	}
	for _, s := range statements {
		if s.kind != doAssign {
			p.refuse(s.at, "such a statement within a block with "+op.text, "write only assignments there")
			return nil
		}
	}
	return []*statement{{kind: doParallel, at: op.at, parts: statements}}
}

// unsupported are the words of statements that cannot be imported.
var unsupported = []string{"if", "for", "while", "do", "break", "continue", "return", "exit", "checksat", "call", "new", "goto", "join",
	"event", "init", "final", "destroy", "start", "restart", "stop", "ienable", "enable", "idisable", "disable", "iabort", "abort", "run",
	"rtc", "schedule", "suspend", "resume", "wait", "step_mark", "input#save", "input#var", "input#flow", "input#env", "input#buffer",
	"input#rdv", "output#var", "output#flow", "output#env", "output#buffer", "output#rdv"}

// assigns reports whether a sign is that of an assignment to the variable before it.
func assigns(sign token) bool {
	return sign.is("=") || sign.is(":=") || sign.is("++") || sign.is("--") || updates[sign.text] != ""
}

// statement reads one statement, which may be a block of several.
func (p *parser) statement() []*statement {
	t := p.now()
	switch {
	case t.is("{"):
		return p.block()
	case blockSign(t):
		p.next()
		p.inside(t)
		p.refuse(t.at, "a statement that begins with "+t.text, "")
		return nil
	case t.is("guard"), t.is("tguard"):
		p.next()
		s := &statement{kind: doGuard, at: t.at, value: p.expression()}
		p.expect(";")
		return []*statement{s}
	case t.is("input"), t.is("output"):
		return []*statement{p.communication()}
	case t.is("newfresh"):
		return []*statement{p.fresh()}
	case slices.Contains(unsupported, t.text) && !assigns(p.ahead()), t.kind == tokenAt, t.is("${"), t.is("(:"):
		p.refuse(t.at, "the statement "+t.String(), "")
		return nil
	}
	return []*statement{p.assignment()}
}

// communication reads input or output with a port.
func (p *parser) communication() *statement {
	t := p.next()
	s := &statement{kind: doInput, at: t.at, target: p.name("a port")}
	if t.is("output") {
		s.kind = doOutput
	}
	if p.accept("(") {
		s.args = append(s.args, p.argument())
		for p.accept(",") {
			s.args = append(s.args, p.argument())
		}
		p.expect(")")
	}
	switch t := p.now(); {
	case t.is(".") || t.is("::"):
		p.refuse(s.target.at, "a port of another machine", "")
	case t.is("-->") || t.is("<--") || t.is("==>") || t.is("<==") || t.is("via"):
		p.refuse(t.at, "a message for a certain machine", "write a connection")
	}
	p.expect(";")
	return s
}

func (p *parser) argument() *node {
	if p.now().kind == tokenWord && p.ahead().is(":") {
		p.refuse(p.now().at, "an argument with a label", "write the arguments in the order of the parameters")
	}
	return p.expression()
}

// fresh reads newfresh x or newfresh(x).
func (p *parser) fresh() *statement {
	t := p.next()
	enclosed := p.accept("(")
	s := &statement{kind: doFresh, at: t.at, target: p.name("a variable")}
	if enclosed {
		p.expect(")")
	}
	p.expect(";")
	return s
}

// updates are the operators of assignments that change a value.
var updates = map[string]string{"+=": "+", "+:=": "+", "-=": "-", "-:=": "-", "*=": "*", "*:=": "*", "/=": "/", "/:=": "/", "&&=": "&&",
	"&&:=": "&&", "||=": "||", "||:=": "||"}

func (p *parser) assignment() *statement {
	if t := p.now(); t.is("++") || t.is("--") {
		p.next()
		return p.step(p.name("a variable"), t)
	}
	if p.now().kind != tokenWord {
		p.unexpected("a statement")
		return &statement{}
	}
	target := p.next()
	sign := p.next()
	op := updates[sign.text]
	s := &statement{kind: doAssign, at: target.at, target: target}
	switch {
	case sign.is("++") || sign.is("--"):
		return p.step(target, sign)
	case sign.is("=") || sign.is(":="):
		s.value = p.expression()
	case op != "":
		s.value = p.node(op, sign, sign.at, nameNode(target), p.expression())
	case sign.is("["):
		p.refuse(sign.at, "an element of an array", "")
	case sign.is(".") || sign.is("::"):
		p.refuse(sign.at, "a variable of another machine", "declare it in the system")
	case sign.is("("):
		p.refuse(target.at, "the call of "+target.String(), "")
	case sign.is("=:") || sign.is("<-") || sign.is("::=") || sign.is("<=<") || sign.is("^=<") || sign.is("^=>") || sign.is(">=>"):
		p.refuse(sign.at, "the statement "+sign.text, "")
	default:
		p.at -= min(p.at, 1)
		p.unexpected(":=")
	}
	p.expect(";")
	return s
}

// step is x++ or x--.
func (p *parser) step(target, sign token) *statement {
	one := &node{op: opNumber, text: "1", at: sign.at}
	value := p.node(sign.text[:min(1, len(sign.text))], sign, sign.at, nameNode(target), one)
	p.expect(";")
	return &statement{kind: doAssign, at: target.at, target: target, value: value}
}

func nameNode(t token) *node { return &node{op: opName, text: t.text, at: t.at} }
