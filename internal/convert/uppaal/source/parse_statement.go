package source

import "github.com/sextant-mbt/sextant/internal/diag"

// function reads the parameters and the body of a function.
func (p *parser) function(d *Declaration) *Declaration {
	p.expect("(")
	d.Params = p.parameters(")")
	p.expect(")")
	d.Body = p.block()
	return d
}

func (p *parser) block() *Statement {
	open := p.expect("{")
	out := &Statement{Op: "block", At: open.At}
	for !p.now().is("}") && !p.failed {
		out.List = append(out.List, p.item())
	}
	p.expect("}")
	return out
}

// item reads a declaration or a statement of a block.
func (p *parser) item() *Statement {
	if p.declares() {
		at := p.now().At
		return &Statement{Op: "declare", At: at, Declarations: p.declared()}
	}
	return p.statement()
}

// statement reads one statement.
func (p *parser) statement() *Statement {
	defer p.leave()
	if !p.enter() {
		return &Statement{Op: "empty"}
	}
	t := p.now()
	switch {
	case t.is("{"):
		return p.block()
	case p.accept(";"):
		return &Statement{Op: "empty", At: t.At}
	case p.accept("if"):
		return p.conditional(t)
	case p.accept("while"):
		return &Statement{Op: "while", At: t.At, Condition: p.condition(), List: []*Statement{p.statement()}}
	case p.accept("do"):
		body := p.statement()
		p.expect("while")
		out := &Statement{Op: "do", At: t.At, List: []*Statement{body}, Condition: p.condition()}
		p.expect(";")
		return out
	case p.accept("for"):
		return p.loop(t)
	case p.accept("return"):
		out := &Statement{Op: "return", At: t.At}
		if !p.now().is(";") {
			out.Condition = p.expression()
		}
		p.expect(";")
		return out
	case t.is("break") || t.is("continue") || t.is("switch"):
		p.fail(diag.CodeImportUnsupported, t.At, "", "%s cannot be imported", t)
	}
	out := &Statement{Op: "expression", At: t.At, Condition: p.expression()}
	p.expect(";")
	return out
}

// condition reads an expression in parentheses.
func (p *parser) condition() *Node {
	p.expect("(")
	out := p.expression()
	p.expect(")")
	return out
}

func (p *parser) conditional(t Token) *Statement {
	out := &Statement{Op: "if", At: t.At, Condition: p.condition(), List: []*Statement{p.statement()}}
	if p.accept("else") {
		out.List = append(out.List, p.statement())
	}
	return out
}

// loop reads for (INIT; COND; STEP) and for (NAME : TYPE).
func (p *parser) loop(t Token) *Statement {
	p.expect("(")
	out := &Statement{Op: "for", At: t.At}
	if p.now().kind == tokenWord && p.peek(1).is(":") {
		out.Op, out.Bound = "foreach", p.next()
		p.next()
		out.Type = p.typ()
		p.expect(")")
		out.List = []*Statement{p.statement()}
		return out
	}
	out.Initial = p.optional(";")
	p.expect(";")
	out.Condition = p.optional(";")
	p.expect(";")
	out.Step = p.optional(")")
	p.expect(")")
	out.List = []*Statement{p.statement()}
	return out
}

func (p *parser) optional(end string) *Node {
	if p.now().is(end) {
		return nil
	}
	return p.expression()
}
