package expression

import (
	"math/big"

	"github.com/sextant-mbt/sextant/internal/imports/classicalb/source"
	"github.com/sextant-mbt/sextant/internal/imports/convert"
	"github.com/sextant-mbt/sextant/internal/language/syntax"
	"github.com/sextant-mbt/sextant/internal/language/syntax/print"
)

// Base distinguishes kinds.
type Base uint8

// The bases of kinds.
const (
	Open      Base = iota // after an error that was reported
	Predicate             // true or false, as a condition
	Number
	Truth    // TRUE or FALSE, a value of BOOL
	Text     // of STRING
	Member   // of an enumerated set
	Function // from a range of numbers, as an array
	Pair
	Set
	Mapping // a partial function, as a map
	Sequence
)

var baseNames = [...]string{"something else", "a predicate", "a number", "a value of BOOL", "a text", "a member of a set", "a function",
	"a pair", "a set", "a function", "a sequence"}

var basePlurals = [...]string{"something else", "predicates", "numbers", "values of BOOL", "texts", "members of a set", "functions",
	"pairs", "sets", "functions", "sequences"}

// Kind is what an expression stands for.
type Kind struct {
	Base   Base
	Set    string            // of a member: the name of its set
	Domain *syntax.RangeType // of a function: its arguments
	Left   *Kind             // of a pair: its left part; of a mapping: its arguments
	Elem   *Kind             // of a function, mapping, set or sequence: its results or elements; of a pair: its right part
}

// The kinds that have no parts.
var (
	OpenKind      = &Kind{}
	PredicateKind = &Kind{Base: Predicate}
	NumberKind    = &Kind{Base: Number}
	TruthKind     = &Kind{Base: Truth}
	TextKind      = &Kind{Base: Text}
)

func setOf(elem *Kind) *Kind { return &Kind{Base: Set, Elem: elem} }

func sequenceOf(elem *Kind) *Kind { return &Kind{Base: Sequence, Elem: elem} }

func pairOf(left, right *Kind) *Kind { return &Kind{Base: Pair, Left: left, Elem: right} }

func mappingOf(left, right *Kind) *Kind { return &Kind{Base: Mapping, Left: left, Elem: right} }

// pairs is the kind of a relation: a set of pairs.
func (k *Kind) pairs() *Kind { return setOf(pairOf(k.Left, k.Elem)) }

// isRelation reports whether k is a set of pairs.
func (k *Kind) isRelation() bool { return k.Base == Set && k.Elem.Base == Pair }

// isEmpty reports whether k is that of {}, which can be a set of anything, a mapping or a sequence.
func (k *Kind) isEmpty() bool { return k.Base == Set && k.Elem.Base == Open }

// String names a kind for messages.
func (k *Kind) String() string {
	if k.Base == Member {
		return "a member of " + k.Set
	}
	return baseNames[k.Base]
}

func plural(k *Kind) string {
	if k.Base == Member {
		return "those of " + k.Set
	}
	return basePlurals[k.Base]
}

// same reports whether two kinds can be compared and assigned; an open one always can.
func (k *Kind) same(other *Kind) bool {
	switch {
	case k.Base == Open || other.Base == Open:
		return true
	case k.isEmpty() && (other.Base == Mapping || other.Base == Sequence), other.isEmpty() && (k.Base == Mapping || k.Base == Sequence):
		return true
	case k.Base != other.Base || k.Set != other.Set:
		return false
	case k.Base == Function:
		return print.Type(k.Domain) == print.Type(other.Domain) && k.Elem.same(other.Elem)
	}
	return (k.Left == nil || k.Left.same(other.Left)) && (k.Elem == nil || k.Elem.same(other.Elem))
}

// Index is the place of an argument in the array of a function.
func (k *Kind) Index(argument syntax.Expr) syntax.Expr { return convert.Minus(argument, k.Domain.Low) }

// Use is the kind of object that a name stands for.
type Use uint8

// The uses of names.
const (
	IsConstant Use = iota
	IsFrozen       // a constant without a value
	IsVariable
	IsMember
	IsSet
	IsLocal
	IsResult // of an operation
)

// Symbol is a name of the machine with its meaning.
type Symbol struct {
	source.Token
	Use     Use
	Name    string // in the model
	Kind    *Kind  // nil as long as it is not known
	Type    syntax.Type
	Natural bool // a number that is never negative

	Value       syntax.Expr  // of a constant; the initial value of a variable, or nil
	Initialised bool         // the initialisation writes it
	Members     []string     // of a set: its members, in the model
	Number      *big.Int     // of a constant: its value, if it is a known number
	Alias       *source.Node // of a constant: the set that it is equal to
	over        syntax.Expr  // of a local name: the collection that it is an element of, or nil
	Instead     syntax.Expr  // its replacement in the model, if that is not its name
}

// Expr is the expression of the model that a symbol stands for.
func (s *Symbol) Expr() syntax.Expr {
	if s.Instead != nil {
		return s.Instead
	}
	return convert.Name(s.Name)
}
