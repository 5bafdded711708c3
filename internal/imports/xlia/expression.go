package xlia

import (
	"math/big"
	"strconv"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/imports/convert"
	"github.com/sextant-mbt/sextant/internal/language/syntax"
)

// maxWork bounds the expressions of a translation.
const maxWork = 200_000

// value translates an expression that must have a kind.
func (t *translation) value(n *node, want kind) syntax.Expr {
	e, k := t.expr(n)
	if !want.takes(k) {
		t.list.Errorf(diag.CodeImportType, n.at, "%s is %s, but %s is expected", n, k, want)
	}
	return e
}

// condition translates an expression that must be a Boolean.
func (t *translation) condition(n *node) syntax.Expr { return t.value(n, kind{base: boolean}) }

// expr translates an expression.
func (t *translation) expr(n *node) (syntax.Expr, kind) {
	t.work++
	if t.work > maxWork {
		if !t.stopped {
			t.list.Errorf(diag.CodeImportTooLarge, n.at, "the translated system is too large")
		}
		t.stopped = true
		return convert.Bool(true), kind{}
	}
	switch n.op {
	case opName:
		return t.named(n)
	case opNumber:
		return t.number(n)
	case opText:
		return t.text(n)
	case opNegative:
		e, k := t.numeric(n.args[0])
		return convert.Negative(e), k
	case "!":
		return convert.Not(t.condition(n.args[0])), kind{base: boolean}
	case opIf:
		return t.choice(n)
	case "exists", "forall":
		return t.quantifier(n), kind{base: boolean}
	}
	return t.binary(n)
}

// named translates a name: what the environment has for it, or the name of the model.
func (t *translation) named(n *node) (syntax.Expr, kind) {
	if n.text == "true" || n.text == "false" {
		return convert.Bool(n.text == "true"), kind{base: boolean}
	}
	s := t.lookup(n.text)
	if set, name, ok := strings.Cut(n.text, "."); ok && s == nil {
		if owner := t.lookup(set); owner != nil && owner.use == isType {
			s = t.lookup(name)
			if s == nil || s.use != isMember || s.typ.set != owner {
				s = nil
			}
		} else if owner != nil || t.automaton(token{Text: set}) != nil {
			t.refuse(n.at, "a name of another machine or a part of a value ("+n.String()+")")
			return convert.Name("unknown"), kind{}
		}
	}
	switch {
	case s == nil:
		t.undefined(n.at, n.text, nil)
		return convert.Name("unknown"), kind{}
	case s.use == isPort || s.use == isType:
		t.list.Errorf(diag.CodeImportType, n.at, "%s is a %s, but a value is expected", n, map[use]string{isPort: "port", isType: "type"}[s.use])
		return convert.Name("unknown"), kind{}
	}
	if is, ok := t.env[s]; ok {
		t.work += is.size
		return is.value, s.typ.kind
	}
	return convert.Name(s.name), s.typ.kind
}

// numeric translates an expression that must be a number.
func (t *translation) numeric(n *node) (syntax.Expr, kind) {
	e, k := t.expr(n)
	if !k.numeric() {
		t.list.Errorf(diag.CodeImportType, n.at, "%s is %s, but a number is expected", n, k)
		return e, kind{}
	}
	return e, k
}

// wider is the kind of two numbers together.
func wider(a, b kind) kind {
	if a.base == number || b.base == number {
		return kind{base: number}
	}
	return a
}

// operators of xLIA with those of the model.
var (
	junctions   = map[string]string{"&&": "and", "||": "or", "=>": "=>"}
	comparisons = map[string]string{"<": "<", "<=": "<=", ">": ">", ">=": ">="}
	arithmetic  = map[string]string{"+": "+", "-": "-", "*": "*"}
)

func (t *translation) binary(n *node) (syntax.Expr, kind) {
	a, b := n.args[0], n.args[1]
	if op := junctions[n.op]; op != "" {
		x := t.condition(a)
		return convert.Binary(op, x, t.condition(b)), kind{base: boolean}
	}
	if op := comparisons[n.op]; op != "" {
		x, _ := t.numeric(a)
		y, _ := t.numeric(b)
		return convert.Binary(op, x, y), kind{base: boolean}
	}
	if op := arithmetic[n.op]; op != "" {
		x, j := t.numeric(a)
		y, k := t.numeric(b)
		return convert.Binary(op, x, y), wider(j, k)
	}
	switch n.op {
	case "==", "!=":
		return t.equality(n)
	case "/":
		return t.quotient(n)
	}
	t.refuse(n.at, "the operator "+n.op)
	return convert.Name("unknown"), kind{}
}

func (t *translation) equality(n *node) (syntax.Expr, kind) {
	x, j := t.expr(n.args[0])
	y, k := t.expr(n.args[1])
	if !j.takes(k) && !k.takes(j) {
		t.list.Errorf(diag.CodeImportType, n.at, "%s is %s, but %s is %s", n.args[0], j, n.args[1], k)
	}
	return convert.Binary(n.op, x, y), kind{base: boolean}
}

// quotient is a division of reals; xLIA does not define integer division.
func (t *translation) quotient(n *node) (syntax.Expr, kind) {
	x, j := t.numeric(n.args[0])
	y, k := t.numeric(n.args[1])
	if j.base == integer && k.base == integer {
		t.list.ErrorHint(diag.CodeImportUnsupported, n.at, "write a number with a point, as 2.0", "a division of integers cannot be imported")
	}
	return convert.Binary("/", x, y), kind{base: number}
}

