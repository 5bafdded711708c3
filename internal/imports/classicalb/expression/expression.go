package expression

import (
	"maps"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/imports/classicalb/source"
	"github.com/sextant-mbt/sextant/internal/imports/convert"
	"github.com/sextant-mbt/sextant/internal/language/syntax"
	"github.com/sextant-mbt/sextant/internal/language/syntax/print"
)

// maxWork bounds how many nodes are translated: some are translated several times.
const maxWork = 300_000

// maxCopied bounds the text, in bytes, of expressions that are repeated in the model.
const maxCopied = 1_000_000

// Copied counts further uses of an expression; false if there are too many of them.
func (t *Translator) Copied(e syntax.Expr, times int, at diag.Span) bool {
	if t.copies <= maxCopied {
		t.copies += times * len(print.Expr(e))
	}
	if t.copies > maxCopied {
		t.tooLarge(at)
	}
	return t.copies <= maxCopied
}

// tooLarge reports that the model becomes too large, once.
func (t *Translator) tooLarge(at diag.Span) {
	if t.quiet || !t.isTooLarge {
		t.List.Errorf(diag.CodeImportTooLarge, at, "the translated machine is too large")
	}
	t.isTooLarge = t.isTooLarge || !t.quiet
}

// wrong replaces an expression that could not be translated.
func wrong() (syntax.Expr, *Kind) { return convert.Bool(true), OpenKind }

// Refuse reports a construct that cannot be imported.
func (t *Translator) Refuse(at diag.Span, what, hint string) {
	t.List.ErrorHint(diag.CodeImportUnsupported, at, hint, "%s cannot be imported", what)
}

// Condition translates a predicate; nil is true.
func (t *Translator) Condition(n *source.Node) syntax.Expr {
	if n == nil {
		return nil
	}
	e := t.Want(n, PredicateKind)
	if b, ok := e.(*syntax.BoolExpr); ok && b.Value {
		return nil
	}
	return e
}

// Want translates an expression that must be of a kind.
func (t *Translator) Want(n *source.Node, k *Kind) syntax.Expr {
	e, got := t.value(n, k)
	return t.coerced(n, e, got, k)
}

// coerced is e, the translation of n, as a value of a kind: a mapping becomes a relation where one is expected.
func (t *Translator) coerced(n *source.Node, e syntax.Expr, got, k *Kind) syntax.Expr {
	switch {
	case got.isEmpty() && k.Base == Sequence:
		return &syntax.ArrayExpr{}
	case k.same(got):
		return e
	case got.Base == Mapping && k.isRelation() && got.pairs().same(k):
		return t.asRelation(graph{e, got}).e
	}
	t.mismatch(n, got, k)
	return e
}

// mismatch reports an expression of another kind than the expected one.
func (t *Translator) mismatch(n *source.Node, got, k *Kind) {
	hint := ""
	if k.Base == Predicate && got.Base == Truth {
		hint = "write " + n.String() + " = TRUE"
	}
	t.List.ErrorHint(diag.CodeImportType, n.At, hint, "%s is %s, but %s is expected", n, got, k)
}

// quietly translates n without a message if that is not possible; the kind is open then.
func (t *Translator) quietly(n *source.Node) (e syntax.Expr, k *Kind) {
	if !t.attempt(func() { e, k = t.Expr(n) }) {
		return wrong()
	}
	return e, k
}

// attempt calls do without messages, and reports whether there was no error.
func (t *Translator) attempt(do func()) bool {
	list, missing, quiet := t.List, t.missing, t.quiet
	t.List, t.missing, t.quiet = &diag.List{}, map[string]bool{}, true
	defer func() { t.List, t.missing, t.quiet = list, missing, quiet }()
	do()
	return !t.List.HasErrors()
}

// operations maps operations of B to those of the language.
var operations = map[string]string{"&": "and", "or": "or", "=>": "=>", "<=>": "<=>", "=": "==", "/=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">=",
	"+": "+", "-": "-", "*": "*", "mod": "%"}

// Expr translates; the kind is open after an error, so that one mistake gives one message.
func (t *Translator) Expr(n *source.Node) (syntax.Expr, *Kind) { return t.value(n, nil) }

