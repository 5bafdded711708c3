package lsp

import (
	"context"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/face/lsp/protocol"
	"github.com/sextant-mbt/sextant/internal/language/compile"
)

const lamp = `# A lamp.
system Lamp

# The brightest level.
const top = 3
input turn(steps: int)
output lamp(level: int)
var level: int = 0  # how bright it is

initial off
on:  off -> on in turn(steps) when steps > 0 do level := min(top, steps) out lamp(level)
dim: on -> on  in turn(steps) when level + steps > 0 do level := min(top, level + steps) out lamp(level)
off: on -> off in turn(steps) when level + steps <= 0 do level := 0 out lamp(level)
`

func codes(list []protocol.Diagnostic) []string {
	var out []string
	for _, d := range list {
		out = append(out, d.Code)
	}
	return out
}

func TestDiagnostics(t *testing.T) {
	e := start(t, nil)
	e.open("a.sxt", strings.Replace(lamp, "out lamp(level)\ndim", "out lamp(levl)\ndim", 1))
	found := e.diagnosticsOf("a.sxt")
	if len(found) != 1 || found[0].Code != "undefined-name" || found[0].Severity != protocol.SeverityError {
		t.Fatalf("found %+v", found)
	}
	if found[0].Range.Start.Line != 10 || !strings.HasSuffix(found[0].CodeDescription.Href, "docs/codes.md#undefined-name") {
		t.Errorf("found %+v", found[0])
	}
	e.replace("a.sxt", lamp+"var level: int = 0\n")
	found = e.diagnosticsOf("a.sxt")
	if len(found) != 1 || len(found[0].RelatedInformation) != 1 || found[0].RelatedInformation[0].Location.Range.Start.Line != 7 {
		t.Fatalf("found %+v", found)
	}
	e.replace("a.sxt", lamp)
	if found = e.diagnosticsOf("a.sxt"); len(found) != 0 {
		t.Fatalf("found %+v", found)
	}
}

// TestDiagnosticsThatAreNotShown: the editor shows how many messages are left out.
func TestDiagnosticsThatAreNotShown(t *testing.T) {
	e := start(t, nil)
	var text strings.Builder
	text.WriteString(lamp)
	for i := range diag.MaxShown + 3 {
		fmt.Fprintf(&text, "var unused%d: int = 0\n", i)
	}
	text.WriteString("machine Spare { initial s t: s -> s }\n")
	e.open("a.sxt", text.String())
	found := e.diagnosticsOf("a.sxt")
	if len(found) != diag.MaxShown+2 || !slices.Contains(codes(found), "machine-not-instantiated") || found[len(found)-1].Message != "3 more warnings are not shown" {
		t.Errorf("found %+v", found[max(0, len(found)-3):])
	}
}

// TestDiagnosticsWithASolver waits for a note that only a solver can write.
func TestDiagnosticsWithASolver(t *testing.T) {
	e := start(t, nil)
	overlap := strings.Replace(lamp, "when steps > 0 do", "do", 1) + "again: off -> on in turn(steps) when steps > 2 do level := steps out lamp(level)\n"
	e.open("a.sxt", overlap)
	e.wait("overlap", func() bool {
		return slices.Contains(codes(e.diagnostics[e.uri("a.sxt")].Diagnostics), "overlapping-guards")
	})
	e.replace("a.sxt", lamp)
	e.wait("end of the overlap", func() bool { return len(e.diagnostics[e.uri("a.sxt")].Diagnostics) == 0 })
	e.replace("a.sxt", overlap)
	e.notify("textDocument/didSave", e.document("a.sxt"))
	e.wait("overlap after a save", func() bool {
		return slices.Contains(codes(e.diagnostics[e.uri("a.sxt")].Diagnostics), "overlapping-guards")
	})
}

func TestIncrementalChanges(t *testing.T) {
	e := start(t, nil)
	e.open("a.sxt", "# 😀 é\n"+strings.Replace(lamp, "system Lamp", "", 1))
	e.version++
	e.notify("textDocument/didChange", map[string]any{"textDocument": map[string]any{"uri": e.uri("a.sxt"), "version": e.version}, "contentChanges": []any{
		map[string]any{"range": map[string]any{"start": map[string]any{"line": 0, "character": 4}, "end": map[string]any{"line": 0, "character": 6}}, "text": "\nvar x: int = 0 #"},
		map[string]any{"range": map[string]any{"start": map[string]any{"line": 1, "character": 4}, "end": map[string]any{"line": 1, "character": 5}}, "text": "level"},
	}})
	if found := e.diagnosticsOf("a.sxt"); len(found) != 1 || found[0].Code != "duplicate-name" {
		t.Fatalf("found %+v", found)
	}
}

