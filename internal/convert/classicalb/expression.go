package classicalb

import (
	"maps"
	"slices"

	"github.com/sextant-mbt/sextant/internal/convert"
	"github.com/sextant-mbt/sextant/internal/convert/scan"
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
	if t.copies > maxCopied {
		return false
	}
	t.copies += times * len(print.Expr(e))
	if t.copies > maxCopied {
		t.list.Errorf(diag.CodeImportTooLarge, at, "the translated machine is too large")
	}
	return t.copies <= maxCopied
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
	e, got := t.expr(n)
	if !k.same(got) {
		hint := ""
		if k.base == predicate && got.base == truth {
			hint = "write " + n.String() + " = TRUE"
		}
		t.list.ErrorHint(diag.CodeImportType, n.at, hint, "%s is %s, but %s is expected", n, got, k)
	}
	return e
}

// operations are those of the language for those of B.
var operations = map[string]string{"&": "and", "or": "or", "=>": "=>", "<=>": "<=>", "=": "==", "/=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">=",
	"+": "+", "-": "-", "*": "*", "mod": "%"}

// expr translates; the kind is open where something is wrong, so that one mistake gives one message.
func (t *translation) expr(n *node) (syntax.Expr, *kind) {
	if t.work++; t.work > maxWork {
		if t.work == maxWork+1 {
			t.list.Errorf(diag.CodeImportTooLarge, n.at, "the translated machine is too large")
		}
		return wrong()
	}
	switch n.op {
	case opName:
		return t.name(n)
	case opNumber:
		return &syntax.NumberExpr{Text: n.text}, numberKind
	case "&", "or", "=>", "<=>":
		return t.connective(n), predicateKind
	case "not":
		return convert.Not(t.want(n.args[0], predicateKind)), predicateKind
	case "=", "/=", "<", "<=", ">", ">=":
		return t.comparison(n), predicateKind
	case ":", "/:":
		return t.membership(n), predicateKind
	case "+", "-", "*", "mod":
		return convert.Binary(operations[n.op], t.want(n.args[0], numberKind), t.want(n.args[1], numberKind)), numberKind
	case "/":
		return t.quotient(n), numberKind
	case opNegative:
		return convert.Negative(t.want(n.args[0], numberKind)), numberKind
	case "!", "#":
		return t.quantified(n), predicateKind
	case opCall:
		return t.call(n)
	}
	t.refuse(n.at, describe(n), "")
	return wrong()
}

// describe names a construct that is not in the subset.
func describe(n *node) string {
	switch n.op {
	case opSet, opComprehension, "..":
		return "a set as a value (" + n.String() + ")"
	case opImage:
		return "the image of a set (" + n.String() + ")"
	case "%":
		return "a lambda (%) outside of the initialisation"
	case "~":
		return "the inverse of a relation (~)"
	case "|->":
		return "a pair (|->)"
	}
	return "the operator " + n.op
}

func (t *translation) name(n *node) (syntax.Expr, *kind) {
	switch n.text {
	case "TRUE", "FALSE":
		return convert.Bool(n.text == "TRUE"), truthKind
	}
	s := t.lookup(n.text)
	_, isNamed := namedSets[n.text]
	switch {
	case s == nil && isNamed, s != nil && s.use == isSet:
		t.refuse(n.at, "a set as a value ("+n.text+")", "")
	case s == nil:
		t.undefined(n)
	case s.kind == nil:
		t.list.ErrorHint(diag.CodeImportType, n.at, "write "+n.text+" : SET before", "the type of %s is not known here", n)
		s.kind = openKind
	default:
		return convert.Name(s.name), s.kind
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
	x, k := t.expr(n.args[0])
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

// call translates f(i) and bool(P).
func (t *translation) call(n *node) (syntax.Expr, *kind) {
	f := n.args[0]
	if f.op == opName && t.lookup(f.text) == nil {
		switch {
		case f.text == "bool" && len(n.args) == 2:
			return t.want(n.args[1], predicateKind), truthKind
		case builtins[f.text]:
			t.refuse(n.at, f.text+"(...) here", cardHint[f.text])
		default:
			t.undefined(f)
		}
		return wrong()
	}
	x, k := t.expr(f)
	switch {
	case k.base == function && len(n.args) == 2:
		return &syntax.IndexExpr{X: x, Index: k.index(t.want(n.args[1], numberKind))}, k.elem
	case k.base == function:
		t.refuse(n.at, "a function of several arguments", "")
	case k.base != open:
		t.list.Errorf(diag.CodeImportType, f.at, "%s is %s, not a function", f, k)
	}
	return wrong()
}

// builtins are functions of B that are known by name; those that cannot be imported are refused.
var builtins = scan.Words("card min max dom ran id POW POW1 FIN union inter SIGMA PI seq size succ pred closure")

var cardHint = map[string]string{"card": "card({x | x : 1..n & P}) can be compared with a number up to 4"}
