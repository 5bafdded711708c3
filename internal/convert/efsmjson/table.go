package efsmjson

import (
	"cmp"
	"encoding/json"
	"fmt"
	"go/ast"
	"strings"

	"github.com/sextant-mbt/sextant/internal/diag"
)

// table is the contents of a document.
type table struct {
	name    string
	remarks []string // title, source and notes
	initial located
	states  []located
	vars    []variable
	rows    []*row
}

// located is a string of the document with its place. If it is an expression, tree is what was parsed.
type located struct {
	string
	*value
	tree ast.Expr
}

// variable is an entry of vars: its initial value is a literal, as in guards.
type variable struct{ name, initial located }

// row is a transition.
type row struct {
	at            *value
	id, from, to  located
	input         located
	params        []located
	guard, output located // the tree of a guard that is always true is nil
	update        []assignment
	messages      []message // of the output
}

// assignment is a pair of an update.
type assignment struct{ target, value located }

// keys of the document and of a row; true are those that must be there.
var (
	tableKeys = map[string]bool{"name": false, "title": false, "source": false, "notes": false, "known_answers": false,
		"shortest_path_lengths": false, "initial": true, "states": true, "vars": false, "transitions": true}
	rowKeys = map[string]bool{"id": true, "from": true, "to": true, "input": false, "params": false, "guard": false, "update": false, "output": false}
)

// tableReader reads a table from a document and reports what it does not find.
type tableReader struct{ list *diag.List }

func (r tableReader) wrong(v *value, want string) {
	r.list.Errorf(diag.CodeImportValue, v.span, "%s: %s is expected here, not %s", cmp.Or(v.path, "the document"), want, describe(v))
}

// describe names what a value is.
func describe(v *value) string {
	switch d := v.data.(type) {
	case string:
		return "a string"
	case json.Number:
		return "a number"
	case bool:
		return fmt.Sprint(d)
	case []*value:
		return "a list"
	case *object:
		return "an object"
	}
	return "null"
}

// object reads an object with these keys; unknown ones are reported with the key that was probably meant.
func (r tableReader) object(v *value, keys map[string]bool) *object {
	o, ok := v.data.(*object)
	if !ok {
		r.wrong(v, "an object")
		return nil
	}
	var names []string
	for key, required := range keys {
		names = append(names, key)
		if required && o.values[key] == nil {
			r.list.Errorf(diag.CodeImportKey, v.span, "%s is missing", join(v.path, key))
		}
	}
	for _, key := range o.keys {
		if _, known := keys[key]; known {
			continue
		}
		o.values[key].wrong(r.list, diag.CodeImportKey, diag.DidYouMean(key, names), "this key is not known")
	}
	return o
}

// get is the value of a key; a key that is not there has a value without data.
func (o *object) get(parent *value, key string) *value {
	if v := o.values[key]; v != nil {
		return v
	}
	return &value{path: join(parent.path, key), span: parent.span, missing: true}
}

func (r tableReader) text(v *value) located {
	s, ok := v.data.(string)
	if !ok && !v.missing {
		r.wrong(v, "a string")
	}
	return located{string: strings.TrimSpace(s), value: v}
}

func (r tableReader) items(v *value, want string) []*value {
	items, ok := v.data.([]*value)
	if !ok && !v.missing {
		r.wrong(v, want)
	}
	return items
}

func (r tableReader) texts(v *value) []located {
	var out []located
	for _, item := range r.items(v, "a list of strings") {
		out = append(out, r.text(item))
	}
	return out
}

func (r tableReader) table(v *value) *table {
	o := r.object(v, tableKeys)
	if o == nil {
		return nil
	}
	t := &table{name: r.text(o.get(v, "name")).string, initial: r.text(o.get(v, "initial")), states: r.texts(o.get(v, "states"))}
	t.remarks = []string{r.text(o.get(v, "title")).string, r.text(o.get(v, "source")).string}
	for _, note := range r.texts(o.get(v, "notes")) {
		t.remarks = append(t.remarks, note.string)
	}
	t.vars = r.variables(o.get(v, "vars"))
	for _, item := range r.items(o.get(v, "transitions"), "a list of transitions") {
		t.rows = append(t.rows, r.row(item))
	}
	return t
}

// variables reads an object of names and initial values: numbers, Booleans, or literals as in guards.
func (r tableReader) variables(v *value) []variable {
	o, ok := v.data.(*object)
	if !ok {
		if !v.missing {
			r.wrong(v, "an object of names and initial values")
		}
		return nil
	}
	var out []variable
	for _, name := range o.keys {
		initial := o.values[name]
		literal := located{value: initial}
		switch d := initial.data.(type) {
		case json.Number, bool:
			literal.string = fmt.Sprint(d)
		case string:
			literal.string = d
		default:
			r.wrong(initial, "a number, true, false, or a literal such as \"'c'\"")
		}
		out = append(out, variable{located{string: name, value: initial}, literal})
	}
	return out
}

func (r tableReader) row(v *value) *row {
	o := r.object(v, rowKeys)
	if o == nil {
		o = &object{}
	}
	get := func(key string) located { return r.text(o.get(v, key)) }
	out := &row{at: v, id: get("id"), from: get("from"), to: get("to"), input: get("input"), guard: get("guard"), output: get("output"),
		params: r.texts(o.get(v, "params"))}
	for _, pair := range r.items(o.get(v, "update"), "a list of pairs") {
		parts := r.items(pair, "a pair of variable and value")
		if len(parts) == 2 {
			out.update = append(out.update, assignment{r.text(parts[0]), r.text(parts[1])})
		} else if parts != nil {
			r.wrong(pair, "a pair of variable and value")
		}
	}
	return out
}
