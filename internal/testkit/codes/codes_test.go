package codes_test

import (
	"os"
	"regexp"
	"testing"

	"github.com/sextant-mbt/sextant/internal/testkit/codes"
)

// Every declared code is documented once in some section, and every documented code is declared.
func TestCodesAreDocumented(t *testing.T) {
	data, err := os.ReadFile("../../base/diag/codes.go")
	if err != nil {
		t.Fatal(err)
	}
	declared := map[string]bool{}
	for _, m := range regexp.MustCompile(`Code = "([a-z0-9-]+)"`).FindAllStringSubmatch(string(data), -1) {
		declared[m[1]] = false
	}
	if len(declared) < 70 {
		t.Errorf("only %d codes were found", len(declared))
	}
	for _, title := range []string{codes.Syntax, codes.Model, codes.Table, codes.EFSM, codes.MachineB, codes.XLIA, codes.OpenAPI, codes.Protobuf} {
		seen := map[string]bool{}
		for _, e := range codes.Section(t, title) {
			code := string(e.Code)
			if _, ok := declared[code]; !ok || seen[code] || e.Meaning == "" {
				t.Errorf("%s: %s is not declared, is documented twice, or has no meaning", title, code)
			}
			seen[code], declared[code] = true, true
		}
	}
	for code, documented := range declared {
		if !documented {
			t.Errorf("%s is not documented", code)
		}
	}
}
