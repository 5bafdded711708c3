package uppaal

import (
	"strconv"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/imports/convert"
	"github.com/sextant-mbt/sextant/internal/imports/uppaal/source"
	"github.com/sextant-mbt/sextant/internal/language/syntax"
)

// The limits of a translation.
const (
	maxCells      = 4096      // elements of arrays, members of ranges that are gone through
	maxWork       = 1_000_000 // expressions that are evaluated
	maxSize       = 2_000     // of an expression of the model
	maxIterations = 1_000     // of a loop
	maxCalls      = 50        // within each other
)

// constant is the value of an expression that must be a known integer.
func (t *translation) constant(s *scope, n *source.Node) int64 {
	v := t.pure().evaluate(s, n).asNumber()
	c, ok := v.constant()
	if !ok {
		t.list.Errorf(diag.CodeImportType, n.At, "an integer that is constant is expected here")
	}
	return c
}

// refuse reports a construct that cannot be imported.
func (t *translation) refuse(at diag.Span, hint, what string) value {
	t.list.ErrorHint(diag.CodeImportUnsupported, at, hint, "%s cannot be imported", what)
	return number(0)
}

// evaluate turns an expression into a value. Assignments in it are carried out.
func (x *execution) evaluate(s *scope, n *source.Node) value {
	x.t.work++
	if x.t.work > maxWork {
		x.t.list.Errorf(diag.CodeImportTooLarge, n.At, "the system becomes too large: more than %d expressions are evaluated", maxWork)
		x.t.list = &diag.List{} // errors that follow from it are not reported
		return number(0)
	}
	v := x.operation(s, n)
	if v.size > maxSize {
		x.t.list.Errorf(diag.CodeImportTooLarge, n.At, "the expression becomes too large")
		return number(0)
	}
	return v
}

func (x *execution) operation(s *scope, n *source.Node) value {
	switch n.Op {
	case source.OpName:
		return x.name(s, n)
	case source.OpNumber:
		c, err := strconv.ParseInt(n.Text, 10, 32)
		if err != nil {
			x.t.list.Errorf(diag.CodeImportValue, n.At, "the number %s is too large", convert.Clip(n.Text))
		}
		return number(c)
	case source.OpBool:
		return truth(n.Text == "true")
	case source.OpIndex:
		return x.index(s, n)
	case source.OpField:
		return x.field(s, n)
	case source.OpCall:
		return x.call(s, n)
	case source.OpDeadlock:
		return x.t.refuse(n.At, "", "deadlock inside of another condition")
	case source.OpRate:
		return x.t.refuse(n.At, "", "the rate of a clock")
	case source.OpList:
		return x.t.refuse(n.At, "", "a list in braces here")
	case "=", source.OpBefore, source.OpAfter:
		return x.assignment(s, n)
	case "forall", "exists", "sum":
		return x.quantified(s, n)
	}
	return x.operator(s, n)
}

// operator evaluates operations on numbers and conditions.
func (x *execution) operator(s *scope, n *source.Node) value {
	args := x.operands(s, n.Args...)
	switch n.Op {
	case source.OpMinus:
		return x.t.negative(args[0], n.Args[0])
	case "!":
		return negate(x.t.boolean(args[0], n.Args[0]))
	case "&&", "||", "imply", "xor":
		return junction(n.Op, x.t.boolean(args[0], n.Args[0]), x.t.boolean(args[1], n.Args[1]))
	case source.OpChoice:
		return x.t.choice(args, n)
	case "==", "!=", "<", "<=", ">", ">=":
		return x.t.comparison(n, args[0], args[1])
	case "<?", ">?":
		return extreme(n.Op, x.t.integer(args[0], n.Args[0]), x.t.integer(args[1], n.Args[1]))
	case "+", "-", "*", "/", "%":
		return x.t.calculation(n, args[0], args[1])
	}
	return x.t.bits(n, args)
}

// operands evaluates expressions from left to right, and rejects those where one changes a variable that another reads.
func (x *execution) operands(s *scope, nodes ...*source.Node) []value {
	var out []value
	var seen []int
	for _, n := range nodes {
		out = append(out, x.evaluate(s, n))
		seen = append(seen, len(x.touched))
	}
	for i, v := range out {
		for _, name := range x.touched[seen[i]:] {
			if v.mentions(name) {
				x.t.refuse(nodes[i].At, "assign in a statement of its own", "an expression that is changed where it is read")
			}
		}
	}
	return out
}

func junction(op string, a, b value) value {
	switch op {
	case "&&":
		return both(a, b)
	case "||":
		return either(a, b)
	case "imply":
		_, knownA := a.decided()
		_, knownB := b.decided()
		if !knownA && !knownB {
			return condition(convert.Binary("=>", a.e, b.e), a, b)
		}
		return either(negate(a), b)
	}
	return condition(convert.Binary("!=", a.e, b.e), a, b)
}

// boolean requires a condition or a number.
func (t *translation) boolean(v value, n *source.Node) value {
	if !v.kind.isNumber() || v.e == nil {
		t.list.Errorf(diag.CodeImportType, n.At, "this is %s, but a condition is expected", v.kind)
		return truth(true)
	}
	return v.asBoolean()
}

