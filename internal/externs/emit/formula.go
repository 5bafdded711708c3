package emit

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Conditions in other languages. Go and ACSL write most operators as C does, so one writer walks through a term, and a language provides the
// differences: a table of operators, constants, conditionals, quantifiers, division.

// expression is a text and how tightly its root binds.
type expression struct {
	text  string
	level int
}

// The levels, loosest first. A conjunction within a disjunction has parentheses nevertheless, for readability.
const (
	levelOr = iota
	levelAnd
	levelCompare
	levelSum
	levelProduct
	levelAtom
)

func atom(format string, args ...any) expression {
	return expression{fmt.Sprintf(format, args...), levelAtom}
}

// at returns the text where something that binds at least as tightly as level is expected.
func (e expression) at(level int) string {
	if e.level < level {
		return "(" + e.text + ")"
	}
	return e.text
}

// language provides the differences between the languages.
type language interface {
	constant(sort *term.Sort, v term.Value) (string, error)
	variable(sort *term.Sort, name string) expression
	compare(op string, sort *term.Sort, a, b expression) expression // op is ==, !=, <=, <, >= or >
	arithmetic(sort *term.Sort, e expression) expression            // lets a sum or product of machine integers wrap around
	choose(sort *term.Sort, c, a, b expression) expression
	quotient(t *term.Term, a, b expression) expression // division and remainder
	quantifier(w *writer, t *term.Term) expression
	shift(w *writer, t *term.Term) expression

	// operators has the patterns of the other operators. In a pattern, $1, $2 and $3 stand for operands that bind tightly, #1, #2 and #3 for
	// unchanged operands, $T for the type of the result.
	operators() map[term.Op]string
	typeName(sort *term.Sort) string
}

// writer writes terms. It continues after an error, and keeps the first one.
type writer struct {
	language
	names map[*term.Term]string
	taken map[string]bool
	size  int
	err   error
}

// maxFormula bounds the operations of a text: shared subterms are written each time they occur.
const maxFormula = 20_000

var errTooLarge = errors.New("the conditions are too large to be written out")

func newWriter(l language, reserved string) *writer {
	w := &writer{language: l, names: map[*term.Term]string{}, taken: map[string]bool{}}
	for _, name := range strings.Fields(reserved) {
		w.taken[name] = true
	}
	return w
}

func (w *writer) fail(err error) expression {
	if w.err == nil {
		w.err = err
	}
	return atom("")
}

// invent makes an identifier of ASCII letters from any name, different from all others so far.
func (w *writer) invent(name string) string {
	clean := identifier(name)
	unlike := clean
	for i := 2; w.taken[unlike]; i++ {
		unlike = fmt.Sprintf("%s_%d", clean, i)
	}
	w.taken[unlike] = true
	return unlike
}

// bind gives bound variables names; the function that it returns undoes this.
func (w *writer) bind(vars []*term.Term) (release func()) {
	before := make([]string, len(vars))
	for i, v := range vars {
		before[i] = w.names[v]
		name, _, _ := strings.Cut(v.Name()[strings.LastIndexByte(v.Name(), '.')+1:], "'") // the compiler numbers them with k'1
		w.names[v] = w.invent(name)
	}
	return func() {
		for i, v := range vars {
			delete(w.taken, w.names[v])
			w.names[v] = before[i]
			if before[i] == "" {
				delete(w.names, v)
			}
		}
	}
}

// identifier replaces the characters that a name in C cannot have.
func identifier(name string) string {
	var b strings.Builder
	for i, r := range name {
		switch {
		case r == '_' || r < unicode.MaxASCII && unicode.IsLetter(r) || i > 0 && r >= '0' && r <= '9':
			b.WriteRune(r)
		case r == ']':
		case r < unicode.MaxASCII:
			b.WriteByte('_')
		default:
			fmt.Fprintf(&b, "u%04x", r)
		}
	}
	if strings.Trim(b.String(), "_") == "" {
		return "value"
	}
	return b.String()
}

// write is the text of a whole term.
func (w *writer) write(t *term.Term) string { return w.expression(t).text }

func (w *writer) expression(t *term.Term) expression {
	if w.size++; w.size > maxFormula || w.err != nil {
		return w.fail(errTooLarge)
	}
	if !t.Sort().IsScalar() {
		return w.fail(fmt.Errorf("values of type %s cannot be expressed", t.Sort()))
	}
	switch t.Op() {
	case term.OpConst:
		return w.constantOf(t.Sort(), t.Value())
	case term.OpVar:
		return w.variableOf(t)
	case term.OpNot:
		return w.not(t.Args()[0])
	case term.OpAnd:
		return w.list(t.Args(), " && ", levelAnd)
	case term.OpOr:
		return w.list(t.Args(), " || ", levelOr)
	case term.OpEq, term.OpLe, term.OpLt:
		return w.comparison(t)
	case term.OpAdd:
		return w.arithmetic(t.Sort(), w.sum(t.Args()))
	case term.OpMul:
		return w.arithmetic(t.Sort(), w.product(t.Args()))
	case term.OpIte:
		return w.choose(t.Sort(), w.expression(t.Args()[0]), w.expression(t.Args()[1]), w.expression(t.Args()[2]))
	case term.OpExists, term.OpForall:
		return w.quantifier(w, t)
	case term.OpShiftLeft, term.OpShiftRight:
		return w.shift(w, t)
	case term.OpDiv, term.OpMod:
		return w.quotient(t, w.expression(t.Args()[0]), w.expression(t.Args()[1]))
	}
	return w.operation(t)
}

