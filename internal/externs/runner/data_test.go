package runner

import (
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/core/value"
	"github.com/sextant-mbt/sextant/internal/testkit/types"
)

var (
	intsType     = &sts.Type{Form: sts.Sequence, Elem: types.Int, Length: -1}
	setType      = &sts.Type{Form: sts.Set, Elem: types.Int}
	maybeType    = &sts.Type{Form: sts.Optional, Elem: types.Int}
	maybeMaybe   = &sts.Type{Form: sts.Optional, Elem: maybeType}
	countsType   = &sts.Type{Form: sts.Map, Key: types.String, Elem: types.Int}
	levelsType   = &sts.Type{Form: sts.Map, Key: types.Small, Elem: types.Real}
	pairsType    = &sts.Type{Form: sts.Map, Key: &sts.Type{Elem: types.Int, Length: 2}, Elem: types.Bool}
	maybeKeys    = &sts.Type{Form: sts.Map, Key: maybeType, Elem: types.Int}
	replyType    = &sts.Type{Name: "Reply", Form: sts.Union, Alternatives: []sts.Alternative{{Name: "ok", Fields: []sts.Field{{Name: "value", Type: types.Int}}}, {Name: "busy"}}}
	repliesType  = &sts.Type{Form: sts.Sequence, Elem: replyType, Length: -1}
	dataExamples = []struct {
		typ   *sts.Type
		value string
	}{
		{intsType, "[]"}, {intsType, "[3, 1, 3]"}, {setType, "{}"}, {setType, "{1, 2}"}, {maybeType, "none"}, {maybeType, "7"},
		{maybeMaybe, "none"}, {maybeMaybe, "some{value: none}"}, {maybeMaybe, "some{value: 7}"},
		{countsType, "{}"}, {countsType, `{"a": 1, "b": 2}`}, {levelsType, "{0: 0.5, 7: 2.0}"}, {pairsType, "{}"}, {pairsType, "{[1, 2]: true}"},
		{maybeKeys, "{none: 1, 3: 2}"}, {maybeKeys, "{3: 2}"}, {replyType, "busy"}, {replyType, "ok{value: 3}"}, {repliesType, "[busy, ok{value: 1}]"},
	}
)

func parsed(t *testing.T, typ *sts.Type, text string) []term.Value {
	t.Helper()
	out := make([]term.Value, typ.Size())
	if f := value.Parse(typ, text, out); f != nil {
		t.Fatalf("%s: %s", text, f.Message)
	}
	return out
}

// A function that returns its argument returns equal data, in Starlark and in Go.
func TestDataReturned(t *testing.T) {
	for _, e := range dataExamples {
		x, given := extern("f", e.typ, e.typ), parsed(t, e.typ, e.value)
		checkCall(t, open(t, x, "starlark", "f.star", script(t, "def f(x): return x")), example{x, given, given})
		same := Options{Go: map[string]GoFunc{"f": func(args []any) (any, error) { return args[0], nil }}}
		checkCall(t, open(t, x, "go", "f", same), example{x, given, given})
	}
}

// What scripts can do with data.
func TestStarlarkData(t *testing.T) {
	for _, c := range []struct {
		param       *sts.Type
		given, body string
		result      *sts.Type
		want        string
	}{
		{param: intsType, given: "[1, 2]", body: "return x + [3]", result: intsType, want: "[1, 2, 3]"},
		{param: setType, given: "{1, 2}", body: "return set(x) | set([3])", result: setType, want: "{1, 2, 3}"},
		{param: maybeType, given: "none", body: "return 1 if x == None else 2", result: types.Int, want: "1"},
		{param: countsType, given: `{"a": 1}`, body: "return dict(x, b = 2)", result: countsType, want: `{"a": 1, "b": 2}`},
		{param: levelsType, given: "{3: 0.5}", body: "return {3: x[3] * 2}", result: levelsType, want: "{3: 1.0}"},
		{param: pairsType, given: "{[1, 2]: true}", body: "return {(2, 1): x[(1, 2)]}", result: pairsType, want: "{[2, 1]: true}"},
		{param: replyType, given: "ok{value: 3}", body: `return {"ok": struct(value = x["ok"].value + 1)}`, result: replyType, want: "ok{value: 4}"},
		{param: replyType, given: "busy", body: `return x == "busy"`, result: types.Bool, want: "true"},
	} {
		x := extern("f", c.result, c.param)
		r := open(t, x, "starlark", "f.star", script(t, "def f(x):\n  "+c.body+"\n"))
		checkCall(t, r, example{x, parsed(t, c.param, c.given), parsed(t, c.result, c.want)})
	}
	for body, reason := range map[string]string{
		"return [1, 1]":    "expected a list of different elements for set int, got one of them twice",
		"return {'a': 2}":  "expected a list of different elements for set int, got an object with fields a",
		"return [None]":    "at [0]: expected int, got null",
		"return set([[]])": "unhashable",
	} {
		checkFails(t, open(t, extern("f", setType, types.Int), "starlark", "f.star", script(t, "def f(x):\n  "+body+"\n")), ints(1), reason)
	}
}

// Optional values are two words in WebAssembly, and collections are refused.
func TestWasmData(t *testing.T) {
	x := extern("f", maybeType, maybeType)
	identity := function{params: list(i64, i64), results: list(i64, i64), code: list(opLocal, 0, opLocal, 1)}
	r := open(t, x, "wasm", "f.wasm", moduleFile(t, assemble(identity)))
	for _, text := range []string{"none", "7"} {
		checkCall(t, r, example{x, parsed(t, maybeType, text), parsed(t, maybeType, text)})
	}
	absent := function{params: list(i64, i64), results: list(i64, i64), code: list(opI64Const, 0, opI64Const, 5)}
	r = open(t, x, "wasm", "f.wasm", moduleFile(t, assemble(absent)))
	checkCall(t, r, example{x, parsed(t, maybeType, "7"), parsed(t, maybeType, "none")})
	checkOpenFails(t, extern("f", types.Int, intsType), "wasm", "f.wasm", moduleFile(t, assemble(modules["double"])),
		"a is of type int[], and WebAssembly functions take numbers only")
}
