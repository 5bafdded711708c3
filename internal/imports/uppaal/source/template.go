package source

import (
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/imports/convert"
	"github.com/sextant-mbt/sextant/internal/imports/scan"
)

// Template is a timed automaton as written.
type Template struct {
	Name         Token
	Params       []*Declaration
	Declarations []*Declaration
	Locations    []*Location
	Edges        []*Edge
	Initial      string // the id of a location
}

// Location is one of a template.
type Location struct {
	ID                string
	Name              string // may be empty
	At                diag.Span
	Invariant         *Node // may be nil
	Urgent, Committed bool
}

// Edge is a transition of a template.
type Edge struct {
	Source, Target string
	At             diag.Span
	Selects        []*Declaration
	Guard          *Node // may be nil
	Channel        *Node // of the synchronisation, may be nil
	Sends          bool
	Updates        []*Node
}

// System is a system as written.
type System struct {
	Declarations []*Declaration // global ones, and those of the system
	Templates    []*Template
	Instances    []*Instantiation
	Processes    []Token
	At           diag.Span
	Queries      []Query
}

// outline reads the parts of a document.
type outline struct {
	list *diag.List
	System
}

// ignored are elements and labels without meaning for the behaviour.
var ignored = scan.Words("name comments nail testcode testcodeEnter testcodeExit option")

// known refuses the children of an element that are not among some.
func (o *outline) known(e *element, names string) {
	allowed := scan.Words(names)
	for _, c := range e.children {
		if !allowed[c.name] && !ignored[c.name] {
			o.list.Errorf(diag.CodeImportUnsupported, c.at, "<%s> in <%s> cannot be imported", convert.Clip(c.name), e.name)
		}
	}
}

// HasQueries reports whether a document has queries of its own.
func HasQueries(file *diag.File) bool {
	w := Read(file, &diag.List{})
	return w != nil && len(w.Queries) > 0
}

// Read reads what is written in a document; nil if it is not one.
func Read(file *diag.File, list *diag.List) *System {
	root := readDocument(file, list)
	if root == nil {
		return nil
	}
	o := &outline{list: list, System: System{At: root.at}}
	o.known(root, "declaration template instantiation system queries imports")
	for _, c := range root.children {
		switch c.name {
		case "declaration":
			o.Declarations = append(o.Declarations, o.declarations(c)...)
		case "imports":
			if strings.TrimSpace(c.text.text) != "" {
				list.Errorf(diag.CodeImportUnsupported, c.at, "<imports> cannot be imported")
			}
		case "template":
			o.Templates = append(o.Templates, o.template(c))
		case "instantiation", "system":
			o.assignments(c)
		case "queries":
			o.readQueries(c)
		}
	}
	if len(o.Processes) == 0 && !list.HasErrors() {
		list.Errorf(diag.CodeImportSyntax, root.at, "the system has no processes: the line with system is missing")
	}
	return &o.System
}

func (o *outline) declarations(e *element) []*Declaration {
	p := newParser(e.text, o.list)
	out := p.declarations()
	p.ExpectEnd("the end")
	return out
}

// assignments reads declarations, process assignments and the system line.
func (o *outline) assignments(e *element) {
	p := newParser(e.text, o.list)
	for !p.AtEnd() {
		o.Declarations = append(o.Declarations, p.declarations()...)
		switch {
		case p.AtEnd():
		case p.Now().Is("system"):
			o.systemLine(p)
		default:
			o.Instances = append(o.Instances, p.instantiation())
		}
	}
}

func (o *outline) systemLine(p *parser) {
	p.Next()
	for more := true; more && !p.Failed(); more = p.Accept(",") {
		o.Processes = append(o.Processes, p.Name("the name of a process"))
		if t := p.Now(); t.Is("<") {
			p.Refuse(t.At, "priorities of processes", "write a comma")
		}
	}
	p.Expect(";")
}

// instantiation reads NAME(PARAMETERS) = TEMPLATE(ARGUMENTS);
func (p *parser) instantiation() *Instantiation {
	out := &Instantiation{Name: p.Name("the name of a process, or system")}
	if p.Accept("(") {
		out.Params = p.parameters(")")
		p.Expect(")")
	}
	p.Expect("=")
	out.Template = p.Name("the name of a template")
	p.Expect("(")
	out.Args = p.arguments()
	p.Expect(";")
	return out
}

