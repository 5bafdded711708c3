package service

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/imports/convert"
)

// location is the only location of the model.
const location = "ready"

// writer writes a model.
type writer struct {
	strings.Builder
	api      *API
	gaps     *Gaps
	names    *convert.Names
	types    map[*Type]string
	declared map[string]string // names of types by their wanted name and their definition
	enums    map[string]string // names of enumerations by their members
	places   map[string]diag.Span
	unions   map[string]*namedUnion // by their wanted name and their definition
	inputs   []channel
}

// channel is a channel of the model, with the names of its values.
type channel struct {
	name    string
	values  []string
	valid   string    // the name of the function with the conditions on the values
	checked []int     // the values that have conditions
	outputs []channel // of an input
}

// Write writes the model and the mapping of a service.
func Write(api *API, gaps *Gaps) convert.Model {
	w := &writer{api: api, gaps: gaps, names: convert.NewNames(), types: map[*Type]string{}, declared: map[string]string{},
		enums: map[string]string{}, unions: map[string]*namedUnion{}, places: map[string]diag.Span{"": api.Span}}
	w.nameChannels()
	w.head()
	line := "system " + convert.NewNames().Give(api.Name)
	w.line("system", api.Span, line)
	w.WriteString("\n")
	for _, op := range api.Operations {
		w.declareAll(op.Values)
		for _, r := range op.Responses {
			w.declareAll(r.Values)
		}
	}
	w.WriteString("\n")
	w.channels()
	declarations := strings.Replace(w.String(), "\n"+line+"\n", "\n", 1) // a part of another model
	w.behaviour()
	return convert.Model{Text: convert.Format(w.String()), Declarations: convert.Format(declarations), Mapping: w.mapping(), Places: w.places}
}

// nameChannels gives names to channels first, so that they are those of the document.
func (w *writer) nameChannels() {
	for _, op := range w.api.Operations {
		in := channel{name: w.names.Give(op.Name)}
		for _, r := range op.Responses {
			in.outputs = append(in.outputs, channel{name: w.names.Give(r.Name)})
		}
		w.inputs = append(w.inputs, in)
	}
	for i := range w.inputs {
		in := &w.inputs[i]
		in.valid = w.names.Give(in.name + "_valid")
		for k := range in.outputs {
			in.outputs[k].valid = w.names.Give(in.outputs[k].name + "_valid")
		}
	}
}

func (w *writer) declareAll(values []Value) {
	for _, v := range values {
		w.declare(v.Type)
	}
}

// comment writes comment lines; none of them can leave the comment.
func (w *writer) comment(lines ...string) {
	for _, line := range lines {
		w.WriteString(commentLine(line))
	}
}

func commentLine(line string) string {
	return strings.TrimRight("# "+strings.Join(strings.Fields(line), " "), " ") + "\n"
}

func (w *writer) head() {
	w.comment(w.api.Remarks...)
	if len(w.gaps.lines) > 0 {
		w.comment("", "Left out, by line and column of the document:")
		w.comment(w.gaps.lines...)
	}
}

// line writes a declaration and notes where it comes from.
func (w *writer) line(heading string, at diag.Span, parts ...string) {
	w.places[heading] = at
	w.WriteString(convert.Line(parts))
}

// channels declares all channels; the names of values differ from those of declarations. Functions follow with the conditions that the
// types do not express.
func (w *writer) channels() {
	var functions []func()
	declare := func(word string, c *channel, values []Value, exclusive [][]int, at diag.Span) {
		c.values = w.local(values, convert.NewNames())
		w.line(word+" "+c.name, at, fmt.Sprintf("%s %s(%s)", word, c.name, w.valueList(values, c.values)))
		functions = append(functions, func() { w.function(c, values, exclusive, at) })
	}
	for i, op := range w.api.Operations {
		in := &w.inputs[i]
		declare("input", in, op.Values, op.Exclusive, op.Span)
		for k, r := range op.Responses {
			declare("output", &in.outputs[k], r.Values, r.Exclusive, r.Span)
		}
	}
	w.WriteString("\n")
	for _, write := range functions {
		write()
	}
}

// function declares the conditions on the values of a channel, if there are any.
func (w *writer) function(c *channel, values []Value, exclusive [][]int, at diag.Span) {
	var parameters, all []string
	together := slices.Concat(exclusive...)
	for i, v := range values {
		if conditions := v.Type.conditions(c.values[i], 0); len(conditions) > 0 || slices.Contains(together, i) {
			c.checked = append(c.checked, i)
			parameters = append(parameters, c.values[i]+": "+w.types[v.Type])
			all = append(all, conditions...)
		}
	}
	for _, group := range exclusive {
		all = append(all, AtMostOne(len(group), func(k int) string { return c.values[group[k]] })...)
	}
	if len(all) > 0 {
		w.line("function "+c.valid, at, fmt.Sprintf("function %s(%s) -> bool =", c.valid, strings.Join(parameters, ", ")), strings.Join(all, " and "))
	}
}

// AtMostOne returns the conditions that at most one of n optional values is there.
func AtMostOne(n int, path func(int) string) []string {
	var out []string
	for i := range n {
		for k := range i {
			out = append(out, fmt.Sprintf("(%s == none or %s == none)", path(k), path(i)))
		}
	}
	return out
}

func (w *writer) behaviour() {
	w.WriteString("\n")
	w.comment("Each request may get each response that is described. Replace this by what the service does.")
	w.WriteString("initial " + location + "\n\n")
	names := convert.NewNames()
	for i, op := range w.api.Operations {
		for k, r := range op.Responses {
			w.transition(names.Give(w.inputs[i].outputs[k].name), op, r, w.inputs[i], w.inputs[i].outputs[k])
		}
	}
}

// transition writes that a request may get a response.
func (w *writer) transition(name string, op *Operation, r *Response, in, out channel) {
	chosen := w.local(r.Values, convert.NewNames(in.values...))
	parts := []string{fmt.Sprintf("%s: %s -> %s", name, location, location)}
	if len(chosen) > 0 {
		parts = append(parts, "any "+w.valueList(r.Values, chosen)+out.check(" where ", chosen))
	}
	parts = append(parts, fmt.Sprintf("in %s(%s)", in.name, strings.Join(in.received(), ", ")))
	if guard := in.check("when ", in.values); guard != "" {
		parts = append(parts, guard)
	}
	w.line(name, r.Span, append(parts, fmt.Sprintf("out %s(%s)", out.name, strings.Join(chosen, ", ")))...)
}

// received names the values that have conditions, and no others.
func (c channel) received() []string {
	out := slices.Repeat([]string{"_"}, len(c.values))
	for _, i := range c.checked {
		out[i] = c.values[i]
	}
	return out
}

// check is a call of the function with the conditions after a word; without conditions it is empty.
func (c channel) check(word string, names []string) string {
	if len(c.checked) == 0 {
		return ""
	}
	arguments := make([]string, len(c.checked))
	for k, i := range c.checked {
		arguments[k] = names[i]
	}
	return fmt.Sprintf("%s%s(%s)", word, c.valid, strings.Join(arguments, ", "))
}
