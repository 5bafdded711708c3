package collections

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

// The functions that operations apply to the values of their operands.

// total is an operation that has a value for all operands.
func total(f func(v []Value) Value) func([]Value) (Value, Failure) {
	return func(v []Value) (Value, Failure) { return f(v), 0 }
}

func arithmetic(operator string) func([]Value) (Value, Failure) {
	return func(v []Value) (Value, Failure) {
		a, b := v[0].(int), v[1].(int)
		switch operator {
		case "+":
			return a + b, 0
		case "-":
			return a - b, 0
		case "*":
			return a * b, 0
		}
		return divide(operator, a, b)
	}
}

// divide is the division of SMT-LIB: the remainder is never negative.
func divide(operator string, a, b int) (Value, Failure) {
	if b == 0 {
		return nil, DivisionByZero
	}
	size := max(b, -b)
	remainder := ((a % size) + size) % size
	if operator == "%" {
		return remainder, 0
	}
	return (a - remainder) / b, 0
}

func comparison(operator string) func([]Value) (Value, Failure) {
	return total(func(v []Value) Value {
		order := compare(v[0], v[1])
		switch operator {
		case "<":
			return order < 0
		case "<=":
			return order <= 0
		case ">":
			return order > 0
		}
		return order >= 0
	})
}

// compare orders numbers, and strings by code points.
func compare(a, b Value) int {
	if s, ok := a.(string); ok {
		return slices.Compare([]rune(s), []rune(b.(string)))
	}
	return cmp.Compare(a.(int), b.(int))
}

func length(v []Value) Value {
	if s, ok := v[0].(string); ok {
		return len([]rune(s))
	}
	return len(members(v[0]))
}

// isMember is "x in s".
func isMember(v []Value) Value { return indexIn(members(v[1]), v[0]) >= 0 }

func indexOf(v []Value) Value { return indexIn(v[0].(List), v[1]) }

func indexIn(list []Value, x Value) int {
	return slices.IndexFunc(list, func(y Value) bool { return equal(x, y) })
}

func at(v []Value) (Value, Failure) {
	list, i := v[0].(List), v[1].(int)
	if i < 0 || i >= len(list) {
		return nil, IndexOutOfBounds
	}
	return list[i], 0
}

func first(v []Value) (Value, Failure) { return end(v[0].(List), 0) }
func last(v []Value) (Value, Failure)  { return end(v[0].(List), len(v[0].(List))-1) }

func end(list List, i int) (Value, Failure) {
	if len(list) == 0 {
		return nil, ValueAbsent
	}
	return list[i], 0
}

// slice is s[a:b], which has the elements from a up to but not including b.
func slice(list List, low, high int) (Value, Failure) {
	if low < 0 || high < low || high > len(list) {
		return nil, IndexOutOfBounds
	}
	return slices.Clone(list[low:high]), 0
}

func sliceBoth(v []Value) (Value, Failure) { return slice(v[0].(List), v[1].(int), v[2].(int)) }
func sliceFrom(v []Value) (Value, Failure) {
	return slice(v[0].(List), v[1].(int), len(v[0].(List)))
}
func sliceTo(v []Value) (Value, Failure) { return slice(v[0].(List), 0, v[1].(int)) }

// list makes a sequence of the operands.
func list(v []Value) Value { return List(slices.Clone(v)) }

func concatenate(v []Value) Value { return append(slices.Clone(v[0].(List)), v[1].(List)...) }
func appended(v []Value) Value    { return append(slices.Clone(v[0].(List)), v[1]) }

func insertAt(v []Value) (Value, Failure) {
	list, i := v[0].(List), v[1].(int)
	if i < 0 || i > len(list) {
		return nil, IndexOutOfBounds
	}
	return slices.Insert(slices.Clone(list), i, v[2]), 0
}

func removeAt(v []Value) (Value, Failure) {
	list, i := v[0].(List), v[1].(int)
	if i < 0 || i >= len(list) {
		return nil, IndexOutOfBounds
	}
	return slices.Delete(slices.Clone(list), i, i+1), 0
}