// integer requires a number or a condition.
func (t *translation) integer(v value, n *source.Node) value {
	if !v.kind.isNumber() || v.e == nil {
		t.list.Errorf(diag.CodeImportType, n.At, "this is %s, but a number is expected", v.kind)
		return number(0)
	}
	return v.asNumber()
}

func (t *translation) negative(v value, n *source.Node) value {
	v = t.integer(v, n)
	if c, known := v.constant(); known {
		return number(-c)
	}
	return bounded(convert.Negative(v.e), -v.high, -v.low, v)
}

func (t *translation) choice(args []value, n *source.Node) value {
	cond, a, b := t.boolean(args[0], n.Args[0]), args[1], args[2]
	if a.kind.base == integer || b.kind.base == integer {
		a, b = t.integer(a, n.Args[1]), t.integer(b, n.Args[2])
	}
	if a.kind.base != b.kind.base {
		t.list.Errorf(diag.CodeImportType, n.At, "one alternative is %s, the other %s", a.kind, b.kind)
		return number(0)
	}
	return choose(cond, a, b)
}

// comparison compares numbers, clocks and differences of clocks; conditions, arrays and structs only for equality.
func (t *translation) comparison(n *source.Node, a, b value) value {
	equality := n.Op == "==" || n.Op == "!="
	if a.parts != nil || b.parts != nil || a.e == nil || b.e == nil {
		return t.refuse(n.At, "", "a comparison of "+a.kind.String()+" with "+b.kind.String())
	}
	switch {
	case a.kind.base == boolean && b.kind.base == boolean && equality:
		return sameTruth(n.Op, a, b)
	case a.kind.isNumber() && b.kind.isNumber():
		return compare(n.Op, a.asNumber(), b.asNumber())
	case a.kind.base == clock && b.kind.isNumber():
		return condition(convert.Binary(n.Op, a.e, b.asNumber().e), a, b)
	case b.kind.base == clock && a.kind.isNumber():
		return condition(convert.Binary(n.Op, a.asNumber().e, b.e), a, b)
	case a.kind.base == b.kind.base && (a.kind.base == clock || equality):
		return condition(convert.Binary(n.Op, a.e, b.e), a, b)
	}
	t.list.Errorf(diag.CodeImportType, n.At, "%s cannot be compared with %s", a.kind, b.kind)
	return truth(true)
}

// sameTruth compares conditions, without a comparison where one is known.
func sameTruth(op string, a, b value) value {
	for _, pair := range [...][2]value{{a, b}, {b, a}} {
		if known, ok := pair[0].decided(); ok {
			if known == (op == "==") {
				return pair[1]
			}
			return negate(pair[1])
		}
	}
	return condition(convert.Binary(op, a.e, b.e), a, b)
}

// extreme is the smaller or the larger number.
func extreme(op string, a, b value) value {
	name := map[string]string{"<?": "min", ">?": "max"}[op]
	low, high := reach(name, a, b)
	if low == high && !a.fails && !b.fails {
		return number(low)
	}
	return bounded(&syntax.CallExpr{Func: syntax.Name{Text: name}, Args: []syntax.Expr{a.e, b.e}}, low, high, a, b)
}

// calculation computes with numbers; clocks may be added to and subtracted.
func (t *translation) calculation(n *source.Node, a, b value) value {
	if (a.kind.base == clock || b.kind.base == clock) && (n.Op == "+" || n.Op == "-") && a.e != nil && b.e != nil {
		return value{kind: plainClock, e: convert.Binary(n.Op, a.asNumber().e, b.asNumber().e), size: total([]value{a, b}), fails: a.fails || b.fails}
	}
	a, b = t.integer(a, n.Args[0]), t.integer(b, n.Args[1])
	if c, known := b.constant(); known && c == 0 && (n.Op == "/" || n.Op == "%") {
		t.list.Errorf(diag.CodeImportValue, n.At, "division by zero")
		return number(0)
	}
	return arithmetic(n.Op, a, b)
}

// bits computes with the bits of constants; & | ^ on conditions are and, or, xor.
func (t *translation) bits(n *source.Node, args []value) value {
	a, b := args[0], args[1]
	if a.kind.base == boolean && b.kind.base == boolean {
		if op := map[string]string{"&": "&&", "|": "||", "^": "xor"}[n.Op]; op != "" {
			return junction(op, a, b)
		}
	}
	v, isV := t.integer(a, n.Args[0]).constant()
	w, isW := t.integer(b, n.Args[1]).constant()
	if !isV || !isW {
		return t.refuse(n.At, "", "the operator "+n.Op+" on values that are not constant")
	}
	return t.constantBits(n, v, w)
}

func (t *translation) constantBits(n *source.Node, v, w int64) value {
	switch {
	case n.Op == "&":
		return number(v & w)
	case n.Op == "|":
		return number(v | w)
	case n.Op == "^":
		return number(v ^ w)
	case n.Op == "<<" && w >= 0 && w < 31 && v >= 0 && v<<w <= limit:
		return number(v << w)
	case n.Op == ">>" && w >= 0 && w < 63 && v >= 0:
		return number(v >> w)
	}
	return t.refuse(n.At, "", "the operator "+n.Op+" on these values")
}

