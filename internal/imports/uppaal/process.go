package uppaal

import (
	"fmt"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/imports/convert"
	"github.com/sextant-mbt/sextant/internal/imports/uppaal/source"
	"github.com/sextant-mbt/sextant/internal/language/syntax/print"
)

// maxProcesses bounds the number of processes.
const maxProcesses = 1000

// process is an instance of a template. It becomes a machine and its instance.
type process struct {
	*source.Template
	name      string // of the instance in the model
	machine   string // of the machine in the model
	scope     *scope
	names     *convert.Names
	lines     []string            // of the machine
	locations map[string]string   // names in the model by id
	left      map[string]bool     // the ids of locations that a transition leaves
	spare     map[string][]*spare // scratch variables by type
	spares    []*spare            // all of them
}

// spare is a scratch variable. It is declared if a step needs it.
type spare struct {
	name, text string
	used       bool
}

// scratch is a scratch variable of a type: the one with a number, of those that the steps of the process share.
func (p *process) scratch(typ string, n int, t *translation, k *kind) *spare {
	if n >= len(p.spare[typ]) {
		name := p.names.Give("scratch", t.names)
		s := &spare{name: name, text: fmt.Sprintf("var %s: %s = %s", name, typ, print.Expr(t.initial(k, nil)))}
		p.spare[typ] = append(p.spare[typ], s)
		p.spares = append(p.spares, s)
	}
	return p.spare[typ][n]
}

// processesOf makes the processes that a name of the system line stands for: one, or one for each combination of values of parameters
// that are not given.
func (t *translation) processesOf(name source.Token) {
	params, ok := t.openParameters(name)
	if !ok {
		t.undefined(name.Text, name.At, "template or process")
		return
	}
	var ranges []*kind
	count := int64(1)
	for _, p := range params {
		if p.Reference {
			t.list.Errorf(diag.CodeImportParameters, name.At, "%s needs a value for its parameter %s", name, p.Name)
			return
		}
		k := t.rangeOf(t.global, p.Type)
		ranges = append(ranges, k)
		count *= k.high - k.low + 1
		if count > maxProcesses-int64(len(t.processes)) {
			t.list.Errorf(diag.CodeImportTooLarge, name.At, "there are more than %d processes", maxProcesses)
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
func (t *translation) openParameters(name source.Token) ([]*source.Declaration, bool) {
	if i := t.instanceNamed(name.Text); i != nil {
		return i.Params, true
	}
	if m := t.templates[name.Text]; m != nil {
		return m.Params, true
	}
	return nil, false
}

func (t *translation) instanceNamed(name string) *source.Instantiation {
	for _, i := range t.System.Instances {
		if i.Name.Text == name {
			return i
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

func (t *translation) addProcess(name source.Token, args []value) {
	given := name.Text
	for _, a := range args {
		given += "_" + boundName(a.low)
	}
	p := &process{name: t.names.Give(given), names: convert.NewNames(), locations: map[string]string{}, left: map[string]bool{}, spare: map[string][]*spare{}}
	p.machine = t.names.Give(p.name + "_process")
	if t.titles[title(name.Text, args)] != nil {
		t.list.Errorf(diag.CodeImportName, name.At, "the process %s is in the system twice", name)
		return
	}
	if !t.instantiate(p, name, args, 0) {
		return
	}
	t.titles[title(name.Text, args)] = p
	t.processes = append(t.processes, p)
	t.places["machine "+p.machine] = p.Template.Name.At
	t.places["instance "+p.name] = name.At
}

// instantiate gives a process its template and the values of its parameters.
func (t *translation) instantiate(p *process, name source.Token, args []value, depth int) bool {
	if i := t.instanceNamed(name.Text); i != nil && depth < maxCalls {
		s := t.global.inner()
		t.bindParameters(p, s, i.Params, args, name)
		var inner []value
		for _, a := range i.Args {
			inner = append(inner, t.pure().evaluate(s, a))
		}
		return t.instantiate(p, i.Template, inner, depth+1)
	}
	m := t.templates[name.Text]
	if m == nil {
		t.undefined(name.Text, name.At, "template")
		return false
	}
	p.Template, p.scope = m, t.global.inner()
	return t.bindParameters(p, p.scope, m.Params, args, name)
}

func (t *translation) bindParameters(p *process, s *scope, params []*source.Declaration, args []value, name source.Token) bool {
	if len(params) != len(args) {
		t.list.Errorf(diag.CodeImportParameters, name.At, "%s has %d parameters, not %d", name, len(params), len(args))
		return false
	}
	for i, d := range params {
		k := t.declaredKind(s, d)
		t.declare(s, t.parameter(p, k, d, args[i], name))
	}
	return true
}

// parameter is a parameter of a template: a constant, a variable of the process, or another name for something outside.
func (t *translation) parameter(p *process, k *kind, d *source.Declaration, v value, name source.Token) *symbol {
	out := &symbol{name: d.Name.Text, at: d.Name.At, kind: k, value: v, use: isConstant}
	fits := v.kind.base == k.base || v.kind.isNumber() && k.isNumber()
	switch {
	case !fits:
		t.list.Errorf(diag.CodeImportParameters, name.At, "the parameter %s is %s, but gets %s", d.Name, k, v.kind)
		out.value = t.zero(k)
	case d.Reference || k.holds(channel):
		out.use = isVariable
		if !fixedPlace(v) || v.known() {
			t.list.Errorf(diag.CodeImportParameters, name.At, "the parameter %s is a reference, and needs a variable", d.Name)
		}
	case k.holds(clock) || !v.known():
		t.list.Errorf(diag.CodeImportParameters, name.At, "the value of the parameter %s is not constant", d.Name)
		out.value = t.zero(k)
	default:
		out.value = t.pure().within(k, v, name.At)
		if !d.Type.Constant && p.Template != nil && p.Template.Assigns(d.Name.Text) {
			out.use = isVariable
			out.value = t.parameterVariable(p, k, d, out.value)
		}
	}
	return out
}

// parameterVariable is a variable that starts with the value of a parameter.
func (t *translation) parameterVariable(p *process, k *kind, d *source.Declaration, v value) value {
	o := owner{p.scope, p.names, p}
	name := t.give(o, d.Name.Text)
	t.line(o, d.Name.Text, fmt.Sprintf("var %s: %s = %s", name, print.Type(t.modelType(k)), print.Expr(t.initial(k, &v))), d.Name.At)
	return t.read(convert.Name(name), k)
}
