package syntax

// Walk calls visit for e and every expression inside it, outer ones first. Nil expressions are skipped.
func Walk(e Expr, visit func(Expr)) {
	if e == nil {
		return
	}
	visit(e)
	for _, child := range children(e) {
		Walk(child, visit)
	}
}

// children are the expressions directly inside e. Types of bound variables are not among them.
func children(e Expr) []Expr {
	switch e := e.(type) {
	case *UnaryExpr:
		return []Expr{e.X}
	case *BinaryExpr:
		return []Expr{e.X, e.Y}
	case *IfExpr:
		return []Expr{e.Cond, e.Then, e.Else}
	case *QuantifierExpr:
		return []Expr{e.Body}
	case *CallExpr:
		return e.Args
	case *IndexExpr:
		return []Expr{e.X, e.Index}
	case *FieldExpr:
		return []Expr{e.X}
	case *ArrayExpr:
		return e.Elems
	case *RecordExpr:
		var values []Expr
		for _, f := range e.Fields {
			values = append(values, f.Value)
		}
		return values
	}
	return nil
}
