package value

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/testkit/types"
)

// Decoding an encoded value gives the same value, directly and through JSON.
func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		typ := types.Type(t, 3)
		values := types.Value(t, typ)
		data, err := Encode(typ, values)
		if err != nil {
			t.Fatal(err)
		}
		checkDecodes(t, typ, data, values)
		checkDecodes(t, typ, Short(typ, data), values)
		message, err := AppendData(nil, data)
		if err != nil {
			t.Fatal(err)
		}
		read, err := ReadJSON(message)
		if err != nil {
			t.Fatalf("%s: %v", message, err)
		}
		checkDecodes(t, typ, read, values)
	})
}

func checkDecodes(t *rapid.T, typ *sts.Type, data any, want []term.Value) {
	got, err := Decode(typ, data)
	if err != nil {
		t.Fatalf("%s of type %s: %v", typ.Format(want), typ, err)
	}
	if !slices.EqualFunc(got, want, term.Value.Equal) {
		t.Fatalf("%s came back as %s", typ.Format(want), typ.Format(got))
	}
}

func TestDecodeNumbers(t *testing.T) {
	for text, want := range map[string]string{
		"2.42": "121/50", "1e3": "1000", "1E-2": "1/100", "-0": "0", "3.0": "3", "12345678901234567890": "12345678901234567890",
		`"1/3"`: "1/3", `"-.5"`: "-1/2", `"+5."`: "5", `"1e2/4"`: "25", "1e1000": "1" + strings.Repeat("0", 1000),
		"1e1001": "", "1e-99999999999999999999": "", `"abc"`: "", `"0x10"`: "", `"1_000"`: "", `"1/0"`: "", `"1p5"`: "", `""`: "",
		`"."`: "", `"e5"`: "", `"1e"`: "", `"--1"`: "", `"NaN"`: "", `"Inf"`: "", `" 1"`: "", "true": "", "null": "",
		strings.Repeat("9", maxDigits+1): "",
	} {
		data, err := ReadJSON([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		v, err := DecodeScalar(term.Real, data)
		if want == "" && err == nil {
			t.Errorf("%s was taken for %s", text, v.Rat())
		}
		if want != "" && (err != nil || v.Rat().RatString() != want) {
			t.Errorf("%s was taken for %s, %v instead of %s", text, v.Rat().RatString(), err, want)
		}
	}
}

func TestDecodeIntMessages(t *testing.T) {
	for text, want := range map[string]string{
		`"abc"`:                               `expected int, got string "abc"`,
		`"12"`:                                `expected int, got string "12"`,
		`2.5`:                                 `expected int, got number 2.5`,
		`1e5000`:                              `expected int, got number 1e5000 (exponents go from -1000 to 1000)`,
		`[1]`:                                 `expected int, got a list of 1`,
		`{"b":1,"a":2}`:                       `expected int, got an object with fields a, b`,
		`true`:                                `expected int, got bool true`,
		`"` + strings.Repeat("x", 1000) + `"`: `expected int, got string "` + strings.Repeat("x", 200) + `..."`,
	} {
		data, err := ReadJSON([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := DecodeScalar(term.Int, data); err == nil || err.Error() != want {
			t.Errorf("%s gave %v instead of %s", text, err, want)
		}
	}
}

// A mismatch within a value names the component.
func TestMismatchPath(t *testing.T) {
	path := &sts.Type{Elem: types.Point, Length: 2}
	point := map[string]any{"x": 1, "y": 2, "tint": "red"}
	for want, data := range map[string]any{
		`at [1].tint: expected a member of Color (red, green, blue), got string "rot"`: []any{point, map[string]any{"x": 1, "y": 2, "tint": "rot"}},
		"at [0]: field y of Point is missing, got an object with fields x":             []any{map[string]any{"x": 1}, point},
		"expected a list of 2 for Point[2], got a list of 1":                           []any{point},
	} {
		if _, err := Decode(path, data); err == nil || err.Error() != want {
			t.Errorf("got %v instead of %s", err, want)
		}
	}
}

// Parse reads what Format writes.
func TestTextRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		typ := types.Type(t, 3)
		values := types.Value(t, typ)
		out := make([]term.Value, len(values))
		if f := Parse(typ, typ.Format(values), out); f != nil {
			t.Fatalf("%s: %s", typ.Format(values), f.Message)
		}
		if !term.SameValues(out, values) {
			t.Fatalf("%s came back as %s", typ.Format(values), typ.Format(out))
		}
	})
}

// Numbers as models and tables write them.
func TestParseNumbers(t *testing.T) {
	for text, want := range map[string]string{
		"12": "12", "-1_000": "-1000", "+0xff": "255", "0b101": "5", "1_0.5": "21/2", "-.5": "-1/2", "1e-3": "1/1000", "-2/6": "-1/3", "1e2/4": "25",
		"1__0": "", "_1": "", "1_": "", "1/0": "", "1.5/2": "", "1/-3": "", "1e1001": "", "inf": "", "": "", "0x": "", "--1": "",
	} {
		out := make([]term.Value, 1)
		f := Parse(types.Real, text, out)
		if (f == nil) != (want != "") || f == nil && out[0].Rat().RatString() != want {
			t.Errorf("%s was read as %s, %v", text, out[0].Rat().RatString(), f)
		}
	}
}

func TestDecimal(t *testing.T) {
	for text, want := range map[string]string{
		"300": "300.0", "2.42": "2.42", "-1/8": "-0.125", "1/3": "0.3333333333333333333333333333333333", "1/15e499": "6.666666666666666666666666666666667e-501",
	} {
		r, err := ParseReal(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := decimal(r); got != want || !json.Valid([]byte(got)) {
			t.Errorf("%s is written %s instead of %s", text, got, want)
		}
	}
}

// FuzzDecode checks that every answer is either rejected or has scalars that survive encoding and decoding.
func FuzzDecode(f *testing.F) {
	for _, text := range []string{"1", `"abc"`, "[1,2,3]", `{"x":1,"y":2.5,"tint":"red"}`, "1e1000", "-0.0", "null", `"\ud800"`, `"1/3"`,
		`{"1":[1,2]}`, `[[1,2],[true,3]]`, `{"ok":{"value":3}}`, `"busy"`, `{"some":{"value":null}}`} {
		f.Add([]byte(text))
	}
	fixed := []*sts.Type{types.Int, types.Real, types.Bool, types.String, types.Small, types.Byte, types.Word, types.Short, types.Tint, types.ThreeInts, types.ThreeSmall, types.Point}
	f.Fuzz(func(t *testing.T, message []byte) {
		data, err := ReadJSON(message)
		if err != nil {
			return
		}
		for _, typ := range append(fixed, dataTypes...) {
			if values, err := Decode(typ, data); err == nil {
				checkStays(t, typ, values)
			}
		}
	})
}

func checkStays(t *testing.T, typ *sts.Type, values []term.Value) {
	if len(values) != typ.Size() {
		t.Fatalf("%d scalars for %s", len(values), typ)
	}
	for i, leaf := range typ.Leaves() {
		if !leaf.Sort.Contains(values[i]) {
			t.Fatalf("%s is not within %s", values[i].Format(leaf.Sort), leaf.Sort)
		}
	}
	if typ.Normalize(slices.Clone(values)) {
		t.Fatalf("%s has scalars that are not present", typ.Format(values))
	}
	data, err := Encode(typ, values)
	if err != nil {
		t.Fatal(err)
	}
	again, err := Decode(typ, data)
	if err != nil || !slices.EqualFunc(again, values, term.Value.Equal) {
		t.Fatalf("%s came back as %s, %v", typ.Format(values), typ.Format(again), err)
	}
}
