package classicalb

import "github.com/sextant-mbt/sextant/internal/term"

// manyValues is how many values of one sort are gone through.
const manyValues = 5000

// values lists the values of a sort, with some numbers for all integers; nil if there are too many. Sequences have up to three
// elements.
func (c *census) values(s *term.Sort) []term.Value {
	switch s.Kind {
	case term.KindInt:
		return c.numbersOf(s)
	case term.KindTuple:
		lists := make([][]term.Value, len(s.Parts))
		for i, p := range s.Parts {
			lists[i] = c.values(p)
		}
		return collections(products(lists), term.ListValue)
	case term.KindSet:
		return collections(c.subsets(s.Parts[0]), term.SetValue)
	case term.KindMap:
		return collections(c.mappings(s.Parts[0], s.Parts[1]), term.MapValue)
	case term.KindSeq:
		one := c.values(s.Parts[0])
		var out [][]term.Value
		for _, lists := range [][][]term.Value{{}, {one}, {one, one}, {one, one, one}} {
			some := products(lists)
			if some == nil {
				return nil
			}
			out = append(out, some...)
		}
		return collections(out, term.ListValue)
	case term.KindString:
		return []term.Value{term.StringValue("A")}
	}
	return s.Values(manyValues)
}

// numbersOf are the numbers of a sort; of one without bounds, those that stand for all.
func (c *census) numbersOf(s *term.Sort) []term.Value {
	if s.HasLow && s.HasHigh {
		return s.Values(manyValues)
	}
	var out []term.Value
	for _, v := range c.numbers {
		if n, _ := v.Small(); !s.HasLow || n >= s.Low {
			out = append(out, v)
		}
	}
	return out
}

// products are the rows with one value of each list; nil if there are too many.
func products(lists [][]term.Value) [][]term.Value {
	out := [][]term.Value{{}}
	for _, list := range lists {
		if len(out)*len(list) > manyValues || len(list) == 0 {
			return nil
		}
		var longer [][]term.Value
		for _, row := range out {
			for _, v := range list {
				longer = append(longer, append(row[:len(row):len(row)], v))
			}
		}
		out = longer
	}
	return out
}

// subsets are the elements of all sets of a sort.
func (c *census) subsets(elem *term.Sort) [][]term.Value {
	all := c.values(elem)
	if len(all) > 12 {
		return nil
	}
	out := [][]term.Value{{}}
	for _, v := range all {
		for _, some := range out {
			out = append(out, append(some[:len(some):len(some)], v))
		}
	}
	return out
}

// mappings are the keys and values of all maps of two sorts.
func (c *census) mappings(key, value *term.Sort) [][]term.Value {
	keys, values := c.values(key), c.values(value)
	out := [][]term.Value{{}}
	for _, k := range keys {
		if len(out)*(len(values)+1) > manyValues {
			return nil
		}
		for _, m := range out {
			for _, v := range values {
				out = append(out, append(m[:len(m):len(m)], k, v))
			}
		}
	}
	return out
}

func collections(rows [][]term.Value, build func(...term.Value) term.Value) []term.Value {
	var out []term.Value
	for _, row := range rows {
		out = append(out, build(row...))
	}
	return out
}
