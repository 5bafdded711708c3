package runner

import (
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// Plain data is what functions see, as in JSON:
//
//	bool                  bool
//	int, ranges, machine  *big.Int
//	real                  *big.Rat
//	string                string
//	enumeration           string, the name of the member
//	array                 []any
//	record                map[string]any
//
// Answers may also hold json.Number and the numbers of Go, the index of a member, an integer written as 3.0, and a real
// as a string: "0.1" or "1/3".

// maxText is the length of the longest string that a function may answer, in bytes.
const maxText = 64 << 10

// sizeOf is the number of scalars of parameters.
func sizeOf(params []sts.Field) int {
	n := 0
	for _, p := range params {
		n += p.Type.Size()
	}
	return n
}

// encodeArgs turns the scalars of the arguments of x into plain data, one per parameter.
func encodeArgs(x *sts.Extern, values []term.Value) ([]any, error) {
	out := make([]any, len(x.Params))
	for i, p := range x.Params {
		n := p.Type.Size()
		data, err := encode(p.Type, values[:n])
		if err != nil {
			return nil, fmt.Errorf("argument %s: %w", p.Name, err)
		}
		out[i] = data
		values = values[n:]
	}
	return out, nil
}

// encode turns the scalars of a value, exactly t.Size() of them, into plain data.
func encode(t *sts.Type, values []term.Value) (any, error) {
	switch {
	case t.Scalar != nil:
		return encodeScalar(t.Scalar, values[0])
	case t.IsArray():
		return encodeArray(t, values)
	}
	return encodeRecord(t, values)
}

func encodeArray(t *sts.Type, values []term.Value) (any, error) {
	out := make([]any, t.Length)
	size := t.Elem.Size()
	for i := range out {
		var err error
		if out[i], err = encode(t.Elem, values[i*size:(i+1)*size]); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func encodeRecord(t *sts.Type, values []term.Value) (any, error) {
	out := make(map[string]any, len(t.Fields))
	for _, f := range t.Fields {
		size := f.Type.Size()
		var err error
		if out[f.Name], err = encode(f.Type, values[:size]); err != nil {
			return nil, err
		}
		values = values[size:]
	}
	return out, nil
}

func encodeScalar(s *term.Sort, v term.Value) (any, error) {
	switch s.Kind {
	case term.KindBool:
		return v.Bool(), nil
	case term.KindReal:
		return v.Rat(), nil
	case term.KindString:
		return v.Text(), nil
	case term.KindEnum:
		if !s.Contains(v) {
			return nil, fmt.Errorf("%s is no member of %s", v.Format(s), s)
		}
		return v.Format(s), nil
	case term.KindBits:
		if n, _ := v.Small(); !s.Signed {
			return new(big.Int).SetUint64(uint64(n)), nil
		}
	}
	return v.Big(), nil
}

// decodeResult turns plain data into the scalars of the result of x.
func decodeResult(x *sts.Extern, data any) ([]term.Value, error) {
	return decode(x.Result, "", data, make([]term.Value, 0, x.Result.Size()))
}

// decode appends the scalars of a value of type t; path says where it is within the result.
func decode(t *sts.Type, path string, data any, out []term.Value) ([]term.Value, error) {
	switch {
	case t.Scalar != nil:
		v, err := decodeScalar(t.Scalar, data)
		if err != nil {
			return nil, at(path, err)
		}
		return append(out, v), nil
	case t.IsArray():
		return decodeArray(t, path, data, out)
	}
	return decodeRecord(t, path, data, out)
}

// at says where within the answer something is wrong.
func at(path string, err error) error {
	if path == "" {
		return fmt.Errorf("wrong answer: %w", err)
	}
	return fmt.Errorf("wrong answer at %s: %w", strings.TrimPrefix(path, "."), err)
}

func decodeArray(t *sts.Type, path string, data any, out []term.Value) ([]term.Value, error) {
	list, ok := data.([]any)
	if !ok || len(list) != t.Length {
		return nil, at(path, fmt.Errorf("expected a list of %d for %s, got %s", t.Length, t, describe(data)))
	}
	for i, element := range list {
		var err error
		if out, err = decode(t.Elem, fmt.Sprintf("%s[%d]", path, i), element, out); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func decodeRecord(t *sts.Type, path string, data any, out []term.Value) ([]term.Value, error) {
	object, ok := data.(map[string]any)
	if !ok {
		return nil, at(path, fmt.Errorf("expected an object with the fields of %s, got %s", t, describe(data)))
	}
	if err := sameFields(t, object); err != nil {
		return nil, at(path, err)
	}
	for _, f := range t.Fields {
		var err error
		if out, err = decode(f.Type, path+"."+f.Name, object[f.Name], out); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// sameFields checks that an object has the fields of a record and no others.
func sameFields(t *sts.Type, object map[string]any) error {
	for _, f := range t.Fields {
		if _, ok := object[f.Name]; !ok {
			return fmt.Errorf("field %s of %s is missing, got %s", f.Name, t, describe(object))
		}
	}
	if len(object) > len(t.Fields) {
		return fmt.Errorf("fields that %s does not have, got %s", t, describe(object))
	}
	return nil
}

func decodeScalar(s *term.Sort, data any) (term.Value, error) {
	switch s.Kind {
	case term.KindBool:
		if b, ok := data.(bool); ok {
			return term.BoolValue(b), nil
		}
		return term.Value{}, mismatch(s, data)
	case term.KindString:
		return decodeText(s, data)
	case term.KindEnum:
		return decodeMember(s, data)
	case term.KindReal:
		return decodeReal(s, data)
	}
	return decodeInt(s, data)
}

func mismatch(s *term.Sort, data any) error {
	return fmt.Errorf("expected %s, got %s", s, describe(data))
}

func decodeText(s *term.Sort, data any) (term.Value, error) {
	text, ok := data.(string)
	switch {
	case !ok:
		return term.Value{}, mismatch(s, data)
	case len(text) > maxText:
		return term.Value{}, fmt.Errorf("expected a string of at most %d bytes, got one of %d", maxText, len(text))
	case !utf8.ValidString(text):
		return term.Value{}, fmt.Errorf("expected a string in UTF-8, got %s", describe(data))
	}
	return term.StringValue(text), nil
}

func decodeMember(s *term.Sort, data any) (term.Value, error) {
	if name, ok := data.(string); ok {
		if i := slices.Index(s.Members, name); i >= 0 {
			return term.IntValue(int64(i)), nil
		}
	} else if r, err := number(data); err == nil && r.IsInt() {
		if v := term.RatValue(r); s.Contains(v) && r.Num().IsInt64() {
			return v, nil
		}
	}
	return term.Value{}, fmt.Errorf("expected a member of %s (%s), got %s", s, strings.Join(s.Members, ", "), describe(data))
}

func decodeReal(s *term.Sort, data any) (term.Value, error) {
	var r *big.Rat
	var err error
	if text, ok := data.(string); ok {
		r, err = parseFraction(text)
	} else {
		r, err = number(data)
	}
	if err != nil {
		return term.Value{}, fmt.Errorf("%w%s", mismatch(s, data), because(err))
	}
	return term.RatValue(r), nil
}

func decodeInt(s *term.Sort, data any) (term.Value, error) {
	r, err := number(data)
	if err != nil {
		return term.Value{}, fmt.Errorf("%w%s", mismatch(s, data), because(err))
	}
	if !r.IsInt() {
		return term.Value{}, mismatch(s, data)
	}
	if s.Kind == term.KindBits {
		return decodeBits(s, r.Num())
	}
	v := term.BigValue(r.Num())
	if !s.Contains(v) {
		return term.Value{}, mismatch(s, data)
	}
	return v, nil
}

// decodeBits checks the range of a machine integer; one of 64 bits without a sign is kept as its pattern.
func decodeBits(s *term.Sort, n *big.Int) (term.Value, error) {
	width := s.Width
	if s.Signed {
		width--
	}
	magnitude := n
	if s.Signed && n.Sign() < 0 {
		magnitude = new(big.Int).Not(n)
	}
	if magnitude.Sign() < 0 || magnitude.BitLen() > width {
		return term.Value{}, fmt.Errorf("expected %s, got %s", s, clip(n.String()))
	}
	if s.Signed {
		return term.IntValue(n.Int64()), nil
	}
	return term.IntValue(int64(n.Uint64())), nil
}

// describe names plain data in messages, shortly.
func describe(data any) string {
	switch d := data.(type) {
	case nil:
		return "null"
	case bool:
		return fmt.Sprintf("bool %v", d)
	case string:
		return fmt.Sprintf("string %q", clip(d))
	case []any:
		return fmt.Sprintf("a list of %d", len(d))
	case map[string]any:
		return "an object with fields " + clip(strings.Join(slices.Sorted(maps.Keys(d)), ", "))
	}
	return describeNumber(data)
}

// clip cuts a text that is too long for a message.
func clip(text string) string {
	const longest = 200
	if len(text) <= longest {
		return text
	}
	return strings.ToValidUTF8(text[:longest], "") + "…"
}
