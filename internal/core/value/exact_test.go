package value_test

import (
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/core/value"
	"github.com/sextant-mbt/sextant/internal/testkit/random"
	"github.com/sextant-mbt/sextant/internal/testkit/types"
)

// TestReadExact: every value is read back unchanged.
func TestReadExact(t *testing.T) {
	check := func(t interface{ Errorf(string, ...any) }, sort *term.Sort, v term.Value) {
		if back, err := value.ReadExact(sort, v.Encode()); err != nil || !back.Equal(v) {
			t.Errorf("%s: %s was read as %s (%v)", sort, v.Format(sort), back.Format(sort), err)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.SampledFrom(random.AllVariables()).Draw(t, "variable")
		check(t, v.Sort, random.Value(t, v.Sort))
	})
	rapid.Check(t, func(t *rapid.T) {
		typ := types.Type(t, 3)
		for i, v := range types.Value(t, typ) {
			check(t, typ.Leaves()[i].Sort, v)
		}
	})
	huge := new(big.Int).Lsh(big.NewInt(-7), 200)
	check(t, term.Int, term.BigValue(huge))
	check(t, term.Real, term.RatValue(new(big.Rat).SetInt(huge)))
	check(t, term.Real, term.RatValue(new(big.Rat).SetFrac(big.NewInt(1), huge)))
}

// FuzzReadExact: no text yields a value outside of the sort, or takes long.
func FuzzReadExact(f *testing.F) {
	for _, text := range []string{"", "1", "-1", "1/3", "1/0", "--1", "99999999999999999999", "true", "1e99", "[]", "[1,2]", `[1,"a",[2]]`, `["b","a"]`, "[[0,1],[1]]"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		variables := append(random.AllVariables(), random.Variables([]*term.Sort{term.Seq(term.Int), term.Set(term.String), term.Map(term.Int, term.Seq(term.String)),
			term.Tuple(term.Int, term.String, term.Seq(term.Int)), term.Tuple()}, "x")...)
		for _, v := range variables {
			if got, err := value.ReadExact(v.Sort, text); err == nil && !v.Sort.Contains(got) {
				t.Errorf("%q was read as %s of %s", text, got.Format(v.Sort), v.Sort)
			}
		}
	})
}
