package lsp

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/face/lsp/buffer"
	"github.com/sextant-mbt/sextant/internal/face/lsp/protocol"
	"github.com/sextant-mbt/sextant/internal/language/compile"
	"github.com/sextant-mbt/sextant/internal/language/syntax/token"
)

const vscodeFolder = "../../../editors/vscode"

// reserved are the reserved words.
func reserved() []string {
	var out []string
	for kind := token.Import; kind < token.Count; kind++ {
		if token.IsReserved(kind.String()) {
			out = append(out, kind.String())
		}
	}
	slices.Sort(out)
	return out
}

func demandSame(t *testing.T, what string, got, want []string) {
	t.Helper()
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("%s are\n%v\nwant\n%v", what, got, want)
	}
}

// TestGrammarHasTheWordsOfTheLanguage demands that the TextMate grammar has all reserved words, types and functions, and no others.
func TestGrammarHasTheWordsOfTheLanguage(t *testing.T) {
	data, err := os.ReadFile(filepath.Join(vscodeFolder, "syntaxes", "sextant.tmLanguage.json"))
	if err != nil {
		t.Fatal(err)
	}
	type rule struct {
		Match    string
		Patterns []rule
	}
	var grammar struct{ Repository map[string]rule }
	if err := json.Unmarshal(data, &grammar); err != nil {
		t.Fatal(err)
	}
	group := regexp.MustCompile(`\(\?:([\w|]+)\)`)
	words := func(r rule) (out []string) {
		for _, m := range group.FindAllStringSubmatch(r.Match, -1) {
			out = append(out, strings.Split(m[1], "|")...)
		}
		return out
	}
	var all []string
	for _, p := range grammar.Repository["words"].Patterns {
		all = append(all, words(p)...)
	}
	demandSame(t, "words of the grammar", all, reserved())
	demandSame(t, "types of the grammar", words(grammar.Repository["types"]), compile.Types())
	demandSame(t, "functions of the grammar", words(grammar.Repository["functions"]), compile.Functions())
}

// TestVimHasTheWordsOfTheLanguage does the same for the syntax of Vim.
func TestVimHasTheWordsOfTheLanguage(t *testing.T) {
	data, err := os.ReadFile("../../../editors/vim/syntax/sextant.vim")
	if err != nil {
		t.Fatal(err)
	}
	var words, types []string
	for _, m := range regexp.MustCompile(`(?m)^syntax keyword (\w+) (.*)$`).FindAllStringSubmatch(string(data), -1) {
		if m[1] == "sextantType" {
			types = append(types, strings.Fields(m[2])...)
		} else {
			words = append(words, strings.Fields(m[2])...)
		}
	}
	demandSame(t, "keywords of Vim", words, reserved())
	demandSame(t, "types of Vim", types, compile.Types())
}

// TestWorkbenchHasTheWordsOfTheLanguage does the same for the editor of the workbench, with the words that are names elsewhere.
func TestWorkbenchHasTheWordsOfTheLanguage(t *testing.T) {
	data, err := os.ReadFile("../../../web/src/lib/language.js")
	if err != nil {
		t.Fatal(err)
	}
	set := func(name string) []string {
		m := regexp.MustCompile("(?s)const " + name + " = new Set\\(\\s*[`']([^`']*)[`']").FindSubmatch(data)
		if m == nil {
			t.Fatalf("there is no set of %s", name)
		}
		return strings.Fields(string(m[1]))
	}
	demandSame(t, "words of the workbench", append(set("words"), set("atoms")...), reserved())
	demandSame(t, "types of the workbench", set("types"), compile.Types())
	var soft []string
	_, object, _ := strings.Cut(string(data), "const soft = {\n")
	object, _, _ = strings.Cut(object, "\n}")
	for _, m := range regexp.MustCompile(`(?m)^  (\w+): `).FindAllStringSubmatch(object, -1) {
		soft = append(soft, m[1])
	}
	demandSame(t, "words of the workbench that are names elsewhere", soft, contextual())
}

// TestLanguagePageHasTheOperators demands that the language reference has a row for each binary operator.
func TestLanguagePageHasTheOperators(t *testing.T) {
	data, err := os.ReadFile("../../../docs/language.md")
	if err != nil {
		t.Fatal(err)
	}
	for k := token.Stop; k < token.Count; k++ {
		if k.Level() > 0 && !regexp.MustCompile("(?m)^\\| .*`"+regexp.QuoteMeta(strings.ReplaceAll(k.String(), "|", `\|`))+"` .*\\|$").Match(data) {
			t.Errorf("docs/language.md has no row for %s", k)
		}
	}
}

