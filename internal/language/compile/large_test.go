package compile

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/internal/base/diag"
)

// numbered is a text for each number below n.
func numbered(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

// TestLargeModelsAreCompiledInLinearTime compares a large model with a small one of the same form: work that is quadratic takes a
// hundred times as long for ten times as many declarations.
func TestLargeModelsAreCompiledInLinearTime(t *testing.T) {
	head := "system Large\ninput go(a: int)\n"
	for name, text := range map[string]func(n int) string{
		"variables": func(n int) string {
			return head + numbered(n, "var x%[1]d: int = 0\n") + "initial s\n" + numbered(n, "t%[1]d: s -> s in go(a) when a == %[1]d and x%[1]d < 5 do x%[1]d := a\n")
		},
		"assumptions": func(n int) string {
			return head + numbered(n, "var x%[1]d: int\nassume x%[1]d > %[1]d\n") + "initial s\nt: s -> s in go(a) do x0 := a\n"
		},
		"else": func(n int) string {
			return head + "var x: int = 0\ninitial s\n" + numbered(n, "t%[1]d: s -> s in go(a) when a == %[1]d do x := a\n") + "u: s -> s in go(_) when else do x := 0\n"
		},
	} {
		t.Run(name, func(t *testing.T) {
			small, large := compileTime(t, text(1500)), compileTime(t, text(15000))
			if large > 50*small && large > 10*time.Second {
				t.Errorf("ten times as many take %v instead of %v", large, small)
			}
		})
	}
}

func compileTime(t *testing.T, text string) time.Duration {
	t.Helper()
	var list diag.List
	begun := time.Now()
	m, err := Load("m.sxt", Options{ReadFile: inMemory(map[string]string{"m.sxt": text})}, &list)
	if err != nil || m.System == nil {
		t.Fatalf("the model has errors: %v, %v", err, diag.ToJSON(list.Sorted()))
	}
	return time.Since(begun)
}

// TestMeetingsAreBounded has 4 million pairs of senders and receivers.
func TestMeetingsAreBounded(t *testing.T) {
	m, found := loadText(t, "channel c(int)\nmachine Sender {\n initial s\n"+numbered(2000, "a%[1]d: s -> s out c(%[1]d)\n")+
		"}\nmachine Receiver {\n initial s\n"+numbered(2000, "b%[1]d: s -> s in c(v) when v == %[1]d\n")+"}\ninstance a = Sender()\ninstance b = Receiver()\n")
	if m.System != nil || !slices.ContainsFunc(found, func(d diag.Diagnostic) bool { return d.Code == diag.CodeTooLarge }) {
		t.Errorf("it is compiled, with %v", found)
	}
}
