package script

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"

	"go.starlark.net/starlark"
	"go.starlark.net/starlarkstruct"

	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/core/value"
)

// Arguments are given to Starlark as bool, int of any size, float, string, None, list, struct for records, and dict for maps and for
// alternatives of unions with fields: {"ok": struct(value = 3)}. A real becomes the
// float that is nearest to it, which is exact for halves and quarters but not for tenths, as in any program that computes
// with floats. Results may be tuples, sets and dicts as well; a float stands for the decimal that it prints as.

func toStarlarkAll(args []any) (starlark.Tuple, error) {
	out := make(starlark.Tuple, len(args))
	for i, a := range args {
		var err error
		if out[i], err = toStarlark(a); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func toStarlark(data any) (starlark.Value, error) {
	switch d := data.(type) {
	case nil:
		return starlark.None, nil
	case bool:
		return starlark.Bool(d), nil
	case string:
		return starlark.String(d), nil
	case json.Number:
		return toNumber(string(d))
	case []any:
		elements, err := toStarlarkAll(d)
		return starlark.NewList(elements), err
	case map[string]any:
		if pairs, ok := d[""].([]any); ok {
			return toDict(pairs)
		}
		return toStruct(d)
	}
	return nil, fmt.Errorf("cannot pass %s", value.Describe(data))
}

func toDict(pairs []any) (starlark.Value, error) {
	out := starlark.NewDict(len(pairs))
	for _, entry := range pairs {
		pair, ok := entry.([]any)
		if !ok || len(pair) != 2 {
			return nil, fmt.Errorf("cannot pass %s", value.Describe(entry))
		}
		key, err := toStarlark(pair[0])
		if err != nil {
			return nil, err
		}
		element, err := toStarlark(pair[1])
		if err != nil {
			return nil, err
		}
		if err := out.SetKey(asKey(key), element); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// asKey makes a tuple of a list, since lists cannot be keys.
func asKey(v starlark.Value) starlark.Value {
	list, ok := v.(*starlark.List)
	if !ok {
		return v
	}
	out := make(starlark.Tuple, list.Len())
	for i := range out {
		out[i] = asKey(list.Index(i))
	}
	return out
}

// toNumber makes a float of a number with a point or an exponent, and an int of others.
func toNumber(digits string) (starlark.Value, error) {
	if strings.ContainsAny(digits, ".eE") {
		f, err := strconv.ParseFloat(digits, 64)
		return starlark.Float(f), err
	}
	n, ok := new(big.Int).SetString(digits, 10)
	if !ok {
		return nil, fmt.Errorf("cannot pass %s", text.Clip(digits, 200))
	}
	return starlark.MakeBigInt(n), nil
}

func toStruct(fields map[string]any) (starlark.Value, error) {
	out := make(starlark.StringDict, len(fields))
	for name, data := range fields {
		var err error
		if out[name], err = toStarlark(data); err != nil {
			return nil, err
		}
	}
	return starlarkstruct.FromStringDict(starlarkstruct.Default, out), nil
}

// maxNesting bounds results that contain themselves.
const maxNesting = 100

// reader turns the result of a Starlark function into plain data, up to a size.
type reader struct {
	left int
}

func (r *reader) read(v starlark.Value, depth int) (any, error) {
	if depth == 0 {
		return nil, errors.New("the result is nested too deeply")
	}
	if err := r.spend(1); err != nil {
		return nil, err
	}
	switch v := v.(type) {
	case starlark.NoneType:
		return nil, nil
	case starlark.Bool:
		return bool(v), nil
	case starlark.Int:
		n := v.BigInt()
		return n, r.spend(n.BitLen() / 8)
	case starlark.Float:
		return r.float(float64(v))
	case starlark.String:
		return r.string(string(v))
	case *starlark.Dict:
		return r.dict(v, depth)
	case *starlark.Set:
		return r.set(v, depth)
	case *starlarkstruct.Struct:
		return r.fields(v, depth)
	case starlark.Indexable:
		return r.list(v, depth)
	}
	return nil, fmt.Errorf("the function returned a %s, which is not a value of the model", v.Type())
}

// float reads a float, which must be a number.
func (r *reader) float(f float64) (any, error) {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return nil, fmt.Errorf("the function returned %v, which is not finite", f)
	}
	return f, r.spend(8)
}

// string reads a string, which must be text.
func (r *reader) string(s string) (any, error) {
	if !utf8.ValidString(s) {
		return nil, fmt.Errorf("the function returned the string %s, which is not in UTF-8", text.Clip(strconv.Quote(s), 200))
	}
	return s, r.spend(len(s))
}

// spend counts what the result holds.
func (r *reader) spend(n int) error {
	if r.left -= n; r.left < 0 {
		return errors.New("the result is larger than the output limit")
	}
	return nil
}

func (r *reader) list(v starlark.Indexable, depth int) (any, error) {
	if v.Len() > r.left {
		return nil, r.spend(v.Len())
	}
	out := make([]any, v.Len())
	for i := range out {
		var err error
		if out[i], err = r.read(v.Index(i), depth-1); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (r *reader) set(v *starlark.Set, depth int) (any, error) {
	out := []any{}
	for element := range v.Elements() {
		data, err := r.read(element, depth-1)
		if err != nil {
			return nil, err
		}
		out = append(out, data)
	}
	return out, nil
}

// dict reads a dict: as an object if its keys are strings, otherwise as a list of pairs.
func (r *reader) dict(v *starlark.Dict, depth int) (any, error) {
	object, pairs := map[string]any{}, []any{}
	for key, element := range v.Entries() {
		k, err := r.read(key, depth-1)
		if err != nil {
			return nil, err
		}
		data, err := r.read(element, depth-1)
		if err != nil {
			return nil, err
		}
		pairs = append(pairs, []any{k, data})
		if name, ok := k.(string); ok {
			object[name] = data
		}
	}
	if len(object) < len(pairs) {
		return pairs, nil
	}
	return object, nil
}

func (r *reader) fields(v *starlarkstruct.Struct, depth int) (any, error) {
	out := map[string]any{}
	for _, name := range v.AttrNames() {
		field, err := v.Attr(name)
		if err != nil {
			return nil, err
		}
		if out[name], err = r.read(field, depth-1); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// round is the builtin round(x, digits): half away from zero, of the decimal that x prints as, so round(2.675, 2) is 2.68.
// Without digits the result is an int.
func round(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var x starlark.Value
	var digits starlark.Value = starlark.None
	if err := starlark.UnpackArgs(b.Name(), args, kwargs, "x", &x, "digits?", &digits); err != nil {
		return nil, err
	}
	r, err := starlarkNumber(x)
	if err != nil {
		return nil, err
	}
	if digits == starlark.None {
		return starlark.MakeBigInt(roundRat(r, 0).Num()), nil
	}
	n, err := starlark.AsInt32(digits)
	if err != nil || n < -value.MaxExponent || n > value.MaxExponent {
		return nil, fmt.Errorf("round: digits is %s: expected an int from -%d to %d", text.Clip(digits.String(), 200), value.MaxExponent, value.MaxExponent)
	}
	f, err := value.ToFloat(roundRat(r, n))
	return starlark.Float(f), err
}

func starlarkNumber(x starlark.Value) (*big.Rat, error) {
	switch v := x.(type) {
	case starlark.Int:
		return new(big.Rat).SetInt(v.BigInt()), nil
	case starlark.Float:
		return value.FromFloat(float64(v), 64)
	}
	return nil, fmt.Errorf("round: got %s, expected a number", x.Type())
}

// roundRat rounds half away from zero to digits after the point; fewer than 0 are tens and hundreds.
func roundRat(r *big.Rat, digits int) *big.Rat {
	ten := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(max(digits, -digits))), nil)
	scale := new(big.Rat).SetInt(ten)
	if digits < 0 {
		scale.Inv(scale)
	}
	scaled := new(big.Rat).Mul(r, scale)
	rounded, _ := new(big.Rat).SetString(scaled.FloatString(0))
	return rounded.Quo(rounded, scale)
}
