package openapi

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/imports/convert"
	"github.com/sextant-mbt/sextant/internal/testkit"
	"github.com/sextant-mbt/sextant/internal/testkit/codes"
	"github.com/sextant-mbt/sextant/internal/testkit/services"
)

// documents is what the tests of all converters check.
var documents = testkit.Converter{Convert: Options{}.Convert, Ending: ".yaml", Codes: codes.OpenAPI, Allowed: allowed}

// allowed are the errors of a model that a document without errors may become: of limits.
var allowed = map[diag.Code]bool{diag.CodeTooDeep: true, diag.CodeTooLarge: true}

// converted is the model of a document without errors, and the warnings.
func converted(t testkit.Failer, o Options, text string) (convert.Model, []diag.Diagnostic) {
	t.Helper()
	return services.Convert(t, o.Convert, text)
}

// A document becomes the model and the mapping next to it, which fit each other.
func TestDocuments(t *testing.T) { services.CheckGolden(t, documents) }

func TestDocumentedCodes(t *testing.T) { documents.CheckCodes(t) }

// The same document is read as YAML and as JSON.
func TestYAMLEqualsJSON(t *testing.T) {
	yaml := "openapi: 3.0.3\ninfo: {title: T}\npaths:\n  /a/{b}:\n    get:\n      parameters:\n        - {name: b, in: path, required: true, schema: {type: integer, minimum: 0x10, maximum: 2_0}}\n      responses: {200: {description: d}}\n"
	json := `{"openapi": "3.0.3", "info": {"title": "T"}, "paths": {"/a/{b}": {"get": {"parameters": [{"name": "b", "in": "path", "required": true,
		"schema": {"type": "integer", "minimum": 16, "maximum": 20}}], "responses": {"200": {"description": "\ud83d\ude00"}}}}}}`
	one, _ := converted(t, Options{}, yaml)
	other, _ := converted(t, Options{}, json)
	if one.Text != other.Text || one.Mapping != other.Mapping || !strings.Contains(one.Text, "get_a_b(b: 16..20)") {
		t.Errorf("%s\n%s", one.Text, other.Text)
	}
}

// operation is a document with one operation and a schema S.
func operation(body, schema string) string {
	return "openapi: 3.1.0\ninfo: {title: T}\npaths:\n  /a:\n    post:\n      operationId: op\n" + body + "\ncomponents:\n  schemas:\n    S: " + schema + "\n"
}

// inRequest requires S in a request, and inResponse has it in a response.
const (
	inRequest  = "      requestBody: {required: true, content: {application/json: {schema: {type: object, required: [s], properties: {s: {$ref: '#/components/schemas/S'}}}}}}\n      responses: {200: {description: d}}"
	inResponse = "      responses: {200: {description: d, content: {application/json: {schema: {type: object, required: [s], properties: {s: {$ref: '#/components/schemas/S'}}}}}}}"
)

