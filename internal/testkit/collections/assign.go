package collections

import "slices"

// resolved is an access whose index or key is known.
type resolved struct {
	access
	value Value
}

// run computes the value of the variable after the assignment.
func (a assignment) run(env *Env) (Value, Failure) {
	old := env.find(a.variable.name).value
	var failure Failure
	path := make([]resolved, len(a.path))
	for i, step := range a.path {
		path[i].access = step
		if step.index != nil {
			v, f := step.index.Eval(env)
			path[i].value, failure = v, failure|f
		}
	}
	if failure == 0 {
		failure = check(old, path)
	}
	value, f := a.value.Eval(env)
	if failure |= f; failure != 0 {
		return nil, failure
	}
	if !fits(value, a.typ) {
		return nil, ValueOutOfRange
	}
	return put(old, path, value), 0
}

// check says why there is no such place in a value. Assigning to a new key of a map adds it, if it keeps the bounds.
func check(v Value, path []resolved) Failure {
	if len(path) == 0 {
		return 0
	}
	step, isLast := path[0], len(path) == 1
	if step.of.Kind == Map && isLast {
		if !fits(step.value, step.of.Key) {
			return ValueOutOfRange
		}
		return 0
	}
	inner, f := part(v, step)
	if f == KeyAbsent && !fits(step.value, step.of.Key) {
		return f | ValueOutOfRange // which of both is said first is left open
	}
	if f != 0 {
		return f
	}
	return check(inner, path[1:])
}

// part is what a step leads to.
func part(v Value, step resolved) (Value, Failure) {
	switch v := v.(type) {
	case List:
		return at([]Value{v, step.value})
	case Entries:
		return lookup([]Value{v, step.value})
	case Fields:
		return v[fieldIndex(step.of.Fields, step.field)], 0
	}
	r := v.(Variant)
	if i := fieldIndex(step.of.alternative(r.Alternative).Fields, step.field); i >= 0 {
		return r.Fields[i], 0
	}
	return nil, CaseNotCovered
}

func fieldIndex(fields []Field, name string) int {
	return slices.IndexFunc(fields, func(f Field) bool { return f.Name == name })
}

// put is v with another value at a place that it has.
func put(v Value, path []resolved, value Value) Value {
	if len(path) == 0 {
		return value
	}
	step := path[0]
	if inner, f := part(v, step); f == 0 {
		value = put(inner, path[1:], value)
	}
	switch v := v.(type) {
	case List:
		out := slices.Clone(v)
		out[step.value.(int)] = value
		return out
	case Entries:
		return v.with(step.value, value)
	case Fields:
		out := slices.Clone(v)
		out[fieldIndex(step.of.Fields, step.field)] = value
		return out
	}
	r := v.(Variant)
	out := Variant{r.Alternative, slices.Clone(r.Fields)}
	out.Fields[fieldIndex(step.of.alternative(r.Alternative).Fields, step.field)] = value
	return out
}
