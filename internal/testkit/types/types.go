// Package types draws random types of a model, and values of them, for property tests.
package types

import (
	"fmt"
	"math/big"

	"pgregory.net/rapid"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Color is an enumeration to draw from; Choice has a member with the name of an absent value.
var (
	Color  = term.Enum("Color", "red", "green", "blue")
	Choice = term.Enum("Choice", "none", "some")
)

// Sort draws the sort of a scalar.
func Sort(t *rapid.T) *term.Sort {
	switch rapid.IntRange(0, 8).Draw(t, "sort") {
	case 0:
		return term.Bool
	case 1:
		return term.Real
	case 2:
		return term.String
	case 3:
		return Color
	case 4:
		return term.Bits(rapid.IntRange(1, 64).Draw(t, "width"), rapid.Bool().Draw(t, "signed"))
	case 5:
		return term.Nat
	case 6:
		low := rapid.Int64Range(-1000, 1000).Draw(t, "low")
		return term.Range(low, low+rapid.Int64Range(0, 1000).Draw(t, "span"))
	case 7:
		return Choice
	}
	return term.Int
}

// Type draws a type in which types are nested as deep as said. Records and unions have names.
func Type(t *rapid.T, depth int) *sts.Type {
	if depth == 0 {
		return sts.ScalarType(Sort(t))
	}
	inner := func() *sts.Type { return Type(t, depth-1) }
	switch rapid.IntRange(0, 7).Draw(t, "form") {
	case 0:
		return &sts.Type{Elem: inner(), Length: rapid.IntRange(0, 4).Draw(t, "length")}
	case 1:
		return &sts.Type{Name: "Record", Fields: fields(t, depth)}
	case 2:
		return &sts.Type{Form: sts.Sequence, Elem: inner(), Length: rapid.IntRange(-1, 4).Draw(t, "bound")}
	case 3:
		return &sts.Type{Form: sts.Set, Elem: inner()}
	case 4:
		return &sts.Type{Form: sts.Map, Key: inner(), Elem: inner()}
	case 5:
		return &sts.Type{Form: sts.Optional, Elem: inner()}
	case 6:
		return union(t, depth)
	}
	return sts.ScalarType(Sort(t))
}

func fields(t *rapid.T, depth int) []sts.Field {
	var out []sts.Field
	for i := range rapid.IntRange(0, 3).Draw(t, "fields") {
		out = append(out, sts.Field{Name: fmt.Sprint("f", i), Type: Type(t, depth-1)})
	}
	return out
}

func union(t *rapid.T, depth int) *sts.Type {
	names := []string{"ok", "none", "some", "busy"}
	out := &sts.Type{Name: "Union", Form: sts.Union}
	for _, name := range names[:rapid.IntRange(1, 4).Draw(t, "alternatives")] {
		out.Alternatives = append(out.Alternatives, sts.Alternative{Name: name, Fields: fields(t, depth)})
	}
	return out
}

// Value draws the scalars of a value of a type.
func Value(t *rapid.T, typ *sts.Type) []term.Value {
	switch {
	case typ.IsCollection():
		return []term.Value{elements(t, typ)}
	case typ.Scalar != nil:
		return []term.Value{Leaf(t, typ.Scalar)}
	case typ.Form == sts.Optional:
		if rapid.Bool().Draw(t, "present") {
			return append([]term.Value{term.BoolValue(true)}, Value(t, typ.Elem)...)
		}
		return typ.Absent()
	case typ.Form == sts.Union:
		return alternative(t, typ)
	}
	out := []term.Value{}
	for range typ.Length {
		out = append(out, Value(t, typ.Elem)...)
	}
	return append(out, values(t, typ.Fields)...)
}

func values(t *rapid.T, fields []sts.Field) []term.Value {
	var out []term.Value
	for _, f := range fields {
		out = append(out, Value(t, f.Type)...)
	}
	return out
}

func alternative(t *rapid.T, typ *sts.Type) []term.Value {
	out, i := typ.Absent(), rapid.IntRange(0, len(typ.Alternatives)-1).Draw(t, "alternative")
	out[0] = term.IntValue(int64(i))
	copy(out[typ.AlternativeOffset(i):], values(t, typ.Alternatives[i].Fields))
	return out
}

func elements(t *rapid.T, typ *sts.Type) term.Value {
	most := 3
	if typ.Form == sts.Sequence && typ.Length >= 0 {
		most = min(most, typ.Length)
	}
	var items []term.Value
	for range rapid.IntRange(0, most).Draw(t, "elements") {
		if typ.Form == sts.Map {
			items = append(items, typ.Key.Pack(Value(t, typ.Key)))
		}
		items = append(items, typ.Elem.Pack(Value(t, typ.Elem)))
	}
	return typ.LeafSort().Collect(items)
}

// Leaf draws a value of a sort. A real has a finite decimal, since others are rounded in JSON.
func Leaf(t *rapid.T, s *term.Sort) term.Value {
	switch s.Kind {
	case term.KindReal:
		return term.RatValue(new(big.Rat).SetFrac(whole(t), new(big.Int).Exp(big.NewInt(10), big.NewInt(rapid.Int64Range(0, 60).Draw(t, "scale")), nil)))
	case term.KindString:
		return term.StringValue(rapid.String().Draw(t, "text"))
	case term.KindBits:
		return pattern(t, s)
	case term.KindInt:
		return integer(t, s)
	case term.KindSeq, term.KindSet, term.KindMap, term.KindTuple:
		return s.Generate(rapid.IntRange(0, 3).Draw(t, "elements"), func(part *term.Sort) term.Value { return Leaf(t, part) })
	}
	return rapid.SampledFrom(s.Values(100)).Draw(t, "value")
}

func integer(t *rapid.T, s *term.Sort) term.Value {
	switch {
	case s.HasLow && s.HasHigh:
		return term.IntValue(rapid.Int64Range(s.Low, s.High).Draw(t, "int"))
	case s.HasLow:
		return term.BigValue(new(big.Int).Abs(whole(t)))
	}
	return term.BigValue(whole(t))
}

func pattern(t *rapid.T, s *term.Sort) term.Value {
	word := rapid.Uint64().Draw(t, "word")
	if s.Signed {
		return term.IntValue(int64(word) >> (64 - s.Width))
	}
	return term.IntValue(int64(word >> (64 - s.Width)))
}

func whole(t *rapid.T) *big.Int {
	n := new(big.Int).Mul(big.NewInt(rapid.Int64().Draw(t, "high")), big.NewInt(rapid.Int64().Draw(t, "low")))
	return n.Rsh(n, rapid.UintRange(0, 127).Draw(t, "shift"))
}
