package text

import (
	"slices"
	"strings"
)

// The lengths of texts for reading: how much is kept of what two texts have in common beside a difference, and how much of a text that is shortened
// anyway.
const (
	beside = 30
	most   = 300
)

// Apart shortens a text and others that are compared with it. Of long parts at the beginning and at the end that all of them have in common, what
// is beside the difference is kept. What is still long loses its middle.
func Apart(message string, others []string) (string, []string) {
	all := [][]rune{[]rune(message)}
	for _, o := range others {
		all = append(all, []rune(o))
	}
	head, tail := inCommon(all)
	out := make([]string, len(all))
	for i, runes := range all {
		end := len(runes) - tail
		out[i] = Middle(without(runes[:head]) + string(runes[head:end]) + without(runes[end:]))
	}
	return out[0], out[1:]
}

// inCommon returns the lengths of the longest beginning and, after that, of the longest end that all texts have; 0 if they are equal.
func inCommon(all [][]rune) (head, tail int) {
	least := slices.MinFunc(all, func(a, b []rune) int { return len(a) - len(b) })
	if len(all) == 1 || !slices.ContainsFunc(all, func(t []rune) bool { return !slices.Equal(t, least) }) {
		return 0, 0
	}
	same := func(at func(text []rune) rune) bool {
		return !slices.ContainsFunc(all, func(t []rune) bool { return at(t) != at(least) })
	}
	for head < len(least) && same(func(t []rune) rune { return t[head] }) {
		head++
	}
	for tail < len(least)-head && same(func(t []rune) rune { return t[len(t)-1-tail] }) {
		tail++
	}
	return head, tail
}

// without leaves out the middle of a part that texts have in common, if it is long.
func without(part []rune) string { return omit(part, 3*beside, beside, beside) }

// Middle leaves out the middle of a very long text.
func Middle(s string) string {
	if len(s) <= most {
		return s
	}
	return omit([]rune(s), most, most/2, most/4)
}

// omit leaves out the middle of a text that is longer than a limit, and says how long it was.
func omit(runes []rune, limit, first, last int) string {
	if len(runes) <= limit {
		return string(runes)
	}
	var b strings.Builder
	b.WriteString(string(runes[:first]))
	b.WriteString(" ... " + Count(len(runes)-first-last, "character") + " ... ")
	b.WriteString(string(runes[len(runes)-last:]))
	return b.String()
}