// quantified enumerates the values of the bound name.
func (x *execution) quantified(s *scope, n *source.Node) value {
	k := x.t.rangeOf(s, n.Type)
	out := map[string]value{"forall": truth(true), "exists": truth(false), "sum": number(0)}[n.Op]
	for i := k.low; i <= k.high; i++ {
		inner := s.inner()
		inner.symbols[n.Bound.Text] = &symbol{name: n.Bound.Text, at: n.Bound.At, use: isConstant, kind: k, value: number(i)}
		v := x.evaluate(inner, n.Args[0])
		switch n.Op {
		case "forall":
			out = both(out, x.t.boolean(v, n.Args[0]))
		case "exists":
			out = either(out, x.t.boolean(v, n.Args[0]))
		default:
			out = arithmetic("+", out, x.t.integer(v, n.Args[0]))
		}
		if out.size > maxSize || x.t.work > maxWork {
			break
		}
	}
	return out
}

// name is the value of a name.
func (x *execution) name(s *scope, n *source.Node) value {
	found := s.find(n.Text)
	if found == nil {
		x.t.list.ErrorHint(diag.CodeImportName, n.At, x.t.suggest(s, n.Text), "%q is not defined", convert.Clip(n.Text))
		return number(0)
	}
	if found.use == isType || found.use == isFunction {
		x.t.list.Errorf(diag.CodeImportType, n.At, "%s is not a value", convert.Clip(n.Text))
		return number(0)
	}
	if x.deferred[found] {
		x.t.refuse(n.At, "assign in a statement of its own", "an expression that reads a variable twice and changes it")
	}
	return found.value
}

// index is an element of an array, or of an array of channels.
func (x *execution) index(s *scope, n *source.Node) value {
	args := x.operands(s, n.Args...)
	a := args[0]
	if a.kind.base != array {
		x.t.list.Errorf(diag.CodeImportType, n.At, "this is %s, not an array", a.kind)
		return number(0)
	}
	i := x.t.integer(args[1], n.Args[1])
	return x.t.element(a, i, n)
}

func (t *translation) element(a, i value, n *source.Node) value {
	k := a.kind
	c, known := i.constant()
	if known && (c < k.first || c >= k.first+k.count) {
		if a.channel != nil || a.parts != nil {
			t.list.Errorf(diag.CodeImportValue, n.At, "the index %d is not from %d to %d", c, k.first, k.first+k.count-1)
			return number(0)
		}
	}
	place := arithmetic("-", i, number(k.first))
	switch {
	case a.channel != nil:
		indices := append(append([]value{}, a.channel.indices...), i)
		return value{kind: k.elem, channel: &channelRef{a.channel.link, indices}}
	case a.parts != nil && known:
		return a.parts[c-k.first]
	case a.parts != nil:
		return t.partAt(a, i, place, n)
	}
	out := t.read(&syntax.IndexExpr{X: a.e, Index: place.e}, k.elem)
	out.size, out.fails = total([]value{a, i}), a.fails || i.fails || i.low < k.first || i.high >= k.first+k.count
	return out
}

// partAt is the element of an array of parts at an index that is not known. One of constants becomes a constant of the model.
func (t *translation) partAt(a, i, place value, n *source.Node) value {
	if a.known() {
		out := t.read(&syntax.IndexExpr{X: convert.Name(t.table(a)), Index: place.e}, a.kind.elem)
		out.fails = i.fails || i.low < a.kind.first || i.high >= a.kind.first+a.kind.count
		return out
	}
	if i.low < a.kind.first || i.high >= a.kind.first+a.kind.count {
		return t.refuse(n.At, "give the index a range within that of the array", "an index that may be outside of the array, in an array of clocks or of a function")
	}
	out := a.parts[len(a.parts)-1]
	for j := len(a.parts) - 2; j >= 0; j-- {
		out = choose(compare("==", i, number(a.kind.first+int64(j))), a.parts[j], out)
	}
	return out
}

// field is a field of a struct, or a name of a process.
func (x *execution) field(s *scope, n *source.Node) value {
	if v, ok := x.member(s, n); ok {
		return v
	}
	r := x.evaluate(s, n.Args[0])
	for i, name := range r.kind.names {
		switch {
		case name != n.Text:
		case r.parts != nil:
			return r.parts[i]
		default:
			out := x.t.read(&syntax.FieldExpr{X: r.e, Field: syntax.Name{Text: fieldName(name)}}, r.kind.fields[i])
			out.size, out.fails = total([]value{r}), r.fails
			return out
		}
	}
	x.t.list.Errorf(diag.CodeImportName, n.At, "%s has no field %q", r.kind, convert.Clip(n.Text))
	return number(0)
}

// read is the value that an expression of the model has.
func (t *translation) read(e syntax.Expr, k *kind) value {
	return value{kind: k, e: e, low: k.low, high: k.high, size: 1}
}
