package lsp

import (
	"context"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/face/lsp/protocol"
	"github.com/sextant-mbt/sextant/internal/language/compile"
	"github.com/sextant-mbt/sextant/internal/language/syntax"
	"github.com/sextant-mbt/sextant/internal/language/syntax/print"
	"github.com/sextant-mbt/sextant/internal/language/syntax/token"
)

// Requests that need only the text of a document: formatting, folding, and semantic tokens.

// format returns the edit that brings a document to canonical form; none for a text with errors.
func (s *Server) format(_ context.Context, at *snapshot, p protocol.TextDocumentParams) ([]protocol.TextEdit, error) {
	d, err := at.document(p.TextDocument)
	if err != nil {
		return nil, err
	}
	var list diag.List
	formatted := print.Format(diag.NewFile(pathOf(d.uri), d.Text), &list)
	edit, changed := d.Difference(formatted)
	if list.HasErrors() || !changed {
		return []protocol.TextEdit{}, nil
	}
	return []protocol.TextEdit{edit}, nil
}

// foldingRanges returns the declarations and comments of several lines.
func (s *Server) foldingRanges(_ context.Context, at *snapshot, p protocol.TextDocumentParams) ([]protocol.FoldingRange, error) {
	d, err := at.document(p.TextDocument)
	if err != nil {
		return nil, err
	}
	out := []protocol.FoldingRange{}
	add := func(start, end int, kind string) {
		first, last := d.Position(start).Line, d.Position(end).Line
		if first < last {
			out = append(out, protocol.FoldingRange{StartLine: first, EndLine: last, Kind: kind})
		}
	}
	file, _ := d.parse()
	for _, decl := range file.Decls {
		add(decl.Span().Start, decl.Span().End, "")
		if m, ok := decl.(*syntax.MachineDecl); ok {
			for _, item := range m.Items {
				add(item.Span().Start, item.Span().End, "")
			}
		}
	}
	for _, c := range d.commentBlocks() {
		add(c.start, c.end, "comment")
	}
	return out, nil
}

// block is a part of a text.
type block struct{ start, end int }

// commentBlocks returns the blocks of consecutive lines that contain only comments.
func (d document) commentBlocks() []block {
	var out []block
	source := diag.NewFile(pathOf(d.uri), d.Text)
	tokens, _ := token.Scan(source, true)
	lastLine := uint32(0)
	for i, t := range tokens {
		line := d.Position(int(t.Start)).Line
		alone := i == 0 || d.Position(int(tokens[i-1].End)).Line < line
		if t.Kind != token.Comment || !alone {
			continue
		}
		if len(out) > 0 && line == lastLine+1 {
			out[len(out)-1].end = int(t.End)
		} else {
			out = append(out, block{int(t.Start), int(t.End)})
		}
		lastLine = line
	}
	return out
}

// tokenTypes are the types of semantic tokens; the numbers of the protocol are indices of this list.
var tokenTypes = []string{"keyword", "comment", "string", "number", "variable", "parameter", "property", "function", "type", "enumMember", "class", "event",
	"interface", "namespace"}

const (
	tokenKeyword = iota
	tokenComment
	tokenString
	tokenNumber
	tokenVariable
	tokenParameter
	tokenProperty
	tokenFunction
	tokenType
	tokenEnumMember
	tokenClass
	tokenEvent
	tokenInterface
	tokenNamespace
)

var tokenTypesOfSymbols = map[compile.SymbolKind]int{compile.SymbolConst: tokenVariable, compile.SymbolType: tokenType, compile.SymbolMember: tokenEnumMember,
	compile.SymbolAlternative: tokenEnumMember, compile.SymbolChannel: tokenInterface, compile.SymbolExtern: tokenFunction, compile.SymbolFunction: tokenFunction,
	compile.SymbolVar: tokenVariable, compile.SymbolMachine: tokenClass, compile.SymbolInstance: tokenNamespace, compile.SymbolLocal: tokenParameter,
	compile.SymbolField: tokenProperty, compile.SymbolLocation: tokenEnumMember, compile.SymbolTransition: tokenEvent}

// semanticTokens returns the tokens of a document with their types.
func (s *Server) semanticTokens(_ context.Context, at *snapshot, p protocol.TextDocumentParams) (*protocol.SemanticTokens, error) {
	d, err := at.document(p.TextDocument)
	if err != nil {
		return nil, err
	}
	a, err := at.of(pathOf(p.TextDocument.URI))
	if err != nil {
		return nil, err
	}
	kinds := map[int]int{} // of names, by their offset
	for _, u := range a.uses {
		if spot := spotOf(u.At); spot.path == pathOf(p.TextDocument.URI) {
			kinds[u.At.Start] = tokenTypesOfSymbols[u.Symbol.Kind]
		}
	}
	return &protocol.SemanticTokens{Data: d.encode(kinds)}, nil
}

// encode encodes the tokens of a document as the protocol requires: each relative to the one before.
func (d document) encode(kinds map[int]int) []uint32 {
	data := []uint32{}
	source := diag.NewFile(pathOf(d.uri), d.Text)
	soft := softWords(source)
	tokens, _ := token.Scan(source, true)
	last := protocol.Position{}
	for _, t := range tokens {
		kind, ok := classify(t, kinds, soft, source)
		if !ok {
			continue
		}
		r := d.Range(int(t.Start), int(t.End))
		if r.Start.Line != r.End.Line {
			continue
		}
		character := r.Start.Character
		if r.Start.Line == last.Line {
			character -= last.Character
		}
		data = append(data, r.Start.Line-last.Line, character, r.End.Character-r.Start.Character, uint32(kind), 0)
		last = r.Start
	}
	return data
}

// softWords returns the offsets of names that are keywords in their context.
func softWords(source *diag.File) map[int32]bool {
	out := map[int32]bool{}
	tokens, _ := syntax.Tokens(source, &diag.List{})
	for _, t := range tokens {
		if t.Kind == token.Soft {
			out[t.Start] = true
		}
	}
	return out
}

// classify returns the type of a semantic token.
func classify(t token.Token, kinds map[int]int, soft map[int32]bool, source *diag.File) (int, bool) {
	switch {
	case t.Kind == token.Comment:
		return tokenComment, true
	case t.Kind == token.String:
		return tokenString, true
	case t.Kind == token.Number || t.Kind == token.Decimal:
		return tokenNumber, true
	case t.Kind.IsWord() || soft[t.Start]:
		return tokenKeyword, true
	case t.Kind != token.Name:
		return 0, false
	}
	if kind, ok := kinds[int(t.Start)]; ok {
		return kind, true
	}
	if _, ok := library[t.Text(source)]; ok {
		return tokenFunction, true
	}
	return 0, false
}
