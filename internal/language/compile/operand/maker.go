// Package operand has expressions that are being lowered: a type and a row of scalar terms. It determines their types, converts them to other
// types and to common types, and computes the conditions that keep them within the bounds of a type.
//
// A literal list, set or map keeps its parts, so that its type can still change: [1, 2] is an array, a sequence of numbers, or one of reals,
// as its surroundings demand.
package operand

import (
	"fmt"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Maker makes operands and converts them. It reports those that do not fit.
type Maker struct {
	List    *diag.List // of errors
	Reports *diag.List // List, which is another one while an expression is lowered to find its type
	Store   *term.Store

	quantified int // bound variables made so far
}

// BoundVariable makes a variable that no other expression has.
func (mk *Maker) BoundVariable(name string, sort *term.Sort) *term.Term {
	mk.quantified++
	return mk.Store.Var(fmt.Sprintf("%s'%d", name, mk.quantified), sort)
}

// Fold is the constant that a term without variables stands for. A simplifying store folds by itself, a raw one does not.
func (mk *Maker) Fold(t *term.Term) *term.Term {
	if t.IsConst() || len(t.Vars()) > 0 {
		return t
	}
	if v, err := mk.Store.Evaluate(t, nil); err == nil {
		return mk.Store.Const(t.Sort(), v)
	}
	return t
}

// Fail reports an error with an optional hint and returns the zero operand.
func (mk *Maker) Fail(code diag.Code, span diag.Span, hint, format string, args ...any) Operand {
	mk.List.ErrorHint(code, span, hint, format, args...)
	return Operand{}
}

// Apart calls f and returns its reports, which are not added to the errors of the model.
func (mk *Maker) Apart(f func()) *diag.List {
	outer, found := mk.List, &diag.List{}
	mk.List = found
	defer func() { mk.List = outer }()
	f()
	return found
}

// Aloud adds the errors of declarations to those of the model, even while an expression that uses them is lowered apart. It returns a
// function that ends this.
func (mk *Maker) Aloud() func() {
	outer := mk.List
	mk.List = mk.Reports
	return func() { mk.List = outer }
}
