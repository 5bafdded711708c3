package source

import "github.com/sextant-mbt/sextant/internal/base/diag"

// The operations of nodes that are not named by their sign.
const (
	OpName     = "name"
	OpNumber   = "number"
	OpBool     = "bool"
	OpIndex    = "index"
	OpField    = "field"
	OpCall     = "call"
	OpMinus    = "minus"
	OpChoice   = "?:"
	OpList     = "list"
	OpSequence = ","      // of expressions in a statement
	OpBefore   = "before" // ++x and --x, with the sign as text
	OpAfter    = "after"  // x++ and x--
	OpRate     = "rate"
	OpDeadlock = "deadlock"
)

// Node is an expression.
type Node struct {
	Op    string
	Text  string // of names, numbers, fields; the sign of assignments
	At    diag.Span
	Args  []*Node
	Bound Token // of a quantifier
	Type  *Type // of a quantifier
	depth int
}

// Type is a written type.
type Type struct {
	Name              Token // int, bool, clock, chan, struct, scalar, void, or the name of a type
	Low, High         *Node // of int; low is the size of scalar
	Fields            []*Declaration
	Constant          bool
	Urgent, Broadcast bool
	At                diag.Span
}

// Dimension is the size of an array: a number or a type.
type Dimension struct {
	Size *Node
	Type *Type
}

// Declaration is that of a variable, a constant, a channel, a type, a parameter or a function.
type Declaration struct {
	Name       Token
	Type       *Type
	Dimensions []Dimension
	Initial    *Node
	IsType     bool
	Reference  bool // of parameters
	Params     []*Declaration
	Body       *Statement // of functions
}

// Statement is one of a function.
type Statement struct {
	Op           string // block, expression, if, while, do, for, foreach, return, or empty
	At           diag.Span
	Declarations []*Declaration // of a block, which come before the statements that follow them
	List         []*Statement   // of a block, or the branches and bodies
	Condition    *Node          // also the expression, and the result
	Initial      *Node          // of for
	Step         *Node
	Bound        Token
	Type         *Type
}

// Instantiation is NAME(PARAMETERS) = TEMPLATE(ARGUMENTS).
type Instantiation struct {
	Name     Token
	Params   []*Declaration
	Template Token
	Args     []*Node
}

// Assigns reports whether something with a name is assigned in a template.
func (m *Template) Assigns(name string) bool {
	found := false
	visit := func(n *Node) { found = found || n.assigns(name) }
	for _, e := range m.Edges {
		for _, u := range e.Updates {
			visit(u)
		}
	}
	for _, d := range m.Declarations {
		d.Body.visit(visit)
	}
	return found
}

// assigns reports whether an expression assigns to a part of what a name stands for.
func (n *Node) assigns(name string) bool {
	if n.Op == "=" || n.Op == OpBefore || n.Op == OpAfter {
		target := n.Args[0]
		for target.Op == OpIndex || target.Op == OpField {
			target = target.Args[0]
		}
		if target.Op == OpName && target.Text == name {
			return true
		}
	}
	for _, a := range n.Args {
		if a.assigns(name) {
			return true
		}
	}
	return false
}

// visit goes through the expressions of a statement.
func (st *Statement) visit(f func(*Node)) {
	if st == nil {
		return
	}
	for _, n := range [...]*Node{st.Condition, st.Initial, st.Step} {
		if n != nil {
			f(n)
		}
	}
	for _, s := range st.List {
		s.visit(f)
	}
}
