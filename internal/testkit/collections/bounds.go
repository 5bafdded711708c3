package collections

// Bounds. The type of a variable has bounds, and so have the types of collections that are made of it: what is put into them must keep
// the bounds of their elements. Which bounds other expressions have is left open here: where it would matter, they are passed to a
// function without bounds.

// boundsOf is the type of an expression with its bounds, or nil if they are left open.
func boundsOf(e Expression) *Type {
	switch e := e.(type) {
	case variable:
		if !e.loose {
			return e.typ
		}
	case constant:
		return e.typ.Base()
	case *operation:
		return e.typ
	case *comprehension:
		return e.typ
	}
	return nil
}

// isLiteral reports whether the elements of a collection are written out.
func isLiteral(e Expression) bool {
	switch e := e.(type) {
	case constant:
		return true
	case *operation:
		return e.literal
	}
	return false
}

// owner draws a collection into which something is put, and returns its type with its bounds.
func (d *drawer) owner(t *Type, depth int) (Expression, *Type) {
	return d.settle(t, d.expression(t, depth, false))
}

// settle passes an expression to a function if its bounds are open.
func (d *drawer) settle(t *Type, e Expression) (Expression, *Type) {
	if bounds := boundsOf(e); bounds != nil {
		return e, bounds
	}
	e = d.ascribed(t, e)
	return e, boundsOf(e)
}

// element draws what is put into a collection: a value of type t within bounds.
func (d *drawer) element(t, bounds *Type, depth int) Expression {
	return bounded{d.expression(t, depth, true), bounds}
}

// summands draws the operands of +. The elements of one that is written out must keep the bounds of the other.
func (d *drawer) summands(t *Type, depth int) (a, b Expression, sum *Type) {
	a, b = d.expression(t, depth, false), d.expression(t, depth, true)
	var left, right *Type
	switch {
	case isLiteral(a) && !isLiteral(b):
		b, right = d.settle(t, b)
		return bounded{a, right.anyLength()}, b, right.anyLength()
	case isLiteral(b) && !isLiteral(a):
		a, left = d.settle(t, a)
		return a, bounded{b, left.anyLength()}, left.anyLength()
	}
	left, right = boundsOf(a), boundsOf(b)
	switch {
	case left == nil || right == nil:
		return a, b, nil
	case left.anyLength().String() == right.anyLength().String():
		return a, b, left.anyLength()
	}
	return a, b, t.Base()
}
