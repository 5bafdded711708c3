package term_test

import (
	"math/big"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/core/term/pattern"
)

// The reference of the operations on strings: the definitions of SMT-LIB, character by character.

// onCharacters is an operation whose first argument is a string.
func onCharacters(op term.Op, args []any) any {
	s := []rune(args[0].(string))
	switch op {
	case term.OpSubstring:
		return string(part(s, args[1].(*big.Rat), args[2].(*big.Rat)))
	case term.OpToInt:
		return number(s)
	case term.OpUpper:
		return recased(s, 'a', 'A')
	case term.OpLower:
		return recased(s, 'A', 'a')
	case term.OpMatches:
		return slices.Contains(ends(pattern.Of(args[1].(string)).Tree, s, 0), len(s))
	}
	t := []rune(args[1].(string))
	switch op {
	case term.OpTextLt:
		return slices.Compare(s, t) < 0
	case term.OpTextLe:
		return slices.Compare(s, t) <= 0
	case term.OpContains:
		return find(s, t, 0) >= 0
	case term.OpStartsWith:
		return isAt(s, t, 0)
	case term.OpEndsWith:
		return isAt(s, t, len(s)-len(t))
	case term.OpIndexOf:
		from := args[2].(*big.Rat)
		if from.Sign() < 0 || from.Cmp(size(s)) > 0 {
			return big.NewRat(-1, 1)
		}
		return big.NewRat(int64(find(s, t, int(from.Num().Int64()))), 1)
	}
	return string(replaced(s, t, []rune(args[2].(string)), op == term.OpReplaceAll))
}

func size(s []rune) *big.Rat { return big.NewRat(int64(len(s)), 1) }

// part is the longest part of s from start that is not longer than length.
func part(s []rune, start, length *big.Rat) []rune {
	if start.Sign() < 0 || start.Cmp(size(s)) >= 0 || length.Sign() <= 0 {
		return nil
	}
	out := s[start.Num().Int64():]
	if length.Cmp(size(out)) < 0 {
		out = out[:length.Num().Int64()]
	}
	return out
}

// isAt reports whether t occurs in s at a place.
func isAt(s, t []rune, at int) bool {
	return at >= 0 && at+len(t) <= len(s) && slices.Equal(s[at:at+len(t)], t)
}

// find is the first place of t in s from a place on, -1 if there is none.
func find(s, t []rune, from int) int {
	for i := from; i <= len(s); i++ {
		if isAt(s, t, i) {
			return i
		}
	}
	return -1
}

// replaced is s with the first t, or all, replaced by u.
func replaced(s, t, u []rune, all bool) []rune {
	i := find(s, t, 0)
	if i < 0 || all && len(t) == 0 {
		return s
	}
	rest := s[i+len(t):]
	if all {
		rest = replaced(rest, t, u, true)
	}
	return slices.Concat(s[:i], u, rest)
}

func number(s []rune) *big.Rat {
	n := new(big.Int)
	for _, r := range s {
		if r < '0' || r > '9' {
			return big.NewRat(-1, 1)
		}
		n.Add(n.Mul(n, big.NewInt(10)), big.NewInt(int64(r-'0')))
	}
	if len(s) == 0 {
		return big.NewRat(-1, 1)
	}
	return new(big.Rat).SetInt(n)
}

func digits(r *big.Rat) string {
	if r.Sign() < 0 {
		return ""
	}
	return r.Num().String()
}

// recased moves 26 letters, so that first becomes to.
func recased(s []rune, first, to rune) string {
	out := slices.Clone(s)
	for i, r := range out {
		if r >= first && r < first+26 {
			out[i] = r - first + to
		}
	}
	return string(out)
}

// ends are the places in s at which a match that begins at a place can end.
func ends(n *pattern.Node, s []rune, at int) []int {
	switch n.Kind {
	case pattern.Nothing:
		return nil
	case pattern.Literal:
		if text := []rune(n.Text); isAt(s, text, at) {
			return []int{at + len(text)}
		}
		return nil
	case pattern.Class:
		if at < len(s) && slices.ContainsFunc(n.Ranges, func(r pattern.Range) bool { return r.Low <= s[at] && s[at] <= r.High }) {
			return []int{at + 1}
		}
		return nil
	case pattern.Choice:
		var out []int
		for _, p := range n.Parts {
			out = append(out, ends(p, s, at)...)
		}
		return compacted(out)
	case pattern.Sequence:
		reached := []int{at}
		for _, p := range n.Parts {
			reached = after(p, s, reached)
		}
		return reached
	}
	reached := []int{at}
	for range n.Min {
		reached = after(n.Parts[0], s, reached)
	}
	all := reached
	for i := n.Min; i < n.Max || n.Max == pattern.Unlimited && i < n.Min+len(s); i++ {
		reached = after(n.Parts[0], s, reached)
		all = append(all, reached...)
	}
	return compacted(all)
}

// after are the places at which matches of a part that begin at given places can end.
func after(n *pattern.Node, s []rune, from []int) []int {
	var out []int
	for _, at := range from {
		out = append(out, ends(n, s, at)...)
	}
	return compacted(out)
}

func compacted(list []int) []int {
	list = slices.Clone(list)
	slices.Sort(list)
	return slices.Compact(list)
}
