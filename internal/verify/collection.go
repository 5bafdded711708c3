package verify

import (
	"math/big"
	"slices"
)

// Operations on tuples and collections.

// fitsCollection reports whether the sorts of an operation on tuples or collections fit.
func (e *expr) fitsCollection() bool {
	switch e.op {
	case "tuple":
		return e.sort.kind == tupleKind && e.argsFit(e.sort.parts...)
	case "items":
		return e.itemsFit()
	}
	if len(e.args) == 0 {
		return false
	}
	c := e.args[0].sort
	if e.op == "part" {
		return len(e.args) == 1 && c.kind == tupleKind && e.index < len(c.parts) && c.parts[e.index].same(e.sort)
	}
	if !c.isCollection() {
		return false
	}
	first, last := c.parts[0], c.parts[len(c.parts)-1]
	wanted := map[string]string{ // arguments behind the first, and result: C that collection, E element or key, V value, I and B as elsewhere
		"size": ":I", "at": "I:E", "get": "E:V", "has": "E:B", "join": "C:C", "slice": "II:C", "find": "E:I", "reverse": ":C",
		"insert-sorted": "E:C",
	}[e.op]
	switch e.op {
	case "put":
		wanted = map[kind]string{seqKind: "IE:C", mapKind: "EV:C"}[c.kind]
	case "insert":
		wanted = map[kind]string{seqKind: "IE:C", setKind: "E:C"}[c.kind]
	case "remove":
		wanted = map[kind]string{seqKind: "I:C", setKind: "E:C", mapKind: "E:C"}[c.kind]
	case "sorted":
		return len(e.args) == 1 && c.kind != mapKind && e.sort.kind == seqKind && e.sort.parts[0].same(first)
	case "to-set":
		return len(e.args) == 1 && c.kind != mapKind && e.sort.kind == setKind && e.sort.parts[0].same(first)
	case "to-map":
		return len(e.args) == 1 && c.kind != mapKind && e.sort.kind == mapKind && first.kind == tupleKind && slices.EqualFunc(e.sort.parts, first.parts, (*sort).same)
	case "keys":
		return len(e.args) == 1 && c.kind == mapKind && e.sort.kind == setKind && e.sort.parts[0].same(first)
	}
	sorts := map[rune]*sort{'I': intSort, 'B': boolSort, 'E': first, 'V': last, 'C': c}
	var list []*sort
	for _, letter := range wanted {
		if letter != ':' {
			list = append(list, sorts[letter])
		}
	}
	if len(list) == 0 {
		return false
	}
	result := list[len(list)-1]
	return e.sort.same(result) && (&expr{args: e.args[1:]}).argsFit(list[:len(list)-1]...)
}

func (e *expr) argsFit(sorts ...*sort) bool {
	return slices.EqualFunc(e.args, sorts, func(a *expr, s *sort) bool { return a.sort.same(s) })
}

// itemsFit reports whether the arguments are a condition and an element, or a condition, a key and a value, again and again.
func (e *expr) itemsFit() bool {
	if !e.sort.isCollection() {
		return false
	}
	row := append([]*sort{boolSort}, e.sort.parts...)
	if len(e.args)%len(row) != 0 {
		return false
	}
	for i, a := range e.args {
		if !a.sort.same(row[i%len(row)]) {
			return false
		}
	}
	return true
}

// present returns the collection of the items whose condition is true.
func present(s *sort, args []value) list {
	out, stride := list{}, len(s.parts)+1
	for i := 0; i < len(args); i += stride {
		switch item := args[i+1 : i+stride]; {
		case args[i] == false:
		case s.kind == seqKind:
			out = append(out, item...)
		default:
			out = out.insert(item...)
		}
	}
	return out
}

// collection computes an operation on a tuple or a collection.
func (e *expr) collection(a []value) (value, error) {
	switch e.op {
	case "tuple":
		return list(a), nil
	case "items":
		return present(e.sort, a), nil
	}
	l := a[0].(list)
	switch e.op {
	case "part":
		return l[e.index], nil
	case "size":
		return big.NewInt(int64(len(l) / len(e.args[0].sort.parts))), nil
	case "to-set":
		return setOf(l), nil
	case "sorted":
		out := slices.Clone(l)
		slices.SortStableFunc(out, compare)
		return out, nil
	case "to-map":
		out := list{}
		for _, pair := range l {
			out = out.insert(pair.(list)...)
		}
		return out, nil
	case "keys":
		out := list{}
		for i := 0; i < len(l); i += 2 {
			out = append(out, l[i])
		}
		return out, nil
	}
	if e.args[0].sort.kind == seqKind {
		return e.sequence(l, a[1:])
	}
	return e.keyed(l, a[1:], len(e.args[0].sort.parts))
}

func setOf(l list) list {
	out := list{}
	for _, v := range l {
		out = out.insert(v)
	}
	return out
}

// sequence computes an operation on a sequence. What has no place in it changes nothing.
func (e *expr) sequence(l list, a []value) (value, error) {
	find := func() int { return slices.IndexFunc(l, func(v value) bool { return compare(v, a[0]) == 0 }) }
	switch e.op {
	case "at":
		if i, ok := index(a[0], len(l)); ok {
			return l[i], nil
		}
		return e.sort.initial(), nil
	case "has":
		return find() >= 0, nil
	case "find":
		return big.NewInt(int64(find())), nil
	case "join":
		return slices.Concat(l, a[0].(list)), nil
	case "slice":
		from, to := clamp(a[0], len(l)), clamp(a[1], len(l))
		return l[min(from, to):to:to], nil
	case "reverse":
		out := slices.Clone(l)
		slices.Reverse(out)
		return out, nil
	case "insert-sorted":
		i := slices.IndexFunc(l, func(v value) bool { return compare(v, a[0]) > 0 })
		if i < 0 {
			i = len(l)
		}
		return l.replaced(i, i, a[0]), nil
	}
	room := len(l)
	if e.op == "insert" {
		room++
	}
	i, ok := index(a[0], room)
	switch {
	case !ok:
		return l, nil
	case e.op == "insert":
		return l.replaced(i, i, a[1]), nil
	case e.op == "put":
		return l.replaced(i, i+1, a[1]), nil
	}
	return l.replaced(i, i+1), nil
}

// keyed computes an operation on a set (stride 1) or a map (stride 2).
func (e *expr) keyed(l list, a []value, stride int) (value, error) {
	switch e.op {
	case "join":
		other, out := a[0].(list), l
		for i := 0; i < len(other); i += stride {
			out = out.insert(other[i : i+stride]...)
		}
		return out, nil
	case "insert", "put":
		return l.insert(a...), nil
	}
	i, found := l.search(a[0], stride)
	switch e.op {
	case "has":
		return found, nil
	case "get":
		if found {
			return l[i+1], nil
		}
		return e.sort.initial(), nil
	case "remove":
		if found {
			return l.replaced(i, i+stride), nil
		}
		return l, nil
	}
	return nil, errUnable(e)
}

// index returns a number as an index below n; false if it is none.
func index(v value, n int) (int, bool) {
	i := v.(*big.Int)
	return int(i.Int64()), i.IsInt64() && i.Sign() >= 0 && i.Int64() < int64(n)
}

// clamp returns a number cut to 0 to n.
func clamp(v value, n int) int {
	switch i := v.(*big.Int); {
	case i.Sign() < 0:
		return 0
	case i.Cmp(big.NewInt(int64(n))) > 0:
		return n
	default:
		return int(i.Int64())
	}
}
