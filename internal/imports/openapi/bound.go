package openapi

import (
	"encoding/json"
	"math/big"

	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/imports/document"
	"github.com/sextant-mbt/sextant/internal/imports/service"
)

// plainNumber is a number that is quickly written out.
var plainNumber = text.Pattern(`\A-?[0-9]{1,40}(\.[0-9]{1,40})?([eE][+-]?[0-9]{1,2})?\z`)

// rational is the number in a value; nil if there is none, or one that is too long.
func rational(v *document.Value) *big.Rat {
	n, ok := v.Data.(json.Number)
	if !ok || !plainNumber().MatchString(string(n)) {
		return nil
	}
	r, _ := new(big.Rat).SetString(string(n))
	return r
}

// bound is the number of a key; nil if there is none. One that cannot be used is reported.
func (c *converter) bound(v *document.Value, key string, fraction bool) *big.Rat {
	inner := v.Get(key)
	if inner.Missing || inner.Data == true || inner.Data == false { // 3.0 has exclusiveMinimum: true
		return nil
	}
	r := rational(inner)
	if r == nil || !fraction && (!r.IsInt() || r.Sign() < 0) {
		c.gaps.Leave(inner.Span, "%s: it is not checked, since it is not a plain number", inner.Path())
		return nil
	}
	return r
}

// limit is a bound and whether the value may be equal to it.
type limit struct {
	at     *big.Rat
	strict bool
}

// limit is the bound of a number, in the form of 3.0 (minimum with exclusiveMinimum: true) or of 3.1 (exclusiveMinimum: 5).
func (c *converter) limit(v *document.Value, key, exclusive string) limit {
	plain := limit{c.bound(v, key, true), v.Get(exclusive).Data == true}
	if at := c.bound(v, exclusive, true); at != nil {
		return limit{at, true}
	}
	return plain
}

// formats are the bounds of integers by their format.
var formats = map[string]uint{"int32": 31, "int64": 63}

// integer is an integer within its bounds.
func (c *converter) integer(v *document.Value) (*service.Type, *unsupported) {
	t := &service.Type{Kind: service.Int}
	if low := c.limit(v, "minimum", "exclusiveMinimum"); low.at != nil {
		t.Low = low.above()
	}
	if high := c.limit(v, "maximum", "exclusiveMaximum"); high.at != nil {
		t.High = high.below()
	}
	if bits, ok := formats[v.Get("format").Text()]; ok {
		end := new(big.Int).Lsh(big.NewInt(1), bits)
		if t.Low == nil {
			t.Low = new(big.Int).Neg(end)
		}
		if t.High == nil {
			t.High = end.Sub(end, big.NewInt(1))
		}
	}
	if t.Low != nil && t.High != nil && t.Low.Cmp(t.High) > 0 {
		return nil, &unsupported{v, "no number is within its bounds"}
	}
	if step := c.bound(v, "multipleOf", true); step != nil && step.Sign() > 0 && step.IsInt() {
		t.Limits = append(t.Limits, service.Limitf("%[1]s %% %[2]v == 0", step.Num()))
	}
	return t, nil
}

// below is the largest integer that an upper limit allows.
func (l limit) below() *big.Int {
	n := new(big.Int).Div(l.at.Num(), l.at.Denom()) // rounds down: the denominator is positive
	if l.strict && l.at.IsInt() {
		n.Sub(n, big.NewInt(1))
	}
	return n
}

// above is the smallest integer that a lower limit allows.
func (l limit) above() *big.Int {
	n := limit{new(big.Rat).Neg(l.at), l.strict}.below()
	return n.Neg(n)
}

// number is a real number; its bounds are conditions.
func (c *converter) number(v *document.Value) *service.Type {
	t := &service.Type{Kind: service.Real}
	for _, side := range []struct{ key, exclusive, sign string }{{"minimum", "exclusiveMinimum", ">"}, {"maximum", "exclusiveMaximum", "<"}} {
		l := c.limit(v, side.key, side.exclusive)
		if l.at == nil {
			continue
		}
		sign := side.sign
		if !l.strict {
			sign += "="
		}
		t.Limits = append(t.Limits, service.Limitf("%[1]s %[2]s %[3]s", sign, decimal(l.at)))
	}
	if step := c.bound(v, "multipleOf", true); step != nil && step.Sign() > 0 {
		t.Limits = append(t.Limits, service.Limitf("floor(%[1]s / %[2]s) * %[2]s == %[1]s", decimal(step)))
	}
	return t
}

// decimal writes a number that was written as a decimal.
func decimal(r *big.Rat) string {
	digits, _ := r.FloatPrec()
	return r.FloatString(max(1, digits))
}
