// Package program identifies the parts of a runner of an extern: the program of a command, and its files in the model's folder, with their
// hashes.
package program

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/subprocess"
	"github.com/sextant-mbt/sextant/internal/core/sts"
)

// Place returns the path of a file that a model names: relative to the folder of the model, unless it is absolute.
func Place(dir, path string) string {
	path = filepath.FromSlash(path)
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(dir, path)
}

// Find returns the path of a program: one with a slash is relative to the folder of the model, another is searched in PATH.
func Find(dir, name string) (string, error) {
	if !strings.ContainsAny(name, `/`+string(filepath.Separator)) {
		path, err := exec.LookPath(name)
		if err != nil {
			return "", fmt.Errorf("no program %s is in PATH: install it, or write ./%s if it is in the folder of the model", name, name)
		}
		return filepath.Abs(path)
	}
	path, err := filepath.Abs(Place(dir, name))
	if err != nil {
		return "", err
	}
	if _, err := exec.LookPath(path); err != nil {
		return "", fmt.Errorf("cannot run the program %s: %w: build it, and make it executable", name, Cause(err))
	}
	return path, nil
}

// Command splits a command line into words, of which the first is the path of the program.
func Command(dir, line string) ([]string, error) {
	words, err := subprocess.Split(line)
	if err == nil {
		words[0], err = Find(dir, words[0])
	}
	return words, err
}

// Cause returns the error about a file or program without its path.
func Cause(err error) error {
	if in := (*exec.Error)(nil); errors.As(err, &in) {
		err = in.Err
	}
	if in := (*os.PathError)(nil); errors.As(err, &in) {
		return in.Err
	}
	return err
}

// Files returns the names that may be files of a runner: a script, a module, or the words of a command. A program with an absolute
// path, such as an interpreter, does not count: it differs between machines.
func Files(r sts.Runner) []string {
	switch r.Kind {
	case "starlark", "wasm":
		return []string{r.Spec}
	case "exec":
		words, _ := subprocess.Split(r.Spec) // a command that is wrong has no files
		return slices.DeleteFunc(words, filepath.IsAbs)
	}
	return nil
}

// Hash returns the hash of a file as sha256sum prints it, or nothing if it cannot be read.
func Hash(path string) string {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return ""
	}
	file, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer file.Close()
	h := sha256.New()
	if _, err := io.Copy(h, file); err != nil {
		return ""
	}
	return hex.EncodeToString(h.Sum(nil))
}
