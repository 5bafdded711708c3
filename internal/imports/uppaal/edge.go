package uppaal

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/imports/convert"
	"github.com/sextant-mbt/sextant/internal/imports/uppaal/source"
	"github.com/sextant-mbt/sextant/internal/language/syntax"
	"github.com/sextant-mbt/sextant/internal/language/syntax/print"
)

// step is an edge that is being converted to a transition of the model.
type step struct {
	*source.Edge
	process *process
	scope   *scope
	names   *convert.Names // that the step binds
	params  []string       // any
	where   value
	guard   value
	input   string
	match   value // about the values that are received
	output  string
	assigns []syntax.Assign
}

// translateProcess adds the locations and transitions of a process to its machine.
func (t *translation) translateProcess(p *process) {
	given := convert.NewNames()
	for _, l := range p.Template.Locations {
		if p.locations[l.ID] != "" {
			t.list.Errorf(diag.CodeImportState, l.At, "two locations of the template %s have the id %q", p.Template.Name, convert.Clip(l.ID))
		}
		p.locations[l.ID] = given.Give(cmp.Or(l.Name, l.ID))
	}
	t.places[p.machine+".location"] = p.Template.Name.At
	t.declareAll(owner{p.scope, p.names, p}, p.Template.Declarations)
	var locations []string
	for _, l := range p.Template.Locations {
		locations = append(locations, t.locationText(p, l))
	}
	var transitions []string
	names := convert.NewNames()
	for _, e := range p.Template.Edges {
		if text := t.transition(p, e, names); text != "" {
			transitions = append(transitions, text)
		}
	}
	for _, s := range p.spares {
		if s.used {
			p.lines = append(p.lines, s.text)
		}
	}
	p.lines = append(p.lines, "", "initial "+p.locations[p.Template.Initial], "location "+strings.Join(locations, ", "), "")
	p.lines = append(p.lines, transitions...)
}

// locationText declares a location with its condition.
func (t *translation) locationText(p *process, l *source.Location) string {
	text := p.locations[l.ID]
	if l.Invariant != nil {
		v := t.boolean(t.pure().evaluate(p.scope, l.Invariant), l.Invariant)
		switch b, known := v.decided(); {
		case known && !b:
			text += " while 1 <= 0"
		case !known:
			text += " while " + print.Expr(v.e)
		}
	}
	switch {
	case l.Committed:
		text += " committed"
	case l.Urgent:
		text += " urgent"
	}
	return text
}

// transition is the text of an edge, or nothing if it can never be taken.
func (t *translation) transition(p *process, e *source.Edge, names *convert.Names) string {
	st := &step{Edge: e, process: p, scope: p.scope.inner(), names: convert.NewNames(), where: truth(true), guard: truth(true), match: truth(true)}
	t.bindSelects(st)
	if e.Guard != nil {
		st.guard = t.boolean(t.pure().evaluate(st.scope, e.Guard), e.Guard)
	}
	if b, known := st.guard.decided(); known && !b {
		return ""
	}
	x := &execution{t: t, process: p}
	for _, u := range e.Updates {
		x.carryOut(st.scope, u)
	}
	st.assigns = x.finish()
	if e.Channel != nil {
		t.synchronise(st, x)
	}
	p.left[e.Source] = true
	name := names.Give(p.locations[e.Source] + "_" + p.locations[e.Target])
	t.places[p.machine+"."+name] = e.At
	return strings.TrimSuffix(convert.Line(st.clauses(name)), "\n")
}

func (t *translation) bindSelects(st *step) {
	for _, d := range st.Selects {
		k := t.typeKind(st.scope, d.Type)
		if k.base == boolean {
			k = &kind{base: integer, high: 1}
		}
		if k.base != integer {
			t.list.Errorf(diag.CodeImportType, d.Type.At, "a range of integers is expected here, not %s", k)
			k = plainInteger
		}
		name := st.names.Give(d.Name.Text, st.process.names, t.names)
		st.params = append(st.params, name+": "+print.Type(t.modelType(k)))
		t.declare(st.scope, &symbol{name: d.Name.Text, at: d.Name.At, use: isConstant, kind: k, value: t.read(convert.Name(name), k)})
	}
}

