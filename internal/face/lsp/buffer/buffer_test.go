package buffer

import (
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/sextant-mbt/sextant/internal/face/lsp/protocol"
)

// texts draws texts with characters of all widths and all kinds of line breaks.
func texts() *rapid.Generator[string] {
	piece := rapid.SampledFrom([]string{"a", "ab", "é", "€", "😀", "\n", "\r\n", "\r", " ", "\u2028", "\u0301"})
	return rapid.Custom(func(t *rapid.T) string { return strings.Join(rapid.SliceOfN(piece, 0, 30).Draw(t, "pieces"), "") })
}

// slowPosition counts code units by encoding all that is before the offset.
func slowPosition(text string, offset int) protocol.Position {
	before := strings.ReplaceAll(text[:offset], "\r\n", "\n")
	if strings.HasSuffix(text[:offset], "\r") && strings.HasPrefix(text[offset:], "\n") {
		before = strings.TrimSuffix(before, "\r") + "x" // between the two characters of a line break
	}
	lines := strings.Split(strings.ReplaceAll(before, "\r", "\n"), "\n")
	last := lines[len(lines)-1]
	return protocol.Position{Line: uint32(len(lines) - 1), Character: uint32(len(utf16.Encode([]rune(last))))}
}

func TestPositionsAreThoseOfUTF16(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := texts().Draw(t, "text")
		b := New(text)
		for offset := range text {
			got := b.Position(offset)
			if want := slowPosition(text, offset); got != want {
				t.Fatalf("offset %d of %q is at %v, want %v", offset, text, got, want)
			}
			inBreak := offset > 0 && text[offset-1] == '\r' && text[offset] == '\n'
			if back := b.Offset(got); back != offset && !inBreak {
				t.Fatalf("%v of %q is offset %d, want %d", got, text, back, offset)
			}
		}
	})
}

func TestPositionsOutsideAreTheNearestOnes(t *testing.T) {
	b := New("ab😀\r\nc")
	for p, want := range map[protocol.Position]int{
		{Line: 0, Character: 3}: 2, // inside of a character
		{Line: 0, Character: 4}: 6, {Line: 0, Character: 99}: 6, {Line: 1, Character: 1 << 31}: 9, {Line: 7}: 9, {Line: 1<<32 - 1, Character: 1<<32 - 1}: 9,
	} {
		if got := b.Offset(p); got != want {
			t.Errorf("%v is offset %d, want %d", p, got, want)
		}
	}
	if got := b.Position(-1); got != (protocol.Position{}) {
		t.Errorf("offset -1 is %v", got)
	}
	if got := b.Position(100); got != (protocol.Position{Line: 1, Character: 1}) {
		t.Errorf("offset 100 is %v", got)
	}
}

func TestDifferenceMakesTheOtherText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		from, to := texts().Draw(t, "from"), texts().Draw(t, "to")
		if strings.Contains(from, "\r") {
			t.Skip("formatted texts have no \\r")
		}
		b := New(from)
		edit, changed := b.Difference(to)
		if changed != (from != to) {
			t.Fatalf("changed %v", changed)
		}
		if changed && b.Replace(&edit.Range, edit.NewText).Text != to {
			t.Fatalf("%q becomes %q, want %q", from, b.Replace(&edit.Range, edit.NewText).Text, to)
		}
	})
}

// FuzzReplace checks that any edit of any text gives a text that has both ends of the old one, and never fails.
func FuzzReplace(f *testing.F) {
	f.Add("a\r\nb😀", uint32(0), uint32(1), uint32(1), uint32(2), "x")
	f.Add("", uint32(9), uint32(1), uint32(0), uint32(0), "\r")
	f.Add("\xff\xfe", uint32(0), uint32(1), uint32(0), uint32(7), "é")
	f.Fuzz(func(t *testing.T, text string, line, character, endLine, endCharacter uint32, inserted string) {
		b := New(text)
		r := protocol.Range{Start: protocol.Position{Line: line, Character: character}, End: protocol.Position{Line: endLine, Character: endCharacter}}
		start, end := b.Offsets(r)
		after := b.Replace(&r, inserted)
		if after.Text != text[:start]+inserted+text[end:] {
			t.Fatalf("%q", after.Text)
		}
		if utf8.ValidString(text) && utf8.ValidString(inserted) && !utf8.ValidString(after.Text) {
			t.Fatalf("a character was cut: %q", after.Text)
		}
		for _, offset := range []int{start, end, start + len(inserted)} {
			after.Position(offset)
		}
	})
}
