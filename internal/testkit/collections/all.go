package collections

import "maps"

// All lists the values of a finite type.
func All(t *Type) []Value {
	switch t.Kind {
	case Int:
		return numbers(t.Low, t.High)
	case Bool:
		return []Value{false, true}
	case Enum:
		var out []Value
		for _, m := range t.Members {
			out = append(out, Member(m))
		}
		return out
	case Array:
		return lists(rows(All(t.Elem), t.Most))
	case Sequence:
		var out []Value
		for n := range t.Most + 1 {
			out = append(out, lists(rows(All(t.Elem), n))...)
		}
		return out
	case Set:
		return subsets(All(t.Elem))
	case Map:
		return partialMaps(All(t.Key), All(t.Elem))
	case Optional:
		out := []Value{Option{}}
		for _, v := range All(t.Elem) {
			out = append(out, Option{true, v})
		}
		return out
	case Record:
		var out []Value
		for _, row := range fieldRows(t.Fields) {
			out = append(out, Fields(row))
		}
		return out
	case Union:
		var out []Value
		for _, a := range t.Alternatives {
			for _, row := range fieldRows(a.Fields) {
				out = append(out, Variant{a.Name, row})
			}
		}
		return out
	}
	panic("infinite type " + t.String())
}

func numbers(low, high int) []Value {
	var out []Value
	for n := low; n <= high; n++ {
		out = append(out, n)
	}
	return out
}

// rows are the rows of n values.
func rows(values []Value, n int) [][]Value {
	columns := make([][]Value, n)
	for i := range columns {
		columns[i] = values
	}
	return product(columns)
}

// product are the rows with one value of each column.
func product(columns [][]Value) [][]Value {
	out := [][]Value{{}}
	for _, column := range columns {
		var next [][]Value
		for _, row := range out {
			for _, v := range column {
				next = append(next, append(row[:len(row):len(row)], v))
			}
		}
		out = next
	}
	return out
}

func lists(rows [][]Value) []Value {
	var out []Value
	for _, row := range rows {
		out = append(out, List(row))
	}
	return out
}

func fieldRows(fields []Field) [][]Value {
	var columns [][]Value
	for _, f := range fields {
		columns = append(columns, All(f.Type))
	}
	return product(columns)
}

func subsets(values []Value) []Value {
	out := []Value{Elements{}}
	for _, v := range values {
		for _, smaller := range out {
			larger := maps.Clone(smaller.(Elements))
			larger[Text(v)] = v
			out = append(out, larger)
		}
	}
	return out
}

func partialMaps(keys, values []Value) []Value {
	out := []Value{Entries{}}
	for _, k := range keys {
		for _, smaller := range out {
			for _, v := range values {
				out = append(out, smaller.(Entries).with(k, v))
			}
		}
	}
	return out
}
