package term

import (
	"bytes"
	"cmp"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
)

// List is the content of a tuple or a collection. It is not changed once made. A set has its elements in ascending order, a map its
// keys, each followed by its value: so equal collections have equal lists.
type List struct {
	items  []Value
	weight int           // of all items
	start  int           // where items begin in the array behind them
	used   *atomic.Int64 // how much of that array is taken, by this list and those that were made by appending to it; nil if it has no room
}

// maxWeight bounds the size of a collection: a number counts 1, a string more with its length.
const maxWeight = 1 << 20

// emptyList is the empty collection.
var emptyList = Value{ref: &List{}}

// ListValue is a sequence or tuple of the given items, which are kept.
func ListValue(items ...Value) Value {
	if len(items) == 0 {
		return emptyList
	}
	weight := 0
	for _, v := range items {
		weight += v.Weight()
	}
	return Value{ref: &List{items: items, weight: weight}}
}

// SetValue is the set of the given items, which are sorted in place.
func SetValue(items ...Value) Value {
	slices.SortFunc(items, Value.Compare)
	return ListValue(slices.CompactFunc(items, Value.Equal)...)
}

// MapValue is the map of the given entries: keys, each followed by its value. The later of two entries with one key wins.
func MapValue(entries ...Value) Value {
	pairs := make([][2]Value, 0, len(entries)/2)
	for i := 0; i+1 < len(entries); i += 2 {
		pairs = append(pairs, [2]Value{entries[i], entries[i+1]})
	}
	slices.SortStableFunc(pairs, func(a, b [2]Value) int { return a[0].Compare(b[0]) })
	items := make([]Value, 0, 2*len(pairs))
	for _, pair := range pairs {
		if n := len(items); n > 0 && items[n-2].Equal(pair[0]) {
			items = items[:n-2]
		}
		items = append(items, pair[0], pair[1])
	}
	return ListValue(items...)
}

// TooLarge reports whether a collection exceeds the size limit of runs.
func (v Value) TooLarge() bool { return v.Weight() > maxWeight }

// Items returns the items of a tuple, sequence or set, or the keys and values of a map alternately. The slice must not be changed.
func (v Value) Items() []Value {
	if l, ok := v.ref.(*List); ok {
		return slices.Clip(l.items)
	}
	return nil
}

// Weight returns about how much memory a value takes, in units of 16 bytes.
func (v Value) Weight() int {
	switch r := v.ref.(type) {
	case string:
		return 1 + len(r)/16
	case *List:
		return 2 + r.weight
	}
	return 1
}

// Compare orders the values of one sort: numbers by size, strings by code points, lists by their first difference.
func (v Value) Compare(w Value) int {
	switch r := v.ref.(type) {
	case string:
		return cmp.Compare(r, w.Text())
	case *List:
		return slices.CompareFunc(r.items, w.Items(), Value.Compare)
	}
	return CompareInt(v, w)
}

// hash depends on the value only.
func (v Value) hash() uint64 {
	l, ok := v.ref.(*List)
	if !ok {
		return hashText(v.Encode())
	}
	h := uint64(len(l.items)) + 1
	for _, item := range l.items {
		part := uint64(item.n)
		if item.ref != nil {
			part = item.hash()
		}
		h = (h ^ part) * 0xc4ceb9fe1a85ec53
		h ^= h >> 29
	}
	return h
}

// encode appends the items in brackets, strings in quotes.
func (l *List) encode(b []byte) []byte {
	b = append(b, '[')
	for i, v := range l.items {
		if i > 0 {
			b = append(b, ',')
		}
		switch r := v.ref.(type) {
		case string:
			b = strconv.AppendQuote(b, r)
		case *List:
			b = r.encode(b)
		default:
			b = append(b, v.Encode()...)
		}
	}
	return append(b, ']')
}

