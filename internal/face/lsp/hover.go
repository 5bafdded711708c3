package lsp

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/face/lsp/protocol"
	"github.com/sextant-mbt/sextant/internal/language/compile"
	"github.com/sextant-mbt/sextant/internal/language/syntax"
	"github.com/sextant-mbt/sextant/internal/language/syntax/token"
)

// hover describes the name at a place: its declaration, its type and the comment of the declaration; for a transition, also whether
// the last exploration covered it.
func (s *Server) hover(_ context.Context, at *snapshot, p protocol.TextDocumentPositionParams) (*protocol.Hover, error) {
	here, err := at.find(p)
	if err != nil {
		return nil, err
	}
	a, err := at.of(here.path)
	if err != nil {
		return nil, err
	}
	if use, ok := a.useAt(here.path, here.offset); ok {
		parts := []string{code(declaration(use.Symbol)), comment(use.Symbol)}
		if use.Symbol.Kind == compile.SymbolTransition {
			s.coverage.recall(a)
			parts = append(parts, s.coverage.describe(use.Symbol))
		}
		return &protocol.Hover{Contents: protocol.Markdown(joinParts(parts)), Range: a.location(use.At).Range}, nil
	}
	return here.builtin(), nil
}

// builtin returns the hover of a function of the library, or nil.
func (p place) builtin() *protocol.Hover {
	start, end := p.word()
	f, ok := library[p.Text[start:end]]
	if !ok {
		return nil
	}
	return &protocol.Hover{Contents: protocol.Markdown(joinParts([]string{code(strings.Join(f.signatures, "\n")), f.help})), Range: p.Range(start, end)}
}

// word returns the name or number that contains the place, or starts or ends there.
func (p place) word() (start, end int) {
	start, end = p.offset, p.offset
	source := diag.NewFile(p.path, p.Text)
	tokens, _ := token.Scan(source, false)
	for _, t := range tokens {
		if int(t.Start) > p.offset {
			break
		}
		if p.offset <= int(t.End) && (t.Kind == token.Name || t.Kind.IsWord()) {
			start, end = int(t.Start), int(t.End)
		}
	}
	return start, end
}

// maxDeclaration is the maximum length of a declaration that is shown.
const maxDeclaration = 600

// declaration returns the text of a declaration, or a description of a symbol without one.
func declaration(s compile.Symbol) string {
	switch d := s.Decl.(type) {
	case nil:
	case *syntax.VarDecl:
		word := "var "
		if d.Clock {
			word = "clock "
		}
		return word + text.Clip(d.Span().Text(), maxDeclaration)
	case *syntax.ConstDecl:
		word := ""
		if d.Feature {
			word = "feature "
		}
		return word + text.Clip(d.Span().Text(), maxDeclaration)
	case *syntax.MachineDecl:
		head, _, _ := strings.Cut(d.Span().Text(), "{")
		return strings.TrimSpace(head)
	default:
		return text.Clip(d.Span().Text(), maxDeclaration)
	}
	switch {
	case s.Kind == compile.SymbolTransition:
		return text.Clip(restOfDeclaration(s.Declared), maxDeclaration)
	case s.Kind == compile.SymbolMember || s.Kind == compile.SymbolAlternative:
		return fmt.Sprintf("%s of %s", s.Name, s.Type)
	case s.Type != nil:
		return fmt.Sprintf("%s %s: %s", s.Kind, s.Name, s.Type)
	}
	return fmt.Sprintf("%s %s", s.Kind, s.Name)
}

// restOfDeclaration returns the text from a span to the next declaration, without comments after it.
func restOfDeclaration(at diag.Span) string {
	rest := diag.NewFile(at.File.Name, at.File.Text[at.Start:min(len(at.File.Text), at.Start+2*maxDeclaration)])
	tokens, _ := token.Scan(rest, false)
	for i := 1; i < len(tokens); i++ {
		if tokens[i].Kind == token.End || tokens[i].Kind == token.CloseBrace && braces(tokens[:i]) <= 0 || token.BeginsDeclaration(tokens, i) {
			return rest.Text[:tokens[i-1].End]
		}
	}
	return at.Text()
}

// braces returns the number of braces that are open after tokens.
func braces(tokens []token.Token) int {
	open := 0
	for _, t := range tokens {
		switch t.Kind {
		case token.OpenBrace:
			open++
		case token.CloseBrace:
			open--
		}
	}
	return open
}

// comment returns the comment on a symbol: the one after it on its line, or those in the lines directly above.
func comment(s compile.Symbol) string {
	if s.Declared.File == nil {
		return ""
	}
	all := s.Declared.File.Text
	start := strings.LastIndexByte(all[:s.Declared.Start], '\n') + 1
	line, _, _ := strings.Cut(all[start:], "\n")
	if tokens, _ := token.Scan(diag.NewFile("", line), true); len(tokens) > 1 {
		if last := tokens[len(tokens)-2]; last.Kind == token.Comment && strings.TrimSpace(line[:last.Start]) != "" {
			return uncomment(line[last.Start:])
		}
	}
	var above []string
	for start > 0 {
		end := start - 1
		start = strings.LastIndexByte(all[:end], '\n') + 1
		if !strings.HasPrefix(strings.TrimSpace(all[start:end]), "#") {
			break
		}
		above = append(above, uncomment(all[start:end]))
	}
	slices.Reverse(above)
	return strings.Join(above, "\n")
}

func uncomment(line string) string {
	return strings.TrimSpace(strings.TrimLeft(strings.TrimSpace(line), "#"))
}

// code returns a text in a code block.
func code(text string) string {
	return "```sextant\n" + strings.ReplaceAll(text, "```", "'''") + "\n```"
}

// joinParts joins the parts that are not empty as paragraphs.
func joinParts(parts []string) string {
	var out []string
	for _, p := range parts {
		if p != "" {
			out = append(out, p)
		}
	}
	return strings.Join(out, "\n\n")
}
