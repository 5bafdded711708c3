package smt

import (
	"slices"
	"sort"
	"unicode"

	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/core/term/pattern"
)

// SMT-LIB has the characters up to U+2FFFF. Classes of characters in patterns are written without the others. An answer is right in
// spite of that if each of these others has a character of SMT-LIB that is in the same classes, and so can stand for it.

// beyondSolver returns the source of a pattern in conjuncts whose classes distinguish characters that SMT-LIB cannot, if there is one.
func beyondSolver(conjuncts []*term.Term) string {
	sources := patternsIn(conjuncts)
	var classes [][]pattern.Range
	for _, source := range sources {
		classes = appendClasses(classes, pattern.Of(source).Tree)
		if !replaceable(classes) {
			return source
		}
	}
	return ""
}

// patternsIn are the sources of patterns in terms.
func patternsIn(terms []*term.Term) []string {
	var out []string
	seen := map[*term.Term]bool{}
	for parts := slices.Clone(terms); len(parts) > 0; {
		t := parts[len(parts)-1]
		parts = parts[:len(parts)-1]
		if seen[t] {
			continue
		}
		seen[t] = true
		if t.Op() == term.OpMatches {
			out = append(out, t.Args()[1].Value().Text())
		}
		parts = append(parts, t.Args()...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func appendClasses(classes [][]pattern.Range, n *pattern.Node) [][]pattern.Range {
	if n.Kind == pattern.Class {
		return append(classes, n.Ranges)
	}
	for _, p := range n.Parts {
		classes = appendClasses(classes, p)
	}
	return classes
}

// replaceable reports whether for each character that SMT-LIB does not have there is one that is in the same classes.
func replaceable(classes [][]pattern.Range) bool {
	turns := []rune{0, firstHalf, lastHalf + 1, lastCharacter + 1}
	for _, class := range classes {
		for _, r := range class {
			turns = append(turns, r.Low, r.High+1)
		}
	}
	slices.Sort(turns)
	known := map[string]bool{}
	for _, c := range slices.Compact(turns) {
		switch {
		case c > unicode.MaxRune || c >= firstHalf && c <= lastHalf:
		case c <= lastCharacter:
			known[signature(classes, c)] = true
		case !known[signature(classes, c)]:
			return false
		}
	}
	return true
}

// The surrogates of UTF-16, which are not characters.
const (
	firstHalf = 0xd800
	lastHalf  = 0xdfff
)

// signature lists for each class whether a character is in it.
func signature(classes [][]pattern.Range, c rune) string {
	out := make([]byte, len(classes))
	for i, class := range classes {
		k := sort.Search(len(class), func(k int) bool { return class[k].High >= c })
		if k < len(class) && class[k].Low <= c {
			out[i] = 1
		}
	}
	return string(out)
}