// TestLanguagePageHasTheFunctions demands that the language reference explains each function that needs no declaration, in code.
func TestLanguagePageHasTheFunctions(t *testing.T) {
	data, err := os.ReadFile("../../../docs/language.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range compile.Functions() {
		if !regexp.MustCompile("`[^`\n]*\\b" + name + `\(`).Match(data) {
			t.Errorf("docs/language.md does not explain %s", name)
		}
	}
}

// contextual are the words that are names elsewhere.
func contextual() []string {
	var out []string
	for kind := token.Import; kind < token.Count; kind++ {
		if !token.IsReserved(kind.String()) {
			out = append(out, kind.String())
		}
	}
	slices.Sort(out)
	return out
}

// divided is a file as the grammar divides it: tokens of line, start, end and scopes.
type divided struct {
	File   string
	Tokens [][4]any
}

// TestGrammarDividesTheExamplesAsTheScanner compares the tokens of the grammar, as VS Code makes them, with those of the scanner.
func TestGrammarDividesTheExamplesAsTheScanner(t *testing.T) {
	if _, err := os.Stat(filepath.Join(vscodeFolder, "node_modules", "vscode-textmate")); err != nil {
		t.Skip("the packages of editors/vscode are not installed: run make vscode")
	}
	examples, _ := filepath.Glob("../../../examples/*/*.sxt")
	out, err := exec.Command("node", append([]string{filepath.Join(vscodeFolder, "test", "tokens.mjs")}, examples...)...).Output()
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(bytes.NewReader(out))
	lines.Buffer(nil, 64<<20)
	files, compared := 0, 0
	for lines.Scan() {
		var d divided
		if err := json.Unmarshal(lines.Bytes(), &d); err != nil {
			t.Fatal(err)
		}
		files++
		compared += compareTokens(t, d)
	}
	if files != len(examples) || compared < 10000 {
		t.Errorf("%d files with %d tokens were compared", files, compared)
	}
}

// scopes are the beginnings of the scopes of tokens. What is a name to the scanner may be any word to the grammar that is not reserved.
var scopes = map[token.Kind][]string{
	token.Comment: {"comment."}, token.String: {"string."}, token.Number: {"constant.numeric."}, token.Decimal: {"constant.numeric."},
	token.Name: {"", "entity.", "support.", "keyword.control.soft.", "keyword.declaration.soft.", "constant.language.soft."},
}

func scopesOf(kind token.Kind) []string {
	switch {
	case scopes[kind] != nil:
		return scopes[kind]
	case kind.IsWord() && !token.IsReserved(kind.String()):
		return []string{"keyword."}
	case kind.IsWord():
		return []string{"keyword.declaration.sextant", "keyword.control.sextant", "keyword.control.clause.", "keyword.operator.word.", "storage.type.", "constant.language.boolean."}
	}
	return []string{"keyword.operator.sextant", "punctuation."}
}

// compareTokens compares the tokens of a file, and returns how many there are.
func compareTokens(t *testing.T, d divided) int {
	t.Helper()
	content, err := os.ReadFile(d.File)
	if err != nil {
		t.Fatal(err)
	}
	b := buffer.New(string(content))
	scope := make([]string, len(b.Text)+1) // of each byte
	for _, tok := range d.Tokens {
		line := uint32(tok[0].(float64))
		start := b.Offset(protocol.Position{Line: line, Character: uint32(tok[1].(float64))})
		end := b.Offset(protocol.Position{Line: line, Character: uint32(tok[2].(float64))})
		for i := start; i < end; i++ {
			scope[i] = tok[3].(string)
		}
	}
	source := diag.NewFile(d.File, b.Text)
	tokens, _ := token.Scan(source, true)
	for _, tok := range tokens[:len(tokens)-1] {
		for _, at := range []int32{tok.Start, tok.End - 1} {
			fits := func(wanted string) bool {
				return wanted == "" && scope[at] == "" || wanted != "" && strings.HasPrefix(scope[at], wanted)
			}
			if !slices.ContainsFunc(scopesOf(tok.Kind), fits) {
				t.Errorf("%s:%d: %q has the scope %q", d.File, tok.Span(source).Position().Line, tok.Text(source), scope[at])
			}
		}
	}
	return len(tokens)
}