func TestImports(t *testing.T) {
	lib := "type Level = 0..3\nconst top: Level = 3\n"
	main := "import \"lib.sxt\"\ninput go()\nvar n: Level = top\ninitial s\nt: s -> s in go() do n := top\n"
	e := start(t, map[string]string{"lib.sxt": lib, "main.sxt": main})
	e.open("main.sxt", main)
	if found := e.diagnosticsOf("main.sxt"); len(found) != 0 {
		t.Fatalf("found %+v", found)
	}
	e.open("lib.sxt", strings.Replace(lib, "const top", "const most", 1)) // not saved
	e.wait("error in the importing file", func() bool {
		return slices.Contains(codes(e.diagnostics[e.uri("main.sxt")].Diagnostics), "undefined-name")
	})
	if found := e.diagnosticsOf("lib.sxt"); slices.Contains(codes(found), "empty-model") {
		t.Errorf("the imported file is checked for itself: %+v", found)
	}
	e.replace("lib.sxt", lib)
	e.wait("end of the error", func() bool { return len(e.diagnostics[e.uri("main.sxt")].Diagnostics) == 0 })

	locations := call[[]protocol.Location](e, "textDocument/definition", e.positionParams("main.sxt", protocol.Position{Line: 0, Character: 10}))
	if len(locations) != 1 || locations[0].URI != e.uri("lib.sxt") {
		t.Errorf("the import leads to %v", locations)
	}
	edit := call[protocol.WorkspaceEdit](e, "textDocument/rename", protocol.RenameParams{
		TextDocumentPositionParams: e.positionParams("lib.sxt", protocol.Position{Line: 1, Character: 7}), NewName: "most"})
	if got := edited(main, edit.Changes[e.uri("main.sxt")]); got != strings.ReplaceAll(main, "top", "most") {
		t.Errorf("the importing file becomes\n%s", got)
	}
	if got := edited(lib, edit.Changes[e.uri("lib.sxt")]); got != strings.ReplaceAll(lib, "top", "most") {
		t.Errorf("the imported file becomes\n%s", got)
	}
	e.write("other.sxt", strings.Replace(main, "import \"lib.sxt\"", "import \"lib.sxt\"\nconst most = 1", 1))
	e.notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{}})
	if _, err := tryCall[any](e, "textDocument/rename", protocol.RenameParams{
		TextDocumentPositionParams: e.positionParams("lib.sxt", protocol.Position{Line: 1, Character: 7}), NewName: "most"}); err == nil || !strings.Contains(err.Error(), "other.sxt") {
		t.Errorf("renamed to a name that another model has: %v", err)
	}
	e.notify("textDocument/didClose", e.document("main.sxt"))
	e.notify("textDocument/didClose", e.document("lib.sxt"))
	e.wait("no diagnostics", func() bool { return e.diagnostics[e.uri("lib.sxt")].Version == nil })
}

func TestHover(t *testing.T) {
	e := start(t, nil)
	for marked, want := range map[string][]string{
		strings.Replace(lamp, "do level :=", "do lev¦el :=", 1):                   {"var level: int = 0", "how bright it is"},
		strings.Replace(lamp, "min(top", "min(t¦op", 1):                           {"const top = 3", "The brightest level."},
		strings.Replace(lamp, "do level := min", "do level := m¦in", 1):           {"min(a: number, b: number) -> number"},
		strings.Replace(lamp, "when steps", "when st¦eps", 1):                     {"parameter steps: int"},
		strings.Replace(lamp, "dim:", "d¦im:", 1):                                 {"dim: on -> on  in turn(steps)"},
		strings.Replace(lamp, "off -> on in", "o¦ff -> on in", 1):                 {"location off"},
		strings.Replace(lamp, "out lamp(level)\ndim", "out la¦mp(level)\ndim", 1): {"output lamp(level: int)"},
	} {
		text, p := at(marked)
		e.open("a.sxt", text)
		hover := call[*protocol.Hover](e, "textDocument/hover", e.positionParams("a.sxt", p))
		for _, w := range want {
			if hover == nil || !strings.Contains(hover.Contents.Value, w) {
				t.Errorf("hover is %+v, want %q", hover, w)
			}
		}
	}
	if hover := call[*protocol.Hover](e, "textDocument/hover", e.positionParams("a.sxt", protocol.Position{})); hover != nil {
		t.Errorf("hover of a comment: %+v", hover)
	}
}

