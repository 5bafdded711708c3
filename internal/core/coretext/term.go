package coretext

import (
	"strconv"
	"strings"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// operators are the names of operations. Those of machine integers, texts and collections have names of their own where the meaning differs.
var operators = map[term.Op]string{
	term.OpNot: "not", term.OpAnd: "and", term.OpOr: "or", term.OpIte: "ite", term.OpEq: "=", term.OpLe: "<=", term.OpLt: "<",
	term.OpAdd: "+", term.OpMul: "*", term.OpDiv: "div", term.OpMod: "mod", term.OpToReal: "to-real", term.OpFloor: "floor",
	term.OpBitAnd: "bit-and", term.OpBitOr: "bit-or", term.OpBitXor: "bit-xor", term.OpBitNot: "bit-not", term.OpShiftLeft: "shift-left",
	term.OpShiftRight: "shift-right", term.OpConvert: "convert", term.OpBitsToInt: "bits-to-int", term.OpIntToBits: "int-to-bits",
	term.OpConcat: "text-concat", term.OpLength: "text-length", term.OpTextLe: "text-le", term.OpTextLt: "text-lt", term.OpSubstring: "text-part",
	term.OpContains: "text-contains", term.OpStartsWith: "text-starts", term.OpEndsWith: "text-ends", term.OpIndexOf: "text-index",
	term.OpReplace: "text-replace", term.OpReplaceAll: "text-replace-all", term.OpToInt: "text-to-int", term.OpFromInt: "int-to-text",
	term.OpUpper: "text-upper", term.OpLower: "text-lower", term.OpMatches: "text-matches", term.OpExists: "exists", term.OpForall: "forall",
	term.OpTuple: "tuple", term.OpPart: "part", term.OpItems: "items", term.OpSize: "size", term.OpAt: "at", term.OpGet: "get", term.OpHas: "has",
	term.OpJoin: "join", term.OpSlice: "slice", term.OpPut: "put", term.OpInsert: "insert", term.OpRemove: "remove", term.OpFind: "find",
	term.OpReverse: "reverse", term.OpSorted: "sorted", term.OpInsertSorted: "insert-sorted", term.OpToSet: "to-set", term.OpToMap: "to-map",
	term.OpKeys: "keys", term.OpFilter: "filter", term.OpEach: "each", term.OpAll: "all", term.OpFold: "fold",
}

// Text writes the forms of one text, which share a table of sorts.
type Text struct {
	system *sts.System
	slots  map[*term.Term]string
	sorts  map[string]int // by their form
	listed []string       // the forms of sorts, by number
	body   strings.Builder
}

// New begins a text about a system.
func New(s *sts.System) *Text {
	t := &Text{system: s, slots: map[*term.Term]string{}, sorts: map[string]int{}}
	for i, slot := range s.Slots {
		t.slots[slot.Term] = "s" + strconv.Itoa(i)
	}
	return t
}

// Line adds a form without terms.
func (t *Text) Line(words ...string) {
	t.body.WriteString("(" + strings.Join(words, " ") + ")\n")
}

// String returns the text: the sorts, and then the forms.
func (t *Text) String() string {
	var b strings.Builder
	for i, s := range t.listed {
		b.WriteString("(sort " + strconv.Itoa(i) + " " + s + ")\n")
	}
	return b.String() + t.body.String()
}

// Sort returns the reference to a sort.
func (t *Text) Sort(s *term.Sort) string {
	text := t.sortForm(s)
	i, known := t.sorts[text]
	if !known {
		i = len(t.listed)
		t.sorts[text] = i
		t.listed = append(t.listed, text)
	}
	return "#" + strconv.Itoa(i)
}

func (t *Text) sortForm(s *term.Sort) string {
	bound := func(has bool, n int64) string {
		if !has {
			return "*"
		}
		return strconv.FormatInt(n, 10)
	}
	words := []string{}
	switch s.Kind {
	case term.KindBool:
		return "bool"
	case term.KindReal:
		return "real"
	case term.KindString:
		return "text"
	case term.KindInt:
		words = append(words, "int", bound(s.HasLow, s.Low), bound(s.HasHigh, s.High))
	case term.KindEnum:
		words = append(words, "enum", strconv.Quote(s.Name))
		for _, m := range s.Members {
			words = append(words, strconv.Quote(m))
		}
	case term.KindBits:
		sign := "unsigned"
		if s.Signed {
			sign = "signed"
		}
		words = append(words, "bits", strconv.Itoa(s.Width), sign)
	default:
		kinds := map[term.Kind]string{term.KindTuple: "tuple", term.KindSeq: "seq", term.KindSet: "set", term.KindMap: "map"}
		words = append(words, kinds[s.Kind])
		if s.Kind != term.KindTuple {
			words = append(words, bound(s.HasHigh, s.High))
		}
		for _, p := range s.Parts {
			words = append(words, t.Sort(p))
		}
	}
	return "(" + strings.Join(words, " ") + ")"
}

// Form is one form with terms. The terms to write are given first, so that those which occur several times are defined once.
type Form struct {
	text    *Text
	leaves  map[*term.Term]string // parameters
	defined map[*term.Term]string
	bound   map[*term.Term]string
	lets    []string
	uses    map[*term.Term]int
	words   []string
}

// Form begins a form with a word, the parameters that its terms mention, and all its terms.
func (t *Text) Form(word string, params []sts.Param, terms ...*term.Term) *Form {
	f := &Form{text: t, leaves: map[*term.Term]string{}, defined: map[*term.Term]string{}, bound: map[*term.Term]string{}, uses: map[*term.Term]int{},
		words: []string{word}}
	for i, p := range params {
		f.leaves[p.Term] = "p" + strconv.Itoa(i)
	}
	for _, root := range terms {
		f.count(root)
	}
	return f
}

// count counts how often each part of a term is used.
func (f *Form) count(t *term.Term) {
	if f.uses[t]++; f.uses[t] > 1 {
		return
	}
	for _, a := range t.Args() {
		f.count(a)
	}
}

// Add adds words to the form.
func (f *Form) Add(words ...string) *Form {
	f.words = append(f.words, words...)
	return f
}

// End writes the form.
func (f *Form) End() {
	if len(f.lets) > 0 {
		f.words = append(f.words[:1:1], append([]string{"(let " + strings.Join(f.lets, " ") + ")"}, f.words[1:]...)...)
	}
	f.text.Line(f.words...)
}

// Terms returns terms as text, in parentheses after a word.
func (f *Form) Terms(word string, terms []*term.Term) string {
	words := []string{word}
	for _, t := range terms {
		words = append(words, f.Term(t))
	}
	return "(" + strings.Join(words, " ") + ")"
}

// Term returns a term as text.
func (f *Form) Term(t *term.Term) string {
	if name, ok := f.reference(t); ok {
		return name
	}
	text := f.application(t)
	if f.uses[t] < 2 || !f.isClosed(t) {
		return text
	}
	name := "$" + strconv.Itoa(len(f.lets))
	f.lets = append(f.lets, text)
	f.defined[t] = name
	return name
}

// reference returns the text of a term that needs no definition: a constant, a variable, or what is defined already.
func (f *Form) reference(t *term.Term) (string, bool) {
	if t.IsConst() {
		return f.constant(t.Sort(), t.Value()), true
	}
	for _, names := range []map[*term.Term]string{f.text.slots, f.leaves, f.defined, f.bound} {
		if name, ok := names[t]; ok {
			return name, true
		}
	}
	return "", false
}

// isClosed reports whether a term mentions no bound variable.
func (f *Form) isClosed(t *term.Term) bool {
	for _, v := range t.Vars() {
		if _, ok := f.text.slots[v]; ok {
			continue
		}
		if _, ok := f.leaves[v]; !ok {
			return false
		}
	}
	return true
}

func (f *Form) application(t *term.Term) string {
	args := t.Args()
	switch t.Op() {
	case term.OpExists, term.OpForall:
		return "(" + operators[t.Op()] + " " + f.binders(t.Bound()) + " " + f.Term(t.Body()) + ")"
	case term.OpFilter, term.OpEach, term.OpAll:
		return "(" + operators[t.Op()] + " " + f.text.Sort(t.Sort()) + " " + f.Term(args[0]) + " " + f.binders(args[1:2]) + " " + f.Term(args[2]) + ")"
	case term.OpFold:
		return "(fold " + f.text.Sort(t.Sort()) + " " + f.Term(args[0]) + " " + f.Term(args[1]) + " " + f.binders(args[2:4]) + " " + f.Term(args[4]) + ")"
	}
	words := []string{operators[t.Op()], f.text.Sort(t.Sort())}
	if t.Op() == term.OpPart {
		words = append(words, t.Value().Encode())
	}
	for _, a := range args {
		words = append(words, f.Term(a))
	}
	return "(" + strings.Join(words, " ") + ")"
}

// binders names variables that are bound from here on, with their sorts.
func (f *Form) binders(vars []*term.Term) string {
	words := make([]string, len(vars))
	for i, v := range vars {
		if _, known := f.bound[v]; !known {
			f.bound[v] = "b" + strconv.Itoa(len(f.bound))
		}
		words[i] = "(" + f.bound[v] + " " + f.text.Sort(v.Sort()) + ")"
	}
	return "(" + strings.Join(words, " ") + ")"
}

// constant returns a value with its sort; numbers and truth values need none.
func (f *Form) constant(s *term.Sort, v term.Value) string {
	switch s.Kind {
	case term.KindBool, term.KindInt:
		return Value(s, v)
	}
	return "(const " + f.text.Sort(s) + " " + Value(s, v) + ")"
}

// Value returns a value of a sort as text: a number, a fraction, a quoted text, or a list in parentheses.
func Value(s *term.Sort, v term.Value) string {
	switch s.Kind {
	case term.KindBool:
		return strconv.FormatBool(v.Bool())
	case term.KindString:
		return strconv.Quote(v.Text())
	case term.KindBits:
		return v.Format(s)
	case term.KindTuple, term.KindSeq, term.KindSet, term.KindMap:
		var words []string
		for i, item := range v.Items() {
			words = append(words, Value(s.Part(i), item))
		}
		return "(" + strings.Join(words, " ") + ")"
	}
	return v.Encode()
}
