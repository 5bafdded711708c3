package pattern

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

func TestMatch(t *testing.T) {
	for _, row := range []struct {
		source  string
		yes, no []string
	}{
		{"a*", []string{"", "a", "aaa"}, []string{"b", "ab", "a\n"}},
		{"a|bc", []string{"a", "bc"}, []string{"ac", "b", ""}},
		{"^a|b$", []string{"a", "b"}, []string{"ab", ""}},
		{"^^a$$", []string{"a"}, []string{"aa"}},
		{"(^a)(b$)", []string{"ab"}, []string{"a"}},
		{"(?i)straße", []string{"STRAßE", "STRAẞE"}, []string{"strasse"}},
		{".", []string{"a", "é", "😀"}, []string{"\n", "", "ab"}},
		{"(?s).", []string{"\n"}, []string{""}},
		{`\d+`, []string{"007"}, []string{"٣", ""}},
		{`\p{Lu}[[:alpha:]]`, []string{"Éa"}, []string{"éa"}},
		{"a+?b*?", []string{"aab"}, []string{"b"}},
		{"x{2,}", []string{"xx", "xxx"}, []string{"x"}},
		{"(?P<year>[0-9]{4})", []string{"2024"}, []string{"24"}},
		{"", []string{""}, []string{"a"}},
		{`[^\x00-\x{10ffff}]`, nil, []string{"", "a"}},
		{`\Q.*\E`, []string{".*"}, []string{"a"}},
	} {
		p, err := Compile(row.source)
		if err != nil {
			t.Errorf("%s: %v", row.source, err)
			continue
		}
		for _, s := range row.yes {
			if !p.Match(s) {
				t.Errorf("%s does not match %q", row.source, s)
			}
		}
		for _, s := range row.no {
			if p.Match(s) {
				t.Errorf("%s matches %q", row.source, s)
			}
		}
	}
}

func TestRefused(t *testing.T) {
	for source, want := range map[string]string{
		"(":                               "missing closing )",
		"a**":                             "invalid nested repetition operator",
		`\1`:                              "invalid escape sequence",
		"(?=a)":                           "invalid or unsupported Perl syntax",
		"x{1000}{1000}":                   "invalid nested repetition operator",
		"(x{1000}){1000}":                 "invalid repeat count",
		strings.Repeat("ab", 10_000):      "too large",
		"x{1001}":                         "invalid repeat count",
		strings.Repeat("x{900}", 9):       "too large",
		strings.Repeat(`\pL`, 9):          "too large",
		strings.Repeat("(", 5000):         "missing closing",
		"a^b":                             "stands inside",
		"(a$)*":                           "stands inside",
		"(a$|b)c":                         "stands inside",
		"(?m)^a":                          "ends of lines",
		"(?m)a$":                          "ends of lines",
		`\ba`:                             "between characters",
		`a\B`:                             "between characters",
		`\x{d800}`:                        "no character",
		"\xff":                            "invalid UTF-8",
		"(?s" + strings.Repeat("a", 1000): "invalid or unsupported Perl syntax",
	} {
		if _, err := Compile(source); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40s: %v, want %s", source, err, want)
		}
		if Of(source).Match("a") || Of(source).Tree.Kind != Nothing {
			t.Errorf("%.40s, which is refused, matches", source)
		}
	}
}

// Patterns for which backtracking engines take time exponential in the length of the text.
func TestMatchIsFast(t *testing.T) {
	text := strings.Repeat("a", 100_000)
	for _, source := range []string{"(a+)+$", "(a|a)*b", "(a*)*b", "(a?){200}b", "(.*)(.*)(.*)(.*)(.*)b", "(a|aa)+c", "([ab]{0,50})*c"} {
		p, err := Compile(source)
		if err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		p.Match(text)
		if took := time.Since(start); took > 20*time.Second {
			t.Errorf("%s took %v", source, took)
		} else {
			t.Logf("%s took %v", source, took)
		}
	}
}

// The number of cached patterns is bounded.
func TestOfKeepsFew(t *testing.T) {
	for i := range 3 * maxKnown {
		source := strings.Repeat("a", i)
		if !Of(source).Match(source) {
			t.Fatalf("pattern %d does not match itself", i)
		}
	}
	if n := len(known.patterns); n > maxKnown {
		t.Errorf("%d patterns are kept", n)
	}
	if first, second := Of("a*"), Of("a*"); first != second {
		t.Error("a pattern is compiled again")
	}
}

// Drawn strings match, and are not always the same.
func TestDraw(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, source := range []string{"", "a", "[a-z]+@[a-z]+[.](com|org)", `\pL{2,}`, "(?s).*", "(a|b|[^\\x00-\\x{10ffff}])*c", "(?i)select", "x{3}y{0,90}", `[\x{d7ff}-\x{e000}]`} {
		p, err := Compile(source)
		if err != nil {
			t.Fatal(err)
		}
		different := map[string]bool{}
		for range 200 {
			text, ok := p.Draw(random)
			if !ok || !p.Match(text) {
				if source != `[\x{d7ff}-\x{e000}]` || ok {
					t.Fatalf("%s does not match %q, which was drawn", source, text)
				}
			}
			different[text] = true
		}
		if len(source) > 1 && len(different) < 2 {
			t.Errorf("%s: only %v is drawn", source, different)
		}
	}
	if text, ok := Of("a[^\\x00-\\x{10ffff}]").Draw(random); ok {
		t.Errorf("%q is drawn", text)
	}
}
