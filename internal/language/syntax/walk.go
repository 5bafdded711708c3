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
		return append(over(e.Params), e.Body)
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
	return childrenOfData(e)
}

// over returns the collections that quantified variables range over.
func over(params []Param) []Expr {
	var out []Expr
	for _, p := range params {
		if p.Over != nil {
			out = append(out, p.Over)
		}
	}
	return out
}

// childrenOfData is children for the nodes of collections, optional values and unions.
func childrenOfData(e Expr) []Expr {
	switch e := e.(type) {
	case *FillExpr:
		return []Expr{e.Value, e.Count}
	case *AtExpr:
		return []Expr{e.X, e.Step}
	case *SliceExpr:
		return []Expr{e.X, e.Low, e.High}
	case *SetExpr:
		return e.Elems
	case *MapExpr:
		var out []Expr
		for _, entry := range e.Entries {
			out = append(out, entry.Key, entry.Value)
		}
		return out
	case *ComprehensionExpr:
		return []Expr{e.Over, e.Cond, e.Key, e.Element}
	case *FoldExpr:
		return []Expr{e.Init, e.Over, e.Body}
	case *CaseExpr:
		out := []Expr{e.X}
		for _, a := range e.Arms {
			out = append(out, a.Value)
		}
		return out
	case *IsExpr:
		return []Expr{e.X}
	}
	return nil
}
