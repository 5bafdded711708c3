package term

import (
	"maps"
	"strings"
)

// The printer writes terms as the language writes them, with as few parentheses as the precedences allow. The output is for readers; package
// smt writes the form for solvers. A term that is larger than printLimit is cut with an ellipsis.

const printLimit = 4000

// Precedences, loosest first.
const (
	precedenceQuantifier = iota
	precedenceOr
	precedenceAnd
	precedenceNot
	precedenceCompare
	precedenceBits
	precedenceSum
	precedenceProduct
	precedenceUnary
)

// String writes the term in the notation of models, with the fewest parentheses. The text cannot be parsed back.
func (t *Term) String() string {
	p := printer{}
	p.term(t, 0)
	return p.String()
}

type printer struct {
	strings.Builder
	names map[*Term]string // of bound variables in scope, where they are not written in full
}

// bind writes the bound variables of a term without the mark that makes their names unique, unless another variable of the term is
// written so. The function that it returns ends their scope.
func (p *printer) bind(t *Term, bound []*Term) (end func()) {
	before, names, taken := p.names, map[*Term]string{}, map[string]bool{}
	maps.Copy(names, before)
	for _, v := range t.Vars() {
		taken[p.name(v)] = true
	}
	for _, v := range bound {
		short, _, _ := strings.Cut(v.name, "'")
		if short == "" || taken[short] {
			short = v.name
		}
		names[v], taken[short] = short, true
	}
	p.names = names
	return func() { p.names = before }
}

// name returns the text of a variable.
func (p *printer) name(v *Term) string {
	if short, ok := p.names[v]; ok {
		return short
	}
	return v.name
}

func (p *printer) term(t *Term, outer int) {
	if p.Len() > printLimit {
		if !strings.HasSuffix(p.String(), "…") {
			p.WriteString("…")
		}
		return
	}
	inner := precedenceOf(t)
	if inner < outer {
		p.WriteByte('(')
		defer p.WriteByte(')')
	}
	switch t.op {
	case OpConst:
		p.WriteString(t.value.Format(t.sort))
	case OpVar:
		p.WriteString(p.name(t))
	case OpNot:
		p.not(t.args[0])
	case OpEq, OpLe, OpLt, OpTextLe, OpTextLt:
		p.comparison(t)
	case OpAdd:
		p.sum(t.args)
	case OpAnd, OpOr, OpMul, OpDiv, OpMod, OpBitAnd, OpBitOr, OpBitXor, OpShiftLeft, OpShiftRight:
		p.list(t.args, " "+t.op.String()+" ", inner+1)
	case OpConcat:
		p.list(t.args, " + ", inner+1)
	case OpIte:
		p.ite(t)
	case OpExists, OpForall:
		p.quantifier(t)
	case OpPart, OpItems, OpAt, OpGet, OpHas, OpSlice, OpFilter, OpEach, OpAll, OpFold:
		p.collection(t)
	case OpJoin:
		p.list(t.args, " + ", inner+1)
	default:
		p.call(t)
	}
}

// precedences of the operators; others are written as calls.
var precedences = map[Op]int{
	OpExists: precedenceQuantifier, OpForall: precedenceQuantifier, OpIte: precedenceQuantifier,
	OpOr: precedenceOr, OpAnd: precedenceAnd, OpNot: precedenceNot,
	OpEq: precedenceCompare, OpLe: precedenceCompare, OpLt: precedenceCompare, OpTextLe: precedenceCompare, OpTextLt: precedenceCompare,
	OpBitAnd: precedenceBits, OpBitOr: precedenceBits, OpBitXor: precedenceBits, OpShiftLeft: precedenceBits, OpShiftRight: precedenceBits,
	OpAdd: precedenceSum, OpConcat: precedenceSum, OpJoin: precedenceSum,
	OpHas: precedenceCompare, OpAll: precedenceQuantifier, OpFold: precedenceQuantifier,
	OpMul: precedenceProduct, OpDiv: precedenceProduct, OpMod: precedenceProduct,
}

func precedenceOf(t *Term) int {
	if t.op == OpNot && t.args[0].op == OpEq {
		return precedenceCompare
	}
	if p, ok := precedences[t.op]; ok {
		return p
	}
	return precedenceUnary
}

