package smt

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Reading terms back from SMT-LIB, to compare what was written with what was meant. The text has less information than the term: enumerations
// are numbers, machine bits have no signedness. The variables, which the caller knows with their sorts, and the operations (bvslt or bvult)
// restore it; where two readings of bits meet, a conversion is put in.

// termReader reads terms into a store.
type termReader struct {
	store *term.Store
	vars  map[string]*term.Term
	scope map[string][]*term.Term // bindings of let and of quantifiers, the innermost last
}

// readTerm reads a term that Print wrote, or any other of the same language. vars are the variables by their names, free and bound ones; a
// bound variable that is not among them is made with the sort that the text gives. Quotients are read with their meaning in terms: division
// by zero gives zero.
func readTerm(store *term.Store, text string, vars map[string]*term.Term) (*term.Term, error) {
	nodes, err := readSexprs(text)
	if err != nil {
		return nil, err
	}
	if len(nodes) != 1 {
		return nil, fmt.Errorf("%d s-expressions where one term is expected", len(nodes))
	}
	r := &termReader{store: store, vars: vars, scope: map[string][]*term.Term{}}
	return r.read(nodes[0])
}

func (r *termReader) read(n *node) (*term.Term, error) {
	switch n.kind {
	case stringNode:
		return r.stringConstant(n)
	case quotedNode:
		return r.variable(n.text)
	case symbolNode:
		return r.symbol(n)
	}
	if len(n.list) == 0 {
		return nil, fmt.Errorf("() is no term")
	}
	switch n.head() {
	case "let":
		return r.let(n)
	case "exists", "forall":
		return r.quantifier(n)
	case "_":
		return r.bitsConstant(n)
	case "str.in_re":
		return r.membership(n)
	}
	args := make([]*term.Term, 0, len(n.list)-1)
	for _, m := range n.list[1:] {
		a, err := r.read(m)
		if err != nil {
			return nil, err
		}
		args = append(args, a)
	}
	return r.apply(n.list[0], args)
}

func (r *termReader) symbol(n *node) (*term.Term, error) {
	switch n.text {
	case "true":
		return r.store.True(), nil
	case "false":
		return r.store.False(), nil
	}
	switch c := n.text[0]; {
	case c == '#':
		return r.bitsConstant(n)
	case c >= '0' && c <= '9':
		return r.number(n)
	}
	return r.variable(n.text)
}

func (r *termReader) number(n *node) (*term.Term, error) {
	value := readDecimal(n.text)
	if value == nil || len(n.text) > maxDigits {
		return nil, fmt.Errorf("%s is no number that can be used", text.Clip(n.text, 200))
	}
	for _, c := range n.text {
		if c == '.' {
			return r.store.Const(term.Real, term.RatValue(value)), nil
		}
	}
	return r.store.Const(term.Int, term.BigValue(value.Num())), nil
}

func (r *termReader) stringConstant(n *node) (*term.Term, error) {
	text, err := unescape(n.text)
	if err != nil {
		return nil, err
	}
	return r.store.Const(term.String, term.StringValue(text)), nil
}

// bitsConstant reads bits as unsigned, the context may say otherwise.
func (r *termReader) bitsConstant(n *node) (*term.Term, error) {
	pattern, width, err := readBits(n)
	if err != nil {
		return nil, err
	}
	sort := term.Bits(width, false)
	return r.store.Const(sort, bitsValue(sort, pattern)), nil
}

func (r *termReader) variable(text string) (*term.Term, error) {
	if bound := r.scope[text]; len(bound) > 0 {
		return bound[len(bound)-1], nil
	}
	if v, ok := r.vars[decodeName(text)]; ok {
		return v, nil
	}
	return nil, fmt.Errorf("%s is not known", text)
}

