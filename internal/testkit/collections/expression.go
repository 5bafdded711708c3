package collections

import (
	"fmt"
	"strings"
)

// Expression is an expression of the language.
type Expression interface {
	// Text is the expression in the language. Variables that known binds are written as their values.
	Text(known *Env) string

	// Eval computes the value, or says why there is none.
	Eval(env *Env) (Value, Failure)

	// Visit calls f with the name of each construct in the expression.
	Visit(f func(construct string))
}

// Env binds variables to values.
type Env struct {
	name  string
	typ   *Type
	value Value
	next  *Env
}

// With is the environment with another variable.
func (e *Env) With(name string, typ *Type, value Value) *Env { return &Env{name, typ, value, e} }

// find is the binding of a name, or nil.
func (e *Env) find(name string) *Env {
	for ; e != nil; e = e.next {
		if e.name == name {
			return e
		}
	}
	return nil
}

// The largest values that are computed with.
const (
	maxNumber = 1_000_000
	maxLength = 40
)

// limited gives up values that are too large.
func limited(v Value) (Value, Failure) {
	switch v := v.(type) {
	case int:
		if v > maxNumber || v < -maxNumber {
			return nil, TooLarge
		}
	case string:
		if len(v) > maxLength {
			return nil, TooLarge
		}
	case List:
		if len(v) > maxLength {
			return nil, TooLarge
		}
	}
	return v, 0
}

// variable is a variable of the model or one that ranges over something.
type variable struct {
	name  string
	typ   *Type
	loose bool // its type may have other bounds, as that of what it ranges over
}

// Eval looks the variable up.
func (x variable) Eval(env *Env) (Value, Failure) { return env.find(x.name).value, 0 }

// Visit does nothing: a variable is not a construct.
func (x variable) Visit(func(string)) {}

// Text writes a known value as the argument of a function, whose parameter says which type it has.
func (x variable) Text(known *Env) string {
	if b := known.find(x.name); b != nil {
		return ascription(x.typ) + "(" + Literal(b.value, x.typ) + ")"
	}
	return x.name
}

// ascription is the name of a function that returns its argument, and is declared for the type.
func ascription(t *Type) string {
	replace := strings.NewReplacer("..", "to", "[", "Seq", "]", "", "?", "Opt", " ", "", "->", "To", "(", "", ")", "End")
	return "as" + replace.Replace(t.String())
}

// constant is a literal.
type constant struct {
	value Value
	typ   *Type
}

// Eval returns the value.
func (c constant) Eval(*Env) (Value, Failure) { return c.value, 0 }

// Text writes the value as a literal.
func (c constant) Text(*Env) string { return Literal(c.value, c.typ) }

// Visit does nothing: a literal is not a construct.
func (c constant) Visit(func(string)) {}

// operation evaluates all operands and applies a function to them.
type operation struct {
	construct string
	format    string // of the text, with %s for each operand
	operands  []Expression
	apply     func(v []Value) (Value, Failure)
	typ       *Type // with its bounds, if they are known
	literal   bool  // its elements are written out
	carried   int   // number of operands at the end that the function does not look into
}

// Text puts the texts of the operands into the format.
func (o *operation) Text(known *Env) string {
	args := make([]any, len(o.operands))
	for i, x := range o.operands {
		args[i] = x.Text(known)
	}
	return fmt.Sprintf(o.format, args...)
}

// evaluate evaluates all operands. Their failures are joined: their order is left open.
func evaluate(operands []Expression, env *Env) ([]Value, Failure) {
	values, failure := make([]Value, len(operands)), Failure(0)
	for i, x := range operands {
		v, f := x.Eval(env)
		values[i], failure = v, failure|f
	}
	return values, failure
}

