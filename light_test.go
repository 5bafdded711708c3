package sextant_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// The bounds of what an importer of the package links: packages of others, with those of the standard library that a test has; modules,
// with this one; and the bytes of a test as go test builds it, without symbols.
const (
	maxForeign = 153
	maxModules = 6
	maxBytes   = 12_000_000
)

// heavy lists packages that only some models or commands need.
var heavy = []string{"net/http", "crypto/tls", "go/format", "encoding/xml", "text/template", "html/template", "database/sql"}

// TestLight: what only some models need is linked only where it is used.
func TestLight(t *testing.T) {
	out, err := exec.CommandContext(t.Context(), "go", "list", "-deps", "-f", "{{.ImportPath}} {{with .Module}}{{.Path}}{{end}}", ".", "testing/internal/testdeps").Output()
	if err != nil {
		t.Fatal(err)
	}
	foreign, modules := 0, map[string]bool{}
	for line := range strings.Lines(string(out)) {
		path, module, _ := strings.Cut(strings.TrimSpace(line), " ")
		if module != "" {
			modules[module] = true
		}
		if module != "github.com/sextant-mbt/sextant" {
			foreign++
		}
		if slices.Contains(heavy, path) {
			t.Errorf("%s is linked", path)
		}
	}
	if foreign > maxForeign || len(modules) > maxModules {
		t.Errorf("an importer gets %d packages of others, of %d modules with this one: at most %d and %d", foreign, len(modules), maxForeign, maxModules)
	}
}

// TestLightBinary: the binary of a test of an importer is small.
func TestLightBinary(t *testing.T) {
	if testing.Short() || runtime.GOARCH != "amd64" {
		t.Skip("builds a test, whose size depends on the processor")
	}
	binary := filepath.Join(t.TempDir(), "importer.test")
	if out, err := exec.CommandContext(t.Context(), "go", "test", "-c", "-vet=off", "-ldflags=-s -w", "-o", binary, "./testdata/importer").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	info, err := os.Stat(binary)
	if err != nil {
		t.Fatal(err)
	}
	if t.Logf("%d bytes", info.Size()); info.Size() > maxBytes {
		t.Errorf("the binary has %d bytes: at most %d", info.Size(), maxBytes)
	}
}