// operation writes a term by the table of operators.
func (w *writer) operation(t *term.Term) expression {
	pattern, ok := w.operators()[t.Op()]
	switch {
	case !ok:
		return w.fail(fmt.Errorf("operation %s on values of type %s cannot be expressed", t.Op(), t.Args()[0].Sort()))
	case t.Op() == term.OpConcat:
		return w.list(t.Args(), pattern, levelSum)
	}
	texts := []string{"$T", w.typeName(t.Sort())}
	for i, a := range t.Args() {
		e := w.expression(a)
		if pattern == "#1" {
			return e
		}
		texts = append(texts, fmt.Sprintf("#%d", i+1), e.text, fmt.Sprintf("$%d", i+1), e.at(levelAtom))
	}
	return atom("%s", strings.NewReplacer(texts...).Replace(pattern))
}

// constantOf is a literal; one with a sign counts as a sum.
func (w *writer) constantOf(sort *term.Sort, v term.Value) expression {
	text, err := w.constant(sort, v)
	if err != nil {
		return w.fail(err)
	}
	if strings.HasPrefix(text, "-") {
		return expression{text, levelSum}
	}
	return atom("%s", text)
}

func (w *writer) variableOf(t *term.Term) expression {
	name, known := w.names[t]
	if !known {
		return w.fail(fmt.Errorf("the contract mentions %s, whose value is open", t.Name()))
	}
	return w.variable(t.Sort(), name)
}

func (w *writer) list(args []*term.Term, operator string, level int) expression {
	parts := make([]string, len(args))
	for i, a := range args {
		e := w.expression(a)
		if level == levelOr && e.level == levelAnd {
			e.level = levelOr
		}
		parts[i] = e.at(level + 1)
	}
	return expression{strings.Join(parts, operator), level}
}

func (w *writer) not(t *term.Term) expression {
	if t.Op() == term.OpEq && t.Args()[0].Sort().Kind != term.KindBool {
		return w.compare("!=", t.Args()[0].Sort(), w.expression(t.Args()[0]), w.expression(t.Args()[1]))
	}
	e := w.expression(t)
	if name, ok := strings.CutSuffix(e.text, " != 0"); ok && t.Op() == term.OpVar {
		return expression{name + " == 0", levelCompare}
	}
	return atom("!%s", e.at(levelAtom))
}

// comparison has a lone constant on the right, and a < b in the place of a <= b + -1.
func (w *writer) comparison(t *term.Term) expression {
	a, b, op := t.Args()[0], t.Args()[1], t.Op().String()
	left, right := w.expression(a), expression{}
	if rest, ok := lessOne(b); ok && op == "<=" {
		right, op = w.sum(rest), "<"
	} else {
		right = w.expression(b)
	}
	if flipped := map[string]string{"<=": ">=", "<": ">"}[op]; a.IsConst() && flipped != "" {
		left, right, op = right, left, flipped
	}
	return w.compare(op, a.Sort(), left, right)
}

// lessOne takes the constant -1 off a sum of integers.
func lessOne(t *term.Term) ([]*term.Term, bool) {
	n := len(t.Args())
	if t.Op() != term.OpAdd || t.Sort().Kind != term.KindInt || !t.Args()[n-1].IsConst() || !t.Args()[n-1].Value().Equal(term.IntValue(-1)) {
		return nil, false
	}
	return t.Args()[:n-1], true
}

// product writes a constant factor first; if it is negative, the whole counts as a sum.
func (w *writer) product(args []*term.Term) expression {
	factor := w.expression(args[0])
	if !args[0].IsConst() || factor.level != levelSum {
		return w.list(args, " * ", levelProduct)
	}
	rest := w.expression(args[1]).at(levelProduct)
	if factor.text == "-1" {
		return expression{"-" + rest, levelSum}
	}
	return expression{factor.text + " * " + rest, levelSum}
}

// sum writes negative summands with a minus; those of machine integers stay, since -128 has no counterpart.
func (w *writer) sum(args []*term.Term) expression {
	if len(args) == 1 {
		return w.expression(args[0])
	}
	var added, taken []string
	for _, a := range args {
		text := w.expression(a).at(levelSum)
		if bare, negative := strings.CutPrefix(text, "-"); negative && a.Sort().Kind != term.KindBits {
			taken = append(taken, bare)
		} else {
			added = append(added, text)
		}
	}
	if added == nil {
		added, taken = []string{"-" + taken[0]}, taken[1:]
	}
	return expression{strings.Join(append([]string{strings.Join(added, " + ")}, taken...), " - "), levelSum}
}

// contractTitle is "contract Cr of Price, model Vending".
func contractTitle(s *sts.System, x *sts.Extern, k *sts.Contract) string {
	return strings.Join(strings.Fields("contract "+k.Name+" of "+x.Name), " ") + ", model " + s.Name
}

// enumerations lists the numbers of the members of enumerations among the parameters and the result.
func enumerations(x *sts.Extern) []string {
	var out []string
	for _, v := range slices.Concat(x.Inputs, x.Output) {
		sort := v.Sort()
		if sort.Kind != term.KindEnum {
			continue
		}
		members := make([]string, len(sort.Members))
		for i, m := range sort.Members {
			members[i] = fmt.Sprintf("%d %s", i, m)
		}
		if text := sort.String() + " is " + strings.Join(members, ", "); !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	return out
}

// sortLimits returns the least and the largest value of a bool, an enumeration or an int as text; empty if there is none.
func sortLimits(sort *term.Sort) (low, high string) {
	switch sort.Kind {
	case term.KindBool:
		return "0", "1"
	case term.KindEnum:
		return "0", fmt.Sprint(len(sort.Members) - 1)
	case term.KindInt:
		if sort.HasLow {
			low = fmt.Sprint(sort.Low)
		}
		if sort.HasHigh {
			high = fmt.Sprint(sort.High)
		}
	}
	return low, high
}
