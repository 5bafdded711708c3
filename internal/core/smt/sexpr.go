package smt

import (
	"errors"
	"fmt"
	"strings"
)

// Limits of the reader. The text of a solver or of a file is not trusted.
const (
	maxDepth = 10_000
	maxNodes = 4_000_000
)

type nodeKind uint8

const (
	symbolNode nodeKind = iota // sat, 15, #x0f, |a b|
	quotedNode                 // a symbol between bars
	stringNode                 // "text", escapes not yet resolved
	listNode
)

// node is an s-expression.
type node struct {
	kind nodeKind
	text string
	list []*node
}

// is reports whether the node is the plain symbol.
func (n *node) is(symbol string) bool { return n.kind == symbolNode && n.text == symbol }

// head is the symbol that a list begins with.
func (n *node) head() string {
	if n.kind == listNode && len(n.list) > 0 && n.list[0].kind == symbolNode {
		return n.list[0].text
	}
	return ""
}

// String writes the node in a form that can be read back.
func (n *node) String() string {
	var b strings.Builder
	n.write(&b)
	return b.String()
}

func (n *node) write(b *strings.Builder) {
	switch n.kind {
	case quotedNode:
		b.WriteString("|" + n.text + "|")
	case stringNode:
		b.WriteString(`"` + strings.ReplaceAll(n.text, `"`, `""`) + `"`)
	case symbolNode:
		b.WriteString(n.text)
	case listNode:
		b.WriteByte('(')
		for i, m := range n.list {
			if i > 0 {
				b.WriteByte(' ')
			}
			m.write(b)
		}
		b.WriteByte(')')
	}
}

// reader takes a text apart into s-expressions.
type reader struct {
	text  string
	at    int
	nodes int
}

// readSexprs reads all s-expressions of a text.
func readSexprs(text string) ([]*node, error) {
	r := &reader{text: text}
	root := &node{kind: listNode}
	open := []*node{root}
	for r.skip() {
		if r.nodes++; r.nodes > maxNodes {
			return nil, fmt.Errorf("more than %d s-expressions", maxNodes)
		}
		top := open[len(open)-1]
		switch r.text[r.at] {
		case '(':
			r.at++
			if len(open) > maxDepth {
				return nil, fmt.Errorf("s-expressions nested deeper than %d", maxDepth)
			}
			n := &node{kind: listNode}
			top.list = append(top.list, n)
			open = append(open, n)
		case ')':
			r.at++
			if len(open) == 1 {
				return nil, fmt.Errorf("unexpected ) at byte %d", r.at-1)
			}
			open = open[:len(open)-1]
		default:
			n, err := r.atom()
			if err != nil {
				return nil, err
			}
			top.list = append(top.list, n)
		}
	}
	if len(open) > 1 {
		return nil, errors.New("the text ends within a list")
	}
	return root.list, nil
}

// skip moves past blanks and comments; false at the end of the text.
func (r *reader) skip() bool {
	for r.at < len(r.text) {
		switch c := r.text[r.at]; {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			r.at++
		case c == ';':
			end := strings.IndexByte(r.text[r.at:], '\n')
			if end < 0 {
				end = len(r.text) - r.at
			}
			r.at += end
		default:
			return true
		}
	}
	return false
}

func (r *reader) atom() (*node, error) {
	switch r.text[r.at] {
	case '"':
		return r.stringLiteral()
	case '|':
		end := strings.IndexByte(r.text[r.at+1:], '|')
		if end < 0 {
			return nil, errors.New("the text ends within a quoted symbol")
		}
		n := &node{kind: quotedNode, text: r.text[r.at+1 : r.at+1+end]}
		r.at += end + 2
		return n, nil
	}
	start := r.at
	for r.at < len(r.text) && !strings.ContainsRune(" \t\r\n();\"|", rune(r.text[r.at])) {
		r.at++
	}
	return &node{kind: symbolNode, text: r.text[start:r.at]}, nil
}

// stringLiteral reads up to the closing quote; a doubled quote is one quote.
func (r *reader) stringLiteral() (*node, error) {
	var b strings.Builder
	rest := r.text[r.at+1:]
	for {
		end := strings.IndexByte(rest, '"')
		if end < 0 {
			return nil, errors.New("the text ends within a string")
		}
		b.WriteString(rest[:end])
		rest = rest[end+1:]
		if !strings.HasPrefix(rest, `"`) {
			break
		}
		b.WriteByte('"')
		rest = rest[1:]
	}
	r.at = len(r.text) - len(rest)
	return &node{kind: stringNode, text: b.String()}, nil
}
