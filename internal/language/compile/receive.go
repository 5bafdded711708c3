package compile

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/language/compile/operand"
	"github.com/sextant-mbt/sextant/internal/language/compile/symbols"
	"github.com/sextant-mbt/sextant/internal/language/syntax"
)

// Inputs: payload goes to variables, or to new names that live as long as the step.

// bindUnknown binds a name after an error, so that its uses are silent.
func (tl *transitionLowering) bindUnknown(name syntax.Name) {
	if tl.l.Local.Names[name.Text] == nil {
		tl.l.Local.Bind(name, operand.Operand{})
	}
}

// bindUnknownTargets binds the names that an input in error would have bound.
func (tl *transitionLowering) bindUnknownTargets(targets []syntax.Expr) {
	for _, e := range targets {
		if n, ok := e.(*syntax.NameExpr); ok && tl.l.Local.Find(n.Name) == nil && tl.l.Objects[n.Name] == nil {
			tl.bindUnknown(syntax.Name{Place: n.Place, Text: n.Name})
		}
	}
}

// inClause binds the payload: to variables, or to new names that live as long as the step.
func (tl *transitionLowering) inClause(clause *syntax.InClause) {
	if o := tl.l.Lookup(tl.l.Local, clause.Channel.Text, clause.Channel.Span()); o != nil && o.Kind == symbols.KindVar && o.Type != nil && (o.Type.IsCollection() || o.Type.IsArray()) {
		tl.l.List.ErrorHint(diag.CodeWrongKind, clause.Channel.Span(), "to ask for an element, write the condition in parentheses: when (x in "+clause.Channel.Text+")",
			"%q is a variable, not a channel", clause.Channel.Text)
		return
	}
	ch := tl.channel(clause.Channel, sts.Input)
	if ch == nil {
		tl.bindUnknownTargets(clause.Targets)
		return
	}
	tl.t.Receive = ch
	if len(clause.Targets) != len(ch.Payload) {
		tl.l.List.ErrorHint(diag.CodeArgumentCount, clause.Span(), "write _ for a value that is not needed",
			"%s carries %s, but %d are received", ch.Name, text.Count(len(ch.Payload), "value"), len(clause.Targets))
		tl.bindUnknownTargets(clause.Targets)
		return
	}
	kind := sts.Received
	if ch.Capacity > 0 {
		kind = sts.Dequeued
	}
	under, first := tl.l.Under, len(tl.guard)
	tl.l.Safety, tl.l.Under = &tl.t.StepSafety, nil
	var targets []*lvalue
	for i, e := range clause.Targets {
		if lv := tl.receive(ch, i, kind, e); lv != nil {
			tl.demandDisjoint(lv, targets, diag.CodeBoundTwice, boundTwice, boundFirst)
			targets = append(targets, lv)
		}
	}
	tl.l.Safety, tl.l.Under = &tl.t.GuardSafety, slices.Concat(under, tl.guard[first:]) // a received value is of its type
}

const boundTwice, boundFirst = "the input binds \"%s\" twice", "first bound here"

// receive binds payload i to its target; for a variable it returns the lvalue.
func (tl *transitionLowering) receive(ch *sts.Channel, i int, kind sts.ParamKind, e syntax.Expr) *lvalue {
	typ := ch.Payload[i]
	name := paramName(ch.Names[i], i)
	n, isName := e.(*syntax.NameExpr)
	switch {
	case isName && n.Name == "_":
		tl.t.ReceiveArgs = append(tl.t.ReceiveArgs, tl.addParams(name, kind, typ)...)
		return nil
	case isName && tl.isNew(n.Name):
		tl.receiveNew(n, typ, kind)
		return nil
	case isName:
		name = n.Name
	}
	params := tl.addParams(name, kind, typ)
	tl.t.ReceiveArgs = append(tl.t.ReceiveArgs, params...)
	return tl.receiveInto(e, typ, params)
}

// isNew reports whether a name in an input means a new parameter rather than a declared variable.
func (tl *transitionLowering) isNew(name string) bool {
	o := tl.l.Local.Outer.Find(name)
	if o == nil {
		o = tl.l.Objects[name]
	}
	_, here := tl.l.Local.Names[name]
	return here || o == nil || o.Kind != symbols.KindVar && o.Kind != symbols.KindConst
}

// receiveInto assigns received parameters to a variable, which it returns.
func (tl *transitionLowering) receiveInto(e syntax.Expr, typ *sts.Type, params []int) *lvalue {
	reads := tl.recordReads()
	lv := tl.l.resolveTarget(e)
	tl.l.Read = nil
	if lv == nil {
		return nil
	}
	if len(params) > 0 {
		reads.params[params[0]] = true
	}
	tl.t.Assignments = append(tl.t.Assignments, reads.assignTo(nil, lv, oneLine(e.Span())))
	value := tl.l.FitRange(tl.paramValue(typ, params), lv.typ, e.Span(), "the received "+e.Span().Text())
	if value.OK() {
		tl.l.assign(lv, value)
	}
	return lv
}

// receiveNew binds payload to a new name.
func (tl *transitionLowering) receiveNew(n *syntax.NameExpr, typ *sts.Type, kind sts.ParamKind) {
	if first, twice := tl.l.Local.Names[n.Name]; twice {
		tl.l.List.Errorf(diag.CodeBoundTwice, n.Span(), boundTwice, n.Name).WithRelated(first.Name.Span(), boundFirst)
		return
	}
	params := tl.addParams(n.Name, kind, typ)
	tl.t.ReceiveArgs = append(tl.t.ReceiveArgs, params...)
	tl.bindLocal(syntax.Name{Place: n.Place, Text: n.Name}, typ, params)
}