func TestDefinitionAndReferences(t *testing.T) {
	e := start(t, nil)
	text, p := at(strings.Replace(lamp, "min(top, level", "min(top, le¦vel", 1))
	e.open("a.sxt", text)
	locations := call[[]protocol.Location](e, "textDocument/definition", e.positionParams("a.sxt", p))
	if len(locations) != 1 || under(text, locations[0].Range) != "level" || locations[0].Range.Start.Line != 7 {
		t.Errorf("declared at %v", locations)
	}
	params := protocol.ReferenceParams{TextDocumentPositionParams: e.positionParams("a.sxt", p)}
	if got := call[[]protocol.Location](e, "textDocument/references", params); len(got) != 9 {
		t.Errorf("%d references without the declaration: %v", len(got), got)
	}
	params.Context.IncludeDeclaration = true
	if got := call[[]protocol.Location](e, "textDocument/references", params); len(got) != 10 {
		t.Errorf("%d references: %v", len(got), got)
	}
	if got := call[[]protocol.DocumentHighlight](e, "textDocument/documentHighlight", e.positionParams("a.sxt", p)); len(got) != 10 {
		t.Errorf("%d highlights", len(got))
	}
	// a syntax error elsewhere does not matter
	e.replace("a.sxt", text+"\nvar x: (\n")
	if got := call[[]protocol.Location](e, "textDocument/definition", e.positionParams("a.sxt", p)); len(got) != 1 {
		t.Errorf("with a syntax error, declared at %v", got)
	}
}

func TestRename(t *testing.T) {
	union := "type R = ok{value: int} | no\nvar r: R = no, n: int = 0\ninitial s\nt: s -> s when r is ok do n := case r of { ok{value}: value + 1, no: 0 }; n := r.value\n"
	e := start(t, nil)
	for _, c := range []struct{ marked, name, want string }{
		{strings.Replace(lamp, "const top", "const to¦p", 1), "limit", strings.NewReplacer("const top", "const limit", "min(top", "min(limit").Replace(lamp)},
		{strings.Replace(lamp, "off -> on in", "o¦ff -> on in", 1), "dark", strings.NewReplacer("initial off", "initial dark", ":  off ->", ":  dark ->", "-> off in", "-> dark in").Replace(lamp)},
		{strings.Replace(union, "ok{value: int", "ok{va¦lue: int", 1), "x", "type R = ok{x: int} | no\nvar r: R = no, n: int = 0\ninitial s\nt: s -> s when r is ok do n := case r of { ok{x: value}: value + 1, no: 0 }; n := r.x\n"},
		{strings.Replace(union, ": value + 1", ": val¦ue + 1", 1), "v", "type R = ok{value: int} | no\nvar r: R = no, n: int = 0\ninitial s\nt: s -> s when r is ok do n := case r of { ok{value: v}: v + 1, no: 0 }; n := r.value\n"},
		{strings.Replace(lamp, "const top", "const to¦p", 1), "level", ""},   // declared already
		{strings.Replace(lamp, "const top", "const to¦p", 1), "steps", ""},   // would be hidden by a parameter
		{strings.Replace(lamp, "when steps", "when ste¦ps", 1), "level", ""}, // would be a variable
		{strings.Replace(lamp, "when steps", "when ste¦ps", 1), "machine", ""},
		{strings.Replace(lamp, "when steps", "when ste¦ps", 1), "1x", ""},
		{strings.Replace(lamp, "when steps", "when ste¦ps", 1), "a b", ""},
		{strings.Replace(lamp, "when steps", "when ste¦ps", 1), "int", ""},
		{strings.Replace(lamp, "when steps", "wh¦en steps", 1), "x", ""},
	} {
		text, p := at(c.marked)
		e.open("a.sxt", text)
		edit, err := tryCall[protocol.WorkspaceEdit](e, "textDocument/rename", protocol.RenameParams{TextDocumentPositionParams: e.positionParams("a.sxt", p), NewName: c.name})
		got := edited(text, edit.Changes[e.uri("a.sxt")])
		switch {
		case c.want == "" && err == nil:
			t.Errorf("renamed to %s:\n%s", c.name, got)
		case c.want != "" && (err != nil || got != c.want):
			t.Errorf("renamed to %s: %v\n%s\nwant\n%s", c.name, err, got, c.want)
		}
	}
	text, p := at(strings.Replace(lamp, "const top", "const to¦p", 1))
	e.open("a.sxt", text)
	if got := call[*protocol.PrepareRenameResult](e, "textDocument/prepareRename", e.positionParams("a.sxt", p)); got == nil || got.Placeholder != "top" {
		t.Errorf("prepared %+v", got)
	}
	if got := call[*protocol.PrepareRenameResult](e, "textDocument/prepareRename", e.positionParams("a.sxt", protocol.Position{})); got != nil {
		t.Errorf("prepared %+v", got)
	}
}

