package driver

import (
	"fmt"
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
