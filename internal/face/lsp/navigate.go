package lsp

import (
	"context"
	"path/filepath"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/face/lsp/protocol"
	"github.com/sextant-mbt/sextant/internal/language/compile"
	"github.com/sextant-mbt/sextant/internal/language/syntax/token"
)

// definition returns the location of the declaration of the name at a place, or the file that is imported there.
func (s *Server) definition(_ context.Context, at *snapshot, p protocol.TextDocumentPositionParams) ([]protocol.Location, error) {
	here, err := at.find(p)
	if err != nil {
		return nil, err
	}
	if path := here.importAt(); path != "" {
		return []protocol.Location{{URI: at.uriOf(path)}}, nil
	}
	a, err := at.of(here.path)
	if err != nil {
		return nil, err
	}
	use, ok := a.useAt(here.path, here.offset)
	if !ok {
		return []protocol.Location{}, nil
	}
	return []protocol.Location{a.location(use.Symbol.Declared)}, nil
}

// importAt returns the path of the file that is imported at the place, or an empty path.
func (p place) importAt() string {
	source := diag.NewFile(p.path, p.Text)
	tokens, _ := token.Scan(source, false)
	for i := 1; i < len(tokens); i++ {
		t := tokens[i]
		if t.Kind == token.String && int(t.Start) <= p.offset && p.offset <= int(t.End) && tokens[i-1].Kind == token.Import {
			return filepath.Join(filepath.Dir(p.path), token.Unquote(t.Text(source)))
		}
	}
	return ""
}

// occurrence is a use of a name in one of several models.
type occurrence struct {
	compile.Use
	of *analysis
}

// spot is the start of a span, independent of the model.
type spot struct {
	path  string
	start int
}

func spotOf(span diag.Span) spot { return spot{filepath.Clean(span.FileName()), span.Start} }

// identity returns a key for a symbol that is the same in all models.
type identity struct {
	declared spot
	kind     compile.SymbolKind
}

func identityOf(s compile.Symbol) identity {
	return identity{spotOf(s.Declared), s.Kind}
}

// occurrences returns all uses of the name at a place, with its declaration, in all models that the file of the declaration belongs
// to. There are none if there is no name.
func (s *snapshot) occurrences(here place) ([]occurrence, error) {
	a, err := s.of(here.path)
	if err != nil {
		return nil, err
	}
	use, ok := a.useAt(here.path, here.offset)
	if !ok {
		return nil, nil
	}
	models, err := s.modelsOf(filepath.Clean(use.Symbol.Declared.FileName()))
	if err != nil {
		return nil, err
	}
	return occurrencesOf(use.Symbol, models), nil
}

// occurrencesOf returns the uses of a symbol in models, and its declaration, each once.
func occurrencesOf(symbol compile.Symbol, models []*analysis) []occurrence {
	wanted := identityOf(symbol)
	seen := map[spot]bool{}
	var out []occurrence
	add := func(u compile.Use, a *analysis) {
		if at := spotOf(u.At); !seen[at] {
			seen[at] = true
			out = append(out, occurrence{u, a})
		}
	}
	for _, a := range models {
		for _, u := range a.uses {
			if identityOf(u.Symbol) != wanted {
				continue
			}
			add(u, a)
			if !seen[wanted.declared] {
				add(compile.Use{At: u.Symbol.Declared, Symbol: u.Symbol, Short: a.isShort(u.Symbol.Declared)}, a)
			}
		}
	}
	return out
}

// isShort reports whether a name in a pattern is both a field and new, as in ok{value}.
func (a *analysis) isShort(at diag.Span) bool {
	for _, u := range a.uses {
		if u.At == at && u.Short {
			return true
		}
	}
	return false
}

func (s *Server) references(_ context.Context, at *snapshot, p protocol.ReferenceParams) ([]protocol.Location, error) {
	here, err := at.find(p.TextDocumentPositionParams)
	if err != nil {
		return nil, err
	}
	found, err := at.occurrences(here)
	out := []protocol.Location{}
	for _, o := range found {
		if o.At != o.Symbol.Declared || p.Context.IncludeDeclaration {
			out = append(out, o.of.location(o.At))
		}
	}
	return out, err
}

func (s *Server) highlight(_ context.Context, at *snapshot, p protocol.TextDocumentPositionParams) ([]protocol.DocumentHighlight, error) {
	here, err := at.find(p)
	if err != nil {
		return nil, err
	}
	found, err := at.occurrences(here)
	out := []protocol.DocumentHighlight{}
	for _, o := range found {
		if filepath.Clean(o.At.FileName()) == here.path {
			out = append(out, protocol.DocumentHighlight{Range: o.of.location(o.At).Range})
		}
	}
	return out, err
}
