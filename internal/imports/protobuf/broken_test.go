package protobuf

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sextant-mbt/sextant/internal/base/diag"
)

// A text with broken lines is the text with line breaks added, which offsets know; no line is long unless a token is.
func TestBreakLines(t *testing.T) {
	parts := rapid.SampledFrom([]string{"enum E{", "A=0;", "}", " ", "\n", "\"a b;\\\"c\"", "'x;", "// a; b\n", "/* ;\n; */", "/", "1.5e+3", "größe", strings.Repeat("a=1;", 400), strings.Repeat("x", maxLine)})
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(parts, 0, 30).Draw(t, "parts"), "")
		b := breakLines(text)
		for i, at := range b.breaks {
			if b.Text[at] != '\n' || b.original(at) != at-i || b.original(at+1) != at-i {
				t.Fatalf("break %d at %d of %q", i, at, b.Text)
			}
		}
		for i := range text {
			if k := i + countUpTo(b.breaks, i); b.Text[k] != text[i] || b.original(k) != i {
				t.Fatalf("offset %d of %q is not at %d of %q", i, text, k, b.Text)
			}
		}
	})
}

// countUpTo is the number of breaks before an offset of the original text.
func countUpTo(breaks []int, offset int) int {
	n := 0
	for n < len(breaks) && breaks[n]-n <= offset {
		n++
	}
	return n
}

// Files of one line, and files that are not text, are read in time linear in their size: lines for the compiler are short, and it stops after
// enough errors.
func TestLongLines(t *testing.T) {
	for name, text := range map[string]string{
		"methods": `syntax = "proto3"; message A { int32 a = 1; } service S {` + strings.Repeat(" rpc M(A) returns (A);", 1000) + "}",
		"members": `enum E{` + strings.Repeat("A=0;", 5000) + "}",
		"strings": `option o = ` + strings.Repeat(`"a"`, 5000) + ";",
	} {
		for i, line := range strings.Split(breakLines(text).Text, "\n") {
			if len(line) > maxLine+30 {
				t.Errorf("%s: line %d has %d bytes", name, i+1, len(line))
			}
		}
	}
	var bytes strings.Builder
	for i := range 256 * 100 {
		bytes.WriteByte(byte(i))
	}
	var list diag.List
	Options{}.Convert(diag.NewFile("m.proto", bytes.String()), &list)
	if len(list.Sorted()) == 0 || list.Dropped().Total() > 1 {
		t.Errorf("%d errors were shown, and %d more were found", len(list.Sorted()), list.Dropped().Total())
	}
}
