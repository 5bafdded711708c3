package classicalb

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/internal/compile"
	"github.com/sextant-mbt/sextant/internal/diag"
)

// FuzzConvert checks that any text ends with errors in their place, or with a model that compiles, soon.
func FuzzConvert(f *testing.F) {
	machines, err := filepath.Glob("testdata/*.mch")
	if err != nil || len(machines) == 0 {
		f.Fatal(machines, err)
	}
	for _, path := range machines {
		f.Add(read(f, path))
	}
	for _, c := range diag.ImportBCodes {
		f.Add(c.Example)
	}
	f.Add(around("x = 1"))
	f.Fuzz(checkConversion)
}

// FuzzGuard does the same with predicates and substitutions in a machine that is right elsewhere.
func FuzzGuard(f *testing.F) {
	f.Add("x / (i / (i / 2)) = 1 & bool(bool(q = TRUE) : {TRUE, FALSE}) = q")
	f.Add("card({k | k : 1..n & card({l | l : S & l /= c}) = 2 & f(k) = 0}) /= 3")
	f.Add("x = 1 THEN IF x = 2 THEN CHOICE f(1) := 2 OR ANY k WHERE k : 1..x THEN f(k) := k END END ELSE c :: S - {r} END WHEN x = 2")
	f.Add("f : 1..n --> NAT1 & !k.(k : NAT => #l.(l : 1..k & l = x))")
	f.Fuzz(func(t *testing.T, guard string) { checkConversion(t, around(guard)) })
}

// checkConversion demands errors in their place, or a model that compiles.
func checkConversion(t *testing.T, text string) {
	watchdog := time.AfterFunc(30*time.Second, func() { panic("no end after 30 seconds") })
	defer watchdog.Stop()
	var list diag.List
	out := Convert(diag.NewFile("machine.mch", text), &list)
	for _, d := range list.Sorted() {
		if d.Message == "" || d.Code == "" || d.Span.File == nil || d.Span.Start > d.Span.End || d.Span.End > len(text) {
			t.Errorf("bad diagnostic %+v", d)
		}
	}
	if list.HasErrors() != (out == "") {
		t.Fatalf("errors: %v, model: %q", list.HasErrors(), out)
	}
	if out != "" {
		mustCompile(t, out)
	}
}

// allowed are the errors of a model that a machine without errors may become: of limits, and of constant expressions that fail
// or leave their types, which B leaves to proof.
var allowed = map[diag.Code]bool{diag.CodeTooDeep: true, diag.CodeTooLarge: true, diag.CodeConstDivZero: true, diag.CodeConstRange: true,
	diag.CodeConstIndex: true, diag.CodeBadRange: true, diag.CodeBadLength: true}

// mustCompile accepts no errors but the allowed ones.
func mustCompile(t *testing.T, text string) {
	t.Helper()
	var list diag.List
	if _, err := compile.Load("import.sxt", compile.Options{ReadFile: func(string) ([]byte, error) { return []byte(text), nil }}, &list); err != nil {
		t.Fatal(err)
	}
	for _, d := range list.Sorted() {
		if d.Severity == diag.Error && !allowed[d.Code] {
			t.Fatalf("%s at %v: %s\n%s", d.Code, d.Span.Position(), d.Message, text)
		}
	}
}
