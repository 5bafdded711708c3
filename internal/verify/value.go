package verify

import (
	"cmp"
	"math/big"
	"slices"
	"strings"
)

// value is a bool, a *big.Int for int, enum and bits, a *big.Rat for real, a string, or a list: of the components of a tuple, of the elements of
// a sequence, of those of a set in ascending order, or of the keys of a map in ascending order, each followed by its value.
type value any

// list has the items of a tuple or a collection.
type list []value

// compare orders two values of one sort.
func compare(a, b value) int {
	switch x := a.(type) {
	case bool:
		y, _ := b.(bool)
		return cmp.Compare(truth(x), truth(y))
	case *big.Int:
		return x.Cmp(b.(*big.Int))
	case *big.Rat:
		return x.Cmp(b.(*big.Rat))
	case string:
		return cmp.Compare(x, b.(string))
	}
	return slices.CompareFunc(a.(list), b.(list), compare)
}

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}

// search returns where a key is in a set (stride 1) or a map (stride 2), or would be.
func (l list) search(key value, stride int) (int, bool) {
	for i := 0; i < len(l); i += stride {
		if c := compare(l[i], key); c >= 0 {
			return i, c == 0
		}
	}
	return len(l), false
}

// replaced returns the list with the items from i to j replaced.
func (l list) replaced(i, j int, items ...value) list { return slices.Concat(l[:i], items, l[j:]) }

// insert returns a set with a key, or a map with a key and its value.
func (l list) insert(entry ...value) list {
	i, found := l.search(entry[0], len(entry))
	if found {
		return l.replaced(i, i+len(entry), entry...)
	}
	return l.replaced(i, i, entry...)
}

// contains reports whether a value is of a sort and within its bounds.
func (s *sort) contains(v value) bool {
	switch x := v.(type) {
	case bool:
		return s.kind == boolKind
	case *big.Rat:
		return s.kind == realKind
	case string:
		return s.kind == textKind
	case *big.Int:
		low, high := s.limits()
		return (s.kind == intKind || s.kind == enumKind || s.kind == bitsKind) && (low == nil || low.Cmp(x) <= 0) && (high == nil || x.Cmp(high) <= 0)
	case list:
		return s.containsList(x)
	}
	return false
}

func (s *sort) containsList(l list) bool {
	stride := max(len(s.parts), 1)
	switch {
	case s.kind == tupleKind && len(l) != len(s.parts), s.kind != tupleKind && (!s.isCollection() || len(l)%stride != 0):
		return false
	case s.isCollection() && s.high != nil && big.NewInt(int64(len(l)/stride)).Cmp(s.high) > 0:
		return false
	}
	for i, item := range l {
		if !s.parts[i%stride].contains(item) {
			return false
		}
		if (s.kind == setKind || s.kind == mapKind) && i >= stride && i%stride == 0 && compare(l[i-stride], item) >= 0 {
			return false
		}
	}
	return true
}

// initial returns the value that an operation returns where there is none: zero, or the bound nearest to it.
func (s *sort) initial() value {
	switch s.kind {
	case boolKind:
		return false
	case realKind:
		return new(big.Rat)
	case textKind:
		return ""
	case tupleKind:
		out := list{}
		for _, p := range s.parts {
			out = append(out, p.initial())
		}
		return out
	case seqKind, setKind, mapKind:
		return list{}
	}
	return new(big.Int)
}

// readValue reads a value of a sort.
func readValue(n *node, s *sort) (value, error) {
	var v value
	switch s.kind {
	case boolKind:
		v = n.word == "true"
		if !n.quoted && (n.word == "true" || n.word == "false") {
			return v, nil
		}
	case textKind:
		if n.quoted {
			return n.word, nil
		}
	case realKind:
		if strings.Trim(n.word, "-/0123456789") != "" {
			break // an exponent could make a number too large to be read
		}
		if r, ok := new(big.Rat).SetString(n.word); ok {
			return r, nil
		}
	case intKind, enumKind, bitsKind:
		if i, ok := new(big.Int).SetString(n.word, 10); ok {
			return i, nil
		}
	default:
		return readItems(n, s)
	}
	return nil, n.errorf("%q is not a value of sort %s", n.word, s.kind)
}

func readItems(n *node, s *sort) (value, error) {
	if !n.isList() || len(s.parts) == 0 && len(n.list) > 0 || s.kind == tupleKind && len(n.list) != len(s.parts) {
		return nil, n.errorf("this is not a value of sort %s", s.kind)
	}
	out := list{}
	for i, item := range n.list {
		v, err := readValue(item, s.parts[i%len(s.parts)])
		if err != nil {
			return nil, err
		}
		out = append(out, v)
	}
	return out, nil
}
