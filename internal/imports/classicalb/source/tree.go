package source

import (
	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/imports/scan"
)

// Machine is a parsed file.
type Machine struct {
	Name       Token
	Sets       []Enumeration
	Constants  []Token
	Properties []Labelled
	Variables  []Token
	Invariants []Labelled
	Assertions []Labelled
	Initial    *Substitution
	Events     []Event
	Sizes      map[string]*Node // the sizes that definitions scope_SET give, as numbers or ranges
}

// Enumeration is SET = {a, b}; without members the set is deferred: it has some members, which have no names.
type Enumeration struct {
	Name    Token
	Members []Token
}

// Labelled is a conjunct with its label, which may be empty.
type Labelled struct {
	Label     string
	Predicate *Node
}

// Event is name = substitution, or results <-- name(parameters) = substitution.
type Event struct {
	Name    Token
	Results []Token
	Body    *Substitution
}

// The operations of nodes that are not signs of B.
const (
	OpName          = "name"
	OpNumber        = "number"
	OpText          = "text"
	OpSequence      = "sequence"
	OpComposed      = "composed"
	OpSum           = "SIGMA"
	OpCall          = "call"
	OpImage         = "image"
	OpNegative      = "negative"
	OpSet           = "set"
	OpComprehension = "comprehension"
)

// Node is a predicate or expression: a name, a number, or an operation on others. The translation decides which of the two.
type Node struct {
	Op     string // a sign of B, or one of those above
	Text   string // of a name or number
	At     diag.Span
	Args   []*Node
	Bound  []Token // by a quantifier, a lambda or a comprehension
	closed bool    // in parentheses
	depth  int
}

// Conjuncts takes a predicate apart.
func (n *Node) Conjuncts() []*Node {
	if n.Op != "&" {
		return []*Node{n}
	}
	var out []*Node
	for _, a := range n.Args {
		out = append(out, a.Conjuncts()...)
	}
	return out
}

// String is the text of n for messages.
func (n *Node) String() string { return scan.Clip(n.At.Text()) }

// IsName reports whether n is the given name.
func (n *Node) IsName(name string) bool { return n.Op == OpName && n.Text == name }

// SubstitutionKind distinguishes the substitutions.
type SubstitutionKind uint8

// The kinds of substitutions.
const (
	DoSkip SubstitutionKind = iota
	DoAssign
	DoMember // x :: SET
	DoSuch   // x : (P)
	DoParallel
	DoSequence // S ; T
	DoIf
	DoSelect
	DoChoice
	DoAny
)

// Substitution is a statement that changes variables.
type Substitution struct {
	Kind       SubstitutionKind
	At         diag.Span
	Targets    []*Node // of an assignment: names, or f(i)
	Values     []*Node // of an assignment; the set of x :: SET
	Conditions []*Node // of the branches of IF and SELECT; that of ELSE is nil
	Parts      []*Substitution
	Names      []Token // of ANY
	Where      []Labelled
}
