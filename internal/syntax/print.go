package syntax

import (
	"strconv"
	"strings"
	"unicode"
)

// ExprString is the canonical text of an expression, with the fewest parentheses that give the same tree.
func ExprString(e Expr) string {
	var p printer
	p.expr(e, levelIff, true)
	return p.out.String()
}

// printer writes the canonical text of expressions and of the types in their quantifiers.
type printer struct{ out strings.Builder }

// operatorLevel maps the text of a binary operator to its level.
var operatorLevel = func() map[string]int {
	levels := map[string]int{}
	for kind, level := range binaryLevel {
		if level > 0 {
			levels[kindText[kind]] = level
		}
	}
	return levels
}()

// expr writes e at a place that takes expressions of the given level or higher. last tells that nothing follows
// that an if or a quantifier at the end of e would swallow.
func (p *printer) expr(e Expr, level int, last bool) {
	own := levelOf(e)
	if own < level || own == levelNot && !last && open(e) {
		p.out.WriteByte('(')
		p.bare(e, true)
		p.out.WriteByte(')')
		return
	}
	p.bare(e, last)
}

// levelOf is the level of an expression as an operand. An if and a quantifier stand where a "not" may.
func levelOf(e Expr) int {
	switch e := e.(type) {
	case *BinaryExpr:
		return operatorLevel[e.Op]
	case *UnaryExpr:
		if e.Op == kindText[wordNot] {
			return levelNot
		}
		return levelUnary
	case *IfExpr, *QuantifierExpr:
		return levelNot
	}
	return levelPostfix
}

// open tells whether e itself is an expression that reaches as far to the right as it can.
func open(e Expr) bool {
	switch e.(type) {
	case *IfExpr, *QuantifierExpr:
		return true
	}
	return false
}

// bare writes e without parentheses around it.
func (p *printer) bare(e Expr, last bool) {
	switch e := e.(type) {
	case *BinaryExpr:
		p.binary(e, last)
	case *UnaryExpr:
		p.unary(e, last)
	case *IfExpr:
		p.words("if ", e.Cond, " then ", e.Then, " else ", e.Else)
	case *QuantifierExpr:
		p.quantifier(e)
	default:
		p.primary(e)
	}
}

func (p *printer) binary(e *BinaryExpr, last bool) {
	level := operatorLevel[e.Op]
	left, right := level, level+1
	switch level {
	case levelImplies:
		left, right = level+1, level
	case levelComparison:
		left = level + 1
	}
	p.expr(e.X, left, false)
	p.out.WriteString(" " + e.Op + " ")
	p.expr(e.Y, right, last)
}

func (p *printer) unary(e *UnaryExpr, last bool) {
	p.out.WriteString(e.Op)
	if e.Op == kindText[wordNot] {
		p.out.WriteByte(' ')
	}
	p.expr(e.X, levelOf(e), last)
}

// words writes texts and whole expressions in turn.
func (p *printer) words(parts ...any) {
	for _, part := range parts {
		switch part := part.(type) {
		case string:
			p.out.WriteString(part)
		case Expr:
			p.expr(part, levelIff, true)
		}
	}
}

func (p *printer) quantifier(e *QuantifierExpr) {
	word := wordExists
	if e.Forall {
		word = wordForall
	}
	p.out.WriteString(kindText[word] + " ")
	p.params(e.Params)
	p.words(" :: ", e.Body)
}

// primary writes what needs no parentheses as an operand. A nil expression, of a tree with errors, is a question mark.
func (p *printer) primary(e Expr) {
	switch e := e.(type) {
	case *NameExpr:
		p.out.WriteString(e.Name)
	case *NumberExpr:
		p.out.WriteString(e.Text)
	case *StringExpr:
		p.out.WriteString(quote(e.Value))
	case *BoolExpr:
		p.out.WriteString(strconv.FormatBool(e.Value))
	case *CallExpr:
		p.out.WriteString(e.Func.Text)
		p.list("(", e.Args, ")")
	case *IndexExpr:
		p.expr(e.X, levelPostfix, false)
		p.words("[", e.Index, "]")
	case *FieldExpr:
		p.expr(e.X, levelPostfix, false)
		p.out.WriteString("." + e.Field.Text)
	case *ArrayExpr:
		p.list("[", e.Elems, "]")
	case *RecordExpr:
		p.record(e)
	default:
		p.out.WriteByte('?')
	}
}

func (p *printer) list(opening string, list []Expr, closing string) {
	for i, e := range list {
		p.words(separator(i, opening), e)
	}
	if len(list) == 0 {
		p.out.WriteString(opening)
	}
	p.out.WriteString(closing)
}

// separator is what stands before element i of a list.
func separator(i int, opening string) string {
	if i == 0 {
		return opening
	}
	return ", "
}

func (p *printer) record(e *RecordExpr) {
	p.out.WriteString(e.Type.Text)
	for i, f := range e.Fields {
		p.words(separator(i, "{"), f.Name.Text, ": ", f.Value)
	}
	p.out.WriteByte('}')
}

func (p *printer) params(params []Param) {
	for i, param := range params {
		p.words(separator(i, ""), param.Name.Text, ": ")
		p.typ(param.Type)
	}
}

// typ writes a type.
func (p *printer) typ(t Type) {
	switch t := t.(type) {
	case *NamedType:
		p.out.WriteString(t.Name)
	case *EnumType:
		p.out.WriteString("enum")
		for i, member := range t.Members {
			p.words(separator(i, " { "), member.Text)
		}
		p.out.WriteString(" }")
	case *RecordType:
		p.out.WriteString("record { ")
		p.params(t.Fields)
		p.out.WriteString(" }")
	case *RangeType:
		p.bound(t.Low)
		p.out.WriteString("..")
		p.bound(t.High)
	case *ArrayType:
		p.typ(t.Elem)
		p.words("[", t.Length, "]")
	}
}

// bound writes a bound of a range, where a bracket would be read as the length of an array, and an array as no type.
func (p *printer) bound(e Expr) {
	if bracketed(e) {
		p.words("(", e, ")")
		return
	}
	p.expr(e, levelSum, false)
}

// bracketed tells whether e has a bracket or brace outside parentheses that a bound cannot have.
func bracketed(e Expr) bool {
	switch e := e.(type) {
	case *IndexExpr, *ArrayExpr, *RecordExpr, *StringExpr, *BoolExpr:
		return true
	case *FieldExpr:
		return bracketed(e.X)
	case *UnaryExpr:
		return bracketed(e.X)
	case *BinaryExpr:
		return bracketed(e.X) || bracketed(e.Y)
	}
	return false
}

// quote writes a string with the escapes of the language.
func quote(value string) string {
	var out strings.Builder
	out.WriteByte('"')
	for _, r := range value {
		switch i := strings.IndexRune("\"\\\n\t\r", r); {
		case i >= 0:
			out.WriteString(`\` + `"\ntr`[i:i+1])
		case unicode.IsPrint(r):
			out.WriteRune(r)
		default:
			out.WriteString(`\u{` + strconv.FormatInt(int64(r), 16) + "}")
		}
	}
	out.WriteByte('"')
	return out.String()
}
