package uppaal

import (
	"strings"

	"github.com/sextant-mbt/sextant/internal/convert"
	"github.com/sextant-mbt/sextant/internal/diag"
)

// template is a timed automaton as written.
type template struct {
	name      token
	params    []*declaration
	decls     []*declaration
	locations []*location
	edges     []*edge
	initial   string // the id of a location
}

type location struct {
	id                string
	name              string // may be empty
	at                diag.Span
	invariant         *node // may be nil
	urgent, committed bool
}

// edge is a transition of a template.
type edge struct {
	source, target string
	at             diag.Span
	selects        []*declaration
	guard          *node // may be nil
	channel        *node // of the synchronisation, may be nil
	sends          bool
	updates        []*node
}

// written is a system as written.
type written struct {
	decls     []*declaration // global ones, and those of the system
	templates []*template
	instances []*instantiation
	system    []token
	at        diag.Span
	queries   []query
}

// outline reads the parts of a document.
type outline struct {
	list *diag.List
	written
}

// ignored are elements and labels without meaning for the behaviour.
var ignored = words("name comments nail testcode testcodeEnter testcodeExit option")

// known refuses the children of an element that are not among some.
func (o *outline) known(e *element, names string) {
	allowed := words(names)
	for _, c := range e.children {
		if !allowed[c.name] && !ignored[c.name] {
			o.list.Errorf(diag.CodeImportUnsupported, c.at, "<%s> in <%s> cannot be imported", convert.Clip(c.name), e.name)
		}
	}
}

// hasQueries reports whether a document has queries of its own.
func hasQueries(file *diag.File) bool {
	w := readSystem(file, &diag.List{})
	return w != nil && len(w.queries) > 0
}

// readSystem reads what is written in a document; nil if it is not one.
func readSystem(file *diag.File, list *diag.List) *written {
	root := readDocument(file, list)
	if root == nil {
		return nil
	}
	o := &outline{list: list, written: written{at: root.at}}
	o.known(root, "declaration template instantiation system queries imports")
	for _, c := range root.children {
		switch c.name {
		case "declaration":
			o.decls = append(o.decls, o.declarations(c)...)
		case "imports":
			if strings.TrimSpace(c.text.text) != "" {
				list.Errorf(diag.CodeImportUnsupported, c.at, "<imports> cannot be imported")
			}
		case "template":
			o.templates = append(o.templates, o.template(c))
		case "instantiation", "system":
			o.assignments(c)
		case "queries":
			o.readQueries(c)
		}
	}
	if len(o.system) == 0 && !list.HasErrors() {
		list.Errorf(diag.CodeImportSyntax, root.at, "the system has no processes: the line with system is missing")
	}
	return &o.written
}

func (o *outline) declarations(e *element) []*declaration {
	p := newParser(e.text, o.list)
	out := p.declarations()
	p.end()
	return out
}

// assignments reads declarations, process assignments and the system line.
func (o *outline) assignments(e *element) {
	p := newParser(e.text, o.list)
	for !p.atEnd() {
		o.decls = append(o.decls, p.declarations()...)
		switch {
		case p.atEnd():
		case p.now().is("system"):
			o.systemLine(p)
		default:
			o.instances = append(o.instances, p.instantiation())
		}
	}
}

func (o *outline) systemLine(p *parser) {
	p.next()
	for more := true; more && !p.failed; more = p.accept(",") {
		o.system = append(o.system, p.word("the name of a process"))
		if t := p.now(); t.is("<") {
			p.fail(diag.CodeImportUnsupported, t.at, "write a comma", "priorities of processes cannot be imported")
		}
	}
	p.expect(";")
}

// instantiation reads NAME(PARAMETERS) = TEMPLATE(ARGUMENTS);
func (p *parser) instantiation() *instantiation {
	out := &instantiation{name: p.word("the name of a process, or system")}
	if p.accept("(") {
		out.params = p.parameters(")")
		p.expect(")")
	}
	p.expect("=")
	out.template = p.word("the name of a template")
	p.expect("(")
	out.args = p.arguments()
	p.expect(";")
	return out
}

