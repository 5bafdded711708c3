package value_test

import (
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"github.com/sextant-mbt/sextant/internal/term"
	"github.com/sextant-mbt/sextant/internal/testkit/random"
	"github.com/sextant-mbt/sextant/internal/value"
)

// TestReadExact: every value is read back as it was.
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
	huge := new(big.Int).Lsh(big.NewInt(-7), 200)
	check(t, term.Int, term.BigValue(huge))
	check(t, term.Real, term.RatValue(new(big.Rat).SetInt(huge)))
	check(t, term.Real, term.RatValue(new(big.Rat).SetFrac(big.NewInt(1), huge)))
}

// FuzzReadExact: no text makes a value that is not of the sort, or takes long.
func FuzzReadExact(f *testing.F) {
	for _, text := range []string{"", "1", "-1", "1/3", "1/0", "--1", "99999999999999999999", "true", "1e99"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, v := range random.AllVariables() {
			if got, err := value.ReadExact(v.Sort, text); err == nil && !v.Sort.Contains(got) {
				t.Errorf("%q was read as %s of %s", text, got.Format(v.Sort), v.Sort)
			}
		}
	})
}
