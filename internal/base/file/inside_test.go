package file_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/sextant-mbt/sextant/internal/base/file"
)

func TestInside(t *testing.T) {
	top := t.TempDir()
	folder := filepath.Join(top, "model")
	for _, name := range []string{folder, filepath.Join(folder, "sub"), filepath.Join(top, "modelling")} {
		if err := os.MkdirAll(name, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	links := map[string]string{"out": top, "nowhere": filepath.Join(top, "new.csv"), "sub/up": "..", "back": "../model/sub", "loop": "loop"}
	for name, target := range links {
		if err := os.Symlink(target, filepath.Join(folder, name)); err != nil {
			t.Skip(err)
		}
	}
	for path, want := range map[string]bool{
		".": true, "a.csv": true, "sub/a.csv": true, "not/yet/a.csv": true, "sub/../a.csv": true, "..a": true,
		"..": false, "../a.csv": false, "sub/../../a.csv": false, "../modelling/a.csv": false, "../model/a.csv": true,
		"out/a.csv": false, "nowhere": false, "sub/up/a.csv": true, "sub/up/../a.csv": true, "back/a.csv": true, "loop/a.csv": true,
	} {
		if got := file.Inside(folder, filepath.Join(folder, filepath.FromSlash(path))); got != want {
			t.Errorf("Inside(%s) = %v, want %v", path, got, want)
		}
	}
	if file.Inside(folder, "/etc/passwd") {
		t.Error("an absolute path elsewhere is inside")
	}
}