func reversed(v []Value) Value {
	out := slices.Clone(v[0].(List))
	slices.Reverse(out)
	return out
}

func sorted(v []Value) Value {
	out := slices.Clone(members(v[0]))
	slices.SortFunc(out, compare)
	return List(out)
}

// insertSorted puts x before the first element that is greater.
func insertSorted(v []Value) Value {
	list := slices.Clone(v[0].(List))
	i := slices.IndexFunc(list, func(y Value) bool { return compare(y, v[1]) > 0 })
	if i < 0 {
		i = len(list)
	}
	return slices.Insert(list, i, v[1])
}

func setFrom(v []Value) Value { return elements(members(v[0])) }

// set makes a set of the operands.
func set(v []Value) Value { return elements(v) }

func union(v []Value) Value {
	out := maps.Clone(v[0].(Elements))
	maps.Copy(out, v[1].(Elements))
	return out
}

func difference(v []Value) Value {
	out := maps.Clone(v[0].(Elements))
	for key := range v[1].(Elements) {
		delete(out, key)
	}
	return out
}

func intersection(v []Value) Value {
	out, other := maps.Clone(v[0].(Elements)), v[1].(Elements)
	maps.DeleteFunc(out, func(key string, _ Value) bool { _, both := other[key]; return !both })
	return out
}

func isSubset(v []Value) Value {
	for key := range v[0].(Elements) {
		if _, ok := v[1].(Elements)[key]; !ok {
			return false
		}
	}
	return true
}

func setInsert(v []Value) Value { return union([]Value{v[0], elements(v[1:])}) }
func setRemove(v []Value) Value { return difference([]Value{v[0], elements(v[1:])}) }

// entries makes a map of keys and values in turn; of equal keys the last one counts.
func entries(v []Value) Value {
	out := Entries{}
	for i := 0; i < len(v); i += 2 {
		out = out.with(v[i], v[i+1])
	}
	return out
}

func override(v []Value) Value {
	out := maps.Clone(v[0].(Entries))
	maps.Copy(out, v[1].(Entries))
	return out
}

func mapInsert(v []Value) Value { return v[0].(Entries).with(v[1], v[2]) }

func mapRemove(v []Value) Value {
	out := maps.Clone(v[0].(Entries))
	delete(out, Text(v[1]))
	return out
}

func lookup(v []Value) (Value, Failure) {
	if e, ok := v[0].(Entries)[Text(v[1])]; ok {
		return e.Value, 0
	}
	return nil, KeyAbsent
}

func valueOf(v []Value) (Value, Failure) {
	if o := v[0].(Option); o.Present {
		return o.Value, 0
	}
	return nil, ValueAbsent
}

func isNone(v []Value) Value { return !v[0].(Option).Present }

func present(v []Value) Value { return Option{true, v[0]} }

// isAlternative is "r is ok".
func isAlternative(name string) func([]Value) (Value, Failure) {
	return total(func(v []Value) Value { return v[0].(Variant).Alternative == name })
}

// recordField reads field i of a record.
func recordField(i int) func([]Value) (Value, Failure) {
	return total(func(v []Value) Value { return v[0].(Fields)[i] })
}

// unionField reads field i of an alternative.
func unionField(alternative string, i int) func([]Value) (Value, Failure) {
	return func(v []Value) (Value, Failure) {
		if r := v[0].(Variant); r.Alternative == alternative {
			return r.Fields[i], 0
		}
		return nil, CaseNotCovered
	}
}

func equalTo(v []Value) Value     { return equal(v[0], v[1]) }
func differentTo(v []Value) Value { return !equal(v[0], v[1]) }
func negated(v []Value) Value     { return !v[0].(bool) }
func identity(v []Value) Value    { return v[0] }

func joined(v []Value) Value { return strings.Join([]string{v[0].(string), v[1].(string)}, "") }
