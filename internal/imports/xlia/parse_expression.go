package xlia

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/imports/scan"
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
	defer p.Leave()
	if !p.Enter() {
		return p.nothing()
	}
	cond := p.above(0)
	sign := p.Now()
	if blockSign(sign) {
		p.Refuse(sign.At, "the operator "+sign.Text, "")
	}
	if !p.Accept("?") {
		return cond
	}
	then := p.expression()
	p.Expect(":")
	return p.node(opIf, sign, cond.at, cond, then, p.expression())
}

// nothing stands for an expression after an error.
func (p *parser) nothing() *node { return &node{op: opNumber, text: "0", at: p.Now().At} }

// node makes an operation on others. An error about its depth is shown at the sign.
func (p *parser) node(op string, sign token, at diag.Span, args ...*node) *node {
	out := &node{op: op, at: at, args: args}
	for _, a := range args {
		out.depth = max(out.depth, a.depth+1)
		if a.at.File == at.File {
			out.at = diag.Span{File: at.File, Start: min(out.at.Start, a.at.Start), End: max(out.at.End, a.at.End)}
		}
	}
	if out.depth > scan.MaxDepth {
		p.Fail(diag.CodeImportTooLarge, sign.At, "", "this has more than %d operators in a row", scan.MaxDepth)
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
	for slices.Contains(levels[level], p.Now().Text) && p.Now().Kind != scan.Text {
		sign := p.Next()
		if level == levelEqual && slices.Contains(levels[level], out.op) && !out.closed {
			p.Fail(diag.CodeImportExpression, sign.At, "write parentheses", "the grouping of %s and %s is not clear", out.op, sign.Text)
		}
		out = p.operation(sign, out, p.above(level+1))
	}
	return out
}

// operation is a binary operation.
func (p *parser) operation(sign token, x, y *node) *node {
	op := sign.Text
	if other, ok := spelled[op]; ok {
		op = other
	}
	return p.node(op, sign, sign.At, x, y)
}

// comparison reads comparisons; a < b < c is a < b and b < c.
func (p *parser) comparison() *node {
	x := p.above(levelCompare + 1)
	var out *node
	for slices.Contains(levels[levelCompare], p.Now().Text) && p.Now().Kind != scan.Text {
		sign := p.Next()
		y := p.above(levelCompare + 1)
		part := p.operation(sign, x, y)
		if out == nil {
			out = part
		} else {
			out = p.node("&&", sign, sign.At, out, part)
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
	defer p.Leave()
	if !p.Enter() {
		return p.nothing()
	}
	t := p.Next()
	switch {
	case prefixes[t.Text] != "" && t.Kind != scan.Text:
		return p.node(prefixes[t.Text], t, t.At, p.unary())
	case t.Is("+"):
		return p.unary()
	case t.Is("("):
		out := p.expression()
		out.at, out.closed = diag.Span{File: t.At.File, Start: t.At.Start, End: p.Now().At.End}, true
		p.Expect(")")
		return out
	case t.Kind == scan.Number:
		return &node{op: opNumber, text: t.Text, at: t.At}
	case t.Kind == scan.Text:
		return &node{op: opText, text: t.Text, at: t.At}
	case t.Is("exists") || t.Is("forall"):
		return p.quantifier(t)
	case t.Kind == scan.Word && (t.Text[0] == '$' || t.Text[0] == '#' || slices.Contains(strange, t.Text)),
		slices.Contains([]string{"~", "++", "--", ">=>", "^=>", "${", "(:", "%{", "[|", "{", "["}, t.Text):
		p.Refuse(t.At, "an expression with "+t.String(), "")
	case t.Kind == scan.Word:
		return p.named(t)
	default:
		p.Back()
		p.Unexpected("an expression")
	}
	return p.nothing()
}

// named reads what begins with a name: a name, or Type.MEMBER.
func (p *parser) named(t token) *node {
	for p.Now().Is(".") || p.Now().Is("::") {
		p.Next()
		member := p.Name("a name")
		t.Text, t.At.End = t.Text+"."+member.Text, max(t.At.End, member.At.End)
	}
	switch sign := p.Now(); {
	case sign.Is("("):
		p.Refuse(t.At, "the call of "+t.String(), "")
	case sign.Is("["):
		p.Refuse(sign.At, "an element of an array", "")
	case sign.Is("++") || sign.Is("--"):
		p.Refuse(sign.At, "an expression with "+sign.Text, "")
	}
	return nameNode(t)
}

// quantifier reads exists< x : int > condition, which reaches as far to the right as it can.
func (p *parser) quantifier(t token) *node {
	var bound []param
	p.Expect("<")
	for {
		x := param{name: p.Name("a name")}
		p.Expect(":")
		x.typ = p.typeName()
		bound = append(bound, x)
		if !p.Accept(",") {
			break
		}
	}
	p.Expect(">")
	out := p.node(t.Text, t, t.At, p.expression())
	out.bound = bound
	return out
}