func TestCompletion(t *testing.T) {
	record := "type P = record { width: int, height: int }\nvar p: P, other: int = 0\ninput go(k: int)\n"
	e := start(t, nil)
	for _, c := range []struct {
		marked       string
		want, absent string
	}{
		{record + "initial s\nt: s -> s in go(k) when p.¦\n", "width height", "other if machine"},
		{record + "initial s\nt: s -> s in go(k) when p.wi¦ > 3\n", "width height", "other"},
		{record + "initial s\nt: s -> s in go(k) when (p.height + ¦\nu: s -> s\n", "k p other min not", "go P machine"},
		{record + "initial s\nt: s -> s in go(k) when ¦\n", "k p other len if exists else", "go"},
		{record + "initial s\nt: s -> s in ¦\n", "go", "p k int"},
		{record + "initial s\nt: s -> s do ¦\n", "p other", "go"},
		{record + "var q: ¦\ninitial s\nt: s -> s\n", "P int bool uint8 set record", "other go"},
		{record + "initial start\nt: ¦ -> done\n", "start", "other"},
		{record + "initial start\nt: start -> ¦\n", "start", "other"},
		{record + "initial s\nt: s -> s\n¦", "var input machine invariant in", "other fifo"},
		{record + "initial s\nt: s -> s ¦\n", "when in do out any", "machine"},
		{"machine M {\n  ¦\n}\n" + record + "initial s\nt: s -> s\n", "var initial event", "machine import"},
		{"# a comm¦ent\n" + record, "", "var"},
	} {
		text, p := at(c.marked)
		e.open("a.sxt", text)
		list := call[protocol.CompletionList](e, "textDocument/completion", e.positionParams("a.sxt", p))
		labels := map[string]bool{}
		for _, item := range list.Items {
			labels[item.Label] = true
		}
		for _, w := range strings.Fields(c.want) {
			if !labels[w] {
				t.Errorf("%s\nhas no completion %s but %v", c.marked, w, slices.Sorted(maps.Keys(labels)))
			}
		}
		for _, w := range strings.Fields(c.absent) {
			if labels[w] {
				t.Errorf("%s\nhas the completion %s", c.marked, w)
			}
		}
	}
}

// TestLibraryIsComplete demands a signature of every function of the language.
func TestLibraryIsComplete(t *testing.T) {
	for _, name := range compile.Functions() {
		if f, ok := library[name]; !ok || !strings.HasPrefix(f.signatures[0], name+"(") || f.help == "" {
			t.Errorf("no signature of %s", name)
		}
	}
	if len(library) != len(compile.Functions()) {
		t.Errorf("%d functions are explained, but there are %d", len(library), len(compile.Functions()))
	}
}

func TestFormatting(t *testing.T) {
	e := start(t, nil)
	untidy := strings.Replace(lamp, "var level: int = 0", "var   level:int=0", 1)
	e.open("a.sxt", untidy)
	options := map[string]any{"textDocument": map[string]any{"uri": e.uri("a.sxt")}, "options": map[string]any{"tabSize": 2}}
	formatted := edited(untidy, call[[]protocol.TextEdit](e, "textDocument/formatting", options))
	e.replace("a.sxt", formatted)
	if edits := call[[]protocol.TextEdit](e, "textDocument/formatting", options); len(edits) != 0 || !strings.Contains(formatted, "\nvar level: int = 0  #") {
		t.Errorf("formatted again %v:\n%s", edits, formatted)
	}
	e.replace("a.sxt", untidy+"var (\n")
	if edits := call[[]protocol.TextEdit](e, "textDocument/formatting", options); len(edits) != 0 {
		t.Errorf("a text with errors is formatted: %v", edits)
	}
}

