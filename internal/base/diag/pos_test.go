package diag

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// The column of an offset is the number of characters of its line before it, whatever the text, and wherever marks are.
func TestColumns(t *testing.T) {
	parts := rapid.SampledFrom([]string{"a", "\n", "ü", "温", "😀", "\x80", "\xff", "\xf0\x9f", strings.Repeat("x", markBytes-1), strings.Repeat("é", markBytes/2)})
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(parts, 0, 40).Draw(t, "parts"), "")
		f := NewFile("f", text)
		for range 20 {
			offset := rapid.IntRange(0, len(text)).Draw(t, "offset")
			before := text[:offset]
			line := before[strings.LastIndex(before, "\n")+1:]
			want := Position{strings.Count(before, "\n") + 1, utf8.RuneCountInString(line) + 1}
			if got := f.position(offset); got != want {
				t.Fatalf("offset %d of %q is at %v, want %v", offset, text, got, want)
			}
		}
	})
}

// A position is found by looking at a part of the text that does not grow with the line.
func TestMarksAreNear(t *testing.T) {
	f := NewFile("f", strings.Repeat("é", 10*markBytes))
	for i := 1; i < len(f.marks); i++ {
		if d := f.marks[i].offset - f.marks[i-1].offset; d > markBytes+utf8.UTFMax {
			t.Errorf("marks %d and %d are %d bytes apart", i-1, i, d)
		}
	}
	if n := len(f.marks); n != 20 {
		t.Errorf("%d marks, want one for each %d bytes", n, markBytes)
	}
}
