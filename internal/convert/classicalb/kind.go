package classicalb

import (
	"math/big"

	"github.com/sextant-mbt/sextant/internal/convert"
	"github.com/sextant-mbt/sextant/internal/syntax"
	"github.com/sextant-mbt/sextant/internal/syntax/print"
)

// base distinguishes kinds.
type base uint8

const (
	open      base = iota // what is wrong was reported
	predicate             // true or false, as a condition
	number
	truth    // TRUE or FALSE, a value of BOOL
	text     // of STRING
	member   // of an enumerated set
	function // from a range of numbers, as an array
	pair
	aSet
	mapping // a partial function, as a map
	sequence
)

var baseNames = [...]string{"something else", "a predicate", "a number", "a value of BOOL", "a text", "a member of a set", "a function",
	"a pair", "a set", "a function", "a sequence"}

var basePlurals = [...]string{"something else", "predicates", "numbers", "values of BOOL", "texts", "members of a set", "functions",
	"pairs", "sets", "functions", "sequences"}

// kind is what an expression stands for.
type kind struct {
	base   base
	set    string            // of a member: the name of its set
	domain *syntax.RangeType // of a function: its arguments
	left   *kind             // of a pair: its left part; of a mapping: its arguments
	elem   *kind             // of a function, mapping, set or sequence: its results or elements; of a pair: its right part
}

var (
	openKind      = &kind{}
	predicateKind = &kind{base: predicate}
	numberKind    = &kind{base: number}
	truthKind     = &kind{base: truth}
	textKind      = &kind{base: text}
)

func setOf(elem *kind) *kind { return &kind{base: aSet, elem: elem} }

func sequenceOf(elem *kind) *kind { return &kind{base: sequence, elem: elem} }

func pairOf(left, right *kind) *kind { return &kind{base: pair, left: left, elem: right} }

func mappingOf(left, right *kind) *kind { return &kind{base: mapping, left: left, elem: right} }

// pairs is the kind of a relation: a set of pairs.
func (k *kind) pairs() *kind { return setOf(pairOf(k.left, k.elem)) }

// isRelation reports whether k is a set of pairs.
func (k *kind) isRelation() bool { return k.base == aSet && k.elem.base == pair }

// isEmpty reports whether k is that of {}, which can be a set of anything, a mapping or a sequence.
func (k *kind) isEmpty() bool { return k.base == aSet && k.elem.base == open }

// String names a kind for messages.
func (k *kind) String() string {
	if k.base == member {
		return "a member of " + k.set
	}
	return baseNames[k.base]
}

func plural(k *kind) string {
	if k.base == member {
		return "those of " + k.set
	}
	return basePlurals[k.base]
}

// same reports whether two kinds can be compared and assigned; an open one always can.
func (k *kind) same(other *kind) bool {
	switch {
	case k.base == open || other.base == open:
		return true
	case k.isEmpty() && (other.base == mapping || other.base == sequence), other.isEmpty() && (k.base == mapping || k.base == sequence):
		return true
	case k.base != other.base || k.set != other.set:
		return false
	case k.base == function:
		return print.Type(k.domain) == print.Type(other.domain) && k.elem.same(other.elem)
	}
	return (k.left == nil || k.left.same(other.left)) && (k.elem == nil || k.elem.same(other.elem))
}

// index is the place of an argument in the array of a function.
func (k *kind) index(argument syntax.Expr) syntax.Expr { return convert.Minus(argument, k.domain.Low) }

// use is what a name stands for.
type use uint8

const (
	isConstant use = iota
	isFrozen       // a constant without a value
	isVariable
	isMember
	isSet
	isLocal
	isResult // of an operation
)

// symbol is a name of the machine with what it stands for.
type symbol struct {
	token
	use     use
	name    string // in the model
	kind    *kind  // nil as long as it is not known
	typ     syntax.Type
	natural bool // a number that is never negative

	value       syntax.Expr // of a constant; the initial value of a variable, or nil
	initialised bool        // the initialisation writes it
	members     []string    // of a set: its members, in the model
	number      *big.Int    // of a constant: its value, if it is a known number
	alias       *node       // of a constant: the set that it is equal to
	over        syntax.Expr // of a local name: the collection that it is an element of, or nil
	instead     syntax.Expr // what stands for it in the model, if that is not its name
}

// expr is the expression of the model that a symbol stands for.
func (s *symbol) expr() syntax.Expr {
	if s.instead != nil {
		return s.instead
	}
	return convert.Name(s.name)
}
