package smt

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/core/term/pattern"
)

// Writing operations on strings that SMT-LIB does not have directly.

// textOperation writes an operation on strings; false if t is something else, or an operation that SMT-LIB has.
func (p *printer) textOperation(t *term.Term) bool {
	args := t.Args()
	switch t.Op() {
	case term.OpStartsWith:
		p.apply("str.prefixof", []*term.Term{args[1], args[0]})
	case term.OpEndsWith:
		p.apply("str.suffixof", []*term.Term{args[1], args[0]})
	case term.OpUpper, term.OpLower, term.OpReplaceAll:
		return p.recursiveFunction(t) || p.caseChange(t)
	case term.OpFromInt:
		p.fromInt(t)
	case term.OpMatches:
		p.matches(args[0], args[1].Value().Text())
	default:
		return false
	}
	return true
}

// fromInt guards the number, unless it is not negative: Z3 4.8.12 takes (= (str.from_int x) "-5") for x = -5.
func (p *printer) fromInt(t *term.Term) {
	if !guardsNegative(t) {
		p.apply("str.from_int", t.Args())
		return
	}
	p.WriteString("(ite (<= 0 ")
	p.term(t.Args()[0])
	p.WriteString(") ")
	p.apply("str.from_int", t.Args())
	p.WriteString(` "")`)
}

func guardsNegative(t *term.Term) bool {
	low := t.Args()[0].Bounds().Low
	return !low.OK || low.N < 0
}

// Z3 does not decide conditions in which str.replace_all is applied to a variable, so it gets recursive functions instead, which it unfolds
// as needed. Their names cannot clash with those of variables, since they have no @.
const (
	defineCase = "(define-fun-rec %[1]s ((s String)) String (ite (= s \"\") \"\" (str.++ (let ((c (str.at s 0))) " +
		"(ite (and (str.<= %[2]q c) (str.<= c %[3]q)) (str.from_code (+ (str.to_code c) %[4]s)) c)) (%[1]s (str.substr s 1 (- (str.len s) 1))))))\n"
	defineReplaceAll = "(define-fun-rec sextant.replaceAll ((s String) (t String) (u String)) String (let ((i (str.indexof s t 0))) (ite (or (= t \"\") (< i 0)) s " +
		"(str.++ (str.substr s 0 i) u (sextant.replaceAll (str.substr s (+ i (str.len t)) (str.len s)) t u)))))\n"
)

// recursives are the operations that can be written as recursive functions.
var recursives = map[term.Op]struct{ name, definition string }{
	term.OpUpper:      {"sextant.upper", fmt.Sprintf(defineCase, "sextant.upper", "a", "z", "(- 32)")},
	term.OpLower:      {"sextant.lower", fmt.Sprintf(defineCase, "sextant.lower", "A", "Z", "32")},
	term.OpReplaceAll: {"sextant.replaceAll", defineReplaceAll},
}

// recursiveFunction writes an operation as a recursive function; false if the solver does not get them.
func (p *printer) recursiveFunction(t *term.Term) bool {
	if !p.recursive {
		return false
	}
	if p.defines == nil {
		p.defines = map[string]bool{}
	}
	f := recursives[t.Op()]
	p.defines[f.definition] = true
	p.apply(f.name, t.Args())
	return true
}

// definitions writes the recursive functions that were used.
func (p *printer) definitions() string {
	return strings.Join(slices.Sorted(maps.Keys(p.defines)), "")
}

// caseChange writes upper and lower by replacing letters; false if t is something else.
func (p *printer) caseChange(t *term.Term) bool {
	switch t.Op() {
	case term.OpUpper:
		p.replaceLetters(t.Args()[0], 'a', 'A')
	case term.OpLower:
		p.replaceLetters(t.Args()[0], 'A', 'a')
	default:
		return false
	}
	return true
}

// replaceLetters writes t with each of the 26 letters from one replaced by the letter in the other case.
func (p *printer) replaceLetters(t *term.Term, from, to rune) {
	p.WriteString(strings.Repeat("(str.replace_all ", 26))
	p.term(t)
	for i := range rune(26) {
		fmt.Fprintf(p, " %q %q)", string(from+i), string(to+i))
	}
}

// matches writes whether t matches a pattern.
func (p *printer) matches(t *term.Term, source string) {
	p.WriteString("(str.in_re ")
	p.term(t)
	p.WriteByte(' ')
	if !p.language(pattern.Of(source).Tree) {
		p.unwritable = source
	}
	p.WriteByte(')')
}

// language writes a set of strings. It reports false if that needs characters that SMT-LIB does not have.
func (p *printer) language(n *pattern.Node) bool {
	switch n.Kind {
	case pattern.Nothing:
		p.WriteString("re.none")
		return true
	case pattern.Literal:
		p.WriteString("(str.to_re " + stringLiteral(n.Text) + ")")
		return writable(n.Text)
	case pattern.Class:
		p.class(n.Ranges)
		return true
	case pattern.Sequence:
		return p.languages("re.++", n.Parts)
	case pattern.Choice:
		return p.languages("re.union", n.Parts)
	}
	return p.repetition(n)
}

// repetition writes a set of strings repeated. An unbounded repetition with a minimum is that many times, followed by any number of times.
func (p *printer) repetition(n *pattern.Node) bool {
	switch {
	case n.Max == pattern.Unlimited && n.Min == 0:
		return p.languages("re.*", n.Parts)
	case n.Max == pattern.Unlimited && n.Min == 1:
		return p.languages("re.+", n.Parts)
	case n.Min == 0 && n.Max == 1:
		return p.languages("re.opt", n.Parts)
	case n.Max != pattern.Unlimited:
		return p.languages(fmt.Sprintf("(_ re.loop %d %d)", n.Min, n.Max), n.Parts)
	}
	p.WriteString("(re.++ ")
	p.languages(fmt.Sprintf("(_ re.^ %d)", n.Min), n.Parts)
	p.WriteByte(' ')
	defer p.WriteByte(')')
	return p.languages("re.*", n.Parts)
}

// languages writes an operation on sets of strings. A single operand is written without the operation if that needs at least two.
func (p *printer) languages(symbol string, parts []*pattern.Node) bool {
	if len(parts) == 1 && (symbol == "re.++" || symbol == "re.union") {
		return p.language(parts[0])
	}
	p.WriteString("(" + symbol)
	ok := true
	for _, part := range parts {
		p.WriteByte(' ')
		ok = p.language(part) && ok
	}
	p.WriteByte(')')
	return ok
}

// class writes those characters of a set that SMT-LIB has.
func (p *printer) class(ranges []pattern.Range) {
	if ranges[0].Low == 0 && ranges[0].High == unicode.MaxRune {
		p.WriteString("re.allchar")
		return
	}
	var parts []string
	for _, r := range ranges {
		switch high := min(r.High, lastCharacter); {
		case r.Low < high:
			parts = append(parts, "(re.range "+characterLiteral(r.Low)+" "+characterLiteral(high)+")")
		case r.Low == high:
			parts = append(parts, "(str.to_re "+characterLiteral(high)+")")
		}
	}
	switch len(parts) {
	case 0:
		p.WriteString("re.none")
	case 1:
		p.WriteString(parts[0])
	default:
		p.WriteString("(re.union " + strings.Join(parts, " ") + ")")
	}
}

// characterLiteral is a string of one character, which may be a surrogate of UTF-16.
func characterLiteral(r rune) string {
	if r >= firstHalf && r <= lastHalf {
		return fmt.Sprintf(`"\u{%x}"`, r)
	}
	return stringLiteral(string(r))
}
