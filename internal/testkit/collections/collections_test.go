package collections

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/language/compile"
	"github.com/sextant-mbt/sextant/internal/language/syntax"
)

func TestAllValues(t *testing.T) {
	for _, c := range []struct {
		typ  *Type
		name string
		size int
	}{
		{upTo(3, within(0, 2)), "0..2[..3]", 1 + 3 + 9 + 27},
		{setOf(within(0, 2)), "set 0..2", 8},
		{mapOf(within(0, 1), within(0, 1)), "map 0..1 -> 0..1", 9},
		{optional(within(0, 2)), "0..2?", 4},
		{reply, "Reply", 1 + 3 + 2*3},
		{pair, "Pair", 6},
		{arrayOf(boolean, 2), "bool[2]", 4},
		{upTo(2, setOf(within(0, 1))), "(set 0..1)[..2]", 1 + 4 + 16},
		{optional(mapOf(colour, colour)), "(map Colour -> Colour)?", 10},
		{setOf(upTo(1, within(0, 1))), "set 0..1[..1]", 8},
	} {
		all := map[string]bool{}
		for _, v := range All(c.typ) {
			all[Text(v)] = true
			if !fits(v, c.typ) {
				t.Errorf("%s does not fit %s", Text(v), c.typ)
			}
		}
		if len(all) != c.size || len(All(c.typ)) != c.size || c.typ.String() != c.name {
			t.Errorf("%s: %d values, %d different; want %s with %d", c.typ, len(All(c.typ)), len(all), c.name, c.size)
		}
	}
}

// num is a list of numbers.
func num(numbers ...int) List {
	out := List{}
	for _, n := range numbers {
		out = append(out, n)
	}
	return out
}

func TestOperations(t *testing.T) {
	list, numbers, m := num(2, 0, 2), elements(num(0, 2)), Entries{}.with(0, 1).with(2, 3)
	for i, c := range []struct {
		apply func([]Value) (Value, Failure)
		args  []Value
		want  string
	}{
		{at, []Value{list, 1}, "0"},
		{at, []Value{list, 3}, "index-out-of-bounds"},
		{at, []Value{list, -1}, "index-out-of-bounds"},
		{first, []Value{list}, "2"},
		{last, []Value{num()}, "value-absent"},
		{sliceBoth, []Value{list, 1, 3}, "[0, 2]"},
		{sliceBoth, []Value{list, 3, 3}, "[]"},
		{sliceBoth, []Value{list, 2, 1}, "index-out-of-bounds"},
		{sliceFrom, []Value{list, 4}, "index-out-of-bounds"},
		{sliceTo, []Value{list, 2}, "[2, 0]"},
		{insertAt, []Value{list, 3, 7}, "[2, 0, 2, 7]"},
		{insertAt, []Value{list, 4, 7}, "index-out-of-bounds"},
		{removeAt, []Value{list, 0}, "[0, 2]"},
		{removeAt, []Value{list, 3}, "index-out-of-bounds"},
		{total(indexOf), []Value{list, 2}, "0"},
		{total(indexOf), []Value{list, 1}, "-1"},
		{total(reversed), []Value{num(1, 2)}, "[2, 1]"},
		{total(sorted), []Value{list}, "[0, 2, 2]"},
		{total(insertSorted), []Value{num(0, 2), 1}, "[0, 1, 2]"},
		{total(concatenate), []Value{list, num(1)}, "[2, 0, 2, 1]"},
		{total(setFrom), []Value{list}, "{0, 2}"},
		{total(setFrom), []Value{m}, "{0, 2}"},
		{total(union), []Value{numbers, elements(num(1))}, "{0, 1, 2}"},
		{total(difference), []Value{numbers, elements(num(2, 3))}, "{0}"},
		{total(intersection), []Value{numbers, elements(num(2, 3))}, "{2}"},
		{total(isSubset), []Value{elements(num(2)), numbers}, "true"},
		{total(isSubset), []Value{elements(num(1)), numbers}, "false"},
		{total(setInsert), []Value{numbers, 2}, "{0, 2}"},
		{total(setRemove), []Value{numbers, 2}, "{0}"},
		{lookup, []Value{m, 2}, "3"},
		{lookup, []Value{m, 1}, "key-absent"},
		{total(override), []Value{m, Entries{}.with(2, 5)}, "{0: 1, 2: 5}"},
		{total(mapRemove), []Value{m, 0}, "{2: 3}"},
		{total(entries), []Value{1, 2, 1, 3}, "{1: 3}"},
		{valueOf, []Value{Option{}}, "value-absent"},
		{valueOf, []Value{Option{true, 4}}, "4"},
		{unionField("ok", 0), []Value{Variant{"ok", num(2)}}, "2"},
		{unionField("ok", 0), []Value{Variant{"busy", nil}}, "case-not-covered"},
		{arithmetic("/"), []Value{-7, 2}, "-4"},
		{arithmetic("%"), []Value{7, -2}, "1"},
		{arithmetic("%"), []Value{7, 0}, "division-by-zero"},
		{comparison("<"), []Value{"a", "é"}, "true"},
		{characterAt, []Value{"né", 1}, `"é"`},
		{characterAt, []Value{"né", 2}, "index-out-of-bounds"},
		{textSlice, []Value{"néa", 1, 3}, `"éa"`},
		{textSlice, []Value{"néa", 1, 4}, "index-out-of-bounds"},
		{total(substring), []Value{"néa", 1, 9}, `"éa"`},
		{total(substring), []Value{"néa", -1, 2}, `""`},
		{total(replaceFirst), []Value{"aba", "a", "cc"}, `"ccba"`},
		{total(replaceFirst), []Value{"ab", "", "c"}, `"cab"`},
		{total(replaceEach), []Value{"aaa", "aa", "b"}, `"ba"`},
		{total(replaceEach), []Value{"ab", "", "c"}, `"ab"`},
		{total(digits), []Value{"012"}, "12"},
		{total(digits), []Value{"-1"}, "-1"},
		{total(digits), []Value{""}, "-1"},
	} {
		got, f := c.apply(c.args)
		text := f.String()
		if f == 0 {
			text = Text(got)
		}
		if text != c.want {
			t.Errorf("case %d: %s, want %s", i, text, c.want)
		}
	}
}

