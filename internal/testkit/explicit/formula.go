package explicit

import (
	"fmt"
	"strings"
)

// A formula is an expression or a predicate of B. It differs from an expression of the language in its operators, in its division,
// which rounds towards zero, and in its functions, whose arguments begin with 1.

// ratio is x / y, and remainder x mod y.
type (
	ratio struct{ dividend, divisor expression }
	rest  struct{ dividend, divisor expression }
)

// String returns the text in the notation of B.
func (r ratio) String() string { return fmt.Sprintf("(%s / %s)", r.dividend, r.divisor) }

// String returns the text in the notation of B.
func (r rest) String() string { return fmt.Sprintf("(%s mod %s)", r.dividend, r.divisor) }

func (r ratio) value(v values) (int, error) {
	a, b, err := both(r.dividend, r.divisor, v)
	if err == nil && b == 0 {
		err = errDivision
	}
	if err != nil {
		return 0, err
	}
	return a / b, nil // Go rounds towards zero
}

func (r rest) value(v values) (int, error) {
	a, b, err := both(r.dividend, r.divisor, v)
	if err != nil {
		return 0, err
	}
	return divide("%", a, b)
}

// both evaluates two operands, from left to right.
func both(x, y expression, v values) (a, b int, err error) {
	if a, err = x.value(v); err == nil {
		b, err = y.value(v)
	}
	return a, b, err
}

// application is f(i) of a function with the arguments 1 to size.
type application struct {
	function string
	size     int
	argument expression
}

// String returns the text in the notation of B.
func (a application) String() string { return fmt.Sprintf("%s(%s)", a.function, a.argument) }

func (a application) value(v values) (int, error) {
	return element{a.function, a.size, operation{"-", a.argument, number(1)}}.value(v)
}

// formulaOperators are the operators of B for those of operation.
var formulaOperators = map[string]string{"and": "&", "or": "or", "==": "=", "!=": "/=", "<": "<", ">=": ">=", "+": "+", "-": "-", "*": "*"}

// formula is an operation in the notation of B.
type formula struct{ operation }

// String returns the text in the notation of B.
func (f formula) String() string {
	return fmt.Sprintf("(%s %s %s)", f.left, formulaOperators[f.operator], f.right)
}

// within is x : low..high; a set without a lower or upper bound is written as text.
type within struct {
	of        expression
	low, high expression // nil is unbounded
	set       string     // if there is no upper bound
}

// String returns the text in the notation of B.
func (w within) String() string { return fmt.Sprintf("%s : %s", w.of, w.text()) }

func (w within) text() string {
	if w.set != "" {
		return w.set
	}
	return fmt.Sprintf("%s..%s", w.low, w.high)
}

func (w within) value(v values) (int, error) {
	n, err := w.of.value(v)
	if err != nil {
		return 0, err
	}
	if w.low != nil {
		if low, err := w.low.value(v); err != nil || n < low {
			return 0, err
		}
	}
	if w.high != nil {
		if high, err := w.high.value(v); err != nil || n > high {
			return 0, err
		}
	}
	return 1, nil
}

// mapping is f : 1..size --> SET.
type mapping struct {
	function string
	size     int
	results  within // of the results
}

// String returns the text in the notation of B.
func (m mapping) String() string {
	return fmt.Sprintf("%s : 1..%d --> %s", m.function, m.size, m.results.text())
}

func (m mapping) value(v values) (int, error) {
	for i := range m.size {
		w := m.results
		w.of = application{m.function, m.size, number(i + 1)}
		if ok, err := w.value(v); err != nil || ok == 0 {
			return 0, err
		}
	}
	return 1, nil
}

// conjunction joins texts of predicates.
func conjunction(parts []expression) string {
	var out []string
	for _, p := range parts {
		out = append(out, p.String())
	}
	return strings.Join(out, " & ")
}
