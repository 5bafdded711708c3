package verify

import (
	"fmt"
	"strconv"
	"strings"
)

// node is an expression in parentheses, or a word.
type node struct {
	word   string
	quoted bool // the word was in quotation marks
	list   []*node
	line   int
}

// isList reports whether the node is an expression in parentheses.
func (n *node) isList() bool { return n.list != nil }

// head returns the first word of an expression in parentheses; empty if there is none.
func (n *node) head() string {
	if len(n.list) == 0 || n.list[0].isList() || n.list[0].quoted {
		return ""
	}
	return n.list[0].word
}

// errorf returns an error at the line of the node.
func (n *node) errorf(format string, args ...any) error {
	return fmt.Errorf("line %d: %s", n.line, fmt.Sprintf(format, args...))
}

// maxDepth bounds how deep parentheses are nested.
const maxDepth = 2000

// parse reads the expressions of a text.
func parse(text string) ([]*node, error) {
	p := &parser{text: text, line: 1}
	var open []*node
	top := &node{list: []*node{}}
	open = append(open, top)
	for {
		word, quoted, err := p.next()
		last := open[len(open)-1]
		switch {
		case err != nil:
			return nil, err
		case word == "" && !quoted:
			if len(open) > 1 {
				return nil, last.errorf("the expression that begins here has no end")
			}
			return top.list, nil
		case word == "(" && !quoted:
			if len(open) > maxDepth {
				return nil, fmt.Errorf("line %d: more than %d parentheses are open", p.line, maxDepth)
			}
			n := &node{list: []*node{}, line: p.line}
			last.list = append(last.list, n)
			open = append(open, n)
		case word == ")" && !quoted:
			if len(open) == 1 {
				return nil, fmt.Errorf("line %d: a parenthesis is closed that was not opened", p.line)
			}
			open = open[:len(open)-1]
		default:
			last.list = append(last.list, &node{word: word, quoted: quoted, line: p.line})
		}
	}
}

// parser splits a text into words.
type parser struct {
	text string
	at   int
	line int
}

// next returns the next word; an empty one without quotation marks at the end.
func (p *parser) next() (word string, quoted bool, err error) {
	for p.at < len(p.text) && strings.IndexByte(" \t\r\n", p.text[p.at]) >= 0 {
		if p.text[p.at] == '\n' {
			p.line++
		}
		p.at++
	}
	if p.at == len(p.text) {
		return "", false, nil
	}
	rest := p.text[p.at:]
	switch rest[0] {
	case '(', ')':
		p.at++
		return rest[:1], false, nil
	case '"':
		prefix, err := strconv.QuotedPrefix(rest)
		if err != nil {
			return "", false, fmt.Errorf("line %d: a text in quotation marks has no end", p.line)
		}
		p.at += len(prefix)
		word, err = strconv.Unquote(prefix)
		return word, true, err
	}
	end := strings.IndexAny(rest, " \t\r\n()\"")
	if end < 0 {
		end = len(rest)
	}
	p.at += end
	return rest[:end], false, nil
}

// number reads a word as a number from 0 to below a limit.
func (n *node) number(limit int) (int, error) {
	i, err := strconv.Atoi(n.word)
	if n.isList() || n.quoted || err != nil || i < 0 || i >= limit {
		return 0, n.errorf("%q is not a number below %d", n.word, limit)
	}
	return i, nil
}

// reference reads a word such as s3: a letter and a number below a limit.
func (n *node) reference(letter string, limit int) (int, error) {
	digits, found := strings.CutPrefix(n.word, letter)
	if n.isList() || n.quoted || !found {
		return 0, n.errorf("%q does not begin with %s", n.word, letter)
	}
	return (&node{word: digits, line: n.line}).number(limit)
}
