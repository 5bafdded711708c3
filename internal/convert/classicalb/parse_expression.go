package classicalb

import (
	"github.com/sextant-mbt/sextant/internal/convert/scan"
	"github.com/sextant-mbt/sextant/internal/diag"
)

// Predicates and expressions are read by one table of precedences. Where classical B and Event-B differ, or few people know
// what binds tighter, parentheses are demanded: between & and or, around the operands of <=>, in chains of =>.

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

func (p *parser) expression() *node { return p.above(levelImplies) }

// node makes an operation on others. An error about its depth is shown at the sign.
func (p *parser) node(op string, sign token, at diag.Span, args ...*node) *node {
	out := &node{op: op, at: at, args: args}
	for _, a := range args {
		out.depth = max(out.depth, a.depth+1)
	}
	if out.depth > scan.MaxDepth {
		p.Fail(diag.CodeImportTooLarge, sign.At, "", "this has more than %d operators in a row", scan.MaxDepth)
	}
	return out
}

// above reads an expression of operators of a level and tighter ones.
func (p *parser) above(level int) *node {
	defer p.Leave()
	if !p.Enter() {
		return &node{op: opNumber, text: "0", at: p.Now().At}
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
func (p *parser) join(op token, left, right *node) *node {
	p.demandParentheses(op, left)
	p.demandParentheses(op, right)
	at := left.at.To(right.at)
	if op.Text == "&" && left.op == "&" && !left.closed {
		left.args, left.at = append(left.args, right), at
		left.depth = max(left.depth, right.depth+1)
		return left
	}
	return p.node(op.Text, op, at, left, right)
}

// demandParentheses refuses operands whose grouping differs between dialects.
func (p *parser) demandParentheses(op token, operand *node) {
	outer, inner := levels[op.Text], levels[operand.op]
	doubtful := outer == inner && (outer == levelRelation || outer == levelImplies || outer == levelJunction && operand.op != op.Text) ||
		op.Text == "<=>" && inner == levelJunction
	if doubtful && !operand.closed {
		p.Fail(diag.CodeImportExpression, op.At, "write parentheses around one of them",
			"the grouping of %s and %s is not clear", operand.op, op.Text)
	}
}

// unary reads signs before an operand.
func (p *parser) unary() *node {
	t := p.Now()
	switch {
	case p.Accept("not"):
		x := p.above(levelRelation)
		out := p.node("not", t, t.At.To(x.at), x)
		out.closed = true
		return out
	case p.Accept("-"):
		x := p.above(levelSign)
		return p.node(opNegative, t, t.At.To(x.at), x)
	case t.Is("!") || t.Is("#") || t.Is("%"):
		return p.quantifier()
	}
	return p.applied(p.primary())
}

// applied reads arguments, images and inverses behind an operand.
func (p *parser) applied(x *node) *node {
	for {
		t := p.Now()
		switch {
		case p.Accept("("):
			x = p.application(opCall, t, x, ")")
		case p.Accept("["):
			x = p.application(opImage, t, x, "]")
		case p.Accept("~"):
			x = p.node("~", t, x.at.To(t.At), x)
		default:
			return x
		}
	}
}

// application reads arguments up to a closing sign.
func (p *parser) application(op string, sign token, f *node, end string) *node {
	args := p.series(p.expression)
	at := f.at.To(p.Now().At)
	p.Expect(end)
	return p.node(op, sign, at, append([]*node{f}, args...)...)
}

// series reads expressions with commas between them.
func (p *parser) series(one func() *node) []*node {
	out := []*node{one()}
	for p.Accept(",") {
		out = append(out, one())
	}
	return out
}

func (p *parser) primary() *node {
	t := p.Now()
	switch {
	case p.definitionHere() != nil:
		return p.definedExpression(p.definitionHere())
	case t.Is("SIGMA"):
		return p.quantifier()
	case t.Kind == scan.Word:
		p.Next()
		return &node{op: opName, text: t.Text, at: t.At, closed: true}
	case t.Kind == scan.Number:
		p.Next()
		return &node{op: opNumber, text: t.Text, at: t.At, closed: true}
	case t.Kind == scan.Text:
		p.Next()
		return &node{op: opText, text: t.Text, at: t.At, closed: true}
	case p.Accept("("):
		return p.parenthesis()
	case p.Accept("{"):
		return p.braces(t)
	case p.Accept("∅"):
		return &node{op: opSet, at: t.At, closed: true}
	case p.Accept("<>"):
		return &node{op: opSequence, at: t.At, closed: true}
	case p.Accept("["):
		return p.sequence(t)
	}
	p.Unexpected("an expression")
	return &node{op: opNumber, text: "0", at: t.At}
}

// definedExpression reads the use of a definition.
func (p *parser) definedExpression(d *definition) *node {
	out := &node{op: opNumber, text: "0", at: p.Now().At}
	p.expanded(d, func(inner *parser) {
		*out = *inner.expression()
		out.closed = true
	})
	return out
}

// parenthesis reads (x), the pair (x, y) and the composition (r ; s) up to the end.
func (p *parser) parenthesis() *node {
	x := p.expression()
	for t := p.Now(); t.Is(",") || t.Is(";"); t = p.Now() {
		p.Next()
		op := "|->"
		if t.Is(";") {
			op = opComposed
		}
		y := p.expression()
		x = p.node(op, t, x.at.To(y.at), x, y)
	}
	p.Expect(")")
	x.closed = true
	return x
}

// sequence reads [], or [a, b] up to the end.
func (p *parser) sequence(open token) *node {
	var elements []*node
	if !p.Now().Is("]") {
		elements = p.series(p.expression)
	}
	out := p.node(opSequence, open, open.At.To(p.Now().At), elements...)
	out.closed = true
	p.Expect("]")
	return out
}

// braces reads {}, {a, b} and {x | P}.
func (p *parser) braces(open token) *node {
	op := opSet
	var elements []*node
	var bound []token
	if !p.Now().Is("}") {
		elements = p.series(p.expression)
	}
	if elements != nil && p.Accept("|") {
		op, bound = opComprehension, p.boundNames(elements)
		elements = []*node{p.expression()}
	}
	out := p.node(op, open, open.At.To(p.Now().At), elements...)
	out.bound, out.closed = bound, true
	p.Expect("}")
	return out
}

// boundNames demands that expressions are names.
func (p *parser) boundNames(list []*node) []token {
	var out []token
	for _, n := range list {
		if n.op != opName {
			p.Fail(diag.CodeImportSyntax, n.at, "", "a name is expected here")
		}
		out = append(out, token{Kind: scan.Word, Text: n.text, At: n.at})
	}
	return out
}

// quantifier reads !x.(P), #(x, y).(P), %x.(P | E) and SIGMA(x).(P | E). Without parentheses, as in Event-B, P reaches as far to the right as it can.
func (p *parser) quantifier() *node {
	t := p.Next()
	inParentheses := p.Accept("(")
	bound := p.names("a name")
	if inParentheses {
		p.Expect(")")
	}
	p.Expect(".")
	hasValue := t.Is("%") || t.Is(opSum)
	closed := hasValue || p.Now().Is("(")
	if closed {
		p.Expect("(")
	}
	args := []*node{p.expression()}
	if hasValue {
		p.Expect("|")
		args = append(args, p.expression())
	}
	if closed {
		p.Expect(")")
	}
	out := p.node(t.Text, t, t.At.To(args[len(args)-1].at), args...)
	out.bound, out.closed = bound, true
	return out
}