// formatList prints the value of a tuple or collection as the language writes it.
func (v Value) formatList(s *Sort) string {
	var b bytes.Buffer
	brackets := map[Kind]string{KindTuple: "()", KindSeq: "[]", KindSet: "{}", KindMap: "{}"}[s.Kind]
	b.WriteByte(brackets[0])
	for i, item := range v.Items() {
		switch {
		case i > 0 && s.Kind == KindMap && i%2 == 1:
			b.WriteString(": ")
		case i > 0:
			b.WriteString(", ")
		}
		b.WriteString(item.Format(s.Part(i)))
	}
	b.WriteByte(brackets[1])
	return b.String()
}

// Part is the sort of item i of a list.
func (s *Sort) Part(i int) *Sort { return s.Parts[i%len(s.Parts)] }

// Collect makes a tuple or a collection from its items, and keeps the slice. Equal elements of a set become one, and the later of two entries
// of a map with one key wins.
func (s *Sort) Collect(items []Value) Value {
	switch s.Kind {
	case KindSet:
		return SetValue(items...)
	case KindMap:
		return MapValue(items...)
	}
	return ListValue(items...)
}

// Generate makes a tuple, or a collection of at most n elements, from items that a function makes one by one, given their sorts. It has no
// more elements than the sort allows, and a set or map fewer if some are equal.
func (s *Sort) Generate(n int, item func(*Sort) Value) Value {
	if s.Kind == KindTuple {
		n = 1
	}
	if s.HasHigh && int64(n) > s.High {
		n = int(max(s.High, 0))
	}
	items := make([]Value, n*len(s.Parts))
	for i := range items {
		items[i] = item(s.Part(i))
	}
	return s.Collect(items)
}

// Seq is the sort of sequences.
func Seq(element *Sort) *Sort { return &Sort{Kind: KindSeq, Parts: []*Sort{element}} }

// Set is the sort of sets.
func Set(element *Sort) *Sort { return &Sort{Kind: KindSet, Parts: []*Sort{element}} }

// Map is the sort of maps.
func Map(key, value *Sort) *Sort { return &Sort{Kind: KindMap, Parts: []*Sort{key, value}} }

// Tuple is the sort of rows of components.
func Tuple(parts ...*Sort) *Sort { return &Sort{Kind: KindTuple, Parts: parts} }

// IsCollection reports whether the sort is that of sequences, sets or maps.
func (s *Sort) IsCollection() bool {
	return s.Kind == KindSeq || s.Kind == KindSet || s.Kind == KindMap
}

// IsScalar reports whether the sort is neither that of a collection nor that of a tuple.
func (s *Sort) IsScalar() bool { return s.Kind < KindTuple }

func (s *Sort) defaultTuple() Value {
	items := make([]Value, len(s.Parts))
	for i, p := range s.Parts {
		items[i] = p.Default()
	}
	return ListValue(items...)
}

// containsList reports whether a list lies within the bounds of the sort and its parts.
func (s *Sort) containsList(v Value) bool {
	l, ok := v.ref.(*List)
	if !ok || s.Kind == KindTuple && len(l.items) != len(s.Parts) || s.HasHigh && s.IsCollection() && int64(s.count(l)) > s.High {
		return false
	}
	for i, item := range l.items {
		if !s.Part(i).Contains(item) {
			return false
		}
	}
	return true
}

// count is the number of elements of a collection.
func (s *Sort) count(l *List) int {
	if s.Kind == KindMap {
		return len(l.items) / 2
	}
	return len(l.items)
}

func (s *Sort) collectionString() string {
	switch s.Kind {
	case KindSeq:
		bound := ""
		if s.HasHigh {
			bound = ".." + strconv.FormatInt(s.High, 10)
		}
		return s.Parts[0].postfixed() + "[" + bound + "]"
	case KindSet:
		return "set " + s.Parts[0].String()
	case KindMap:
		return "map " + s.Parts[0].String() + " -> " + s.Parts[1].String()
	}
	parts := make([]string, len(s.Parts))
	for i, p := range s.Parts {
		parts[i] = p.String()
	}
	return "(" + strings.Join(parts, ", ") + ")"
}

// postfixed is the sort as it is written before a bracket.
func (s *Sort) postfixed() string {
	if s.Kind == KindSet || s.Kind == KindMap {
		return "(" + s.String() + ")"
	}
	return s.String()
}
