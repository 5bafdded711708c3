package source

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

func (p *parser) node(op, text string, at diag.Span, args ...*Node) *Node {
	out := &Node{Op: op, Text: text, At: at, Args: args}
	for _, a := range args {
		out.depth = max(out.depth, a.depth+1)
	}
	if out.depth > maxDepth {
		p.fail(diag.CodeImportTooLarge, at, "", "this has more than %d operators in a row", maxDepth)
	}
	return out
}

// nothing stands for an expression after an error.
func (p *parser) nothing() *Node { return &Node{Op: OpNumber, Text: "0", At: p.now().At} }

// expression reads an assignment or a value. Assignments group to the right.
func (p *parser) expression() *Node {
	defer p.leave()
	if !p.enter() {
		return p.nothing()
	}
	left := p.choice()
	t := p.now()
	if t.kind == tokenSign && assignments[t.Text] {
		p.next()
		right := p.expression()
		return p.node("=", t.Text, left.At.To(right.At), left, right)
	}
	return left
}

func (p *parser) choice() *Node {
	cond := p.above(1)
	if !p.accept("?") {
		return cond
	}
	then := p.expression()
	p.expect(":")
	other := p.expression()
	return p.node(OpChoice, "", cond.At.To(other.At), cond, then, other)
}

// above reads operators of a level and tighter ones.
func (p *parser) above(level int) *Node {
	defer p.leave()
	if !p.enter() {
		return p.nothing()
	}
	left := p.unary()
	for {
		t := p.now()
		own := levels[t.Text]
		if t.kind != tokenSign && t.kind != tokenKeyword || own < level || own == 0 || p.endsSync() {
			return left
		}
		p.next()
		right := p.above(own + 1)
		left = p.node(t.Text, "", left.At.To(right.At), left, right)
	}
}

func (p *parser) unary() *Node {
	t := p.now()
	switch {
	case p.accept("!"):
		return p.prefixed("!", "", t)
	case p.accept("-"):
		return p.prefixed(OpMinus, "", t)
	case p.accept("+"):
		return p.unary()
	case t.is("++") || t.is("--"):
		p.next()
		return p.prefixed(OpBefore, t.Text, t)
	case t.is("forall") || t.is("exists") || t.is("sum"):
		return p.quantifier()
	}
	return p.applied(p.primary())
}

func (p *parser) prefixed(op, text string, sign Token) *Node {
	defer p.leave()
	if !p.enter() {
		return p.nothing()
	}
	x := p.unary()
	return p.node(op, text, sign.At.To(x.At), x)
}

// quantifier reads forall (x : TYPE) EXPRESSION, which reaches as far to the right as it can.
func (p *parser) quantifier() *Node {
	t := p.next()
	p.expect("(")
	bound := p.word("a name")
	p.expect(":")
	typ := p.typ()
	p.expect(")")
	body := p.expression()
	out := p.node(t.Text, "", t.At.To(body.At), body)
	out.Bound, out.Type = bound, typ
	return out
}

// applied reads what follows an operand: indices, fields, arguments, ++ and --, rates.
func (p *parser) applied(x *Node) *Node {
	for {
		t := p.now()
		switch {
		case p.accept("["):
			i := p.expression()
			x = p.node(OpIndex, "", x.At.To(p.now().At), x, i)
			p.expect("]")
		case p.accept("."):
			name := p.word("a name")
			x = p.node(OpField, name.Text, x.At.To(name.At), x)
		case p.accept("("):
			args := p.arguments()
			x = p.node(OpCall, "", x.At.To(p.before().At), append([]*Node{x}, args...)...)
		case p.accept("'"):
			x = p.node(OpRate, "", x.At.To(t.At), x)
		case t.is("++") || t.is("--"):
			p.next()
			x = p.node(OpAfter, t.Text, x.At.To(t.At), x)
		default:
			return x
		}
	}
}

// arguments reads up to the closing parenthesis.
func (p *parser) arguments() []*Node {
	if p.accept(")") {
		return nil
	}
	out := p.series()
	p.expect(")")
	return out
}

// series reads expressions with commas between them.
func (p *parser) series() []*Node {
	out := []*Node{p.expression()}
	for p.accept(",") {
		out = append(out, p.expression())
	}
	return out
}

func (p *parser) primary() *Node {
	t := p.now()
	switch {
	case t.kind == tokenWord:
		p.next()
		return &Node{Op: OpName, Text: t.Text, At: t.At}
	case t.kind == tokenNumber:
		return p.number()
	case t.is("true") || t.is("false"):
		p.next()
		return &Node{Op: OpBool, Text: t.Text, At: t.At}
	case t.is("deadlock"):
		p.next()
		return &Node{Op: OpDeadlock, At: t.At}
	case p.accept("("):
		x := p.expression()
		p.expect(")")
		return x
	case t.kind == tokenKeyword:
		p.fail(diag.CodeImportUnsupported, t.At, "", "%s cannot be imported in an expression", t)
		return p.nothing()
	}
	p.unexpected("an expression")
	return p.nothing()
}

// number reads an integer; a number with a point is a double.
func (p *parser) number() *Node {
	t := p.next()
	if dot := p.now(); dot.is(".") && dot.At.Start == t.At.End {
		p.fail(diag.CodeImportUnsupported, t.At.To(dot.At), "", "a number with a fraction cannot be imported")
	}
	return &Node{Op: OpNumber, Text: t.Text, At: t.At}
}

// initialiser reads an expression or a list in braces.
func (p *parser) initialiser() *Node {
	defer p.leave()
	if !p.enter() {
		return p.nothing()
	}
	open := p.now()
	if !p.accept("{") {
		return p.expression()
	}
	out := []*Node{p.initialiser()}
	for p.accept(",") {
		out = append(out, p.initialiser())
	}
	end := p.expect("}")
	return p.node(OpList, "", open.At.To(end.At), out...)
}
