package diag

import (
	"slices"
	"strings"
	"testing"
)

// allowText has a comment of each kind; the numbers are the lines from which a diagnostic remains.
const allowText = `system A
# allow missing-else
# why: the timer is never late

t: a -> b
u: a -> b # allow missing-else, overlapping-guards
v: a -> b # we allow missing-else here
w: a -> b "# allow missing-else"
# allow-all shadowed
x: a -> b
`

func TestAllow(t *testing.T) {
	tests := []struct {
		severity Severity
		code     Code
		want     []int // lines from which the diagnostic remains
	}{
		{Note, CodeMissingElse, []int{1, 2, 3, 4, 7, 8, 9, 10, 11}},
		{Warning, CodeOverlap, []int{1, 2, 3, 4, 5, 7, 8, 9, 10, 11}},
		{Note, "shadowed", nil},
		{Error, CodeMissingElse, []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}},
	}
	for _, test := range tests {
		f := NewFile("a.sxt", allowText)
		var list List
		for i := range f.lines {
			start := f.LineStart(i + 1)
			list.addf(test.severity, test.code, Span{f, start, start}, "message", nil)
		}
		var got []int
		for _, d := range list.Sorted() {
			got = append(got, d.Span.Position().Line)
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s %s: lines %v, want %v", test.severity, test.code, got, test.want)
		}
		if want := len(f.lines) - len(test.want); list.Allowed() != want {
			t.Errorf("%s %s: %d are allowed, want %d", test.severity, test.code, list.Allowed(), want)
		}
	}
}

func TestAllowManyLines(t *testing.T) {
	f := NewFile("a.sxt", strings.Repeat("t: a -> b # allow missing-else\n", 100_000))
	if got := len(f.allowed); got != 100_000 {
		t.Errorf("%d lines have codes, want 100,000", got)
	}
}
