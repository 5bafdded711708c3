package smt

import (
	"fmt"
	"math/big"
	"strings"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Printing terms. A term is a graph with shared parts; written as a tree it can be exponentially large. So every part
// that is used more than once is bound by a let. Three cases need care:
//
//   - a few operations are written with an argument repeated (see repeats), which counts as using it more than once;
//   - a part that mentions a bound variable gets its let inside the quantifier, all others as far out as possible, so that quantifiers share
//     them;
//   - inside a quantifier over x, a let from outside whose part mentions x refers to another x and is not visible.

// scope is the inside of a quantifier, or the whole term.
type scope struct {
	outer *scope
	bound []*term.Term
	lets  map[*term.Term]string
}

type printer struct {
	strings.Builder
	names *namer
	scope *scope
	count int // number of lets so far, for their names

	unwritable string // a string constant that SMT-LIB has no way to write

	recursive bool            // write some operations on strings as recursive functions
	defines   map[string]bool // those that were used
}

// printTerm returns the SMT-LIB text of a term. Variables are written by name as encoded by this package (the tests have a reader).
func printTerm(t *term.Term) string {
	p := &printer{names: newNamer()}
	p.root(t)
	return p.String()
}

// root writes a term from the outside.
func (p *printer) root(t *term.Term) {
	p.count = 0
	p.scope = nil
	p.enter(nil, t)
}

// enter writes t within a new scope: first the lets of its shared parts, inner ones first, then t itself.
func (p *printer) enter(bound []*term.Term, t *term.Term) {
	p.scope = &scope{outer: p.scope, bound: bound, lets: map[*term.Term]string{}}
	opened := 0
	for _, part := range sharedParts(t) {
		if p.visible(part) != "" {
			continue
		}
		p.count++
		name := fmt.Sprintf("?%d", p.count)
		fmt.Fprintf(p, "(let ((%s ", name)
		p.structure(part)
		p.WriteString(")) ")
		p.scope.lets[part] = name
		opened++
	}
	p.term(t)
	p.WriteString(strings.Repeat(")", opened))
	p.scope = p.scope.outer
}

// visible returns the name of the let that stands for t here, or the empty string.
func (p *printer) visible(t *term.Term) string {
	for s := p.scope; s != nil; s = s.outer {
		if name, ok := s.lets[t]; ok {
			return name
		}
		if t.Mentions(s.bound...) {
			return ""
		}
	}
	return ""
}

// term writes t, by its name if it has one.
func (p *printer) term(t *term.Term) {
	if !isLeaf(t) {
		if name := p.visible(t); name != "" {
			p.WriteString(name)
			return
		}
	}
	p.structure(t)
}

func isLeaf(t *term.Term) bool { return t.Op() == term.OpVar || t.Op() == term.OpConst }

// structure writes t by its operation.
func (p *printer) structure(t *term.Term) {
	switch t.Op() {
	case term.OpConst:
		p.constant(t)
	case term.OpVar:
		p.WriteString(p.names.symbol(t))
	case term.OpExists, term.OpForall:
		p.quantifier(t)
	case term.OpDiv, term.OpMod:
		p.division(t)
	case term.OpConvert:
		p.conversion(t)
	case term.OpBitsToInt:
		p.bitsToInt(t.Args()[0])
	case term.OpIntToBits:
		p.apply(fmt.Sprintf("(_ int2bv %d)", t.Sort().Width), t.Args())
	default:
		if !p.textOperation(t) {
			p.operation(t)
		}
	}
}

func (p *printer) constant(t *term.Term) {
	if text := t.Value().Text(); !writable(text) {
		p.unwritable = text
	}
	p.WriteString(constantOf(t.Sort(), t.Value()))
}

// operation writes an operation that SMT-LIB has directly.
func (p *printer) operation(t *term.Term) {
	args := t.Args()
	if len(args) == 0 {
		p.WriteString(`""`)
		return
	}
	symbol := symbolOf(t.Op(), args[0].Sort())
	switch t.Op() {
	case term.OpAnd, term.OpOr, term.OpAdd, term.OpMul, term.OpConcat:
		p.chain(symbol, args, t.Sort().Kind == term.KindBits)
	default:
		p.apply(symbol, args)
	}
}

// chain writes an operation of any number of arguments; bit operations take two at a time.
func (p *printer) chain(symbol string, args []*term.Term, pairs bool) {
	if len(args) == 1 {
		p.term(args[0])
		return
	}
	if !pairs {
		p.apply(symbol, args)
		return
	}
	p.WriteString(strings.Repeat("("+symbol+" ", len(args)-1))
	p.term(args[0])
	for _, a := range args[1:] {
		p.WriteByte(' ')
		p.term(a)
		p.WriteByte(')')
	}
}

func (p *printer) apply(symbol string, args []*term.Term) {
	p.WriteString("(" + symbol)
	for _, a := range args {
		p.WriteByte(' ')
		p.term(a)
	}
	p.WriteByte(')')
}

// division guards a divisor that may be zero.
func (p *printer) division(t *term.Term) {
	symbol := symbolOf(t.Op(), t.Sort())
	if !guardsDivisor(t) {
		p.apply(symbol, t.Args())
		return
	}
	zero := constantOf(t.Sort(), term.Value{})
	p.WriteString("(ite (= ")
	p.term(t.Args()[1])
	p.WriteString(" " + zero + ") " + zero + " ")
	p.apply(symbol, t.Args())
	p.WriteByte(')')
}

func guardsDivisor(t *term.Term) bool {
	divisor := t.Args()[1]
	return !divisor.IsConst() || divisor.Value().Equal(term.Value{})
}

// conversion extends bits by the signedness of the source, or truncates them.
func (p *printer) conversion(t *term.Term) {
	from, to := t.Args()[0].Sort(), t.Sort()
	switch {
	case to.Width < from.Width:
		p.apply(fmt.Sprintf("(_ extract %d 0)", to.Width-1), t.Args())
	case to.Width == from.Width:
		p.term(t.Args()[0])
	case from.Signed:
		p.apply(fmt.Sprintf("(_ sign_extend %d)", to.Width-from.Width), t.Args())
	default:
		p.apply(fmt.Sprintf("(_ zero_extend %d)", to.Width-from.Width), t.Args())
	}
}

func (p *printer) bitsToInt(t *term.Term) {
	args := []*term.Term{t}
	if !t.Sort().Signed {
		p.apply("bv2nat", args)
		return
	}
	p.WriteString("(ite (bvslt ")
	p.term(t)
	p.WriteString(" " + bitsLiteral(t.Sort().Width, 0) + ") (- ")
	p.apply("bv2nat", args)
	modulus := new(big.Int).Lsh(big.NewInt(1), uint(t.Sort().Width))
	p.WriteString(" " + modulus.String() + ") ")
	p.apply("bv2nat", args)
	p.WriteByte(')')
}

// quantifier adds the domains of the bound variables to the body: exists x. domain and body, forall x. domain implies body.
func (p *printer) quantifier(t *term.Term) {
	symbol, connective := "exists", "and"
	if t.Op() == term.OpForall {
		symbol, connective = "forall", "=>"
	}
	p.WriteString("(" + symbol + " (")
	var restricted []*term.Term
	for _, v := range t.Bound() {
		p.WriteString("(" + p.names.symbol(v) + " " + sortName(v.Sort()) + ")")
		if hasDomain(v.Sort()) {
			restricted = append(restricted, v)
		}
	}
	p.WriteString(") ")
	if len(restricted) > 0 {
		p.WriteString("(" + connective + " ")
		p.domains(restricted)
		p.WriteByte(' ')
		defer p.WriteByte(')')
	}
	p.enter(t.Bound(), t.Body())
	p.WriteByte(')')
}

// domains writes the conjunction of the domains of variables that have one.
func (p *printer) domains(vars []*term.Term) {
	if len(vars) > 1 {
		p.WriteString("(and")
		defer p.WriteByte(')')
	}
	for _, v := range vars {
		p.WriteString(" " + domainOf(p.names.symbol(v), v.Sort()))
	}
}
