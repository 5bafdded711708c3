package uppaal

import (
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/testkit"
	"github.com/sextant-mbt/sextant/internal/testkit/codes"
)

// converter is what the tests of all converters check.
var converter = testkit.Converter{Convert: Convert, Ending: ".xml", Codes: codes.UPPAAL, Allowed: allowed}

// allowed are the errors of a model that a system without errors may become: of limits, of constants that fail or leave their types,
// and of conditions on clocks that UPPAAL does not allow either.
var allowed = map[diag.Code]bool{diag.CodeTooDeep: true, diag.CodeTooLarge: true, diag.CodeConstDivZero: true, diag.CodeConstRange: true,
	diag.CodeConstIndex: true, diag.CodeBadRange: true, diag.CodeBadLength: true, diag.CodeClockUse: true}

func TestGolden(t *testing.T) { converter.CheckGolden(t) }

func TestDocumentedCodes(t *testing.T) { converter.CheckCodes(t) }

// around puts declarations and the labels of an edge into a system.
func around(declarations, labels string) string {
	return `<nta><declaration>const int N = 3; int x, y; int[0,3] s; bool b; int[0,3] a[N]; clock c, d; chan go; ` + escape(declarations) + `</declaration>` +
		`<template><name>P</name><location id="l"><name>l</name></location><location id="m"/><init ref="l"/>` +
		`<transition><source ref="l"/><target ref="m"/>` + labels + `</transition></template><system>system P;</system></nta>`
}

func escape(text string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;").Replace(text)
}

func guard(text string) string {
	return `<label kind="guard">` + escape(text) + `</label>`
}

func update(text string) string {
	return `<label kind="assignment">` + escape(text) + `</label>`
}

// clauses are those of the transition of the model.
func clauses(t *testing.T, declarations, labels string) string {
	t.Helper()
	text := converter.Text(t, around(declarations, labels))
	converter.MustCompile(t, text)
	_, rest, _ := strings.Cut(text, "l_m: l -> m")
	rest, _, _ = strings.Cut(rest, "\n}")
	return strings.Join(strings.Fields(rest), " ")
}

func TestGuards(t *testing.T) {
	for text, want := range map[string]string{
		"x == 1 && y != 2 || !b":            "x == 1 and y != 2 or not b",
		"x < 1 and not (y >= 2 or b)":       "x < 1 and not (y >= 2 or b)",
		"b imply x > 0":                     "b => x > 0",
		"x && b == true":                    "x != 0 and b",
		"b == (x > 1)":                      "b == (x > 1)",
		"b + 1 == 2":                        "(if b then 1 else 0) + 1 == 2",
		"s / 2 == 1 && s % N == 0":          "s / 2 == 1 and s % 3 == 0",
		"x / 2 == 1":                        "(if x >= 0 then x / 2 else -(-x / 2)) == 1",
		"x % y == 1":                        "(if x >= 0 then x % y else -(-x % y)) == 1",
		"-7 / 2 == -3 && -7 % 2 == -1":      "",
		"(x <? y) >= (s >? 1)":              "min(x, y) >= max(s, 1)",
		"forall (i : int[0,1]) a[i] > 0":    "a[0] > 0 and a[1] > 0",
		"exists (i : int[0,2]) i == s":      "0 == s or 1 == s or 2 == s",
		"(sum (i : int[0,1]) a[i]) < 2":     "a[0] + a[1] < 2",
		"a[s] == (b ? 1 : 2)":               "a[s] == (if b then 1 else 2)",
		"c >= 2 && c - d < s && 3 > d":      "c >= 2 and c - d < s and 3 > d",
		"(N << 1 | 1) == x && (N & 1) == 1": "7 == x",
		"s >= 0 && s <= 3 && x <= 32767":    "",
		"b & (x > 0) | false":               "b and x > 0",
		"a[0] == 1 ? b : x > 2":             "if a[0] == 1 then b else x > 2",
		"not b and c > 1":                   "not b and c > 1",
		"x - -1 == y * (s + 2) - (3 + 4)":   "x + 1 == y * (s + 2) - 7",
		"true imply b":                      "b",
		"x > 1 ? true : b":                  "x > 1 or b",
	} {
		if want != "" {
			want = " when " + want
		}
		if got := clauses(t, "", guard(text)); got != strings.TrimSpace(want) {
			t.Errorf("%s became\n%s, want\n%s", text, got, want)
		}
	}
}

