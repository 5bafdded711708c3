package compile

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/testkit/codes"
	"github.com/sextant-mbt/sextant/internal/testkit/golden"
)

var directive = regexp.MustCompile(`^#(file|const) (\S+)\s*(.*)$`)

// TestErrors checks the files testdata/errors_*.txt. Their chunks, separated by lines of ---, are models. Every error must be announced on
// its line by ### and fragments of "code: message | hint", separated by "..."; in errors_lint.txt every warning too. Unexpected diagnostics
// and missing ones are printed together.
//
// In a chunk, "#file lib.sxt" begins another file, and "#const N 5" is --const N=5; errors in that value are announced there.
func TestErrors(t *testing.T) {
	paths, err := filepath.Glob("testdata/errors_*.txt")
	if err != nil || len(paths) == 0 {
		t.Fatal("no files", err)
	}
	for _, path := range paths {
		warnings := strings.Contains(path, "lint")
		for i, chunk := range golden.Chunks(t, path) {
			t.Run(fmt.Sprintf("%s/%d", filepath.Base(path), i+1), func(t *testing.T) { checkChunk(t, chunk, warnings) })
		}
	}
}

// place is a line of a file.
type place struct {
	file string
	line int
}

// chunk is a parsed chunk: files, overrides, and the expected errors by place.
type chunk struct {
	files    map[string]string
	options  Options
	expected map[place][]string
}

func readChunk(text string) chunk {
	c := chunk{files: map[string]string{"m.sxt": ""}, options: Options{Consts: map[string]string{}}, expected: map[place][]string{}}
	file, line := "m.sxt", 0
	for _, l := range strings.SplitAfter(text, "\n") {
		body, wanted, _ := strings.Cut(strings.TrimRight(l, "\n"), "###")
		at := place{file, line + 1}
		if d := directive.FindStringSubmatch(body); d != nil {
			if d[1] == "file" {
				file, line = d[2], 0
				continue
			}
			c.options.Consts[d[2]] = strings.TrimSpace(d[3])
			at = place{"--const " + d[2], 1}
		}
		c.files[file] += l
		line++
		if wanted != "" {
			c.expected[at] = strings.Split(wanted, "###")
		}
	}
	return c
}

func checkChunk(t *testing.T, text string, warnings bool) {
	c := readChunk(text)
	_, found := loadFiles(t, c.files, c.options)
	var wrong []string
	for _, d := range found {
		if d.Severity != diag.Error && !warnings {
			continue
		}
		at := place{d.Span.FileName(), 0}
		if d.Span.File != nil {
			at.line = d.Span.Position().Line
		}
		got := fmt.Sprintf("%s: %s | %s", d.Code, d.Message, d.Hint)
		if !c.take(at, got) {
			wrong = append(wrong, fmt.Sprintf("%s:%d: unexpected %s", at.file, at.line, got))
		}
	}
	for at, rest := range c.expected {
		for _, want := range rest {
			wrong = append(wrong, fmt.Sprintf("%s:%d: not found: %s", at.file, at.line, want))
		}
	}
	if len(wrong) > 0 {
		sort.Strings(wrong)
		t.Errorf("%s\n%s", strings.Join(wrong, "\n"), text)
	}
}

// take removes an expectation that fits a finding, and reports whether there was one.
func (c chunk) take(at place, got string) bool {
	for i, want := range c.expected[at] {
		if fragmentsIn(got, want) {
			c.expected[at] = append(c.expected[at][:i:i], c.expected[at][i+1:]...)
			return true
		}
	}
	return false
}

// fragmentsIn reports whether the parts of pattern between "..." occur in text in this order.
func fragmentsIn(text, pattern string) bool {
	for part := range strings.SplitSeq(pattern, "...") {
		_, rest, ok := strings.Cut(text, strings.TrimSpace(part))
		if !ok {
			return false
		}
		text = rest
	}
	return true
}

// bySolver are the codes that package lint tests.
var bySolver = []diag.Code{diag.CodeOverlap, diag.CodeMissingElse, diag.CodeWhileViolated, diag.CodeNoProduct, diag.CodeDeadFeature,
	diag.CodeFeatureAlways, diag.CodeNoOwner}

// TestCodeExamples checks that the example of each code yields that code, and no error of another.
func TestCodeExamples(t *testing.T) {
	for _, info := range codes.Section(t, codes.Model) {
		if info.Meaning == "" {
			t.Errorf("%s has no meaning", info.Code)
		}
		if info.Example == "" || slices.Contains(bySolver, info.Code) {
			continue
		}
		_, found := loadText(t, info.Example)
		yields := false
		for _, d := range found {
			yields = yields || d.Code == info.Code
			if d.Severity == diag.Error && d.Code != info.Code {
				t.Errorf("%s: the example yields %s: %s", info.Code, d.Code, d.Message)
			}
		}
		if !yields {
			t.Errorf("%s: the example yields only %v", info.Code, found)
		}
	}
}

// TestEveryCodeIsExpected checks that the files of wrong models cover every code that compiling may yield.
func TestEveryCodeIsExpected(t *testing.T) {
	paths, _ := filepath.Glob("testdata/errors_*.txt")
	var all strings.Builder
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(data)
	}
	for _, info := range codes.Section(t, codes.Model) {
		if info.Example != "" && !slices.Contains(bySolver, info.Code) && !strings.Contains(all.String(), "### "+string(info.Code)+":") {
			t.Errorf("no wrong model has %s", info.Code)
		}
	}
}
