package uppaal

import "github.com/sextant-mbt/sextant/internal/diag"

// function reads the parameters and the body of a function.
func (p *parser) function(d *declaration) *declaration {
	p.expect("(")
	d.params = p.parameters(")")
	p.expect(")")
	d.body = p.block()
	return d
}

func (p *parser) block() *statement {
	open := p.expect("{")
	out := &statement{op: "block", at: open.at}
	for !p.now().is("}") && !p.failed {
		out.list = append(out.list, p.item())
	}
	p.expect("}")
	return out
}

// item reads a declaration or a statement of a block.
func (p *parser) item() *statement {
	if p.declares() {
		at := p.now().at
		return &statement{op: "declare", at: at, decls: p.declared()}
	}
	return p.statement()
}

// statement reads one statement.
func (p *parser) statement() *statement {
	defer p.leave()
	if !p.enter() {
		return &statement{op: "empty"}
	}
	t := p.now()
	switch {
	case t.is("{"):
		return p.block()
	case p.accept(";"):
		return &statement{op: "empty", at: t.at}
	case p.accept("if"):
		return p.conditional(t)
	case p.accept("while"):
		return &statement{op: "while", at: t.at, cond: p.condition(), list: []*statement{p.statement()}}
	case p.accept("do"):
		body := p.statement()
		p.expect("while")
		out := &statement{op: "do", at: t.at, list: []*statement{body}, cond: p.condition()}
		p.expect(";")
		return out
	case p.accept("for"):
		return p.loop(t)
	case p.accept("return"):
		out := &statement{op: "return", at: t.at}
		if !p.now().is(";") {
			out.cond = p.expression()
		}
		p.expect(";")
		return out
	case t.is("break") || t.is("continue") || t.is("switch"):
		p.fail(diag.CodeImportUnsupported, t.at, "", "%s cannot be imported", t)
	}
	out := &statement{op: "expression", at: t.at, cond: p.expression()}
	p.expect(";")
	return out
}

// condition reads an expression in parentheses.
func (p *parser) condition() *node {
	p.expect("(")
	out := p.expression()
	p.expect(")")
	return out
}

func (p *parser) conditional(t token) *statement {
	out := &statement{op: "if", at: t.at, cond: p.condition(), list: []*statement{p.statement()}}
	if p.accept("else") {
		out.list = append(out.list, p.statement())
	}
	return out
}

// loop reads for (INIT; COND; STEP) and for (NAME : TYPE).
func (p *parser) loop(t token) *statement {
	p.expect("(")
	out := &statement{op: "for", at: t.at}
	if p.now().kind == tokenWord && p.peek(1).is(":") {
		out.op, out.bound = "foreach", p.next()
		p.next()
		out.typ = p.typ()
		p.expect(")")
		out.list = []*statement{p.statement()}
		return out
	}
	out.init = p.optional(";")
	p.expect(";")
	out.cond = p.optional(";")
	p.expect(";")
	out.step = p.optional(")")
	p.expect(")")
	out.list = []*statement{p.statement()}
	return out
}

func (p *parser) optional(end string) *node {
	if p.now().is(end) {
		return nil
	}
	return p.expression()
}
