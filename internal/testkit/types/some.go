package types

import (
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Types of each kind, for tests that name them.
var (
	Int        = sts.ScalarType(term.Int)
	Real       = sts.ScalarType(term.Real)
	Bool       = sts.ScalarType(term.Bool)
	String     = sts.ScalarType(term.String)
	Small      = sts.ScalarType(term.Range(0, 7))
	Byte       = sts.ScalarType(term.Bits(8, false))
	Word       = sts.ScalarType(term.Bits(64, false))
	Short      = sts.ScalarType(term.Bits(16, true))
	Tint       = sts.ScalarType(Color)
	ThreeInts  = &sts.Type{Elem: Int, Length: 3}
	ThreeSmall = &sts.Type{Elem: Small, Length: 3}
	Point      = &sts.Type{Name: "Point", Fields: []sts.Field{{Name: "x", Type: Int}, {Name: "y", Type: Real}, {Name: "tint", Type: Tint}}}
)