func TestUpdates(t *testing.T) {
	for _, test := range [][3]string{
		{"", "x = 1, y = x", "x := 1; y := x"},
		{"", "x = y = 3", "y := 3; x := 3"},
		{"", "x = y = s", "y := s; x := y"},
		{"", "x++, --y, s += 2", "x := x + 1; y := y - 1; s := s + 2"},
		{"", "a[s++] = 1", "a[s] := 1; s := s + 1"},
		{"", "b = x, x = b", "b := x != 0; x := if b then 1 else 0"},
		{"", "c = 0, d = s", "c := 0; d := s"},
		{"int f() { return x + 1; }", "y = f()", ""}, // may leave the range of int: kept in a variable
		{"int[0,4] f(int[0,3] n) { return n + 1; }", "y = f(s)", "y := s + 1"},
		{"void f() { if (s > 1) { x = 1; } else { y = 1; } }", "f()", "x := if s > 1 then 1 else x; y := if s > 1 then y else 1"},
		{"void f() { if (x > 1) x = 0; }", "f()", "x := if x > 1 then 0 else x"},
		{"void f() { if (x > 1) { x = 0; y = 0; } }", "f()",
			"scratch := x > 1; x := if scratch then 0 else x; y := if scratch then 0 else y; scratch := false"},
		{"void f(int &p, int &q) { int t = p; p = q; q = t; }", "f(x, y)", "scratch := x; x := y; y := scratch; scratch := 0"},
		{"void f() { int i; for (i = 0; i < N; i++) a[i] = i; }", "f()", "a[0] := 0; a[1] := 1; a[2] := 2"},
		{"void f() { int i, j; for (i = 0, j = 2; i < N; i++, j = j - i) a[i] = j; }", "f()", "a[0] := 2; a[1] := 1; a[2] := -1"},
		{"void f() { if (x = 1, s > 0) y = 2, x = 3; }", "f()", "x := 1; y := if s > 0 then 2 else y; x := if s > 0 then 3 else x"},
		{"void f() { for (i : int[0,2]) a[i] = s; }", "f()", "a[0] := s; a[1] := s; a[2] := s"},
		{"void f() { int i = 0; while (i < s) { a[i] = 0; i++; } }", "f()",
			"a[0] := if 0 < s then 0 else a[0]; a[1] := if 1 < s then 0 else a[1]; a[2] := if 2 < s then 0 else a[2]"},
		{"void f() { if (b) return; x = 1; }", "f()", "x := if b then x else 1"},
		{"int[0,1] f() { if (b) return 1; return 0; }", "x = f()", "x := if b then 1 else 0"},
		{"void f() { x = y == 1 ? 2 : 3; }", "f()", "x := if y == 1 then 2 else 3"},
		{"void f() { if (s > 0) c = 0; }", "f()", "c := if s > 0 then 0 else c"},
		{"void f() { if (s > 0) a[x] = 1; }", "f()", "a[if s > 0 then x else 0] := if s > 0 then 1 else a[if s > 0 then x else 0]"},
	} {
		got := strings.TrimPrefix(clauses(t, test[0], update(test[1])), "do ")
		if test[2] != "" && got != test[2] {
			t.Errorf("%s %s became\n%s, want\n%s", test[0], test[1], got, test[2])
		}
	}
}

// An evaluated expression may be an error even if its value is not used: an index outside of its array.
func TestValuesThatAreNotUsedCanFail(t *testing.T) {
	for _, test := range [][3]string{
		{"void f() { int[0,3] t = a[x]; }", "f()", "scratch := a[x]; scratch := 0"},
		{"void f() { if (a[x] > 1) { } }", "f()", "scratch := a[x] > 1; scratch := false"},
		{"", "b = a[x] >= 0", "b := a[x] >= 0"},
		{"", "b = a[x] > 1 ? b : b", "b := if a[x] > 1 then b else b"},
		{"", "b = a[x] > 1 && false", "b := a[x] > 1 and false"},
	} {
		if got := strings.TrimPrefix(clauses(t, test[0], update(test[1])), "do "); got != test[2] {
			t.Errorf("%s %s became\n%s, want\n%s", test[0], test[1], got, test[2])
		}
	}
	converter.CheckError(t, around("bool f() { int[0,3] t = a[x]; return b; }", guard("f()")), "a[x]",
		"a function in a condition with a variable whose value may not exist cannot be imported")
}

