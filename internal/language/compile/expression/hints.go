package expression

import (
	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/language/compile/operand"
	"github.com/sextant-mbt/sextant/internal/language/compile/symbols"
	"github.com/sextant-mbt/sextant/internal/language/syntax"
)

// Hints for collections in the notation of other languages.

// collectionWords maps names of collections in other languages to their notation here.
var collectionWords = map[string]string{
	"set": "a set is written `set int`", "map": "a map is written `map string -> int`",
	"list": "a sequence is written `int[]`", "seq": "a sequence is written `int[]`", "array": "an array is written `int[4]`",
}

// isCollectionWord reports whether a type is one of these words, and no declared type has this name.
func (c *Checker) isCollectionWord(t syntax.Type) bool {
	n, ok := t.(*syntax.NamedType)
	return ok && collectionWords[n.Name] != "" && c.Objects[n.Name] == nil
}

// strayMembership is the x of an expression x in s, if x is undeclared: the expression is an incomplete comprehension.
func (l *Lowering) strayMembership(e syntax.Expr) *syntax.NameExpr {
	if in, ok := e.(*syntax.BinaryExpr); ok && in.Op == "in" {
		if x, ok := in.X.(*syntax.NameExpr); ok && l.Local.Find(x.Name) == nil && l.Objects[x.Name] == nil {
			return x
		}
	}
	return nil
}

// strayHint reports an undeclared variable, with a hint.
func (l *Lowering) strayHint(x *syntax.NameExpr, hint string) operand.Operand {
	l.Uses.Visible(x.Name, []symbols.Kind{symbols.KindVar, symbols.KindConst, symbols.KindMember, symbols.KindLocal}, l.Local, &symbols.Scope{Names: l.Objects})
	return l.Fail(diag.CodeUndefinedName, x.Span(), hint, "no variable or constant is called %q", x.Name)
}

// membershipHints are for functions that are called with x in s alone.
var membershipHints = map[string]string{
	"count": "a condition follows a colon: `count(x in s : x > 3)`; the number of all elements is `len(s)`",
	"sum":   "write `sum(s)`, or `sum(f(x) for x in s)`",
	"min":   "write `min(s)`, or `min(f(x) for x in s)`",
	"max":   "write `max(s)`, or `max(f(x) for x in s)`",
}
