package driver

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/testkit/golden"
)

// formatsHead is the head of a table of formats in a page.
const formatsHead = "| format | file | holds |\n|---|---|---|\n"

// documented is a table of formats as pages have it.
func documented(formats []listedFormat) string {
	out := formatsHead
	for _, f := range formats {
		out += fmt.Sprintf("| `%s` | `%s` | %s |\n", f.name, f.ending, f.holds)
	}
	return out
}

// The pages list the formats of the tables. With -update their lists are written again.
func TestDocumentedFormats(t *testing.T) {
	for page, formats := range map[string][]listedFormat{"testing.md": exportFormats(), "import.md": importFormats()} {
		path := filepath.Join("..", "..", "..", "docs", page)
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		before, after, found := strings.Cut(string(text), formatsHead)
		if !found {
			t.Fatalf("%s has no table of formats", page)
		}
		_, after, _ = strings.Cut(after, "\n\n")
		golden.File(t, path, before+documented(formats)+"\n"+after)
	}
}
