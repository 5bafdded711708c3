package value

import (
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/testkit/types"
)

var (
	intsType     = &sts.Type{Form: sts.Sequence, Elem: types.Int, Length: -1}
	twoIntsType  = &sts.Type{Form: sts.Sequence, Elem: types.Int, Length: 2}
	setType      = &sts.Type{Form: sts.Set, Elem: types.String}
	maybeType    = &sts.Type{Form: sts.Optional, Elem: types.Int}
	maybeMaybe   = &sts.Type{Form: sts.Optional, Elem: maybeType}
	maybeText    = &sts.Type{Form: sts.Optional, Elem: types.String}
	countsType   = &sts.Type{Form: sts.Map, Key: types.String, Elem: types.Int}
	numbersType  = &sts.Type{Form: sts.Map, Key: types.Small, Elem: intsType}
	truthsType   = &sts.Type{Form: sts.Map, Key: types.Bool, Elem: types.Int}
	colorsType   = &sts.Type{Form: sts.Map, Key: types.Tint, Elem: maybeType}
	replyType    = &sts.Type{Name: "Reply", Form: sts.Union, Alternatives: []sts.Alternative{{Name: "ok", Fields: []sts.Field{{Name: "value", Type: types.Int}}}, {Name: "busy"}}}
	orderType    = &sts.Type{Name: "Order", Fields: []sts.Field{{Name: "items", Type: intsType}, {Name: "note", Type: maybeText}, {Name: "reply", Type: replyType}}}
	ordersType   = &sts.Type{Form: sts.Sequence, Elem: orderType, Length: -1}
	wideElement  = &sts.Type{Form: sts.Optional, Elem: &sts.Type{Elem: types.Int, Length: 1000}}
	wideSequence = &sts.Type{Form: sts.Sequence, Elem: &sts.Type{Form: sts.Sequence, Elem: wideElement, Length: -1}, Length: -1}
	dataTypes    = []*sts.Type{intsType, twoIntsType, setType, maybeType, maybeMaybe, countsType, numbersType, truthsType, colorsType, replyType, ordersType}
)

// The forms of data in JSON, and how the value is written in text.
func TestDataForms(t *testing.T) {
	for _, c := range []struct {
		typ        *sts.Type
		json, text string
	}{
		{intsType, `[]`, `[]`},
		{intsType, `[1,2,1]`, `[1, 2, 1]`},
		{setType, `["a","b"]`, `{"a", "b"}`},
		{countsType, `{}`, `{}`},
		{countsType, `{"a":1,"b, c":2}`, `{"a": 1, "b, c": 2}`},
		{numbersType, `{"3":[1],"5":[]}`, `{3: [1], 5: []}`},
		{truthsType, `[[false,1],[true,2]]`, `{false: 1, true: 2}`},
		{colorsType, `{"blue":null,"red":3}`, `{red: 3, blue: none}`},
		{maybeType, `null`, `none`},
		{maybeType, `7`, `7`},
		{maybeMaybe, `null`, `none`},
		{maybeMaybe, `{"some":{"value":null}}`, `some{value: none}`},
		{maybeMaybe, `{"some":{"value":7}}`, `some{value: 7}`},
		{maybeText, `"none"`, `"none"`},
		{replyType, `{"ok":{"value":3}}`, `ok{value: 3}`},
		{replyType, `"busy"`, `busy`},
		{ordersType, `[{"items":[1,2],"note":null,"reply":"busy"}]`, `[Order{items: [1, 2], note: none, reply: busy}]`},
	} {
		scalars := decodeJSON(t, c.typ, c.json)
		if scalars == nil {
			continue
		}
		if got := c.typ.Format(scalars); got != c.text {
			t.Errorf("%s is written %s instead of %s", c.json, got, c.text)
		}
		if got, err := AppendJSON(nil, c.typ, scalars); err != nil || string(got) != c.json {
			t.Errorf("%s became %s (%v)", c.json, got, err)
		}
		out := make([]term.Value, c.typ.Size())
		if f := Parse(c.typ, c.text, out); f != nil || !term.SameValues(out, scalars) {
			t.Errorf("%s was read as %s (%v)", c.text, c.typ.Format(out), f)
		}
	}
}

