// Package codes reads docs/codes.md, so that tests can run the example of each code.
package codes

import (
	"os"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/base/diag"
)

// Entry documents a code.
type Entry struct {
	Code    diag.Code
	Meaning string
	Example string // a text that yields the code, or empty
}

// The sections of the page.
const (
	Syntax   = "Syntax errors"
	Model    = "Semantic errors, warnings and notes"
	Table    = "Tables of externs"
	EFSM     = "Tables of EFSMs"
	MachineB = "Machines of B"
	XLIA     = "Systems in xLIA"
	OpenAPI  = "OpenAPI documents"
	Protobuf = "Protocol Buffers"
	UPPAAL   = "Systems of UPPAAL"
)

// Section returns the entries of a section.
func Section(t testing.TB, title string) []Entry {
	t.Helper()
	up := ""
	for range 5 {
		if _, err := os.Stat(up + "go.mod"); err == nil {
			break
		}
		up += "../"
	}
	page, err := os.ReadFile(up + "docs/codes.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(page), "\n## "+title+"\n")
	section, _, _ = strings.Cut(section, "\n## ")
	var entries []Entry
	for _, part := range strings.Split(section, "\n### ")[1:] {
		code, text, _ := strings.Cut(part, "\n")
		meaning, example, _ := strings.Cut(text, "```text\n")
		example, _, _ = strings.Cut(example, "```")
		entries = append(entries, Entry{diag.Code(code), strings.TrimSpace(meaning), example})
	}
	if len(entries) == 0 {
		t.Fatalf("docs/codes.md has no section %q", title)
	}
	return entries
}
