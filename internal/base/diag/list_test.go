package diag

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// lines is a file with n lines, and the span of each of them.
func lines(n int) (spans []Span) {
	f := NewFile("m.sxt", strings.Repeat("t: a -> b\n", n))
	for i := range n {
		start := f.LineStart(i + 1)
		spans = append(spans, Span{f, start, start + 1})
	}
	return spans
}

// Many harmless findings displace neither a worse one nor one of another kind.
func TestNotesDisplaceNothing(t *testing.T) {
	var list List
	for i, at := range lines(3 * MaxShown) {
		list.Notef(CodeMissingElse, at, "in l%d no transition can be taken", i)
	}
	at := lines(1)[0]
	list.Notef(CodeOverlap, at, "t and u can both be taken")
	list.Warnf(CodeGuardFalse, at, "the guard of t is never true")
	list.Errorf(CodeUndefinedName, at, "no variable is called x")
	var got []string
	for _, d := range list.Sorted() {
		got = append(got, string(d.Code))
	}
	want := append([]string{"undefined-name", "guard-never-true"}, slices.Repeat([]string{"missing-else"}, MaxShown)...)
	want = slices.Insert(want, 3, "overlapping-guards")
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if want := (Counts{Note: 2 * MaxShown}); list.Dropped() != want {
		t.Errorf("dropped %v, want %v", list.Dropped(), want)
	}
}

// The first errors are kept, of whatever code, and the others counted.
func TestErrorsShareTheirLimit(t *testing.T) {
	var list List
	for i, at := range lines(MaxShown + 5) {
		list.Errorf(Code(fmt.Sprint("code-", i%7)), at, "wrong")
	}
	if n := len(list.Sorted()); n != MaxShown || list.Dropped() != (Counts{Error: 5}) || !list.IsFull(Error, CodeUndefinedName) {
		t.Errorf("kept %d, dropped %v", n, list.Dropped())
	}
	var all List
	all.AddAll(&list)
	all.AddAll(&list)
	if want := (Counts{Error: 10 + MaxShown}); all.Dropped() != want || !all.HasErrors() {
		t.Errorf("dropped %v of two lists, want %v", all.Dropped(), want)
	}
}

func TestCounts(t *testing.T) {
	for want, c := range map[string]Counts{
		"1 more note is not shown":                                      {Note: 1},
		"2 more errors and 1 more note are not shown":                   {Error: 2, Note: 1},
		"1 more error, 3 more warnings and 20 more notes are not shown": {1, 3, 20},
	} {
		if got := c.String(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
