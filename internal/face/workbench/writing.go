package workbench

import (
	"context"
	"net/http"

	"github.com/sextant-mbt/sextant/internal/face/lsp"
	"github.com/sextant-mbt/sextant/internal/face/lsp/buffer"
	"github.com/sextant-mbt/sextant/internal/face/lsp/protocol"
	"github.com/sextant-mbt/sextant/internal/jobs/model"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// What helps to write models: what the language server knows, for the editor of the page.

// modelView is a view of a model with corrections of its text.
type modelView struct {
	*result.ModelView
	Fixes []fix `json:"fixes,omitempty"`
}

// fix is a correction of the diagnostic at a place of the text.
type fix struct {
	Line   int            `json:"line"`
	Column int            `json:"column"`
	Title  string         `json:"title"`
	Range  protocol.Range `json:"range"` // lines and UTF-16 code units, from 0
	Text   string         `json:"text"`
}

// maxFixes bounds the corrections of a view.
const maxFixes = 200

// fixes returns the corrections of the named file of a model.
func fixes(l *model.Loaded, name string) []fix {
	var out []fix
	var text *buffer.Buffer
	for _, d := range l.List.Sorted() {
		if d.Span.File == nil || d.Span.FileName() != name {
			continue
		}
		at := d.Span.Position()
		for _, f := range lsp.Fixes(d) {
			if text == nil {
				text = buffer.New(d.Span.File.Text)
			}
			if out = append(out, fix{at.Line, at.Column, f.Title, text.Range(f.Start, f.End), f.Text}); len(out) == maxFixes {
				return out
			}
		}
	}
	return out
}

// maxWords bounds the words that are offered at a place.
const maxWords = 300

// postComplete lists the words that are possible at a place of a text.
func (s *Server) postComplete(r *http.Request) (any, error) {
	var body struct {
		File, Text string
		Position   protocol.Position
	}
	if err := readJSON(r, &body); err != nil {
		return nil, err
	}
	name, err := s.project.model(body.File)
	if err != nil {
		return nil, err
	}
	leave, err := s.enterCheck(r.Context())
	if err != nil {
		return nil, err
	}
	defer leave()
	ctx, cancel := context.WithTimeout(r.Context(), checkTime)
	defer cancel()
	list, err := lsp.Complete(ctx, name, body.Text, body.Position, *s.policy())
	if err != nil {
		return nil, bad("%v", err)
	}
	list.Items = list.Items[:min(len(list.Items), maxWords)]
	return list, nil
}