// The translation of schemas, in requests and in responses; the conditions are in a function.
func TestSchemas(t *testing.T) {
	for schema, want := range map[string]string{
		"{type: boolean}":             "s: bool",
		"{type: integer}":             "s: int",
		"{type: integer, minimum: 0}": "s: nat",
		"{type: integer, minimum: 0.5, exclusiveMaximum: 9}":                            "s: 1..8",
		"{type: integer, minimum: -0.5, exclusiveMinimum: true}":                        "s: nat",
		"{type: integer, minimum: 2}":                                                   "s >= 2",
		"{type: integer, format: int32}":                                                "type Int32 = -2147483648..2147483647",
		"{type: integer, format: int64, minimum: 1}":                                    "s: 1..9223372036854775807",
		"{type: integer, minimum: 0, maximum: 1e20}":                                    "s <= 100000000000000000000",
		"{type: integer, maximum: 1e3}":                                                 "s <= 1000",
		"{type: number}":                                                                "s: real",
		"{type: number, minimum: -1.25}":                                                "s >= -1.25",
		"{type: number, maximum: 3, exclusiveMaximum: true}":                            "s < 3.0",
		"{type: string}":                                                                "s: string",
		"{type: string, maxLength: 3}":                                                  "len(s) <= 3",
		"{type: string, enum: [a, b]}":                                                  "type S = enum { a, b }",
		"{enum: [op, b]}":                                                               `(s == "op" or s == "b")`,
		`{type: string, enum: ["a\"", b]}`:                                              `(s == "a\"" or s == "b")`,
		"{type: array, minItems: 2, maxItems: 2, items: {type: string, minLength: 1}}":  "(forall index0: 0..1 :: len(s[index0]) >= 1)",
		"{properties: {x: {type: integer}, y: {type: boolean}}, required: [x, y]}":      "type S = record { x: int, y: bool }",
		"{properties: {x: {type: integer}, y: {type: boolean}}, required: [x]}":         "type S = record { x: int, y: bool? }",
		"{type: array, items: {type: string}}":                                          "s: string[])",
		"{type: array, maxItems: 3, items: {type: integer, minimum: 1, maximum: 9}}":    "s: (1..9)[..3])",
		"{type: array, minItems: 1, items: {type: string, minLength: 1}}":               "len(s) >= 1 and (forall index0 in s :: len(index0) >= 1)",
		"{type: array, uniqueItems: true, maxItems: 3, items: {type: string}}":          "s: set string)",
		"{type: array, items: {type: array, uniqueItems: true, items: {type: string}}}": "s: (set string)[])",
		"{type: object, additionalProperties: {type: integer}}":                         "s: map string -> int)",
		"{type: object, additionalProperties: {type: string, maxLength: 5}}":            "(forall index0 in s :: len(s[index0]) <= 5)",
		"{type: object, required: [a], properties: {a: {type: array, items: {type: object, properties: {b: {type: string, maxLength: 5}}}}}}": "(forall index0 in s.a :: (index0.b == none or len(value(index0.b)) <= 5))",
	} {
		for _, body := range []string{inRequest, inResponse} {
			m, left := converted(t, Options{}, operation(body, schema))
			services.Bind(t, m)
			testkit.LoadStrictly(t, m.Text, nil)
			if !strings.Contains(m.Text, want) || len(left) > 0 {
				t.Errorf("%s became\n%s\nwant %s, and nothing left out: %v", schema, m.Text, want, left)
			}
		}
	}
}

