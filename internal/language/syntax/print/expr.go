package print

import (
	"strconv"
	"strings"

	"github.com/sextant-mbt/sextant/internal/language/syntax"
	"github.com/sextant-mbt/sextant/internal/language/syntax/token"
)

// Expr is the canonical text of an expression, with the fewest parentheses that give the same tree. A missing
// expression, of a tree with errors, is a question mark.
func Expr(e syntax.Expr) string { return operandString(e, token.LevelIff, true) }

// operandString is the text of e at a place that takes expressions of the given level or higher. last means that nothing follows
// that an if, a quantifier or a fold at the end of e would swallow.
func operandString(e syntax.Expr, level int, last bool) string {
	own := levelOf(e)
	if own < level || own == token.LevelNot && !last && isOpen(e) {
		return "(" + bareString(e, true) + ")"
	}
	return bareString(e, last)
}

// levelOf is the level of an expression as an operand. An if, a quantifier and a fold are allowed where a "not" is.
func levelOf(e syntax.Expr) int {
	switch e := e.(type) {
	case *syntax.BinaryExpr:
		return token.OperatorLevel(e.Op)
	case *syntax.UnaryExpr:
		if e.Op == token.Not.String() {
			return token.LevelNot
		}
		return token.LevelUnary
	case *syntax.IfExpr, *syntax.QuantifierExpr, *syntax.FoldExpr:
		return token.LevelNot
	case *syntax.IsExpr:
		return token.LevelComparison
	}
	return token.LevelPostfix
}

// isOpen reports whether e itself is an expression that reaches as far to the right as it can.
func isOpen(e syntax.Expr) bool {
	switch e.(type) {
	case *syntax.IfExpr, *syntax.QuantifierExpr, *syntax.FoldExpr:
		return true
	}
	return false
}

// bareString is the text of e without parentheses around it.
func bareString(e syntax.Expr, last bool) string {
	switch e := e.(type) {
	case *syntax.BinaryExpr:
		return binaryString(e, last)
	case *syntax.UnaryExpr:
		if e.Op == token.Not.String() {
			return e.Op + " " + operandString(e.X, token.LevelNot, last)
		}
		return e.Op + operandString(e.X, token.LevelUnary, last)
	case *syntax.IfExpr:
		return "if " + Expr(e.Cond) + " then " + Expr(e.Then) + " else " + Expr(e.Else)
	case *syntax.QuantifierExpr:
		word := token.Exists.String()
		if e.Forall {
			word = token.Forall.String()
		}
		return word + " " + joined(e.Params, paramString) + " :: " + Expr(e.Body)
	case *syntax.NameExpr:
		return e.Name
	case *syntax.NumberExpr:
		return e.Text
	case *syntax.StringExpr:
		return token.Quote(e.Value)
	case *syntax.BoolExpr:
		return strconv.FormatBool(e.Value)
	case *syntax.CallExpr:
		return e.Func.Text + "(" + joined(e.Args, Expr) + ")"
	case *syntax.IndexExpr:
		return operandString(e.X, token.LevelPostfix, false) + "[" + Expr(e.Index) + "]"
	case *syntax.FieldExpr:
		return operandString(e.X, token.LevelPostfix, false) + "." + e.Field.Text
	case *syntax.ArrayExpr:
		return "[" + joined(e.Elems, Expr) + "]"
	case *syntax.RecordExpr:
		return e.Type.Text + "{" + joined(e.Fields, func(f syntax.FieldValue) string { return f.Name.Text + ": " + Expr(f.Value) }) + "}"
	}
	return dataString(e)
}

func binaryString(e *syntax.BinaryExpr, last bool) string {
	level := token.OperatorLevel(e.Op)
	left, right := level, level+1
	switch level {
	case token.LevelImplies:
		left, right = level+1, level
	case token.LevelComparison:
		left = level + 1
	}
	return operandString(e.X, left, false) + " " + e.Op + " " + operandString(e.Y, right, last)
}

// joined is the texts of items with commas between them.
func joined[T any](items []T, text func(T) string) string {
	texts := make([]string, len(items))
	for i, item := range items {
		texts[i] = text(item)
	}
	return strings.Join(texts, ", ")
}

func paramString(p syntax.Param) string {
	if p.Over != nil {
		return overString(p.Name, p.Over)
	}
	return p.Name.Text + ": " + Type(p.Type)
}

// Type is the canonical text of a type.
func Type(t syntax.Type) string {
	switch t := t.(type) {
	case *syntax.NamedType:
		return t.Name
	case *syntax.EnumType:
		return "enum { " + joined(t.Members, func(n syntax.Name) string { return n.Text }) + " }"
	case *syntax.RecordType:
		return "record { " + joined(t.Fields, paramString) + " }"
	case *syntax.RangeType:
		return lowString(t.Low) + ".." + boundString(t.High)
	case *syntax.ArrayType:
		return elementString(t.Elem) + "[" + Expr(t.Length) + "]"
	}
	return dataTypeString(t)
}

// lowString is the text of the low bound of a range. A constant that is called set or map must not begin the type.
func lowString(e syntax.Expr) string {
	text := boundString(e)
	for _, word := range []string{"set", "map"} {
		if rest, ok := strings.CutPrefix(text, word); ok && strings.IndexAny(rest, " (") == 0 {
			return "(" + text + ")"
		}
	}
	return text
}

// boundString is the text of a bound of a range, where a bracket would be read as the length of an array, and an array as no
// type.
func boundString(e syntax.Expr) string {
	if bracketed(e) {
		return "(" + Expr(e) + ")"
	}
	return operandString(e, token.LevelSum, false)
}

// bracketed reports whether e has a bracket or brace outside parentheses that a bound cannot have.
func bracketed(e syntax.Expr) bool {
	switch e := e.(type) {
	case *syntax.IndexExpr, *syntax.ArrayExpr, *syntax.RecordExpr, *syntax.StringExpr, *syntax.BoolExpr, *syntax.FillExpr,
		*syntax.SliceExpr, *syntax.AtExpr, *syntax.SetExpr, *syntax.MapExpr, *syntax.ComprehensionExpr, *syntax.CaseExpr:
		return true
	case *syntax.FieldExpr:
		return bracketed(e.X)
	case *syntax.UnaryExpr:
		return bracketed(e.X)
	case *syntax.BinaryExpr:
		return bracketed(e.X) || bracketed(e.Y)
	}
	return false
}
