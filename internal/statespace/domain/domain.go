// Package domain lists the values of sorts that have finitely many.
package domain

import "github.com/sextant-mbt/sextant/internal/term"

// Domain says how many values may be listed, and which values stand for those of sorts that have infinitely many. Where nothing stands for
// them, such a sort has no list.
type Domain struct {
	Limit   int          // of a list
	Numbers []term.Value // of integers without bounds
	Texts   []term.Value // of strings
	Length  int          // up to which sequences without a bound are listed; 0 is not at all
}

// Values lists the values of a sort; false if there are too many, or infinitely many.
func (d *Domain) Values(s *term.Sort) (values []term.Value, listed bool) {
	var rows [][]term.Value
	build := term.ListValue
	switch s.Kind {
	case term.KindInt:
		return d.numbers(s)
	case term.KindString:
		return d.Texts, len(d.Texts) > 0
	case term.KindTuple:
		rows, listed = d.tuples(s.Parts)
	case term.KindSet:
		rows, listed = d.subsets(s.Parts[0])
		build = term.SetValue
	case term.KindMap:
		rows, listed = d.mappings(s.Parts[0], s.Parts[1])
		build = term.MapValue
	case term.KindSeq:
		rows, listed = d.sequences(s)
	default:
		values = s.Values(int64(d.Limit))
		return values, values != nil
	}
	for _, row := range rows {
		if v := build(row...); s.Contains(v) {
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

// tuples lists the rows of values of some sorts.
func (d *Domain) tuples(sorts []*term.Sort) ([][]term.Value, bool) {
	lists := make([][]term.Value, len(sorts))
	for i, s := range sorts {
		values, listed := d.Values(s)
		if !listed {
			return nil, false
		}
		lists[i] = values
	}
	return Rows(lists, d.Limit)
}

// Rows lists the rows with one value of each list; false if there are more than limit.
func Rows(lists [][]term.Value, limit int) ([][]term.Value, bool) {
	out := [][]term.Value{{}}
	for _, list := range lists {
		if len(out)*len(list) > limit {
			return nil, false
		}
		var longer [][]term.Value
		for _, row := range out {
			for _, v := range list {
				longer = append(longer, append(row[:len(row):len(row)], v))
			}
		}
		out = longer
	}
	return out, true
}

// subsets lists the elements of all sets of a sort.
func (d *Domain) subsets(element *term.Sort) ([][]term.Value, bool) {
	all, listed := d.Values(element)
	if !listed {
		return nil, false
	}
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

// mappings lists the keys and values of all maps of two sorts.
func (d *Domain) mappings(key, value *term.Sort) ([][]term.Value, bool) {
	keys, listed := d.Values(key)
	values, both := d.Values(value)
	if !listed || !both {
		return nil, false
	}
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

// sequences lists the elements of all sequences of a sort.
func (d *Domain) sequences(s *term.Sort) ([][]term.Value, bool) {
	length := int64(d.Length)
	if s.HasHigh {
		length = s.High
	}
	one, listed := d.Values(s.Parts[0])
	if !listed || !s.HasHigh && length == 0 {
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
