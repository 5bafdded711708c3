package explicit

import (
	"errors"
	"fmt"
)

// The model errors.
var (
	errDivision = errors.New("division-by-zero")
	errIndex    = errors.New("index-out-of-bounds")
	errRange    = errors.New("value-out-of-range")
)

// values gives the variables their values; Booleans are 0 and 1.
type values map[string]int

// expression computes a number, or fails with a model error.
type expression interface {
	value(v values) (int, error)
	String() string
}

type number int

func (n number) value(values) (int, error) { return int(n), nil }

// String returns the text in the language of the model.
func (n number) String() string { return fmt.Sprint(int(n)) }

type name string

func (n name) value(v values) (int, error) { return v[string(n)], nil }

// String returns the text in the language of the model.
func (n name) String() string { return string(n) }

// element is an element of an array of a given size.
type element struct {
	array string
	size  int
	index expression
}

func (e element) value(v values) (int, error) {
	i, err := e.index.value(v)
	if err != nil {
		return 0, err
	}
	if i < 0 || i >= e.size {
		return 0, errIndex
	}
	return v[fmt.Sprintf("%s[%d]", e.array, i)], nil
}

// String returns the text in the language of the model.
func (e element) String() string { return fmt.Sprintf("%s[%s]", e.array, e.index) }

// operation applies an operator to two operands. "and" and "or" evaluate the second one only if the first does not decide.
type operation struct {
	operator    string
	left, right expression
}

// String returns the text in the language of the model.
func (o operation) String() string { return fmt.Sprintf("(%s %s %s)", o.left, o.operator, o.right) }

func (o operation) value(v values) (int, error) {
	a, err := o.left.value(v)
	if err != nil || o.operator == "and" && a == 0 || o.operator == "or" && a == 1 {
		return a, err
	}
	b, err := o.right.value(v)
	if err != nil {
		return 0, err
	}
	switch o.operator {
	case "and", "or":
		return b, nil
	case "+":
		return a + b, nil
	case "-":
		return a - b, nil
	case "*":
		return a * b, nil
	case "/", "%":
		return divide(o.operator, a, b)
	}
	return truth(compare(o.operator, a, b)), nil
}

// divide is the division of SMT-LIB: the remainder is never negative.
func divide(operator string, a, b int) (int, error) {
	if b == 0 {
		return 0, errDivision
	}
	size := max(b, -b)
	remainder := ((a % size) + size) % size
	if operator == "%" {
		return remainder, nil
	}
	return (a - remainder) / b, nil
}

func compare(operator string, a, b int) bool {
	switch operator {
	case "==":
		return a == b
	case "!=":
		return a != b
	case "<":
		return a < b
	}
	return a >= b
}

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}

type negation struct{ of expression }

// String returns the text in the language of the model.
func (n negation) String() string { return fmt.Sprintf("not (%s)", n.of) }

func (n negation) value(v values) (int, error) {
	a, err := n.of.value(v)
	return 1 - a, err
}
