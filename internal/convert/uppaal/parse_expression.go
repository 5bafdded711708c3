package uppaal

import "github.com/sextant-mbt/sextant/internal/diag"

// levels are those of binary operators, from the loosest.
var levels = func() map[string]int {
	out := map[string]int{}
	for level, ops := range [...][]string{
		{"||", "xor", "imply"}, {"&&"}, {"|"}, {"^"}, {"&"}, {"==", "!="}, {"<", "<=", ">=", ">"}, {"<?", ">?"}, {"<<", ">>"},
		{"+", "-"}, {"*", "/", "%"}, {"**"},
	} {
		for _, op := range ops {
			out[op] = level + 1
		}
	}
	return out
}()

var assignments = words("= += -= *= /= %= |= &= ^= <<= >>=")

func (p *parser) node(op, text string, at diag.Span, args ...*node) *node {
	out := &node{op: op, text: text, at: at, args: args}
	for _, a := range args {
		out.depth = max(out.depth, a.depth+1)
	}
	if out.depth > maxDepth {
		p.fail(diag.CodeImportTooLarge, at, "", "this has more than %d operators in a row", maxDepth)
	}
	return out
}

// nothing stands for an expression after an error.
func (p *parser) nothing() *node { return &node{op: opNumber, text: "0", at: p.now().at} }

// expression reads an assignment or a value. Assignments group to the right.
func (p *parser) expression() *node {
	defer p.leave()
	if !p.enter() {
		return p.nothing()
	}
	left := p.choice()
	t := p.now()
	if t.kind == tokenSign && assignments[t.text] {
		p.next()
		right := p.expression()
		return p.node("=", t.text, left.at.To(right.at), left, right)
	}
	return left
}

func (p *parser) choice() *node {
	cond := p.above(1)
	if !p.accept("?") {
		return cond
	}
	then := p.expression()
	p.expect(":")
	other := p.expression()
	return p.node(opChoice, "", cond.at.To(other.at), cond, then, other)
}

// above reads operators of a level and tighter ones.
func (p *parser) above(level int) *node {
	defer p.leave()
	if !p.enter() {
		return p.nothing()
	}
	left := p.unary()
	for {
		t := p.now()
		own := levels[t.text]
		if t.kind != tokenSign && t.kind != tokenKeyword || own < level || own == 0 || p.endsSync() {
			return left
		}
		p.next()
		right := p.above(own + 1)
		left = p.node(t.text, "", left.at.To(right.at), left, right)
	}
}

func (p *parser) unary() *node {
	t := p.now()
	switch {
	case p.accept("!"):
		return p.prefixed("!", "", t)
	case p.accept("-"):
		return p.prefixed(opMinus, "", t)
	case p.accept("+"):
		return p.unary()
	case t.is("++") || t.is("--"):
		p.next()
		return p.prefixed(opBefore, t.text, t)
	case t.is("forall") || t.is("exists") || t.is("sum"):
		return p.quantifier()
	}
	return p.applied(p.primary())
}

func (p *parser) prefixed(op, text string, sign token) *node {
	defer p.leave()
	if !p.enter() {
		return p.nothing()
	}
	x := p.unary()
	return p.node(op, text, sign.at.To(x.at), x)
}

// quantifier reads forall (x : TYPE) EXPRESSION, which reaches as far to the right as it can.
func (p *parser) quantifier() *node {
	t := p.next()
	p.expect("(")
	bound := p.word("a name")
	p.expect(":")
	typ := p.typ()
	p.expect(")")
	body := p.expression()
	out := p.node(t.text, "", t.at.To(body.at), body)
	out.bound, out.typ = bound, typ
	return out
}

// applied reads what follows an operand: indices, fields, arguments, ++ and --, rates.
func (p *parser) applied(x *node) *node {
	for {
		t := p.now()
		switch {
		case p.accept("["):
			i := p.expression()
			x = p.node(opIndex, "", x.at.To(p.now().at), x, i)
			p.expect("]")
		case p.accept("."):
			name := p.word("a name")
			x = p.node(opField, name.text, x.at.To(name.at), x)
		case p.accept("("):
			args := p.arguments()
			x = p.node(opCall, "", x.at.To(p.before().at), append([]*node{x}, args...)...)
		case p.accept("'"):
			x = p.node(opRate, "", x.at.To(t.at), x)
		case t.is("++") || t.is("--"):
			p.next()
			x = p.node(opAfter, t.text, x.at.To(t.at), x)
		default:
			return x
		}
	}
}

// arguments reads up to the closing parenthesis.
func (p *parser) arguments() []*node {
	if p.accept(")") {
		return nil
	}
	out := p.series()
	p.expect(")")
	return out
}

// series reads expressions with commas between them.
func (p *parser) series() []*node {
	out := []*node{p.expression()}
	for p.accept(",") {
		out = append(out, p.expression())
	}
	return out
}

func (p *parser) primary() *node {
	t := p.now()
	switch {
	case t.kind == tokenWord:
		p.next()
		return &node{op: opName, text: t.text, at: t.at}
	case t.kind == tokenNumber:
		return p.number()
	case t.is("true") || t.is("false"):
		p.next()
		return &node{op: opBool, text: t.text, at: t.at}
	case t.is("deadlock"):
		p.next()
		return &node{op: opDeadlock, at: t.at}
	case p.accept("("):
		x := p.expression()
		p.expect(")")
		return x
	case t.kind == tokenKeyword:
		p.fail(diag.CodeImportUnsupported, t.at, "", "%s cannot be imported in an expression", t)
		return p.nothing()
	}
	p.unexpected("an expression")
	return p.nothing()
}

// number reads an integer; a number with a point is a double.
func (p *parser) number() *node {
	t := p.next()
	if dot := p.now(); dot.is(".") && dot.at.Start == t.at.End {
		p.fail(diag.CodeImportUnsupported, t.at.To(dot.at), "", "a number with a fraction cannot be imported")
	}
	return &node{op: opNumber, text: t.text, at: t.at}
}

// initialiser reads an expression or a list in braces.
func (p *parser) initialiser() *node {
	defer p.leave()
	if !p.enter() {
		return p.nothing()
	}
	open := p.now()
	if !p.accept("{") {
		return p.expression()
	}
	out := []*node{p.initialiser()}
	for p.accept(",") {
		out = append(out, p.initialiser())
	}
	end := p.expect("}")
	return p.node(opList, "", open.at.To(end.at), out...)
}
