package classicalb

import (
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
	member   // of an enumerated set
	function // from a range of numbers
)

var baseNames = [...]string{"something else", "a predicate", "a number", "a value of BOOL", "a member of a set", "a function"}

// kind is what an expression stands for.
type kind struct {
	base   base
	set    string            // of a member: the name of its set
	domain *syntax.RangeType // of a function: its arguments
	elem   *kind             // of a function: its results
}

var (
	openKind      = &kind{}
	predicateKind = &kind{base: predicate}
	numberKind    = &kind{base: number}
	truthKind     = &kind{base: truth}
)

// String names a kind for messages.
func (k *kind) String() string {
	if k.base == member {
		return "a member of " + k.set
	}
	return baseNames[k.base]
}

// same reports whether two kinds can be compared and assigned; an open one always can.
func (k *kind) same(other *kind) bool {
	switch {
	case k.base == open || other.base == open:
		return true
	case k.base != other.base || k.set != other.set:
		return false
	case k.base == function:
		return print.Type(k.domain) == print.Type(other.domain) && k.elem.same(other.elem)
	}
	return true
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
}
