package expression

import (
	"fmt"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/language/compile/operand"
	"github.com/sextant-mbt/sextant/internal/language/compile/symbols"
	"github.com/sextant-mbt/sextant/internal/language/syntax"
)

// Expressions over runs: x@i is the value of x after i steps, x alone that at the end, steps their number, taken(t) how often a transition is
// taken, and taken(t, i) whether step i takes it. They are lowered for one run at a time, so that steps are numbers.

const (
	takenFunction = "taken"
	// StepsName is the name of the number of steps in expressions over runs.
	StepsName = "steps"
)

// Anew returns the checker with another list for its reports, for expressions that are lowered again after the compilation.
func (c *Checker) Anew(list *diag.List) *Checker {
	maker, table, out := *c.Maker, *c.Table, *c
	maker.List, maker.Reports = list, list
	table.Maker, table.Uses = &maker, nil
	out.Table, out.lowered, out.tooLarge, out.Stop = &table, 0, false, nil
	return &out
}

// at lowers x@i.
func (l *Lowering) at(e *syntax.AtExpr) operand.Operand {
	if l.Past == nil {
		return l.Fail(diag.CodeNoRun, e.Span(), "move it to a classify declaration", "%q reads an earlier state, but %s is about one state", e.Span().Text(), l.about())
	}
	step, ok := l.step(e.Step)
	if !ok {
		return operand.Operand{}
	}
	inner := *l
	inner.Env = l.Past.Stores[step]
	return inner.Expr(e.X)
}

// about names the construct that the expression belongs to.
func (l *Lowering) about() string {
	if l.place == "" {
		return "this"
	}
	return l.place
}

// step lowers the number of a step, which has to be one of the run: constant, or bound by a quantifier over a range.
func (l *Lowering) step(e syntax.Expr) (int, bool) {
	o := l.Fit(l.Expr(e), operand.IntType, e.Span(), "a step")
	if !o.OK() {
		return 0, false
	}
	n, known := int64(0), false
	if o.Scalar().IsConst() {
		n, known = o.Scalar().Value().Small()
	}
	if !known {
		l.List.ErrorHint(diag.CodeNoRun, e.Span(), "quantify over the steps: exists i: 0..steps :: x@i > 3", "the number of a step must be known, but this depends on the state")
		return 0, false
	}
	if n < 0 || n > int64(l.Past.Steps()) {
		problem := fmt.Sprintf("there is no step %d in a run of %s", n, text.Count(l.Past.Steps(), "step"))
		return l.Past.Steps(), l.demand(sts.OutOfBounds, l.Store.False(), e.Span(), diag.CodeNoRun, problem)
	}
	return int(n), true
}

// taken lowers taken(t) and taken(t, i).
func (l *Lowering) taken(e *syntax.CallExpr) operand.Operand {
	if l.Past == nil {
		return l.Fail(diag.CodeNoRun, e.Span(), "move it to a classify declaration", "taken is about a run, but %s is about one state", l.about())
	}
	if len(e.Args) != 1 && len(e.Args) != 2 {
		return l.Fail(diag.CodeArgumentCount, e.Span(), "write taken(t), or taken(t, i) for step i", "taken takes the name of a transition, and the number of a step, not %s", text.Count(len(e.Args), "argument"))
	}
	name := strings.Join(strings.Fields(e.Args[0].Span().Text()), "")
	known := l.transition(name)
	if known == nil {
		return l.Fail(diag.CodeUndefinedName, e.Args[0].Span(), diag.DidYouMean(name, l.transitionNames()), "no transition is called %q", name)
	}
	l.UseQualified(syntax.Name{Place: syntax.Place{At: e.Args[0].Span()}, Text: name}, symbols.KindTransition, known.Span)
	if len(e.Args) == 1 {
		count := l.Store.Int(0)
		for i := range l.Past.Steps() {
			count = l.Store.Add(count, l.Store.Ite(l.Past.Taken(l.Store, i+1, name), l.Store.Int(1), l.Store.Int(0)))
		}
		return operand.ScalarOf(operand.IntType, count)
	}
	step, ok := l.step(e.Args[1])
	if !ok {
		return operand.Operand{}
	}
	return operand.Boolean(l.Past.Taken(l.Store, step, name))
}

// transition is the transition of a name, or the first branch of it; nil if there is none.
func (l *Lowering) transition(name string) *sts.Transition {
	for _, m := range l.System.Machines {
		for _, t := range m.Transitions {
			if t.IsCalled(name) {
				return t
			}
		}
	}
	return nil
}

// transitionNames are the names of all transitions.
func (l *Lowering) transitionNames() []string {
	var out []string
	for _, m := range l.System.Machines {
		for _, t := range m.Transitions {
			out = append(out, t.Name)
		}
	}
	return out
}

// OverRun is the context of an expression over a run.
func (c *Checker) OverRun(past *sts.Past, place string) *Lowering {
	l := c.ConstantContext(place)
	l.Past, l.Env = past, past.Stores[past.Steps()]
	return l
}

// Doubtful is the context of expressions that may never be evaluated.
func (l *Lowering) Doubtful() *Lowering {
	inner := *l
	inner.doubtful = true
	return &inner
}

// StepsOperand is the number of steps of a run.
func (l *Lowering) StepsOperand() operand.Operand {
	return operand.ScalarOf(operand.IntType, l.Store.Const(term.Int, term.IntValue(int64(l.Past.Steps()))))
}