// value translates an expression where a kind is expected, or nil: {} and {a |-> b} may be of several kinds.
func (t *Translator) value(n *source.Node, hint *Kind) (syntax.Expr, *Kind) {
	if t.work++; t.work > maxWork {
		t.tooLarge(n.At)
		return wrong()
	}
	switch n.Op {
	case source.OpName:
		return t.name(n)
	case source.OpNumber:
		return &syntax.NumberExpr{Text: n.Text}, NumberKind
	case source.OpText:
		return &syntax.StringExpr{Value: strings.Trim(n.Text, `"`)}, TextKind
	case "&", "or", "=>", "<=>":
		return t.connective(n), PredicateKind
	case "not":
		return convert.Not(t.Want(n.Args[0], PredicateKind)), PredicateKind
	case "=", "/=", "<", "<=", ">", ">=":
		return t.comparison(n), PredicateKind
	case ":", "/:":
		return t.membership(n), PredicateKind
	case "-", "*", `\`, `\/`, `/\`:
		return t.operation(n, hint)
	case "+", "mod":
		return convert.Binary(operations[n.Op], t.Want(n.Args[0], NumberKind), t.Want(n.Args[1], NumberKind)), NumberKind
	case "/":
		return t.quotient(n), NumberKind
	case source.OpNegative:
		return convert.Negative(t.Want(n.Args[0], NumberKind)), NumberKind
	case "!", "#":
		return t.quantified(n), PredicateKind
	case source.OpCall:
		return t.call(n, hint)
	}
	return t.collection(n, hint)
}

// collection translates expressions for sets, relations, functions and sequences.
func (t *Translator) collection(n *source.Node, hint *Kind) (syntax.Expr, *Kind) {
	switch n.Op {
	case "<:", "/<:", "<<:":
		return t.inclusion(n), PredicateKind
	case "..":
		return t.interval(n)
	case source.OpSet:
		return t.listed(n, hint)
	case source.OpSequence:
		return t.listedSequence(n, hint)
	case source.OpComprehension:
		return t.comprehension(n, hint)
	case "%":
		return t.lambda(n, n.Bound, n.Args[0].Conjuncts(), n.Args[1], hint)
	case source.OpSum:
		return t.sum(n)
	case "|->":
		return t.pair(n, hint)
	case source.OpImage:
		return t.imageOf(n)
	case "~":
		return t.inverse(n)
	case "<|", "<<|", "|>", "|>>":
		return t.restriction(n, hint)
	case "<+":
		return t.override(n, hint)
	case source.OpComposed:
		return t.composed(n, hint)
	case "<-", "->":
		return t.extended(n, hint)
	case "^":
		return t.concatenated(n, hint)
	}
	t.Refuse(n.At, "the operator "+n.Op, "")
	return wrong()
}

// operation translates the operators that numbers and sets share, and those of sets.
func (t *Translator) operation(n *source.Node, hint *Kind) (syntax.Expr, *Kind) {
	x, k := t.value(n.Args[0], hint)
	switch {
	case k.Base == Open:
		return wrong()
	case k.Base == Number && (n.Op == "-" || n.Op == "*"):
		return convert.Binary(n.Op, x, t.Want(n.Args[1], NumberKind)), NumberKind
	case n.Op == "*" && k.Base == Set:
		return t.product(n, x, k, hint)
	case n.Op == "-" && k.Base != Set && k.Base != Mapping:
		t.mismatch(n.Args[0], k, NumberKind)
		return wrong()
	}
	return t.setOperation(n, x, k, hint)
}

// pair translates x |-> y.
func (t *Translator) pair(n *source.Node, hint *Kind) (syntax.Expr, *Kind) {
	var left, right *Kind
	if hint != nil && hint.Base == Pair {
		left, right = hint.Left, hint.Elem
	}
	x, a := t.value(n.Args[0], left)
	y, b := t.value(n.Args[1], right)
	if a.Base == Open || b.Base == Open {
		return wrong()
	}
	k := pairOf(a, b)
	return t.pairExpr(k, x, y), k
}

func (t *Translator) name(n *source.Node) (syntax.Expr, *Kind) {
	switch n.Text {
	case "TRUE", "FALSE":
		return convert.Bool(n.Text == "TRUE"), TruthKind
	}
	s := t.Lookup(n.Text)
	_, isNamed := namedSets[n.Text]
	switch {
	case s == nil && n.Text == "BOOL":
		return display(t.universe(TruthKind)...), setOf(TruthKind)
	case s == nil && isNamed:
		t.Refuse(n.At, "a set without limits as a value ("+n.Text+")", "")
	case s != nil && s.Use == IsSet:
		return display(names(s.Members)...), setOf(&Kind{Base: Member, Set: n.Text})
	case s == nil:
		t.Undefined(n)
	case s.Alias != nil:
		return t.Expr(s.Alias)
	case s.Kind == nil:
		t.List.ErrorHint(diag.CodeImportType, n.At, "write "+n.Text+" : SET before", "the type of %s is not known here", n)
		if !t.quiet {
			s.Kind = OpenKind
		}
	default:
		return s.Expr(), s.Kind
	}
	return wrong()
}

// Undefined reports an undefined name, once.
func (t *Translator) Undefined(n *source.Node) {
	if t.missing[n.Text] {
		return
	}
	t.missing[n.Text] = true
	hint := ""
	if !t.List.IsFull(diag.Error, diag.CodeImportName) {
		hint = diag.DidYouMean(n.Text, slices.Collect(maps.Keys(t.Symbols)))
	}
	t.List.ErrorHint(diag.CodeImportName, n.At, hint, "%q is not defined", n)
}

// maxChain is how many conjuncts, alternatives or elements of a set may follow one another in one condition.
const maxChain = 400

// TooLong reports a chain that is too long.
func (t *Translator) TooLong(length int, at diag.Span) bool {
	if length > maxChain {
		t.List.Errorf(diag.CodeImportTooLarge, at, "there are more than %d conditions or elements in a row", maxChain)
	}
	return length > maxChain
}

func (t *Translator) connective(n *source.Node) syntax.Expr {
	if t.TooLong(len(n.Args), n.At) {
		return convert.OrTrue(nil)
	}
	out := t.Want(n.Args[0], PredicateKind)
	for _, a := range n.Args[1:] {
		out = convert.Binary(operations[n.Op], out, t.Want(a, PredicateKind))
	}
	return out
}

// comparison translates = and the like. With TRUE or FALSE on one side it is the other side or its negation.
func (t *Translator) comparison(n *source.Node) syntax.Expr {
	if out := t.cardinality(n); out != nil {
		return out
	}
	if n.Op != "=" && n.Op != "/=" {
		return convert.Binary(operations[n.Op], t.Want(n.Args[0], NumberKind), t.Want(n.Args[1], NumberKind))
	}
	if empty := n.Args[0]; (empty.Op == source.OpSet || empty.Op == source.OpSequence) && len(empty.Args) == 0 {
		n = &source.Node{Op: n.Op, At: n.At, Args: []*source.Node{n.Args[1], n.Args[0]}}
	}
	x, k := t.Expr(n.Args[0])
	if k.Base == Mapping {
		return t.compareMapping(n, x, k)
	}
	if k.Base == Predicate {
		t.List.Errorf(diag.CodeImportType, n.Args[0].At, "%s is a predicate: write <=> to compare predicates", n.Args[0])
	}
	y := t.Want(n.Args[1], k)
	if b, ok := y.(*syntax.BoolExpr); ok && k.Base == Truth {
		if b.Value == (n.Op == "=") {
			return x
		}
		return convert.Not(x)
	}
	return convert.Binary(operations[n.Op], x, y)
}

// compareMapping translates f = g, where g may be a relation.
func (t *Translator) compareMapping(n *source.Node, x syntax.Expr, k *Kind) syntax.Expr {
	y, other := t.value(n.Args[1], t.graphKind(n.Args[1], k))
	if other.isRelation() {
		g := t.asRelation(graph{x, k})
		x, k = g.e, g.kind
	}
	return convert.Binary(operations[n.Op], x, t.coerced(n.Args[1], y, other, k))
}

// quotient rounds towards zero. The language rounds so if the dividend is not negative.
func (t *Translator) quotient(n *source.Node) syntax.Expr {
	x, y := t.Want(n.Args[0], NumberKind), t.Want(n.Args[1], NumberKind)
	if t.IsNatural(n.Args[0]) || !t.Copied(x, 2, n.At) || !t.Copied(y, 1, n.At) {
		return convert.Binary("/", x, y)
	}
	towardsZero := convert.Negative(convert.Binary("/", convert.Negative(x), y))
	return convert.If(convert.Binary(">=", x, convert.Integer(0)), convert.Binary("/", x, y), towardsZero)
}

// IsNatural reports whether an expression is certainly not negative.
func (t *Translator) IsNatural(n *source.Node) bool {
	switch n.Op {
	case source.OpNumber:
		return true
	case source.OpName:
		s := t.Lookup(n.Text)
		return s != nil && s.Natural
	case "+", "*":
		return t.IsNatural(n.Args[0]) && t.IsNatural(n.Args[1])
	}
	return false
}