func (t *translation) choice(n *node) (syntax.Expr, kind) {
	cond := t.condition(n.args[0])
	x, j := t.expr(n.args[1])
	y, k := t.expr(n.args[2])
	if !j.takes(k) && !k.takes(j) {
		t.list.Errorf(diag.CodeImportType, n.at, "%s is %s, but %s is %s", n.args[1], j, n.args[2], k)
	}
	if j.takes(k) {
		k = j
	}
	return &syntax.IfExpr{Cond: cond, Then: x, Else: y}, k
}

// quantifier binds names for a condition; the values of their types that the model cannot express become part of it.
func (t *translation) quantifier(n *node) syntax.Expr {
	out := &syntax.QuantifierExpr{Forall: n.op == "forall"}
	t.scopes = append(t.scopes, newScope())
	var fit []syntax.Expr
	for _, b := range n.bound {
		is := t.typeOf(b.typ)
		if is.model == "" {
			is.model = "int"
		}
		s := t.introduce(b.name, isBound, is)
		out.Params = append(out.Params, syntax.Param{Name: syntax.Name{Text: s.name}, Type: &syntax.NamedType{Name: is.model}})
		fit = append(fit, is.fit(convert.Name(s.name)))
	}
	body := t.condition(n.args[0])
	for _, s := range t.inner().order {
		t.names.Free(s.name)
	}
	t.scopes = t.scopes[:len(t.scopes)-1]
	switch domain := convert.And(fit...); {
	case domain == nil:
		out.Body = body
	case out.Forall:
		out.Body = convert.Binary("=>", domain, body)
	default:
		out.Body = convert.And(domain, body)
	}
	return out
}

// text translates a text in quotes.
func (t *translation) text(n *node) (syntax.Expr, kind) {
	value, err := strconv.Unquote(n.text)
	if err != nil {
		t.list.Errorf(diag.CodeImportExpression, n.at, "the text %s has an escape that cannot be imported", n)
	}
	return &syntax.StringExpr{Value: value}, kind{base: text}
}

// maxDigits bounds numbers.
const maxDigits = 400

// number translates a numeral: decimal, with a fraction, or as a quotient of two integers.
func (t *translation) number(n *node) (syntax.Expr, kind) {
	plain := strings.TrimRight(strings.ReplaceAll(n.text, "_", ""), "LuU")
	if numerator, denominator, ok := strings.Cut(plain, "/"); ok {
		return t.fraction(n, strings.TrimRight(numerator, "LuU"), denominator)
	}
	if len(plain) > maxDigits {
		t.list.Errorf(diag.CodeImportTooLarge, n.at, "the number has more than %d digits", maxDigits)
		return convert.Integer(0), kind{}
	}
	hex := len(plain) > 1 && plain[0] == '0' && strings.ContainsRune("xXbB", rune(plain[1]))
	if !hex && strings.ContainsAny(plain, ".eE") {
		return t.decimal(n, strings.TrimRight(plain, "fFlL"))
	}
	if len(plain) > 1 && plain[0] == '0' && !hex {
		t.refuse(n.at, "an octal number")
		return convert.Integer(0), kind{}
	}
	value, ok := new(big.Int).SetString(plain, 0)
	if !ok {
		t.list.Errorf(diag.CodeImportExpression, n.at, "%s is not a number", n)
		value = new(big.Int)
	}
	return &syntax.NumberExpr{Text: value.String()}, kind{base: integer}
}

// decimal translates a number with a point or an exponent.
func (t *translation) decimal(n *node, plain string) (syntax.Expr, kind) {
	if i := strings.IndexAny(plain, "eE"); i >= 0 && len(strings.TrimLeft(plain[i+1:], "+-")) > 2 {
		t.list.Errorf(diag.CodeImportTooLarge, n.at, "the exponent has more than 2 digits")
		return convert.Integer(0), kind{}
	}
	value, ok := new(big.Rat).SetString(plain)
	if !ok {
		t.list.Errorf(diag.CodeImportExpression, n.at, "%s is not a number", n)
		return convert.Integer(0), kind{}
	}
	digits, _ := value.FloatPrec()
	return &syntax.NumberExpr{Text: value.FloatString(max(1, digits)), Decimal: true}, kind{base: number}
}

// fraction translates a quotient of two integers.
func (t *translation) fraction(n *node, numerator, denominator string) (syntax.Expr, kind) {
	if strings.Trim(denominator, "0") == "" || len(n.text) > maxDigits {
		t.list.Errorf(diag.CodeImportExpression, n.at, "%s is not a number", n)
		return convert.Integer(0), kind{}
	}
	value, ok := new(big.Rat).SetString(numerator + "/" + denominator)
	if !ok {
		t.list.Errorf(diag.CodeImportExpression, n.at, "%s is not a number", n)
		return convert.Integer(0), kind{}
	}
	if digits, exact := value.FloatPrec(); exact {
		return &syntax.NumberExpr{Text: value.FloatString(max(1, digits)), Decimal: true}, kind{base: number}
	}
	top := &syntax.NumberExpr{Text: value.Num().String() + ".0", Decimal: true}
	return convert.Binary("/", top, &syntax.NumberExpr{Text: value.Denom().String()}), kind{base: number}
}
