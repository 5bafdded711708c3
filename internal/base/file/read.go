package file

import (
	"fmt"
	"io"
	"os"
	"syscall"
)

// Read reads a file of bounded size. A pipe may be given instead of a file; one without a writer is empty, and an endless device is
// too large.
func Read(path string, limit int) ([]byte, error) {
	file, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0) // opening a pipe would wait for a writer
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if info, err := file.Stat(); err == nil && info.IsDir() {
		return nil, fmt.Errorf("%s is a folder, not a file", path)
	}
	data, err := io.ReadAll(io.LimitReader(file, int64(limit)+1))
	if err == nil && len(data) > limit {
		err = fmt.Errorf("%s is larger than %d MiB", path, limit>>20)
	}
	return data, err
}
