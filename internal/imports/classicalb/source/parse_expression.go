package source

import (
	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/imports/scan"
)

// Predicates and expressions are read by one table of precedences. Where classical B and Event-B differ, or where precedence is little known,
// parentheses are required: between & and or, around the operands of <=>, in chains of =>.

// The levels of operators, from the loosest.
const (
	levelImplies = iota + 1
	levelJunction
	levelRelation
	levelTight // operators of expressions begin here
	levelSet
	levelRange
	levelSum
	levelProduct
	levelSign
)

// levels are those of the binary operators. Those that cannot be imported are refused when they are translated.
var levels = func() map[string]int {
	out := map[string]int{}
	for level, ops := range map[int][]string{
		levelImplies:  {"=>", "<=>"},
		levelJunction: {"&", "or"},
		levelRelation: {"=", "/=", ":", "/:", "<", "<=", ">", ">=", "<:", "/<:", "<<:"},
		levelTight:    {"-->", "+->", "-->>", "+->>", ">->", ">->>", ">+>", ">+>>", "<->"},
		levelSet:      {"|->", "<+", `\/`, `/\`, `\`, "<|", "|>", "<<|", "|>>", "><", "^", "->", "<-"},
		levelRange:    {".."},
		levelSum:      {"+", "-"},
		levelProduct:  {"*", "/", "mod", "**"},
	} {
		for _, op := range ops {
			out[op] = level
		}
	}
	return out
}()

func (p *parser) expression() *Node { return p.above(levelImplies) }

// node makes an operation on others. An error about its depth is shown at the sign.
func (p *parser) node(op string, sign Token, at diag.Span, args ...*Node) *Node {
	out := &Node{Op: op, At: at, Args: args}
	for _, a := range args {
		out.depth = max(out.depth, a.depth+1)
	}
	if out.depth > scan.MaxDepth {
		p.Fail(diag.CodeImportTooLarge, sign.At, "", "this has more than %d operators in a row", scan.MaxDepth)
	}
	return out
}

// above reads an expression of operators of a level and tighter ones.
func (p *parser) above(level int) *Node {
	defer p.Leave()
	if !p.Enter() {
		return &Node{Op: OpNumber, Text: "0", At: p.Now().At}
	}
	left := p.unary()
	for {
		t := p.Now()
		own := levels[t.Text]
		if t.Kind != scan.Sign || own < level || own == 0 {
			return left
		}
		p.Next()
		left = p.join(t, left, p.above(own+1))
	}
}

// join makes a node of an operator and its operands. Conjuncts are kept in one list.
func (p *parser) join(op Token, left, right *Node) *Node {
	p.demandParentheses(op, left)
	p.demandParentheses(op, right)
	at := left.At.To(right.At)
	if op.Text == "&" && left.Op == "&" && !left.closed {
		left.Args, left.At = append(left.Args, right), at
		left.depth = max(left.depth, right.depth+1)
		return left
	}
	return p.node(op.Text, op, at, left, right)
}

// demandParentheses rejects operands whose grouping differs between dialects.
func (p *parser) demandParentheses(op Token, operand *Node) {
	outer, inner := levels[op.Text], levels[operand.Op]
	doubtful := outer == inner && (outer == levelRelation || outer == levelImplies || outer == levelJunction && operand.Op != op.Text) ||
		op.Text == "<=>" && inner == levelJunction
	if doubtful && !operand.closed {
		p.Fail(diag.CodeImportExpression, op.At, "write parentheses around one of them",
			"the grouping of %s and %s is not clear", operand.Op, op.Text)
	}
}

// unary reads signs before an operand.
func (p *parser) unary() *Node {
	t := p.Now()
	switch {
	case p.Accept("not"):
		x := p.above(levelRelation)
		out := p.node("not", t, t.At.To(x.At), x)
		out.closed = true
		return out
	case p.Accept("-"):
		x := p.above(levelSign)
		return p.node(OpNegative, t, t.At.To(x.At), x)
	case t.Is("!") || t.Is("#") || t.Is("%"):
		return p.quantifier()
	}
	return p.applied(p.primary())
}

// applied reads arguments, images and inverses behind an operand.
func (p *parser) applied(x *Node) *Node {
	for {
		t := p.Now()
		switch {
		case p.Accept("("):
			x = p.application(OpCall, t, x, ")")
		case p.Accept("["):
			x = p.application(OpImage, t, x, "]")
		case p.Accept("~"):
			x = p.node("~", t, x.At.To(t.At), x)
		default:
			return x
		}
	}
}

// application reads arguments up to a closing sign.
func (p *parser) application(op string, sign Token, f *Node, end string) *Node {
	args := p.series(p.expression)
	at := f.At.To(p.Now().At)
	p.Expect(end)
	return p.node(op, sign, at, append([]*Node{f}, args...)...)
}

// series reads expressions with commas between them.
func (p *parser) series(one func() *Node) []*Node {
	out := []*Node{one()}
	for p.Accept(",") {
		out = append(out, one())
	}
	return out
}

func (p *parser) primary() *Node {
	t := p.Now()
	switch {
	case p.definitionHere() != nil:
		return p.definedExpression(p.definitionHere())
	case t.Is("SIGMA"):
		return p.quantifier()
	case t.Kind == scan.Word:
		p.Next()
		return &Node{Op: OpName, Text: t.Text, At: t.At, closed: true}
	case t.Kind == scan.Number:
		p.Next()
		return &Node{Op: OpNumber, Text: t.Text, At: t.At, closed: true}
	case t.Kind == scan.Text:
		p.Next()
		return &Node{Op: OpText, Text: t.Text, At: t.At, closed: true}
	case p.Accept("("):
		return p.parenthesis()
	case p.Accept("{"):
		return p.braces(t)
	case p.Accept("∅"):
		return &Node{Op: OpSet, At: t.At, closed: true}
	case p.Accept("<>"):
		return &Node{Op: OpSequence, At: t.At, closed: true}
	case p.Accept("["):
		return p.sequence(t)
	}
	p.Unexpected("an expression")
	return &Node{Op: OpNumber, Text: "0", At: t.At}
}

// definedExpression reads the use of a definition.
func (p *parser) definedExpression(d *definition) *Node {
	out := &Node{Op: OpNumber, Text: "0", At: p.Now().At}
	p.expanded(d, func(inner *parser) {
		*out = *inner.expression()
		out.closed = true
	})
	return out
}

// parenthesis reads (x), the pair (x, y) and the composition (r ; s) up to the end.
func (p *parser) parenthesis() *Node {
	x := p.expression()
	for t := p.Now(); t.Is(",") || t.Is(";"); t = p.Now() {
		p.Next()
		op := "|->"
		if t.Is(";") {
			op = OpComposed
		}
		y := p.expression()
		x = p.node(op, t, x.At.To(y.At), x, y)
	}
	p.Expect(")")
	x.closed = true
	return x
}

// sequence reads [], or [a, b] up to the end.
func (p *parser) sequence(open Token) *Node {
	var elements []*Node
	if !p.Now().Is("]") {
		elements = p.series(p.expression)
	}
	out := p.node(OpSequence, open, open.At.To(p.Now().At), elements...)
	out.closed = true
	p.Expect("]")
	return out
}

// braces reads {}, {a, b} and {x | P}.
func (p *parser) braces(open Token) *Node {
	op := OpSet
	var elements []*Node
	var bound []Token
	if !p.Now().Is("}") {
		elements = p.series(p.expression)
	}
	if elements != nil && p.Accept("|") {
		op, bound = OpComprehension, p.boundNames(elements)
		elements = []*Node{p.expression()}
	}
	out := p.node(op, open, open.At.To(p.Now().At), elements...)
	out.Bound, out.closed = bound, true
	p.Expect("}")
	return out
}

// boundNames checks that expressions are names.
func (p *parser) boundNames(list []*Node) []Token {
	var out []Token
	for _, n := range list {
		if n.Op != OpName {
			p.Fail(diag.CodeImportSyntax, n.At, "", "a name is expected here")
		}
		out = append(out, Token{Kind: scan.Word, Text: n.Text, At: n.At})
	}
	return out
}

// quantifier reads !x.(P), #(x, y).(P), %x.(P | E) and SIGMA(x).(P | E). Without parentheses, as in Event-B, P reaches as far to the right as it can.
func (p *parser) quantifier() *Node {
	t := p.Next()
	inParentheses := p.Accept("(")
	bound := p.names("a name")
	if inParentheses {
		p.Expect(")")
	}
	p.Expect(".")
	hasValue := t.Is("%") || t.Is(OpSum)
	closed := hasValue || p.Now().Is("(")
	if closed {
		p.Expect("(")
	}
	args := []*Node{p.expression()}
	if hasValue {
		p.Expect("|")
		args = append(args, p.expression())
	}
	if closed {
		p.Expect(")")
	}
	out := p.node(t.Text, t, t.At.To(args[len(args)-1].At), args...)
	out.Bound, out.closed = bound, true
	return out
}
