package term

import (
	"cmp"
	"slices"
	"sort"
	"sync/atomic"
)

// The concrete operations on lists. Appending to a sequence is done in place unless its array was already appended to, and slices share the
// array of the whole sequence, so a queue operation has the same cost at any length; everything else copies.

func (v Value) list() *List {
	if l, ok := v.ref.(*List); ok {
		return l
	}
	return emptyList.ref.(*List)
}

// seqJoin appends b to a.
func seqJoin(a, b *List) Value {
	switch {
	case len(b.items) == 0:
		return Value{ref: a}
	case len(a.items) == 0:
		return Value{ref: b}
	}
	end, weight := a.start+len(a.items), a.weight+b.weight
	if a.used != nil && cap(a.items)-len(a.items) >= len(b.items) && a.used.CompareAndSwap(int64(end), int64(end+len(b.items))) {
		return Value{ref: &List{append(a.items, b.items...), weight, a.start, a.used}}
	}
	items := make([]Value, len(a.items), 2*(len(a.items)+len(b.items)))
	copy(items, a.items)
	out := &List{append(items, b.items...), weight, 0, new(atomic.Int64)}
	out.used.Store(int64(len(out.items)))
	return Value{ref: out}
}

// seqSlice is the part from low to high; indices outside of the sequence are left out.
func seqSlice(l *List, low, high Value) Value {
	from, to := clampIndex(low, len(l.items)), clampIndex(high, len(l.items))
	if from >= to {
		return emptyList
	}
	out := &List{items: l.items[from:to], weight: to - from}
	if l.weight != len(l.items) { // some items count more than 1
		out.weight = totalWeight(out.items)
	}
	if to < len(l.items) {
		out.items = slices.Clip(out.items)
	} else {
		out.start, out.used = l.start+from, l.used
	}
	return Value{ref: out}
}

func totalWeight(items []Value) int {
	weight := 0
	for _, v := range items {
		weight += v.Weight()
	}
	return weight
}

// clampIndex is an index cut to 0..n.
func clampIndex(v Value, n int) int {
	i, small := v.Small()
	switch {
	case !small && v.Big().Sign() < 0, small && i < 0:
		return 0
	case !small:
		return n
	}
	return int(min(i, int64(n)))
}

// indexIn returns an index if it is one of n elements.
func indexIn(v Value, n int) (int, bool) {
	i, small := v.Small()
	return int(i), small && i >= 0 && i < int64(n)
}

// replaced is the list with the items from i to j replaced by others.
func replaced(l *List, i, j int, items ...Value) Value {
	return ListValue(slices.Concat(l.items[:i], items, l.items[j:])...)
}

func seqPut(l *List, index, v Value) Value {
	if i, ok := indexIn(index, len(l.items)); ok {
		return replaced(l, i, i+1, v)
	}
	return Value{ref: l}
}

func seqInsert(l *List, index, v Value) Value {
	if i, ok := indexIn(index, len(l.items)+1); ok {
		return replaced(l, i, i, v)
	}
	return Value{ref: l}
}

func seqRemove(l *List, index Value) Value {
	if i, ok := indexIn(index, len(l.items)); ok {
		return replaced(l, i, i+1)
	}
	return Value{ref: l}
}

// seqFind is the index of the first equal element, or -1.
func seqFind(l *List, v Value) int {
	return slices.IndexFunc(l.items, func(w Value) bool { return w.Equal(v) })
}

// compareOrdered compares two values of a sort that has an order.
func compareOrdered(sort *Sort, a, b Value) int {
	if sort.Kind == KindBits && !sort.Signed {
		return cmp.Compare(uint64(a.n), uint64(b.n))
	}
	return a.Compare(b)
}

// seqInsertSorted puts v before the first element that is greater.
func seqInsertSorted(element *Sort, l *List, v Value) Value {
	i := slices.IndexFunc(l.items, func(w Value) bool { return compareOrdered(element, w, v) > 0 })
	if i < 0 {
		i = len(l.items)
	}
	return replaced(l, i, i, v)
}

func sortedItems(element *Sort, l *List) Value {
	items := slices.Clone(l.items)
	slices.SortStableFunc(items, func(a, b Value) int { return compareOrdered(element, a, b) })
	return ListValue(items...)
}

func reversed(l *List) Value {
	items := slices.Clone(l.items)
	slices.Reverse(items)
	return ListValue(items...)
}

// search returns where an element or key is, or would be, in a set (stride 1) or map (stride 2).
func search(l *List, v Value, stride int) (int, bool) {
	n := len(l.items) / stride
	i := sort.Search(n, func(i int) bool { return l.items[i*stride].Compare(v) >= 0 })
	return i * stride, i < n && l.items[i*stride].Equal(v)
}

func setInsert(l *List, v Value) Value {
	i, found := search(l, v, 1)
	if found {
		return Value{ref: l}
	}
	return replaced(l, i, i, v)
}

// keyRemove removes an element of a set (stride 1) or a key of a map with its value (stride 2).
func keyRemove(l *List, v Value, stride int) Value {
	i, found := search(l, v, stride)
	if !found {
		return Value{ref: l}
	}
	return replaced(l, i, i+stride)
}

func mapPut(m Value, key, v Value) Value {
	l := m.list()
	i, found := search(l, key, 2)
	if found {
		return replaced(l, i, i+2, key, v)
	}
	return replaced(l, i, i, key, v)
}

// mapJoin is a with the entries of b, which win.
func mapJoin(a, b *List) Value {
	out := Value{ref: a}
	for i := 0; i < len(b.items); i += 2 {
		out = mapPut(out, b.items[i], b.items[i+1])
	}
	return out
}

func setJoin(a, b *List) Value { return SetValue(slices.Concat(a.items, b.items)...) }

func mapKeys(l *List) Value {
	keys := make([]Value, 0, len(l.items)/2)
	for i := 0; i < len(l.items); i += 2 {
		keys = append(keys, l.items[i])
	}
	return ListValue(keys...)
}

// toMap is the map of a list of pairs.
func toMap(l *List) Value {
	var entries []Value
	for _, pair := range l.items {
		entries = append(entries, pair.list().items...)
	}
	return MapValue(entries...)
}
