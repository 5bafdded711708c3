package syntax

// Walk calls visit for e and every expression inside it, outer ones first. Nil expressions are passed over.
func Walk(e Expr, visit func(Expr)) {
	if e == nil {
		return
	}
	visit(e)
	switch e := e.(type) {
	case *UnaryExpr:
		Walk(e.X, visit)
	case *BinaryExpr:
		Walk(e.X, visit)
		Walk(e.Y, visit)
	case *IfExpr:
		Walk(e.Cond, visit)
		Walk(e.Then, visit)
		Walk(e.Else, visit)
	case *QuantifierExpr:
		Walk(e.Body, visit)
	case *CallExpr:
		walkAll(e.Args, visit)
	case *IndexExpr:
		Walk(e.X, visit)
		Walk(e.Index, visit)
	case *FieldExpr:
		Walk(e.X, visit)
	case *ArrayExpr:
		walkAll(e.Elems, visit)
	case *RecordExpr:
		for _, f := range e.Fields {
			Walk(f.Value, visit)
		}
	}
}

func walkAll(es []Expr, visit func(Expr)) {
	for _, e := range es {
		Walk(e, visit)
	}
}
