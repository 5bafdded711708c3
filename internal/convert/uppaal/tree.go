package uppaal

import "github.com/sextant-mbt/sextant/internal/diag"

// The operations of nodes that are not named by their sign.
const (
	opName     = "name"
	opNumber   = "number"
	opBool     = "bool"
	opIndex    = "index"
	opField    = "field"
	opCall     = "call"
	opMinus    = "minus"
	opChoice   = "?:"
	opList     = "list"
	opBefore   = "before" // ++x and --x, with the sign as text
	opAfter    = "after"  // x++ and x--
	opRate     = "rate"
	opDeadlock = "deadlock"
)

// node is an expression.
type node struct {
	op    string
	text  string // of names, numbers, fields; the sign of assignments
	at    diag.Span
	args  []*node
	bound token     // of a quantifier
	typ   *typeNode // of a quantifier
	depth int
}

// typeNode is a written type.
type typeNode struct {
	name              token // int, bool, clock, chan, struct, scalar, void, or the name of a type
	low, high         *node // of int; low is the size of scalar
	fields            []*declaration
	constant          bool
	urgent, broadcast bool
	at                diag.Span
}

// dimension is the size of an array: a number or a type.
type dimension struct {
	size *node
	typ  *typeNode
}

// declaration is that of a variable, a constant, a channel, a type, a parameter or a function.
type declaration struct {
	name      token
	typ       *typeNode
	dims      []dimension
	init      *node
	isType    bool
	reference bool // of parameters
	params    []*declaration
	body      *statement // of functions
}

// statement is one of a function.
type statement struct {
	op    string // block, expression, if, while, do, for, foreach, return, or empty
	at    diag.Span
	decls []*declaration // of a block, which come before the statements that follow them
	list  []*statement   // of a block, or the branches and bodies
	cond  *node          // also the expression, and the result
	init  *node          // of for
	step  *node
	bound token
	typ   *typeNode
}

// instantiation is NAME(PARAMETERS) = TEMPLATE(ARGUMENTS).
type instantiation struct {
	name     token
	params   []*declaration
	template token
	args     []*node
}

// assigns reports whether something with a name is assigned in a template.
func (m *template) assigns(name string) bool {
	found := false
	visit := func(n *node) { found = found || n.assigns(name) }
	for _, e := range m.edges {
		for _, u := range e.updates {
			visit(u)
		}
	}
	for _, d := range m.decls {
		d.body.visit(visit)
	}
	return found
}

// assigns reports whether an expression assigns to a part of what a name stands for.
func (n *node) assigns(name string) bool {
	if n.op == "=" || n.op == opBefore || n.op == opAfter {
		target := n.args[0]
		for target.op == opIndex || target.op == opField {
			target = target.args[0]
		}
		if target.op == opName && target.text == name {
			return true
		}
	}
	for _, a := range n.args {
		if a.assigns(name) {
			return true
		}
	}
	return false
}

// visit goes through the expressions of a statement.
func (st *statement) visit(f func(*node)) {
	if st == nil {
		return
	}
	for _, n := range [...]*node{st.cond, st.init, st.step} {
		if n != nil {
			f(n)
		}
	}
	for _, s := range st.list {
		s.visit(f)
	}
}
