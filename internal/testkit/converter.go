package testkit

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/imports/convert"
	"github.com/sextant-mbt/sextant/internal/testkit/codes"
	"github.com/sextant-mbt/sextant/internal/testkit/golden"
)

// Converter turns machines in another notation into the text of models. Its methods are what every converter must fulfil.
type Converter struct {
	Convert func(machine *diag.File, list *diag.List) convert.Model
	Ending  string             // of files with machines, with the dot
	Allowed map[diag.Code]bool // errors that the model of a machine without errors may have: of limits, and of constants
	Codes   string             // the section of docs/codes.md with the codes that it reports
}

// Text converts a machine that must have no errors.
func (c Converter) Text(t Failer, machine string) string {
	t.Helper()
	var list diag.List
	out := c.Convert(diag.NewFile("machine"+c.Ending, machine), &list).Text
	if list.HasErrors() {
		t.Fatalf("%v\n%s", diag.ToJSON(list.Sorted()), machine)
	}
	return out
}

// Files are the machines in testdata.
func (c Converter) Files(t testing.TB) []string {
	t.Helper()
	files, err := filepath.Glob("testdata/*" + c.Ending)
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	return files
}

// CheckGolden demands that the machines in testdata become the models next to them.
func (c Converter) CheckGolden(t *testing.T) {
	t.Helper()
	for _, path := range c.Files(t) {
		got := c.Text(t, ReadFile(t, path))
		LoadStrictly(t, got, nil)
		golden.File(t, strings.TrimSuffix(path, c.Ending)+".sxt", got)
	}
}

// CheckCodes demands that every documented code is what its example gives, and only that.
func (c Converter) CheckCodes(t *testing.T) {
	t.Helper()
	for _, info := range codes.Section(t, c.Codes) {
		if info.Example == "" {
			continue
		}
		for _, d := range c.errors(t, info.Example) {
			if d.Severity == diag.Error && d.Code != info.Code {
				t.Errorf("%s: the example gives %s: %s", info.Code, d.Code, d.Message)
			}
		}
	}
}

// CheckError demands that the first error of a machine is said at a text that begins with at.
func (c Converter) CheckError(t *testing.T, machine, at, message string) {
	t.Helper()
	found := c.errors(t, machine)
	if len(found) == 0 {
		return
	}
	if got := found[0]; !strings.HasPrefix(got.Span.Text(), at) || got.Span.Text() != "" && at == "" || got.Message != message {
		t.Errorf("%.300s\ngot  %.40q: %s\nwant %q: %s", machine, got.Span.Text(), got.Message, at, message)
	}
}

// errors are what is wrong with a machine, of which no model may be made.
func (c Converter) errors(t *testing.T, machine string) []diag.Diagnostic {
	t.Helper()
	var list diag.List
	if text := c.Convert(diag.NewFile("machine"+c.Ending, machine), &list).Text; text != "" {
		t.Errorf("%.300s\ngave a model:\n%s", machine, text)
	}
	if !list.HasErrors() {
		t.Errorf("%.300s\nhas no errors", machine)
	}
	return list.Sorted()
}

// Patience is how long a conversion may take.
const Patience = 5 * time.Minute

// CheckAny demands of any text that it ends soon with errors in their place, or with a model that compiles.
func (c Converter) CheckAny(t *testing.T, machine string) {
	watchdog := time.AfterFunc(Patience, func() { panic("no end after " + Patience.String()) })
	defer watchdog.Stop()
	var list diag.List
	out := c.Convert(diag.NewFile("machine"+c.Ending, machine), &list).Text
	for _, d := range list.Sorted() {
		if d.Message == "" || d.Code == "" || d.Span.File == nil || d.Span.Start > d.Span.End || d.Span.End > len(machine) {
			t.Errorf("bad diagnostic %+v", d)
		}
	}
	if list.HasErrors() != (out == "") {
		t.Fatalf("errors: %v, model: %q", list.HasErrors(), out)
	}
	if out != "" {
		c.MustCompile(t, out)
	}
}

// MustCompile demands that a model has no errors but the allowed ones.
func (c Converter) MustCompile(t Failer, model string) {
	t.Helper()
	_, found := loadText(t, model, nil)
	for _, d := range found {
		if d.Severity == diag.Error && !c.Allowed[d.Code] {
			t.Fatalf("%s at %v: %s\n%s", d.Code, d.Span.Position(), d.Message, model)
		}
	}
}

// LoadStrictly compiles a model that must have neither errors nor warnings.
func LoadStrictly(t Failer, model string, consts map[string]string) *sts.System {
	t.Helper()
	s, found := loadText(t, model, consts)
	for _, d := range found {
		if d.Severity <= diag.Warning {
			t.Fatalf("%s at %v: %s\n%s", d.Code, d.Span.Position(), d.Message, model)
		}
	}
	return s
}

// ReadFile reads a file that must be there.
func ReadFile(t testing.TB, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
