package runner

import (
	"fmt"
	"math"
	"math/big"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/core/value"
	"github.com/sextant-mbt/sextant/internal/externs/sandbox"
)

// Arrays, records, optional values and unions are passed to WebAssembly as their scalars, one after the other, and results are returned in the
// same form. A bool is 0 or 1, a member of an enumeration its index, counted from 0; these and integers are i64 or i32, as the module declares.
// A real is passed as the nearest f64; an f64 that is returned stands for the decimal that it prints as.

// scalar is one parameter or result of a WebAssembly function.
type scalar struct {
	name string
	sort *term.Sort
	kind string // of WebAssembly: i32, i64, f32 or f64
}

// signature is how the scalars of an extern are passed.
type signature struct {
	params, results []scalar
}

// matchSignature checks that the scalars of x can be passed to a function.
func matchSignature(x *sts.Extern, function sandbox.Signature) (signature, error) {
	var s signature
	for _, p := range x.Params {
		s.params = append(s.params, scalarsOf(p.Name, p.Type)...)
	}
	s.results = scalarsOf("the result", x.Result)
	if err := match("parameters", s.params, function.Params); err != nil {
		return s, err
	}
	return s, match("results", s.results, function.Results)
}

func scalarsOf(name string, t *sts.Type) []scalar {
	var out []scalar
	for _, leaf := range t.Leaves() {
		out = append(out, scalar{name: name + leaf.Path, sort: leaf.Sort})
	}
	return out
}

// match gives scalars the types that the module has for them.
func match(what string, scalars []scalar, kinds []string) error {
	if len(scalars) != len(kinds) {
		return fmt.Errorf("the function has %d %s instead of %d, one for each scalar of the extern", len(kinds), what, len(scalars))
	}
	for i := range scalars {
		s := &scalars[i]
		s.kind = kinds[i]
		if s.sort.Kind == term.KindString || !s.sort.IsScalar() {
			return fmt.Errorf("%s is of type %s, and WebAssembly functions take numbers only: use another runner", s.name, s.sort)
		}
		want := "i64 or i32"
		if s.sort.Kind == term.KindReal {
			want = "f64"
		}
		if !strings.Contains(want, s.kind) {
			return fmt.Errorf("%s is %s in the module instead of %s, for %s", s.name, s.kind, want, s.sort)
		}
	}
	return nil
}

func (s signature) encode(values []term.Value) ([]uint64, error) {
	words := make([]uint64, len(values))
	for i, v := range values {
		var err error
		if words[i], err = s.params[i].encode(v); err != nil {
			return nil, err
		}
	}
	return words, nil
}

// encode makes a word of a value, if it fits.
func (s scalar) encode(v term.Value) (uint64, error) {
	if s.sort.Kind == term.KindReal {
		f, err := value.ToFloat(v.Rat())
		return math.Float64bits(f), err
	}
	n, small := v.Small()
	if small && s.kind == "i64" {
		return uint64(n), nil
	}
	if small && s.unsigned() && n>>32 == 0 {
		return uint64(n), nil
	}
	if small && int64(int32(n)) == n {
		return uint64(uint32(n)), nil
	}
	return 0, fmt.Errorf("argument %s: %s does not fit into an %s", s.name, text.Clip(v.Format(s.sort), 200), s.kind)
}

// unsigned reports whether words are patterns of machine integers without a sign.
func (s scalar) unsigned() bool { return s.sort.Kind == term.KindBits && !s.sort.Signed }

func (s signature) decode(words []uint64) ([]term.Value, error) {
	out := make([]term.Value, len(words))
	for i, word := range words {
		data, err := s.results[i].data(word)
		if err != nil {
			return nil, wrongAnswer(err)
		}
		if out[i], err = value.DecodeScalar(s.results[i].sort, data); err != nil {
			return nil, wrongAnswer(err)
		}
	}
	return out, nil
}

// data is what a word stands for.
func (s scalar) data(word uint64) (any, error) {
	switch {
	case s.kind == "f64":
		return math.Float64frombits(word), nil
	case s.kind == "i32" && s.unsigned():
		return uint64(uint32(word)), nil
	case s.unsigned():
		return word, nil
	}
	n := int64(word)
	if s.kind == "i32" {
		n = int64(int32(uint32(word)))
	}
	if s.sort.Kind != term.KindBool {
		return big.NewInt(n), nil
	}
	if n != 0 && n != 1 {
		return nil, fmt.Errorf("expected 0 or 1 for bool, got %d", n)
	}
	return n == 1, nil
}