func (o *outline) template(e *element) *template {
	o.known(e, "parameter declaration location init transition")
	out := &template{name: token{tokenWord, "", e.at}}
	for _, c := range e.children {
		switch c.name {
		case "name":
			out.name = o.name(c)
		case "parameter":
			p := newParser(c.text, o.list)
			out.params = p.parameters(")")
			p.end()
		case "declaration":
			out.decls = o.declarations(c)
		case "location":
			out.locations = append(out.locations, o.location(c))
		case "init":
			out.initial = c.attrs["ref"]
		case "transition":
			out.edges = append(out.edges, o.edge(c))
		}
	}
	o.checkLinks(out)
	return out
}

// checkLinks demands that the locations that are named exist.
func (o *outline) checkLinks(t *template) {
	ids := map[string]bool{}
	for _, l := range t.locations {
		ids[l.id] = true
	}
	if !ids[t.initial] {
		o.list.Errorf(diag.CodeImportState, t.name.at, "the template %s has no initial location", t.name)
	}
	for _, e := range t.edges {
		for _, id := range [...]string{e.source, e.target} {
			if !ids[id] {
				o.list.Errorf(diag.CodeImportState, e.at, "there is no location %q in the template %s", convert.Clip(id), t.name)
			}
		}
	}
}

// name is the name of an element, as a token.
func (o *outline) name(e *element) token {
	text := strings.TrimSpace(e.text.text)
	start := strings.Index(e.text.text, text)
	return token{tokenWord, text, e.text.span(start, start+len(text))}
}

func (o *outline) location(e *element) *location {
	o.known(e, "label urgent committed")
	out := &location{id: e.attrs["id"], at: e.at}
	for _, c := range e.children {
		switch c.name {
		case "name":
			name := o.name(c)
			out.name, out.at = name.text, name.at
		case "urgent":
			out.urgent = true
		case "committed":
			out.committed = true
		case "label":
			o.label(c, func(p *parser) { out.invariant = p.expression() }, "invariant")
		}
	}
	return out
}

// label reads a label of a kind; empty ones and those without meaning are passed over, others are refused.
func (o *outline) label(e *element, read func(*parser), kinds ...string) {
	kind := e.attrs["kind"]
	p := newParser(e.text, o.list)
	switch {
	case ignored[kind] || p.atEnd():
	case len(kinds) == 1 && kinds[0] == kind:
		read(p)
		p.end()
	default:
		o.list.Errorf(diag.CodeImportUnsupported, e.at, "a label of the kind %q cannot be imported here", convert.Clip(kind))
	}
}

func (o *outline) edge(e *element) *edge {
	o.known(e, "source target label")
	out := &edge{at: e.at}
	for _, c := range e.children {
		switch c.name {
		case "source":
			out.source = c.attrs["ref"]
		case "target":
			out.target = c.attrs["ref"]
		case "label":
			o.label(c, out.reader(c.attrs["kind"]), edgeLabel(c.attrs["kind"]))
			out.at = c.at
		}
	}
	return out
}

// edgeLabel is the kind, if edges have labels of it.
func edgeLabel(kind string) string {
	if words("select guard synchronisation assignment")[kind] {
		return kind
	}
	return ""
}

// reader reads a label of an edge.
func (e *edge) reader(kind string) func(*parser) {
	return func(p *parser) {
		switch kind {
		case "select":
			e.readSelects(p)
		case "guard":
			e.guard = p.expression()
		case "synchronisation":
			e.readSync(p)
		case "assignment":
			e.updates = p.series()
		}
	}
}

func (e *edge) readSelects(p *parser) {
	for more := true; more && !p.failed; more = p.accept(",") {
		d := &declaration{name: p.word("a name")}
		p.expect(":")
		d.typ = p.typ()
		e.selects = append(e.selects, d)
	}
}

func (e *edge) readSync(p *parser) {
	p.sync = true
	e.channel = p.applied(p.primary())
	switch {
	case p.accept("!"):
		e.sends = true
	case p.accept("?"):
	default:
		p.unexpected("! or ?")
	}
}
