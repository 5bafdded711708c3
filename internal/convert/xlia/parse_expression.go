package xlia

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/diag"
)

// levels are the binary operators, from the loosest. Those of one level group to the left.
var levels = [][]string{
	{"||", "or"},
	{"=>"},
	{"&&", "and"},
	{"|"},
	{"^"},
	{"&"},
	{"==", "!=", "===", "=!=", "=/="},
	{"<", "<=", ">", ">=", "in"},
	{"<<", ">>"},
	{"+", "-"},
	{"*", "/", "%"},
}

// levelEqual and levelCompare are those of comparisons.
const (
	levelEqual   = 6
	levelCompare = 7
)

// spelled are the signs for operators that have two.
var spelled = map[string]string{"or": "||", "and": "&&", "not": "!", "=/=": "=!="}

// expression reads an expression, with c ? a : b as the loosest.
func (p *parser) expression() *node {
	defer p.leave()
	if !p.enter() {
		return p.nothing()
	}
	cond := p.above(0)
	sign := p.now()
	if blockSign(sign) {
		p.refuse(sign.at, "the operator "+sign.text, "")
	}
	if !p.accept("?") {
		return cond
	}
	then := p.expression()
	p.expect(":")
	return p.node(opIf, sign, cond.at, cond, then, p.expression())
}

// nothing stands for an expression after an error.
func (p *parser) nothing() *node { return &node{op: opNumber, text: "0", at: p.now().at} }

// node makes an operation on others. An error about its depth is shown at the sign.
func (p *parser) node(op string, sign token, at diag.Span, args ...*node) *node {
	out := &node{op: op, at: at, args: args}
	for _, a := range args {
		out.depth = max(out.depth, a.depth+1)
		if a.at.File == at.File {
			out.at = diag.Span{File: at.File, Start: min(out.at.Start, a.at.Start), End: max(out.at.End, a.at.End)}
		}
	}
	if out.depth > maxDepth {
		p.fail(diag.CodeImportTooLarge, sign.at, "", "this has more than %d operators in a row", maxDepth)
	}
	return out
}

// above reads an expression of operators of a level and tighter ones.
func (p *parser) above(level int) *node {
	if level == len(levels) {
		return p.unary()
	}
	if level == levelCompare {
		return p.comparison()
	}
	out := p.above(level + 1)
	for slices.Contains(levels[level], p.now().text) && p.now().kind != tokenText {
		sign := p.next()
		if level == levelEqual && slices.Contains(levels[level], out.op) && !out.closed {
			p.fail(diag.CodeImportExpression, sign.at, "write parentheses", "the grouping of %s and %s is not clear", out.op, sign.text)
		}
		out = p.operation(sign, out, p.above(level+1))
	}
	return out
}

// operation is a binary operation.
func (p *parser) operation(sign token, x, y *node) *node {
	op := sign.text
	if other, ok := spelled[op]; ok {
		op = other
	}
	return p.node(op, sign, sign.at, x, y)
}

// comparison reads comparisons; a < b < c is a < b and b < c.
func (p *parser) comparison() *node {
	x := p.above(levelCompare + 1)
	var out *node
	for slices.Contains(levels[levelCompare], p.now().text) && p.now().kind != tokenText {
		sign := p.next()
		y := p.above(levelCompare + 1)
		part := p.operation(sign, x, y)
		if out == nil {
			out = part
		} else {
			out = p.node("&&", sign, sign.at, out, part)
		}
		x = y
	}
	if out == nil {
		return x
	}
	return out
}

// prefixes are the operators before an operand.
var prefixes = map[string]string{"-": opNegative, "!": "!", "not": "!"}

// strange are words that begin an expression that cannot be imported.
var strange = []string{"new", "present", "absent", "checksat", "if", "lambda", "ctor", "self", "this", "env", "status#was", "status#is",
	"status#being", "status#will", "changed", "changed#to"}

// unary reads an operand with the signs before it.
func (p *parser) unary() *node {
	defer p.leave()
	if !p.enter() {
		return p.nothing()
	}
	t := p.next()
	switch {
	case prefixes[t.text] != "" && t.kind != tokenText:
		return p.node(prefixes[t.text], t, t.at, p.unary())
	case t.is("+"):
		return p.unary()
	case t.is("("):
		out := p.expression()
		out.at, out.closed = diag.Span{File: t.at.File, Start: t.at.Start, End: p.now().at.End}, true
		p.expect(")")
		return out
	case t.kind == tokenNumber:
		return &node{op: opNumber, text: t.text, at: t.at}
	case t.kind == tokenText:
		return &node{op: opText, text: t.text, at: t.at}
	case t.is("exists") || t.is("forall"):
		return p.quantifier(t)
	case t.kind == tokenWord && (t.text[0] == '$' || t.text[0] == '#' || slices.Contains(strange, t.text)),
		slices.Contains([]string{"~", "++", "--", ">=>", "^=>", "${", "(:", "%{", "[|", "{", "["}, t.text):
		p.refuse(t.at, "an expression with "+t.String(), "")
	case t.kind == tokenWord:
		return p.named(t)
	default:
		p.at -= min(p.at, 1)
		p.unexpected("an expression")
	}
	return p.nothing()
}

// named reads what begins with a name: a name, or Type.MEMBER.
func (p *parser) named(t token) *node {
	for p.now().is(".") || p.now().is("::") {
		p.next()
		member := p.name("a name")
		t = token{tokenWord, t.text + "." + member.text, diag.Span{File: t.at.File, Start: t.at.Start, End: max(t.at.End, member.at.End)}}
	}
	switch sign := p.now(); {
	case sign.is("("):
		p.refuse(t.at, "the call of "+t.String(), "")
	case sign.is("["):
		p.refuse(sign.at, "an element of an array", "")
	case sign.is("++") || sign.is("--"):
		p.refuse(sign.at, "an expression with "+sign.text, "")
	}
	return nameNode(t)
}

// quantifier reads exists< x : int > condition, which reaches as far to the right as it can.
func (p *parser) quantifier(t token) *node {
	var bound []param
	p.expect("<")
	for {
		x := param{name: p.name("a name")}
		p.expect(":")
		x.typ = p.typeName()
		bound = append(bound, x)
		if !p.accept(",") {
			break
		}
	}
	p.expect(">")
	out := p.node(t.text, t, t.at, p.expression())
	out.bound = bound
	return out
}
