package classicalb

import (
	"maps"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/convert"
	"github.com/sextant-mbt/sextant/internal/diag"
	"github.com/sextant-mbt/sextant/internal/syntax"
	"github.com/sextant-mbt/sextant/internal/syntax/print"
)

// maxWork bounds how many nodes are translated: some are translated several times.
const maxWork = 300_000

// maxCopied bounds the text, in bytes, of expressions that are repeated in the model.
const maxCopied = 1_000_000

// copied counts further uses of an expression; false if there are too many of them.
func (t *translation) copied(e syntax.Expr, times int, at diag.Span) bool {
	if t.copies <= maxCopied {
		t.copies += times * len(print.Expr(e))
	}
	if t.copies > maxCopied {
		t.tooLarge(at)
	}
	return t.copies <= maxCopied
}

// tooLarge reports that the model becomes too large, once.
func (t *translation) tooLarge(at diag.Span) {
	if t.quiet || !t.isTooLarge {
		t.list.Errorf(diag.CodeImportTooLarge, at, "the translated machine is too large")
	}
	t.isTooLarge = t.isTooLarge || !t.quiet
}

// wrong replaces an expression that could not be translated.
func wrong() (syntax.Expr, *kind) { return convert.Bool(true), openKind }

// refuse reports a construct that cannot be imported.
func (t *translation) refuse(at diag.Span, what, hint string) {
	t.list.ErrorHint(diag.CodeImportUnsupported, at, hint, "%s cannot be imported", what)
}

// condition translates a predicate; nil is true.
func (t *translation) condition(n *node) syntax.Expr {
	if n == nil {
		return nil
	}
	e := t.want(n, predicateKind)
	if b, ok := e.(*syntax.BoolExpr); ok && b.Value {
		return nil
	}
	return e
}

// want translates what must be of a kind.
func (t *translation) want(n *node, k *kind) syntax.Expr {
	e, got := t.value(n, k)
	return t.coerced(n, e, got, k)
}

// coerced is e, the translation of n, as a value of a kind: a mapping becomes a relation where one is expected.
func (t *translation) coerced(n *node, e syntax.Expr, got, k *kind) syntax.Expr {
	switch {
	case got.isEmpty() && k.base == sequence:
		return &syntax.ArrayExpr{}
	case k.same(got):
		return e
	case got.base == mapping && k.isRelation() && got.pairs().same(k):
		return t.asRelation(graph{e, got}).e
	}
	t.mismatch(n, got, k)
	return e
}

// mismatch reports an expression of another kind than the expected one.
func (t *translation) mismatch(n *node, got, k *kind) {
	hint := ""
	if k.base == predicate && got.base == truth {
		hint = "write " + n.String() + " = TRUE"
	}
	t.list.ErrorHint(diag.CodeImportType, n.at, hint, "%s is %s, but %s is expected", n, got, k)
}

// quietly translates n without a message if that is not possible; the kind is open then.
func (t *translation) quietly(n *node) (e syntax.Expr, k *kind) {
	if !t.attempt(func() { e, k = t.expr(n) }) {
		return wrong()
	}
	return e, k
}

// attempt calls do without messages, and reports whether there was no error.
func (t *translation) attempt(do func()) bool {
	list, missing, quiet := t.list, t.missing, t.quiet
	t.list, t.missing, t.quiet = &diag.List{}, map[string]bool{}, true
	defer func() { t.list, t.missing, t.quiet = list, missing, quiet }()
	do()
	return !t.list.HasErrors()
}

// operations are those of the language for those of B.
var operations = map[string]string{"&": "and", "or": "or", "=>": "=>", "<=>": "<=>", "=": "==", "/=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">=",
	"+": "+", "-": "-", "*": "*", "mod": "%"}

// expr translates; the kind is open where something is wrong, so that one mistake gives one message.
func (t *translation) expr(n *node) (syntax.Expr, *kind) { return t.value(n, nil) }

