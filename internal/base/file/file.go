// Package file writes files so that no reader sees a part of one, and locks them against other processes.
package file

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Write writes a file so that a reader sees the old content or the new one, never a part. An existing file keeps its permissions, and a link
// still leads to the file. A file that is not regular, such as a device, is written directly.
func Write(path string, data []byte) error {
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() {
		err = os.WriteFile(path, data, 0o644)
	} else {
		err = replace(Resolve(path), data, 0o644)
	}
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", path, err)
	}
	return nil
}

// Resolve returns the file that a path leads to.
func Resolve(path string) string {
	if resolved, err := filepath.EvalSymlinks(path); err == nil {
		return resolved
	}
	return path
}

// Sweep removes the temporary files that a process left when it was killed while it wrote the file. The caller holds a lock that
// all writers of the file take.
func Sweep(path string) {
	prefix := "." + filepath.Base(path)
	files, _ := os.ReadDir(filepath.Dir(path))
	for _, f := range files {
		if number, ok := strings.CutPrefix(f.Name(), prefix); ok && number != "" && strings.Trim(number, "0123456789") == "" {
			os.Remove(filepath.Join(filepath.Dir(path), f.Name()))
		}
	}
}

// CanWrite returns the error that Write would return, so that it is reported before a long computation rather than after it. An empty path is
// no error.
func CanWrite(path string) error {
	if path == "" {
		return nil
	}
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return fmt.Errorf("cannot write %s: it is a folder; name a file", path)
	case err == nil && !info.Mode().IsRegular():
		return nil // a device or a pipe: an attempt might write to it
	}
	if err := try(filepath.Dir(Resolve(path))); err != nil {
		return fmt.Errorf("cannot write %s: %w", path, err)
	}
	return nil
}

// CanWriteFolder returns an error if no files can be written to a folder, which need not exist yet. An empty path is no error.
func CanWriteFolder(path string) error {
	if path == "" {
		return nil
	}
	there := filepath.Clean(path)
	info, err := os.Stat(there)
	for errors.Is(err, fs.ErrNotExist) && there != filepath.Dir(there) {
		there = filepath.Dir(there)
		info, err = os.Stat(there)
	}
	switch {
	case err == nil && !info.IsDir():
		return fmt.Errorf("cannot write to the folder %s: %s is a file; name another with -o", path, there)
	case err == nil:
		err = try(there)
	}
	if err != nil {
		return fmt.Errorf("cannot write to the folder %s: %w", path, err)
	}
	return nil
}

// try creates a file in a folder and removes it.
func try(folder string) error {
	f, err := os.CreateTemp(folder, ".sextant-*")
	if err != nil {
		return err
	}
	f.Close()
	return os.Remove(f.Name())
}
