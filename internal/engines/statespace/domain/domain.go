// Package domain lists the values of sorts and types that have finitely many, and the parameters of moves.
package domain

import "github.com/sextant-mbt/sextant/internal/core/term"

// Domain has the maximum number of values in a list, and the values that stand for those of infinite sorts. Without the latter, an
// infinite sort has no list.
type Domain struct {
	Limit   int          // of a list
	Numbers []term.Value // of integers without bounds
	Texts   []term.Value // of strings
	Length  int          // up to which sequences without a bound are listed; 0 is not at all
}

// Values lists the values of a sort; false if there are too many, or infinitely many. The sort of a union, or of an optional value, has
// values that the type has not; Type lists those of a type.
func (d *Domain) Values(s *term.Sort) (values []term.Value, listed bool) {
	switch s.Kind {
	case term.KindInt:
		return d.numbers(s)
	case term.KindString:
		return d.Texts, len(d.Texts) > 0
	case term.KindTuple, term.KindSet, term.KindMap, term.KindSeq:
		parts, listed := d.lists(s.Parts)
		if !listed {
			return nil, false
		}
		return d.collected(s, parts)
	}
	values = s.Values(int64(d.Limit))
	return values, values != nil
}

// lists lists the values of some sorts.
func (d *Domain) lists(sorts []*term.Sort) ([][]term.Value, bool) {
	out := make([][]term.Value, len(sorts))
	for i, s := range sorts {
		values, listed := d.Values(s)
		if !listed {
			return nil, false
		}
		out[i] = values
	}
	return out, true
}

// collected lists the tuples or collections of a sort with parts that are listed.
func (d *Domain) collected(s *term.Sort, parts [][]term.Value) (values []term.Value, listed bool) {
	var rows [][]term.Value
	switch s.Kind {
	case term.KindSet:
		rows, listed = d.subsets(parts[0])
	case term.KindMap:
		rows, listed = d.mappings(parts[0], parts[1])
	case term.KindSeq:
		rows, listed = d.sequences(s, parts[0])
	default:
		rows, listed = Rows(parts, d.Limit)
	}
	for _, row := range rows {
		if v := s.Collect(row); s.Contains(v) {
			values = append(values, v)
		}
	}
	return values, listed
}

// numbers lists the integers of a sort.
func (d *Domain) numbers(s *term.Sort) ([]term.Value, bool) {
	if s.HasLow && s.HasHigh {
		out := s.Values(int64(d.Limit))
		return out, out != nil || s.Low > s.High
	}
	var out []term.Value
	for _, v := range d.Numbers {
		if s.Contains(v) {
			out = append(out, v)
		}
	}
	return out, len(d.Numbers) > 0
}

// Rows lists the rows with one value of each list; false if there are more than limit.
func Rows(lists [][]term.Value, limit int) ([][]term.Value, bool) {
	columns := make([][][]term.Value, len(lists))
	for i, list := range lists {
		columns[i], _ = column(list, true)
	}
	return joined(columns, limit)
}

// subsets lists the elements of all sets of some values.
func (d *Domain) subsets(all []term.Value) ([][]term.Value, bool) {
	out := [][]term.Value{{}}
	for _, v := range all {
		if 2*len(out) > d.Limit {
			return nil, false
		}
		for _, some := range out {
			out = append(out, append(some[:len(some):len(some)], v))
		}
	}
	return out, true
}

// mappings lists the keys and values of all maps of some keys and values.
func (d *Domain) mappings(keys, values []term.Value) ([][]term.Value, bool) {
	out := [][]term.Value{{}}
	for _, k := range keys {
		if len(out)*(len(values)+1) > d.Limit {
			return nil, false
		}
		for _, m := range out {
			for _, v := range values {
				out = append(out, append(m[:len(m):len(m)], k, v))
			}
		}
	}
	return out, true
}

// sequences lists the elements of all sequences of a sort, of some values.
func (d *Domain) sequences(s *term.Sort, one []term.Value) ([][]term.Value, bool) {
	length := int64(d.Length)
	if s.HasHigh {
		length = s.High
	}
	if !s.HasHigh && length == 0 {
		return nil, false
	}
	var out [][]term.Value
	last := [][]term.Value{{}}
	for n := int64(0); ; n++ {
		out = append(out, last...)
		if n == length || len(one) == 0 {
			return out, true
		}
		if len(last)*len(one)+len(out) > d.Limit {
			return nil, false
		}
		var longer [][]term.Value
		for _, row := range last {
			for _, v := range one {
				longer = append(longer, append(row[:len(row):len(row)], v))
			}
		}
		last = longer
	}
}
