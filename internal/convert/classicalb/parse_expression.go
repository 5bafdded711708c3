package classicalb

import (
	"slices"

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

// above reads an expression of operators of a level and tighter ones.
func (p *parser) above(level int) *node {
	if !p.enter() {
		p.leave()
		return &node{op: opNumber, text: "0", at: p.now().at}
	}
	defer p.leave()
	left := p.unary()
	for {
		t := p.now()
		own := levels[t.text]
		if t.kind != tokenSign || own < level || own == 0 {
			return left
		}
		p.next()
		left = p.join(t, left, p.above(own+1))
	}
}

// join makes a node of an operator and its operands. Conjuncts are kept in one list.
func (p *parser) join(op token, left, right *node) *node {
	p.demandParentheses(op, left)
	p.demandParentheses(op, right)
	at := left.at.To(right.at)
	if op.text == "&" && left.op == "&" && !left.closed {
		left.args, left.at = append(left.args, right), at
		left.depth = max(left.depth, right.depth+1)
		return left
	}
	out := &node{op: op.text, at: at, args: []*node{left, right}, depth: max(left.depth, right.depth) + 1}
	if out.depth > maxDepth {
		p.fail(diag.CodeImportTooLarge, op.at, "", "this has more than %d operators in a row", maxDepth)
	}
	return out
}

// demandParentheses refuses operands that bind in other ways elsewhere.
func (p *parser) demandParentheses(op token, operand *node) {
	if operand.closed {
		return
	}
	inner := levels[operand.op]
	doubtful := levels[op.text] == levelRelation && inner == levelRelation ||
		levels[op.text] == levelJunction && inner == levelJunction && operand.op != op.text ||
		levels[op.text] == levelImplies && inner == levelImplies ||
		op.text == "<=>" && inner == levelJunction
	if doubtful {
		p.fail(diag.CodeImportExpression, op.at, "write parentheses around one of them", "the grouping of %s and %s is not clear", operand.op, op.text)
	}
}

// unary reads signs before an operand.
func (p *parser) unary() *node {
	t := p.now()
	switch {
	case p.accept("not"):
		x := p.above(levelRelation)
		return &node{op: "not", at: t.at.To(x.at), args: []*node{x}, closed: true, depth: x.depth + 1}
	case p.accept("-"):
		x := p.above(levelSign)
		return &node{op: opNegative, at: t.at.To(x.at), args: []*node{x}, depth: x.depth + 1}
	case t.is("!") || t.is("#") || t.is("%"):
		return p.quantifier()
	}
	return p.applied(p.primary())
}

// applied reads arguments, images and inverses behind an operand.
func (p *parser) applied(x *node) *node {
	for {
		t := p.now()
		switch {
		case p.accept("("):
			x = p.application(opCall, x, ")")
		case p.accept("["):
			x = p.application(opImage, x, "]")
		case p.accept("~"):
			x = &node{op: "~", at: x.at.To(t.at), args: []*node{x}, depth: x.depth + 1}
		default:
			return x
		}
		if x.depth > maxDepth {
			p.fail(diag.CodeImportTooLarge, t.at, "", "this has more than %d operators in a row", maxDepth)
		}
	}
}

// application reads arguments up to a closing sign.
func (p *parser) application(op string, f *node, end string) *node {
	out := &node{op: op, args: []*node{f}, depth: f.depth + 1}
	for first := true; first || p.accept(","); first = false {
		a := p.expression()
		out.args = append(out.args, a)
		out.depth = max(out.depth, a.depth+1)
	}
	out.at = f.at.To(p.now().at)
	p.expect(end)
	return out
}

func (p *parser) primary() *node {
	t := p.now()
	switch {
	case t.kind == tokenWord:
		p.next()
		return &node{op: opName, text: t.text, at: t.at, closed: true}
	case t.kind == tokenNumber:
		p.next()
		return &node{op: opNumber, text: t.text, at: t.at, closed: true}
	case p.accept("("):
		x := p.expression()
		p.expect(")")
		x.closed = true
		return x
	case p.accept("{"):
		return p.braces(t)
	}
	p.unexpected("an expression")
	return &node{op: opNumber, text: "0", at: t.at}
}

// braces reads {}, {a, b} and {x | P}.
func (p *parser) braces(open token) *node {
	out := &node{op: opSet, at: open.at.To(p.now().at), closed: true}
	if p.accept("}") {
		return out
	}
	elements := []*node{p.expression()}
	for p.accept(",") {
		elements = append(elements, p.expression())
	}
	if p.accept("|") {
		out.op = opComprehension
		out.bound = p.boundNames(elements)
		elements = []*node{p.expression()}
	}
	out.args = elements
	for _, e := range elements {
		out.depth = max(out.depth, e.depth+1)
	}
	out.at = open.at.To(p.now().at)
	p.expect("}")
	return out
}

// boundNames demands that expressions are names.
func (p *parser) boundNames(list []*node) []token {
	var out []token
	for _, n := range list {
		if n.op != opName {
			p.fail(diag.CodeImportSyntax, n.at, "", "a name is expected here")
		}
		out = append(out, token{tokenWord, n.text, n.at})
	}
	return out
}

// quantifier reads !x.(P), #(x, y).(P) and %x.(P | E).
func (p *parser) quantifier() *node {
	t := p.next()
	out := &node{op: t.text, closed: true}
	inParentheses := p.accept("(")
	out.bound = p.names("a name")
	if inParentheses {
		p.expect(")")
	}
	p.expect(".")
	if !p.now().is("(") && t.text != "%" { // of Event-B: as far to the right as it goes
		out.args = []*node{p.expression()}
	} else {
		p.expect("(")
		out.args = []*node{p.expression()}
		if t.text == "%" {
			p.expect("|")
			out.args = append(out.args, p.expression())
		}
		p.expect(")")
	}
	out.args = slices.Clip(out.args)
	for _, a := range out.args {
		out.depth = max(out.depth, a.depth+1)
	}
	out.at = t.at.To(out.args[len(out.args)-1].at)
	return out
}
