package efsmjson

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"strconv"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/imports/convert"
	"github.com/sextant-mbt/sextant/internal/language/syntax"
)

// translation turns expressions of a table into those of the language, and joins the kinds of what they mention.
type translation struct {
	m    *model
	at   located // the expression, for messages
	name func(string) (string, *kind)
}

// maxExpression is the longest expression, in bytes.
const maxExpression = 10_000

// parse reads an expression; it is nil if that fails.
func (m *model) parse(at located) ast.Expr {
	if len(at.string) > maxExpression {
		at.Wrong(m.list, diag.CodeImportTooLarge, "", "the expression has more than %d bytes", maxExpression)
		return nil
	}
	e, err := parser.ParseExpr(at.string)
	if err == nil {
		return e
	}
	reason := err.Error()
	if list, ok := err.(scanner.ErrorList); ok && len(list) > 0 {
		reason = fmt.Sprintf("at character %d, %s", list[0].Pos.Column, list[0].Msg)
	}
	at.Wrong(m.list, diag.CodeImportExpression, "write it as in C: && || ! == != < <= > >= + - * / % and parentheses",
		"%q cannot be read: %s", convert.Clip(at.string), reason)
	return nil
}

// names calls visit for every name in an expression.
func names(e ast.Expr, visit func(string)) {
	if e == nil {
		return
	}
	ast.Inspect(e, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && id.Name != "true" && id.Name != "false" {
			visit(id.Name)
		}
		return true
	})
}

// wrong reports an expression that cannot be translated.
func (t *translation) wrong(code diag.Code, format string, args ...any) {
	t.at.Wrong(t.m.list, code, "", format, args...)
}

// mismatch reports an operand of the wrong kind.
func (t *translation) mismatch(e ast.Expr, got, want base) {
	t.wrong(diag.CodeImportType, "%s is %s, but %s is expected", convert.Clip(t.source(e)), baseNames[got], baseNames[want])
}

// source is the text of a part of the expression.
func (t *translation) source(e ast.Expr) string {
	from, to := int(e.Pos())-1, int(e.End())-1
	if from < 0 || to > len(t.at.string) || from > to {
		return t.at.string
	}
	return t.at.string[from:to]
}

// want checks that e is of kind b.
func (t *translation) want(e ast.Expr, k *kind, b base) {
	if got := k.known(); !k.join(newKind(b)) {
		t.mismatch(e, got, b)
	}
}

// expr translates; the kind is open after an error, so that one mistake gives one message.
func (t *translation) expr(e ast.Expr) (syntax.Expr, *kind) {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return t.expr(e.X)
	case *ast.Ident:
		return t.ident(e)
	case *ast.BasicLit:
		return t.literal(e)
	case *ast.UnaryExpr:
		return t.unary(e)
	case *ast.BinaryExpr:
		return t.binary(e)
	}
	t.wrong(diag.CodeImportExpression, "%q is not an expression that can be imported", convert.Clip(t.source(e)))
	return &syntax.BoolExpr{}, newKind(open)
}

func (t *translation) ident(e *ast.Ident) (syntax.Expr, *kind) {
	if e.Name == "true" || e.Name == "false" {
		return &syntax.BoolExpr{Value: e.Name == "true"}, newKind(truth)
	}
	name, k := t.name(e.Name)
	return &syntax.NameExpr{Name: name}, k
}

func (t *translation) literal(e *ast.BasicLit) (syntax.Expr, *kind) {
	switch e.Kind {
	case token.INT, token.FLOAT:
		return t.numeral(e)
	case token.CHAR:
		r, _, _, err := strconv.UnquoteChar(strings.TrimSuffix(e.Value[1:], "'"), '\'')
		if err == nil {
			return &syntax.NameExpr{Name: t.m.character(r)}, newKind(character)
		}
	case token.STRING:
		if s, err := strconv.Unquote(e.Value); err == nil {
			return &syntax.StringExpr{Value: s}, newKind(words)
		}
	}
	t.wrong(diag.CodeImportExpression, "%s is not a literal that can be imported", convert.Clip(e.Value))
	return &syntax.BoolExpr{}, newKind(open)
}

// numeral translates plain decimal numbers only: 010 and 1e3 mean other things elsewhere.
func (t *translation) numeral(e *ast.BasicLit) (syntax.Expr, *kind) {
	whole, fraction, isDecimal := strings.Cut(e.Value, ".")
	digits := strings.Trim(whole+fraction, "0123456789") == "" && whole != "" && (!isDecimal || fraction != "")
	if !digits || len(whole) > 1 && whole[0] == '0' {
		t.wrong(diag.CodeImportExpression, "%s is not a number in plain decimal form", convert.Clip(e.Value))
		return &syntax.BoolExpr{}, newKind(open)
	}
	if isDecimal {
		return &syntax.NumberExpr{Text: e.Value, Decimal: true}, newKind(decimal)
	}
	return &syntax.NumberExpr{Text: e.Value}, newKind(number)
}

func (t *translation) unary(e *ast.UnaryExpr) (syntax.Expr, *kind) {
	x, k := t.expr(e.X)
	switch e.Op {
	case token.NOT:
		t.want(e.X, k, truth)
		return &syntax.UnaryExpr{Op: "not", X: x}, newKind(truth)
	case token.SUB:
		t.wantNumber(e.X, k)
		return &syntax.UnaryExpr{Op: "-", X: x}, k
	case token.ADD:
		t.wantNumber(e.X, k)
		return x, k
	}
	t.wrong(diag.CodeImportExpression, "the operator %s cannot be imported", e.Op)
	return x, newKind(open)
}

// wantNumber requires an integer or a decimal.
func (t *translation) wantNumber(e ast.Expr, k *kind) {
	if k.known() != decimal {
		t.want(e, k, number)
	}
}

// operators are those of the language for those of C.
var operators = map[token.Token]string{token.LAND: "and", token.LOR: "or", token.EQL: "==", token.NEQ: "!=", token.LSS: "<", token.LEQ: "<=",
	token.GTR: ">", token.GEQ: ">=", token.ADD: "+", token.SUB: "-", token.MUL: "*", token.QUO: "/", token.REM: "%"}

func (t *translation) binary(e *ast.BinaryExpr) (syntax.Expr, *kind) {
	x, kx := t.expr(e.X)
	y, ky := t.expr(e.Y)
	out := &syntax.BinaryExpr{Op: operators[e.Op], X: x, Y: y}
	switch e.Op {
	case token.LAND, token.LOR:
		t.want(e.X, kx, truth)
		t.want(e.Y, ky, truth)
		return out, newKind(truth)
	case token.EQL, token.NEQ:
		t.same(e, kx, ky)
		return out, newKind(truth)
	case token.LSS, token.LEQ, token.GTR, token.GEQ:
		t.wantNumber(e.X, kx)
		t.wantNumber(e.Y, ky)
		t.same(e, kx, ky)
		return out, newKind(truth)
	case token.REM:
		t.want(e.X, kx, number)
		t.want(e.Y, ky, number)
		return out, newKind(number)
	case token.ADD, token.SUB, token.MUL, token.QUO:
		t.wantNumber(e.X, kx)
		t.wantNumber(e.Y, ky)
		t.same(e, kx, ky)
		return out, kx
	}
	t.wrong(diag.CodeImportExpression, "the operator %s cannot be imported", e.Op)
	return out, newKind(open)
}

// same requires operands of one kind.
func (t *translation) same(e *ast.BinaryExpr, kx, ky *kind) {
	if a, b := kx.known(), ky.known(); !kx.join(ky) {
		t.mismatch(e.Y, b, a)
	}
}