// Parts that cannot be expressed are reported: a request that requires one is left out, a response loses the member.
func TestLeftOut(t *testing.T) {
	for schema, want := range map[string]string{
		"{oneOf: []}": "there is no schema to choose",
		"{not: {}}":   "not is not supported",
		"{oneOf: [{type: string}, {type: integer}]}":                                                    "S.oneOf[0]: only objects can be alternatives of a union",
		"{oneOf: [" + circle + ", " + circle + "]}":                                                     "an object of schema 1 may have all properties that schema 2 requires: add a discriminator",
		"{oneOf: [" + circle + ", {properties: {radius: {type: integer}}}]}":                            "an object of schema 1 may have all properties that schema 2 requires",
		"{oneOf: [" + circle + ", " + square + "], anyOf: []}":                                          "oneOf and anyOf in one schema are not supported: leave one",
		"{type: string, oneOf: [" + circle + ", " + square + "]}":                                       "only objects can be alternatives",
		"{oneOf: [" + circle + ", " + square + "], discriminator: {}}":                                  "a discriminator needs a propertyName",
		"{oneOf: [" + circle + ", " + square + "], discriminator: {propertyName: k}}":                   "nothing says which k stands for this schema: move it to components and refer to it, or give the property a const",
		"{oneOf: [" + circle + ", {required: [s], properties: {s: {$ref: '#/components/schemas/S'}}}]}": "a recursive schema is not supported",
		"{type: array, minItems: 3, maxItems: 2, items: {type: string}}":                                "no list has a length within its bounds",
		"{type: array, minItems: 300, maxItems: 300, items: {type: string}}":                            "values of more than 200 parts are not supported",
		"{type: object, required: [s], properties: {s: {$ref: '#/components/schemas/S'}}}":              "a recursive schema is not supported",
		"{type: object, additionalProperties: true}":                                                    "an object without properties is not supported",
		"{type: [string, integer]}":                                                                     "several types are not supported",
		"{type: file}":                                                                                  "the type file is not supported",
		"{}":                                                                                            "a schema without a type is not supported",
		"true":                                                                                          "a schema that is not an object is not supported",
		"{type: integer, minimum: 3, maximum: 2}":                                                       "no number is within its bounds",
		"{type: object, required: [type], properties: {type: {type: string}}}":                          `"type" is not a name that a record of the model can have`,
		"{allOf: [{type: string}]}":                                                                     "allOf of schemas that are not objects is not supported",
		"{type: string, enum: [1]}":                                                                     "only strings, integers and Booleans can be enumerated",
	} {
		var list diag.List
		out := Options{}.Convert(diag.NewFile("x.yaml", operation(inRequest, schema)), &list)
		if found := fmt.Sprint(diag.ToJSON(list.Sorted())); out.Text != "" || !strings.Contains(found, "paths./a.post is left out: ") || !strings.Contains(found, want) {
			t.Errorf("%s in a request: %s\nwant %s", schema, found, want)
		}
		m, left := converted(t, Options{}, operation(inResponse, schema))
		services.Bind(t, m)
		if found := fmt.Sprint(diag.ToJSON(left)); !strings.Contains(found, want) || !strings.Contains(m.Text, "output op_200()") || !strings.Contains(m.Text, want) {
			t.Errorf("%s in a response: %s\nwant %s\n%s", schema, found, want, m.Text)
		}
	}
}

// Members that are not required are optional values, and so are members of responses that may be null. They may be taken to be there.
func TestOptionalMembers(t *testing.T) {
	optional := strings.NewReplacer("required: [s], ", "")
	for _, test := range []struct {
		o                           Options
		body, schema, want, mapping string
	}{
		{Options{}, optional.Replace(inResponse), "{type: string}", "output op_200(s: string?)", "json = '{\"s\": {s}}'"},
		{Options{Optional: true}, optional.Replace(inResponse), "{type: string}", "output op_200(s: string)", "json = '{\"s\": {s}}'"},
		{Options{}, optional.Replace(inRequest), "{type: string}", "input op(s: string?)", "omit = true"},
		{Options{}, optional.Replace(inRequest), "{type: string, readOnly: true}", "input op()", ""},
		{Options{}, optional.Replace(inRequest), "{type: [string, 'null']}", "input op(s: string?)", "omit = true"},
		{Options{}, inRequest, "{type: [string, 'null']}", "input op(s: string)", ""},
		{Options{}, inResponse, "{type: [string, 'null']}", "output op_200(s: string?)", ""},
		{Options{}, inResponse, "{oneOf: [{type: 'null'}, {type: integer, minimum: 2}]}", "output op_200(s: int?)", ""},
		{Options{}, inResponse, "{anyOf: [{type: array, items: {type: integer}}, {type: 'null'}]}", "output op_200(s: int[]?)", ""},
	} {
		m, left := converted(t, test.o, operation(test.body, test.schema))
		services.Bind(t, m)
		testkit.LoadStrictly(t, m.Text, nil)
		if !strings.Contains(m.Text, test.want) || !strings.Contains(m.Mapping, test.mapping) || len(left) != 0 {
			t.Errorf("%s became\n%s\n%s\n%v", test.schema, m.Text, m.Mapping, left)
		}
	}
}

