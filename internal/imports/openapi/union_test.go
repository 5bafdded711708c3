package openapi

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testing/sut/connect"
	"github.com/sextant-mbt/sextant/internal/testkit"
	"github.com/sextant-mbt/sextant/internal/testkit/services"
)

// Schemas that unions are made of.
const (
	circle = "{required: [radius], properties: {radius: {type: integer}}}"
	square = "{required: [side], properties: {side: {type: integer}, note: {type: string}}}"
	inner  = "{$ref: '#/components/schemas/Inner'}"
	cat    = "{required: [k], properties: {k: {const: cat}}}"
	dog    = "{required: [k, n], properties: {k: {enum: [dog, 'big dog']}, n: {type: integer, minimum: 1}}}"
)

// The translation of oneOf and anyOf, in the model and in the mapping.
func TestUnions(t *testing.T) {
	for _, c := range []struct{ schema, model, mapping string }{
		{"{oneOf: [" + circle + "]}", "type S = record { radius: int }", ""},
		{"{oneOf: [" + circle + ", " + square + "]}", "type S = S_1{radius: int} | S_2{side: int, note: string?}", "[unions.S]\nuntagged = true\n"},
		{"{oneOf: [" + inner + ", " + square + "]}", "type S = Inner{x: int} | S_2{side: int, note: string?}", "untagged = true"},
		{"{oneOf: [" + cat + ", " + dog + "]}", "type S = cat | dog{n: int} | big_dog{n: int}", "tag = 'k'\nnames = {big_dog = 'big dog'}\n"},
		{"{anyOf: [" + cat + ", " + dog + "]}", "type S = cat | dog{n: int} | big_dog{n: int}", "tag = 'k'"},
		{"{anyOf: [" + cat + ", " + dog + "]}", "(case s of { dog{n: index0_n}: index0_n >= 1, big_dog{n: index0_n}: index0_n >= 1, else: true })", ""},
		{"{oneOf: [" + inner + ", " + dog + "], discriminator: {propertyName: '@k', mapping: {i: Inner, d: nothing, '': '#/components/schemas/Inner'}}}",
			"nothing says which @k stands for this schema", ""},
		{"{oneOf: [" + inner + "], discriminator: {propertyName: '@k', mapping: {i: Inner, d: nothing, '': '#/components/schemas/Inner'}}}",
			"type S = i{x: int} | empty{x: int}", "tag = '@k'\nnames = {empty = ''}"},
		{"{oneOf: [" + inner + ", " + inner + "], discriminator: {propertyName: k, mapping: {op: Inner}}}", "stands for several schemas", ""},
		{"{oneOf: [" + cat + ", " + dog + "], discriminator: {propertyName: k}}", "type S = cat | dog{n: int}", "tag = 'k'"},
		{"{oneOf: [" + inner + "], discriminator: {propertyName: k}}", "type S = Inner{x: int}", "tag = 'k'"},
		{"{type: object, required: [y], properties: {y: {type: boolean}}, oneOf: [" + circle + ", {required: [z], properties: {z: {type: string}}}]}",
			"type S = S_1{radius: int, y: bool} | S_2{z: string, y: bool}", "untagged = true"},
		{"{oneOf: [" + cat + ", {required: [k], properties: {k: {const: op}}}]}", "type S = cat | op2", "names = {op2 = 'op'}"},
		{"{type: array, items: {oneOf: [" + cat + ", " + dog + "]}}", "s: S_item[]", "[unions.S_item]"},
	} {
		for _, body := range []string{inRequest, inResponse} {
			document := operation(body, c.schema) + "    Inner: {required: [x], properties: {x: {type: integer}}}\n"
			var list diag.List
			m := Options{}.Convert(diag.NewFile("x.yaml", document), &list)
			if !strings.Contains(m.Text+fmt.Sprint(diag.ToJSON(list.Sorted())), c.model) || !strings.Contains(m.Mapping, c.mapping) {
				t.Errorf("%s became\n%s\n%s\n%v\nwant %s and %s", c.schema, m.Text, m.Mapping, diag.ToJSON(list.Sorted()), c.model, c.mapping)
			}
			if m.Text != "" {
				services.Bind(t, m)
				testkit.LoadStrictly(t, m.Text, nil)
			}
		}
	}
}

// anyOf whose schemas are distinguished by their members can be sent; a response may fit several of them, unless they are closed.
func TestAnyOfByMembers(t *testing.T) {
	closed := strings.NewReplacer("{required", "{additionalProperties: false, required")
	for _, c := range []struct {
		body, schema string
		union        bool
	}{
		{inRequest, "{anyOf: [" + circle + ", " + square + "]}", true},
		{inResponse, "{anyOf: [" + circle + ", " + square + "]}", false},
		{inResponse, closed.Replace("{anyOf: [" + circle + ", " + square + "]}"), true},
	} {
		m, left := converted(t, Options{}, operation(c.body, c.schema))
		if strings.Contains(m.Text, "type S = ") != c.union || (len(left) == 0) != c.union {
			t.Errorf("%s became\n%s", c.schema, m.Text)
		}
	}
}

