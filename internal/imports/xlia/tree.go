package xlia

import (
	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/imports/convert"
)

// machine is a system or a statemachine.
type machine struct {
	name   token
	timed  bool
	kind   token // and, or; without text if there is none
	decls  []declaration
	parts  []*machine // of a system
	states []*state
	init   []*statement
	links  []link
}

// declarationKind distinguishes what is declared.
type declarationKind uint8

const (
	declareVariable declarationKind = iota
	declareConstant
	declarePort
	declareType
)

// declaration declares one name.
type declaration struct {
	kind      declarationKind
	name      token
	typ       *typeName
	value     *node // of a variable or constant, or nil
	direction string
	params    []param
}

// param is a parameter of a port, or a name that a quantifier binds.
type param struct {
	name token // without text if it has none
	typ  *typeName
}

// typeName is a type as written.
type typeName struct {
	at        diag.Span
	name      string // of a primitive type, or of a declared one
	clock     bool
	members   []token // of an enumeration
	low, high *node   // of an interval
	lowOpen   bool
	highOpen  bool
}

// state is a state with its outgoing transitions.
type state struct {
	name        token
	kind        string // simple, start, initial, final or terminal
	init        []*statement
	transitions []*transition
}

// transition is transition name --> target { body }.
type transition struct {
	name   token // without text if it has none
	at     diag.Span
	target token
	body   []*statement
}

// link is one port in a connection.
type link struct {
	group     int // the connection that it is part of
	protocol  token
	size      token // of a queue
	direction token
	machine   token // without text if it is not named
	port      token
}

// statementKind distinguishes the statements.
type statementKind uint8

const (
	doAssign statementKind = iota
	doGuard
	doInput
	doOutput
	doFresh
	doParallel
)

// statement is one of a block; blocks in sequence are written out.
type statement struct {
	kind   statementKind
	at     diag.Span
	target token // of an assignment, or the port
	value  *node // of an assignment or a guard
	args   []*node
	parts  []*statement // of parallel assignments
}

// The operations of nodes that are not signs of xLIA.
const (
	opName     = "name"
	opNumber   = "number"
	opText     = "text"
	opNegative = "negative"
	opIf       = "if"
)

// node is an expression: a name, a number, or an operation on others.
type node struct {
	op     string // a sign of xLIA, exists, forall, or one of those above
	text   string // of a name, number or text
	at     diag.Span
	args   []*node
	bound  []param
	closed bool // in parentheses
	depth  int
}

// String is the text of n for messages.
func (n *node) String() string { return convert.Clip(n.at.Text()) }
