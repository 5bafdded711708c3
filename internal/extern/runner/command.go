package runner

import (
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
)

// splitCommand splits a command line at white space. Quotes, single or double, keep words together; a backslash takes the
// character after it as it is, except within single quotes. No shell is involved.
func splitCommand(line string) ([]string, error) {
	var s splitter
	for _, r := range line {
		s.take(r)
	}
	if s.quote != 0 || s.escaped {
		return nil, fmt.Errorf("the command %q ends within quotes", clip(line))
	}
	s.endWord()
	if len(s.words) == 0 {
		return nil, errors.New("no command is named: write a program and its arguments between the quotes")
	}
	return s.words, nil
}

// splitter takes a command line apart.
type splitter struct {
	words   []string
	word    strings.Builder
	inWord  bool
	quote   rune // the quote that is open, or 0
	escaped bool
}

func (s *splitter) take(r rune) {
	switch {
	case s.escaped:
		s.escaped = false
		s.add(r)
	case r == '\\' && s.quote != '\'':
		s.escaped = true
	case s.quote != 0 && r == s.quote:
		s.quote = 0
	case s.quote != 0:
		s.add(r)
	case r == '"' || r == '\'':
		s.quote, s.inWord = r, true
	case strings.ContainsRune(" \t\r\n", r):
		s.endWord()
	default:
		s.add(r)
	}
}

func (s *splitter) add(r rune) {
	s.word.WriteRune(r)
	s.inWord = true
}

func (s *splitter) endWord() {
	if s.inWord {
		s.words = append(s.words, s.word.String())
	}
	s.word.Reset()
	s.inWord = false
}

// findProgram is the path of a program: one with a slash is beside the model, another is looked for in PATH.
func findProgram(dir, name string) (string, error) {
	if !strings.ContainsAny(name, `/`+string(filepath.Separator)) {
		path, err := exec.LookPath(name)
		if err != nil {
			return "", fmt.Errorf("no program %s is in PATH: install it, or write ./%s if it lies beside the model", name, name)
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
