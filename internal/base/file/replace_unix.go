//go:build !windows

package file

import (
	"io/fs"
	"path/filepath"

	"github.com/google/renameio/v2"
)

func replace(path string, data []byte, mode fs.FileMode) error {
	return renameio.WriteFile(path, data, mode, renameio.WithTempDir(filepath.Dir(path)))
}
