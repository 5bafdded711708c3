package efsmjson

import (
	"cmp"
	"encoding/json"
	"fmt"
	"go/ast"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/imports/document"
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
	*document.Value
	tree ast.Expr
}

// variable is an entry of vars: its initial value is a literal, as in guards.
type variable struct{ name, initial located }

// row is a transition.
type row struct {
	at            *document.Value
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

// tableReader reads a table from a document and reports missing parts.
type tableReader struct{ list *diag.List }

func (r tableReader) wrong(v *document.Value, want string) {
	r.list.Errorf(diag.CodeImportValue, v.Span, "%s: %s is expected here, not %s", cmp.Or(v.Path(), "the document"), want, v.Describe())
}

// object requires an object with these keys; unknown ones are reported with the key that was probably meant.
func (r tableReader) object(v *document.Value, keys map[string]bool) bool {
	o, ok := v.Data.(*document.Object)
	if !ok {
		r.wrong(v, "an object")
		return false
	}
	var names []string
	for key, required := range keys {
		names = append(names, key)
		if required && o.Values[key] == nil {
			r.list.Errorf(diag.CodeImportKey, v.Span, "%s is missing", v.Get(key).Path())
		}
	}
	for _, key := range o.Keys {
		if _, known := keys[key]; known {
			continue
		}
		o.Values[key].Wrong(r.list, diag.CodeImportKey, diag.DidYouMean(key, names), "this key is not known")
	}
	return true
}

func (r tableReader) text(v *document.Value) located {
	s, ok := v.Data.(string)
	if !ok && !v.Missing {
		r.wrong(v, "a string")
	}
	return located{string: strings.TrimSpace(s), Value: v}
}

func (r tableReader) items(v *document.Value, want string) []*document.Value {
	items, ok := v.Data.([]*document.Value)
	if !ok && !v.Missing {
		r.wrong(v, want)
	}
	return items
}

func (r tableReader) texts(v *document.Value) []located {
	var out []located
	for _, item := range r.items(v, "a list of strings") {
		out = append(out, r.text(item))
	}
	return out
}

func (r tableReader) table(v *document.Value) *table {
	if !r.object(v, tableKeys) {
		return nil
	}
	t := &table{name: r.text(v.Get("name")).string, initial: r.text(v.Get("initial")), states: r.texts(v.Get("states"))}
	t.remarks = []string{r.text(v.Get("title")).string, r.text(v.Get("source")).string}
	for _, note := range r.texts(v.Get("notes")) {
		t.remarks = append(t.remarks, note.string)
	}
	t.vars = r.variables(v.Get("vars"))
	for _, item := range r.items(v.Get("transitions"), "a list of transitions") {
		t.rows = append(t.rows, r.row(item))
	}
	return t
}

// variables reads an object of names and initial values: numbers, Booleans, or literals as in guards.
func (r tableReader) variables(v *document.Value) []variable {
	o, ok := v.Data.(*document.Object)
	if !ok {
		if !v.Missing {
			r.wrong(v, "an object of names and initial values")
		}
		return nil
	}
	var out []variable
	for _, name := range o.Keys {
		initial := o.Values[name]
		literal := located{Value: initial}
		switch d := initial.Data.(type) {
		case json.Number, bool:
			literal.string = fmt.Sprint(d)
		case string:
			literal.string = d
		default:
			r.wrong(initial, "a number, true, false, or a literal such as \"'c'\"")
		}
		out = append(out, variable{located{string: name, Value: initial}, literal})
	}
	return out
}

func (r tableReader) row(v *document.Value) *row {
	r.object(v, rowKeys)
	get := func(key string) located { return r.text(v.Get(key)) }
	out := &row{at: v, id: get("id"), from: get("from"), to: get("to"), input: get("input"), guard: get("guard"), output: get("output"),
		params: r.texts(v.Get("params"))}
	for _, pair := range r.items(v.Get("update"), "a list of pairs") {
		parts := r.items(pair, "a pair of variable and value")
		if len(parts) == 2 {
			out.update = append(out.update, assignment{r.text(parts[0]), r.text(parts[1])})
		} else if parts != nil {
			r.wrong(pair, "a pair of variable and value")
		}
	}
	return out
}
