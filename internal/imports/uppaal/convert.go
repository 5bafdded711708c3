package uppaal

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/imports/convert"
	"github.com/sextant-mbt/sextant/internal/imports/uppaal/source"
	"github.com/sextant-mbt/sextant/internal/language/syntax"
	"github.com/sextant-mbt/sextant/internal/language/syntax/print"
)

// translation converts a system to the parts of a model.
type translation struct {
	*source.System
	file      *diag.File
	list      *diag.List
	templates map[string]*source.Template // by their names
	global    *scope
	names     *convert.Names // of the model
	members   map[string]bool
	typeNames map[string]string // of the model, by the text of the type
	types     []string
	tables    map[string]string // constant arrays of the model, by type and value
	constants []string
	globals   []string
	clocks    []string // all clocks of the model
	channels  []*link
	scalars   map[*kind]int // how many variables of a scalar set there are
	processes []*process
	titles    map[string]*process
	answers   []string
	places    map[string]diag.Span
	work      int
}

// Convert turns a system into the text of a model. It reports errors of the system; the text is then empty.
func Convert(file *diag.File, list *diag.List) convert.Model { return ConvertWith(file, nil, list) }

// ConvertWith also reads queries from another file. Without one, those in the document are read.
func ConvertWith(file, queries *diag.File, list *diag.List) convert.Model {
	w := source.Read(file, list)
	if queries != nil && w != nil {
		w.Queries = source.ReadQueries(queries)
	}
	if list.HasErrors() {
		return convert.Model{}
	}
	t := &translation{System: w, file: file, list: list, global: &scope{nil, map[string]*symbol{}}, names: convert.NewNames("main"),
		members: map[string]bool{}, typeNames: map[string]string{}, tables: map[string]string{}, scalars: map[*kind]int{},
		titles: map[string]*process{}, templates: map[string]*source.Template{}, places: map[string]diag.Span{"": w.At}}
	t.translate()
	if list.HasErrors() {
		return convert.Model{}
	}
	return convert.Model{Text: t.model(), Places: t.places}
}

func (t *translation) translate() {
	for _, q := range t.Queries {
		if q.Condition != nil {
			q.Condition.Members(t.members)
		}
	}
	t.declareAll(owner{t.global, t.names, nil}, t.Declarations)
	for _, m := range t.Templates {
		if t.templates[m.Name.Text] != nil {
			t.list.Errorf(diag.CodeImportName, m.Name.At, "there are two templates called %s", m.Name)
			continue
		}
		t.templates[m.Name.Text] = m
	}
	for _, name := range t.Processes {
		t.processesOf(name)
	}
	for _, p := range t.processes {
		t.translateProcess(p)
	}
	t.translateQueries()
}

// model is the text of the model in canonical form.
func (t *translation) model() string {
	var w strings.Builder
	name := strings.TrimSuffix(filepath.Base(t.file.Name), filepath.Ext(t.file.Name))
	fmt.Fprintf(&w, "# Made by sextant import uppaal.\nsystem %s\n\n", syntax.Declarable(name))
	paragraph(&w, t.types, "")
	paragraph(&w, t.constants, "")
	paragraph(&w, t.globals, "\n")
	for _, l := range t.channels {
		w.WriteString(l.declaration(t) + "\n")
	}
	w.WriteString("\n")
	for _, p := range t.processes {
		fmt.Fprintf(&w, "machine %s {\n%s\n}\n\n", p.machine, strings.Join(p.lines, "\n"))
	}
	for _, p := range t.processes {
		fmt.Fprintf(&w, "instance %s = %s\n", p.name, p.machine)
	}
	w.WriteString("\n")
	for _, a := range t.answers {
		if a != "" {
			w.WriteString(a + "\n")
		}
	}
	return convert.Format(w.String())
}

// paragraph writes lines and a blank line.
func paragraph(w *strings.Builder, lines []string, end string) {
	for _, l := range lines {
		w.WriteString(l + end)
	}
	w.WriteString("\n")
}

// declaration declares a channel.
func (l *link) declaration(t *translation) string {
	var payload []string
	for _, r := range l.ranges {
		payload = append(payload, print.Type(t.modelType(r)))
	}
	text := fmt.Sprintf("channel %s(%s)", l.name, strings.Join(payload, ", "))
	if l.kind.urgent {
		text += " urgent"
	}
	if l.kind.broadcast {
		text += " broadcast"
	}
	return text
}

// HasQueries reports whether a document has queries of its own.
func HasQueries(file *diag.File) bool { return source.HasQueries(file) }
