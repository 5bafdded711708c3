package scan_test

import (
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/imports/scan"
)

var language = &scan.Language{
	Name:  "L",
	Has:   "the text has",
	Blank: func(r rune) bool { return r == ' ' },
	Read: func(rest string) (scan.Kind, string, int) {
		word := scan.Prefix(rest, func(r rune) bool { return r >= 'a' && r <= 'z' })
		return scan.Word, word, len(word)
	},
	Texts:    true,
	Signs:    scan.Signs("< <= :="),
	Keywords: scan.Words("if"),
	Synonyms: map[string]string{"less": "<", ":=": "="},
	Calls:    1,
}

func TestTokens(t *testing.T) {
	var list diag.List
	c := scan.File(diag.NewFile("f", "\ufeffif /* a */ x <= less := \"if\" // b"), &list, language)
	for _, want := range []scan.Token{{Kind: scan.Keyword, Text: "if"}, {Kind: scan.Word, Text: "x"}, {Kind: scan.Sign, Text: "<="},
		{Kind: scan.Sign, Text: "<"}, {Kind: scan.Sign, Text: "="}, {Kind: scan.Text, Text: `"if"`}, {Kind: scan.End}, {Kind: scan.End}} {
		if got := c.Next(); got.Kind != want.Kind || got.Text != want.Text {
			t.Errorf("got %v %q, want %v %q", got.Kind, got.Text, want.Kind, want.Text)
		}
	}
	if c.Failed() || list.HasErrors() {
		t.Error("there is an error")
	}
}

func TestTextsThatAreNotTokens(t *testing.T) {
	for _, test := range []struct {
		text, message string
		start, end    int
	}{
		{"a\xff", "the file is not UTF-8 text", 0, 0},
		{"a é", `the character "é" is not part of L`, 2, 4},
		{`a "b`, "the text does not end on its line", 2, 3},
		{"a /*/", "the comment does not end", 2, 4},
		{strings.Repeat("a ", 200_001), "the text has more than 200000 tokens", 400_000, 400_000},
	} {
		var list diag.List
		c := scan.File(diag.NewFile("f", test.text), &list, language)
		c.Unexpected("another error") // is not reported
		found := list.Sorted()
		if len(found) != 1 || found[0].Message != test.message || found[0].Span.Start != test.start || found[0].Span.End != test.end {
			t.Errorf("%.10q: got %v, want %q at %d-%d", test.text, found, test.message, test.start, test.end)
		}
		if !c.Failed() || !c.AtEnd() {
			t.Errorf("%.10q: the cursor has not failed", test.text)
		}
	}
}
