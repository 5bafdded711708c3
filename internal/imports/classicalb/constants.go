package classicalb

import (
	"fmt"
	"math/big"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/imports/classicalb/expression"
	"github.com/sextant-mbt/sextant/internal/imports/classicalb/source"
	"github.com/sextant-mbt/sextant/internal/imports/convert"
	"github.com/sextant-mbt/sextant/internal/imports/scan"
)

// usualSize is the number of members of a deferred set, unless the machine specifies it.
const usualSize = 2

// someMembers invents the members of a deferred set: as many as card(SET) = n or a definition scope_SET specifies, otherwise two, which is
// reported.
func (t *translation) someMembers(set source.Token) []source.Token {
	size := t.sizeOf(set)
	switch {
	case size == nil:
		size = big.NewInt(usualSize)
		t.List.Warnf(diag.CodeImportType, set.At, "the number of members of %s is not known: the model has %d of them", set, usualSize).Hint =
			"write " + set.Text + " = {a, b, c}, or card(" + set.Text + ") = 3 under PROPERTIES"
	case size.Sign() <= 0 || size.Cmp(big.NewInt(expression.MaxUniverse)) > 0:
		t.List.Errorf(diag.CodeImportTooLarge, set.At, "%s has %s members; the model has 1 to %d", set, size, expression.MaxUniverse)
		return nil
	}
	var out []source.Token
	for i := range int(size.Int64()) {
		out = append(out, source.Token{Kind: scan.Word, Text: fmt.Sprint(set.Text, i+1), At: set.At})
	}
	return out
}

// sizeOf is the number of members that the machine gives to a deferred set; nil if it does not.
func (t *translation) sizeOf(set source.Token) *big.Int {
	for _, p := range t.Properties {
		for _, c := range p.Predicate.Conjuncts() {
			if c.Op != "=" {
				continue
			}
			for i, side := range c.Args {
				if of := expression.CardOf(side); of != nil && of.IsName(set.Text) {
					return t.literal(c.Args[1-i])
				}
			}
		}
	}
	scope := t.Machine.Sizes[set.Text]
	switch {
	case scope == nil:
		return nil
	case scope.Op != "..":
		return t.literal(scope)
	}
	low, high := t.literal(scope.Args[0]), t.literal(scope.Args[1])
	if low == nil || high == nil {
		return nil
	}
	return high.Sub(high, low).Add(high, big.NewInt(1))
}

// literal is the value of a number, or of a constant that a property gives one; nil for others.
func (t *translation) literal(n *source.Node) *big.Int {
	if n.Op == source.OpNumber {
		value, _ := new(big.Int).SetString(n.Text, 10)
		return value
	}
	for _, p := range t.Properties {
		for _, c := range p.Predicate.Conjuncts() {
			if n.Op == source.OpName && c.Op == "=" && c.Args[0].IsName(n.Text) && c.Args[1].Op == source.OpNumber {
				return t.literal(c.Args[1])
			}
		}
	}
	return nil
}

// translateProperties finds the values and types of constants; other conditions on them are assumed.
func (t *translation) translateProperties() {
	var conjuncts []*source.Node
	for _, p := range t.Properties {
		conjuncts = append(conjuncts, p.Predicate.Conjuncts()...)
	}
	conjuncts = t.giveValues(conjuncts)
	untyped := func(s *expression.Symbol) bool {
		return s.Type == nil && s.Alias == nil && (s.Use == expression.IsConstant || s.Use == expression.IsFrozen)
	}
	rest := t.Settle(conjuncts, untyped, func(s *expression.Symbol, set, _ *source.Node) { t.typeConstant(s, set) })
	t.Infer(t.SymbolsWith(expression.IsFrozen), rest)
	t.DemandTypes(t.SymbolsWith(expression.IsFrozen))
	for _, c := range rest {
		t.assume(t.Condition(c))
	}
}

// giveValues reads NAME = VALUE of constants, and returns the other conjuncts.
func (t *translation) giveValues(conjuncts []*source.Node) []*source.Node {
	for progress := true; progress; {
		progress = false
		var rest []*source.Node
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
func (t *translation) giveValue(c *source.Node) bool {
	if c.Op != "=" || c.Args[0].Op != source.OpName {
		return false
	}
	s, value := t.Symbols[c.Args[0].Text], c.Args[1]
	if s == nil || s.Use != expression.IsFrozen || !t.isKnown(value, nil) {
		return false
	}
	s.Use = expression.IsConstant
	if t.IsTypeSet(value) && !(value.Op == source.OpSet && len(value.Args) > 0 && value.Args[0].Op == "|->") {
		s.Alias = value
		return true
	}
	s.Value, s.Kind = t.Expr(value)
	s.Natural, s.Number = t.IsNatural(value), t.Constant(value)
	switch s.Kind.Base {
	case expression.Open, expression.Number, expression.Truth, expression.Member, expression.Text:
	case expression.Predicate:
		t.List.Errorf(diag.CodeImportType, value.At, "%s is %s; a constant is a number, a value of BOOL, a member of a set or a collection", value, s.Kind)
	default:
		s.Type = t.TypeFor(s.Kind)
	}
	return true
}

// isKnown reports whether a value uses only names whose values are known when the model is compiled, and those that it binds.
func (t *translation) isKnown(n *source.Node, bound []source.Token) bool {
	bound = append(bound[:len(bound):len(bound)], n.Bound...)
	if n.Op == source.OpName {
		for _, b := range bound {
			if b.Text == n.Text {
				return true
			}
		}
		s := t.Symbols[n.Text]
		return s == nil || s.Use == expression.IsConstant || s.Use == expression.IsMember || s.Use == expression.IsSet
	}
	for _, a := range n.Args {
		if !t.isKnown(a, bound) {
			return false
		}
	}
	return true
}

// typeConstant gives a constant its type. One that has a value keeps its kind.
func (t *translation) typeConstant(s *expression.Symbol, set *source.Node) {
	y := t.TypeOf(set)
	if !y.Known() {
		s.Kind = expression.OpenKind
		return
	}
	if s.Kind != nil {
		t.Demand(s.Kind, y.Kind, set)
	}
	s.Kind, s.Type, s.Natural = y.Kind, y.Type, s.Natural || y.Natural
	t.assume(t.Beyond(convert.Name(s.Name), y, set))
}