func (p *printer) not(t *Term) {
	if t.op == OpEq {
		p.infix(t.args[0], " != ", t.args[1])
		return
	}
	p.WriteString("not ")
	p.term(t, precedenceNot+1)
}

func (p *printer) infix(a *Term, op string, b *Term) {
	p.term(a, precedenceCompare+1)
	p.WriteString(op)
	p.term(b, precedenceCompare+1)
}

// comparison undoes rule 5 for readability: a <= b + -1 is printed as a < b, and a lone constant is put on the right.
func (p *printer) comparison(t *Term) {
	a, b := t.args[0], t.args[1]
	if t.op == OpEq {
		p.infix(a, " == ", b)
		return
	}
	if rest, ok := minusOne(b); ok && t.op == OpLe {
		p.term(a, precedenceCompare+1)
		p.WriteString(" < ")
		p.sum(rest)
		return
	}
	op := t.op.String()
	if a.IsConst() {
		a, b, op = b, a, strings.Replace(op, "<", ">", 1)
	}
	p.infix(a, " "+op+" ", b)
}

// minusOne takes the constant -1 off an integer sum.
func minusOne(t *Term) ([]*Term, bool) {
	n := len(t.args)
	if t.op != OpAdd || t.sort.Kind != KindInt || n == 0 || !t.args[n-1].IsConst() || t.args[n-1].value != minusOneValue {
		return nil, false
	}
	return t.args[:n-1], true
}

// sum prints negative summands with a minus.
func (p *printer) sum(args []*Term) {
	for i, a := range args {
		negative, rest := negated(a)
		switch {
		case i == 0 && negative:
			p.WriteString("-")
		case negative:
			p.WriteString(" - ")
		case i > 0:
			p.WriteString(" + ")
		}
		switch {
		case !negative:
			p.term(a, precedenceProduct)
		case a.IsConst():
			p.WriteString(rest)
		default:
			if rest != "1" {
				p.WriteString(rest + " * ")
			}
			p.term(a.args[1], precedenceProduct+1)
		}
	}
}

// negated reports whether a summand is a negative constant or has a negative constant factor, and prints that without sign.
func negated(a *Term) (bool, string) {
	c := a
	if a.op == OpMul && a.args[0].IsConst() {
		c = a.args[0]
	}
	if !c.IsConst() || c.sort.Kind == KindBits || signOf(c.value) >= 0 {
		return false, ""
	}
	text := strings.TrimPrefix(c.value.Format(c.sort), "-")
	if c.sort.Kind == KindReal {
		text = strings.TrimSuffix(text, ".0")
	}
	return true, text
}

func (p *printer) list(args []*Term, separator string, precedence int) {
	for i, a := range args {
		if i > 0 {
			p.WriteString(separator)
		}
		p.term(a, precedence)
	}
}

func (p *printer) ite(t *Term) {
	p.WriteString("if ")
	p.term(t.args[0], precedenceOr)
	p.WriteString(" then ")
	p.term(t.args[1], precedenceOr)
	p.WriteString(" else ")
	p.term(t.args[2], precedenceQuantifier)
}

func (p *printer) quantifier(t *Term) {
	defer p.bind(t, t.Bound())()
	p.WriteString(t.op.String())
	for i, v := range t.Bound() {
		if i > 0 {
			p.WriteByte(',')
		}
		p.WriteString(" " + p.name(v) + ": " + v.sort.String())
	}
	p.WriteString(" :: ")
	p.term(t.Body(), precedenceQuantifier)
}

func (p *printer) call(t *Term) {
	name := t.op.String()
	switch t.op {
	case OpConvert, OpIntToBits:
		name = t.sort.String()
	case OpToReal:
		p.term(t.args[0], precedenceUnary)
		return
	case OpSubstring:
		if c := t.args[2]; c.IsConst() && isOne(c) {
			p.term(t.args[0], precedenceUnary)
			p.WriteByte('[')
			p.term(t.args[1], precedenceQuantifier)
			p.WriteByte(']')
			return
		}
	}
	p.WriteString(name)
	p.WriteByte('(')
	p.list(t.args, ", ", precedenceQuantifier)
	p.WriteByte(')')
}