// A result that is kept has the range of the function, not that of its first alternative.
func TestKeptResultsHaveTheRangeOfTheFunction(t *testing.T) {
	text := converter.Text(t, around("int g() { if (b) return s > 1 ? s : x; s = 0; x = 1; return 1; }", update("y = g()")))
	converter.MustCompile(t, text)
	if !strings.Contains(text, "var scratch: uppaal_int = 0\n") {
		t.Error(text)
	}
}

// Errors name the fault, at its position.
func TestErrors(t *testing.T) {
	for _, test := range [][4]string{
		{"", guard("z > 1"), "z", `"z" is not defined`},
		{"", guard("x' == 0"), "x'", "the rate of a clock cannot be imported"},
		{"", guard("x > 1 1"), "1", "unexpected 1, expected the end"},
		{"", guard("x = 1"), "x = 1", "an assignment here cannot be imported"},
		{"", guard("x & y"), "x &amp; y", "the operator & on values that are not constant cannot be imported"},
		{"", guard("a > 1"), "a > 1", "an array cannot be compared with a number"},
		{"", guard("c"), "c", "this is a clock, but a condition is expected"},
		{"", update("N = 2"), "N", "N cannot be assigned"},
		{"", update("x = x++"), "x", "an expression that reads a variable twice and changes it cannot be imported"},
		{"double z;", "", "double", "double numbers cannot be imported"},
		{"hybrid clock z;", "", "hybrid", "hybrid clocks cannot be imported"},
		{"chan priority go;", "", "chan priority", "priorities of channels cannot be imported"},
		{"import \"lib\" { int f(); };", "", `"`, `the character "\"" is not part of the language of UPPAAL`},
		{"dynamic Q();", "", "dynamic", "dynamic templates cannot be imported"},
		{"int x;", "", "x", "x is declared twice"},
		{"int[3,1] z;", "", "int[3,1]", "the range from 3 to 1 is empty or too large"},
		{"int[1,2] z;", "", "z", "z has no initial value, and 0 is not in its range"},
		{"const int z = x;", "", "x", "the value of z is not constant"},
		{"int z[2] = {1, 2, 3};", "", "{1, 2, 3}", "3 values are given, but 2 are expected"},
		{"void f() { while (true) x = 1; }", update("f()"), "while", "this loop cannot be imported: it may have more than 1000 iterations"},
		{"int f(int n) { return f(n); }", update("x = f(1)"), "f(n)", "recursion, or more than 50 calls within each other, cannot be imported"},
		{"int f(int n) { return n; }", update("x = f()"), "f()", "f has 1 parameters, not 0"},
		{"", `<label kind="probability">2</label>`, `<label`, `a label of the kind "probability" cannot be imported here`},
		{"", `<label kind="synchronisation">go</label>`, "", "unexpected the end, expected ! or ?"},
		{"", `<label kind="synchronisation">x!</label>`, "x", "this is a number, not a channel"},
		{"", `<label kind="select">k : bool[2]</label>`, "[", "unexpected [, expected the end"},
		{"/* open", "", "/*", "the comment does not end"},
	} {
		converter.CheckError(t, around(test[0], test[1]), test[2], test[3])
	}
}

