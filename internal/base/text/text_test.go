package text_test

import (
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/base/text"
)

func TestClip(t *testing.T) {
	for _, test := range []struct {
		in   string
		n    int
		want string
	}{
		{"", 3, ""},
		{"abc", 3, "abc"},
		{"abcd", 3, "abc..."},
		{"äöü", 3, "äöü"},
		{"äöüß", 3, "äöü..."},
		{"𝛼𝛽𝛾𝛿", 3, "𝛼𝛽𝛾..."},
		{strings.Repeat("x", 100), 3, "xxx..."},
	} {
		if got := text.Clip(test.in, test.n); got != test.want {
			t.Errorf("Clip(%q, %d) is %q, want %q", test.in, test.n, got, test.want)
		}
	}
}

func TestWords(t *testing.T) {
	for got, want := range map[string]string{
		text.Count(0, "test"):               "0 tests",
		text.Count(1, "test"):               "1 test",
		text.Count(2, "query"):              "2 queries",
		text.Count(2, "day"):                "2 days",
		text.Count(1234567, "state"):        "1,234,567 states",
		text.Number(-123):                   "-123",
		text.Number(-1234):                  "-1,234",
		text.Number(999):                    "999",
		text.And(nil):                       "",
		text.And([]string{"a"}):             "a",
		text.And([]string{"a", "b", "c"}):   "a, b and c",
		text.Or([]string{"a", "b"}):         "a or b",
		text.Quote("--const"):               "--const",
		text.Quote("it's"):                  `'it'\''s'`,
		text.Quote(""):                      "''",
		text.Quote("a b") + text.Quote("$"): "'a b''$'",
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
