package driver

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/jobs/analysis"
	"github.com/sextant-mbt/sextant/internal/jobs/model"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/results/schema"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// docBlock is a model in a page, with the answer that the page promises; see the head of docs/language.md.
type docBlock struct {
	line   int // of the page
	text   string
	answer map[string]string // nil if the page promises nothing but that the model has no errors
}

const docDepth = 10 // if the answer gives no depth

// Every model of the pages is checked, and explored if an answer follows it.
func TestDocumentedModels(t *testing.T) {
	for page, least := range map[string]int{"language.md": 5, "externs.md": 1, "contracts.md": 1, "abstraction.md": 1, "chance.md": 1} {
		t.Run(page, func(t *testing.T) {
			text, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", page))
			if err != nil {
				t.Fatal(err)
			}
			blocks, err := readDocBlocks(string(text))
			if err != nil {
				t.Fatal(err)
			}
			if len(blocks) < least {
				t.Fatalf("only %d models were found", len(blocks))
			}
			for _, b := range blocks {
				t.Run(fmt.Sprintf("line %d", b.line), func(t *testing.T) { b.test(t) })
			}
		})
	}
}

func (b docBlock) test(t *testing.T) {
	file := filepath.Join(t.TempDir(), "model.sxt")
	if err := os.WriteFile(file, []byte(b.text), 0o644); err != nil {
		t.Fatal(err)
	}
	l, err := model.Load(file, model.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var codes []string
	for _, d := range l.List.Sorted() {
		if d.Severity == diag.Error {
			codes = append(codes, string(d.Code))
		}
	}
	if got, want := strings.Join(slices.Compact(codes), ", "), b.answer["error"]; got != want {
		t.Fatalf("errors %q, the page promises %q: %v", got, want, diag.ToJSON(l.List.Sorted()))
	}
	if b.answer != nil && b.answer["error"] == "" {
		b.explore(t, l)
	}
}

// explore compares what an exploration finds with every key of the answer; without the key "finding" it may find nothing
// wrong.
func (b docBlock) explore(t *testing.T, l *model.Loaded) {
	testkit.NeedsSolver(t)
	depth := docDepth
	if text, ok := b.answer["depth"]; ok {
		var err error
		if depth, err = strconv.Atoi(text); err != nil {
			t.Fatal(err)
		}
	}
	var options analysis.ExploreOptions
	options.Search.Strategy, options.Search.Depth = explore.BreadthFirst, depth
	r, err := analysis.Explore(context.Background(), l, options)
	if err != nil {
		t.Fatal(err)
	}
	var kinds []string
	for _, f := range r.Findings {
		kinds = append(kinds, f.Kind)
	}
	slices.Sort(kinds)
	got := map[string]string{
		"depth":   strconv.Itoa(depth),
		"states":  strconv.Itoa(r.States),
		"covered": fmt.Sprintf("%d/%d", r.Coverage.Transitions.Covered, r.Coverage.Transitions.Total),
		"finding": strings.Join(slices.Compact(kinds), ", "),
	}
	for _, key := range []string{"depth", "states", "covered"} {
		if _, promised := b.answer[key]; !promised {
			delete(got, key)
		}
	}
	if got["finding"] == "" && b.answer["finding"] == "" {
		delete(got, "finding")
	}
	if diff := cmp.Diff(b.answer, got); diff != "" {
		t.Errorf("the page promises - and the exploration finds +:\n%s", diff)
	}
}

// readDocBlocks takes the models and answers out of a page. An answer belongs to the model right before it.
func readDocBlocks(page string) ([]docBlock, error) {
	var blocks []docBlock
	var kind string // of the block being read
	var body []string
	adjacent := false // nothing but blank lines since the last model
	for i, line := range strings.Split(page, "\n") {
		switch {
		case kind == "" && strings.HasPrefix(line, "```"):
			kind, body = strings.TrimPrefix(line, "```")+" ", nil
			if kind == "sxt " {
				blocks = append(blocks, docBlock{line: i + 1})
			}
			if kind == "answer " && !adjacent {
				return nil, fmt.Errorf("line %d: an answer without a model", i+1)
			}
		case kind != "" && line == "```":
			if err := closeBlock(blocks, kind, body); err != nil {
				return nil, fmt.Errorf("line %d: %w", i+1, err)
			}
			adjacent = kind == "sxt "
			kind = ""
		case kind != "":
			body = append(body, line)
		case strings.TrimSpace(line) != "":
			adjacent = false
		}
	}
	if kind != "" {
		return nil, fmt.Errorf("a block is not closed")
	}
	return blocks, nil
}

// closeBlock puts the body of a block where it belongs.
func closeBlock(blocks []docBlock, kind string, body []string) error {
	switch kind {
	case "sxt ":
		blocks[len(blocks)-1].text = strings.Join(body, "\n") + "\n"
	case "answer ":
		answer := map[string]string{}
		for _, line := range body {
			key, value, ok := strings.Cut(line, ":")
			if !ok || !slices.Contains([]string{"states", "depth", "covered", "finding", "error"}, key) {
				return fmt.Errorf("%q is no line of an answer", line)
			}
			value = strings.TrimSpace(value)
			if before := answer[key]; before != "" {
				value = before + ", " + value
			}
			answer[key] = value
		}
		blocks[len(blocks)-1].answer = answer
	}
	return nil
}

// The reader of pages is tested too: it must not lose blocks.
func TestReadDocBlocks(t *testing.T) {
	page := "# Page\n\n```sxt\ninitial a\nt: a -> a\n```\n\n```answer\nstates: 2\nfinding: deadlock\nfinding: livelock\n```\n" +
		"text\n```text\nno model\n```\n```sxt\n1\n```\n"
	got, err := readDocBlocks(page)
	if err != nil || len(got) != 2 {
		t.Fatal(got, err)
	}
	if got[0].line != 3 || got[0].text != "initial a\nt: a -> a\n" || got[1].answer != nil {
		t.Errorf("%+v", got)
	}
	if diff := cmp.Diff(map[string]string{"states": "2", "finding": "deadlock, livelock"}, got[0].answer); diff != "" {
		t.Error(diff)
	}
	for _, bad := range []string{"```answer\nstates: 2\n```\n", "```sxt\n", "```sxt\n1\n```\n```answer\nsates: 2\n```\n",
		"```sxt\n1\n```\ntext\n```answer\nstates: 2\n```\n"} {
		if _, err := readDocBlocks(bad); err == nil {
			t.Errorf("no error for %q", bad)
		}
	}
}

// TestDocumentedCommands: every command occurs in the README or in a page, and docs/exit-codes.md says what each can leave open.
func TestDocumentedCommands(t *testing.T) {
	root := filepath.Join("..", "..", "..")
	pages, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	for _, page := range append(pages, filepath.Join(root, "README.md")) {
		data, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		text.Write(data)
	}
	codes, err := os.ReadFile(filepath.Join(root, "docs", "exit-codes.md"))
	if err != nil {
		t.Fatal(err)
	}
	leavesOpen := reflect.TypeFor[interface{ LeftOpen() []result.Open }]()
	for _, a := range Analyses {
		if !strings.Contains(text.String(), "sextant "+a.Name) {
			t.Errorf("no page mentions sextant %s", a.Name)
		}
		words := strings.Fields(a.Name)
		told := regexp.MustCompile("`(contract )?" + words[len(words)-1] + "( --[a-z]+)?`").Match(codes)
		for _, d := range schema.Documents {
			opens := slices.Contains(d.Commands, a.Name) && reflect.PointerTo(d.Type()).Implements(leavesOpen)
			if opens && !told && a.Name != "import" { // its document is that of check, but it proves nothing
				t.Errorf("docs/exit-codes.md does not say what %s leaves open", a.Name)
			}
		}
	}
}
