package module

import (
	"testing"

	"github.com/sextant-mbt/sextant/internal/externs/sandbox"
)

// What is no module is refused.
func TestServe(t *testing.T) {
	if _, _, err := serve(sandbox.Program{Function: "f"}); err == nil || err.Error() != "cannot compile the WebAssembly module: invalid magic number" {
		t.Errorf("got %v", err)
	}
}
