package source

import (
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/imports/scan"
)

// definition is name(parameters) == body of the clause DEFINITIONS. It is expanded where it is used; those that are not used
// need not be expressions that can be imported.
type definition struct {
	name   Token
	params []string
	body   []Token
	busy   bool // being expanded
}

// maxExpanded bounds the tokens that definitions are expanded to.
const maxExpanded = 200_000

// findDefinitions reads the definitions of a machine, which may be used before they are written.
func (p *parser) findDefinitions() {
	p.defined = map[string]*definition{}
	for i := 0; p.Peek(i).Kind != scan.End; i++ {
		if p.Peek(i).Is("DEFINITIONS") {
			p.readDefinitions(i + 1)
		}
	}
}

// readDefinitions reads definitions from the token at an index, up to the next clause.
func (p *parser) readDefinitions(i int) {
	for !p.endsDefinitions(i) {
		head, start := p.definitionAt(i)
		if head == nil {
			i++
			continue
		}
		i = start
		for !p.endsDefinitions(i) && !(p.Peek(i).Is(";") && p.beginsDefinition(i+1)) {
			head.body = append(head.body, p.Peek(i))
			i++
		}
		if n := len(head.body); n > 0 && head.body[n-1].Is(";") {
			head.body = head.body[:n-1]
		}
		p.defined[head.name.Text] = head
	}
}

// beginsDefinition reports whether a definition, a file of definitions or the next clause begins at an index.
func (p *parser) beginsDefinition(i int) bool {
	head, _ := p.definitionAt(i)
	return head != nil || p.Peek(i).Kind == scan.Text || p.endsDefinitions(i)
}

// endsDefinitions reports whether another clause begins at an index.
func (p *parser) endsDefinitions(i int) bool {
	t := p.Peek(i)
	return t.Kind == scan.End || t.Kind == scan.Keyword && isClause(t.Text)
}

// definitionAt reads name == or name(a, b) == at an index, and returns the index of the body; nil if there is none.
func (p *parser) definitionAt(i int) (*definition, int) {
	out := &definition{name: p.Peek(i)}
	if out.name.Kind != scan.Word && out.name.Kind != scan.Text {
		return nil, 0
	}
	i++
	if p.Peek(i).Is("(") {
		for i++; p.Peek(i).Kind == scan.Word || p.Peek(i).Is(","); i++ {
			if p.Peek(i).Kind == scan.Word {
				out.params = append(out.params, p.Peek(i).Text)
			}
		}
		if !p.Peek(i).Is(")") {
			return nil, 0
		}
		i++
	}
	if !p.Peek(i).Is("==") {
		return nil, 0
	}
	return out, i + 1
}

// definitionHere is the definition that the next token names, or nil.
func (p *parser) definitionHere() *definition {
	if t := p.Now(); t.Kind == scan.Word {
		return p.defined[t.Text]
	}
	return nil
}

// expanded calls read with a parser of the body of a definition, with the arguments in the places of the parameters.
func (p *parser) expanded(d *definition, read func(*parser)) {
	at := p.Next().At
	body := p.insertArguments(d, p.arguments(d))
	p.expansion += len(body)
	switch {
	case d.busy:
		p.Fail(diag.CodeImportName, at, "", "the definition %s uses itself", d.name)
		return
	case p.expansion > maxExpanded:
		p.Fail(diag.CodeImportTooLarge, at, "", "the definitions are expanded to more than %d tokens", maxExpanded)
		return
	}
	d.busy = true
	inner := &parser{Cursor: p.Nested(body, at), definitions: p.definitions}
	read(inner)
	inner.ExpectEnd("the end of the definition")
	p.Adopt(inner.Cursor)
	d.busy = false
}

// arguments reads (a, b) behind the name of a definition that has parameters.
func (p *parser) arguments(d *definition) map[string][]Token {
	if len(d.params) == 0 {
		return nil
	}
	out := map[string][]Token{}
	p.Expect("(")
	for i, name := range d.params {
		if i > 0 {
			p.Expect(",")
		}
		for depth := 0; !p.AtEnd() && (depth > 0 || !p.Now().Is(",") && !p.Now().Is(")")); {
			t := p.Next()
			depth += nesting(t)
			out[name] = append(out[name], t)
		}
	}
	p.Expect(")")
	return out
}

// nesting is 1 for an opening bracket and -1 for a closing one.
func nesting(t Token) int {
	switch {
	case t.Kind != scan.Sign:
	case strings.Contains("([{", t.Text):
		return 1
	case strings.Contains(")]}", t.Text):
		return -1
	}
	return 0
}

// insertArguments is the body with arguments, in parentheses, in the places of parameters.
func (p *parser) insertArguments(d *definition, arguments map[string][]Token) []Token {
	if len(arguments) == 0 {
		return d.body
	}
	var out []Token
	for _, t := range d.body {
		argument, ok := arguments[t.Text]
		if t.Kind != scan.Word || !ok {
			out = append(out, t)
			continue
		}
		if len(out)+len(argument) > maxExpanded {
			return out
		}
		out = append(out, Token{Kind: scan.Sign, Text: "(", At: t.At})
		out = append(append(out, argument...), Token{Kind: scan.Sign, Text: ")", At: t.At})
	}
	return out
}

// isSubstitution reports whether a definition stands for a substitution.
func (d *definition) isSubstitution() bool {
	for i, t := range d.body {
		if t.Is(":=") || t.Is("::") || i == 0 && (t.Kind == scan.Keyword || t.Is("skip")) {
			return true
		}
	}
	return false
}

// sizesOf are the sizes that definitions scope_SET give to deferred sets.
func (p *parser) sizesOf(sets []Enumeration) map[string]*Node {
	out := map[string]*Node{}
	for _, s := range sets {
		d := p.defined["scope_"+s.Name.Text]
		if d == nil || len(d.params) > 0 || d.isSubstitution() {
			continue
		}
		inner := &parser{Cursor: p.Nested(d.body, d.name.At), definitions: p.definitions}
		out[s.Name.Text] = inner.expression()
		p.Adopt(inner.Cursor)
	}
	return out
}
