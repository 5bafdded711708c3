package step

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/core/value"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Text is a value of an input as the language writes it, such as [1, 2] or tea.
type Text string

// field is a value that a user may give for a move.
type field struct {
	name   string
	local  string // its name in the transition; may be the same
	t      *sts.Type
	params []int // of the move, one for each scalar
}

// fieldsOf lists the values that a user may give for a move: the payload of its input, chosen values, the results of unknown
// functions, and the delay before it.
func fieldsOf(m *sts.Move, functions run.Functions) []field {
	var out []field
	add := func(f field) {
		for name, n := f.name, 2; slices.ContainsFunc(out, func(o field) bool { return o.name == f.name }); n++ {
			f.name = fmt.Sprint(name, n)
		}
		out = append(out, f)
	}
	if m.Input != nil {
		rest := m.InputArgs
		for i, t := range m.Input.Payload {
			add(payloadField(m, i, t, rest[:t.Size()]))
			rest = rest[t.Size():]
		}
	}
	for i := 0; i < len(m.Params); i++ {
		if m.Params[i].Kind == sts.Chosen {
			f := chosenField(m, i)
			add(f)
			i += len(f.params) - 1
		}
	}
	for _, c := range m.Calls {
		if !run.Known(functions, c.Extern) {
			add(field{name: c.Extern.Name, t: c.Extern.Result, params: c.Results})
		}
	}
	if d := m.DelayParam(); d >= 0 {
		add(field{name: "delay", t: sts.ScalarType(term.Real), params: []int{d}})
	}
	return out
}

// payloadField returns the field of a value in the payload of an input. Its name is that of the channel, or if there is none, that of the
// transition.
func payloadField(m *sts.Move, i int, t *sts.Type, params []int) field {
	f := field{t: t, params: params}
	if len(params) > 0 {
		name := strings.TrimSuffix(m.Params[params[0]].Name, t.Leaves()[0].Path)
		f.local = name[strings.LastIndex(name, ".")+1:]
	}
	switch {
	case i < len(m.Input.Names) && m.Input.Names[i] != "":
		f.name = m.Input.Names[i]
	case f.local != "" && f.local != "_":
		f.name = f.local
	default:
		f.name = fmt.Sprint("value", i+1)
	}
	return f
}

// chosenField returns the field of a value that is chosen in a step, whose scalars begin at a parameter.
func chosenField(m *sts.Move, first int) field {
	p := m.Params[first]
	f := field{name: p.Name, t: p.Type, params: []int{first}}
	if f.t == nil {
		f.t = sts.ScalarType(p.Sort)
		return f
	}
	f.name = strings.TrimSuffix(p.Name, f.t.Leaves()[0].Path)
	for k := 1; k < f.t.Size(); k++ {
		f.params = append(f.params, first+k)
	}
	return f
}

// input shows the fields of a move, with examples where values are known; nil if there are none.
func input(m *sts.Move, fields []field, params []term.Value) *result.StepInput {
	if m.Input == nil && len(fields) == 0 {
		return nil
	}
	out := &result.StepInput{Parameters: []result.StepParameter{}}
	if m.Input != nil {
		out.Channel = m.Input.Name
	}
	for _, f := range fields {
		p := result.StepParameter{Name: f.name, Type: f.t.String()}
		if f.t.Scalar == nil {
			p.Syntax = value.Example(f.t)
		}
		if params != nil {
			p.Example = f.t.Format(term.Pick(params, f.params))
		}
		out.Parameters = append(out.Parameters, p)
	}
	return out
}

// given returns the terms of the parameters that a user gives values for, by index, and the errors of those that cannot be read.
func given(s *sts.System, m *sts.Move, fields []field, inputs map[string]any) (known map[int]*term.Term, faults []result.StepFault) {
	known = map[int]*term.Term{}
	for _, name := range slices.Sorted(maps.Keys(inputs)) {
		f := fieldNamed(fields, name)
		if f == nil {
			faults = append(faults, result.StepFault{Name: name, Message: fmt.Sprintf("%s takes no value called %q; %s", m.Name, name, takes(fields))})
			continue
		}
		scalars, err := decode(f.t, inputs[name])
		if err != nil {
			faults = append(faults, result.StepFault{Name: f.name, Message: fmt.Sprintf("%s is not a value of %s: %v", name, f.t, err)})
			continue
		}
		for k, p := range f.params {
			known[p] = s.Store.Const(m.Params[p].Sort.Base(), scalars[k])
		}
	}
	return known, faults
}

// fieldNamed finds a field by its name, or by its name in the transition; nil if there is none.
func fieldNamed(fields []field, name string) *field {
	i := slices.IndexFunc(fields, func(f field) bool { return f.name == name })
	if i < 0 {
		i = slices.IndexFunc(fields, func(f field) bool { return f.local == name })
	}
	if i < 0 {
		return nil
	}
	return &fields[i]
}

// takes describes the values that a move takes.
func takes(fields []field) string {
	if len(fields) == 0 {
		return "it takes none"
	}
	var names []string
	for _, f := range fields {
		names = append(names, f.name)
	}
	return "it takes " + strings.Join(names, ", ")
}

// decode reads a value from a user: in the syntax of the language, or as plain data. A string that is not valid data may be the text of
// a value.
func decode(t *sts.Type, data any) ([]term.Value, error) {
	notation, isText := data.(Text)
	if !isText {
		scalars, err := value.Decode(t, data)
		written, isString := data.(string)
		if err == nil || !isString {
			return scalars, err
		}
		notation = Text(written)
	}
	if t.Scalar != nil && t.Scalar.Kind != term.KindString {
		notation = Text(strings.TrimSpace(string(notation)))
	}
	out := make([]term.Value, t.Size())
	if fault := value.Parse(t, string(notation), out); fault != nil {
		return nil, fmt.Errorf("%s", strings.TrimSuffix(fault.Message+"; "+fault.Hint, "; "))
	}
	return out, nil
}
