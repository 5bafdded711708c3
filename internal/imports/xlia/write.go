package xlia

import (
	"fmt"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/imports/convert"
	"github.com/sextant-mbt/sextant/internal/language/syntax"
	"github.com/sextant-mbt/sextant/internal/language/syntax/print"
)

// model is the text of the model in canonical form. Variables of machines are declared outside of them: their names differ, and
// conditions on their initial values can read them there.
func (t *translation) model() string {
	var w strings.Builder
	fmt.Fprintf(&w, "system %s\n\n", syntax.Declarable(t.system.name.Text))
	t.writeTypes(&w)
	t.writeConstants(&w)
	for _, c := range t.channels {
		w.WriteString(c.line())
	}
	w.WriteString("\n")
	t.writeVariables(&w)
	t.writeAssumptions(&w)
	for _, a := range t.automata {
		if a.model == "" {
			t.writeMachine(&w, a)
			continue
		}
		fmt.Fprintf(&w, "machine %s {\n", a.template)
		t.writeMachine(&w, a)
		w.WriteString("}\n\n")
	}
	for _, a := range t.automata {
		if a.model != "" {
			fmt.Fprintf(&w, "instance %s = %s\n", a.model, a.template)
		}
	}
	w.WriteString("\n")
	t.writeInvariants(&w)
	return convert.Format(w.String())
}

// symbols are those of the system and its machines with one of some uses, as declared.
func (t *translation) symbols(uses ...use) []*symbol {
	var out []*symbol
	scopes := []*scope{t.global}
	for _, a := range t.automata {
		scopes = append(scopes, a.scope)
	}
	for _, scope := range scopes {
		for _, s := range scope.order {
			for _, u := range uses {
				if s.use == u {
					out = append(out, s)
				}
			}
		}
	}
	return out
}

func (t *translation) writeTypes(w *strings.Builder) {
	for _, s := range t.symbols(isType) {
		if s.members == nil {
			continue
		}
		var names []string
		for _, m := range s.members {
			names = append(names, m.name)
		}
		fmt.Fprintf(w, "type %s = enum { %s }\n", s.name, strings.Join(names, ", "))
	}
	w.WriteString("\n")
}

func (t *translation) writeConstants(w *strings.Builder) {
	for _, s := range t.symbols(isConstant, isFrozen) {
		fmt.Fprintf(w, "const %s: %s", s.name, s.typ.model)
		if s.use == isConstant {
			fmt.Fprintf(w, " = %s", print.Expr(s.initial))
		}
		w.WriteString("\n")
	}
	w.WriteString("\n")
}

// line declares a channel.
func (c *channel) line() string {
	var params []string
	p := c.ports[0].port
	names := convert.NewNames()
	named := len(p.names) > 0
	for _, name := range p.names {
		named = named && name != ""
	}
	for i, is := range p.params {
		if named {
			params = append(params, names.Give(p.names[i])+": "+is.model)
		} else {
			params = append(params, is.model)
		}
	}
	line := fmt.Sprintf("%s %s(%s)", c.word, c.name, strings.Join(params, ", "))
	if c.size != "" {
		line += " fifo " + c.size
	}
	return line + "\n"
}

func (t *translation) writeVariables(w *strings.Builder) {
	for _, s := range t.symbols(isVariable) {
		switch {
		case s.typ.clock:
			fmt.Fprintf(w, "clock %s\n", s.name)
		case s.initial != nil:
			fmt.Fprintf(w, "var %s: %s = %s\n", s.name, s.typ.model, print.Expr(s.initial))
		default:
			fmt.Fprintf(w, "var %s: %s\n", s.name, s.typ.model)
		}
	}
	w.WriteString("\n")
}

// writeAssumptions writes the conditions on constants and initial values.
func (t *translation) writeAssumptions(w *strings.Builder) {
	for _, s := range t.symbols(isFrozen) {
		t.writeAssumption(w, s.typ.fit(convert.Name(s.name)))
		if s.initial != nil {
			t.writeAssumption(w, convert.Binary("==", convert.Name(s.name), s.initial))
		}
	}
	for _, s := range t.symbols(isVariable) {
		if s.initial == nil && !s.typ.clock {
			t.writeAssumption(w, s.typ.fit(convert.Name(s.name)))
		}
	}
	for _, a := range t.automata {
		for _, cond := range a.assumed {
			t.writeAssumption(w, cond)
		}
	}
	w.WriteString("\n")
}

