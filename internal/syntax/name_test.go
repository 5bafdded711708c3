package syntax

import "testing"

func TestDeclarable(t *testing.T) {
	for name, want := range map[string]string{
		"lamp": "lamp", "größe_2": "größe_2", "1st state": "n1st_state", "do!": "do_", "": "unnamed", "?!": "unnamed", "__": "unnamed",
		"when": "when_", "uint8": "uint8_", "min": "min_", "result": "result_",
	} {
		if got := Declarable(name); got != want {
			t.Errorf("%q becomes %q, want %q", name, got, want)
		}
	}
}

// TestWordsAfterNames: a name that is a word elsewhere may stand before the words that follow operands.
func TestWordsAfterNames(t *testing.T) {
	for _, name := range []string{"case", "match", "switch", "fold"} {
		text := "classify c: " + name + " by 1, 2..3\n"
		if _, found := parseText(text); len(found) > 0 {
			t.Errorf("%s: %s", text, found[0].Message)
		}
	}
}
