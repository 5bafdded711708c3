package syntax

import "strings"

// dataString is bareString for the expressions of collections, optional values and unions.
func dataString(e Expr) string {
	switch e := e.(type) {
	case *FillExpr:
		return "[" + ExprString(e.Value) + "; " + ExprString(e.Count) + "]"
	case *SliceExpr:
		return operandString(e.X, levelPostfix, false) + "[" + optionalString(e.Low) + ":" + optionalString(e.High) + "]"
	case *SetExpr:
		return "{" + joined(e.Elems, memberString) + "}"
	case *MapExpr:
		return "{" + joined(e.Entries, func(n Entry) string { return keyString(n.Key) + ": " + ExprString(n.Value) }) + "}"
	case *ComprehensionExpr:
		return comprehensionString(e)
	case *FoldExpr:
		return "fold " + e.Accumulator.Text + " = " + ExprString(e.Init) + " for " + overString(e.Variable, e.Over) + " :: " + ExprString(e.Body)
	case *CaseExpr:
		return "case " + subjectString(e.X) + " of { " + joined(e.Arms, armString) + " }"
	case *IsExpr:
		return operandString(e.X, levelComparison+1, false) + " is " + e.Alternative.Text
	}
	return "?"
}

// optionalString is the text of an expression that may be left out.
func optionalString(e Expr) string {
	if e == nil {
		return ""
	}
	return ExprString(e)
}

// overString is what a variable ranges over: x in s.
func overString(variable Name, over Expr) string {
	return variable.Text + " in " + operandString(over, levelComparison+1, false)
}

// memberString is the text of an element of a set. {a | b in s} would be taken for the notation of mathematics.
func memberString(e Expr) string {
	b, ok := e.(*BinaryExpr)
	if ok && b.Op == kindText[wordIn] && levelOf(b.X) == levelBitOr {
		return "(" + ExprString(e) + ")"
	}
	return ExprString(e)
}

// keyString is the text of a key before its colon, where x in s would begin a comprehension.
func keyString(e Expr) string {
	if b, ok := e.(*BinaryExpr); ok && b.Op == kindText[wordIn] {
		return "(" + ExprString(e) + ")"
	}
	return ExprString(e)
}

// brackets are those of the kinds of comprehensions.
var brackets = [...]string{SequenceComprehension: "[]", SetComprehension: "{}", MapComprehension: "{}", BareComprehension: "  "}

func comprehensionString(e *ComprehensionExpr) string {
	text := overString(e.Variable, e.Over)
	if e.Element != nil {
		text = ExprString(e.Element) + " for " + text
	}
	if e.Key != nil {
		text = keyString(e.Key) + ": " + text
	}
	if e.Cond != nil {
		text += " : " + ExprString(e.Cond)
	}
	b := brackets[e.Kind]
	return strings.TrimSpace(b[:1] + text + b[1:])
}

// subjectString is the text of what a case distinguishes. All but names, their parts and calls are in parentheses, because the
// subject itself may have a case.
func subjectString(e Expr) string {
	first := e
	for {
		switch x := first.(type) {
		case *IndexExpr:
			first = x.X
		case *SliceExpr:
			first = x.X
		case *FieldExpr:
			first = x.X
		case *NameExpr, *CallExpr:
			return ExprString(e)
		default:
			return "(" + ExprString(e) + ")"
		}
	}
}

func armString(a Arm) string {
	pattern := a.Alternative.Text
	if pattern == "" {
		pattern = kindText[wordElse]
	}
	if len(a.Bindings) > 0 {
		pattern += "{" + joined(a.Bindings, bindingString) + "}"
	}
	return pattern + ": " + ExprString(a.Value)
}

func bindingString(b Binding) string {
	if b.Field.Text == b.As.Text {
		return b.Field.Text
	}
	return b.Field.Text + ": " + b.As.Text
}

// dataTypeString is TypeString for collections, optional values and unions.
func dataTypeString(t Type) string {
	switch t := t.(type) {
	case *SequenceType:
		if t.Most == nil {
			return elementString(t.Elem) + "[]"
		}
		return elementString(t.Elem) + "[.." + ExprString(t.Most) + "]"
	case *SetType:
		return "set " + TypeString(t.Elem)
	case *MapType:
		if _, nested := t.Key.(*MapType); nested {
			return "map (" + TypeString(t.Key) + ") -> " + TypeString(t.Value)
		}
		return "map " + TypeString(t.Key) + " -> " + TypeString(t.Value)
	case *OptionalType:
		return elementString(t.Elem) + "?"
	case *UnionType:
		texts := make([]string, len(t.Alternatives))
		for i, a := range t.Alternatives {
			texts[i] = alternativeString(a, len(t.Alternatives) == 1)
		}
		return strings.Join(texts, " | ")
	}
	return ""
}

// elementString is the text of a type before a bracket or question mark.
func elementString(t Type) string {
	switch t.(type) {
	case *SetType, *MapType:
		return "(" + TypeString(t) + ")"
	}
	return TypeString(t)
}

// alternativeString is the text of an alternative; the only one of a union needs its braces.
func alternativeString(a Alternative, only bool) string {
	if len(a.Fields) == 0 && !only {
		return a.Name.Text
	}
	return a.Name.Text + "{" + joined(a.Fields, paramString) + "}"
}
