package uppaal

import (
	"fmt"
	"strings"

	"github.com/sextant-mbt/sextant/internal/convert"
	"github.com/sextant-mbt/sextant/internal/diag"
	"github.com/sextant-mbt/sextant/internal/syntax"
)

// maxProcesses bounds the number of processes.
const maxProcesses = 1000

// process is an instance of a template. It becomes a machine and its instance.
type process struct {
	*template
	name      string // of the instance in the model
	machine   string // of the machine in the model
	scope     *scope
	names     *convert.Names
	lines     []string            // of the machine
	locations map[string]string   // names in the model by id
	left      map[string]bool     // the ids of locations that a transition leaves
	spare     map[string][]string // scratch variables by type
}

// scratch is the name of a scratch variable of a type, which is declared if there are too few.
func (p *process) scratch(typ string, n int, t *translation, k *kind) string {
	if n >= len(p.spare[typ]) {
		name := p.names.Give("scratch", t.names)
		p.spare[typ] = append(p.spare[typ], name)
		p.lines = append(p.lines, fmt.Sprintf("var %s: %s = %s", name, typ, syntax.ExprString(t.initial(k, nil))))
	}
	return p.spare[typ][n]
}

// processesOf makes the processes that a name of the system line stands for: one, or one for each combination of values of parameters
// that are not given.
func (t *translation) processesOf(name token) {
	params, ok := t.openParameters(name)
	if !ok {
		t.undefined(name.text, name.at, "template or process")
		return
	}
	var ranges []*kind
	count := int64(1)
	for _, p := range params {
		if p.reference {
			t.list.Errorf(diag.CodeImportParameters, name.at, "%s needs a value for its parameter %s", name, p.name)
			return
		}
		k := t.rangeOf(t.global, p.typ)
		ranges = append(ranges, k)
		count *= k.high - k.low + 1
		if count > maxProcesses-int64(len(t.processes)) {
			t.list.Errorf(diag.CodeImportTooLarge, name.at, "there are more than %d processes", maxProcesses)
			return
		}
	}
	t.each(ranges, nil, func(args []value) { t.addProcess(name, args) })
}

// each goes through the combinations of values of some ranges.
func (t *translation) each(ranges []*kind, chosen []value, f func([]value)) {
	if len(ranges) == 0 {
		f(chosen)
		return
	}
	for i := ranges[0].low; i <= ranges[0].high; i++ {
		t.each(ranges[1:], append(append([]value{}, chosen...), number(i)), f)
	}
}

// openParameters are those of a template or of a process assignment.
func (t *translation) openParameters(name token) ([]*declaration, bool) {
	if i := t.instanceNamed(name.text); i != nil {
		return i.params, true
	}
	if m := t.templateNamed(name.text); m != nil {
		return m.params, true
	}
	return nil, false
}

func (t *translation) instanceNamed(name string) *instantiation {
	for _, i := range t.written.instances {
		if i.name.text == name {
			return i
		}
	}
	return nil
}

func (t *translation) templateNamed(name string) *template {
	for _, m := range t.templates {
		if m.name.text == name {
			return m
		}
	}
	return nil
}

// title is the name of a process in queries.
func title(name string, args []value) string {
	if len(args) == 0 {
		return name
	}
	var texts []string
	for _, a := range args {
		texts = append(texts, fmt.Sprint(a.low))
	}
	return name + "(" + strings.Join(texts, ",") + ")"
}

func (t *translation) addProcess(name token, args []value) {
	given := name.text
	for _, a := range args {
		given += "_" + boundName(a.low)
	}
	p := &process{name: t.names.Give(given), names: convert.NewNames(), locations: map[string]string{}, left: map[string]bool{}, spare: map[string][]string{}}
	p.machine = t.names.Give(p.name + "_process")
	if t.titles[title(name.text, args)] != nil {
		t.list.Errorf(diag.CodeImportName, name.at, "the process %s is in the system twice", name)
		return
	}
	if !t.instantiate(p, name, args, 0) {
		return
	}
	t.titles[title(name.text, args)] = p
	t.processes = append(t.processes, p)
	t.places["machine "+p.machine] = p.template.name.at
	t.places["instance "+p.name] = name.at
}

// instantiate gives a process its template and the values of its parameters.
func (t *translation) instantiate(p *process, name token, args []value, depth int) bool {
	if i := t.instanceNamed(name.text); i != nil && depth < maxCalls {
		s := t.global.inner()
		t.bindParameters(p, s, i.params, args, name)
		var inner []value
		for _, a := range i.args {
			inner = append(inner, t.pure().evaluate(s, a))
		}
		return t.instantiate(p, i.template, inner, depth+1)
	}
	m := t.templateNamed(name.text)
	if m == nil {
		t.undefined(name.text, name.at, "template")
		return false
	}
	p.template, p.scope = m, t.global.inner()
	return t.bindParameters(p, p.scope, m.params, args, name)
}

func (t *translation) bindParameters(p *process, s *scope, params []*declaration, args []value, name token) bool {
	if len(params) != len(args) {
		t.list.Errorf(diag.CodeImportParameters, name.at, "%s has %d parameters, not %d", name, len(params), len(args))
		return false
	}
	for i, d := range params {
		k := t.declaredKind(s, d)
		t.declare(s, t.parameter(p, k, d, args[i], name))
	}
	return true
}

// parameter is a parameter of a template: a constant, a variable of the process, or another name for something outside.
func (t *translation) parameter(p *process, k *kind, d *declaration, v value, name token) *symbol {
	out := &symbol{name: d.name.text, at: d.name.at, kind: k, value: v, use: isConstant}
	fits := v.kind.base == k.base || v.kind.isNumber() && k.isNumber()
	switch {
	case !fits:
		t.list.Errorf(diag.CodeImportParameters, name.at, "the parameter %s is %s, but gets %s", d.name, k, v.kind)
		out.value = t.zero(k)
	case d.reference || k.holds(channel):
		out.use = isVariable
		if !fixedPlace(v) || v.known() {
			t.list.Errorf(diag.CodeImportParameters, name.at, "the parameter %s is a reference, and needs a variable", d.name)
		}
	case k.holds(clock) || !v.known():
		t.list.Errorf(diag.CodeImportParameters, name.at, "the value of the parameter %s is not constant", d.name)
		out.value = t.zero(k)
	default:
		out.value = t.pure().within(k, v, name.at)
		if !d.typ.constant && p.template != nil && p.template.assigns(d.name.text) {
			out.use = isVariable
			out.value = t.parameterVariable(p, k, d, out.value)
		}
	}
	return out
}

// parameterVariable is a variable that starts with the value of a parameter.
func (t *translation) parameterVariable(p *process, k *kind, d *declaration, v value) value {
	o := owner{p.scope, p.names, p}
	name := t.give(o, d.name.text)
	t.line(o, d.name.text, fmt.Sprintf("var %s: %s = %s", name, syntax.TypeString(t.modelType(k)), syntax.ExprString(t.initial(k, &v))), d.name.at)
	return t.read(convert.Name(name), k)
}
