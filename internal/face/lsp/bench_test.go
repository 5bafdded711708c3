package lsp

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/internal/face/lsp/protocol"
)

// largeModel is a model of about so many lines, with functions, records and guards.
func largeModel(lines int) string {
	var b strings.Builder
	b.WriteString("system Large\ntype Colour = enum { red, green }\ntype Point = record { x: int, y: nat }\ninitial s0\n")
	for i := range lines / 10 {
		fmt.Fprintf(&b, "input go%[1]d(a: int)\noutput done%[1]d(p: Point)\nvar p%[1]d: Point = Point{x: 0, y: 0}\nvar c%[1]d: Colour = red\n"+
			"function f%[1]d(x: int) -> int = if x > %[1]d then x + p%[1]d.x else 0\n# a comment\n"+
			"t%[1]d: s%[1]d -> s%[2]d in go%[1]d(a) when a > 0 and f%[1]d(a) < 100\n  do p%[1]d.x := p%[1]d.x + a; c%[1]d := green\n"+
			"  out done%[1]d(p%[1]d)\nb%[1]d: s%[1]d -> s%[1]d in go%[1]d(_) when c%[1]d == red\n", i, i+1)
	}
	return b.String()
}

// BenchmarkKeystroke changes a character of a model of 5,000 lines, and waits for its diagnostics.
func BenchmarkKeystroke(b *testing.B) {
	e := start(b, nil)
	e.open("a.sxt", largeModel(5000))
	if found := e.diagnosticsOf("a.sxt"); len(found) > 0 && found[0].Severity == protocol.SeverityError {
		b.Fatalf("found %+v", found[0])
	}
	place := protocol.Range{Start: protocol.Position{Line: 2504, Character: 0}, End: protocol.Position{Line: 2504, Character: 0}}
	worst := time.Duration(0)
	for i := 0; b.Loop(); i++ {
		e.version++
		change := protocol.TextDocumentContentChangeEvent{Range: &place, Text: " "}
		begun := time.Now()
		if err := e.conn.Notify(context.Background(), "textDocument/didChange", protocol.DidChangeTextDocumentParams{
			TextDocument:   protocol.VersionedTextDocumentIdentifier{URI: e.uri("a.sxt"), Version: e.version},
			ContentChanges: []protocol.TextDocumentContentChangeEvent{change}}); err != nil {
			b.Fatal(err)
		}
		e.diagnosticsOf("a.sxt")
		worst = max(worst, time.Since(begun))
	}
	b.ReportMetric(float64(worst.Milliseconds()), "worst-ms")
}