func (o *outline) template(e *element) *Template {
	o.known(e, "parameter declaration location init transition")
	out := &Template{Name: Word("", e.at)}
	for _, c := range e.children {
		switch c.name {
		case "name":
			out.Name = o.name(c)
		case "parameter":
			p := newParser(c.text, o.list)
			out.Params = p.parameters(")")
			p.ExpectEnd("the end")
		case "declaration":
			out.Declarations = o.declarations(c)
		case "location":
			out.Locations = append(out.Locations, o.location(c))
		case "init":
			out.Initial = c.attrs["ref"]
		case "transition":
			out.Edges = append(out.Edges, o.edge(c))
		}
	}
	o.checkLinks(out)
	return out
}

// checkLinks checks that the named locations exist.
func (o *outline) checkLinks(t *Template) {
	ids := map[string]bool{}
	for _, l := range t.Locations {
		ids[l.ID] = true
	}
	if !ids[t.Initial] {
		o.list.Errorf(diag.CodeImportState, t.Name.At, "the template %s has no initial location", t.Name)
	}
	for _, e := range t.Edges {
		for _, id := range [...]string{e.Source, e.Target} {
			if !ids[id] {
				o.list.Errorf(diag.CodeImportState, e.At, "there is no location %q in the template %s", convert.Clip(id), t.Name)
			}
		}
	}
}

// name is the name of an element, as a token.
func (o *outline) name(e *element) Token {
	text := strings.TrimSpace(e.text.text)
	start := strings.Index(e.text.text, text)
	return Word(text, e.text.span(start, start+len(text)))
}

func (o *outline) location(e *element) *Location {
	o.known(e, "label urgent committed")
	out := &Location{ID: e.attrs["id"], At: e.at}
	for _, c := range e.children {
		switch c.name {
		case "name":
			name := o.name(c)
			out.Name, out.At = name.Text, name.At
		case "urgent":
			out.Urgent = true
		case "committed":
			out.Committed = true
		case "label":
			o.label(c, func(p *parser) { out.Invariant = p.expression() }, "invariant")
		}
	}
	return out
}

// label reads a label of a kind; empty ones and those without meaning are passed over, others are refused.
func (o *outline) label(e *element, read func(*parser), kinds ...string) {
	kind := e.attrs["kind"]
	p := newParser(e.text, o.list)
	switch {
	case ignored[kind] || p.AtEnd():
	case len(kinds) == 1 && kinds[0] == kind:
		read(p)
		p.ExpectEnd("the end")
	default:
		o.list.Errorf(diag.CodeImportUnsupported, e.at, "a label of the kind %q cannot be imported here", convert.Clip(kind))
	}
}

func (o *outline) edge(e *element) *Edge {
	o.known(e, "source target label")
	out := &Edge{At: e.at}
	for _, c := range e.children {
		switch c.name {
		case "source":
			out.Source = c.attrs["ref"]
		case "target":
			out.Target = c.attrs["ref"]
		case "label":
			o.label(c, out.reader(c.attrs["kind"]), edgeLabel(c.attrs["kind"]))
			out.At = c.at
		}
	}
	return out
}

// edgeLabel is the kind, if edges have labels of it.
func edgeLabel(kind string) string {
	if scan.Words("select guard synchronisation assignment")[kind] {
		return kind
	}
	return ""
}

// reader reads a label of an edge.
func (e *Edge) reader(kind string) func(*parser) {
	return func(p *parser) {
		switch kind {
		case "select":
			e.readSelects(p)
		case "guard":
			e.Guard = p.expression()
		case "synchronisation":
			e.readSync(p)
		case "assignment":
			e.Updates = p.series()
		}
	}
}

func (e *Edge) readSelects(p *parser) {
	for more := true; more && !p.Failed(); more = p.Accept(",") {
		d := &Declaration{Name: p.Name("a name")}
		p.Expect(":")
		d.Type = p.typ()
		e.Selects = append(e.Selects, d)
	}
}

func (e *Edge) readSync(p *parser) {
	p.sync = true
	e.Channel = p.applied(p.primary())
	switch {
	case p.Accept("!"):
		e.Sends = true
	case p.Accept("?"):
	default:
		p.Unexpected("! or ?")
	}
}
