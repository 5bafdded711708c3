package value

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/testkit/types"
)

var (
	maybeReply = &sts.Type{Form: sts.Optional, Elem: replyType}
	shapeType  = &sts.Type{Name: "Shape", Form: sts.Union, Alternatives: []sts.Alternative{
		{Name: "circle", Fields: []sts.Field{{Name: "radius", Type: types.Int}, {Name: "note", Type: maybeText}}},
		{Name: "square", Fields: []sts.Field{{Name: "side", Type: types.Int}, {Name: "note", Type: maybeText}, {Name: "reply", Type: maybeReply}}}}}
	shapesType = &sts.Type{Form: sts.Map, Key: types.String, Elem: shapeType}
	pairsType  = &sts.Type{Form: sts.Map, Key: replyType, Elem: maybeMaybe}
	unionForms = UnionForms{"Reply": {Tag: "type", Names: map[string]string{"ok": "is fine"}}, "Shape": {}}
)

// The forms of unions in JSON, and how the value is written in text.
func TestUnionForms(t *testing.T) {
	for _, c := range []struct {
		typ        *sts.Type
		json, text string
	}{
		{replyType, `{"type":"is fine","value":1}`, `ok{value: 1}`},
		{replyType, `{"type":"busy"}`, `busy`},
		{maybeReply, `null`, `none`},
		{maybeReply, `{"type":"busy"}`, `busy`},
		{shapeType, `{"note":null,"radius":2}`, `circle{radius: 2, note: none}`},
		{shapeType, `{"note":"x","reply":{"type":"is fine","value":7},"side":3}`, `square{side: 3, note: "x", reply: ok{value: 7}}`},
		{shapesType, `{"a":{"note":null,"radius":1}}`, `{"a": circle{radius: 1, note: none}}`},
		{pairsType, `[[{"type":"is fine","value":1},{"some":{"value":null}}],[{"type":"busy"},null]]`, `{ok{value: 1}: some{value: none}, busy: none}`},
		{ordersType, `[{"items":[],"note":null,"reply":{"type":"busy"}}]`, `[Order{items: [], note: none, reply: busy}]`},
	} {
		data, err := ReadJSON([]byte(c.json))
		if err != nil {
			t.Fatal(err)
		}
		scalars, err := readForms(unionForms, c.typ, data)
		if err != nil {
			t.Errorf("%s: %v", c.json, err)
			continue
		}
		if got := c.typ.Format(scalars); got != c.text {
			t.Errorf("%s is %s, want %s", c.json, got, c.text)
		}
		if got := writeForms(t, unionForms, c.typ, scalars); got != c.json {
			t.Errorf("%s is written %s, want %s", c.text, got, c.json)
		}
	}
}

// readForms decodes data with unions in their forms.
func readForms(forms UnionForms, typ *sts.Type, data any) ([]term.Value, error) {
	plain, err := forms.Read(typ, data)
	if err != nil {
		return nil, err
	}
	return Decode(typ, plain)
}

// writeForms writes a value as JSON, with unions in their forms.
func writeForms(t interface{ Fatal(...any) }, forms UnionForms, typ *sts.Type, scalars []term.Value) string {
	data, err := Encode(typ, scalars)
	if err != nil {
		t.Fatal(err)
	}
	text, err := AppendData(nil, forms.Write(typ, data))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Data that is not a value of a union in its form.
func TestUnionFormErrors(t *testing.T) {
	for _, c := range []struct {
		typ        *sts.Type
		json, want string
	}{
		{replyType, `"busy"`, `expected an object for Reply, got string "busy"`},
		{replyType, `{"value":1}`, `the member type of Reply, one of "is fine", "busy", is missing, got an object with fields value`},
		{replyType, `{"type":"ok","value":1}`, `the member type of Reply is one of "is fine", "busy", got string "ok"`},
		{replyType, `{"type":["busy"]}`, `the member type of Reply is one of "is fine", "busy", got a list of 1`},
		{replyType, `{"type":"busy","value":1}`, `at busy: fields that busy does not have, got an object with fields value`},
		{replyType, `{"type":"is fine"}`, `at ok: field value of ok is missing`},
		{replyType, `null`, `expected an alternative of Reply`},
		{shapeType, `{"note":"x"}`, `expected the fields of an alternative of Shape (circle{radius: int, note: string?} | square{`},
		{shapeType, `{"radius":null}`, `expected the fields of an alternative of Shape`},
		{shapeType, `{"radius":1,"side":2}`, `expected the fields of one alternative of Shape, got those of circle and square`},
		{shapesType, `{"a":{"side":1,"reply":{}}}`, `at a.square.reply: the member type of Reply, one of`},
		{pairsType, `[[{}, null]]`, `at [0]: the member type of Reply`},
		{ordersType, `[{"items":[],"reply":1}]`, `at [0].reply: expected an object for Reply, got number 1`},
	} {
		data, err := ReadJSON([]byte(c.json))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := readForms(unionForms, c.typ, data); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.json, err, c.want)
		}
	}
}

