package verify

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
)

// query writes an obligation as a script in SMT-LIB. Nothing of a file comes into the script but through this writer: slots, parameters and
// bound variables get names of their own.
type query struct {
	declared map[string]*sort // constants, by name
	order    []string
	defined  strings.Builder
	asserted strings.Builder
	names    [2]map[*expr]string // of shared expressions, before and after the step
	opaque   map[string]string   // constants that stand for what solvers do not know, by what it is
	after    map[int]*expr       // the values of slots after the step; nil before there is one
	slots    int
	work     int // operations that were evaluated for the query
}

func newQuery(slots int) *query {
	return &query{slots: slots, declared: map[string]*sort{}, names: [2]map[*expr]string{{}, {}}, opaque: map[string]string{}}
}

// script returns the commands.
func (q *query) script() string {
	var b strings.Builder
	for _, name := range q.order {
		fmt.Fprintf(&b, "(declare-const %s %s)\n", name, smtSort(q.declared[name]))
	}
	b.WriteString(q.defined.String())
	for _, name := range q.order {
		for _, c := range within(name, q.declared[name]) {
			fmt.Fprintf(&b, "(assert %s)\n", c)
		}
	}
	b.WriteString(q.asserted.String())
	return b.String()
}

// assert demands a condition before the step.
func (q *query) assert(e *expr) error {
	text, err := q.write(e, 0)
	fmt.Fprintf(&q.asserted, "(assert %s)\n", text)
	return err
}

// refute demands that one of some texts, which are conditions, is false.
func (q *query) refute(conditions []string) {
	fmt.Fprintf(&q.asserted, "(assert (not (and true %s)))\n", strings.Join(conditions, " "))
}

// declare returns a constant of a sort, declared once.
func (q *query) declare(name string, s *sort) string {
	if q.declared[name] == nil {
		q.declared[name] = s
		q.order = append(q.order, name)
	}
	return name
}

// smtSort returns the sort of a solver. An enumeration is an integer.
func smtSort(s *sort) string {
	switch s.kind {
	case boolKind:
		return "Bool"
	case realKind:
		return "Real"
	case textKind:
		return "String"
	case bitsKind:
		return fmt.Sprintf("(_ BitVec %d)", s.width)
	}
	return "Int"
}

// within returns the conditions that a text of a sort is within its bounds.
func within(text string, s *sort) []string {
	if s.kind != intKind && s.kind != enumKind {
		return nil
	}
	var out []string
	low, high := s.limits()
	if low != nil {
		out = append(out, "(<= "+integerText(low)+" "+text+")")
	}
	if high != nil {
		out = append(out, "(<= "+text+" "+integerText(high)+")")
	}
	return out
}

func integerText(n *big.Int) string {
	if n.Sign() < 0 {
		return "(- " + new(big.Int).Neg(n).String() + ")"
	}
	return n.String()
}

// write returns an expression before (0) or after (1) the step.
func (q *query) write(e *expr, when int) (string, error) {
	if name, ok := q.names[when][e]; ok {
		return name, nil
	}
	text, err := q.compose(e, when)
	if err != nil || !e.isShared || !isScalar(e.sort) || len(e.args) == 0 {
		return text, err
	}
	name := fmt.Sprintf("d%d_%d", when, len(q.names[when]))
	fmt.Fprintf(&q.defined, "(define-fun %s () %s %s)\n", name, smtSort(e.sort), text)
	q.names[when][e] = name
	return name, nil
}

func isScalar(s *sort) bool { return s.kind != tupleKind && !s.isCollection() }

// compose writes an expression whose parts may have names.
func (q *query) compose(e *expr, when int) (string, error) {
	switch e.op {
	case "const":
		return constantText(e)
	case "slot":
		if v := q.after[e.index]; when == 1 && v != nil {
			return q.write(v, 0)
		}
		return q.leaf(fmt.Sprintf("s%d", e.index), e.sort), nil
	case "param":
		return q.leaf(fmt.Sprintf("p%d", e.index), e.sort), nil
	case "bound":
		return fmt.Sprintf("b%d", e.index), nil
	}
	var args []string
	for _, a := range e.args {
		text, err := q.write(a, when)
		if err != nil {
			return "", err
		}
		args = append(args, text)
	}
	switch e.op {
	case "exists", "forall":
		return quantifierText(e, args[0]), nil
	}
	if text := operationText(e, args); text != "" {
		return text, nil
	}
	if v, known := q.compute(e, when); known && isScalar(e.sort) {
		return constantText(&expr{sort: e.sort, value: v})
	}
	return q.stand(e, args)
}

