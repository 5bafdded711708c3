package connect

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var tomlBlock = regexp.MustCompile("(?s)```toml\n(.*?)```\n")

// TestDocumentedMappings: the mappings in docs/sut.md fit the lamp of the tutorial, and the files that it names are those.
func TestDocumentedMappings(t *testing.T) {
	model := load(t, readText(t, "examples", "light", "light.sxt"))
	page := readText(t, "docs", "sut.md")
	blocks := tomlBlock.FindAllStringSubmatch(page, -1)
	if len(blocks) < 4 {
		t.Fatalf("only %d mappings are shown", len(blocks))
	}
	for _, block := range blocks {
		if _, err := bindText(model, block[1], strings.Contains(block[1], "request")); err != nil {
			t.Errorf("%v\n%s", err, block[1])
		}
	}
	for _, name := range []string{"lines.toml", "http.toml"} {
		if !strings.Contains(page, "```toml\n"+readText(t, "examples", "light", "adapters", name)+"```\n") {
			t.Errorf("docs/sut.md does not show %s as it is", name)
		}
	}
}

// TestDocumentedKeys: every key is explained.
func TestDocumentedKeys(t *testing.T) {
	page := readText(t, "docs", "sut.md")
	for table := range tables {
		for _, key := range keysOf(table) {
			if !regexp.MustCompile("[`.]" + key + "[`. ]").MatchString(page) {
				t.Errorf("docs/sut.md does not explain %s of %q", key, table)
			}
		}
	}
}

func readText(t testing.TB, path ...string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(append([]string{"..", "..", "..", ".."}, path...)...))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