// Parameters of the query may be lists; those that are not required may be none.
func TestListParameters(t *testing.T) {
	m, left := converted(t, Options{}, operation(`      parameters:
        - {name: tag, in: query, schema: {type: array, items: {type: string}}}
        - {name: id, in: query, schema: {type: integer}}
        - {name: X-Note, in: header, schema: {type: string}}
        - {name: flat, in: query, explode: false, schema: {type: array, items: {type: string}}}
      responses: {200: {description: d}}`, "{}"))
	services.Bind(t, m)
	testkit.LoadStrictly(t, m.Text, nil)
	if !strings.Contains(m.Text, "input op(tag: string[], id: int?, X_Note: string?)") || !strings.Contains(m.Mapping, "request = 'POST /a?tag={tag}&id={id}'") || len(left) != 1 {
		t.Errorf("%s\n%s\n%v", m.Text, m.Mapping, diag.ToJSON(left))
	}
}

// The default response stands for the classes that are not described.
func TestDefaultResponse(t *testing.T) {
	for responses, want := range map[string]string{
		"{default: {description: d}}":                                 "op_2xx op_4xx op_5xx",
		"{201: {description: d}, default: {description: d}}":          "op_201 op_4xx op_5xx",
		"{default: {description: d}, 4XX: {description: d}, 204: {}}": "op_204 op_5xx op_4xx",
		"{5xx: {description: d}, 404: {description: d}}":              "op_404 op_5xx",
	} {
		m, _ := converted(t, Options{}, operation("      responses: "+responses, "{}"))
		services.Bind(t, m)
		var got []string
		for _, line := range strings.Split(m.Text, "\n") {
			if name, ok := strings.CutPrefix(line, "output "); ok {
				got = append(got, strings.TrimSuffix(name, "()"))
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s became %v, want %s", responses, got, want)
		}
	}
}

// Errors are reported with their position in the file and their path in the document.
func TestErrors(t *testing.T) {
	whole := operation(inRequest, "{type: string}")
	for _, test := range []struct{ document, at, want string }{
		{"", "", "this is not YAML: the file is empty"},
		{"a: [1", "", "this is not YAML: did not find expected ',' or ']'"},
		{"{\"a\": }", "}", "this is not JSON: invalid character '}' looking for beginning of value"},
		{"swagger: '2.0'", "s", "openapi: the version is not 3.0 or 3.1"},
		{strings.Replace(whole, "3.1.0", "3.2.0", 1), "3.2.0", "openapi: the version is not 3.0 or 3.1"},
		{whole + "---\na: b\n", "-", "something follows the end of the document"},
		{whole + "paths: {}\n", "paths", "paths occurs twice"},
		{"openapi: 3.0.0\npaths: {}\n", "paths", "paths: there is no operation that a model can express"},
		{"openapi: 3.0.0\npaths: [a]\n", "paths", "paths: an object is expected here, not a list"},
		{strings.Replace(whole, "'#/components/schemas/S'", "other.yaml#/S", 1), "other.yaml#/S",
			`paths./a.post.requestBody.content.application/json.schema.properties.s.$ref: "other.yaml#/S" is not in this document, and no other is read`},
		{strings.Replace(whole, "schemas/S'", "schemas/T'", 1), "'",
			"paths./a.post.requestBody.content.application/json.schema.properties.s.$ref: there is no #/components/schemas/T in this document"},
		{operation(inRequest, "{$ref: '#/components/schemas/S'}"), "S", "components.schemas.S: more than 32 references follow each other"},
		{strings.Replace(whole, "200", "20", 1), "20", "paths./a.post.responses.20: this is not a status"},
		{"a: &x [1]\nb: *x\n", "b", "b: aliases of YAML are not supported"},
		{"? [a]\n: b\n", "[", "a key that is not a plain word is not supported"},
	} {
		documents.CheckError(t, test.document, test.at, test.want)
	}
}

// Hostile documents are handled quickly: they are rejected, or the parts that make them large are left out.
func TestHostileDocuments(t *testing.T) {
	var bomb, diamonds, wide, chain strings.Builder
	bomb.WriteString("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n")
	for i := range 40 {
		fmt.Fprintf(&bomb, "a%d: &a%d [*a%d, *a%d, *a%d]\n", i+1, i+1, i, i, i)
		fmt.Fprintf(&diamonds, "    D%d: {allOf: [{$ref: '#/components/schemas/D%d'}, {$ref: '#/components/schemas/D%d'}]}\n", i, i+1, i+1)
	}
	diamonds.WriteString("    D40: {type: object, properties: {x: {type: integer}}}\n")
	for i := range 20000 {
		fmt.Fprintf(&wide, "  /a%d/{x}: {get: {parameters: [{name: x, in: path, required: true, schema: {type: string}}], responses: {200: {description: d}}}}\n", i)
		fmt.Fprintf(&chain, "    C%d: {type: object, required: [n], properties: {n: {$ref: '#/components/schemas/C%d'}}}\n", i, i+1)
	}
	for name, document := range map[string]string{
		"deep JSON":  strings.Repeat(`{"a":`, 100000),
		"deep YAML":  strings.Repeat("[", 100000),
		"aliases":    bomb.String(),
		"values":     "a: [" + strings.Repeat("1,", 2_000_000) + "1]",
		"bytes":      strings.Repeat(" ", 17<<20),
		"diamonds":   operation(inRequest, "{$ref: '#/components/schemas/D0'}") + diamonds.String(),
		"chain":      operation(inRequest, "{$ref: '#/components/schemas/C0'}") + chain.String(),
		"wide":       "openapi: 3.0.0\ninfo: {title: T}\npaths:\n" + wide.String(),
		"huge bound": operation(inResponse, "{type: integer, minimum: 1e999999999, maximum: "+strings.Repeat("9", 100000)+"}"),
	} {
		t.Run(name, func(t *testing.T) {
			watchdog := time.AfterFunc(testkit.Patience, func() { panic("no end after " + testkit.Patience.String()) })
			defer watchdog.Stop()
			var list diag.List
			if out := (Options{}).Convert(diag.NewFile("x.yaml", document), &list).Text; list.HasErrors() != (out == "") {
				t.Errorf("errors: %v, model of %d bytes", list.HasErrors(), len(out))
			}
		})
	}
}

// FuzzConvert checks that any text quickly yields errors with positions in it, or a model that compiles and a mapping for it.
func FuzzConvert(f *testing.F) {
	for _, path := range documents.Files(f) {
		f.Add(testkit.ReadFile(f, path))
	}
	for _, c := range codes.Section(f, codes.OpenAPI) {
		f.Add(c.Example)
	}
	f.Fuzz(func(t *testing.T, document string) { anyDocument(t, document) })
}

// FuzzSchema does the same with parts of a valid OpenAPI document.
func FuzzSchema(f *testing.F) {
	f.Add("{type: string, enum: [a, b]}", "op", "id", "/a/{id}", "{x}")
	f.Add("{type: object, required: ['{x}'], properties: {'{x}': {type: number, multipleOf: 0.1}}}", "in", "type", "/{type}/b", "{{")
	f.Add("{allOf: [{properties: {a: {type: integer, format: int64}}}]}", "ready", "index0", "/%7B{index0}", "\"'")
	f.Fuzz(func(t *testing.T, schema, id, parameter, path, member string) {
		quote := func(s string) string { return fmt.Sprintf("%q", s) }
		anyDocument(t, "openapi: 3.1.0\ninfo: {title: "+quote(id)+"}\npaths:\n  "+quote(path)+":\n    post:\n      operationId: "+quote(id)+
			"\n      parameters:\n        - {name: "+quote(parameter)+", in: path, schema: {type: string}}\n        - {name: "+quote(member)+
			", in: query, schema: {type: integer}}\n      requestBody: {content: {application/json: {schema: {type: object, properties: {"+quote(member)+
			": {$ref: '#/components/schemas/S'}}}}}}\n      responses: {200: {description: d, content: {application/json: {schema: {$ref: '#/components/schemas/S'}}}}}\n"+
			"components:\n  schemas:\n    S: "+schema+"\n")
	})
}

// anyDocument checks the properties of any document.
func anyDocument(t *testing.T, document string) {
	documents.CheckAny(t, document)
	var list diag.List
	if m := (Options{}).Convert(diag.NewFile("x.yaml", document), &list); m.Text != "" {
		services.Bind(t, m)
	}
}

// The page shows the translation of the document in it.
func TestDocumentedExample(t *testing.T) {
	page := testkit.ReadFile(t, "../../../docs/import.md")
	_, rest, _ := strings.Cut(page, "```yaml\n")
	document, shown, found := strings.Cut(rest, "```\n")
	if !found {
		t.Fatal("the page has no document")
	}
	m, _ := converted(t, Options{}, document)
	for _, text := range []string{m.Text, m.Mapping} {
		indented := strings.ReplaceAll("    "+strings.ReplaceAll(strings.TrimSpace(text), "\n", "\n    "), "    \n", "\n")
		if !strings.Contains(shown, indented) {
			t.Errorf("the page does not show\n%s", indented)
		}
	}
}

// Headers with values and patterns of values are in the mapping; a pattern inside of a value cannot be there.
func TestHeadersAndPatterns(t *testing.T) {
	m, left := converted(t, Options{}, operation(`      parameters:
        - {name: X-Trace, in: header, required: true, schema: {type: string, pattern: '^[a-z]+$'}}
        - {name: Accept, in: header, schema: {type: string}}
        - {name: s, in: cookie, schema: {type: string}}
      requestBody: {content: {application/json: {schema: {type: object, properties: {code: {type: string, pattern: "x'"}, s: {$ref: '#/components/schemas/S'}}}}}}
      responses: {200: {description: d}}`, "{type: object, properties: {t: {type: string, pattern: 'y'}}}"))
	services.Bind(t, m)
	for _, want := range []string{"headers = {X-Trace = '{X_Trace}'}", `X_Trace = '(?s:.*)(?:^[a-z]+$)(?s:.*)'`, `code = "(?s:.*)(?:x')(?s:.*)"`} {
		if !strings.Contains(m.Mapping, want) {
			t.Errorf("the mapping does not have %s:\n%s", want, m.Mapping)
		}
	}
	if len(left) != 2 || !strings.Contains(left[0].Message, "a parameter in the cookie is not supported") || !strings.Contains(left[1].Message, "pattern: it is not checked") {
		t.Errorf("%v", diag.ToJSON(left))
	}
}

// Lists of responses have any length, or at most one that is given.
func TestListsOfResponses(t *testing.T) {
	whole := strings.Replace(inResponse, "{type: object, required: [s], properties: {s: {$ref: '#/components/schemas/S'}}}", "{$ref: '#/components/schemas/S'}", 1)
	for _, test := range []struct {
		o                  Options
		body, schema, want string
	}{
		{Options{}, inResponse, "{type: array, items: {type: boolean}}", "output op_200(s: bool[])"},
		{Options{Lists: 5}, inResponse, "{type: array, items: {type: boolean}}", "output op_200(s: bool[..5])"},
		{Options{Lists: 5}, inRequest, "{type: array, items: {type: boolean}}", "input op(s: bool[])"},
		{Options{}, whole, "{type: array, maxItems: 2, items: {type: integer}}", "output op_200(body: int[..2])"},
	} {
		m, left := converted(t, test.o, operation(test.body, test.schema))
		services.Bind(t, m)
		testkit.LoadStrictly(t, m.Text, nil)
		if !strings.Contains(m.Text, test.want) || len(left) > 0 {
			t.Errorf("%s became\n%s\n%s\n%v", test.schema, m.Text, m.Mapping, left)
		}
	}
}
