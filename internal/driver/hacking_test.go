package driver

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The table of packages in docs/hacking.md has every package with its layer.
func TestHackingPage(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("..", "..", "docs", "hacking.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range layers {
		name, ok := strings.CutPrefix(l.folder, "internal/")
		if !ok || strings.HasPrefix(name, "testkit") {
			continue
		}
		if row := fmt.Sprintf("| %d | `%s` | ", l.level, name); !strings.Contains(string(data), "\n"+row) {
			t.Errorf("docs/hacking.md has no row %q", row)
		}
	}
}
