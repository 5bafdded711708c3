package page

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/results/result"
)

// hostile is text in names and strings of a model that tries to break out of the page.
const hostile = "</script><script>alert(1)</script><!--<script>\u2028&lt;\"'%s"

func report(t *testing.T, r *result.Record) string {
	t.Helper()
	var out bytes.Buffer
	if err := Report(&out, r); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// element finds the content of the first element that opens with the given text.
func element(t *testing.T, page, open, name string) string {
	t.Helper()
	_, rest, ok := strings.Cut(page, open)
	if !ok {
		t.Fatalf("the page has no %s", open)
	}
	content, _, ok := strings.Cut(rest, "</"+name+">")
	if !ok {
		t.Fatalf("%s does not end", open)
	}
	return content
}

// For any content of a record, the page has its three elements, and the record can be read back.
func TestReportHostile(t *testing.T) {
	r := &result.Record{Summary: result.Summary{Analysis: hostile, Args: []string{hostile}}, Text: hostile,
		Document: map[string]string{hostile: hostile}, Model: &result.ModelView{Name: hostile, Files: []result.SourceFile{{Name: hostile, Text: hostile}}}}
	page := report(t, r)
	var back result.Record
	if err := json.Unmarshal([]byte(element(t, page, `<script type="application/json" id="record">`, "script")), &back); err != nil {
		t.Fatal(err)
	}
	if back.Text != hostile || back.Model.Files[0].Text != hostile {
		t.Errorf("the record came back as %q", back.Text)
	}
	if n := strings.Count(strings.ToLower(page), "<script"); n != 2+bytes.Count(bytes.ToLower(Asset("app.js")), []byte("<script")) {
		t.Errorf("the page has %d beginnings of scripts", n)
	}
	if strings.Contains(element(t, page, "<title>", "title"), "<") {
		t.Error("the title has an element")
	}
}

// The policy allows exactly the script and the style of the page.
func TestReportPolicy(t *testing.T) {
	page := report(t, &result.Record{})
	head, _, _ := strings.Cut(page, "<title>")
	for tag, open := range map[string]string{"script": `<script type="module">`, "style": "<style>"} {
		content := element(t, page, open, tag)
		if want := tag + "-src " + hash([]byte(content)); !strings.Contains(head, want) {
			t.Errorf("the policy does not allow the %s: want %s", tag, want)
		}
	}
	if regexp.MustCompile(`connect-src|unsafe-inline|'unsafe-eval'`).MatchString(head) {
		t.Error("the policy allows too much")
	}
}

func TestInlined(t *testing.T) {
	got := string(inlined([]byte("a = \"</script>\" + '<!--'\r\n"), "script"))
	if want := "a = \"<\\/script>\" + '\\x3C!--'\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
