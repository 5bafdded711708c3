package compile

import (
	"errors"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/language/compile/expression"
	"github.com/sextant-mbt/sextant/internal/language/compile/operand"
	"github.com/sextant-mbt/sextant/internal/language/compile/symbols"
	"github.com/sextant-mbt/sextant/internal/language/syntax"
)

// Classifiers. A term over runs is checked once, over an arbitrary run, and lowered again for each run of an analysis.

// checkedSteps is the length of the run for which classifiers are checked.
const checkedSteps = 2

func (c *compiler) lowerClassifier(d *syntax.ClassifyDecl) {
	past := &sts.Past{}
	for range checkedSteps + 1 {
		past.Stores = append(past.Stores, c.Env)
	}
	value := c.classifierValue(c.overRun(past).Doubtful(), d)
	if !value.OK() {
		return
	}
	if value.Type.Scalar == nil || value.Is(term.KindReal) {
		c.List.ErrorHint(diag.CodeTypeMismatch, d.Term.Span(), "classify by a Boolean, an integer, a member of an enumeration or a string", "%s is %s, which has no classes", d.Name.Text, value.Type)
		return
	}
	out := sts.Classifier{Name: d.Name.Text, Text: strings.Join(strings.Fields(d.Term.Span().Text()), " "), Type: value.Type, Span: d.Name.Span()}
	var ok bool
	if out.Buckets, ok = c.buckets(d, value); !ok {
		return
	}
	out.Over = func(past sts.Past) (*term.Term, []sts.Obligation, error) { return c.classify(d, past) }
	c.System.Classifiers = append(c.System.Classifiers, out)
}

// overRun is the context of a classifier.
func (c *compiler) overRun(past *sts.Past) *expression.Lowering {
	l := c.OverRun(past, "a classifier")
	if c.Objects[expression.StepsName] == nil {
		l.Local = symbols.NewScope(nil)
		l.Local.Bind(syntax.Name{Text: expression.StepsName}, l.StepsOperand())
	}
	return l
}

func (c *compiler) classifierValue(l *expression.Lowering, d *syntax.ClassifyDecl) operand.Operand {
	value := l.Expr(d.Term)
	if value.OK() && value.Type.Scalar != nil && value.Untyped {
		value = l.Fit(value, operand.IntType, d.Term.Span(), d.Name.Text)
	}
	return value
}

// buckets lowers the ranges of an integer classifier.
func (c *compiler) buckets(d *syntax.ClassifyDecl, value operand.Operand) (out []sts.Bucket, ok bool) {
	if len(d.Buckets) > 0 && !value.Is(term.KindInt) {
		c.List.Errorf(diag.CodeTypeMismatch, d.Buckets[0].Span(), "%s is %s, but ranges are for integers", d.Name.Text, value.Type)
		return nil, false
	}
	for _, b := range d.Buckets {
		low, ok := c.ConstantInt(b.Low, nil, "a bound of a range")
		high := low
		if b.High != nil && ok {
			high, ok = c.ConstantInt(b.High, nil, "a bound of a range")
		}
		if !ok {
			return nil, false
		}
		if len(out) > 0 && low <= out[len(out)-1].High || high < low {
			c.List.ErrorHint(diag.CodeBadRange, b.Span(), "write ranges that do not overlap, smaller ones first", "the range %s does not follow those before it", b.Span().Text())
			return nil, false
		}
		out = append(out, sts.Bucket{Low: low, High: high, Text: b.Span().Text()})
	}
	return out, true
}

// classify lowers a classifier for one run.
func (c *compiler) classify(d *syntax.ClassifyDecl, past sts.Past) (*term.Term, []sts.Obligation, error) {
	list := &diag.List{}
	again := &compiler{c.Anew(list)}
	l := again.overRun(&past)
	if past.Concrete {
		l = l.Doubtful()
	}
	value := again.classifierValue(l, d)
	if list.HasErrors() {
		return nil, nil, &ClassifierError{Name: d.Name.Text, Reasons: list.Sorted()}
	}
	if !value.OK() {
		return nil, nil, errors.New("classifier " + d.Name.Text + " has no value")
	}
	return value.Scalar(), *l.Safety, nil
}

// ClassifierError is the error for a classifier that has no value for runs of some length.
type ClassifierError struct {
	Name    string
	Reasons []diag.Diagnostic
}

// Error returns the first reason, with its place.
func (e *ClassifierError) Error() string { return "classifier " + e.Name + ": " + e.Reasons[0].Message }
