package xlia

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/imports/scan"
)

// block reads statements in braces: one after the other, or with |,| at once.
func (p *parser) block() []*statement {
	defer p.Leave()
	if !p.Enter() {
		return nil
	}
	op := p.Now()
	p.Expect("{")
	if next := p.Now(); blockSign(next) {
		op = p.Next()
		p.inside(op)
	}
	var out []*statement
	for p.more() {
		out = append(out, p.statement()...)
	}
	p.Expect("}")
	return p.ordered(op, out)
}

// inside refuses a sign of order before a block: some texts mean the order of that block, and the grammar that of the block around it.
func (p *parser) inside(op token) {
	if p.Now().Is("{") {
		p.Refuse(op.At, op.Text+" before a block", "write it inside: { "+op.Text+" ... }")
	}
}

// blockSign reports whether t says in which order the statements of a block are executed.
func blockSign(t token) bool {
	n := len(t.Text)
	return t.Kind == scan.Sign && n > 2 && t.Text[0] == '|' && t.Text[n-1] == '|'
}

// ordered is the statement for a block with the sign of its order; any other token is not a sign.
func (p *parser) ordered(op token, statements []*statement) []*statement {
	switch {
	case !blockSign(op) || op.Is("|;|"):
		return statements
	case !op.Is("|,|") && !op.Is("|parallel|"):
		p.Refuse(op.At, "a block with "+op.Text, "")
		return nil
	}
	for _, s := range statements {
		if s.kind != doAssign {
			p.Refuse(s.at, "such a statement within a block with "+op.Text, "write only assignments there")
			return nil
		}
	}
	return []*statement{{kind: doParallel, at: op.At, parts: statements}}
}

// unsupported are the words of statements that cannot be imported.
var unsupported = []string{"if", "for", "while", "do", "break", "continue", "return", "exit", "checksat", "call", "new", "goto", "join",
	"event", "init", "final", "destroy", "start", "restart", "stop", "ienable", "enable", "idisable", "disable", "iabort", "abort", "run",
	"rtc", "schedule", "suspend", "resume", "wait", "step_mark", "input#save", "input#var", "input#flow", "input#env", "input#buffer",
	"input#rdv", "output#var", "output#flow", "output#env", "output#buffer", "output#rdv"}

// assigns reports whether a sign is that of an assignment to the variable before it.
func assigns(sign token) bool {
	return sign.Is("=") || sign.Is(":=") || sign.Is("++") || sign.Is("--") || updates[sign.Text] != ""
}

// statement reads one statement, which may be a block of several.
func (p *parser) statement() []*statement {
	t := p.Now()
	switch {
	case t.Is("{"):
		return p.block()
	case blockSign(t):
		p.Next()
		p.inside(t)
		p.Refuse(t.At, "a statement that begins with "+t.Text, "")
		return nil
	case t.Is("guard"), t.Is("tguard"):
		p.Next()
		s := &statement{kind: doGuard, at: t.At, value: p.expression()}
		p.Expect(";")
		return []*statement{s}
	case t.Is("input"), t.Is("output"):
		return []*statement{p.communication()}
	case t.Is("newfresh"):
		return []*statement{p.fresh()}
	case slices.Contains(unsupported, t.Text) && !assigns(p.Peek(1)), t.Kind == scan.Label, t.Is("${"), t.Is("(:"):
		p.Refuse(t.At, "the statement "+t.String(), "")
		return nil
	}
	return []*statement{p.assignment()}
}

// communication reads input or output with a port.
func (p *parser) communication() *statement {
	t := p.Next()
	s := &statement{kind: doInput, at: t.At, target: p.Name("a port")}
	if t.Is("output") {
		s.kind = doOutput
	}
	if p.Accept("(") {
		s.args = append(s.args, p.argument())
		for p.Accept(",") {
			s.args = append(s.args, p.argument())
		}
		p.Expect(")")
	}
	switch t := p.Now(); {
	case t.Is(".") || t.Is("::"):
		p.Refuse(s.target.At, "a port of another machine", "")
	case t.Is("-->") || t.Is("<--") || t.Is("==>") || t.Is("<==") || t.Is("via"):
		p.Refuse(t.At, "a message for a certain machine", "write a connection")
	}
	p.Expect(";")
	return s
}

func (p *parser) argument() *node {
	if p.Now().Kind == scan.Word && p.Peek(1).Is(":") {
		p.Refuse(p.Now().At, "an argument with a label", "write the arguments in the order of the parameters")
	}
	return p.expression()
}

// fresh reads newfresh x or newfresh(x).
func (p *parser) fresh() *statement {
	t := p.Next()
	enclosed := p.Accept("(")
	s := &statement{kind: doFresh, at: t.At, target: p.Name("a variable")}
	if enclosed {
		p.Expect(")")
	}
	p.Expect(";")
	return s
}

// updates are the operators of assignments that change a value.
var updates = map[string]string{"+=": "+", "+:=": "+", "-=": "-", "-:=": "-", "*=": "*", "*:=": "*", "/=": "/", "/:=": "/", "&&=": "&&",
	"&&:=": "&&", "||=": "||", "||:=": "||"}

func (p *parser) assignment() *statement {
	if t := p.Now(); t.Is("++") || t.Is("--") {
		p.Next()
		return p.step(p.Name("a variable"), t)
	}
	if p.Now().Kind != scan.Word {
		p.Unexpected("a statement")
		return &statement{}
	}
	target := p.Next()
	sign := p.Next()
	op := updates[sign.Text]
	s := &statement{kind: doAssign, at: target.At, target: target}
	switch {
	case sign.Is("++") || sign.Is("--"):
		return p.step(target, sign)
	case sign.Is("=") || sign.Is(":="):
		s.value = p.expression()
	case op != "":
		s.value = p.node(op, sign, sign.At, nameNode(target), p.expression())
	case sign.Is("["):
		p.Refuse(sign.At, "an element of an array", "")
	case sign.Is(".") || sign.Is("::"):
		p.Refuse(sign.At, "a variable of another machine", "declare it in the system")
	case sign.Is("("):
		p.Refuse(target.At, "the call of "+target.String(), "")
	case sign.Is("=:") || sign.Is("<-") || sign.Is("::=") || sign.Is("<=<") || sign.Is("^=<") || sign.Is("^=>") || sign.Is(">=>"):
		p.Refuse(sign.At, "the statement "+sign.Text, "")
	default:
		p.Back()
		p.Unexpected(":=")
	}
	p.Expect(";")
	return s
}

// step is x++ or x--.
func (p *parser) step(target, sign token) *statement {
	one := &node{op: opNumber, text: "1", at: sign.At}
	value := p.node(sign.Text[:min(1, len(sign.Text))], sign, sign.At, nameNode(target), one)
	p.Expect(";")
	return &statement{kind: doAssign, at: target.At, target: target, value: value}
}

func nameNode(t token) *node { return &node{op: opName, text: t.Text, at: t.At} }