func TestSymbolsFoldingAndTokens(t *testing.T) {
	text := "# one\n# two\ntype C = enum { red, green }\nmachine M {\n  var x: int = 0\n  initial s\n  t: s -> s\n    when x < 3\n}\ninstance a = M\n"
	e := start(t, map[string]string{"b.sxt": lamp})
	e.open("a.sxt", text)
	symbols := call[[]protocol.DocumentSymbol](e, "textDocument/documentSymbol", e.document("a.sxt"))
	var names []string
	collect(symbols, "", func(s protocol.DocumentSymbol, container string) { names = append(names, container+"/"+s.Name) })
	if got := strings.Join(names, " "); got != "/C C/red C/green /M M/x M/t /a" {
		t.Errorf("symbols %s", got)
	}
	found := call[[]protocol.SymbolInformation](e, "workspace/symbol", protocol.WorkspaceSymbolParams{Query: "LEV"})
	if len(found) != 1 || found[0].Name != "level" || found[0].Location.URI != e.uri("b.sxt") {
		t.Errorf("found %+v", found)
	}
	folds := call[[]protocol.FoldingRange](e, "textDocument/foldingRange", e.document("a.sxt"))
	want := []protocol.FoldingRange{{StartLine: 3, EndLine: 8}, {StartLine: 6, EndLine: 7}, {StartLine: 0, EndLine: 1, Kind: "comment"}}
	if !slices.Equal(folds, want) {
		t.Errorf("folds %+v", folds)
	}
	tokens := call[protocol.SemanticTokens](e, "textDocument/semanticTokens/full", e.document("a.sxt"))
	if got := decodeTokens(text, tokens.Data); !strings.HasPrefix(got, "comment:# one comment:# two keyword:type type:C keyword:enum enumMember:red enumMember:green keyword:machine class:M") {
		t.Errorf("tokens %s", got)
	}
}

func decodeTokens(text string, data []uint32) string {
	var out []string
	var p protocol.Position
	for ; len(data) > 0; data = data[5:] {
		if data[0] > 0 {
			p = protocol.Position{Line: p.Line + data[0]}
		}
		p.Character += data[1]
		out = append(out, tokenTypes[data[3]]+":"+under(text, protocol.Range{Start: p, End: protocol.Position{Line: p.Line, Character: p.Character + data[2]}}))
	}
	return strings.Join(out, " ")
}

func TestQuickFixes(t *testing.T) {
	e := start(t, nil)
	for name, text := range map[string]string{
		"misspelt": strings.Replace(lamp, "out lamp(level)\ndim", "out lamp(levl)\ndim", 1),
		"equals":   strings.Replace(lamp, "const top = 3", "const top := 3", 1),
		"operator": strings.Replace(lamp, "when steps > 0", "when steps > 0 && level > 2", 1),
		"unused":   strings.Replace(lamp, "when steps > 0 do level := min(top, steps)", "do level := 1", 1),
		"reserved": strings.Replace(lamp, "const top = 3", "const then = 3\nconst top = 3", 1),
		"initial":  strings.Replace(lamp, "initial off\n", "", 1),
	} {
		e.open("a.sxt", text)
		before := e.diagnosticsOf("a.sxt")
		if len(before) == 0 {
			t.Fatalf("%s: no diagnostic", name)
		}
		actions := call[[]protocol.CodeAction](e, "textDocument/codeAction", protocol.CodeActionParams{TextDocument: e.document("a.sxt").TextDocument, Range: before[0].Range})
		if len(actions) == 0 {
			t.Errorf("%s: no fix for %s", name, before[0].Message)
			continue
		}
		e.replace("a.sxt", edited(text, actions[0].Edit.Changes[e.uri("a.sxt")]))
		if after := e.diagnosticsOf("a.sxt"); len(after) >= len(before) && after[0].Code == before[0].Code {
			t.Errorf("%s: after %q there is still %v", name, actions[0].Title, after)
		}
	}
}

