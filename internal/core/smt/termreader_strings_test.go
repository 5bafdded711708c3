package smt

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Reading operations on strings, whose arguments have different sorts, and regular expressions, which are not terms.

// textApplication is an operation on arguments of some sorts.
type textApplication struct {
	sorts []*term.Sort
	build func(s *term.Store, args []*term.Term) *term.Term
}

var (
	twoTexts         = []*term.Sort{term.String, term.String}
	threeTexts       = []*term.Sort{term.String, term.String, term.String}
	textApplications = map[string]textApplication{
		"str.<":           {twoTexts, onTwo((*term.Store).Lt)},
		"str.<=":          {twoTexts, onTwo((*term.Store).Le)},
		"str.contains":    {twoTexts, onTwo((*term.Store).Contains)},
		"str.prefixof":    {twoTexts, onTwo(flip((*term.Store).StartsWith))},
		"str.suffixof":    {twoTexts, onTwo(flip((*term.Store).EndsWith))},
		"str.replace":     {threeTexts, onThree((*term.Store).Replace)},
		"str.replace_all": {threeTexts, onThree((*term.Store).ReplaceAll)},
		"str.substr":      {[]*term.Sort{term.String, term.Int, term.Int}, onThree((*term.Store).Substring)},
		"str.indexof":     {[]*term.Sort{term.String, term.String, term.Int}, onThree((*term.Store).IndexOf)},
		"str.to_int":      {[]*term.Sort{term.String}, onOne((*term.Store).ToInt)},
		"str.from_int":    {[]*term.Sort{term.Int}, onOne((*term.Store).FromInt)},
	}
)

func onOne(build func(*term.Store, *term.Term) *term.Term) func(*term.Store, []*term.Term) *term.Term {
	return func(s *term.Store, args []*term.Term) *term.Term { return build(s, args[0]) }
}

func onTwo(build binaryBuilder) func(*term.Store, []*term.Term) *term.Term {
	return func(s *term.Store, args []*term.Term) *term.Term { return build(s, args[0], args[1]) }
}

func onThree(build func(_ *term.Store, a, b, c *term.Term) *term.Term) func(*term.Store, []*term.Term) *term.Term {
	return func(s *term.Store, args []*term.Term) *term.Term { return build(s, args[0], args[1], args[2]) }
}

// applyText reads an operation on strings; false if it is none.
func (r *termReader) applyText(operator string, args []*term.Term) (*term.Term, bool, error) {
	a, ok := textApplications[operator]
	if !ok {
		return nil, false, nil
	}
	if len(args) != len(a.sorts) {
		return nil, true, fmt.Errorf("%s has %d arguments", operator, len(args))
	}
	for i, arg := range args {
		if !arg.Sort().Same(a.sorts[i]) {
			return nil, true, fmt.Errorf("%s has an argument of %s", operator, arg.Sort())
		}
	}
	return a.build(r.store, args), true, nil
}

// membership reads (str.in_re term language).
func (r *termReader) membership(n *node) (*term.Term, error) {
	if len(n.list) != 3 {
		return nil, fmt.Errorf("str.in_re needs a string and a language")
	}
	t, err := r.read(n.list[1])
	if err != nil {
		return nil, err
	}
	if t.Sort().Kind != term.KindString {
		return nil, fmt.Errorf("str.in_re has an argument of %s", t.Sort())
	}
	source, err := languageSource(n.list[2])
	if err != nil {
		return nil, err
	}
	return r.store.Matches(t, source), nil
}

// languageSource is the pattern of a language.
func languageSource(n *node) (string, error) {
	switch {
	case n.is("re.allchar"):
		return `(?s:.)`, nil
	case n.is("re.none"):
		return `[^\x00-\x{10ffff}]`, nil
	case n.head() == "str.to_re" && len(n.list) == 2:
		text, err := unescape(n.list[1].text)
		return "(?:" + regexp.QuoteMeta(text) + ")", err
	case n.head() == "re.range" && len(n.list) == 3:
		return rangeSource(n.list[1].text, n.list[2].text)
	}
	if n.kind != listNode || len(n.list) < 2 {
		return "", fmt.Errorf("%s is no language", text.Clip(n.String(), 200))
	}
	var parts []string
	for _, m := range n.list[1:] {
		part, err := languageSource(m)
		if err != nil {
			return "", err
		}
		parts = append(parts, part)
	}
	switch operator := n.list[0]; {
	case operator.is("re.++"):
		return "(?:" + strings.Join(parts, "") + ")", nil
	case operator.is("re.union"):
		return "(?:" + strings.Join(parts, "|") + ")", nil
	default:
		repetition, err := repetitionSource(operator)
		return "(?:" + parts[0] + repetition + ")", err
	}
}

// repetitionSource is the operator of a pattern that repeats.
func repetitionSource(operator *node) (string, error) {
	simple := map[string]string{"re.*": "*", "re.+": "+", "re.opt": "?"}
	if source, ok := simple[operator.text]; ok && operator.kind == symbolNode {
		return source, nil
	}
	if operator.head() != "_" || len(operator.list) < 3 {
		return "", fmt.Errorf("%s does not repeat", text.Clip(operator.String(), 200))
	}
	var times []string
	for _, n := range operator.list[2:] {
		times = append(times, n.text)
	}
	return "{" + strings.Join(times, ",") + "}", nil
}

// rangeSource is the class of characters between two.
func rangeSource(low, high string) (string, error) {
	var ends []string
	for _, end := range []string{low, high} {
		code := ""
		if digits, length := escapeSequence(end); length == len(end) && length > 0 {
			code = digits
		} else if runes := []rune(end); len(runes) == 1 {
			code = strconv.FormatInt(int64(runes[0]), 16)
		} else {
			return "", fmt.Errorf("%q is no character", end)
		}
		if code == strconv.FormatInt(lastCharacter, 16) {
			code = "10ffff"
		}
		ends = append(ends, `\x{`+code+`}`)
	}
	return "[" + ends[0] + "-" + ends[1] + "]", nil
}
