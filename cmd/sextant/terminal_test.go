package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

func TestBoundedWidth(t *testing.T) {
	for columns, want := range map[int]int{0: 100, -1: 100, 1: 1, 60: 60, 100: 100, 101: 100, 65535: 100} {
		if got := boundedWidth(columns); got != want {
			t.Errorf("%d columns: the width is %d, want %d", columns, got, want)
		}
	}
}

// TestWidthWithoutTerminal: what is not written to a terminal has the width of a pipe.
func TestWidthWithoutTerminal(t *testing.T) {
	f, err := os.Create(filepath.Join(t.TempDir(), "out"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if a, b, c := widthOf(&bytes.Buffer{}), widthOf(f), widthOf(&output{Writer: f}); a != 100 || b != 100 || c != 100 {
		t.Errorf("the widths are %d, %d and %d", a, b, c)
	}
}