func (t *translation) writeAssumption(w *strings.Builder, cond syntax.Expr) {
	if cond != nil {
		fmt.Fprintf(w, "assume %s\n", print.Expr(cond))
	}
}

// timed reports whether the model has clocks.
func (t *translation) timed() bool {
	for _, s := range t.symbols(isVariable) {
		if s.typ.clock {
			return true
		}
	}
	return false
}

// writeMachine writes the locations and transitions of a machine. The transition from an initial state is taken at once.
func (t *translation) writeMachine(w *strings.Builder, a *automaton) {
	used := map[string]bool{a.states[a.initial.name.Text]: true}
	for _, e := range a.steps {
		used[e.from], used[e.to] = true, true
	}
	for _, s := range a.machine.states {
		name := a.states[s.name.Text]
		switch {
		case s.kind == "initial" && t.timed():
			fmt.Fprintf(w, "location %s urgent\n", name)
		case !used[name]:
			fmt.Fprintf(w, "location %s\n", name)
		}
	}
	fmt.Fprintf(w, "initial %s\n", a.states[a.initial.name.Text])
	for _, s := range a.machine.states {
		if s.kind == "final" || s.kind == "terminal" {
			fmt.Fprintf(w, "final %s\n", a.states[s.name.Text])
		}
	}
	w.WriteString("\n")
	for _, e := range a.steps {
		w.WriteString(convert.Line(e.clauses()))
	}
	w.WriteString("\n")
}

// clauses are those of a transition.
func (e *effect) clauses() []string {
	parts := []string{fmt.Sprintf("%s: %s -> %s", e.name, e.from, e.to)}
	if len(e.params) > 0 {
		parts = append(parts, "any "+choice(e.params, e.where))
	}
	when := func(cond syntax.Expr) {
		if cond != nil {
			parts = append(parts, "when "+print.Expr(cond))
		}
	}
	when(e.before)
	if e.input != nil {
		parts = append(parts, fmt.Sprintf("in %s(%s)", e.input.name, strings.Join(e.targets, ", ")))
	}
	when(e.after)
	if len(e.assigns) > 0 {
		var assigns []string
		for _, a := range e.assigns {
			assigns = append(assigns, a.String())
		}
		parts = append(parts, "do "+strings.Join(assigns, "; "))
	}
	if len(e.outputs) > 0 {
		var messages []string
		for _, out := range e.outputs {
			messages = append(messages, fmt.Sprintf("%s(%s)", out.channel.name, list(out.args)))
		}
		parts = append(parts, "out "+strings.Join(messages, ", "))
	}
	return parts
}

// choice is the parameters of a transition with their condition.
func choice(params []syntax.Param, where syntax.Expr) string {
	var out []string
	for _, p := range params {
		out = append(out, p.Name.Text+": "+print.Type(p.Type))
	}
	text := strings.Join(out, ", ")
	if where != nil {
		text += " where " + print.Expr(where)
	}
	return text
}

// String is the assignment in the model.
func (a assign) String() string {
	var names []string
	for _, s := range a.targets {
		names = append(names, s.name)
	}
	return strings.Join(names, ", ") + " := " + list(a.values)
}

func list(values []syntax.Expr) string {
	var out []string
	for _, v := range values {
		out = append(out, print.Expr(v))
	}
	return strings.Join(out, ", ")
}

// writeInvariants writes invariants for types of variables that the model does not have.
func (t *translation) writeInvariants(w *strings.Builder) {
	for _, s := range t.symbols(isVariable) {
		if s.checked {
			fmt.Fprintf(w, "invariant type_%s: %s\n", s.name, print.Expr(s.typ.fit(convert.Name(s.name))))
		}
	}
}

// places are the source positions of the declarations of the model.
func (t *translation) places() map[string]diag.Span {
	out := map[string]diag.Span{"": t.system.name.At}
	for _, s := range t.symbols(isVariable, isConstant, isFrozen, isType) {
		for _, word := range [...]string{"type ", "const ", "var ", "clock "} {
			out[word+s.name] = s.At
		}
		out["invariant type_"+s.name] = s.At
	}
	for _, c := range t.channels {
		out[c.word+" "+c.name] = c.at
	}
	for _, a := range t.automata {
		for _, s := range a.machine.states {
			for _, word := range [...]string{"initial ", "final ", "location "} {
				out[word+a.states[s.name.Text]] = s.name.At
			}
		}
		for _, e := range a.steps {
			out[e.name] = e.at
		}
		out["machine "+a.template] = a.machine.name.At
	}
	return out
}
