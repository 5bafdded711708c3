package verify

import "math/big"

// kind is the kind of a sort.
type kind string

const (
	boolKind  kind = "bool"
	intKind   kind = "int"
	realKind  kind = "real"
	textKind  kind = "text"
	enumKind  kind = "enum"
	bitsKind  kind = "bits"
	tupleKind kind = "tuple"
	seqKind   kind = "seq"
	setKind   kind = "set"
	mapKind   kind = "map"
)

// sort is the type of values.
type sort struct {
	kind      kind
	low, high *big.Int // of int; nil is unbounded. high is the greatest size of a collection
	members   int      // of enum
	width     int      // of bits
	signed    bool
	parts     []*sort // of tuple, and of collections: the element, or key and value
}

var (
	boolSort = &sort{kind: boolKind}
	intSort  = &sort{kind: intKind}
)

func (s *sort) isCollection() bool {
	return s.kind == seqKind || s.kind == setKind || s.kind == mapKind
}

func (s *sort) isNumber() bool {
	return s.kind == intKind || s.kind == realKind || s.kind == bitsKind
}

// unbounded returns a scalar sort without bounds.
func (s *sort) unbounded() *sort {
	out := *s
	if out.low, out.high = nil, nil; s.kind == enumKind {
		return intSort
	}
	return &out
}

// same reports whether values of two sorts are of one type; bounds do not count.
func (s *sort) same(t *sort) bool {
	if s.kind != t.kind || s.width != t.width || s.signed != t.signed || s.members != t.members || len(s.parts) != len(t.parts) {
		return false
	}
	for i := range s.parts {
		if !s.parts[i].same(t.parts[i]) {
			return false
		}
	}
	return true
}

// limits returns the least and the greatest number of a sort; nil is none.
func (s *sort) limits() (low, high *big.Int) {
	one := big.NewInt(1)
	switch {
	case s.kind == enumKind:
		return new(big.Int), big.NewInt(int64(s.members - 1))
	case s.kind == bitsKind && s.signed:
		half := new(big.Int).Lsh(one, uint(s.width-1))
		return new(big.Int).Neg(half), new(big.Int).Sub(half, one)
	case s.kind == bitsKind:
		return new(big.Int), new(big.Int).Sub(new(big.Int).Lsh(one, uint(s.width)), one)
	case s.kind == intKind:
		return s.low, s.high
	}
	return nil, nil
}

// readSort reads a sort; those before it are known.
func readSort(n *node, known []*sort) (*sort, error) {
	s := &sort{kind: kind(n.word)}
	switch {
	case !n.isList() && (s.kind == boolKind || s.kind == realKind || s.kind == textKind):
		return s, nil
	case !n.isList() || len(n.list) < 2:
		return nil, n.errorf("no such sort")
	}
	s.kind = kind(n.head())
	rest := n.list[1:]
	switch s.kind {
	case intKind:
		if len(rest) != 2 {
			return nil, n.errorf("int has two bounds")
		}
		s.low, s.high = bound(rest[0]), bound(rest[1])
		return s, nil
	case enumKind:
		s.members = len(rest) - 1
		return s, nil
	case bitsKind:
		width, err := rest[0].number(65)
		if s.width, s.signed = width, rest[len(rest)-1].word == "signed"; err == nil && width == 0 {
			err = n.errorf("no machine integer has 0 bits")
		}
		return s, err
	case tupleKind:
	case seqKind, setKind, mapKind:
		s.high = bound(rest[0])
		rest = rest[1:]
	default:
		return nil, n.errorf("no such sort")
	}
	return s, s.readParts(n, rest, known)
}

// readParts reads the sorts of the components, or of the element, or of key and value.
func (s *sort) readParts(n *node, parts []*node, known []*sort) error {
	for _, p := range parts {
		i, err := p.reference("#", len(known))
		if err != nil {
			return err
		}
		s.parts = append(s.parts, known[i])
	}
	wanted := map[kind]int{seqKind: 1, setKind: 1, mapKind: 2, tupleKind: len(parts)}[s.kind]
	if len(s.parts) != wanted {
		return n.errorf("%s has %d parts, not %d", s.kind, wanted, len(s.parts))
	}
	return nil
}

// bound reads a bound; nil is none.
func bound(n *node) *big.Int {
	if i, ok := new(big.Int).SetString(n.word, 10); ok {
		return i
	}
	return nil
}
