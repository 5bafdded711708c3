package convert

import "github.com/sextant-mbt/sextant/internal/language/syntax"

// Occurrences is how often a name occurs in an expression.
func Occurrences(e syntax.Expr, name string) int {
	count := 0
	syntax.Walk(e, func(e syntax.Expr) {
		if n, ok := e.(*syntax.NameExpr); ok && n.Name == name {
			count++
		}
	})
	return count
}

// Substitute replaces a name by a value. Parts in which it does not occur stay the same.
func Substitute(e syntax.Expr, name string, v syntax.Expr) syntax.Expr {
	if Occurrences(e, name) == 0 {
		return e
	}
	in := func(e syntax.Expr) syntax.Expr { return Substitute(e, name, v) }
	all := func(list []syntax.Expr) []syntax.Expr {
		var out []syntax.Expr
		for _, e := range list {
			out = append(out, in(e))
		}
		return out
	}
	switch e := e.(type) {
	case *syntax.NameExpr:
		return v
	case *syntax.UnaryExpr:
		return &syntax.UnaryExpr{Op: e.Op, X: in(e.X)}
	case *syntax.BinaryExpr:
		return Binary(e.Op, in(e.X), in(e.Y))
	case *syntax.IfExpr:
		return &syntax.IfExpr{Cond: in(e.Cond), Then: in(e.Then), Else: in(e.Else)}
	case *syntax.IndexExpr:
		return &syntax.IndexExpr{X: in(e.X), Index: in(e.Index)}
	case *syntax.FieldExpr:
		return &syntax.FieldExpr{X: in(e.X), Field: e.Field}
	case *syntax.CallExpr:
		return &syntax.CallExpr{Func: e.Func, Args: all(e.Args)}
	case *syntax.ArrayExpr:
		return &syntax.ArrayExpr{Elems: all(e.Elems)}
	case *syntax.RecordExpr:
		out := &syntax.RecordExpr{Type: e.Type}
		for _, f := range e.Fields {
			out.Fields = append(out.Fields, syntax.FieldValue{Name: f.Name, Value: in(f.Value)})
		}
		return out
	}
	return e
}