// Hostile unions are handled quickly.
func TestHostileUnions(t *testing.T) {
	repeat := func(n int, text string) string { return strings.TrimSuffix(strings.Repeat(text+", ", n), ", ") }
	var wide, values strings.Builder
	for i := range 20000 {
		fmt.Fprintf(&wide, "p%d: {$ref: '#/components/schemas/E'}, ", i)
		fmt.Fprintf(&values, "v%d, ", i)
	}
	tail := "    E: {enum: [" + values.String() + "]}\n    Wide: {properties: {" + wide.String() + "}}\n" +
		"    Deep: {allOf: [" + repeat(199, "{$ref: '#/components/schemas/Wide'}") + "]}\n    Inner: {required: [x], properties: {x: {type: integer}}}\n"
	for name, schema := range map[string]string{
		"wide":    "{oneOf: [" + repeat(2000, "{$ref: '#/components/schemas/Wide'}") + "]}",
		"deep":    "{oneOf: [" + repeat(2000, "{$ref: '#/components/schemas/Deep'}") + "]}",
		"many":    "{oneOf: [" + repeat(20000, inner) + "]}",
		"values":  "{oneOf: [" + repeat(100, "{required: [p], properties: {p: {$ref: '#/components/schemas/E'}}}") + "]}",
		"mapping": "{oneOf: [" + repeat(300, inner) + "], discriminator: {propertyName: k, mapping: {" + strings.ReplaceAll(values.String(), ",", ": Inner,") + "}}}",
		"nested":  strings.Repeat("{oneOf: [", 40) + circle + strings.Repeat(", "+square+"]}", 40),
	} {
		t.Run(name, func(t *testing.T) {
			watchdog := time.AfterFunc(testkit.Patience, func() { panic("no end after " + testkit.Patience.String()) })
			defer watchdog.Stop()
			if m, left := converted(t, Options{}, operation(inResponse, schema)+tail); !strings.Contains(m.Text, "output op_200()") || len(left) == 0 {
				t.Errorf("the model has %d bytes, %v", len(m.Text), left)
			}
		})
	}
}

// petServer answers with the pet that it received, as parsed.
func petServer(w http.ResponseWriter, r *http.Request) {
	var pet struct {
		Type    string
		Name    *string
		Lives   *int
		Friends []string
	}
	decoder := json.NewDecoder(r.Body)
	decoder.DisallowUnknownFields()
	answer := map[string]any{}
	switch err := decoder.Decode(&pet); {
	case err != nil:
		w.WriteHeader(http.StatusBadRequest)
		answer["code"], answer["field"] = "invalid", err.Error()
	case pet.Type == "kitten":
		w.WriteHeader(http.StatusBadRequest)
		answer["code"], answer["retry"] = "busy", 3
	case pet.Type == "Lizard":
		w.WriteHeader(http.StatusBadRequest)
		answer["code"], answer["retry"] = "asleep", 3
	default:
		w.WriteHeader(http.StatusCreated)
		answer = map[string]any{"type": pet.Type, "name": pet.Name, "lives": pet.Lives, "friends": pet.Friends, "more": true}
	}
	_ = json.NewEncoder(w).Encode(answer)
}

// A service understands the unions of its description, and its answers are understood.
func TestUnionsOfService(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(petServer))
	defer server.Close()
	m, _ := converted(t, Options{}, testkit.ReadFile(t, "testdata/pets.yaml"))
	mapping, err := connect.ParseMapping("pets.toml", []byte(m.Mapping))
	if err != nil {
		t.Fatal(err)
	}
	system := testkit.TryText(t, m.Text)
	service, err := connect.Open(system, server.URL, connect.Options{Mapping: mapping, Reset: sut.NoReset})
	if err != nil {
		t.Fatal(err)
	}
	defer service.Close()
	if err := service.Reset(context.Background()); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		pet  any
		want string
	}{
		{map[string]any{"cat": map[string]any{"name": "Tom", "lives": 9}}, `add_201(cat{name: "Tom", lives: 9})`},
		{map[string]any{"cat": map[string]any{"name": "Tom"}}, `add_201(cat{name: "Tom", lives: none})`},
		{map[string]any{"good_dog": map[string]any{"name": "Rex", "friends": []any{"Tom"}}}, `add_201(good_dog{name: "Rex", friends: ["Tom"]})`},
		{map[string]any{"kitten": map[string]any{"name": "Tim"}}, `add_400(busy{retry: 3})`},
		{"Lizard", `the member code of Problem is one of "invalid", "busy", "full", got string "asleep"`},
	} {
		if got := exchange(t, service, system, c.pet); !strings.Contains(got, c.want) {
			t.Errorf("%v is answered by %s, want %s", c.pet, got, c.want)
		}
	}
}

// exchange sends a pet, and returns the answer or its error.
func exchange(t *testing.T, service sut.Adapter, system *sts.System, pet any) string {
	in, err := sut.NewMessage(system, sts.Input, "add", []any{pet})
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	if err := service.Send(ctx, in); err != nil {
		t.Fatal(err)
	}
	out, ok, err := service.Receive(ctx, 10*time.Second)
	switch {
	case err != nil:
		return err.Error()
	case !ok:
		return "nothing"
	}
	return out.String()
}
