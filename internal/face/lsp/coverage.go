package lsp

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"sync"
	"time"

	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/face/lsp/protocol"
	"github.com/sextant-mbt/sextant/internal/jobs/model"
	"github.com/sextant-mbt/sextant/internal/language/compile"
	"github.com/sextant-mbt/sextant/internal/language/syntax"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// transitionKey identifies a transition of a file, for all instances of its machine.
type transitionKey struct{ path, name string }

// fate is the result of the last exploration for a transition of an instance.
type fate struct {
	transition string // with the name of its instance
	short      string // for a hint
	sentence   string
	covered    bool
}

// coverageStore has the coverage of each transition by its last exploration.
type coverageStore struct {
	mu       sync.Mutex
	fates    map[transitionKey][]fate
	explored map[string]time.Time // start of the last exploration of each model
	recalled map[string]time.Time // modification time of the history of the workbench that was read for each model
}

// keep stores the coverage of an exploration, unless that of a later one is stored.
func (c *coverageStore) keep(l *model.Loaded, covered result.Tally, begun time.Time) {
	found := fatesOf(covered)
	fresh := map[transitionKey][]fate{}
	for _, t := range l.System.Transitions() {
		if f, ok := found[t.Name]; ok {
			k := transitionKey{filepath.Clean(t.Span.FileName()), t.Span.Text()}
			fresh[k] = append(fresh[k], f)
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.fates == nil {
		c.fates, c.explored = map[transitionKey][]fate{}, map[string]time.Time{}
	}
	if c.explored[l.Path].After(begun) {
		return
	}
	c.explored[l.Path] = begun
	maps.Copy(c.fates, fresh)
}

// fatesOf returns the result of an exploration for each transition.
func fatesOf(covered result.Tally) map[string]fate {
	found := map[string]fate{}
	for _, hit := range covered.Reached {
		steps := text.Count(hit.Depth, "step")
		found[hit.Name] = fate{hit.Name, "covered", "covered by a run of " + steps, true}
	}
	for _, miss := range covered.Missing {
		found[miss.Name] = fate{miss.Name, string(miss.Status), fmt.Sprintf("%s: %s", miss.Status, miss.Reason), false}
	}
	return found
}

func (c *coverageStore) of(path, name string) []fate {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.fates[transitionKey{path, name}]
}

// describe returns the text about the last exploration in the hover of a transition.
func (c *coverageStore) describe(s compile.Symbol) string {
	fates := c.of(filepath.Clean(s.Declared.FileName()), s.Name)
	var lines []string
	for _, f := range fates {
		lines = append(lines, fmt.Sprintf("last exploration: `%s` %s", f.transition, f.sentence))
	}
	return joinParts(lines)
}

// inlayHints returns hints after each transition that show whether the last exploration covered it.
func (s *Server) inlayHints(_ context.Context, at *snapshot, p protocol.InlayHintParams) ([]protocol.InlayHint, error) {
	d, err := at.document(p.TextDocument)
	if err != nil {
		return nil, err
	}
	if a, err := at.of(pathOf(d.uri)); err == nil {
		s.coverage.recall(a)
	}
	start, end := d.Offsets(p.Range)
	out := []protocol.InlayHint{}
	file, _ := d.parse()
	for _, t := range transitionsOf(file.Decls) {
		fates := s.coverage.of(pathOf(d.uri), t.Name.Text)
		if len(fates) == 0 || t.Name.At.Start < start || t.Name.At.Start > end {
			continue
		}
		line := d.Position(t.Name.At.Start).Line
		out = append(out, protocol.InlayHint{Position: d.Position(t.At.End), Label: label(fates), PaddingLeft: true,
			Tooltip: fmt.Sprintf("line %d, in the last exploration: %s", line+1, fates[0].sentence)})
	}
	return out, nil
}

// label summarizes the coverage of a transition in all instances.
func label(fates []fate) string {
	covered := 0
	for _, f := range fates {
		if f.covered {
			covered++
		}
	}
	switch {
	case covered == len(fates):
		return "✓ covered"
	case len(fates) == 1:
		return "✗ " + fates[0].short
	}
	return fmt.Sprintf("✗ covered in %d of %d instances", covered, len(fates))
}

// transitionsOf returns the transitions and events of declarations, including those of machines.
func transitionsOf(decls []syntax.Decl) []*syntax.TransitionDecl {
	var out []*syntax.TransitionDecl
	for _, d := range decls {
		switch d := d.(type) {
		case *syntax.TransitionDecl:
			out = append(out, d)
		case *syntax.MachineDecl:
			out = append(out, transitionsOf(d.Items)...)
		}
	}
	return out
}
