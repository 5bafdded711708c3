package lsp

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/externs/consent"
	"github.com/sextant-mbt/sextant/internal/face/lsp/buffer"
	"github.com/sextant-mbt/sextant/internal/face/lsp/protocol"
	"github.com/sextant-mbt/sextant/internal/jobs/model"
	"github.com/sextant-mbt/sextant/internal/language/compile"
	"github.com/sextant-mbt/sextant/internal/language/syntax"
	"github.com/sextant-mbt/sextant/internal/language/syntax/token"
)

// placeholder is the name inserted at the completed position. No model has it.
const placeholder = "sextant_completes_this_name"

// complete lists the possible words at a place. The text is compiled with a placeholder there, for which the compiler lists the names
// that it would accept; keywords are found by the tokens before the place.
func (s *Server) complete(_ context.Context, at *snapshot, p protocol.TextDocumentPositionParams) (*protocol.CompletionList, error) {
	here, err := at.find(p)
	if err != nil {
		return nil, err
	}
	return at.complete(here)
}

// Complete lists the possible words at a place of a text that is the content of a model, outside of a session with an editor. The policy says
// which other files may be read.
func Complete(ctx context.Context, path, text string, at protocol.Position, policy consent.Policy) (*protocol.CompletionList, error) {
	path = filepath.Clean(path)
	d := document{buffer.New(text), protocol.DocumentURI(path), 0}
	s := newSnapshot(map[string]document{path: d}, newDisk(nil))
	s.policy = policy
	defer s.cancel()
	defer context.AfterFunc(ctx, s.cancel)()
	return s.complete(place{path, d.Offset(at), d})
}

// complete lists the possible words at a place.
func (s *snapshot) complete(here place) (*protocol.CompletionList, error) {
	c := newCompletion(here)
	if c.silent {
		return &protocol.CompletionList{Items: []protocol.CompletionItem{}}, nil
	}
	if err := c.compile(s); err != nil {
		return nil, err
	}
	return &protocol.CompletionList{Items: c.items()}, nil
}

// completion is the state of one request.
type completion struct {
	place
	start  int           // of the word to complete
	before []token.Token // the tokens before it
	source *diag.File
	silent bool // in a comment or a string, nothing is completed
	uses   compile.Uses
}

func newCompletion(here place) *completion {
	c := &completion{place: here, start: here.offset, source: diag.NewFile(here.path, here.Text), uses: compile.Uses{Placeholder: placeholder}}
	tokens, _ := token.Scan(c.source, true)
	for _, t := range tokens {
		inside := int(t.Start) < here.offset && here.offset <= int(t.End)
		switch {
		case t.Kind == token.End || int(t.Start) >= here.offset:
			return c
		case inside && (t.Kind == token.Comment || t.Kind == token.String && here.offset < int(t.End) || t.Kind == token.Number):
			c.silent = true
		case inside && (t.Kind == token.Name || t.Kind.IsWord()):
			c.start = int(t.Start)
		case t.Kind != token.Comment:
			c.before = append(c.before, t)
		}
	}
	return c
}

// previous returns the kind of the token at the given distance before the word; 1 is the last one.
func (c *completion) previous(distance int) token.Kind {
	if distance > len(c.before) {
		return token.Stop
	}
	return c.before[len(c.before)-distance].Kind
}

// compile compiles the model with the placeholder in the text. If the declaration around it has syntax errors, the open brackets
// at the place are closed, or the placeholder is assigned, and the rest of the line is dropped.
func (c *completion) compile(at *snapshot) error {
	_, end := c.word()
	head, tail := c.Text[:c.start]+placeholder, c.Text[max(end, c.offset):]
	if err := c.try(at, head+tail); err != nil || len(c.uses.Wanted) > 0 {
		return err
	}
	_, nextLines, _ := strings.Cut(tail, "\n")
	for _, rest := range []string{c.closing(), " := 0"} {
		if err := c.try(at, head+rest+"\n"+nextLines); err != nil || len(c.uses.Wanted) > 0 {
			return err
		}
	}
	return nil
}

