package file

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Inside reports whether a path leads to a file in a folder or below it. Links are followed, and the file need not exist yet.
func Inside(folder, path string) bool {
	folder, errFolder := filepath.Abs(folder)
	path, errPath := filepath.Abs(path)
	if errFolder != nil || errPath != nil {
		return false
	}
	relative, err := filepath.Rel(Target(folder), Target(path))
	return err == nil && relative != ".." && !strings.HasPrefix(relative, ".."+string(filepath.Separator))
}

// WriteInside is Write for a file in a folder from an untrusted source: a link that leads out of the folder is refused.
func WriteInside(path string, data []byte) error {
	if folder := filepath.Dir(path); !Inside(folder, path) {
		return fmt.Errorf("cannot write %s: it is a link that leads out of the folder; remove it", path)
	}
	return Write(path, data)
}

// Target follows the links in the part of an absolute path that exists. A dangling link is followed too, since writing to it creates the file
// that it names.
func Target(path string) string {
	const maxLinks = 40
	rest := ""
	for range maxLinks {
		if resolved, err := filepath.EvalSymlinks(path); err == nil {
			return filepath.Join(resolved, rest)
		}
		if target, ok := readLink(path); ok {
			path = target
			continue
		}
		parent := filepath.Dir(path)
		if parent == path {
			break
		}
		path, rest = parent, filepath.Join(filepath.Base(path), rest)
	}
	return filepath.Join(path, rest)
}

// readLink returns the absolute path that a link names.
func readLink(path string) (string, bool) {
	target, err := os.Readlink(path)
	if err != nil {
		return "", false
	}
	if !filepath.IsAbs(target) {
		target = filepath.Join(filepath.Dir(path), target)
	}
	return target, true
}
