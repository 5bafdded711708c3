package syntax

import (
	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/language/syntax/token"
)

// expr reads a whole expression.
func (p *parser) expr() Expr {
	defer p.leave()
	if !p.enter() {
		return nil
	}
	outer := p.bounds
	p.bounds = false
	e := p.binary(token.LevelIff)
	p.bounds = outer
	p.checkExprEnd()
	return e
}

// binary reads operands joined by operators of the given level or higher (precedence climbing).
func (p *parser) binary(lowest int) Expr {
	start := p.here()
	left := p.operand(lowest)
	for level := p.operatorLevel(); level >= lowest && level > 0; level = p.operatorLevel() {
		left = p.joined(start, level, left)
		if level == token.LevelComparison && p.operatorLevel() == token.LevelComparison {
			p.fail(diag.CodeChainedComparison, p.here(), chainHint(left), "comparisons do not chain")
		}
	}
	return left
}

// operatorLevel is the level of the next token as a binary operator, or 0.
func (p *parser) operatorLevel() int {
	switch kind := p.kind(); {
	case kind == token.In && p.awaitsIn && p.brackets == 0:
		return 0
	case p.namesTransition():
		return 0
	case kind == token.Name && p.ahead(1) == token.Name && p.atSoft("is"):
		return token.LevelComparison
	default:
		return kind.Level()
	}
}

// joined reads an operator of the given level and what is on its right.
func (p *parser) joined(start diag.Span, level int, left Expr) Expr {
	height, op := p.height, p.kind()
	if op == token.Name {
		return p.isExpr(start, left)
	}
	at := p.advance()
	right := p.rightOperand(level)
	p.grow(max(height, p.height))
	return &BinaryExpr{p.place(start), op.String(), at, left, right}
}

// rightOperand reads the operand on the right of an operator. Only "=>" takes its own level there: a => b => c is a => (b => c).
func (p *parser) rightOperand(level int) Expr {
	if level != token.LevelImplies {
		return p.binary(level + 1)
	}
	defer p.leave()
	if !p.enter() {
		return nil
	}
	return p.binary(level)
}

// operand reads an operand at a place that takes expressions of the given level or higher. Quantified expressions, folds and if
// expressions reach as far to the right as they can, so they are allowed only where a "not" is.
func (p *parser) operand(lowest int) Expr {
	switch kind := p.kind(); {
	case kind != token.Not && kind != token.If && kind != token.Exists && kind != token.Forall && !p.atFold():
		return p.unary()
	case lowest > token.LevelNot:
		p.unexpected("an operand", "put the `"+p.here().Text()+"` expression in parentheses")
		return nil
	case kind == token.Not:
		return p.prefixed(func() Expr { return p.binary(token.LevelNot) })
	case kind == token.If:
		return p.ifExpr()
	case kind == token.Name:
		return p.fold()
	default:
		return p.quantifier(kind == token.Forall)
	}
}

// prefixed reads a prefix operator and its operand.
func (p *parser) prefixed(operand func() Expr) Expr {
	defer p.leave()
	if !p.enter() {
		return nil
	}
	op := p.kind()
	start := p.advance()
	x := operand()
	p.grow(p.height)
	return &UnaryExpr{p.place(start), op.String(), x}
}

// ifExpr = "if" expr "then" expr "else" expr.
func (p *parser) ifExpr() Expr {
	start := p.advance()
	cond := p.expr()
	height := p.height
	p.reported = p.reported || p.misused[token.If] && !p.at(token.Then)
	p.expect(token.Then)
	then := p.expr()
	height = max(height, p.height)
	if !p.accept(token.Else) {
		p.unexpected("`else`", "every `if` expression needs an `else`")
	}
	other := p.expr()
	p.grow(max(height, p.height))
	return &IfExpr{p.place(start), cond, then, other}
}

// quantifier = ( "exists" | "forall" ) bound { "," bound } "::" expr.
func (p *parser) quantifier(forall bool) Expr {
	start := p.advance()
	params := list(p, p.quantified)
	height := p.height
	p.expectAnd(token.DoubleColon, "the condition", "write `exists n: int :: n > 0` or `forall x in s :: x > 0`")
	body := p.expr()
	p.grow(max(height, p.height))
	return &QuantifierExpr{p.place(start), forall, params, body}
}

// quantified = NAME ":" type | NAME "in" collection.
func (p *parser) quantified() Param {
	name := p.expectName("the name of a bound variable")
	switch {
	case p.at(token.In):
		return Param{Name: name, Over: p.over()}
	case p.accept(token.Colon):
		return Param{Name: name, Type: p.typ()}
	}
	p.unexpected("`:` and the type of "+clip(name.Text)+", or `in` and a collection", "write `x: int` or `x in s`")
	return Param{Name: name}
}

// unary = ( "-" | "~" ) unary | postfix.
func (p *parser) unary() Expr {
	if p.at(token.Minus) || p.at(token.Tilde) {
		return p.prefixed(p.unary)
	}
	return p.postfix()
}

// postfix = primary { "[" index "]" | "." NAME }. A call is read by primary, as it needs a plain name.
func (p *parser) postfix() Expr {
	start := p.here()
	e := p.suffixes(start, p.primary())
	if p.at(token.OpenParen) && !p.newLine() {
		p.fail(diag.CodeUnexpectedToken, p.here(), "a function comes before its arguments: `len(s)`, `append(s, x)`",
			"a call needs a plain name before its parenthesis")
	}
	return e
}

// suffixes reads { "[" index "]" | "." NAME } after e.
func (p *parser) suffixes(start diag.Span, e Expr) Expr {
	for {
		switch {
		case p.at(token.OpenBracket) && !p.bounds:
			e = p.index(start, e)
		case p.at(token.Dot):
			e = p.field(start, e)
		case p.at(token.At):
			e = p.atStep(start, e)
		default:
			return e
		}
	}
}

// index reads "[" expr "]" or "[" [ expr ] ":" [ expr ] "]" after x.
func (p *parser) index(start diag.Span, x Expr) Expr {
	height := p.height
	p.advance()
	var index Expr
	if !p.at(token.Colon) {
		index = p.inBrackets()
		height = max(height, p.height)
	}
	if p.at(token.Colon) {
		return p.slice(start, x, index, height)
	}
	p.expect(token.CloseBracket)
	p.grow(height)
	return &IndexExpr{p.place(start), x, index}
}

// slice reads ":" [ expr ] "]" after x "[" low; height is that of both.
func (p *parser) slice(start diag.Span, x, low Expr, height int) Expr {
	p.advanceAs(token.Slice)
	var high Expr
	if !p.at(token.CloseBracket) {
		high = p.inBrackets()
		height = max(height, p.height)
	}
	p.expect(token.CloseBracket)
	p.grow(height)
	return &SliceExpr{p.place(start), x, low, high}
}

// inBrackets reads the expression between brackets.
func (p *parser) inBrackets() Expr {
	e := p.expr()
	switch p.kind() {
	case token.Comma:
		p.unexpected("`]`", "index one dimension at a time: `a[i][j]`")
	case token.DotDot:
		p.unexpected("`]`", "a part of a sequence is written `s[a:b]`, a sequence of at most eight elements `int[..8]`")
	}
	return e
}

// field reads "." NAME after x.
func (p *parser) field(start diag.Span, x Expr) Expr {
	height := p.height
	p.advance()
	name := p.expectName("the name of a field")
	p.grow(height)
	return &FieldExpr{p.place(start), x, name}
}
