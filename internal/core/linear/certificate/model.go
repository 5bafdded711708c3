package certificate

import (
	"errors"
	"fmt"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

// CheckModel returns an error unless values satisfy the conditions and are of the sorts of their variables.
func CheckModel(conditions []*term.Term, values map[*term.Term]term.Value) error {
	for v, value := range values {
		if !v.Sort().Contains(value) {
			return errors.New("a value is not of the sort of its variable")
		}
	}
	for _, c := range conditions {
		holds, err := isTrue(c, values)
		if err != nil {
			return err
		}
		if !holds {
			return fmt.Errorf("condition %d does not hold", c.ID())
		}
	}
	return nil
}

// isTrue evaluates a condition.
func isTrue(c *term.Term, values map[*term.Term]term.Value) (bool, error) {
	switch args := c.Args(); c.Op() {
	case term.OpConst:
		return c.Value().Bool(), nil
	case term.OpVar:
		value, ok := values[c]
		if !ok {
			return false, errors.New("a variable has no value")
		}
		return value.Bool(), nil
	case term.OpNot:
		holds, err := isTrue(args[0], values)
		return !holds, err
	case term.OpAnd, term.OpOr:
		for _, a := range args {
			if holds, err := isTrue(a, values); err != nil || holds == (c.Op() == term.OpOr) {
				return holds, err
			}
		}
		return c.Op() == term.OpAnd, nil
	case term.OpIte:
		holds, err := isTrue(args[0], values)
		if err != nil {
			return false, err
		}
		if holds {
			return isTrue(args[1], values)
		}
		return isTrue(args[2], values)
	case term.OpEq, term.OpLe, term.OpLt:
		return compared(c, values)
	}
	return false, errOther
}

// compared evaluates a comparison.
func compared(c *term.Term, values map[*term.Term]term.Value) (bool, error) {
	left, right := c.Args()[0], c.Args()[1]
	if left.Sort().Kind == term.KindBool {
		a, err := isTrue(left, values)
		if err != nil {
			return false, err
		}
		b, err := isTrue(right, values)
		return a == b, err
	}
	a, err := evaluated(left, values)
	if err != nil {
		return false, err
	}
	b, err := evaluated(right, values)
	if err != nil {
		return false, err
	}
	sign := a.plus(b.negative()).sign()
	return sign == 0 && c.Op() != term.OpLt || sign < 0 && c.Op() != term.OpEq, nil
}

// evaluated evaluates a linear term.
func evaluated(t *term.Term, values map[*term.Term]term.Value) (number, error) {
	if !isNumber(t.Sort()) {
		return number{}, errOther
	}
	args := t.Args()
	switch t.Op() {
	case term.OpConst:
		return valueOf(t.Value()), nil
	case term.OpVar:
		value, ok := values[t]
		if !ok {
			return number{}, errors.New("a variable has no value")
		}
		return valueOf(value), nil
	case term.OpToReal:
		return evaluated(args[0], values)
	case term.OpMul, term.OpAdd:
		sum, err := evaluated(args[0], values)
		for _, a := range args[1:] {
			n, wrong := evaluated(a, values)
			if wrong != nil {
				return number{}, wrong
			}
			if t.Op() == term.OpMul {
				sum = sum.times(n)
			} else {
				sum = sum.plus(n)
			}
		}
		return sum, err
	}
	return number{}, errOther
}