func TestExploreFromALens(t *testing.T) {
	e := start(t, nil)
	text := lamp + "never: on -> off in turn(steps) when steps > 0 and steps < 0\n"
	e.open("a.sxt", text)
	lenses := call[[]protocol.CodeLens](e, "textDocument/codeLens", e.document("a.sxt"))
	if len(lenses) != 2 || lenses[0].Command.Command != "sextant.explore" || lenses[0].Range.Start.Line != 1 || lenses[1].Command.Command != "sextant.run" {
		t.Fatalf("lenses %+v", lenses)
	}
	call[any](e, "workspace/executeCommand", lenses[0].Command)
	e.wait("refresh of hints", func() bool { return e.refreshed > 0 })
	if len(e.messages) != 1 || e.messages[0] != "Lamp: 3 of 4 transitions covered" {
		t.Errorf("messages %q", e.messages)
	}
	if len(e.progress) < 2 || e.progress[0] != "begin" || e.progress[len(e.progress)-1] != "end" {
		t.Errorf("progress %q", e.progress)
	}
	whole := protocol.InlayHintParams{TextDocument: e.document("a.sxt").TextDocument, Range: protocol.Range{End: protocol.Position{Line: 99}}}
	hints := call[[]protocol.InlayHint](e, "textDocument/inlayHint", whole)
	if len(hints) != 4 || hints[0].Label != "✓ covered" || !strings.HasPrefix(hints[3].Label, "✗ ") {
		t.Errorf("hints %+v", hints)
	}
	hover := call[*protocol.Hover](e, "textDocument/hover", e.positionParams("a.sxt", protocol.Position{Line: 11, Character: 1}))
	if hover == nil || !strings.Contains(hover.Contents.Value, "last exploration: `dim` covered") {
		t.Errorf("hover %+v", hover)
	}
	call[any](e, "workspace/executeCommand", lenses[1].Command)
	e.wait("message about the missing system", func() bool { return len(e.messages) == 2 && strings.Contains(e.messages[1], "sextant.system") })
}

// A lens above a system explores that system, also if another model imports it.
func TestLensOfAnImportedSystem(t *testing.T) {
	e := start(t, nil)
	e.open("lamp.sxt", lamp)
	e.open("a.sxt", "import \"lamp.sxt\"\ninput other()\n")
	lenses := call[[]protocol.CodeLens](e, "textDocument/codeLens", e.document("lamp.sxt"))
	call[any](e, "workspace/executeCommand", lenses[0].Command)
	e.wait("result", func() bool { return len(e.messages) > 0 })
	if !strings.HasPrefix(e.messages[0], "Lamp: 3 of 3 transitions covered") {
		t.Errorf("messages %q", e.messages)
	}
}

// TestRunFromALens tests a lamp against its model, for about ten seconds.
func TestRunFromALens(t *testing.T) {
	if testing.Short() {
		t.Skip("a test of a system takes long")
	}
	program := filepath.Join(t.TempDir(), "lamp")
	if out, err := exec.Command("go", "build", "-o", program, "../../../examples/light/lamp").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	model, err := os.ReadFile("../../../examples/light/light.sxt")
	if err != nil {
		t.Fatal(err)
	}
	e := startWith(t, nil, protocol.Options{System: "exec:" + program})
	e.open("light.sxt", string(model))
	call[any](e, "workspace/executeCommand", map[string]any{"command": "sextant.run", "arguments": []any{e.uri("light.sxt")}})
	e.wait("result of the test", func() bool { return len(e.messages) > 0 })
	if !strings.Contains(e.messages[0], "5/5 transitions") {
		t.Errorf("messages %q", e.messages)
	}
}

func TestOrderlyEnd(t *testing.T) {
	e := start(t, nil)
	e.open("a.sxt", lamp)
	call[any](e, "shutdown", nil)
	if _, err := tryCall[any](e, "textDocument/hover", e.positionParams("a.sxt", protocol.Position{})); err == nil {
		t.Error("a request after the shutdown is answered")
	}
	e.conn.Notify(context.Background(), "exit", nil)
	if err := e.cmd.Wait(); err != nil {
		t.Errorf("the server ended with %v", err)
	}
}
