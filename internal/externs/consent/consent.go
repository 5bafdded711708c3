// Package consent decides what a model may do on the user's machine.
//
// A model may come from an untrusted source, such as a download. The language itself is harmless, and so are Starlark and WebAssembly, which
// run in a sandbox. Three things can do harm, and need the consent of the user:
//
//	exec   to run a program, which an extern names with run exec
//	net    to send arguments to a server, which an extern names with run http
//	files  to read or write a file outside of the folder of the model: a table, a script or an import
//
// A Request is one such thing. A Policy is what the user allows: by flags, by the environment variable SEXTANT_ALLOW, or by a Grant in the
// trust file, which remembers a request for a folder as long as the request and the programs that it runs stay the same.
package consent

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Kind is a kind of request.
type Kind = result.ConsentKind

// The kinds.
const (
	Exec  = result.ConsentExec
	Net   = result.ConsentNet
	Files = result.ConsentFiles
)

// Request is an action for which a model needs consent.
type Request struct {
	Kind   Kind
	What   string    // the command, the address or the absolute path that would be used
	From   string    // the part of the model that needs it, as in "extern Price"
	Span   diag.Span // its place
	Digest string    // a hash of the programs that the command names; empty if there are none
}

// deed describes in words what a kind of request does.
func deed(k Kind) string {
	switch k {
	case Exec:
		return "runs a program"
	case Net:
		return "sends data to a server"
	}
	return "names a file outside of the folder of the model"
}

// Allowed are the kinds of requests that are allowed without further checks.
type Allowed struct {
	Exec  bool `flag:"allow-exec" page:"-" replay:"model" help:"let the model run the programs that its externs name"`
	Net   bool `flag:"allow-net" page:"-" replay:"model" help:"let the model send arguments to the servers that its externs name"`
	Files bool `flag:"allow-files" page:"-" replay:"model" help:"let the model use files outside of its folder"`
}

// has reports whether a kind is allowed.
func (a Allowed) has(k Kind) bool {
	switch k {
	case Exec:
		return a.Exec
	case Net:
		return a.Net
	}
	return a.Files
}

// Variable is the environment variable that lists allowed kinds, separated by commas.
const Variable = "SEXTANT_ALLOW"

// fromEnvironment returns what Variable allows.
func fromEnvironment() (a Allowed, err error) {
	for word := range strings.SplitSeq(os.Getenv(Variable), ",") {
		switch Kind(strings.TrimSpace(word)) {
		case Exec:
			a.Exec = true
		case Net:
			a.Net = true
		case Files:
			a.Files = true
		case "":
		default:
			return a, fmt.Errorf("%s has %q: write a list of %s, %s and %s, separated by commas", Variable, word, Exec, Net, Files)
		}
	}
	return a, nil
}

// Policy is what a user allows. The zero value allows what the environment and the trust file allow.
type Policy struct {
	Allowed
	TrustFile string // empty is the one in the configuration folder of the user

	// Decide, if not nil, makes all decisions: Allowed, the environment and the trust file are ignored.
	Decide func(Request) bool
}

// Review returns the requests of a model in a folder that are refused.
func (p Policy) Review(folder string, requests []Request) ([]Request, error) {
	if p.Decide != nil {
		return slices.DeleteFunc(slices.Clone(requests), p.Decide), nil
	}
	open := slices.DeleteFunc(slices.Clone(requests), func(r Request) bool { return p.has(r.Kind) })
	if len(open) == 0 {
		return nil, nil
	}
	environment, err := fromEnvironment()
	if err != nil {
		return nil, err
	}
	open = slices.DeleteFunc(open, func(r Request) bool { return environment.has(r.Kind) })
	if len(open) == 0 {
		return nil, nil
	}
	grants, err := p.grants()
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(open, func(r Request) bool { return slices.Contains(grants, grantOf(folder, r)) }), nil
}

// Refused is the error of a model with requests that are not allowed. The requests were reported as diagnostics.
type Refused struct {
	Path     string
	Requests []Request
}

// Error names the flags that allow the requests.
func (e *Refused) Error() string {
	var flags []string
	for _, k := range []Kind{Exec, Net, Files} {
		if slices.ContainsFunc(e.Requests, func(r Request) bool { return r.Kind == k }) {
			flags = append(flags, "--allow-"+string(k))
		}
	}
	return fmt.Sprintf("%s needs your consent, and nothing was run, sent or opened for it: allow it for one command with %s, or remember it with: sextant trust %s",
		e.Path, strings.Join(flags, " "), text.Quote(e.Path))
}

// Summary lists the requests in a line.
func (e *Refused) Summary() string {
	var all []string
	for _, r := range e.Requests {
		all = append(all, r.message())
	}
	return strings.Join(all, "; ")
}

func (r Request) message() string {
	return fmt.Sprintf("%s %s, which needs your consent: %s", r.From, deed(r.Kind), text.Visible(r.What))
}

// Diagnostic shows a refused request at its place in the model.
func (r Request) Diagnostic() diag.Diagnostic {
	return diag.Diagnostic{Code: diag.CodeNeedsConsent, Span: r.Span, Message: r.message(),
		Hint: fmt.Sprintf("allow it with --allow-%s if you trust the model", r.Kind)}
}
