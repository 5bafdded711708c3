package classicalb

import (
	"fmt"
	"math/big"

	"github.com/sextant-mbt/sextant/internal/convert"
	"github.com/sextant-mbt/sextant/internal/convert/scan"
	"github.com/sextant-mbt/sextant/internal/diag"
)

// usualSize is the number of members of a deferred set, unless the machine says how many there are.
const usualSize = 2

// someMembers makes up the members of a deferred set: as many as card(SET) = n or a definition scope_SET says, else two, which
// is reported.
func (t *translation) someMembers(set token) []token {
	size := t.sizeOf(set)
	switch {
	case size == nil:
		size = big.NewInt(usualSize)
		t.list.Warnf(diag.CodeImportType, set.At, "the number of members of %s is not known: the model has %d of them", set, usualSize).Hint =
			"write " + set.Text + " = {a, b, c}, or card(" + set.Text + ") = 3 under PROPERTIES"
	case size.Sign() <= 0 || size.Cmp(big.NewInt(maxUniverse)) > 0:
		t.list.Errorf(diag.CodeImportTooLarge, set.At, "%s has %s members; the model has 1 to %d", set, size, maxUniverse)
		return nil
	}
	var out []token
	for i := range int(size.Int64()) {
		out = append(out, token{Kind: scan.Word, Text: fmt.Sprint(set.Text, i+1), At: set.At})
	}
	return out
}

// sizeOf is the number of members that the machine gives to a deferred set; nil if it does not.
func (t *translation) sizeOf(set token) *big.Int {
	for _, p := range t.properties {
		for _, c := range p.pred.conjuncts() {
			if c.op != "=" {
				continue
			}
			for i, side := range c.args {
				if of := cardOf(side); of != nil && of.isName(set.Text) {
					return t.literal(c.args[1-i])
				}
			}
		}
	}
	scope := t.machine.scopes[set.Text]
	switch {
	case scope == nil:
		return nil
	case scope.op != "..":
		return t.literal(scope)
	}
	low, high := t.literal(scope.args[0]), t.literal(scope.args[1])
	if low == nil || high == nil {
		return nil
	}
	return high.Sub(high, low).Add(high, big.NewInt(1))
}

// literal is the value of a number, or of a constant that a property gives one; nil for others.
func (t *translation) literal(n *node) *big.Int {
	if n.op == opNumber {
		value, _ := new(big.Int).SetString(n.text, 10)
		return value
	}
	for _, p := range t.properties {
		for _, c := range p.pred.conjuncts() {
			if n.op == opName && c.op == "=" && c.args[0].isName(n.text) && c.args[1].op == opNumber {
				return t.literal(c.args[1])
			}
		}
	}
	return nil
}

// translateProperties finds the values and types of constants; what else is said about them is assumed.
func (t *translation) translateProperties() {
	var conjuncts []*node
	for _, p := range t.properties {
		conjuncts = append(conjuncts, p.pred.conjuncts()...)
	}
	conjuncts = t.giveValues(conjuncts)
	untyped := func(s *symbol) bool {
		return s.typ == nil && s.alias == nil && (s.use == isConstant || s.use == isFrozen)
	}
	rest := t.settle(conjuncts, untyped, func(s *symbol, set, _ *node) { t.typeConstant(s, set) })
	t.infer(t.symbolsWith(isFrozen), rest)
	t.demandTypes(t.symbolsWith(isFrozen))
	for _, c := range rest {
		t.assume(t.condition(c))
	}
}

// giveValues reads NAME = VALUE of constants, and returns the other conjuncts.
func (t *translation) giveValues(conjuncts []*node) []*node {
	for progress := true; progress; {
		progress = false
		var rest []*node
		for _, c := range conjuncts {
			if t.giveValue(c) {
				progress = true
			} else {
				rest = append(rest, c)
			}
		}
		conjuncts = rest
	}
	return conjuncts
}

// giveValue reads NAME = VALUE of a constant that has none yet.
func (t *translation) giveValue(c *node) bool {
	if c.op != "=" || c.args[0].op != opName {
		return false
	}
	s, value := t.symbols[c.args[0].text], c.args[1]
	if s == nil || s.use != isFrozen || !t.isKnown(value, nil) {
		return false
	}
	s.use = isConstant
	if t.isTypeSet(value) && !(value.op == opSet && len(value.args) > 0 && value.args[0].op == "|->") {
		s.alias = value
		return true
	}
	s.value, s.kind = t.expr(value)
	s.natural, s.number = t.isNatural(value), t.constant(value)
	switch s.kind.base {
	case open, number, truth, member, text:
	case predicate:
		t.list.Errorf(diag.CodeImportType, value.at, "%s is %s; a constant is a number, a value of BOOL, a member of a set or a collection", value, s.kind)
	default:
		s.typ = t.typeFor(s.kind)
	}
	return true
}

// isKnown reports whether a value uses only names whose values are known when the model is compiled, and those that it binds.
func (t *translation) isKnown(n *node, bound []token) bool {
	bound = append(bound[:len(bound):len(bound)], n.bound...)
	if n.op == opName {
		for _, b := range bound {
			if b.Text == n.text {
				return true
			}
		}
		s := t.symbols[n.text]
		return s == nil || s.use == isConstant || s.use == isMember || s.use == isSet
	}
	for _, a := range n.args {
		if !t.isKnown(a, bound) {
			return false
		}
	}
	return true
}

// typeConstant gives a constant its type. One that has a value keeps its kind.
func (t *translation) typeConstant(s *symbol, set *node) {
	y := t.typeOf(set)
	if !y.ok() {
		s.kind = openKind
		return
	}
	if s.kind != nil {
		t.demand(s.kind, y.kind, set)
	}
	s.kind, s.typ, s.natural = y.kind, y.typ, s.natural || y.natural
	t.assume(t.beyond(convert.Name(s.name), y, set))
}
