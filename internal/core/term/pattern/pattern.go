// Package pattern has the regular expressions of the language: the syntax is that of Go's package regexp, without assertions about positions
// (word boundaries, the ends of lines), and a pattern matches a whole string or not at all. So it is a regular language over code points:
// matching takes time proportional to the length of the string, and solvers support such languages too.
package pattern

import (
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"sync"
)

// Limits of a pattern.
const (
	maxSource       = 10_000 // bytes
	maxInstructions = 1000   // of the automaton, in which x{5} is written out
	maxRanges       = 4000   // of characters, in all classes
)

// Pattern is a regular expression.
type Pattern struct {
	Tree   *Node // what it means
	regexp *regexp.Regexp
}

// Match reports whether the whole string matches.
func (p *Pattern) Match(s string) bool { return p.regexp.MatchString(s) }

// flags are those of package regexp.
const flags = syntax.Perl

// Compile reads a pattern. The error describes the fault.
func Compile(source string) (*Pattern, error) {
	if len(source) > maxSource {
		return nil, fmt.Errorf("it is too large: %d bytes, of at most %d", len(source), maxSource)
	}
	parsed, err := syntax.Parse(source, flags)
	if err != nil {
		return nil, errors.New(reason(err))
	}
	t := translation{}
	tree, err := t.root(parsed)
	if err != nil {
		return nil, err
	}
	program, err := syntax.Compile(parsed.Simplify())
	if err != nil {
		return nil, errors.New(reason(err))
	}
	if len(program.Inst) > maxInstructions || t.ranges > maxRanges {
		return nil, fmt.Errorf("it is too large: an automaton for it has %d instructions and %d ranges of characters, of at most %d and %d",
			len(program.Inst), t.ranges, maxInstructions, maxRanges)
	}
	whole, err := regexp.Compile(`\A(?:` + source + `)\z`)
	if err != nil {
		return nil, errors.New(reason(err))
	}
	return &Pattern{Tree: tree, regexp: whole}, nil
}

// reason is the message of the parser, without its prefix.
func reason(err error) string {
	var e *syntax.Error
	if !errors.As(err, &e) {
		return err.Error()
	}
	return fmt.Sprintf("%s: `%.40s`", e.Code, e.Expr)
}

// known are patterns that were compiled before: symbolic execution needs the same ones often.
var known struct {
	sync.Mutex
	patterns map[string]*Pattern
}

// maxKnown is the number of patterns that are kept.
const maxKnown = 256

// Of returns the pattern of a source that Compile accepts. Any other source has the pattern that matches nothing.
func Of(source string) *Pattern {
	known.Lock()
	defer known.Unlock()
	if p := known.patterns[source]; p != nil {
		return p
	}
	p, err := Compile(source)
	if err != nil {
		p = &Pattern{Tree: &Node{Kind: Nothing}, regexp: regexp.MustCompile(`[^\x00-\x{10ffff}]`)}
	}
	if known.patterns == nil || len(known.patterns) >= maxKnown {
		known.patterns = map[string]*Pattern{}
	}
	known.patterns[source] = p
	return p
}
