package draw_test

import (
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"github.com/sextant-mbt/sextant/internal/core/draw"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/core/value"
	"github.com/sextant-mbt/sextant/internal/testkit"
	"github.com/sextant-mbt/sextant/internal/testkit/types"
)

// randomTypes draws some types that one generator draws values of.
var randomTypes = rapid.Custom(func(t *rapid.T) []*sts.Type {
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) *sts.Type { return types.Type(t, rapid.IntRange(0, 3).Draw(t, "depth")) }), 1, 3).Draw(t, "types")
})

// TestValuesAreOfTheirTypes: whatever was seen before, and in every theme, each drawn value has its type, and survives encoding for the
// system. With SEXTANT_LONG set there are 100,000 values.
func TestValuesAreOfTheirTypes(t *testing.T) {
	system, drawn, wanted := load(t), 0, 4000
	if testkit.Long() {
		wanted = 100_000
	}
	for seed := 0; drawn < wanted; seed++ {
		list := randomTypes.Example(seed)
		g := draw.NewGenerator(rand.New(rand.NewPCG(uint64(seed), 1)), system)
		for round := range 12 {
			for _, typ := range list {
				for how, scalars := range drawnOf(g, typ) {
					drawn++
					if !types.Contains(typ, scalars) || !isKeptAsJSON(t, typ, scalars) {
						t.Fatalf("seed %d, round %d, %s: %s is no value of the type %s, %v", seed, round, how, typ.Format(scalars), typ, typ.Leaves())
					}
				}
			}
			if round%4 == 3 {
				g.Vary()
			}
		}
	}
	t.Log(drawn, "values")
}

// drawnOf draws values of a type in every way, and notes them.
func drawnOf(g *draw.Generator, typ *sts.Type) map[string][]term.Value {
	drawn, pointed := g.Values([]*sts.Type{typ}, g.Draw), g.Values([]*sts.Type{typ}, g.Pointed)
	near := make([]term.Value, len(drawn))
	for i, leaf := range typ.Leaves() {
		near[i] = g.Near(leaf.Sort, drawn[i])
		g.Note(leaf.Sort, drawn[i])
		g.Note(leaf.Sort, pointed[i])
	}
	typ.Fit(near)
	return map[string][]term.Value{"drawn": drawn, "pointed": pointed, "near": near}
}

// isKeptAsJSON reports whether a value is the same after it was written and read again.
func isKeptAsJSON(t *testing.T, typ *sts.Type, scalars []term.Value) bool {
	texts, err := value.JSON([]*sts.Type{typ}, scalars)
	if err != nil {
		t.Fatal(err)
	}
	data, err := value.ReadJSON(texts[0])
	if err != nil {
		t.Fatal(err)
	}
	again, err := value.Decode(typ, data)
	return err == nil && term.SameValues(again, scalars)
}