// value translates an expression where a kind is expected, or nil: {} and {a |-> b} may be of several kinds.
func (t *translation) value(n *node, hint *kind) (syntax.Expr, *kind) {
	if t.work++; t.work > maxWork {
		t.tooLarge(n.at)
		return wrong()
	}
	switch n.op {
	case opName:
		return t.name(n)
	case opNumber:
		return &syntax.NumberExpr{Text: n.text}, numberKind
	case opText:
		return &syntax.StringExpr{Value: strings.Trim(n.text, `"`)}, textKind
	case "&", "or", "=>", "<=>":
		return t.connective(n), predicateKind
	case "not":
		return convert.Not(t.want(n.args[0], predicateKind)), predicateKind
	case "=", "/=", "<", "<=", ">", ">=":
		return t.comparison(n), predicateKind
	case ":", "/:":
		return t.membership(n), predicateKind
	case "-", "*", `\`, `\/`, `/\`:
		return t.operation(n, hint)
	case "+", "mod":
		return convert.Binary(operations[n.op], t.want(n.args[0], numberKind), t.want(n.args[1], numberKind)), numberKind
	case "/":
		return t.quotient(n), numberKind
	case opNegative:
		return convert.Negative(t.want(n.args[0], numberKind)), numberKind
	case "!", "#":
		return t.quantified(n), predicateKind
	case opCall:
		return t.call(n, hint)
	}
	return t.collection(n, hint)
}

// collection translates what makes sets, relations, functions and sequences.
func (t *translation) collection(n *node, hint *kind) (syntax.Expr, *kind) {
	switch n.op {
	case "<:", "/<:", "<<:":
		return t.inclusion(n), predicateKind
	case "..":
		return t.interval(n)
	case opSet:
		return t.listed(n, hint)
	case opSequence:
		return t.listedSequence(n, hint)
	case opComprehension:
		return t.comprehension(n, hint)
	case "%":
		return t.lambda(n, n.bound, n.args[0].conjuncts(), n.args[1], hint)
	case opSum:
		return t.sum(n)
	case "|->":
		return t.pair(n, hint)
	case opImage:
		return t.imageOf(n)
	case "~":
		return t.inverse(n)
	case "<|", "<<|", "|>", "|>>":
		return t.restriction(n, hint)
	case "<+":
		return t.override(n, hint)
	case opComposed:
		return t.composed(n)
	case "<-", "->":
		return t.extended(n, hint)
	case "^":
		return t.concatenated(n, hint)
	}
	t.refuse(n.at, "the operator "+n.op, "")
	return wrong()
}

// operation translates the operators that numbers and sets share, and those of sets.
func (t *translation) operation(n *node, hint *kind) (syntax.Expr, *kind) {
	x, k := t.value(n.args[0], hint)
	switch {
	case k.base == open:
		return wrong()
	case k.base == number && (n.op == "-" || n.op == "*"):
		return convert.Binary(n.op, x, t.want(n.args[1], numberKind)), numberKind
	case n.op == "*" && k.base == aSet:
		return t.product(n, x, k, hint)
	case n.op == "-" && k.base != aSet && k.base != mapping:
		t.mismatch(n.args[0], k, numberKind)
		return wrong()
	}
	return t.setOperation(n, x, k, hint)
}

// pair translates x |-> y.
func (t *translation) pair(n *node, hint *kind) (syntax.Expr, *kind) {
	var left, right *kind
	if hint != nil && hint.base == pair {
		left, right = hint.left, hint.elem
	}
	x, a := t.value(n.args[0], left)
	y, b := t.value(n.args[1], right)
	if a.base == open || b.base == open {
		return wrong()
	}
	k := pairOf(a, b)
	return t.pairExpr(k, x, y), k
}

func (t *translation) name(n *node) (syntax.Expr, *kind) {
	switch n.text {
	case "TRUE", "FALSE":
		return convert.Bool(n.text == "TRUE"), truthKind
	}
	s := t.lookup(n.text)
	_, isNamed := namedSets[n.text]
	switch {
	case s == nil && n.text == "BOOL":
		return display(t.universe(truthKind)...), setOf(truthKind)
	case s == nil && isNamed:
		t.refuse(n.at, "a set without limits as a value ("+n.text+")", "")
	case s != nil && s.use == isSet:
		return display(names(s.members)...), setOf(&kind{base: member, set: n.text})
	case s == nil:
		t.undefined(n)
	case s.alias != nil:
		return t.expr(s.alias)
	case s.kind == nil:
		t.list.ErrorHint(diag.CodeImportType, n.at, "write "+n.text+" : SET before", "the type of %s is not known here", n)
		if !t.quiet {
			s.kind = openKind
		}
	default:
		return s.expr(), s.kind
	}
	return wrong()
}

// undefined reports an undefined name, once.
func (t *translation) undefined(n *node) {
	if t.missing[n.text] {
		return
	}
	t.missing[n.text] = true
	hint := ""
	if len(t.missing) < diag.MaxShown {
		hint = diag.DidYouMean(n.text, slices.Collect(maps.Keys(t.symbols)))
	}
	t.list.ErrorHint(diag.CodeImportName, n.at, hint, "%q is not defined", n)
}

// maxChain is how many conjuncts, alternatives or elements of a set may follow one another in one condition.
const maxChain = 400

// tooLong reports a chain that is too long.
func (t *translation) tooLong(length int, at diag.Span) bool {
	if length > maxChain {
		t.list.Errorf(diag.CodeImportTooLarge, at, "there are more than %d conditions or elements in a row", maxChain)
	}
	return length > maxChain
}

func (t *translation) connective(n *node) syntax.Expr {
	if t.tooLong(len(n.args), n.at) {
		return convert.OrTrue(nil)
	}
	out := t.want(n.args[0], predicateKind)
	for _, a := range n.args[1:] {
		out = convert.Binary(operations[n.op], out, t.want(a, predicateKind))
	}
	return out
}

// comparison translates = and the like. With TRUE or FALSE on one side it is the other side or its negation.
func (t *translation) comparison(n *node) syntax.Expr {
	if out := t.cardinality(n); out != nil {
		return out
	}
	if n.op != "=" && n.op != "/=" {
		return convert.Binary(operations[n.op], t.want(n.args[0], numberKind), t.want(n.args[1], numberKind))
	}
	if empty := n.args[0]; (empty.op == opSet || empty.op == opSequence) && len(empty.args) == 0 {
		n = &node{op: n.op, at: n.at, args: []*node{n.args[1], n.args[0]}}
	}
	x, k := t.expr(n.args[0])
	if k.base == mapping {
		return t.compareMapping(n, x, k)
	}
	if k.base == predicate {
		t.list.Errorf(diag.CodeImportType, n.args[0].at, "%s is a predicate: write <=> to compare predicates", n.args[0])
	}
	y := t.want(n.args[1], k)
	if b, ok := y.(*syntax.BoolExpr); ok && k.base == truth {
		if b.Value == (n.op == "=") {
			return x
		}
		return convert.Not(x)
	}
	return convert.Binary(operations[n.op], x, y)
}

// compareMapping translates f = g, where g may be a relation.
func (t *translation) compareMapping(n *node, x syntax.Expr, k *kind) syntax.Expr {
	y, other := t.value(n.args[1], k)
	if other.isRelation() {
		g := t.asRelation(graph{x, k})
		x, k = g.e, g.kind
	}
	return convert.Binary(operations[n.op], x, t.coerced(n.args[1], y, other, k))
}

// quotient rounds towards zero. The language rounds so if the dividend is not negative.
func (t *translation) quotient(n *node) syntax.Expr {
	x, y := t.want(n.args[0], numberKind), t.want(n.args[1], numberKind)
	if t.isNatural(n.args[0]) || !t.copied(x, 2, n.at) || !t.copied(y, 1, n.at) {
		return convert.Binary("/", x, y)
	}
	towardsZero := convert.Negative(convert.Binary("/", convert.Negative(x), y))
	return convert.If(convert.Binary(">=", x, convert.Integer(0)), convert.Binary("/", x, y), towardsZero)
}

// isNatural reports whether an expression is certainly not negative.
func (t *translation) isNatural(n *node) bool {
	switch n.op {
	case opNumber:
		return true
	case opName:
		s := t.lookup(n.text)
		return s != nil && s.natural
	case "+", "*":
		return t.isNatural(n.args[0]) && t.isNatural(n.args[1])
	}
	return false
}
