package verify

import (
	"fmt"
	"math/big"
	"strings"
	"unicode/utf8"
)

// state has what expressions are evaluated over.
type state struct {
	slots  []value
	params []value
	bound  map[*expr]value
	known  map[*expr]value // of shared expressions
	work   int             // operations so far
}

// Limits of an evaluation: operations, bits of a number, bytes of a text, items of a list.
const (
	maxWork  = 10_000_000
	maxBits  = 1 << 20
	maxBytes = 1 << 24
)

// ErrUnable is the error of an expression that cannot be evaluated: that says nothing about the claim.
type ErrUnable struct{ Reason string }

// Error returns the reason.
func (e *ErrUnable) Error() string { return e.Reason }

func errUnable(e *expr) error {
	return &ErrUnable{"it takes " + e.String() + ", which is not computed here"}
}

// holds evaluates a condition.
func (st *state) holds(e *expr) (bool, error) {
	v, err := st.eval(e)
	if err != nil {
		return false, err
	}
	return v.(bool), nil
}

// eval evaluates an expression.
func (st *state) eval(e *expr) (value, error) {
	if v, ok := st.known[e]; ok {
		return v, nil
	}
	v, err := st.compute(e)
	if err == nil && e.isShared {
		if st.known == nil {
			st.known = map[*expr]value{}
		}
		st.known[e] = v
	}
	return v, err
}

func (st *state) compute(e *expr) (value, error) {
	if st.work++; st.work > maxWork {
		return nil, &ErrUnable{fmt.Sprintf("it takes more than %d operations", maxWork)}
	}
	switch e.op {
	case "const":
		return e.value, nil
	case "slot":
		if v := st.slots[e.index]; v != nil {
			return v, nil
		}
		return nil, &ErrUnable{"a value is not known"}
	case "param":
		if e.index < len(st.params) {
			return st.params[e.index], nil
		}
		return nil, &ErrUnable{"a value is not known"}
	case "bound":
		if v := st.bound[e]; v != nil {
			return v, nil
		}
		return nil, &ErrUnable{"a value is not known"}
	case "ite":
		return st.choose(e)
	case "and", "or":
		return st.junction(e)
	case "exists", "forall":
		return st.quantify(e)
	case "filter", "each", "all", "fold":
		return st.iterate(e)
	}
	args := make([]value, len(e.args))
	for i, a := range e.args {
		v, err := st.eval(a)
		if err != nil {
			return nil, err
		}
		args[i] = v
	}
	v, err := e.apply(args)
	if err == nil && isLarge(v) {
		err = &ErrUnable{"a value is too large"}
	}
	return v, err
}

func isLarge(v value) bool {
	switch x := v.(type) {
	case *big.Int:
		return x.BitLen() > maxBits
	case *big.Rat:
		return x.Num().BitLen()+x.Denom().BitLen() > maxBits
	case string:
		return len(x) > maxBytes
	case list:
		return len(x) > maxBits
	}
	return false
}

func (st *state) choose(e *expr) (value, error) {
	yes, err := st.holds(e.args[0])
	if err != nil {
		return nil, err
	}
	if yes {
		return st.eval(e.args[1])
	}
	return st.eval(e.args[2])
}

// junction evaluates a conjunction or a disjunction up to the argument that decides it.
func (st *state) junction(e *expr) (value, error) {
	for _, a := range e.args {
		v, err := st.holds(a)
		if err != nil || v == (e.op == "or") {
			return v, err
		}
	}
	return e.op == "and", nil
}

// maxCases bounds the values of a bound variable.
const maxCases = 100_000

// quantify tries all values of the bound variables.
func (st *state) quantify(e *expr) (value, error) { return st.quantifyFrom(e, 0) }

func (st *state) quantifyFrom(e *expr, i int) (bool, error) {
	if i == len(e.bound) {
		return st.holds(e.args[0])
	}
	values, ok := e.bound[i].sort.values()
	if !ok {
		return false, &ErrUnable{"a quantifier is over a sort with many values"}
	}
	for _, v := range values {
		st.bind(e.bound[i], v)
		holds, err := st.quantifyFrom(e, i+1)
		if err != nil || holds == (e.op == "exists") {
			return holds, err
		}
	}
	return e.op == "forall", nil
}

func (st *state) bind(b *expr, v value) {
	if st.bound == nil {
		st.bound = map[*expr]value{}
	}
	st.bound[b] = v
}

// values lists the values of a sort; false if they are too many.
func (s *sort) values() ([]value, bool) {
	if s.kind == boolKind {
		return []value{false, true}, true
	}
	low, high := s.limits()
	if low == nil || high == nil || new(big.Int).Sub(high, low).Cmp(big.NewInt(maxCases)) > 0 {
		return nil, false
	}
	var out []value
	for i := new(big.Int).Set(low); i.Cmp(high) <= 0; i = new(big.Int).Add(i, big.NewInt(1)) {
		out = append(out, i)
	}
	return out, true
}