// Eval applies the function to the values of the operands, and gives up results that are too large. If only operands fail that the
// function does not look into, it may fail as well.
func (o *operation) Eval(env *Env) (Value, Failure) {
	n := len(o.operands) - o.carried
	values, failure := evaluate(o.operands[:n], env)
	carried, more := evaluate(o.operands[n:], env)
	if failure != 0 {
		return nil, failure | more
	}
	v, f := o.apply(append(values, carried...))
	if f |= more; f != 0 {
		return nil, f
	}
	return limited(v)
}

// Visit names the operation, and what its operands are made of.
func (o *operation) Visit(f func(string)) {
	f(o.construct)
	visit(f, o.operands...)
}

func visit(f func(string), all ...Expression) {
	for _, x := range all {
		if x != nil {
			x.Visit(f)
		}
	}
}

// bounded is the value of a field, which must keep the bounds of its type.
type bounded struct {
	of  Expression
	typ *Type
}

// Text writes the value alone: its type is known from where it stands.
func (b bounded) Text(known *Env) string { return b.of.Text(known) }

// Visit names what the value is made of.
func (b bounded) Visit(f func(string)) { b.of.Visit(f) }

// Eval fails if the value is not within the bounds.
func (b bounded) Eval(env *Env) (Value, Failure) {
	v, f := b.of.Eval(env)
	if f == 0 && !fits(v, b.typ) {
		return nil, ValueOutOfRange
	}
	return v, f
}

// logic is "and", "or" or "=>": the right side counts only if the left side does not decide.
type logic struct {
	operator    string
	left, right Expression
}

// Text writes both sides in parentheses.
func (l *logic) Text(known *Env) string {
	return "(" + l.left.Text(known) + " " + l.operator + " " + l.right.Text(known) + ")"
}

// Eval evaluates the right side only if the left side does not decide.
func (l *logic) Eval(env *Env) (Value, Failure) {
	a, f := l.left.Eval(env)
	switch {
	case f != 0:
		return nil, f
	case l.operator == "and" && a == false:
		return false, 0
	case l.operator == "or" && a == true, l.operator == "=>" && a == false:
		return true, 0
	}
	return l.right.Eval(env)
}

// Visit names the operator, and what its sides are made of.
func (l *logic) Visit(f func(string)) {
	f(l.operator)
	visit(f, l.left, l.right)
}

// fallback is get(m, k, default) or get(x, default): the default is evaluated only if nothing is found.
type fallback struct {
	construct string
	operands  []Expression
	find      func(v []Value) (Value, Failure)
	otherwise Expression
}

// Text writes the call of get.
func (g *fallback) Text(known *Env) string {
	out := "get("
	for _, x := range g.operands {
		out += x.Text(known) + ", "
	}
	return out + g.otherwise.Text(known) + ")"
}

// Eval evaluates the default only if nothing is found.
func (g *fallback) Eval(env *Env) (Value, Failure) {
	values, failure := evaluate(g.operands, env)
	if failure != 0 {
		return nil, failure
	}
	if v, f := g.find(values); f == 0 {
		return v, 0
	}
	return g.otherwise.Eval(env)
}

// Visit names the call, and what its arguments are made of.
func (g *fallback) Visit(f func(string)) {
	f(g.construct)
	visit(f, g.operands...)
	visit(f, g.otherwise)
}

// conditional is "if": only the chosen branch is evaluated.
type conditional struct{ condition, then, otherwise Expression }

// Text writes the choice in parentheses.
func (c *conditional) Text(known *Env) string {
	return "(if " + c.condition.Text(known) + " then " + c.then.Text(known) + " else " + c.otherwise.Text(known) + ")"
}

// Eval evaluates the condition, and the branch that it chooses.
func (c *conditional) Eval(env *Env) (Value, Failure) {
	v, f := c.condition.Eval(env)
	switch {
	case f != 0:
		return nil, f
	case v == true:
		return c.then.Eval(env)
	}
	return c.otherwise.Eval(env)
}

// Visit names the choice, and what its parts are made of.
func (c *conditional) Visit(f func(string)) {
	f("if")
	visit(f, c.condition, c.then, c.otherwise)
}
