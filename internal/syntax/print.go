package syntax

import (
	"strconv"
	"strings"
	"unicode"
)

// ExprString is the canonical text of an expression, with the fewest parentheses that give the same tree. A missing
// expression, of a tree with errors, is a question mark.
func ExprString(e Expr) string { return operandString(e, levelIff, true) }

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

// operandString is the text of e at a place that takes expressions of the given level or higher. last means that nothing follows
// that an if, a quantifier or a fold at the end of e would swallow.
func operandString(e Expr, level int, last bool) string {
	own := levelOf(e)
	if own < level || own == levelNot && !last && isOpen(e) {
		return "(" + bareString(e, true) + ")"
	}
	return bareString(e, last)
}

// levelOf is the level of an expression as an operand. An if, a quantifier and a fold are allowed where a "not" is.
func levelOf(e Expr) int {
	switch e := e.(type) {
	case *BinaryExpr:
		return operatorLevel[e.Op]
	case *UnaryExpr:
		if e.Op == kindText[wordNot] {
			return levelNot
		}
		return levelUnary
	case *IfExpr, *QuantifierExpr, *FoldExpr:
		return levelNot
	case *IsExpr:
		return levelComparison
	}
	return levelPostfix
}

// isOpen reports whether e itself is an expression that reaches as far to the right as it can.
func isOpen(e Expr) bool {
	switch e.(type) {
	case *IfExpr, *QuantifierExpr, *FoldExpr:
		return true
	}
	return false
}

// bareString is the text of e without parentheses around it.
func bareString(e Expr, last bool) string {
	switch e := e.(type) {
	case *BinaryExpr:
		return binaryString(e, last)
	case *UnaryExpr:
		if e.Op == kindText[wordNot] {
			return e.Op + " " + operandString(e.X, levelNot, last)
		}
		return e.Op + operandString(e.X, levelUnary, last)
	case *IfExpr:
		return "if " + ExprString(e.Cond) + " then " + ExprString(e.Then) + " else " + ExprString(e.Else)
	case *QuantifierExpr:
		word := kindText[wordExists]
		if e.Forall {
			word = kindText[wordForall]
		}
		return word + " " + joined(e.Params, paramString) + " :: " + ExprString(e.Body)
	case *NameExpr:
		return e.Name
	case *NumberExpr:
		return e.Text
	case *StringExpr:
		return quote(e.Value)
	case *BoolExpr:
		return strconv.FormatBool(e.Value)
	case *CallExpr:
		return e.Func.Text + "(" + joined(e.Args, ExprString) + ")"
	case *IndexExpr:
		return operandString(e.X, levelPostfix, false) + "[" + ExprString(e.Index) + "]"
	case *FieldExpr:
		return operandString(e.X, levelPostfix, false) + "." + e.Field.Text
	case *ArrayExpr:
		return "[" + joined(e.Elems, ExprString) + "]"
	case *RecordExpr:
		return e.Type.Text + "{" + joined(e.Fields, func(f FieldValue) string { return f.Name.Text + ": " + ExprString(f.Value) }) + "}"
	}
	return dataString(e)
}

func binaryString(e *BinaryExpr, last bool) string {
	level := operatorLevel[e.Op]
	left, right := level, level+1
	switch level {
	case levelImplies:
		left, right = level+1, level
	case levelComparison:
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

func paramString(p Param) string {
	if p.Over != nil {
		return overString(p.Name, p.Over)
	}
	return p.Name.Text + ": " + TypeString(p.Type)
}

// TypeString is the canonical text of a type.
func TypeString(t Type) string {
	switch t := t.(type) {
	case *NamedType:
		return t.Name
	case *EnumType:
		return "enum { " + joined(t.Members, func(n Name) string { return n.Text }) + " }"
	case *RecordType:
		return "record { " + joined(t.Fields, paramString) + " }"
	case *RangeType:
		return lowString(t.Low) + ".." + boundString(t.High)
	case *ArrayType:
		return elementString(t.Elem) + "[" + ExprString(t.Length) + "]"
	}
	return dataTypeString(t)
}

// lowString is the text of the low bound of a range. A constant that is called set or map must not begin the type.
func lowString(e Expr) string {
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
func boundString(e Expr) string {
	if bracketed(e) {
		return "(" + ExprString(e) + ")"
	}
	return operandString(e, levelSum, false)
}

// bracketed reports whether e has a bracket or brace outside parentheses that a bound cannot have.
func bracketed(e Expr) bool {
	switch e := e.(type) {
	case *IndexExpr, *ArrayExpr, *RecordExpr, *StringExpr, *BoolExpr, *FillExpr, *SliceExpr, *SetExpr, *MapExpr, *ComprehensionExpr, *CaseExpr:
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

// quote is a string with the escapes of the language.
func quote(value string) string {
	var out strings.Builder
	out.WriteByte('"')
	for _, r := range value {
		switch i := strings.IndexRune(escapedRunes, r); {
		case i >= 0:
			out.WriteString(`\` + escapeLetters[i:i+1])
		case unicode.IsPrint(r):
			out.WriteRune(r)
		default:
			out.WriteString(`\u{` + strconv.FormatInt(int64(r), 16) + "}")
		}
	}
	out.WriteByte('"')
	return out.String()
}