func (c *completion) try(at *snapshot, text string) error {
	open := maps.Clone(at.open)
	open[c.path] = document{buffer.New(text), c.uri, 0}
	changed := newSnapshot(open, at.disk)
	defer changed.cancel()
	_, err := model.LoadWithin(at.ctx, at.roots(c.path)[0], model.LoadOptions{ReadFile: changed.read, Uses: &c.uses, Policy: at.policy})
	return err
}

// closing returns the brackets that close those opened by the declaration before the place.
func (c *completion) closing() string {
	out := ""
	for i := len(c.before) - 1; i >= 0 && !c.begins(i); i-- {
		switch c.before[i].Kind {
		case token.OpenParen:
			out += ")"
		case token.OpenBracket:
			out += "]"
		case token.OpenBrace:
			out += "}"
		case token.CloseParen, token.CloseBracket, token.CloseBrace:
			return out // earlier brackets are assumed to be closed
		}
	}
	return out
}

// begins reports whether a declaration starts at token i.
func (c *completion) begins(i int) bool {
	tokens := append(slices.Clip(c.before), token.Token{Kind: token.End})
	return token.BeginsDeclaration(tokens, i)
}

// items returns the possible words at the place.
func (c *completion) items() []protocol.CompletionItem {
	out := []protocol.CompletionItem{}
	for _, symbol := range c.uses.Candidates {
		out = append(out, c.item(symbol.Name, completionKinds[symbol.Kind], detail(symbol), comment(symbol), "1"))
	}
	switch {
	case c.previous(1) == token.Dot:
		return out
	case c.wants(compile.SymbolType):
		for _, name := range compile.Types() {
			out = append(out, c.item(name, protocol.CompletionStruct, "type", "", "2"))
		}
		return append(out, c.keywords("enum", "record", "set", "map")...)
	case c.wants(compile.SymbolConst) || c.wants(compile.SymbolFunction) && c.previous(1) != token.In:
		out = append(out, c.functions()...)
		out = append(out, c.keywords("not", "if", "exists", "forall", "true", "false", "case", "fold", "none")...)
		out = append(out, c.keywords(followers[c.previous(1)]...)...)
	case len(c.uses.Wanted) == 0:
		return append(c.locations(), c.keywords(c.words()...)...)
	}
	return out
}

func (c *completion) wants(kind compile.SymbolKind) bool { return slices.Contains(c.uses.Wanted, kind) }

var completionKinds = map[compile.SymbolKind]int{compile.SymbolConst: protocol.CompletionConstant, compile.SymbolType: protocol.CompletionStruct,
	compile.SymbolMember: protocol.CompletionEnumMember, compile.SymbolAlternative: protocol.CompletionEnumMember,
	compile.SymbolChannel: protocol.CompletionInterface, compile.SymbolExtern: protocol.CompletionFunction,
	compile.SymbolFunction: protocol.CompletionFunction, compile.SymbolVar: protocol.CompletionVariable, compile.SymbolMachine: protocol.CompletionClass,
	compile.SymbolInstance: protocol.CompletionModule, compile.SymbolLocal: protocol.CompletionVariable, compile.SymbolField: protocol.CompletionField,
	compile.SymbolLocation: protocol.CompletionConstant, compile.SymbolTransition: protocol.CompletionEvent}

// item returns a completion that replaces the word at the place by a name.
func (c *completion) item(name string, kind int, detail, help, order string) protocol.CompletionItem {
	out := protocol.CompletionItem{Label: name, Kind: kind, Detail: detail, SortText: order + name,
		TextEdit: &protocol.TextEdit{Range: c.Range(c.start, c.offset), NewText: name}}
	if help != "" {
		markdown := protocol.Markdown(help)
		out.Documentation = &markdown
	}
	return out
}

func (c *completion) keywords(words ...string) []protocol.CompletionItem {
	var out []protocol.CompletionItem
	for _, w := range words {
		out = append(out, c.item(w, protocol.CompletionKeyword, "", "", "4"))
	}
	return out
}