// compute evaluates an operation that solvers do not know, if all that it mentions is constant.
func (q *query) compute(e *expr, when int) (value, bool) {
	st := &state{slots: make([]value, q.slots), work: q.work}
	defer func() { q.work = st.work }()
	for i, v := range q.after {
		if when == 1 && v.op == "const" {
			st.slots[i] = v.value
		}
	}
	v, err := st.eval(e)
	return v, err == nil && !e.isOpen
}

// leaf declares a variable. One of a sort that solvers do not know only has a name, for opaque operations on it.
func (q *query) leaf(name string, s *sort) string {
	if !isScalar(s) {
		return name
	}
	return q.declare(name, s)
}

// stand returns a constant for an operation that solvers do not know: the same for the same operation on the same arguments. What holds for
// any value of it holds for the real one.
func (q *query) stand(e *expr, args []string) (string, error) {
	text := fmt.Sprintf("(%s-%s %d %s)", e.op, e.sort.kind, e.index, strings.Join(args, " "))
	if len(text) > maxBytes {
		return "", &ErrUnable{"a term is too large"}
	}
	if !isScalar(e.sort) {
		return text, nil
	}
	if e.isOpen {
		return "", &ErrUnable{"a quantifier has " + e.String() + ", which solvers are not asked about"}
	}
	name, known := q.opaque[text]
	if !known {
		name = q.declare(fmt.Sprintf("o%d", len(q.opaque)), e.sort.unbounded())
		q.opaque[text] = name
		if e.op == "size" || e.op == "text-length" {
			q.declared[name].low = new(big.Int)
		}
	}
	return name, nil
}

func quantifierText(e *expr, body string) string {
	var vars, bounds []string
	for _, b := range e.bound {
		name := fmt.Sprintf("b%d", b.index)
		vars = append(vars, "("+name+" "+smtSort(b.sort)+")")
		bounds = append(bounds, within(name, b.sort)...)
	}
	limit := "(and true " + strings.Join(bounds, " ") + ")"
	if e.op == "forall" {
		return "(forall (" + strings.Join(vars, " ") + ") (=> " + limit + " " + body + "))"
	}
	return "(exists (" + strings.Join(vars, " ") + ") (and " + limit + " " + body + "))"
}

func constantText(e *expr) (string, error) {
	switch v := e.value.(type) {
	case bool:
		return strconv.FormatBool(v), nil
	case *big.Rat:
		out := "(/ " + integerText(v.Num()) + ".0 " + v.Denom().String() + ".0)"
		if v.Sign() < 0 {
			out = "(- (/ " + new(big.Int).Neg(v.Num()).String() + ".0 " + v.Denom().String() + ".0))"
		}
		return out, nil
	case string:
		return textLiteral(v)
	case *big.Int:
		if e.sort.kind == bitsKind {
			return fmt.Sprintf("(_ bv%s %d)", unsigned(v, e.sort.width), e.sort.width), nil
		}
		return integerText(v), nil
	}
	return "(const " + string(e.sort.kind) + " " + encoded(e.value) + ")", nil
}

// encoded returns a text that is the same for equal values only.
func encoded(v value) string {
	switch x := v.(type) {
	case string:
		return strconv.Quote(x)
	case *big.Rat:
		return x.RatString()
	case list:
		words := make([]string, len(x))
		for i, item := range x {
			words[i] = encoded(item)
		}
		return "(" + strings.Join(words, " ") + ")"
	}
	return fmt.Sprint(v)
}

// textLiteral writes a text with every character but letters and digits as its number.
func textLiteral(s string) (string, error) {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r > 0x2ffff:
			return "", &ErrUnable{"a text has characters that SMT-LIB does not have"}
		case r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9':
			b.WriteRune(r)
		default:
			fmt.Fprintf(&b, "\\u{%x}", r)
		}
	}
	return `"` + b.String() + `"`, nil
}
