package table

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// temporaryName is how the names of new files begin before they get their own.
const temporaryName = ".sextant-table-"

// replaceFile gives a file a new text: a temporary file beside it is written to disk and renamed, so that whoever reads sees
// the old text or the new one, and a process that is killed leaves the old one. The caller holds the lock of the folder.
func replaceFile(path, text string, mode os.FileMode) error {
	folder := filepath.Dir(path)
	sweep(folder)
	temporary, err := os.CreateTemp(folder, temporaryName+"*")
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", path, err)
	}
	defer os.Remove(temporary.Name())
	if err := fill(temporary, text, mode); err != nil {
		return fmt.Errorf("cannot write %s: %w", path, err)
	}
	if err := os.Rename(temporary.Name(), path); err != nil {
		return fmt.Errorf("cannot write %s: %w", path, err)
	}
	return nil
}

// sweep removes temporary files that killed processes left.
func sweep(folder string) {
	files, _ := os.ReadDir(folder)
	for _, file := range files {
		if strings.HasPrefix(file.Name(), temporaryName) {
			os.Remove(filepath.Join(folder, file.Name()))
		}
	}
}

func fill(file *os.File, text string, mode os.FileMode) error {
	_, err := file.WriteString(text)
	if err == nil {
		err = file.Chmod(mode)
	}
	if err == nil {
		err = file.Sync()
	}
	if closeErr := file.Close(); err == nil {
		err = closeErr
	}
	return err
}

// target is the file that a path leads to: links are followed, so that they are not replaced.
func target(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return path
}
