package source

import (
	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/imports/scan"
)

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

var assignments = scan.Words("= += -= *= /= %= |= &= ^= <<= >>=")

func (p *parser) node(op, text string, at diag.Span, args ...*Node) *Node {
	out := &Node{Op: op, Text: text, At: at, Args: args}
	for _, a := range args {
		out.depth = max(out.depth, a.depth+1)
	}
	if out.depth > maxDepth {
		p.Fail(diag.CodeImportTooLarge, at, "", "this has more than %d operators in a row", maxDepth)
	}
	return out
}

// nothing stands for an expression after an error.
func (p *parser) nothing() *Node { return &Node{Op: OpNumber, Text: "0", At: p.Now().At} }

// expression reads an assignment or a value. Assignments group to the right.
func (p *parser) expression() *Node {
	defer p.Leave()
	if !p.Enter() {
		return p.nothing()
	}
	left := p.choice()
	t := p.Now()
	if t.Kind == scan.Sign && assignments[t.Text] {
		p.Next()
		right := p.expression()
		return p.node("=", t.Text, left.At.To(right.At), left, right)
	}
	return left
}

func (p *parser) choice() *Node {
	cond := p.above(1)
	if !p.Accept("?") {
		return cond
	}
	then := p.expression()
	p.Expect(":")
	other := p.expression()
	return p.node(OpChoice, "", cond.At.To(other.At), cond, then, other)
}

// above reads operators of a level and tighter ones.
func (p *parser) above(level int) *Node {
	defer p.Leave()
	if !p.Enter() {
		return p.nothing()
	}
	left := p.unary()
	for {
		t := p.Now()
		own := levels[t.Text]
		if t.Kind != scan.Sign && t.Kind != scan.Keyword || own < level || own == 0 || p.endsSync() {
			return left
		}
		p.Next()
		right := p.above(own + 1)
		left = p.node(t.Text, "", left.At.To(right.At), left, right)
	}
}

func (p *parser) unary() *Node {
	t := p.Now()
	switch {
	case p.Accept("!"):
		return p.prefixed("!", "", t)
	case p.Accept("-"):
		return p.prefixed(OpMinus, "", t)
	case p.Accept("+"):
		return p.unary()
	case t.Is("++") || t.Is("--"):
		p.Next()
		return p.prefixed(OpBefore, t.Text, t)
	case t.Is("forall") || t.Is("exists") || t.Is("sum"):
		return p.quantifier()
	}
	return p.applied(p.primary())
}

func (p *parser) prefixed(op, text string, sign Token) *Node {
	defer p.Leave()
	if !p.Enter() {
		return p.nothing()
	}
	x := p.unary()
	return p.node(op, text, sign.At.To(x.At), x)
}

// quantifier reads forall (x : TYPE) EXPRESSION, which reaches as far to the right as it can.
func (p *parser) quantifier() *Node {
	t := p.Next()
	p.Expect("(")
	bound := p.Name("a name")
	p.Expect(":")
	typ := p.typ()
	p.Expect(")")
	body := p.expression()
	out := p.node(t.Text, "", t.At.To(body.At), body)
	out.Bound, out.Type = bound, typ
	return out
}

// applied reads what follows an operand: indices, fields, arguments, ++ and --, rates.
func (p *parser) applied(x *Node) *Node {
	for {
		t := p.Now()
		switch {
		case p.Accept("["):
			i := p.expression()
			x = p.node(OpIndex, "", x.At.To(p.Now().At), x, i)
			p.Expect("]")
		case p.Accept("."):
			name := p.Name("a name")
			x = p.node(OpField, name.Text, x.At.To(name.At), x)
		case p.Accept("("):
			args := p.arguments()
			x = p.node(OpCall, "", x.At.To(p.Peek(-1).At), append([]*Node{x}, args...)...)
		case p.Accept("'"):
			x = p.node(OpRate, "", x.At.To(t.At), x)
		case t.Is("++") || t.Is("--"):
			p.Next()
			x = p.node(OpAfter, t.Text, x.At.To(t.At), x)
		default:
			return x
		}
	}
}

// arguments reads up to the closing parenthesis.
func (p *parser) arguments() []*Node {
	if p.Accept(")") {
		return nil
	}
	out := p.series()
	p.Expect(")")
	return out
}

// series reads expressions with commas between them.
func (p *parser) series() []*Node {
	out := []*Node{p.expression()}
	for p.Accept(",") {
		out = append(out, p.expression())
	}
	return out
}

func (p *parser) primary() *Node {
	t := p.Now()
	switch {
	case t.Kind == scan.Word:
		p.Next()
		return &Node{Op: OpName, Text: t.Text, At: t.At}
	case t.Kind == scan.Number:
		return p.number()
	case t.Is("true") || t.Is("false"):
		p.Next()
		return &Node{Op: OpBool, Text: t.Text, At: t.At}
	case t.Is("deadlock"):
		p.Next()
		return &Node{Op: OpDeadlock, At: t.At}
	case p.Accept("("):
		x := p.expression()
		p.Expect(")")
		return x
	case t.Kind == scan.Keyword:
		p.Fail(diag.CodeImportUnsupported, t.At, "", "%s cannot be imported in an expression", t)
		return p.nothing()
	}
	p.Unexpected("an expression")
	return p.nothing()
}

// number reads an integer; a number with a point is a double.
func (p *parser) number() *Node {
	t := p.Next()
	if dot := p.Now(); dot.Is(".") && dot.At.Start == t.At.End {
		p.Refuse(t.At.To(dot.At), "a number with a fraction", "")
	}
	return &Node{Op: OpNumber, Text: t.Text, At: t.At}
}

// initialiser reads an expression or a list in braces.
func (p *parser) initialiser() *Node {
	defer p.Leave()
	if !p.Enter() {
		return p.nothing()
	}
	open := p.Now()
	if !p.Accept("{") {
		return p.expression()
	}
	out := []*Node{p.initialiser()}
	for p.Accept(",") {
		out = append(out, p.initialiser())
	}
	end := p.Expect("}")
	return p.node(OpList, "", open.At.To(end.At), out...)
}
