package file

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"
)

func write(t *testing.T, path, content string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

func content(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// entries returns the number of files in a folder.
func entries(t *testing.T, folder string) int {
	t.Helper()
	files, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	return len(files)
}

// A file keeps its permissions when it is written again, and nothing else is left in the folder.
func TestWrite(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.txt")
	if err := Write(path, []byte("one")); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := Write(path, []byte("two")); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if content(t, path) != "two" || entries(t, dir) != 1 || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("%q, %d files, %v", content(t, path), entries(t, dir), info.Mode())
	}
	if err := Write(filepath.Join(dir, "none", "a"), nil); err == nil {
		t.Error("written to a folder that does not exist")
	}
}

// A link stays a link.
func TestWriteLink(t *testing.T) {
	dir := t.TempDir()
	path, link := filepath.Join(dir, "a.txt"), filepath.Join(dir, "link")
	write(t, path, "one")
	if err := os.Symlink("a.txt", link); err != nil {
		t.Skip(err)
	}
	if err := Write(link, []byte("two")); err != nil {
		t.Fatal(err)
	}
	if target, err := os.Readlink(link); err != nil || target != "a.txt" || content(t, path) != "two" {
		t.Errorf("link to %q (%v), content %q", target, err, content(t, path))
	}
}

func TestWriteDevice(t *testing.T) {
	if err := Write(os.DevNull, []byte("x")); err != nil {
		t.Error(err)
	}
}

// Only temporary files of this file are swept away.
func TestSweep(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{".a.csv123", ".a.csv", ".a.csv12b", "a.csv1", ".b.csv1"} {
		write(t, filepath.Join(dir, name), "")
	}
	Sweep(filepath.Join(dir, "a.csv"))
	if _, err := os.Stat(filepath.Join(dir, ".a.csv123")); err == nil || entries(t, dir) != 4 {
		t.Errorf("%d files are left", entries(t, dir))
	}
}

func TestCanWrite(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a")
	write(t, path, "")
	for _, test := range []struct {
		err  error
		good bool
	}{
		{CanWrite(""), true}, {CanWrite(path), true}, {CanWrite(os.DevNull), true}, {CanWrite(dir), false}, {CanWrite(filepath.Join(dir, "b", "c")), false},
		{CanWriteFolder(""), true}, {CanWriteFolder(dir), true}, {CanWriteFolder(filepath.Join(dir, "b", "c")), true}, {CanWriteFolder(filepath.Join(path, "c")), false},
	} {
		if (test.err == nil) != test.good {
			t.Errorf("got %v, want success %v", test.err, test.good)
		}
	}
	if entries(t, dir) != 1 {
		t.Error("the check left files")
	}
}

// A lock of a file or a folder excludes others until it is released, and leaves nothing.
func TestLock(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a")
	write(t, path, "")
	for _, p := range []string{dir, path} {
		unlock, err := Lock(p, time.Second)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Lock(p, 10*time.Millisecond); !errors.Is(err, ErrLocked) {
			t.Errorf("a second lock of %s gets %v", p, err)
		}
		time.AfterFunc(20*time.Millisecond, unlock)
		again, err := Lock(p, 10*time.Second)
		if err != nil {
			t.Fatal(err)
		}
		again()
	}
	if runtime.GOOS != "windows" && entries(t, dir) != 1 {
		t.Error("the locks left files")
	}
	if _, err := Lock(filepath.Join(dir, "none"), 0); err == nil || errors.Is(err, ErrLocked) {
		t.Errorf("what does not exist was locked: %v", err)
	}
}
