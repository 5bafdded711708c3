package emit

import (
	"errors"
	"fmt"
	"strings"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

var errNoACSL = errors.New("cannot be expressed in ACSL")

// acslReserved lists the reserved words: those of C, and those of ACSL without a backslash.
const acslReserved = `auto break case char const continue default do double else enum extern float for goto if inline int long
register restrict return short signed sizeof static struct switch typedef union unsigned void volatile while main
int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t
allocates assert assigns assumes axiom axiomatic behavior behaviors boolean breaks case check complete continues contract
decreases disjoint ensures exits frees ghost global inductive integer invariant lemma let logic loop model module predicate
reads real requires returns sizeof strong terminates type variant weak euclidean_quotient euclidean_remainder`

// acslDivision is division as the model has it: the remainder is never negative, and by zero everything is zero.
// The operators of ACSL round towards zero.
const acslDivision = `/*@ logic integer euclidean_quotient(integer a, integer b) =
      b == 0 ? 0 : a % b >= 0 ? a / b : b > 0 ? a / b - 1 : a / b + 1;
*/
/*@ logic integer euclidean_remainder(integer a, integer b) =
      b == 0 ? 0 : a % b >= 0 ? a % b : b > 0 ? a % b + b : a % b - b;
*/

`

// acslType is the type in C of a sort.
func acslType(sort *term.Sort) (string, error) {
	switch sort.Kind {
	case term.KindBool:
		return "int", nil
	case term.KindInt, term.KindEnum:
		return "long", nil
	case term.KindReal:
		return "double", nil
	case term.KindBits:
		return machineType(sort), nil
	}
	return "", fmt.Errorf("type %s %w", sort, errNoACSL)
}

// machineType is int8_t and the like. The language has no machine integers but those that C has.
func machineType(sort *term.Sort) string { return sort.String() + "_t" }

// acslLogicType is the type of a constant or of a bound variable; their domains are stated separately.
func acslLogicType(sort *term.Sort) string {
	switch sort.Kind {
	case term.KindReal:
		return "real"
	case term.KindBits:
		return machineType(sort)
	}
	return "integer"
}

// acslDomain is the range of the values of a sort, beyond the type.
func acslDomain(sort *term.Sort, name string) []string {
	low, high := sortLimits(sort)
	if low != "" {
		low += " <= "
	}
	if high != "" {
		high = " <= " + high
	}
	if low+high == "" {
		return nil
	}
	return []string{low + name + high}
}

// acslParameterDomain is the domain of a value of a C type: a double must also be a number.
func acslParameterDomain(sort *term.Sort, name string) []string {
	if sort.Kind == term.KindReal {
		return []string{`\is_finite(` + name + ")"}
	}
	return acslDomain(sort, name)
}

// acslLanguage writes terms of ACSL.
type acslLanguage struct{}

func (acslLanguage) constant(sort *term.Sort, v term.Value) (string, error) {
	switch sort.Kind {
	case term.KindBool:
		return `\` + v.Format(sort), nil
	case term.KindString:
		return "", fmt.Errorf("the string %s %w", v.Format(sort), errNoACSL)
	case term.KindReal:
		return realLiteral(v), nil
	case term.KindEnum:
		return v.Format(term.Int), nil
	}
	return v.Format(sort), nil
}

// realLiteral is a decimal, or a fraction where that would not be exact.
func realLiteral(v term.Value) string {
	if digits, exact := v.Rat().FloatPrec(); exact {
		return v.Rat().FloatString(max(digits, 1))
	}
	return fmt.Sprintf("(%s.0 / %s.0)", v.Rat().Num(), v.Rat().Denom())
}

// variable converts the 0 or 1 of a bool in C to a Boolean.
func (acslLanguage) variable(sort *term.Sort, name string) expression {
	if sort.Kind == term.KindBool {
		return expression{name + " != 0", levelCompare}
	}
	return atom("%s", name)
}

func (acslLanguage) compare(op string, sort *term.Sort, a, b expression) expression {
	if sort.Kind == term.KindBool {
		return atom("(%s <==> %s)", a.at(levelAtom), b.at(levelAtom))
	}
	return expression{a.at(levelSum) + " " + op + " " + b.at(levelSum), levelCompare}
}

func (acslLanguage) arithmetic(sort *term.Sort, e expression) expression {
	if sort.Kind == term.KindBits {
		return atom("(%s)(%s)", machineType(sort), e.text)
	}
	return e
}

func (acslLanguage) choose(_ *term.Sort, c, a, b expression) expression {
	return atom("(%s ? %s : %s)", c.at(levelAtom), a.at(levelSum), b.at(levelSum))
}

func (acslLanguage) quantifier(w *writer, t *term.Term) expression {
	defer w.bind(t.Bound())()
	binders := make([]string, len(t.Bound()))
	var domain []string
	for i, v := range t.Bound() {
		if _, err := acslType(v.Sort()); err != nil {
			return w.fail(err)
		}
		binders[i] = acslLogicType(v.Sort()) + " " + w.names[v]
		domain = append(domain, acslDomain(v.Sort(), w.names[v])...)
	}
	keyword, joint := `\exists`, " && "
	if t.Op() == term.OpForall {
		keyword, joint = `\forall`, " ==> "
	}
	body := w.expression(t.Body()).at(levelCompare)
	if len(domain) > 0 {
		body = conjoined(domain, joint) + joint + body
	}
	return atom("(%s %s; %s)", keyword, strings.Join(binders, ", "), body)
}

// conjoined is a conjunction, in parentheses if an implication follows.
func conjoined(parts []string, joint string) string {
	text := strings.Join(parts, " && ")
	if len(parts) > 1 && joint != " && " {
		return "(" + text + ")"
	}
	return text
}

func (acslLanguage) typeName(sort *term.Sort) string { return machineType(sort) }

// operators converts the results of machine integers, since ACSL computes with unbounded integers. Strings are missing: ACSL has
// none.
func (acslLanguage) operators() map[term.Op]string { return acslOperators }

var acslOperators = map[term.Op]string{
	term.OpToReal:    "(real)$1",
	term.OpFloor:     `\floor(#1)`,
	term.OpBitsToInt: "#1",
	term.OpIntToBits: "($T)$1",
	term.OpConvert:   "($T)$1",
	term.OpBitNot:    "($T)(~$1)",
	term.OpBitAnd:    "($1 & $2)",
	term.OpBitOr:     "($1 | $2)",
	term.OpBitXor:    "($1 ^ $2)",
}

// shift is by the unsigned value of the bits.
func (acslLanguage) shift(w *writer, t *term.Term) expression {
	amount := machineType(term.Bits(t.Sort().Width, false))
	return atom("(%s)(%s %s (%s)%s)", machineType(t.Sort()), w.expression(t.Args()[0]).at(levelAtom), t.Op(), amount, w.expression(t.Args()[1]).at(levelAtom))
}

// quotient writes / and %: plainly where rounding towards zero is right.
func (l acslLanguage) quotient(t *term.Term, a, b expression) expression {
	plain := expression{a.at(levelProduct) + " " + t.Op().String() + " " + b.at(levelAtom), levelProduct}
	divisor := t.Args()[1]
	notZero := divisor.IsConst() && !divisor.Value().Equal(term.IntValue(0))
	switch t.Sort().Kind {
	case term.KindReal:
		return guardZero(plain, b, notZero, "0.0")
	case term.KindBits:
		return l.arithmetic(t.Sort(), guardZero(plain, b, notZero, "0"))
	}
	if atLeast(t.Args()[0], 0) && atLeast(divisor, 1) {
		return plain
	}
	if t.Op() == term.OpDiv {
		return atom("euclidean_quotient(%s, %s)", a.text, b.text)
	}
	return atom("euclidean_remainder(%s, %s)", a.text, b.text)
}

// guardZero is a quotient that is zero if the divisor is.
func guardZero(quotient, divisor expression, notZero bool, zero string) expression {
	if notZero {
		return quotient
	}
	return atom("(%s == %s ? %s : %s)", divisor.at(levelSum), zero, zero, quotient.text)
}

// atLeast reports whether the bounds of variables show that a term is never below n.
func atLeast(t *term.Term, n int64) bool {
	low := t.Bounds().Low
	return low.OK && low.N >= n
}