// Forms in which a union could not be read back are rejected.
func TestCheckUnionForms(t *testing.T) {
	for _, c := range []struct {
		typ  *sts.Type
		form UnionForm
		want string
	}{
		{replyType, unionForms["Reply"], ""},
		{shapeType, UnionForm{}, ""},
		{shapeType, UnionForm{Tag: "reply"}, "square has a field reply, which stands where the tag is"},
		{replyType, UnionForm{Tag: "t", Names: map[string]string{"okay": "x"}}, "Reply has no alternative okay: it has ok, busy"},
		{replyType, UnionForm{Tag: "t", Names: map[string]string{"ok": "busy"}}, `ok and busy have the same name "busy"`},
		{replyType, UnionForm{}, "a value of ok may have all fields that busy needs: give busy a field that is not optional and that ok does not have, or use a tag"},
	} {
		if err := c.form.Check(c.typ); (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v of %s: %v, want %s", c.form, c.typ, err, c.want)
		}
	}
}

// A value of any type survives a round trip through JSON with unions in their forms.
func TestUnionFormsThereAndBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		forms := UnionForms{"Union": {Tag: "the kind", Names: map[string]string{"busy": rapid.StringMatching("[A-Z]*").Draw(t, "name")}}}
		typ := types.Type(t, 3)
		thereAndBack(t, forms, typ, types.Value(t, typ))
	})
}

func thereAndBack(t *rapid.T, forms UnionForms, typ *sts.Type, scalars []term.Value) {
	text := writeForms(t, forms, typ, scalars)
	data, err := ReadJSON([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if back, err := readForms(forms, typ, data); err != nil || !term.SameValues(back, scalars) {
		t.Fatalf("%s of type %s came back as %v, %v", text, typ, back, err)
	}
}

// Without a tag, a union passes the check if and only if each of its values is the value of one alternative.
func TestUntaggedThereAndBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		typ := &sts.Type{Name: "Choice", Form: sts.Union}
		for i := range rapid.IntRange(1, 3).Draw(t, "alternatives") {
			typ.Alternatives = append(typ.Alternatives, sts.Alternative{Name: fmt.Sprint("a", i), Fields: someFields(t)})
		}
		forms := UnionForms{"Choice": {}}
		if forms["Choice"].Check(typ) == nil {
			thereAndBack(t, forms, typ, types.Value(t, typ))
			return
		}
		for i, a := range typ.Alternatives {
			full := typ.Absent()
			full[0] = term.IntValue(int64(i))
			copy(full[typ.AlternativeOffset(i):], exampleOf(&sts.Type{Fields: a.Fields}))
			data, err := ReadJSON([]byte(writeForms(t, forms, typ, full)))
			if err != nil {
				t.Fatal(err)
			}
			if _, err := forms.Read(typ, data); err != nil {
				return
			}
		}
		t.Fatalf("%s is refused, though its values can be told apart", alternatives(typ))
	})
}

// someFields draws some of three fields, each optional or not.
func someFields(t *rapid.T) []sts.Field {
	var out []sts.Field
	for _, name := range []string{"x", "y", "z"} {
		switch rapid.IntRange(0, 2).Draw(t, name) {
		case 0:
			out = append(out, sts.Field{Name: name, Type: types.Int})
		case 1:
			out = append(out, sts.Field{Name: name, Type: maybeText})
		}
	}
	return out
}
