package subprocess

import (
	"errors"
	"fmt"
	"strings"

	"github.com/kballard/go-shellquote"
)

// Split splits a command line into words as a POSIX shell does: quotes and backslashes keep words together. Nothing is expanded,
// and no shell is involved. On Windows write paths with slashes.
func Split(command string) ([]string, error) {
	words, err := shellquote.Split(strings.ReplaceAll(command, "\r", " "))
	switch {
	case err != nil:
		return nil, fmt.Errorf("the command %q ends within quotes", command)
	case len(words) == 0 || words[0] == "":
		return nil, errors.New("no command is given: write a program and its arguments")
	}
	return words, nil
}