// iterate evaluates an operation that goes over the elements of a sequence or a set.
func (st *state) iterate(e *expr) (value, error) {
	over, err := st.eval(e.args[0])
	if err != nil {
		return nil, err
	}
	out, body := list{}, e.args[len(e.args)-1]
	var sum value
	if e.op == "fold" {
		if sum, err = st.eval(e.args[1]); err != nil {
			return nil, err
		}
	}
	for _, item := range over.(list) {
		if e.op == "fold" {
			st.bind(e.bound[0], sum)
		}
		st.bind(e.bound[len(e.bound)-1], item)
		v, err := st.eval(body)
		if err != nil {
			return nil, err
		}
		switch {
		case e.op == "fold":
			sum = v
		case e.op == "all" && v == false:
			return false, nil
		case e.op == "filter" && v == true:
			out = append(out, item)
		case e.op == "each":
			out = append(out, v)
		}
	}
	switch {
	case e.op == "fold":
		return sum, nil
	case e.op == "all":
		return true, nil
	case e.sort.kind == setKind:
		return setOf(out), nil
	}
	return out, nil
}

// apply computes an operation whose arguments have all been evaluated.
func (e *expr) apply(a []value) (value, error) {
	switch e.op {
	case "not":
		return a[0] == false, nil
	case "=":
		return compare(a[0], a[1]) == 0, nil
	case "<=":
		return compare(a[0], a[1]) <= 0, nil
	case "<":
		return compare(a[0], a[1]) < 0, nil
	case "to-real":
		return new(big.Rat).SetInt(a[0].(*big.Int)), nil
	case "floor":
		r := a[0].(*big.Rat)
		return new(big.Int).Div(r.Num(), r.Denom()), nil
	case "bits-to-int":
		return a[0], nil
	case "convert", "int-to-bits":
		return e.sort.wrap(a[0].(*big.Int)), nil
	}
	switch {
	case signatures[e.op] == "C":
		return e.collection(a)
	case strings.HasPrefix(e.op, "text-") || e.op == "int-to-text":
		return e.text(a)
	case e.sort.kind == realKind:
		return e.real(a)
	}
	return e.integer(a)
}

// real computes an operation on reals; a division by zero gives zero.
func (e *expr) real(a []value) (value, error) {
	out := new(big.Rat).Set(a[0].(*big.Rat))
	for _, v := range a[1:] {
		switch r := v.(*big.Rat); {
		case e.op == "+":
			out.Add(out, r)
		case e.op == "*":
			out.Mul(out, r)
		case e.op == "div" && r.Sign() == 0:
			out.SetInt64(0)
		case e.op == "div":
			out.Quo(out, r)
		default:
			return nil, errUnable(e)
		}
	}
	return out, nil
}

// text computes an operation on texts, which count in characters.
func (e *expr) text(a []value) (value, error) {
	if e.op == "int-to-text" {
		if n := a[0].(*big.Int); n.Sign() >= 0 {
			return n.String(), nil
		}
		return "", nil
	}
	s := a[0].(string)
	switch e.op {
	case "text-concat":
		var b strings.Builder
		for _, v := range a {
			b.WriteString(v.(string))
		}
		return b.String(), nil
	case "text-length":
		return big.NewInt(int64(utf8.RuneCountInString(s))), nil
	case "text-le":
		return s <= a[1].(string), nil
	case "text-lt":
		return s < a[1].(string), nil
	case "text-contains":
		return strings.Contains(s, a[1].(string)), nil
	case "text-starts":
		return strings.HasPrefix(s, a[1].(string)), nil
	case "text-ends":
		return strings.HasSuffix(s, a[1].(string)), nil
	case "text-replace":
		return strings.Replace(s, a[1].(string), a[2].(string), 1), nil
	case "text-replace-all":
		return replaceAll(s, a[1].(string), a[2].(string))
	case "text-part":
		return part([]rune(s), a[1].(*big.Int), a[2].(*big.Int)), nil
	case "text-index":
		return indexOf([]rune(s), a[1].(string), a[2].(*big.Int)), nil
	case "text-to-int":
		return toInt(s), nil
	}
	return nil, errUnable(e)
}

func replaceAll(s, part, by string) (value, error) {
	if part == "" {
		return s, nil
	}
	if strings.Count(s, part)*len(by) > maxBytes {
		return nil, &ErrUnable{"a text is too long"}
	}
	return strings.ReplaceAll(s, part, by), nil
}

// part returns at most length characters from a start; none where there is no such character.
func part(s []rune, start, length *big.Int) value {
	from, ok := index(start, len(s))
	if !ok || length.Sign() <= 0 {
		return ""
	}
	return string(s[from : from+clamp(length, len(s)-from)])
}

// indexOf returns the number of the first character at or after a start where a part begins; -1 if there is none.
func indexOf(s []rune, part string, start *big.Int) value {
	from, ok := index(start, len(s)+1)
	if !ok {
		return big.NewInt(-1)
	}
	rest := string(s[from:])
	i := strings.Index(rest, part)
	if i < 0 {
		return big.NewInt(-1)
	}
	return big.NewInt(int64(from + utf8.RuneCountInString(rest[:i])))
}

// toInt returns the number that a text of digits stands for; -1 for others.
func toInt(s string) value {
	n, ok := new(big.Int).SetString(s, 10)
	if !ok || strings.Trim(s, "0123456789") != "" {
		return big.NewInt(-1)
	}
	return n
}
