package print

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sextant-mbt/sextant/internal/language/syntax/token"
	"github.com/sextant-mbt/sextant/internal/testkit/golden"
)

func TestFormatGolden(t *testing.T) {
	golden.Pairs(t, "testdata/format.txtar", ".golden", func(t *testing.T, text string) string {
		got, found := formatText(text)
		if len(found) > 0 {
			t.Fatalf("unexpected error: %s", found[0].Message)
		}
		checkFormatted(t, text, got)
		return got
	})
}

// checkFormatted checks that formatting kept the meaning and the comments, and is stable.
func checkFormatted(t interface{ Errorf(string, ...any) }, text, formatted string) {
	before, _ := parseText(text)
	after, found := parseText(formatted)
	if len(found) > 0 {
		t.Errorf("formatted text has an error: %s\n%s\n---\n%s", found[0].Message, text, formatted)
		return
	}
	if diff := difference(before, after); diff != "" {
		t.Errorf("the meaning changed (-want +got)\n%s", diff)
	}
	if diff := cmp.Diff(comments(text), comments(formatted)); diff != "" {
		t.Errorf("the comments changed (-want +got)\n%s", diff)
	}
	again, _ := formatText(formatted)
	if diff := cmp.Diff(formatted, again); diff != "" {
		t.Errorf("formatting again changes (-first +second)\n%s", diff)
	}
}

// comments are the comments of a text without the blanks at their ends.
func comments(text string) []string {
	var out []string
	src := sourceOf(text)
	tokens, _ := token.Scan(src, true)
	for _, t := range tokens {
		if t.Kind == token.Comment {
			out = append(out, strings.TrimRight(t.Text(src), " \t\r"))
		}
	}
	return out
}

// TestFormatKeepsBrokenText checks that a file with errors is unchanged.
func TestFormatKeepsBrokenText(t *testing.T) {
	text := "const   A = )\n"
	got, found := formatText(text)
	if got != text || len(found) != 1 {
		t.Errorf("got %q, %v", got, found)
	}
}

func TestFormatEmpty(t *testing.T) {
	for _, text := range []string{"", "\n\n", " \t\r\n", "\ufeff"} {
		if got, _ := formatText(text); got != "" {
			t.Errorf("%q becomes %q", text, got)
		}
	}
}
