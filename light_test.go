package sextant_test

import (
	"os/exec"
	"strings"
	"testing"
)

// The bounds of what an importer of the package links: packages with those of the standard library that a test has, and modules.
const (
	maxPackages = 247
	maxModules  = 6
)

// TestLight: what only some models need is linked only where it is used.
func TestLight(t *testing.T) {
	out, err := exec.CommandContext(t.Context(), "go", "list", "-deps", "-f", "{{.ImportPath}} {{with .Module}}{{.Path}}{{end}}", ".", "testing/internal/testdeps").Output()
	if err != nil {
		t.Fatal(err)
	}
	packages, modules := 0, map[string]bool{}
	for line := range strings.Lines(string(out)) {
		path, module, _ := strings.Cut(strings.TrimSpace(line), " ")
		packages++
		if module != "" {
			modules[module] = true
		}
		switch path {
		case "net/http", "crypto/tls", "go/format", "encoding/xml":
			t.Errorf("%s is linked", path)
		}
	}
	if packages > maxPackages || len(modules) > maxModules {
		t.Errorf("an importer gets %d packages of %d modules: at most %d and %d", packages, len(modules), maxPackages, maxModules)
	}
}