func decodeJSON(t *testing.T, typ *sts.Type, text string) []term.Value {
	t.Helper()
	data, err := ReadJSON([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	scalars, err := Decode(typ, data)
	if err != nil {
		t.Errorf("%s of type %s: %v", text, typ, err)
		return nil
	}
	return scalars
}

// Other notations of the same values.
func TestDataVariants(t *testing.T) {
	for _, c := range []struct {
		typ        *sts.Type
		json, want string
	}{
		{setType, `["b","a"]`, `{"a", "b"}`},
		{countsType, `[["b",1],["a",2]]`, `{"a": 2, "b": 1}`},
		{truthsType, `{}`, `{}`},
		{orderType, `{"items":[],"reply":{"busy":{}}}`, `Order{items: [], note: none, reply: busy}`},
	} {
		if scalars := decodeJSON(t, c.typ, c.json); scalars != nil && c.typ.Format(scalars) != c.want {
			t.Errorf("%s is %s instead of %s", c.json, c.typ.Format(scalars), c.want)
		}
	}
	for _, c := range []struct {
		typ        *sts.Type
		text, want string
	}{
		{setType, `{"b","a"}`, `{"a", "b"}`},
		{replyType, ` busy {} `, `busy`},
		{maybeText, `a b`, `"a b"`},
		{maybeMaybe, `7`, `some{value: 7}`},
		{numbersType, `{ 0x5 : [ ], 3:[1] }`, `{3: [1], 5: []}`},
	} {
		out := make([]term.Value, c.typ.Size())
		if f := Parse(c.typ, c.text, out); f != nil || c.typ.Format(out) != c.want {
			t.Errorf("%s was read as %s (%v)", c.text, c.typ.Format(out), f)
		}
	}
}

func TestDataMismatches(t *testing.T) {
	for _, c := range []struct {
		typ        *sts.Type
		json, want string
	}{
		{intsType, `[1,"a"]`, `at [1]: expected int, got string "a"`},
		{intsType, `null`, `expected a list for int[], got null`},
		{twoIntsType, `[1,2,3]`, `expected a list of at most 2 for int[..2], got a list of 3`},
		{setType, `["a","b","a"]`, `expected a list of different elements for set string, got one of them twice`},
		{countsType, `"a"`, `expected an object for map string -> int, got string "a"`},
		{countsType, `{"a":"b"}`, `at ["a"]: expected int, got string "b"`},
		{numbersType, `{"03":[]}`, `expected keys of type 0..7, got string "03"`},
		{numbersType, `{"8":[]}`, `expected 0..7, got number 8`},
		{truthsType, `{"true":1}`, `at [0][0]: expected bool, got string "true"`},
		{truthsType, `1`, `expected a list of pairs, each of a key and a value, for map bool -> int, got number 1`},
		{truthsType, `[[true,1],[true]]`, `at [1]: expected a pair of a key and a value for map bool -> int, got a list of 1`},
		{truthsType, `[[true,1],[true,2]]`, `expected different keys for map bool -> int, got one of them twice`},
		{truthsType, `[[true,1],[false,"2"]]`, `at [1][1]: expected int, got string "2"`},
		{replyType, `"idle"`, `expected an alternative of Reply (ok{value: int} | busy), got string "idle"`},
		{replyType, `{"ok":{"value":3},"busy":{}}`, `expected an alternative of Reply (ok{value: int} | busy), got an object with fields busy, ok`},
		{replyType, `"ok"`, `at ok: field value of ok is missing, got an object with fields `},
		{replyType, `{"ok":{"value":3,"more":4}}`, `at ok: fields that ok does not have, got an object with fields more, value`},
		{replyType, `{"ok":{"value":true}}`, `at ok.value: expected int, got bool true`},
		{orderType, `{"note":"a","reply":"busy"}`, `field items of Order is missing, got an object with fields note, reply`},
		{maybeMaybe, `7`, `expected an alternative of int?? (some{value: int?}), got number 7`},
		{wideSequence, "[" + strings.Repeat("["+strings.Repeat("null,", 99)+"null],", 20) + "[]]", "at [10][46]: the collections of a value have more than 1048576 elements"},
	} {
		data, err := ReadJSON([]byte(c.json))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Decode(c.typ, data); err == nil || err.Error() != c.want {
			t.Errorf("%.40s gave %v instead of %s", c.json, err, c.want)
		}
	}
}

func TestDataFaults(t *testing.T) {
	for _, c := range []struct {
		typ             *sts.Type
		text, want, fix string
	}{
		{intsType, `{1}`, "expected `[`, found `{1}`", "a value of type int[] looks like [0]"},
		{intsType, `[1 2]`, "`1 2` is not of type int", "write a whole number, such as 12, -3 or 0xff"},
		{intsType, `[1`, "expected `,`, found the end of the value", "a value of type int[] looks like [0]"},
		{twoIntsType, `[1, 2, 3]`, "the sequence has 3 elements, more than 2", "leave some out"},
		{setType, `{"a", "a"}`, "the set has an element twice", "give each element once"},
		{setType, `{a}`, "expected a string in double quotes", `write strings within other values with double quotes: ["a", "b"]`},
		{countsType, `{"a"}`, "expected `:`, found `}`", `a value of type map string -> int looks like {"text": 0}`},
		{countsType, `{"a": 1, "a": 2}`, "the map has a key twice", "give each key once"},
		{maybeType, `nothing`, "`nothing` is not of type int", "write a whole number, such as 12, -3 or 0xff"},
		{replyType, `bussy`, "`bussy` is not an alternative of Reply", "did you mean busy?"},
		{replyType, `idle`, "`idle` is not an alternative of Reply", "write one of ok{value: int} | busy"},
		{replyType, `ok`, "expected `{`, found the end of the value", "a value of type Reply looks like ok{value: 0}"},
		{replyType, `ok{}`, "the field value is missing", "write ok{value: 0}"},
		{replyType, `ok{valeu: 3}`, "ok has no field `valeu`", "did you mean value?"},
	} {
		out := make([]term.Value, c.typ.Size())
		f := Parse(c.typ, c.text, out)
		if f == nil || f.Message != c.want || f.Hint != c.fix {
			t.Errorf("%s gave %+v instead of %s (%s)", c.text, f, c.want, c.fix)
		}
	}
}

// FuzzParse checks that every text is either rejected with a position within it, or is a value that can be written and read again.
func FuzzParse(f *testing.F) {
	for _, text := range []string{"[1, 2]", `{"a": 1}`, "{3: [1]}", "none", "some{value: none}", "ok{value: 3}", "busy", `[Order{items: [], note: "a", reply: busy}]`, "[", `{"`} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, typ := range dataTypes {
			out := make([]term.Value, typ.Size())
			if fault := Parse(typ, text, out); fault != nil {
				if fault.Start < 0 || fault.Start > len(text) {
					t.Fatalf("%q: the fault is at %d", text, fault.Start)
				}
				continue
			}
			again := make([]term.Value, typ.Size())
			if fault := Parse(typ, typ.Format(out), again); fault != nil || !term.SameValues(again, out) {
				t.Fatalf("%q was read as %s and then as %s (%v)", text, typ.Format(out), typ.Format(again), fault)
			}
		}
	})
}