// synchronise adds the input or output of a step.
func (t *translation) synchronise(st *step, x *execution) {
	v := t.pure().evaluate(st.scope, st.Channel)
	switch {
	case v.channel == nil:
		t.list.Errorf(diag.CodeImportType, st.Channel.At, "this is %s, not a channel", v.kind)
	case v.kind.base != channel:
		t.list.Errorf(diag.CodeImportType, st.Channel.At, "an index is missing: this is an array of channels")
	case st.Sends:
		st.output = v.channel.name + "(" + strings.Join(t.sent(st, x, v.channel), ", ") + ")"
	default:
		st.input = v.channel.name + "(" + strings.Join(t.received(st, v.channel), ", ") + ")"
	}
}

// sent are the values that a message carries. They are those before the assignments of the step.
func (t *translation) sent(st *step, x *execution, c *channelRef) []string {
	var out []string
	for i, v := range c.indices {
		if slices.ContainsFunc(x.touched, v.mentions) {
			name := st.names.Give("index", st.process.names, t.names)
			st.params = append(st.params, name+": "+print.Type(t.modelType(c.ranges[i])))
			st.where = both(st.where, compare("==", t.read(convert.Name(name), wideInteger), v))
			v = t.read(convert.Name(name), c.ranges[i])
		}
		out = append(out, print.Expr(v.e))
	}
	return out
}

// received are the names for the values that a message carries. One that may have any value in its place is received as such.
func (t *translation) received(st *step, c *channelRef) []string {
	var out []string
	for i, v := range c.indices {
		if n, ok := v.e.(*syntax.NameExpr); ok && v.low == c.ranges[i].low && v.high == c.ranges[i].high && st.drop(n.Name) {
			st.match, st.guard = both(st.guard, st.match), truth(true)
			if !st.reads(n.Name) {
				n = &syntax.NameExpr{Name: "_"}
			}
			out = append(out, n.Name)
			continue
		}
		name := st.names.Give("index", st.process.names, t.names)
		out = append(out, name)
		st.match = both(st.match, compare("==", t.read(convert.Name(name), wideInteger), v))
	}
	return out
}

// reads reports whether the step uses a name.
func (st *step) reads(name string) bool {
	return st.match.mentions(name) || slices.ContainsFunc(st.assigns, func(a syntax.Assign) bool {
		return convert.Occurrences(a.Targets[0], name)+convert.Occurrences(a.Values[0], name) > 0
	})
}

// drop takes a name out of the chosen ones; false if it is none of them.
func (st *step) drop(name string) bool {
	before := len(st.params)
	st.params = slices.DeleteFunc(st.params, func(p string) bool { return strings.HasPrefix(p, name+":") })
	return len(st.params) < before
}

// separator is what stands between assignments: on one line, or on a line each if they do not fit.
func separator(assignments []string) string {
	if len(strings.Join(assignments, "; ")) > convert.Width-10 {
		return ";\n"
	}
	return "; "
}

// clauses are those of the transition.
func (st *step) clauses(name string) []string {
	p := st.process
	parts := []string{fmt.Sprintf("%s: %s -> %s", name, p.locations[st.Source], p.locations[st.Target])}
	add := func(word string, v value) string {
		if b, known := v.decided(); known && b {
			return ""
		}
		return " " + word + " " + print.Expr(v.e)
	}
	if len(st.params) > 0 {
		parts = append(parts, "any "+strings.Join(st.params, ", ")+add("where", st.where))
	}
	parts = append(parts, strings.TrimSpace(add("when", st.guard)))
	if st.input != "" {
		parts = append(parts, "in "+st.input+add("when", st.match))
	}
	if len(st.assigns) > 0 {
		var texts []string
		for _, a := range st.assigns {
			texts = append(texts, print.Expr(a.Targets[0])+" := "+print.Expr(a.Values[0]))
		}
		parts = append(parts, "do "+strings.Join(texts, separator(texts)))
	}
	if st.output != "" {
		parts = append(parts, "out "+st.output)
	}
	return slices.DeleteFunc(parts, func(s string) bool { return s == "" })
}
