package classicalb

import (
	"github.com/sextant-mbt/sextant/internal/convert"
	"github.com/sextant-mbt/sextant/internal/diag"
)

// machine is a parsed file.
type machine struct {
	name       token
	sets       []enumeration
	constants  []token
	properties []labelled
	variables  []token
	invariants []labelled
	assertions []labelled
	initial    *substitution
	events     []event
	scopes     map[string]*node // the sizes that definitions scope_SET give, as numbers or ranges
}

// enumeration is SET = {a, b}; without members the set is deferred: it has some members, which have no names.
type enumeration struct {
	name    token
	members []token
}

// labelled is a conjunct with its label, which may be empty.
type labelled struct {
	label string
	pred  *node
}

// event is name = substitution, or results <-- name(parameters) = substitution.
type event struct {
	name    token
	results []token
	body    *substitution
}

// The operations of nodes that are not signs of B.
const (
	opName          = "name"
	opNumber        = "number"
	opText          = "text"
	opSequence      = "sequence"
	opComposed      = "composed"
	opSum           = "SIGMA"
	opCall          = "call"
	opImage         = "image"
	opNegative      = "negative"
	opSet           = "set"
	opComprehension = "comprehension"
)

// node is a predicate or expression: a name, a number, or an operation on others. The translation decides which of the two.
type node struct {
	op     string // a sign of B, or one of those above
	text   string // of a name or number
	at     diag.Span
	args   []*node
	bound  []token // by a quantifier, a lambda or a comprehension
	closed bool    // in parentheses
	depth  int
}

// conjuncts takes a predicate apart.
func (n *node) conjuncts() []*node {
	if n.op != "&" {
		return []*node{n}
	}
	var out []*node
	for _, a := range n.args {
		out = append(out, a.conjuncts()...)
	}
	return out
}

// String is the text of n for messages.
func (n *node) String() string { return convert.Clip(n.at.Text()) }

// isName reports whether n is the given name.
func (n *node) isName(name string) bool { return n.op == opName && n.text == name }

// substitutionKind distinguishes the substitutions.
type substitutionKind uint8

const (
	doSkip substitutionKind = iota
	doAssign
	doMember // x :: SET
	doSuch   // x : (P)
	doParallel
	doSequence // S ; T
	doIf
	doSelect
	doChoice
	doAny
)

// substitution is what changes variables.
type substitution struct {
	kind    substitutionKind
	at      diag.Span
	targets []*node // of an assignment: names, or f(i)
	values  []*node // of an assignment; the set of x :: SET
	conds   []*node // of the branches of IF and SELECT; that of ELSE is nil
	parts   []*substitution
	names   []token // of ANY
	where   []labelled
}
