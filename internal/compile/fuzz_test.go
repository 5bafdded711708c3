package compile

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/internal/diag"
)

// FuzzLoad checks that any text, read as a model, ends with a valid system or with errors, soon. The file can import itself
// as lib.sxt.
func FuzzLoad(f *testing.F) {
	for _, pattern := range []string{"testdata/errors_*.txt", "testdata/lower/*.txtar", "../../examples/*/*.sxt"} {
		paths, err := filepath.Glob(pattern)
		if err != nil || len(paths) == 0 {
			f.Fatal("no seeds in", pattern)
		}
		for _, path := range paths {
			data, err := os.ReadFile(path)
			if err != nil {
				f.Fatal(err)
			}
			for _, part := range headerLine.Split(string(data), -1) {
				for _, chunk := range chunkBreak.Split(part, -1) {
					f.Add(chunk)
				}
			}
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		watchdog := time.AfterFunc(10*time.Second, func() { panic("no end after 10 seconds") })
		defer watchdog.Stop()
		m, found := loadFiles(t, map[string]string{"m.sxt": text, "lib.sxt": text}, Options{})
		for _, d := range found {
			if d.Message == "" || d.Code == "" || d.Span.Start > d.Span.End || d.Span.File == nil && d.Severity == diag.Error {
				t.Errorf("bad diagnostic %+v", d)
			}
		}
		if m.System != nil {
			_ = m.System.String()
		}
	})
}
