package source

import "github.com/sextant-mbt/sextant/internal/imports/scan"

// function reads the parameters and the body of a function.
func (p *parser) function(d *Declaration) *Declaration {
	p.Expect("(")
	d.Params = p.parameters(")")
	p.Expect(")")
	d.Body = p.block()
	return d
}

func (p *parser) block() *Statement {
	open := p.Expect("{")
	out := &Statement{Op: "block", At: open.At}
	for !p.Now().Is("}") && !p.Failed() {
		out.List = append(out.List, p.item())
	}
	p.Expect("}")
	return out
}

// item reads a declaration or a statement of a block.
func (p *parser) item() *Statement {
	if p.declares() {
		at := p.Now().At
		return &Statement{Op: "declare", At: at, Declarations: p.declared()}
	}
	return p.statement()
}

// statement reads one statement.
func (p *parser) statement() *Statement {
	defer p.Leave()
	if !p.Enter() {
		return &Statement{Op: "empty"}
	}
	t := p.Now()
	switch {
	case t.Is("{"):
		return p.block()
	case p.Accept(";"):
		return &Statement{Op: "empty", At: t.At}
	case p.Accept("if"):
		return p.conditional(t)
	case p.Accept("while"):
		return &Statement{Op: "while", At: t.At, Condition: p.condition(), List: []*Statement{p.statement()}}
	case p.Accept("do"):
		body := p.statement()
		p.Expect("while")
		out := &Statement{Op: "do", At: t.At, List: []*Statement{body}, Condition: p.condition()}
		p.Expect(";")
		return out
	case p.Accept("for"):
		return p.loop(t)
	case p.Accept("return"):
		out := &Statement{Op: "return", At: t.At}
		if !p.Now().Is(";") {
			out.Condition = p.expression()
		}
		p.Expect(";")
		return out
	case t.Is("break") || t.Is("continue") || t.Is("switch"):
		p.Refuse(t.At, t.String(), "")
	}
	out := &Statement{Op: "expression", At: t.At, Condition: p.sequence()}
	p.Expect(";")
	return out
}

// condition reads an expression in parentheses, or several.
func (p *parser) condition() *Node {
	p.Expect("(")
	out := p.sequence()
	p.Expect(")")
	return out
}

func (p *parser) conditional(t Token) *Statement {
	out := &Statement{Op: "if", At: t.At, Condition: p.condition(), List: []*Statement{p.statement()}}
	if p.Accept("else") {
		out.List = append(out.List, p.statement())
	}
	return out
}

// loop reads for (INIT; COND; STEP) and for (NAME : TYPE).
func (p *parser) loop(t Token) *Statement {
	p.Expect("(")
	out := &Statement{Op: "for", At: t.At}
	if p.Now().Kind == scan.Word && p.Peek(1).Is(":") {
		out.Op, out.Bound = "foreach", p.Next()
		p.Next()
		out.Type = p.typ()
		p.Expect(")")
		out.List = []*Statement{p.statement()}
		return out
	}
	out.Initial = p.optional(";")
	p.Expect(";")
	out.Condition = p.optional(";")
	p.Expect(";")
	out.Step = p.optional(")")
	p.Expect(")")
	out.List = []*Statement{p.statement()}
	return out
}

func (p *parser) optional(end string) *Node {
	if p.Now().Is(end) {
		return nil
	}
	return p.sequence()
}

// sequence reads expressions with commas between them, which are carried out in order; the value is that of the last.
func (p *parser) sequence() *Node {
	list := p.series()
	if len(list) == 1 {
		return list[0]
	}
	return p.node(OpSequence, "", list[0].At.To(list[len(list)-1].At), list...)
}
