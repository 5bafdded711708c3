package compile

import (
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/testkit/core"
	"github.com/sextant-mbt/sextant/internal/testkit/golden"
)

// FuzzLoad checks that any text, read as a model, quickly yields a valid system or errors. The file can import itself as lib.sxt. A text with
// syntax errors is compiled as well, for the uses of names in it.
func FuzzLoad(f *testing.F) {
	golden.AddSeeds(f, "testdata/errors_*.txt", "testdata/lower/*.txtar", "../../../examples/*/*.sxt")
	f.Fuzz(func(t *testing.T, text string) {
		watchdog := time.AfterFunc(10*time.Second, func() { panic("no end after 10 seconds") })
		defer watchdog.Stop()
		m, found := loadFiles(t, map[string]string{"m.sxt": text, "lib.sxt": text}, Options{})
		for _, d := range found {
			if d.Message == "" || d.Code == "" || d.Span.Start > d.Span.End || d.Span.File == nil && d.Severity == diag.Error {
				t.Errorf("bad diagnostic %+v", d)
			}
		}
		loadFiles(t, map[string]string{"m.sxt": text, "lib.sxt": text}, Options{Uses: &Uses{Placeholder: "x"}})
		if m.System != nil {
			_ = core.Text(m.System)
		}
	})
}