// Unknown parts of documents are rejected, and so are documents that are built to cost time.
func TestDocuments(t *testing.T) {
	bomb := `<?xml version="1.0"?><!DOCTYPE nta [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]><nta><declaration>&c;</declaration></nta>`
	for _, test := range [][3]string{
		{"", "", "this is not a system of UPPAAL: the element <nta> is missing"},
		{"<project/>", "<project/>", "this is not a system of UPPAAL: the element <nta> is missing"},
		{"<nta>", "", "the XML is not well-formed: unexpected EOF"},
		{"<nta>&bomb;</nta>", ";", "the XML is not well-formed: invalid character entity &bomb;"},
		{bomb, "<!DOCTYPE", "the document defines entities, which are not read"},
		{strings.Repeat("<nta>", 40), "<nta>", "the elements are nested more than 32 levels deep"},
		{"<nta>" + strings.Repeat("<x/>", 200_001) + "</nta>", "<x/>", "the document has more than 200000 elements"},
		{"<nta><system>system P;</system></nta>", "P", `"P" is not the name of a template or process`},
		{"<nta></nta>", "<nta>", "the system has no processes: the line with system is missing"},
		{"<nta><lsc/><system>system P;</system></nta>", "<lsc/>", "<lsc> in <nta> cannot be imported"},
		{strings.Replace(around("", ""), `<init ref="l"/>`, `<branchpoint id="k"/>`, 1), "P", "the template P has no initial location"},
		{strings.Replace(around("", ""), `<target ref="m"/>`, `<target ref="k"/>`, 1), "<transition>", `there is no location "k" in the template P`},
		{strings.Replace(around("", ""), "system P;", "system P, P;", 1), "P", "the process P is in the system twice"},
		{strings.Replace(around("", ""), "system P;", "system P &lt; P;", 1), "&lt;", "priorities of processes cannot be imported"},
		{strings.Replace(around("", ""), "system P;", "Q = P(1); system Q;", 1), "P", "P has 0 parameters, not 1"},
		{strings.Replace(around("", ""), "<name>P</name>", "<name>P</name><parameter>int &amp;z</parameter>", 1), "P", "P needs a value for its parameter z"},
		{"<nta><declaration>int x = " + strings.Repeat("(", 5000) + "</declaration></nta>", "(", "this is nested more than 100 levels deep"},
	} {
		converter.CheckError(t, test[0], test[1], test[2])
	}
}

// Queries that cannot be imported are left out with a warning; the system is imported.
func TestQueries(t *testing.T) {
	for text, want := range map[string]string{
		"E<> P.l":              "purpose reach_1 = location P.l",
		"E<> P.l and x > 1":    "purpose reach_1 = location P.l when x > 1",
		"E<> x > 1":            "invariant never_1: not x > 1",
		"E<> P.l or x > 1":     "invariant never_1: not (P.l or x > 1)",
		"A[] x > 1 imply P.l":  "invariant always_1: x > 1 => P.l",
		"A[] P.l imply c <= 3": "invariant always_1: P.l => c <= 3",
		"E<> c > 7":            "invariant never_1: not c > 7",
		"A[] not deadlock":     "# explore answers it: a finding deadlock or timelock is a counterexample.",
		"E<> deadlock":         "# This is left out: deadlock inside of another condition cannot be imported.",
		"A<> P.l":              "# This is left out: only E<> and A[] can be imported.",
		"E[] P.l":              "# This is left out: only E<> and A[] can be imported.",
		"P.l --> x > 1":        "# This is left out: only E<> and A[] can be imported.",
		"Pr[<=100] (<> P.l)":   "# This is left out: only E<> and A[] can be imported.",
		"sup: x":               "# This is left out: only E<> and A[] can be imported.",
		"A[] P.z":              `# This is left out: P has no location and no variable "z".`,
		"A[] Q.l":              `# This is left out: "Q" is not defined.`,
		"A[] s <= 3":           "# This holds in any state.",
		"A[] forall (i : int[0,1]) forall (j : int[0,1]) a[i] == 1 && a[j] == 1 imply i == j": "invariant always_1: not (a[0] == 1 and a[1] == 1)",
	} {
		queries := "<queries><query><formula>" + escape(text) + "</formula></query></queries></nta>"
		model := converter.Text(t, strings.Replace(around("", ""), "</nta>", queries, 1))
		converter.MustCompile(t, model)
		if !strings.Contains(model, "\n"+want+"\n") && !strings.HasSuffix(model, "\n"+want) {
			t.Errorf("%s became\n%s, want %s", text, model, want)
		}
	}
}

// A file with queries has comments, and lines that go on.
func TestQueryFile(t *testing.T) {
	var list diag.List
	queries := diag.NewFile("p.q", "//made by hand\n\n/*\nE<> nothing\n*/\n//NO_QUERY\nE<> P.l and \\\n  x > 1\n\nA[] x < 3\nP.l --> P.m\\\n\\\n\n")
	model := ConvertWith(diag.NewFile("p.xml", around("", "")), queries, &list).Text
	for _, want := range []string{"purpose reach_1 = location P.l when x > 1", "invariant always_2: x < 3", "# P.l --> P.m"} {
		if !strings.Contains(model, want+"\n") {
			t.Errorf("there is no %s in\n%s", want, model)
		}
	}
	found := list.Sorted()
	if len(found) != 1 || found[0].Severity != diag.Warning || found[0].Span.Position().Line != 11 {
		t.Errorf("got %+v", found)
	}
}
