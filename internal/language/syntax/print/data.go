package print

import (
	"strings"

	"github.com/sextant-mbt/sextant/internal/language/syntax"
	"github.com/sextant-mbt/sextant/internal/language/syntax/token"
)

// dataString is bareString for the expressions of collections, optional values and unions.
func dataString(e syntax.Expr) string {
	switch e := e.(type) {
	case *syntax.FillExpr:
		return "[" + Expr(e.Value) + "; " + Expr(e.Count) + "]"
	case *syntax.SliceExpr:
		return operandString(e.X, token.LevelPostfix, false) + "[" + optionalString(e.Low) + ":" + optionalString(e.High) + "]"
	case *syntax.AtExpr:
		return operandString(e.X, token.LevelPostfix, false) + "@" + stepString(e.Step)
	case *syntax.SetExpr:
		return "{" + joined(e.Elems, memberString) + "}"
	case *syntax.MapExpr:
		return "{" + joined(e.Entries, func(n syntax.Entry) string { return keyString(n.Key) + ": " + Expr(n.Value) }) + "}"
	case *syntax.ComprehensionExpr:
		return comprehensionString(e)
	case *syntax.FoldExpr:
		return "fold " + e.Accumulator.Text + " = " + Expr(e.Init) + " for " + overString(e.Variable, e.Over) + " :: " + Expr(e.Body)
	case *syntax.CaseExpr:
		return "case " + subjectString(e.X) + " of { " + joined(e.Arms, armString) + " }"
	case *syntax.IsExpr:
		return operandString(e.X, token.LevelComparison+1, false) + " is " + e.Alternative.Text
	}
	return "?"
}

// stepString is the text of a step: a number, a name, or another expression in parentheses.
func stepString(e syntax.Expr) string {
	switch e := e.(type) {
	case *syntax.NameExpr:
		return Expr(e)
	case *syntax.NumberExpr:
		if !e.Decimal {
			return Expr(e)
		}
	}
	return "(" + Expr(e) + ")"
}

// optionalString is the text of an expression that may be left out.
func optionalString(e syntax.Expr) string {
	if e == nil {
		return ""
	}
	return Expr(e)
}

// overString is what a variable ranges over: x in s.
func overString(variable syntax.Name, over syntax.Expr) string {
	return variable.Text + " in " + operandString(over, token.LevelComparison+1, false)
}

// memberString is the text of an element of a set. {a | b in s} would be mistaken for mathematical set notation.
func memberString(e syntax.Expr) string {
	b, ok := e.(*syntax.BinaryExpr)
	if ok && b.Op == token.In.String() && levelOf(b.X) == token.LevelBitOr {
		return "(" + Expr(e) + ")"
	}
	return Expr(e)
}

// keyString is the text of a key before its colon, where x in s would begin a comprehension.
func keyString(e syntax.Expr) string {
	if b, ok := e.(*syntax.BinaryExpr); ok && b.Op == token.In.String() {
		return "(" + Expr(e) + ")"
	}
	return Expr(e)
}

// brackets are those of the kinds of comprehensions.
var brackets = [...]string{syntax.SequenceComprehension: "[]", syntax.SetComprehension: "{}", syntax.MapComprehension: "{}",
	syntax.BareComprehension: "  "}

func comprehensionString(e *syntax.ComprehensionExpr) string {
	text := overString(e.Variable, e.Over)
	if e.Element != nil {
		text = Expr(e.Element) + " for " + text
	}
	if e.Key != nil {
		text = keyString(e.Key) + ": " + text
	}
	if e.Cond != nil {
		text += " : " + Expr(e.Cond)
	}
	b := brackets[e.Kind]
	return strings.TrimSpace(b[:1] + text + b[1:])
}

// subjectString is the text of what a case distinguishes. All but names, their parts and calls are in parentheses, because the
// subject itself may have a case.
func subjectString(e syntax.Expr) string {
	first := e
	for {
		switch x := first.(type) {
		case *syntax.IndexExpr:
			first = x.X
		case *syntax.SliceExpr:
			first = x.X
		case *syntax.AtExpr:
			first = x.X
		case *syntax.FieldExpr:
			first = x.X
		case *syntax.NameExpr, *syntax.CallExpr:
			return Expr(e)
		default:
			return "(" + Expr(e) + ")"
		}
	}
}

func armString(a syntax.Arm) string {
	pattern := a.Alternative.Text
	if pattern == "" {
		pattern = token.Else.String()
	}
	if len(a.Bindings) > 0 {
		pattern += "{" + joined(a.Bindings, bindingString) + "}"
	}
	return pattern + ": " + Expr(a.Value)
}

func bindingString(b syntax.Binding) string {
	if b.Field.Text == b.As.Text {
		return b.Field.Text
	}
	return b.Field.Text + ": " + b.As.Text
}

// dataTypeString is Type for collections, optional values and unions.
func dataTypeString(t syntax.Type) string {
	switch t := t.(type) {
	case *syntax.SequenceType:
		if t.Most == nil {
			return elementString(t.Elem) + "[]"
		}
		return elementString(t.Elem) + "[.." + Expr(t.Most) + "]"
	case *syntax.SetType:
		return "set " + Type(t.Elem)
	case *syntax.MapType:
		if _, nested := t.Key.(*syntax.MapType); nested {
			return "map (" + Type(t.Key) + ") -> " + Type(t.Value)
		}
		return "map " + Type(t.Key) + " -> " + Type(t.Value)
	case *syntax.OptionalType:
		return elementString(t.Elem) + "?"
	case *syntax.UnionType:
		texts := make([]string, len(t.Alternatives))
		for i, a := range t.Alternatives {
			texts[i] = alternativeString(a, len(t.Alternatives) == 1)
		}
		return strings.Join(texts, " | ")
	}
	return ""
}

// elementString is the text of a type before a bracket or question mark.
func elementString(t syntax.Type) string {
	switch t.(type) {
	case *syntax.SetType, *syntax.MapType:
		return "(" + Type(t) + ")"
	}
	return Type(t)
}

// alternativeString is the text of an alternative; the only one of a union needs its braces.
func alternativeString(a syntax.Alternative, only bool) string {
	if len(a.Fields) == 0 && !only {
		return a.Name.Text
	}
	return a.Name.Text + "{" + joined(a.Fields, paramString) + "}"
}
