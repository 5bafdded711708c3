package term

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Kind is the family of a Sort.
type Kind uint8

// The kinds.
const (
	KindBool Kind = iota
	KindInt
	KindReal
	KindString
	KindEnum
	KindBits
	KindTuple // a row of components: a record or an array that is an element of a collection
	KindSeq
	KindSet
	KindMap

	Kinds = iota // their number
)

// Sort is the type of a scalar or a collection. Compare sorts with Same; the bounds of a sort restrict variables, not terms.
type Sort struct {
	Kind Kind

	// Bounds of KindInt: nat has a low bound, 0..7 has both. The high bound of a collection is its greatest size.
	HasLow, HasHigh bool
	Low, High       int64

	// KindBits: a machine integer.
	Width  int
	Signed bool

	// KindEnum.
	Name    string
	Members []string

	Parts []*Sort // components of a tuple, the element of a sequence or set, key and value of a map
}

// The unbounded sorts.
var (
	Bool   = &Sort{Kind: KindBool}
	Int    = &Sort{Kind: KindInt}
	Nat    = &Sort{Kind: KindInt, HasLow: true}
	Real   = &Sort{Kind: KindReal}
	String = &Sort{Kind: KindString}
)

// Range is the int sort low..high.
func Range(low, high int64) *Sort {
	return &Sort{Kind: KindInt, HasLow: true, Low: low, HasHigh: true, High: high}
}

// Enum is an enumeration; its values are numbered from 0.
func Enum(name string, members ...string) *Sort {
	return &Sort{Kind: KindEnum, Name: name, Members: members}
}

// Bits is a machine integer of 1 to 64 bits.
func Bits(width int, signed bool) *Sort {
	return &Sort{Kind: KindBits, Width: width, Signed: signed}
}

// Same reports whether values of s and t are of one type; bounds do not matter.
func (s *Sort) Same(t *Sort) bool {
	if s == t || s.Kind != t.Kind {
		return s == t
	}
	switch s.Kind {
	case KindBits:
		return s.Width == t.Width && s.Signed == t.Signed
	case KindEnum:
		return s.Name == t.Name && len(s.Members) == len(t.Members)
	}
	return slices.EqualFunc(s.Parts, t.Parts, (*Sort).Same)
}

// SameBounds reports whether the bounds of two sorts are the same, and those of their parts.
func (s *Sort) SameBounds(t *Sort) bool {
	return s == t || s.HasLow == t.HasLow && s.HasHigh == t.HasHigh && s.Low == t.Low && s.High == t.High &&
		slices.EqualFunc(s.Parts, t.Parts, (*Sort).SameBounds)
}

// Base is s without bounds.
func (s *Sort) Base() *Sort {
	if s.Kind == KindInt {
		return Int
	}
	if s.isBase() {
		return s
	}
	base := &Sort{Kind: s.Kind}
	for _, p := range s.Parts {
		base.Parts = append(base.Parts, p.Base())
	}
	return base
}

// isBase reports whether a sort has no bounds.
func (s *Sort) isBase() bool {
	return !s.HasLow && !s.HasHigh && !slices.ContainsFunc(s.Parts, func(p *Sort) bool { return !p.isBase() })
}

// Bounded reports whether the sort has finitely many values that are small enough to list (at most limit).
func (s *Sort) Bounded(limit int64) bool {
	low, high, ok := s.interval()
	return ok && high-low >= 0 && high-low < limit
}

// Values lists the values of a finite sort, or nil if there are none or more than limit.
func (s *Sort) Values(limit int64) []Value {
	if !s.Bounded(limit) {
		return nil
	}
	var out []Value
	low, high, _ := s.interval()
	for n := low; n <= high; n++ {
		out = append(out, IntValue(n))
	}
	return out
}

// Default is zero or the empty string, or the bound nearest to zero.
func (s *Sort) Default() Value {
	switch {
	case s.Kind == KindString:
		return StringValue("")
	case s.IsCollection():
		return emptyList
	case s.Kind == KindTuple:
		return s.defaultTuple()
	case s.HasLow && s.Low > 0:
		return IntValue(s.Low)
	case s.HasHigh && s.High < 0:
		return IntValue(s.High)
	}
	return Value{}
}

// interval is the range of values as int64, if the sort is finite and fits.
func (s *Sort) interval() (low, high int64, ok bool) {
	switch s.Kind {
	case KindBool:
		return 0, 1, true
	case KindEnum:
		return 0, int64(len(s.Members)) - 1, true
	case KindInt:
		return s.Low, s.High, s.HasLow && s.HasHigh
	case KindBits:
		if s.Width < 64 || s.Signed {
			low, high = bitsRange(s)
			return low, high, true
		}
	}
	return 0, 0, false
}

// bitsRange is the range of a machine integer; for uint64 the high bound is cut to the largest int64.
func bitsRange(s *Sort) (low, high int64) {
	if s.Signed {
		return -1 << (s.Width - 1), 1<<(s.Width-1) - 1
	}
	if s.Width >= 63 {
		return 0, math.MaxInt64
	}
	return 0, 1<<s.Width - 1
}

// Contains reports whether v, a value of the same kind, lies within the bounds.
func (s *Sort) Contains(v Value) bool {
	switch s.Kind {
	case KindInt:
		return !(s.HasLow && CompareInt(v, IntValue(s.Low)) < 0 || s.HasHigh && CompareInt(v, IntValue(s.High)) > 0)
	case KindEnum:
		return v.n >= 0 && v.n < int64(len(s.Members))
	case KindTuple, KindSeq, KindSet, KindMap:
		return s.containsList(v)
	}
	return true
}

// String is the sort as a model writes it.
func (s *Sort) String() string {
	switch s.Kind {
	case KindBool:
		return "bool"
	case KindInt:
		return s.intString()
	case KindReal:
		return "real"
	case KindString:
		return "string"
	case KindEnum:
		if s.Name == "" {
			return "enum { " + strings.Join(s.Members, ", ") + " }"
		}
		return s.Name
	case KindTuple, KindSeq, KindSet, KindMap:
		return s.collectionString()
	default:
		if s.Signed {
			return "int" + strconv.Itoa(s.Width)
		}
		return "uint" + strconv.Itoa(s.Width)
	}
}

func (s *Sort) intString() string {
	switch {
	case s.HasLow && s.HasHigh:
		return fmt.Sprintf("%d..%d", s.Low, s.High)
	case s.HasLow && s.Low == 0:
		return "nat"
	case s.HasLow:
		return fmt.Sprintf("int from %d", s.Low)
	default:
		return "int"
	}
}
