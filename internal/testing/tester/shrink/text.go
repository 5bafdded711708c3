package shrink

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// partRuns bounds how many parts of one size are tried in a string.
const partRuns = 128

// simpleRunes are the characters that replace others.
var simpleRunes = []rune("abA0 ")

// texts is the search for a simple string.
type texts struct {
	best []rune
	set  func(string) (bool, error)
}

// simplifyText looks for the shortest string that fails, with the simplest characters.
func simplifyText(text string, set func(string) (bool, error)) error {
	if done, err := set(""); err != nil || done || !utf8.ValidString(text) {
		return err
	}
	x := &texts{best: []rune(text), set: set}
	for i := 0; i < len(simpleRunes) && len(x.best) > 1; i++ {
		if done, err := x.try(simpleRunes[i : i+1]); err != nil || done {
			return err
		}
	}
	if _, err := x.try([]rune(strings.Repeat("a", len(x.best)))); err != nil {
		return err
	}
	for _, pass := range []func() error{x.shorten, x.plain} {
		if err := pass(); err != nil {
			return err
		}
	}
	return nil
}

func (x *texts) try(candidate []rune) (bool, error) {
	done, err := x.set(string(candidate))
	if done {
		x.best = candidate
	}
	return done, err
}

// shorten leaves out parts of halving sizes. In a string of one character it does not matter which.
func (x *texts) shorten() error {
	for size := len(x.best) / 2; size > 0; size /= 2 {
		if len(x.best)/size > partRuns && !x.uniform() {
			return nil
		}
		for start := 0; start+size <= len(x.best); {
			shorter, err := x.try(slices.Concat(x.best[:start], x.best[start+size:]))
			if err != nil {
				return err
			}
			if !shorter && x.uniform() {
				break
			}
			if !shorter {
				start += size
			}
		}
	}
	return nil
}

func (x *texts) uniform() bool {
	return !slices.ContainsFunc(x.best, func(r rune) bool { return r != x.best[0] })
}

// plain replaces characters by simple ones, in parts of halving sizes.
func (x *texts) plain() error {
	for size := len(x.best); size > 0; size /= 2 {
		if len(x.best)/size > partRuns {
			return nil
		}
		for start := 0; start < len(x.best); start += size {
			if err := x.plainPart(start, min(start+size, len(x.best)), size == 1); err != nil {
				return err
			}
		}
	}
	return nil
}

// plainPart replaces the characters of a part by one that is simple: the simplest, or the first of several that fails.
func (x *texts) plainPart(from, to int, several bool) error {
	for _, r := range simpleRunes {
		candidate := slices.Clone(x.best)
		for i := from; i < to; i++ {
			if rank(r) < rank(candidate[i]) {
				candidate[i] = r
			}
		}
		done, err := x.try(candidate)
		if err != nil || done || !several {
			return err
		}
	}
	return nil
}