// decodeName is the inverse of encodeName. Text that encodeName cannot have made is taken as it stands.
func decodeName(text string) string {
	text = strings.TrimSuffix(text, "@")
	if !strings.Contains(text, "%") {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '%' && i+3 <= len(text) {
			if c, err := strconv.ParseUint(text[i+1:i+3], 16, 8); err == nil {
				b.WriteByte(byte(c))
				i += 2
				continue
			}
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

// let reads (let ((name term) ...) body); the terms do not see the names.
func (r *termReader) let(n *node) (*term.Term, error) {
	if len(n.list) != 3 || n.list[1].kind != listNode {
		return nil, fmt.Errorf("let needs bindings and a body")
	}
	names := make([]string, 0, len(n.list[1].list))
	var values []*term.Term
	for _, b := range n.list[1].list {
		if !isBinding(b) {
			return nil, fmt.Errorf("%s is no binding", text.Clip(b.String(), 200))
		}
		value, err := r.read(b.list[1])
		if err != nil {
			return nil, err
		}
		names, values = append(names, b.list[0].text), append(values, value)
	}
	return r.within(names, values, n.list[2])
}

// isBinding reports whether the node is (symbol something).
func isBinding(n *node) bool {
	return n.kind == listNode && len(n.list) == 2 && (n.list[0].kind == symbolNode || n.list[0].kind == quotedNode)
}

// within reads a body in which names stand for terms.
func (r *termReader) within(names []string, values []*term.Term, body *node) (*term.Term, error) {
	for i, name := range names {
		r.scope[name] = append(r.scope[name], values[i])
	}
	t, err := r.read(body)
	for _, name := range names {
		r.scope[name] = r.scope[name][:len(r.scope[name])-1]
	}
	return t, err
}

func (r *termReader) quantifier(n *node) (*term.Term, error) {
	if len(n.list) != 3 || n.list[1].kind != listNode || len(n.list[1].list) == 0 {
		return nil, fmt.Errorf("a quantifier needs variables and a body")
	}
	var names []string
	var bound []*term.Term
	for _, b := range n.list[1].list {
		v, err := r.boundVariable(b)
		if err != nil {
			return nil, err
		}
		names, bound = append(names, b.list[0].text), append(bound, v)
	}
	body, err := r.within(names, bound, n.list[2])
	if err != nil {
		return nil, err
	}
	if body.Sort().Kind != term.KindBool {
		return nil, fmt.Errorf("the body of a quantifier is %s", body.Sort())
	}
	if n.head() == "exists" {
		return r.store.Exists(bound, body), nil
	}
	return r.store.Forall(bound, body), nil
}

// boundVariable is the known variable of that name if its sort is written so, else a new one.
func (r *termReader) boundVariable(n *node) (*term.Term, error) {
	if !isBinding(n) {
		return nil, fmt.Errorf("%s binds no variable", text.Clip(n.String(), 200))
	}
	sort, err := readSort(n.list[1])
	if err != nil {
		return nil, err
	}
	name := decodeName(n.list[0].text)
	if v, ok := r.vars[name]; ok && writtenAlike(v.Sort(), sort) {
		return v, nil
	}
	return r.store.Var(name, sort), nil
}

// writtenAlike reports whether the sort known is written as sort in a text.
func writtenAlike(known, sort *term.Sort) bool {
	switch known.Kind {
	case term.KindEnum:
		return sort.Kind == term.KindInt
	case term.KindBits:
		return sort.Kind == term.KindBits && known.Width == sort.Width
	}
	return known.Kind == sort.Kind
}

func readSort(n *node) (*term.Sort, error) {
	switch {
	case n.is("Bool"):
		return term.Bool, nil
	case n.is("Int"):
		return term.Int, nil
	case n.is("Real"):
		return term.Real, nil
	case n.is("String"):
		return term.String, nil
	case n.head() == "_" && len(n.list) == 3 && n.list[1].is("BitVec"):
		if width, err := strconv.Atoi(n.list[2].text); err == nil && width >= 1 && width <= 64 {
			return term.Bits(width, false), nil
		}
	}
	return nil, fmt.Errorf("%s is no sort that can be used", text.Clip(n.String(), 200))
}

// Limits that keep a short text from growing into a huge term, by multiplication of numbers or doubling of strings.
const (
	maxDigits   = 20_000
	maxBits     = 1 << 16
	maxConcat   = 1 << 20
	maxDistinct = 200
)

// withinLimits reports whether t is small enough to compute with.
func withinLimits(t *term.Term) bool {
	if t.Op() == term.OpConcat {
		return textSize(t) <= maxConcat
	}
	if !t.IsConst() {
		return true
	}
	switch t.Sort().Kind {
	case term.KindString:
		return len(t.Value().Text()) <= maxConcat
	case term.KindInt, term.KindReal:
		return sizeOf(t.Value().Rat()) <= maxBits
	}
	return true
}

func sizeOf(r *big.Rat) int { return r.Num().BitLen() + r.Denom().BitLen() }

// textSize is the number of parts of a string and the length of its constants.
func textSize(t *term.Term) int {
	switch {
	case t.Op() == term.OpConcat:
		total := 0
		for _, a := range t.Args() {
			total += 1 + len(a.Value().Text())
		}
		return total
	case t.IsConst():
		return len(t.Value().Text())
	}
	return 1
}
