package consent_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/sextant-mbt/sextant/internal/externs/consent"
)

var (
	program = consent.Request{Kind: consent.Exec, What: "/bin/date", From: "extern Date", Digest: "1"}
	server  = consent.Request{Kind: consent.Net, What: "http://localhost/", From: "extern Price"}
	table   = consent.Request{Kind: consent.Files, What: "/etc/hosts", From: "extern Host"}
)

// review returns the refused ones of three requests for a folder, as a text.
func review(t *testing.T, p consent.Policy, folder string) string {
	t.Helper()
	refused, err := p.Review(folder, []consent.Request{program, server, table})
	if err != nil {
		t.Fatal(err)
	}
	var kinds []string
	for _, r := range refused {
		kinds = append(kinds, string(r.Kind))
	}
	return strings.Join(kinds, " ")
}

func TestReview(t *testing.T) {
	folder := t.TempDir()
	none := consent.Policy{TrustFile: filepath.Join(t.TempDir(), "trust.json")}
	for _, c := range []struct {
		allowed     consent.Allowed
		environment string
		want        string
	}{
		{consent.Allowed{}, "", "exec net files"},
		{consent.Allowed{Exec: true}, "", "net files"},
		{consent.Allowed{Net: true, Files: true}, "", "exec"},
		{consent.Allowed{}, "net", "exec files"},
		{consent.Allowed{Exec: true}, " files , net,", ""},
	} {
		t.Setenv(consent.Variable, c.environment)
		p := none
		p.Allowed = c.allowed
		if got := review(t, p, folder); got != c.want {
			t.Errorf("%+v, %s=%q: refused %q, want %q", c.allowed, consent.Variable, c.environment, got, c.want)
		}
	}
	t.Setenv(consent.Variable, "exec;net")
	if _, err := none.Review(folder, []consent.Request{program}); err == nil || !strings.Contains(err.Error(), "separated by commas") {
		t.Errorf("a wrong list: %v", err)
	}
}

// TestRemember remembers and forgets requests of two folders.
func TestRemember(t *testing.T) {
	t.Setenv(consent.Variable, "")
	here, there := t.TempDir(), t.TempDir()
	p := consent.Policy{TrustFile: filepath.Join(t.TempDir(), "new", "trust.json")}
	remember := func(folder string, requests ...consent.Request) {
		t.Helper()
		if _, err := p.Remember(folder, requests); err != nil {
			t.Fatal(err)
		}
	}
	remember(here, program, server)
	remember(here, program) // twice is the same as once
	remember(there, table)
	if got := review(t, p, here); got != "files" {
		t.Errorf("here %q is refused", got)
	}
	if got := review(t, p, there); got != "exec net" {
		t.Errorf("there %q is refused", got)
	}
	changed := program
	changed.Digest = "2"
	if refused, err := p.Review(here, []consent.Request{changed}); err != nil || len(refused) != 1 {
		t.Errorf("a changed program: %v %v", refused, err)
	}
	remember(here, changed)
	if got := review(t, p, here); got != "exec files" {
		t.Errorf("after the program changed, %q is refused: the old program should be", got)
	}
	if _, err := p.Forget(here, []consent.Request{program, server}); err != nil {
		t.Fatal(err)
	}
	if got := review(t, p, here); got != "exec net files" {
		t.Errorf("after all, %q is refused", got)
	}
}

// TestRememberAtOnce lets several processes, played by goroutines, write at the same time: no consent is lost.
func TestRememberAtOnce(t *testing.T) {
	t.Setenv(consent.Variable, "")
	folder := t.TempDir()
	p := consent.Policy{TrustFile: filepath.Join(t.TempDir(), "trust.json")}
	var all []consent.Request
	var group sync.WaitGroup
	for i := range 20 {
		r := consent.Request{Kind: consent.Net, What: fmt.Sprintf("http://localhost:%d/", i)}
		all = append(all, r)
		group.Go(func() {
			if _, err := p.Remember(folder, []consent.Request{r}); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	if refused, err := p.Review(folder, all); err != nil || len(refused) > 0 {
		t.Errorf("%v %v are refused", refused, err)
	}
}

func TestWrongTrustFile(t *testing.T) {
	t.Setenv(consent.Variable, "")
	path := filepath.Join(t.TempDir(), "trust.json")
	p := consent.Policy{TrustFile: path}
	for _, content := range []string{"", "{", `{"format": "sextant-trust-9", "grants": []}`, strings.Repeat(" ", 17<<20)} {
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := p.Review(t.TempDir(), []consent.Request{program}); err == nil || !strings.Contains(err.Error(), "trust.json") {
			t.Errorf("a trust file of %d bytes: %v", len(content), err)
		}
		if _, err := p.Remember(t.TempDir(), []consent.Request{program}); err == nil {
			t.Errorf("a trust file of %d bytes is overwritten", len(content))
		}
	}
}
