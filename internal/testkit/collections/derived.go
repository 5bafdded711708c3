package collections

// derived lists expressions of a type that read one variable in scope and have a value in every state. Without them, expressions of types
// that no variable has would be made of literals alone.
func (d *drawer) derived(t *Type) []Expression {
	var out []Expression
	for _, v := range d.scope {
		if v.typ.same(t) {
			continue
		}
		out = append(out, measures(v, t)...)
		out = append(out, d.parts(v, t)...)
		if t.Kind == Bool {
			out = append(out, d.test(v))
		}
	}
	return out
}

// measures are the numbers and conditions that a variable gives.
func measures(v variable, t *Type) []Expression {
	var out []Expression
	switch {
	case t.Kind == Int && (v.typ.isCollection() || v.typ.Kind == String):
		out = append(out, apply("len", "len(%s)", total(length), v))
	case t.Kind == Int && v.typ.Kind == Record:
		out = append(out, apply("field", "%s.a", recordField(0), v))
	case t.Kind == Bool && v.typ.Kind == Record:
		out = append(out, apply("field", "%s.b", recordField(1), v))
	case t.Kind == Bool && v.typ.Kind == Optional:
		out = append(out, apply("== none", "(%s == none)", total(isNone), v))
	case t.Kind == Bool && v.typ.Kind == Union:
		out = append(out, apply("is", "(%s is ok)", isAlternative("ok"), v))
	}
	return out
}

// test is a condition on a variable.
func (d *drawer) test(v variable) Expression {
	switch {
	case v.typ.Kind == Int:
		return apply("<", "(%s < %s)", comparison("<"), v, constant{1 + d.IntN(2), integer})
	case v.typ.isCollection() && v.typ.ranged().Kind == Int:
		return apply("in "+kindName(v.typ), "(%s in %s)", total(isMember), constant{d.value(v.typ.ranged(), 0), integer}, v)
	case v.typ.isCollection():
		return apply(">", "(len(%s) > %s)", func(x []Value) (Value, Failure) { return length(x[:1]).(int) > x[1].(int), 0 }, v, constant{d.IntN(2), integer})
	}
	return apply("==", "(%s == %s)", total(equalTo), v, constant{d.value(v.typ, 0), v.typ})
}

// parts are the collections that consist of parts of a variable, and its parts with a default.
func (d *drawer) parts(v variable, t *Type) []Expression {
	var out []Expression
	switch {
	case t.Kind == Set && v.typ.Kind == Sequence && t.Elem.same(v.typ.Elem):
		out = append(out, apply("set of a sequence", "set(%s)", total(setFrom), v))
	case t.Kind == Set && v.typ.Kind == Map && t.Elem.same(v.typ.Key):
		out = append(out, apply("keys", "keys(%s)", total(setFrom), v))
	case t.Kind == Sequence && v.typ.Kind == Set && t.Elem.same(v.typ.Elem) && t.Elem.Kind == Int:
		out = append(out, apply("sorted", "sorted(%s)", total(sorted), v))
	case v.typ.Kind == Optional && v.typ.Elem.same(t):
		out = append(out, &fallback{"get of an optional", []Expression{v}, valueOf, constant{d.value(t, 0), t}})
	case v.typ.Kind == Map && v.typ.Elem.same(t):
		key := v.typ.Key.Base()
		out = append(out, &fallback{"get of a map", []Expression{v, constant{d.value(key, 0), key}}, lookup, constant{d.value(t, 0), t}})
	}
	return out
}
