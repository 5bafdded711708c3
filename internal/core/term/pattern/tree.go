package pattern

import (
	"fmt"
	"regexp/syntax"
	"slices"
	"unicode"
	"unicode/utf8"
)

// Kind is the operation of a Node.
type Kind uint8

// The kinds.
const (
	Nothing  Kind = iota // no string at all
	Literal              // the string Text
	Class                // one character of Ranges
	Sequence             // the Parts, one after the other
	Choice               // one of the Parts
	Repeat               // the only one of Parts, from Min to Max times
)

// Unlimited is the Max of an unbounded repetition.
const Unlimited = -1

// Node is a set of strings.
type Node struct {
	Kind     Kind
	Text     string
	Ranges   []Range // in order, not empty, not touching
	Parts    []*Node
	Min, Max int
}

// Range is the characters from Low to High.
type Range struct{ Low, High rune }

// translation converts a parsed pattern to nodes.
type translation struct{ ranges int }

// root translates a whole pattern, which may have an anchor at either end.
func (t *translation) root(re *syntax.Regexp) (*Node, error) { return t.node(re, true, true) }

// node translates a part. first is set if nothing can precede it, last if nothing can follow it.
func (t *translation) node(re *syntax.Regexp, first, last bool) (*Node, error) {
	switch re.Op {
	case syntax.OpNoMatch:
		return &Node{Kind: Nothing}, nil
	case syntax.OpEmptyMatch:
		return &Node{Kind: Literal}, nil
	case syntax.OpLiteral:
		return t.literal(re)
	case syntax.OpCharClass:
		return t.class(re.Rune...), nil
	case syntax.OpAnyChar:
		return t.class(0, unicode.MaxRune), nil
	case syntax.OpAnyCharNotNL:
		return t.class(0, '\n'-1, '\n'+1, unicode.MaxRune), nil
	case syntax.OpCapture:
		return t.node(re.Sub[0], first, last)
	case syntax.OpStar, syntax.OpPlus, syntax.OpQuest, syntax.OpRepeat:
		return t.repeat(re)
	case syntax.OpConcat:
		return t.sequence(re.Sub, first, last)
	case syntax.OpAlternate:
		return t.choice(re.Sub, first, last)
	}
	if re.Op == syntax.OpBeginText && first || re.Op == syntax.OpEndText && last {
		return &Node{Kind: Literal}, nil
	}
	return nil, refusal(re)
}

// refusal returns the error for an assertion about a position, which is not supported.
func refusal(re *syntax.Regexp) error {
	switch re.Op {
	case syntax.OpBeginText:
		return fmt.Errorf("^ stands inside: a pattern matches the whole string, and needs no anchors")
	case syntax.OpEndText:
		return fmt.Errorf("$ stands inside: a pattern matches the whole string, and needs no anchors")
	case syntax.OpBeginLine, syntax.OpEndLine:
		return fmt.Errorf("with (?m), ^ and $ look for the ends of lines; write \\n where a line ends")
	}
	return fmt.Errorf("%s matches a place between characters, and a pattern has to match characters", re)
}

// literal translates a string; with (?i) each character has all its cases.
func (t *translation) literal(re *syntax.Regexp) (*Node, error) {
	if i := slices.IndexFunc(re.Rune, func(r rune) bool { return !utf8.ValidRune(r) }); i >= 0 {
		return nil, fmt.Errorf("\\x{%x} is one half of a character in UTF-16, and no character", re.Rune[i])
	}
	if re.Flags&syntax.FoldCase == 0 {
		return &Node{Kind: Literal, Text: string(re.Rune)}, nil
	}
	out := &Node{Kind: Sequence}
	for _, r := range re.Rune {
		cases := []rune{r}
		for c := unicode.SimpleFold(r); c != r; c = unicode.SimpleFold(c) {
			cases = append(cases, c)
		}
		slices.Sort(cases)
		var pairs []rune
		for _, c := range cases {
			pairs = append(pairs, c, c)
		}
		out.Parts = append(out.Parts, t.class(pairs...))
	}
	return out, nil
}

// class makes the class of pairs of first and last characters, which are in order.
func (t *translation) class(pairs ...rune) *Node {
	if len(pairs) == 0 {
		return &Node{Kind: Nothing}
	}
	out := &Node{Kind: Class}
	for i := 0; i < len(pairs); i += 2 {
		if n := len(out.Ranges); n > 0 && out.Ranges[n-1].High+1 >= pairs[i] {
			out.Ranges[n-1].High = max(out.Ranges[n-1].High, pairs[i+1])
			continue
		}
		out.Ranges = append(out.Ranges, Range{pairs[i], pairs[i+1]})
	}
	t.ranges += len(out.Ranges)
	return out
}

// repeat translates a repetition, which must not contain an anchor.
func (t *translation) repeat(re *syntax.Regexp) (*Node, error) {
	part, err := t.node(re.Sub[0], false, false)
	if err != nil {
		return nil, err
	}
	out := &Node{Kind: Repeat, Parts: []*Node{part}, Max: Unlimited}
	switch re.Op {
	case syntax.OpPlus:
		out.Min = 1
	case syntax.OpQuest:
		out.Max = 1
	case syntax.OpRepeat:
		out.Min, out.Max = re.Min, re.Max
	}
	return out, nil
}

// sequence translates parts that follow each other. A part next to an anchor at an end is at that end, too.
func (t *translation) sequence(subs []*syntax.Regexp, first, last bool) (*Node, error) {
	begin, end := 0, len(subs)-1
	for first && begin < end && subs[begin].Op == syntax.OpBeginText {
		begin++
	}
	for last && end > begin && subs[end].Op == syntax.OpEndText {
		end--
	}
	out := &Node{Kind: Sequence}
	for i := begin; i <= end; i++ {
		part, err := t.node(subs[i], first && i == begin, last && i == end)
		if err != nil {
			return nil, err
		}
		out.Parts = append(out.Parts, part)
	}
	return out, nil
}

// choice translates alternatives.
func (t *translation) choice(subs []*syntax.Regexp, first, last bool) (*Node, error) {
	out := &Node{Kind: Choice}
	for _, sub := range subs {
		part, err := t.node(sub, first, last)
		if err != nil {
			return nil, err
		}
		out.Parts = append(out.Parts, part)
	}
	return out, nil
}
