package efsmjson

import (
	"cmp"
	"go/ast"
	"maps"
	"slices"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/imports/convert"
	"github.com/sextant-mbt/sextant/internal/imports/document"
	"github.com/sextant-mbt/sextant/internal/language/syntax"
)

// limits are those of a table.
var limits = document.Limits{Bytes: 16 << 20, Depth: 16, Values: 4_000_000}

// Convert turns the table in a file into the text of a model. Errors are reported to list; the text is empty then.
func Convert(file *diag.File, list *diag.List) convert.Model {
	v := document.JSON(file, limits, "an EFSM is one JSON object with the keys initial, states, vars and transitions", list)
	if v == nil {
		return convert.Model{}
	}
	t := tableReader{list}.table(v)
	if list.HasErrors() {
		return convert.Model{}
	}
	m := &model{table: t, list: list, at: v, names: convert.NewNames(characterType), variables: map[string]*place{}, inputs: map[string]*input{},
		channels:   map[string]*channel{},
		characters: map[rune]string{}}
	for _, step := range []func(){m.checkStates, m.parseRows, m.findVariables, m.findInputs, m.translate} {
		if step(); list.HasErrors() {
			return convert.Model{}
		}
	}
	return m.write()
}

// model is a table that is being converted.
type model struct {
	*table
	list       *diag.List
	at         *document.Value // the document
	names      *convert.Names  // of variables, channels and members
	order      []string
	variables  map[string]*place // by the name in the table
	inputs     map[string]*input // by the name in the table
	inputOrder []string
	outputs    []*channel
	channels   map[string]*channel // the outputs by name and types
	characters map[rune]string
	steps      []step // the rows, translated
}

// place is a variable or constant of the model.
type place struct {
	name    string
	kind    *kind
	initial syntax.Expr // nil starts with any value
	changed bool        // assigned or received into
}

// input is a channel from the tester.
type input struct {
	name   string
	params []string // of the first row that has it
	kinds  []*kind
}

// checkStates checks that states and transitions have unique names, and that rows lead from state to state.
func (m *model) checkStates() {
	m.unique(m.states, "the state")
	known := map[string]bool{}
	for _, s := range m.states {
		known[s.string] = true
	}
	m.state(known, m.initial)
	var ids []located
	for _, r := range m.rows {
		ids = append(ids, r.id)
		m.state(known, r.from)
		m.state(known, r.to)
	}
	m.unique(ids, "the transition")
	if len(m.rows) == 0 {
		m.list.Errorf(diag.CodeImportValue, m.at.Span, "transitions: a machine needs at least one transition")
	}
}

// unique reports names that occur twice.
func (m *model) unique(names []located, what string) {
	known := map[string]bool{}
	for _, name := range names {
		if known[name.string] {
			name.Wrong(m.list, diag.CodeImportName, "", "%s %q occurs twice", what, convert.Clip(name.string))
		}
		known[name.string] = true
	}
}

// state checks that a name is that of a state. It suggests a similar name as long as there are few errors.
func (m *model) state(known map[string]bool, name located) {
	if known[name.string] {
		return
	}
	hint := ""
	if m.list.Dropped()[diag.Error] == 0 {
		hint = diag.DidYouMean(name.string, slices.Sorted(maps.Keys(known)))
	}
	name.Wrong(m.list, diag.CodeImportState, cmp.Or(hint, "add it to states"), "there is no state %q", convert.Clip(name.string))
}

// parseRows reads all expressions.
func (m *model) parseRows() {
	for _, r := range m.rows {
		if r.guard.string != "" && r.guard.string != "true" {
			r.guard.tree = m.parse(r.guard)
		}
		for i := range r.update {
			r.update[i].value.tree = m.parse(r.update[i].value)
		}
		r.messages = m.parseOutputs(r.output)
	}
}

// reads calls visit for every name that a row reads, with the expression that reads it.
func (r *row) reads(visit func(name string, at located)) {
	in := func(e ast.Expr, at located) { names(e, func(name string) { visit(name, at) }) }
	in(r.guard.tree, r.guard)
	for _, a := range r.update {
		in(a.value.tree, a.value)
	}
	for _, o := range r.messages {
		for _, a := range o.args {
			in(a, r.output)
		}
	}
}

// findVariables finds all variables: those of vars, those that are assigned, and those that are read where they are not a
// parameter, if they are a parameter elsewhere.
func (m *model) findVariables() {
	for _, v := range m.vars {
		m.variable(v.name.string).initial = m.initialValue(v)
	}
	params := map[string]bool{}
	for _, r := range m.rows {
		for _, a := range r.update {
			m.variable(a.target.string).changed = true
		}
		for _, p := range r.params {
			params[p.string] = true
		}
	}
	for _, r := range m.rows {
		own := map[string]bool{}
		for _, p := range r.params {
			own[p.string] = true
		}
		r.reads(func(name string, at located) {
			switch {
			case m.variables[name] != nil || own[name]:
			case params[name]:
				m.variable(name)
			default:
				at.Wrong(m.list, diag.CodeImportName, "add it to vars with its initial value", "%q is not defined", convert.Clip(name))
			}
		})
	}
}

// variable is the variable of that name, made at its first mention.
func (m *model) variable(name string) *place {
	if v := m.variables[name]; v != nil {
		return v
	}
	v := &place{name: m.names.Give(name), kind: newKind(open)}
	m.variables[name] = v
	m.order = append(m.order, name)
	return v
}

// initialValue reads a literal.
func (m *model) initialValue(v variable) syntax.Expr {
	e := m.parse(v.initial)
	if e == nil {
		return nil
	}
	constant := true
	names(e, func(string) { constant = false })
	if !constant {
		v.initial.Wrong(m.list, diag.CodeImportValue, "", "a literal is expected here, not %q", convert.Clip(v.initial.string))
		return nil
	}
	t := translation{m: m, at: v.initial}
	out, k := t.expr(e)
	m.variable(v.name.string).kind.join(k)
	return out
}

// findInputs finds the channels from the tester, and which parameters are stored in variables.
func (m *model) findInputs() {
	for _, p := range m.rows {
		if p.input.string == "" {
			if len(p.params) > 0 {
				p.at.Wrong(m.list, diag.CodeImportParameters, "", "there are parameters, but no input")
			}
			continue
		}
		in := m.inputs[p.input.string]
		if in == nil {
			in = m.newInput(p)
		}
		if len(in.params) != len(p.params) {
			p.at.Wrong(m.list, diag.CodeImportParameters, "", "the input %s has %d parameters here and %d before",
				convert.Clip(p.input.string), len(p.params), len(in.params))
		}
		m.unique(p.params, "the parameter")
		for _, t := range p.params {
			if v := m.variables[t.string]; v != nil {
				v.changed = true
			}
		}
	}
}

func (m *model) newInput(p *row) *input {
	in := &input{name: m.names.Give(p.input.string)}
	for _, t := range p.params {
		in.params = append(in.params, t.string)
		in.kinds = append(in.kinds, newKind(open))
	}
	m.inputs[p.input.string] = in
	m.inputOrder = append(m.inputOrder, p.input.string)
	return in
}

// character is the member of the enumeration for a character.
func (m *model) character(r rune) string {
	if m.characters[r] == "" {
		m.characters[r] = m.names.Give(characterName(r))
	}
	return m.characters[r]
}

// members lists the characters in use, in the order of their codes.
func (m *model) members() []string {
	var out []string
	for _, r := range slices.Sorted(maps.Keys(m.characters)) {
		out = append(out, m.characters[r])
	}
	return out
}
