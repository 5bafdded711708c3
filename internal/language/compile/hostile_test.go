package compile

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/language/syntax/modelfile"
)

// TestHostile compiles models that could take a very long time. Each must end quickly, with errors or without.
func TestHostile(t *testing.T) {
	repeat := strings.Repeat
	doubling := "function f0(x: int) -> int = x\n"
	for i := range 60 {
		doubling += fmt.Sprintf("function f%d(x: int) -> int = f%d(x) + f%d(x)\n", i+1, i, i)
	}
	var quantified []string
	for i := range 11 {
		quantified = append(quantified, fmt.Sprintf("k%d: 0..63", i))
	}
	for name, text := range map[string]string{
		"equal arrays":      "var a: int[4096], b: int[4096] initial s t: s -> s when a == b",
		"symbolic index":    "var a: int[4096], i: 0..4095 initial s t: s -> s do a[i] := a[i] + 1",
		"index of index":    "var a: 0..99[100], i: 0..99 initial s t: s -> s do i := a[a[a[i]]]",
		"bounded array":     "var a: 0..9[4096], b: int[4096] initial s t: s -> s do a := b",
		"doubling":          doubling + "var x: int initial s t: s -> s do x := f60(x)",
		"many quantified":   "var x: int initial s t: s -> s when exists " + strings.Join(quantified, ", ") + " :: k0 + k10 == x",
		"nested quantified": "var x: int initial s t: s -> s when " + repeat("(exists k: 0..63 :: ", 8) + "k == x" + repeat(")", 8),
		"deep sum":          "var x: int initial s t: s -> s do x := " + repeat("x * (x + ", 200) + "1" + repeat(")", 200),
		"deep conditional":  "var x: int, b: bool initial s t: s -> s do x := " + repeat("if b then x else ", 200) + "1",
		"many transitions":  "var x: int initial s\n" + repeated(3000, "t%d: s -> s when x == %d"),
		"many machines":     "channel c(int)\nmachine M { var x: int initial s t: s -> s out c(x) u: s -> s in c(x) }\n" + repeated(40, "instance i%d = M # %d"),
		"huge numbers":      "var x: int initial s t: s -> s do x := x * " + repeat("9", 900) + " * " + repeat("9", 900),
		"long else":         "input i(int) var x: int initial s\n" + repeated(300, "t%d: s -> s in i(v) when v == %d") + "e: s -> s in i(v) when else do x := v",
	} {
		t.Run(name, func(t *testing.T) {
			begin := time.Now()
			m, found := loadText(t, text)
			if took := time.Since(begin); took > 30*time.Second {
				t.Errorf("took %v", took)
			}
			if m.System == nil && found[0].Code != diag.CodeTooLarge {
				t.Errorf("got %s: %s", found[0].Code, found[0].Message)
			}
		})
	}
}

// repeated writes a line many times with its number in it, twice.
func repeated(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format+"\n", i, i)
	}
	return b.String()
}

// TestTooManyFiles imports a chain that is longer than allowed.
func TestTooManyFiles(t *testing.T) {
	files := map[string]string{"m.sxt": "import \"f0.sxt\"\n"}
	for i := range modelfile.MaxFiles + 5 {
		files[fmt.Sprintf("f%d.sxt", i)] = fmt.Sprintf("import \"f%d.sxt\"\n", i+1)
	}
	_, found := loadFiles(t, files, Options{})
	if len(found) == 0 || found[0].Code != diag.CodeTooLarge {
		t.Errorf("got %v", found)
	}
}

// TestMissingMainFile is the only error that Load returns by itself.
func TestMissingMainFile(t *testing.T) {
	var list diag.List
	if _, err := Load("lost.sxt", Options{}, &list); err == nil || list.HasErrors() {
		t.Errorf("got %v, %v", err, list.Sorted())
	}
	if _, err := Load(t.TempDir(), Options{}, &list); err == nil || !strings.Contains(err.Error(), "folder") {
		t.Errorf("got %v", err)
	}
}

// A stopped compilation has no system, and returns the error of Options.Stop.
func TestStop(t *testing.T) {
	text := "system M\ninput put(i: 0..4095)\nvar a: int[4096]\ninitial s\n"
	for i := range 40 {
		text += fmt.Sprintf("t%d: s -> s in put(i) do a[a[i] %% 4096] := a[i] + %d\n", i, i)
	}
	enough := errors.New("enough")
	options := Options{ReadFile: func(string) ([]byte, error) { return []byte(text), nil }, Stop: func() error { return enough }}
	var list diag.List
	if m, err := Load("m.sxt", options, &list); !errors.Is(err, enough) || m.System != nil {
		t.Errorf("stopped, it gives %v", err)
	}
	options.Stop = func() error { return nil }
	if m, err := Load("m.sxt", options, &diag.List{}); err != nil || m.System == nil {
		t.Errorf("not stopped, it gives %v", err)
	}
}