// Failures of different elements are joined, and what is not evaluated does not fail.
func TestFailuresOfBinders(t *testing.T) {
	x := variable{name: "x0", typ: integer}
	over := generator{"x0", constant{num(0, 1), sequenceOf(integer)}, sequenceOf(integer), nil}
	inverse := apply("/", "(1 / %s)", func(v []Value) (Value, Failure) { return divide("/", 1, v[0].(int)) }, x)
	element := apply("index", "[0][%s]", at, constant{num(0), sequenceOf(integer)}, x)
	both := apply("+", "(%s + %s)", arithmetic("+"), inverse, element)
	positive := apply(">", "(%s > 0)", comparison(">"), x, constant{0, integer})
	some, last := over, over
	some.condition = positive
	last.over = constant{num(0), sequenceOf(integer)}
	for _, c := range []struct {
		e    Expression
		want string
	}{
		{&comprehension{kind: Sequence, element: both, generator: over}, "division-by-zero or index-out-of-bounds"},
		{&comprehension{kind: Sequence, element: inverse, generator: over}, "division-by-zero"},
		{&comprehension{kind: Sequence, element: inverse, generator: some}, ""},
		{&comprehension{function: "max", element: x, generator: over}, ""},
		{&quantifier{generator: over, body: apply("==", "(%s == 1)", comparison(">="), inverse, x)}, "division-by-zero"},
		{&fold{accumulator: "total0", typ: integer, initial: constant{0, integer}, generator: over, body: both}, anyError.String()},
		{&fold{accumulator: "total0", typ: integer, initial: constant{0, integer}, generator: last, body: both}, "division-by-zero"},
	} {
		if _, f := c.e.Eval(nil); f.String() != c.want {
			t.Errorf("%s: %q, want %q", c.e.Text(nil), f, c.want)
		}
	}
}

func TestAssignments(t *testing.T) {
	index := func(n int) Expression { return constant{n, integer} }
	pairs := mapOf(within(0, 2), pair)
	env := (*Env)(nil).With("m", pairs, Entries{}.with(1, Fields{0, true})).With("r", reply, Variant{"ok", num(1)})
	m, r := variable{name: "m", typ: pairs}, variable{name: "r", typ: reply}
	for _, c := range []struct {
		a    assignment
		want string
	}{
		{assignment{m, []access{{index: index(1), of: pairs}, {field: "a", of: pair}}, index(2), pair.Fields[0].Type}, "{1: (2, true)}"},
		{assignment{m, []access{{index: index(0), of: pairs}, {field: "a", of: pair}}, index(2), pair.Fields[0].Type}, "key-absent"},
		{assignment{m, []access{{index: index(5), of: pairs}, {field: "a", of: pair}}, index(2), pair.Fields[0].Type}, "value-out-of-range or key-absent"},
		{assignment{m, []access{{index: index(1), of: pairs}, {field: "a", of: pair}}, index(3), pair.Fields[0].Type}, "value-out-of-range"},
		{assignment{m, []access{{index: index(3), of: pairs}}, constant{Fields{1, false}, pair}, pair}, "value-out-of-range"},
		{assignment{m, []access{{index: index(0), of: pairs}}, constant{Fields{1, false}, pair}, pair}, "{0: (1, false), 1: (0, true)}"},
		{assignment{r, []access{{field: "value", of: reply}}, index(0), within(0, 2)}, "ok(0)"},
		{assignment{r, []access{{field: "code", of: reply}}, index(0), within(0, 2)}, "case-not-covered"},
	} {
		got, f := c.a.run(env)
		text := f.String()
		if f == 0 {
			text = Text(got)
		}
		if text != c.want {
			t.Errorf("%s: %s, want %s", c.a.text(), text, c.want)
		}
	}
}

