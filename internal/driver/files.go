package driver

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// WriteFile writes a file so that a reader sees the old text or the new one, never a part: a temporary file beside it is
// renamed. What is not a regular file, such as a device, is written directly.
func WriteFile(path string, data []byte) error {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return os.WriteFile(path, data, 0o644)
	}
	temporary, err := os.CreateTemp(filepath.Dir(path), ".sextant-*")
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", path, err)
	}
	defer os.Remove(temporary.Name())
	if err := fill(temporary, data); err != nil {
		return fmt.Errorf("cannot write %s: %w", path, err)
	}
	if err := os.Rename(temporary.Name(), path); err != nil {
		return fmt.Errorf("cannot write %s: %w", path, err)
	}
	return nil
}

// CanWriteFile tells, before long work is done for it, whether WriteFile can write a file. The empty name is none, and no error.
func CanWriteFile(path string) error {
	if path == "" {
		return nil
	}
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return fmt.Errorf("cannot write %s: it is a folder; name a file", path)
	case err == nil && !info.Mode().IsRegular():
		return nil // a device or a pipe: to try it might be to write to it
	}
	if err := tryFolder(filepath.Dir(path)); err != nil {
		return fmt.Errorf("cannot write %s: %w", path, err)
	}
	return nil
}

// CanWriteFolder tells, before long work is done for it, whether files can be written to a folder, which may be made for them.
// The empty name is none, and no error.
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
		err = tryFolder(there)
	}
	if err != nil {
		return fmt.Errorf("cannot write to the folder %s: %w", path, err)
	}
	return nil
}

// tryFolder makes a file in a folder and removes it.
func tryFolder(folder string) error {
	f, err := os.CreateTemp(folder, ".sextant-*")
	if err != nil {
		return err
	}
	f.Close()
	return os.Remove(f.Name())
}

func fill(f *os.File, data []byte) error {
	_, err := f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	if err == nil {
		err = os.Chmod(f.Name(), 0o644)
	}
	return err
}
