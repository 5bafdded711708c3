package model

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/base/file"
	"github.com/sextant-mbt/sextant/internal/base/subprocess"
	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/externs/consent"
	"github.com/sextant-mbt/sextant/internal/externs/program"
	"github.com/sextant-mbt/sextant/internal/externs/runner"
	"github.com/sextant-mbt/sextant/internal/externs/table"
)

// OpenTables reads the tables of a model, if the user allows it. Problems are added to the model's list; if some are errors, it
// returns an *ErrModel. With mayCreate, missing files are not reported.
func (l *Loaded) OpenTables(mayCreate bool) (*table.Set, error) {
	if err := l.Usable(); err != nil {
		return nil, err
	}
	if err := l.permit(l.fileRequests()); err != nil {
		return nil, err
	}
	set, err := table.SetOptions{Dir: l.Dir, MayCreate: mayCreate}.Open(l.System, l.List)
	if err == nil && l.List.HasErrors() {
		err = &ErrModel{Path: l.Path}
	}
	return set, err
}

// OpenRunner prepares a runner of an extern, if the user allows it.
func (l *Loaded) OpenRunner(x *sts.Extern, spec sts.Runner, options runner.Options) (runner.Runner, error) {
	if err := l.permit(l.runnerRequests(x, spec)); err != nil {
		return nil, err
	}
	options.Dir = l.Dir
	return runner.Open(x, spec, options)
}

// permit returns a *consent.Refused if the user does not allow all of the requests. Refused requests are added to the model's list.
func (l *Loaded) permit(requests []consent.Request) error {
	refused, err := l.policy.Review(l.Dir, requests)
	if err != nil || len(refused) == 0 {
		return err
	}
	for _, r := range refused {
		l.List.Add(r.Diagnostic())
	}
	return &consent.Refused{Path: l.Path, Requests: refused}
}

// mayImport reports whether the user allows an import; one in the folder of the model is always allowed.
func (l *Loaded) mayImport(path string, at diag.Span) bool {
	dir := filepath.Dir(l.Path)
	if file.Inside(dir, path) {
		return true
	}
	request := fileRequest("the import", path, at)
	l.imports = append(l.imports, request)
	refused, err := l.policy.Review(dir, []consent.Request{request})
	if err != nil {
		l.List.Errorf(diag.CodeNeedsConsent, at, "%v", err)
		return false
	}
	for _, r := range refused {
		l.List.Add(r.Diagnostic())
	}
	l.refused = append(l.refused, refused...)
	return len(refused) == 0
}

// Requests returns everything that a model may do only with consent: imports from outside its folder, and the files,
// programs and servers of its externs. If an import was refused, it returns only the imports.
func (l *Loaded) Requests() []consent.Request {
	out := append([]consent.Request{}, l.imports...)
	if l.System == nil {
		return out
	}
	out = append(out, l.fileRequests()...)
	for _, x := range l.System.Externs {
		for _, spec := range x.Runners {
			if spec.Kind == "exec" || spec.Kind == "http" {
				out = append(out, l.runnerRequests(x, spec)...)
			}
		}
	}
	return out
}

// externRequests returns the requests of the tables and runners of externs, except of functions that the caller registered.
func (l *Loaded) externRequests(registered map[string]runner.GoFunc) []consent.Request {
	out := l.fileRequests()
	for _, x := range l.System.Externs {
		if spec, ok := RunnerOf(x, registered); ok && (spec.Kind == "exec" || spec.Kind == "http") {
			out = append(out, l.runnerRequests(x, spec)...)
		}
	}
	return out
}

// fileRequests returns the tables, scripts and modules outside the folder of the model.
func (l *Loaded) fileRequests() []consent.Request {
	var out []consent.Request
	for _, x := range l.System.Externs {
		for _, t := range x.Tables {
			if path := program.Place(l.Dir, t.Path); !file.Inside(l.Dir, path) {
				out = append(out, fileRequest("extern "+x.Name, path, t.Span))
			}
		}
		for _, spec := range x.Runners {
			if spec.Kind != "exec" && spec.Kind != "http" {
				out = append(out, l.runnerRequests(x, spec)...)
			}
		}
	}
	return out
}

// runnerRequests returns the requests of a runner: to run a program, to reach a server, or to read a file outside the folder of the model.
func (l *Loaded) runnerRequests(x *sts.Extern, spec sts.Runner) []consent.Request {
	from := "extern " + x.Name
	switch spec.Kind {
	case "exec":
		return []consent.Request{{Kind: consent.Exec, What: commandShown(l.Dir, spec.Spec), From: from, Span: spec.Span, Digest: digest(l.Dir, spec)}}
	case "http":
		return []consent.Request{{Kind: consent.Net, What: spec.Spec, From: from, Span: spec.Span}}
	case "starlark", "wasm":
		if path := program.Place(l.Dir, spec.Spec); !file.Inside(l.Dir, path) {
			return []consent.Request{fileRequest(from, path, spec.Span)}
		}
	}
	return nil
}

func fileRequest(from, path string, at diag.Span) consent.Request {
	if absolute, err := filepath.Abs(path); err == nil {
		path = absolute
	}
	what := path
	if target := file.Target(path); target != path {
		what += " -> " + target // a link
	}
	return consent.Request{Kind: consent.Files, What: what, From: from, Span: at}
}

// commandShown returns a command as it would be run, with the path of the program if it is found.
func commandShown(dir, line string) string {
	words, err := program.Command(dir, line)
	if err != nil {
		if words, err = subprocess.Split(line); err != nil {
			return line
		}
	}
	for i, w := range words {
		words[i] = text.Quote(w)
	}
	return strings.Join(words, " ")
}

// digest returns a hash of the files that a command names, so that consent ends when one of them changes.
func digest(dir string, spec sts.Runner) string {
	h := sha256.New()
	for _, name := range program.Files(spec) {
		fmt.Fprintf(h, "%s %q\n", program.Hash(program.Place(dir, name)), name)
	}
	return hex.EncodeToString(h.Sum(nil))
}