func TestFromJSON(t *testing.T) {
	for _, c := range []struct {
		typ            *Type
		document, want string
	}{
		{sequenceOf(optional(integer)), `[1, null]`, "[some(1), none]"},
		{setOf(text), `["b", "a"]`, `{"a", "b"}`},
		{setOf(text), `["a", "a"]`, ""},
		{mapOf(integer, boolean), `{"-1": true}`, "{-1: true}"},
		{mapOf(colour, integer), `{"red": 2}`, "{red: 2}"},
		{mapOf(pair, integer), `[[{"a": 1, "b": true}, 2]]`, "{(1, true): 2}"},
		{reply, `"busy"`, "busy()"},
		{reply, `{"failed": {"code": 1, "list": []}}`, "failed(1, [])"},
		{pair, `{"a": 1}`, ""},
		{integer, `"1"`, ""},
	} {
		v, err := FromJSON([]byte(c.document), c.typ)
		if err != nil && c.want != "" || err == nil && Text(v) != c.want {
			t.Errorf("%s as %s: %v, %v; want %s", c.document, c.typ, v, err, c.want)
		}
	}
}

// Every construct and every model error occurs among random expressions.
func TestCasesHaveAll(t *testing.T) {
	count := map[string]int{}
	for seed := range uint64(6000) {
		r := rand.New(rand.NewPCG(seed, 0))
		c := DrawOpenCase(r, 3)
		if seed%2 == 0 {
			c = DrawCase(r, 3, 3000)
		}
		c.Expression.Visit(func(construct string) { count[construct]++ })
		v, f := c.Expression.Eval(c.Values(r))
		for _, kind := range f.Kinds() {
			count[kind]++
		}
		if f == 0 && !fits(v, c.Type) {
			t.Errorf("%s has the value %s, which is not of type %s", c.Operand(nil), Text(v), c.Type)
		}
	}
	for _, name := range append(constructs, kindNames[:len(kindNames)-1]...) {
		if count[name] < 10 {
			t.Errorf("%q occurs %d times", name, count[name])
		}
		delete(count, name)
	}
	for name, n := range count {
		if name != "too-large" {
			t.Errorf("%q occurs %d times and is not listed", name, n)
		}
	}
}

// notDrawn are the functions that are lowered to terms of numbers, which package random compares, and the one for classifiers of runs.
var notDrawn = []string{"abs", "floor", "taken"}

// TestEveryFunctionIsDrawn demands a construct for each function of the language.
func TestEveryFunctionIsDrawn(t *testing.T) {
	for _, name := range compile.Functions() {
		drawn := slices.ContainsFunc(constructs, func(c string) bool { return c == name || c == name+"()" || strings.HasPrefix(c, name+" ") })
		if drawn == slices.Contains(notDrawn, name) {
			t.Errorf("%s is drawn: %v", name, drawn)
		}
	}
}

// constructs are all that are drawn.
var constructs = []string{"!=", "%", "& of sets", "*", "+", "+ of maps", "+ of sequences", "+ of sets", "+ of strings", "-", "- of sets", "/", "<", "<=", "==",
	"== none", "== of an optional", "=>", ">", ">=", "alternative", "and", "append", "array", "case", "count", "exists", "field", "field of a union", "fill", "filter",
	"first", "fold", "for a map", "for a sequence", "for a set", "forall", "function", "get of a map", "get of an optional", "if", "in a map", "in a sequence",
	"in a set", "index", "indexOf", "insert", "insert into a map", "insertAt", "insertSorted", "is", "keys", "last", "len", "lookup", "map", "max", "max for", "min",
	"min for", "min of two", "not", "or", "present", "record", "remove from a map", "remove from a set", "removeAt", "reverse", "sequence", "set", "set of a sequence",
	"slice", "slice from", "slice to", "sorted", "subset", "sum", "sum for", "value",
	"contains()", "endsWith()", "index of a string", "indexOf()", "int()", "lower()", "matches()",
	"replace()", "replaceAll()", "slice of a string", "startsWith()", "string()", "substring()", "upper()"}

// The text of every model can be parsed.
func TestModelsAreText(t *testing.T) {
	for seed := range uint64(300) {
		text := DrawModel(rand.New(rand.NewPCG(seed, 0))).Text()
		var list diag.List
		if syntax.Parse(diag.NewFile("m.sxt", text), &list); list.HasErrors() {
			t.Fatalf("seed %d: %v\n%s", seed, diag.ToJSON(list.Sorted()), text)
		}
	}
}
