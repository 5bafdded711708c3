package emit

import (
	"fmt"
	"maps"
	"strconv"
	"strings"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

// goLanguage writes conditions in Go. Helpers are functions of the generated file, named with the prefix.
type goLanguage struct {
	store  *term.Store
	prefix string
	table  map[term.Op]string // of operators
}

// goHelper is a function of the generated file; %s in its text is the prefix.
type goHelper struct{ name, text string }

// goHelpers are the functions that conditions may need; %s is the prefix. Those that are not called are left out.
var goHelpers = append(goTextFunctions, []goHelper{
	{"Between", `// %[1]sBetween maps any number to one from low to high; those in between stay.
func %[1]sBetween(n, low, high int64) int64 {
	if low <= n && n <= high {
		return n
	}
	return low + %[1]sRemainder(n, high-low+1)
}`},
	{"Quotient", `// %[1]sQuotient is Euclidean division: the remainder is never negative. By zero it is zero.
func %[1]sQuotient(a, b int64) int64 {
	if b == 0 {
		return 0
	}
	return (a - %[1]sRemainder(a, b)) / b
}`},
	{"Remainder", `// %[1]sRemainder is the remainder of Euclidean division. By zero it is zero.
func %[1]sRemainder(a, b int64) int64 {
	if b == 0 {
		return 0
	}
	if r := a %% b; r >= 0 {
		return r
	} else if b > 0 {
		return r + b
	} else {
		return r - b
	}
}`},
	{"Over", `// %[1]sOver is a / b, and zero if b is.
func %[1]sOver[T int8 | int16 | int32 | int64 | uint8 | uint16 | uint32 | uint64 | float64](a, b T) T {
	if b == 0 {
		return 0
	}
	return a / b
}`},
	{"Modulo", `// %[1]sModulo is a %% b, and zero if b is.
func %[1]sModulo[T int8 | int16 | int32 | int64 | uint8 | uint16 | uint32 | uint64](a, b T) T {
	if b == 0 {
		return 0
	}
	return a %% b
}`},
	{"Choose", `// %[1]sChoose is a if c holds, else b.
func %[1]sChoose[T any](c bool, a, b T) T {
	if c {
		return a
	}
	return b
}`},
	{"AtMost", `// %[1]sAtMost is a <= b, up to rounding.
func %[1]sAtMost(a, b float64) bool { return a <= b || %[1]sNear(a, b) }`},
	{"Near", `// %[1]sNear is a == b, up to rounding: the model computes with exact numbers.
func %[1]sNear(a, b float64) bool {
	return math.Abs(a-b) <= 1e-9*max(1, math.Abs(a), math.Abs(b))
}`},
	{"Number", `// %[1]sNumber reports whether a floating-point number is a number.
func %[1]sNumber(a float64) bool { return !math.IsNaN(a) && !math.IsInf(a, 0) }`},
	{"Step", `// %[1]sTooLong is the panic of a condition that has too many cases to look at.
var %[1]sTooLong = errors.New("too many cases")

// %[1]sSteps counts the cases that were examined for one input.
var %[1]sSteps int

func %[1]sStep() bool {
	if %[1]sSteps++; %[1]sSteps > 10_000_000 {
		panic(%[1]sTooLong)
	}
	return true
}

// %[1]sGiveUp skips an input whose conditions have too many cases.
func %[1]sGiveUp(t *testing.T) {
	switch cause := recover(); cause {
	case nil:
	case %[1]sTooLong:
		t.Skip("the quantifiers of the contract have too many cases to look at")
	default:
		panic(cause)
	}
}`},
}...)

// goType is the type in Go of a sort.
func goType(sort *term.Sort) string {
	switch sort.Kind {
	case term.KindBool, term.KindString, term.KindBits:
		return sort.String()
	case term.KindReal:
		return "float64"
	}
	return "int64"
}

func (l goLanguage) constant(sort *term.Sort, v term.Value) (string, error) {
	switch sort.Kind {
	case term.KindString:
		return strconv.Quote(v.Text()), nil
	case term.KindReal:
		return realLiteral(v), nil
	case term.KindBool, term.KindBits:
		return v.Format(sort), nil
	}
	n, small := v.Small()
	if !small {
		return "", fmt.Errorf("the number %s does not fit an int64", v.Format(sort))
	}
	return strconv.FormatInt(n, 10), nil
}

func (l goLanguage) variable(_ *term.Sort, name string) expression { return atom("%s", name) }

// compare is exact but for reals, whose counterparts in Go are rounded.
func (l goLanguage) compare(op string, sort *term.Sort, a, b expression) expression {
	if sort.Kind == term.KindBool {
		return expression{a.at(levelAtom) + " " + op + " " + b.at(levelAtom), levelCompare}
	}
	rounded := map[string]string{"==": "%[1]sNear(%[2]s, %[3]s)", "!=": "!%[1]sNear(%[2]s, %[3]s)", "<=": "%[1]sAtMost(%[2]s, %[3]s)", ">=": "%[1]sAtMost(%[3]s, %[2]s)"}
	if pattern := rounded[op]; sort.Kind == term.KindReal && pattern != "" {
		return atom(pattern, l.prefix, a.text, b.text)
	}
	return expression{a.at(levelSum) + " " + op + " " + b.at(levelSum), levelCompare}
}

func (l goLanguage) arithmetic(_ *term.Sort, e expression) expression { return e }

func (l goLanguage) choose(sort *term.Sort, c, a, b expression) expression {
	return atom("%sChoose[%s](%s, %s, %s)", l.prefix, goType(sort), c.text, a.text, b.text)
}

// quantifier writes loops within a function that is called at once.
func (l goLanguage) quantifier(w *writer, t *term.Term) expression {
	limits, err := limitsOf(l.store, t)
	if err != nil {
		return w.fail(err)
	}
	defer w.bind(t.Bound())()
	var b strings.Builder
	b.WriteString("func() bool {\n")
	for _, limit := range limits {
		b.WriteString(l.loop(w, limit))
	}
	forall, not := t.Op() == term.OpForall, ""
	if forall {
		not = "!"
	}
	fmt.Fprintf(&b, "if %s%s {\nreturn %t\n}\n", not, w.expression(t.Body()).at(levelAtom), !forall)
	b.WriteString(strings.Repeat("}\n", len(limits)))
	fmt.Fprintf(&b, "return %t\n}()", forall)
	return atom("%s", b.String())
}

// loop opens one loop. Variables that are no int64 are made from a counter.
func (l goLanguage) loop(w *writer, limit limit) string {
	name, sort := w.names[limit.variable], limit.variable.Sort()
	low, high := l.extreme(w, "max", limit.lows), l.extreme(w, "min", limit.highs)
	counter := name
	if goType(sort) != "int64" {
		counter = w.invent("counter")
		defer delete(w.taken, counter)
	}
	text := fmt.Sprintf("for %s := %s; %s <= %s && %sStep(); %s++ {\n", counter, low, counter, high, l.prefix, counter)
	switch {
	case sort.Kind == term.KindBool:
		text += fmt.Sprintf("%s := %s == 1\n", name, counter)
	case counter != name:
		text += fmt.Sprintf("%s := %s(%s)\n", name, goType(sort), counter)
	}
	return text
}

// extreme is the least or largest of limits.
func (l goLanguage) extreme(w *writer, function string, limits []*term.Term) string {
	texts := make([]string, len(limits))
	for i, t := range limits {
		texts[i] = w.write(t)
	}
	if len(texts) == 1 {
		return "int64(" + texts[0] + ")"
	}
	return function + "(int64(" + texts[0] + "), " + strings.Join(texts[1:], ", ") + ")"
}

func (goLanguage) typeName(sort *term.Sort) string { return goType(sort) }

func (l goLanguage) operators() map[term.Op]string { return l.table }

// newGoLanguage writes conditions that call helpers with a prefix.
func newGoLanguage(store *term.Store, prefix string) goLanguage {
	table := maps.Clone(goOperators)
	for op, call := range goTextHelpers {
		table[op] = prefix + call
	}
	return goLanguage{store, prefix, table}
}

var goOperators = map[term.Op]string{
	term.OpToReal:    "$T(#1)",
	term.OpBitsToInt: "$T(#1)",
	term.OpIntToBits: "$T(#1)",
	term.OpConvert:   "$T(#1)",
	term.OpFloor:     "int64(math.Floor(#1))",
	term.OpLength:    "int64(utf8.RuneCountInString(#1))",
	term.OpConcat:    " + ",
	term.OpBitNot:    "^$1",
	term.OpBitAnd:    "($1 & $2)",
	term.OpBitOr:     "($1 | $2)",
	term.OpBitXor:    "($1 ^ $2)",

	term.OpTextLe:     "($1 <= $2)",
	term.OpTextLt:     "($1 < $2)",
	term.OpContains:   "strings.Contains(#1, #2)",
	term.OpStartsWith: "strings.HasPrefix(#1, #2)",
	term.OpEndsWith:   "strings.HasSuffix(#1, #2)",
	term.OpReplace:    "strings.Replace(#1, #2, #3, 1)",
	term.OpMatches:    "regexp.MustCompile(`\\A(?:` + #2 + `)\\z`).MatchString(#1)",
}

// shift is by the unsigned value of the bits.
func (l goLanguage) shift(w *writer, t *term.Term) expression {
	first := w.expression(t.Args()[0])
	if t.Args()[0].IsConst() {
		first = atom("%s(%s)", goType(t.Sort()), first.text)
	}
	amount := w.expression(l.store.Convert(t.Args()[1], term.Bits(t.Sort().Width, false)))
	return atom("(%s %s %s)", first.at(levelAtom), t.Op(), amount.at(levelAtom))
}

// quotient writes / and %: plainly where Go means the same.
func (l goLanguage) quotient(t *term.Term, a, b expression) expression {
	dividend, divisor := t.Args()[0], t.Args()[1]
	notZero := divisor.IsConst() && !divisor.Value().Equal(term.IntValue(0))
	whole := t.Sort().Kind == term.KindInt
	if whole && atLeast(dividend, 0) && atLeast(divisor, 1) || !whole && notZero && !dividend.IsConst() {
		return expression{a.at(levelProduct) + " " + t.Op().String() + " " + b.at(levelAtom), levelProduct}
	}
	names := map[term.Op]string{term.OpDiv: "Quotient", term.OpMod: "Remainder"}
	typed := ""
	if !whole {
		names = map[term.Op]string{term.OpDiv: "Over", term.OpMod: "Modulo"}
		typed = "[" + goType(t.Sort()) + "]"
	}
	return atom("%s%s%s(%s, %s)", l.prefix, names[t.Op()], typed, a.text, b.text)
}
