package driver

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The tables in docs/hacking.md have every package below its wing, and no other.
func TestHackingPage(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", "hacking.md"))
	if err != nil {
		t.Fatal(err)
	}
	packages := map[string]bool{}
	for _, s := range readSources(t, filepath.Join("..", "..", "..")) {
		if w, ok := wingOf(s.folder); ok && s.folder != "internal/"+w.name && !strings.HasSuffix(s.name, "_test.go") {
			packages[strings.TrimPrefix(s.folder, "internal/")] = true
		}
	}
	for name := range packages {
		wing, _, _ := strings.Cut(name, "/")
		_, section, _ := strings.Cut(string(data), "\n### "+wing+"\n")
		section, _, _ = strings.Cut(section, "\n#")
		if row := fmt.Sprintf("\n| `%s` | ", name); !strings.Contains(section, row) {
			t.Errorf("docs/hacking.md has no row %q below ### %s", row[1:], wing)
		}
	}
	for line := range strings.Lines(string(data)) {
		if name, _, ok := strings.Cut(strings.TrimPrefix(line, "| `"), "` | "); ok && strings.Contains(name, "/") && !packages[name] && knownWing(name) {
			t.Errorf("docs/hacking.md has a row for %q, which is no package", name)
		}
	}
}

// knownWing reports whether a name is that of something in a wing, as in engines/reach.
func knownWing(name string) bool {
	_, ok := wingOf("internal/" + name)
	return ok
}
