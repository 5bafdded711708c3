package uppaal

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/imports/convert"
	"github.com/sextant-mbt/sextant/internal/imports/uppaal/source"
	"github.com/sextant-mbt/sextant/internal/language/syntax"
	"github.com/sextant-mbt/sextant/internal/language/syntax/print"
)

// member is a part of a process that a query reads: whether it is in a location, or one of its variables.
func (x *execution) member(s *scope, n *source.Node) (value, bool) {
	p := x.t.processNamed(x, s, n.Args[0])
	if p == nil {
		return value{}, false
	}
	for _, l := range p.Template.Locations {
		if l.Name == n.Text && n.Text != "" {
			return condition(&syntax.FieldExpr{X: convert.Name(p.name), Field: syntax.Name{Text: p.locations[l.ID]}}), true
		}
	}
	if found := p.scope.symbols[n.Text]; found != nil && found.use != isType && found.use != isFunction {
		return found.value, true
	}
	x.t.list.Errorf(diag.CodeImportName, n.At, "%s has no location and no variable %q", p.name, convert.Clip(n.Text))
	return number(0), true
}

// processNamed is the process that an expression names, or nil.
func (t *translation) processNamed(x *execution, s *scope, n *source.Node) *process {
	switch {
	case n.Op == source.OpName && s.find(n.Text) == nil:
		return t.titles[n.Text]
	case n.Op == source.OpCall && n.Args[0].Op == source.OpName && s.find(n.Args[0].Text) == nil:
		var args []value
		for _, a := range n.Args[1:] {
			v, known := x.evaluate(s, a).asNumber().constant()
			if !known {
				return nil
			}
			args = append(args, number(v))
		}
		return t.titles[title(n.Args[0].Text, args)]
	}
	return nil
}

// translateQueries turns the queries into purposes and invariants.
func (t *translation) translateQueries() {
	for i := range t.Queries {
		q := &t.Queries[i]
		switch {
		case q.IsDeadlockFree():
			t.answers = append(t.answers, comment(q, "explore answers it: a finding deadlock or timelock is a counterexample."+t.deadlockRemark())+"\n")
		case q.Condition != nil:
			t.translateQuery(q, i+1)
		}
		if q.Reason != "" {
			t.list.Warnf(diag.CodeImportLeftOut, q.Reasons, "the query %s is left out: %s", convert.Clip(q.Text), q.Reason)
			t.answers = append(t.answers, comment(q, "This is left out: "+q.Reason+".")+"\n")
		}
	}
}

// comment is a comment about a query.
func comment(q *source.Query, remark string) string {
	return fmt.Sprintf("# %s\n# %s", q.Text, remark)
}

// deadlockRemark is about systems whose processes can all end.
func (t *translation) deadlockRemark() string {
	for _, p := range t.processes {
		if len(p.left) == len(p.Template.Locations) {
			return ""
		}
	}
	return "\n# A state in which no process can leave its location, since no edge begins there, is an end and not a deadlock."
}

func (t *translation) translateQuery(q *source.Query, number int) {
	list, work := t.list, t.work
	t.list, t.work = &diag.List{}, 0
	v := t.boolean(t.pure().evaluate(t.global, q.Condition), q.Condition)
	q.LeaveIf(t.list)
	t.list, t.work = list, work
	if q.Reason != "" {
		return
	}
	if holds, known := v.decided(); known {
		t.answers = append(t.answers, comment(q, map[bool]string{true: "This holds in any state.", false: "This holds in no state."}[holds])+"\n")
		return
	}
	switch {
	case q.Exists && !t.readsClock(v) && t.purpose(q, number, v):
	case q.Exists:
		t.invariant(q, fmt.Sprint("never_", number), negate(v), "It holds if this invariant is broken.")
	default:
		t.invariant(q, fmt.Sprint("always_", number), v, "It holds if this invariant does.")
	}
}

// invariant adds an invariant, without conditions that it has twice.
func (t *translation) invariant(q *source.Query, name string, v value, remark string) {
	name = t.names.Give(name)
	t.places["invariant "+name] = q.At
	seen := map[string]bool{}
	cond := truth(true)
	for _, c := range convert.Conjuncts(v.e) {
		if key := sorted(c); !seen[key] {
			seen[key] = true
			cond = both(cond, condition(c))
		}
	}
	t.answers = append(t.answers, comment(q, remark)+fmt.Sprintf("\ninvariant %s: %s\n", name, print.Expr(cond.e)))
}

// sorted is the text of a condition; for not (a and b) it does not depend on the order.
func sorted(e syntax.Expr) string {
	u, ok := e.(*syntax.UnaryExpr)
	if !ok || u.Op != "not" {
		return print.Expr(e)
	}
	var parts []string
	for _, c := range convert.Conjuncts(u.X) {
		parts = append(parts, print.Expr(c))
	}
	slices.Sort(parts)
	return "not " + strings.Join(parts, " and ")
}

// purpose adds a purpose for a condition on the location of some process.
func (t *translation) purpose(q *source.Query, number int, v value) bool {
	var at syntax.Expr
	rest := truth(true)
	for _, c := range convert.Conjuncts(v.e) {
		if _, ok := c.(*syntax.FieldExpr); ok && at == nil && t.isPlace(c) {
			at = c
		} else {
			rest = both(rest, condition(c))
		}
	}
	if at == nil {
		return false
	}
	name := t.names.Give(fmt.Sprint("reach_", number))
	text := fmt.Sprintf("purpose %s = location %s", name, print.Expr(at))
	if _, known := rest.decided(); !known {
		text += " when " + print.Expr(rest.e)
	}
	t.places["purpose "+name] = q.At
	t.answers = append(t.answers, comment(q, "It holds if generate --purpose "+name+" finds a test.")+"\n"+text+"\n")
	return true
}

// isPlace reports whether an expression is the condition that a process is in a location.
func (t *translation) isPlace(e syntax.Expr) bool {
	f, ok := e.(*syntax.FieldExpr)
	if !ok {
		return false
	}
	n, ok := f.X.(*syntax.NameExpr)
	if !ok {
		return false
	}
	for _, p := range t.processes {
		if p.name == n.Name {
			return true
		}
	}
	return false
}

// readsClock reports whether time alone can change a condition.
func (t *translation) readsClock(v value) bool {
	for _, name := range t.clocks {
		if v.mentions(name) {
			return true
		}
	}
	return false
}
