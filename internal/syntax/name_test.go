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
