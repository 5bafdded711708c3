package main

import (
	"slices"
	"testing"
)

// TestSplitWords: blanks within brackets and strings belong to a word; brackets that do not fit do no harm.
func TestSplitWords(t *testing.T) {
	for line, want := range map[string][]string{
		"":                             nil,
		"  take  insert ":              {"take", "insert"},
		`take put v=[1, 2] key="a b"`:  {"take", "put", "v=[1, 2]", `key="a b"`},
		`put {x: 1, y: "]"} "\" x" 3`:  {"put", `{x: 1, y: "]"}`, `"\" x"`, "3"},
		"a ) b ] c":                    {"a", ")", "b", "]", "c"},
		`open "never ends`:             {"open", `"never ends`},
		"open [never ends":             {"open", "[never ends"},
		"\ttabs\u00a0and other blanks": {"tabs", "and", "other", "blanks"},
	} {
		if got := splitWords(line); !slices.Equal(got, want) {
			t.Errorf("%q is split into %q, not %q", line, got, want)
		}
	}
}

// TestCutName: only a name before the sign of equality makes a named value.
func TestCutName(t *testing.T) {
	for word, want := range map[string]string{"n=3": "n", "größe=3": "größe", "n": "", "=3": "", "3=4": "", `"a=b"`: "", "[a=b]": "", "a_1=": "a_1"} {
		name, _, named := cutName(word)
		if named != (want != "") || named && name != want {
			t.Errorf("%q: %q, %t", word, name, named)
		}
	}
}
