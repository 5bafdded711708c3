package runner

import (
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
)

// findProgram returns the path of a program: one with a slash is relative to the folder of the model, another is searched in PATH.
func findProgram(dir, name string) (string, error) {
	if !strings.ContainsAny(name, `/`+string(filepath.Separator)) {
		path, err := exec.LookPath(name)
		if err != nil {
			return "", fmt.Errorf("no program %s is in PATH: install it, or write ./%s if it is in the folder of the model", name, name)
		}
		return filepath.Abs(path)
	}
	path, err := filepath.Abs(inPlace(dir, name))
	if err != nil {
		return "", err
	}
	if _, err := exec.LookPath(path); err != nil {
		return "", fmt.Errorf("cannot run the program %s: %w: build it, and make it executable", name, commandCause(err))
	}
	return path, nil
}

func commandCause(err error) error {
	if in := (*exec.Error)(nil); errors.As(err, &in) {
		err = in.Err
	}
	return rootCause(err)
}
