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

// TestWordOfIsAName: "of" is a name where no "case" is before it.
func TestWordOfIsAName(t *testing.T) {
	text := "type T = of{x: int} | other\nvar of: int = 3, u: T = of{x: 12}\nt: a -> b when of > 2 do of := of + 1; u := of{x: of}\n"
	if _, found := parseText(text); len(found) > 0 {
		t.Errorf("%s: %s", text, found[0].Message)
	}
}

// TestWordsBehindClauses: words that are names elsewhere follow a rate, an event without clauses, and a type that is called as an operator.
func TestWordsBehindClauses(t *testing.T) {
	for _, text := range []string{"t: a -> b rate case r of {x: 12}\n", "event e:\nclassify c: 12\n", "const x: set is\nclassify c: 12\n"} {
		if _, found := parseText(text); len(found) > 0 {
			t.Errorf("%s: %s", text, found[0].Message)
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