// functions returns the functions of the model and of the library.
func (c *completion) functions() []protocol.CompletionItem {
	var out []protocol.CompletionItem
	file, _ := c.parse()
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *syntax.FunctionDecl:
			out = append(out, c.item(d.Name.Text, protocol.CompletionFunction, signature(d.Span().Text()), "", "2"))
		case *syntax.ExternDecl:
			out = append(out, c.item(d.Name.Text, protocol.CompletionFunction, signature(d.Span().Text()), "", "2"))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(library)) {
		out = append(out, c.item(name, protocol.CompletionFunction, library[name].signatures[0], library[name].help, "3"))
	}
	return out
}

// signature returns the beginning of the declaration of a function, up to its type.
func signature(declaration string) string {
	line, _, _ := strings.Cut(declaration, "\n")
	line, _, _ = strings.Cut(line, " = ")
	return line
}

// detail returns the type of a symbol, or its kind.
func detail(s compile.Symbol) string {
	if s.Type == nil {
		return string(s.Kind)
	}
	return fmt.Sprintf("%s %s", s.Kind, s.Type)
}

// words returns the possible keywords at the place, by the tokens before it.
func (c *completion) words() []string {
	var out []string
	before := c.previous(1)
	if c.opensDeclaration() {
		for kind := token.Import; kind < token.Count; kind++ {
			if kind.StartsDeclaration() && (!c.inMachine() || kind.StartsItem()) {
				out = append(out, kind.String())
			}
		}
	}
	if c.inTransition() && (before.EndsOperand() || before == token.Colon || before == token.Else) {
		for kind := token.Any; kind <= token.Out; kind++ {
			if kind.StartsClause() {
				out = append(out, kind.String())
			}
		}
		out = append(out, "and", "or")
	}
	return append(out, followers[before]...)
}

// followers has the words that can follow a word.
var followers = map[token.Kind][]string{token.When: {"else"}, token.Equals: {"transitions", "location", "sequence"},
	token.Run: {"starlark", "wasm", "exec", "http", "go"}}

// opensDeclaration reports whether a declaration can begin at the place: only white space precedes it on its line.
func (c *completion) opensDeclaration() bool {
	line := c.Text[strings.LastIndexByte(c.Text[:c.start], '\n')+1 : c.start]
	return strings.TrimSpace(line) == ""
}

// inMachine reports whether the place is between the braces of a machine.
func (c *completion) inMachine() bool { return braces(c.before) > 0 }

// inTransition reports whether the last declaration before the place is a transition or an event.
func (c *completion) inTransition() bool {
	for i := len(c.before) - 1; i >= 0; i-- {
		if c.begins(i) {
			return c.before[i].Kind == token.Name || c.before[i].Kind == token.Event
		}
	}
	return false
}

// locations returns the locations of the file, if the place is one for a location: before and after an arrow, and after initial, final and
// location.
func (c *completion) locations() []protocol.CompletionItem {
	before := c.previous(1)
	arrow := before == token.Arrow || before == token.Colon && c.previous(2) == token.Name
	if !arrow && before != token.Initial && before != token.Final && before != token.Location {
		return nil
	}
	file, _ := c.parse()
	seen := map[string]bool{placeholder: true, "": true}
	var out []protocol.CompletionItem
	for _, name := range locationNames(file.Decls) {
		if !seen[name] {
			seen[name] = true
			out = append(out, c.item(name, protocol.CompletionConstant, "location", "", "1"))
		}
	}
	return out
}

// locationNames returns the locations that declarations name, including those in machines.
func locationNames(decls []syntax.Decl) []string {
	var out []string
	for _, d := range decls {
		switch d := d.(type) {
		case *syntax.TransitionDecl:
			out = append(out, d.From.Text)
			for _, to := range d.Targets() {
				out = append(out, to.Text)
			}
		case *syntax.LocationDecl:
			for _, l := range d.Locations {
				out = append(out, l.Name.Text)
			}
		case *syntax.MachineDecl:
			out = append(out, locationNames(d.Items)...)
		}
	}
	return out
}
