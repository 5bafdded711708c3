package report

import (
	"cmp"
	"html"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/sextant-mbt/sextant/internal/result"
)

// The longest texts that drawings show, in characters; the rest is in the tooltip.
const (
	longestClause  = 44
	longestName    = 28
	longestTooltip = 400
)

// clean makes text fit to show: lines are joined by blanks, and what a terminal or an XML reader might obey or refuse
// becomes a replacement character.
func clean(text string) string {
	lines := strings.FieldsFunc(strings.ToValidUTF8(text, "\uFFFD"), isBreak)
	for i, line := range lines {
		lines[i] = strings.TrimSpace(line)
	}
	return strings.Map(visible, strings.TrimSpace(strings.Join(lines, " ")))
}

// isBreak recognizes white space that is not a blank.
func isBreak(r rune) bool { return r != ' ' && unicode.IsSpace(r) }

// visible replaces control characters, marks of writing direction, and code points that XML forbids.
func visible(r rune) rune {
	switch {
	case unicode.IsControl(r), unicode.Is(unicode.Bidi_Control, r), r == 0xFFFE, r == 0xFFFF:
		return unicode.ReplacementChar
	default:
		return r
	}
}

// trim is clean text of at most limit characters, the last an ellipsis if something is missing.
func trim(text string, limit int) string {
	text = clean(text)
	runes := []rune(text)
	if len(runes) <= limit {
		return text
	}
	return strings.TrimRight(string(runes[:limit-1]), " ") + "…"
}

// named is trimmed text, or a dot in the middle for text that is empty.
func named(text string, limit int) string {
	if text = trim(text, limit); text == "" {
		return "·"
	}
	return text
}

// markup escapes trimmed text for XML, and so for the labels of Graphviz that look like HTML.
func markup(text string, limit int) string {
	return html.EscapeString(trim(text, limit))
}

// clause is one part of a transition, with the keyword that introduces it in the language.
type clause struct {
	keyword, text string
}

// clausesOf lists the parts of a transition that are written, in the order of the language.
func clausesOf(a result.Arrow) []clause {
	all := []clause{{"when", a.Guard}, {"in", a.Input}, {"do", a.Action}, {"out", a.Output}}
	return slices.DeleteFunc(all, func(c clause) bool { return clean(c.text) == "" })
}

// factsOf says what there is to know about a state of a tree, one fact on a line.
func factsOf(n result.Node, limit int) []string {
	facts := []string{trim("state "+strconv.Itoa(n.ID)+": "+n.Location, limit)}
	add := func(key, value string) {
		if value != "" {
			facts = append(facts, key+": "+trim(value, limit))
		}
	}
	add("move", n.Move)
	add("first to cover", strings.Join(n.Covers, ", "))
	add("adds", n.Condition)
	add("input", n.Input)
	add("output", n.Output)
	add("values", n.Values)
	add("finding", n.Finding)
	return append(facts, remarksOf(n)...)
}

// remarksOf are the facts about a state that have no value.
func remarksOf(n result.Node) []string {
	var remarks []string
	add := func(holds bool, remark string) {
		if holds {
			remarks = append(remarks, remark)
		}
	}
	add(n.Answer == unknownAnswer, "the solver could not tell whether this state can be reached")
	add(n.Terminal, "the end of a run")
	add(n.Pruned, "pruned: included in an earlier state")
	add(n.Unexpanded, "not expanded because of a bound")
	return remarks
}

// sortedNames lists the keys of a map so that value[2] stands before value[10].
func sortedNames(values map[string]string) []string {
	return slices.SortedFunc(maps.Keys(values), compareNatural)
}

// compareNatural compares texts, taking runs of digits as numbers.
func compareNatural(a, b string) int {
	restA, restB := a, b
	for restA != "" && restB != "" {
		var partA, partB string
		partA, restA = cutPart(restA)
		partB, restB = cutPart(restB)
		if order := compareParts(partA, partB); order != 0 {
			return order
		}
	}
	return cmp.Or(cmp.Compare(len(restA), len(restB)), cmp.Compare(a, b))
}

// cutPart splits a text after its first run of digits or of anything else.
func cutPart(text string) (part, rest string) {
	end := 1
	for end < len(text) && isDigit(text[end]) == isDigit(text[0]) {
		end++
	}
	return text[:end], text[end:]
}

func isDigit(b byte) bool { return '0' <= b && b <= '9' }

// compareParts compares two runs; numbers without leading zeros compare by length first.
func compareParts(a, b string) int {
	if isDigit(a[0]) && isDigit(b[0]) {
		a, b = strings.TrimLeft(a, "0"), strings.TrimLeft(b, "0")
		return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
	}
	return cmp.Compare(a, b)
}
