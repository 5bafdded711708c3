package jani

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/imports/document"
)

// Where edges of several elements synchronise, most combinations of them are often impossible: each element has an edge for each value of
// variables that it shares with its neighbours. With k edges in each of n elements there are k^n combinations, of which only as many can
// happen as there are values. So the values of variables that several elements read are listed, and each edge has the set of those for which
// its guard is not false.

// valuations is a set of rows of values, one bit each; nil is all of them.
type valuations []uint64

// meet is what both sets have; it reports whether there is anything.
func (v valuations) meet(w valuations) (valuations, bool) {
	if v == nil || w == nil {
		if v == nil {
			v = w
		}
		return v, v == nil || slices.ContainsFunc(v, func(bits uint64) bool { return bits != 0 })
	}
	out, some := make(valuations, len(v)), false
	for i := range v {
		out[i] = v[i] & w[i]
		some = some || out[i] != 0
	}
	return out, some
}

// Limits of what is tried for a synchronisation vector.
const (
	mostRows        = 4096    // of values of the variables that are listed
	mostEvaluations = 100_000 // of guards
)

// exclusion finds the rows of values for which guards are not false.
type exclusion struct {
	*converter
	variables []*variable // that are listed
	stride    map[*variable]int
	rows      int
	left      int // evaluations
}

// possibilities returns, for each part, the values for which its guard is not false.
func (c *converter) possibilities(lists [][]part) [][]valuations {
	out := make([][]valuations, len(lists))
	reads := make([][][]*variable, len(lists))
	users := map[*variable]int{}
	var order []*variable
	for i, list := range lists {
		out[i], reads[i] = make([]valuations, len(list)), make([][]*variable, len(list))
		by := map[*variable]bool{}
		for k, p := range list {
			reads[i][k] = readBy(p.edge.at.Get("guard").Get("exp"), p.scope, nil)
			for _, v := range reads[i][k] {
				if by[v] {
					continue
				}
				if by[v] = true; users[v] == 0 {
					order = append(order, v)
				}
				users[v]++
			}
		}
	}
	x := &exclusion{converter: c, stride: map[*variable]int{}, rows: 1, left: mostEvaluations}
	for _, v := range order {
		if users[v] > 1 && v.values != nil && x.rows*len(v.values) <= mostRows {
			x.variables, x.stride[v] = append(x.variables, v), x.rows
			x.rows *= len(v.values)
		}
	}
	if len(x.variables) == 0 {
		return out
	}
	for i, list := range lists {
		for k, p := range list {
			out[i][k] = x.possible(p, reads[i][k])
		}
	}
	return out
}

// readBy adds the variables that an expression reads to those given, each once.
func readBy(at *document.Value, s *scope, out []*variable) []*variable {
	switch d := at.Data.(type) {
	case string:
		if b, ok := s.find(d); ok && b.variable != nil && !slices.Contains(out, b.variable) {
			out = append(out, b.variable)
		}
	case []*document.Value:
		for _, item := range d {
			out = readBy(item, s, out)
		}
	case *document.Object:
		for _, key := range d.Keys {
			if key != "op" && key != "function" && key != "comment" {
				out = readBy(d.Values[key], s, out)
			}
		}
	}
	return out
}

// possible returns the rows for which the guard of a part is not false; nil if it also depends on variables that are not listed.
func (x *exclusion) possible(p part, reads []*variable) valuations {
	number := 1
	for _, v := range reads {
		if x.stride[v] == 0 {
			return nil
		}
		number *= len(v.values)
	}
	if x.left -= number; len(reads) == 0 || x.left < 0 {
		return nil
	}
	out := make(valuations, (x.rows+63)/64)
	known := make([]int8, number) // by the values of what is read: whether the guard is false; 0 is not yet known
	for row := range x.rows {
		key := 0
		for _, v := range reads {
			key = key*len(v.values) + row/x.stride[v]%len(v.values)
		}
		if known[key] == 0 {
			known[key] = 1
			if x.isFalse(p, reads, row) {
				known[key] = -1
			}
		}
		if known[key] > 0 {
			out[row/64] |= 1 << (row % 64)
		}
	}
	return out
}

// isFalse reports whether the guard of a part is false for a row.
func (x *exclusion) isFalse(p part, reads []*variable, row int) bool {
	s := newScope(p.scope)
	for at := p.scope; at != nil; at = at.outer {
		for name, b := range at.names {
			if inner, _ := p.scope.find(name); b.variable == nil || inner.variable != b.variable || !slices.Contains(reads, b.variable) {
				continue
			}
			s.names[name] = binding{value: b.variable.values[row/x.stride[b.variable]%len(b.variable.values)]}
		}
	}
	list, calls := x.list, x.calls
	defer func() { x.list, x.calls = list, calls }()
	x.list = &diag.List{}
	value := x.want(p.edge.at.Get("guard").Get("exp"), s, truth)
	return !x.list.HasErrors() && value.is(false)
}
