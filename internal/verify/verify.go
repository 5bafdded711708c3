package verify

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// ListName is the file of a folder that lists the others with their hashes.
const ListName = "LIST"

// Verdict is what is known of a certificate after it was checked.
type Verdict string

// The verdicts.
const (
	Accepted  Verdict = "accepted"
	Refused   Verdict = "refused"   // the evidence does not show the claim, or a file was changed
	Undecided Verdict = "undecided" // the solver does not decide an obligation, or something is not computed here
)

// Checked is a certificate that was checked.
type Checked struct {
	File    string
	Claim   string // empty if it cannot be read
	Verdict Verdict
	Reason  string // unless it is accepted
}

// Limits of a folder.
const (
	maxFile  = 256 << 20
	maxFiles = 100_000
)

// Folder checks the certificates of a folder with every one of the solvers. The error is that there is nothing to check.
func Folder(ctx context.Context, folder string, solvers []Solver) ([]Checked, error) {
	listed, err := readList(folder)
	if err != nil {
		return nil, err
	}
	f := &checking{folder: folder, listed: listed, solvers: solvers, cores: map[string]*core{}}
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	var out []Checked
	for _, e := range entries {
		if _, known := listed[e.Name()]; !known && e.Name() != ListName {
			out = append(out, Checked{File: e.Name(), Verdict: Refused, Reason: "the list does not have this file"})
		}
	}
	names := make([]string, 0, len(listed))
	for name := range listed {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		if ctx.Err() != nil {
			return out, ctx.Err()
		}
		if checked, isClaim := f.file(ctx, name); isClaim {
			out = append(out, checked)
		}
	}
	return out, nil
}

// readList reads the hashes of the files of a folder.
func readList(folder string) (map[string]string, error) {
	text, err := readFile(filepath.Join(folder, ListName))
	if err != nil {
		return nil, err
	}
	out := map[string]string{}
	for i, line := range strings.Split(strings.TrimSpace(text), "\n") {
		hash, name, found := strings.Cut(line, " ")
		if !found || len(hash) != 64 || name != filepath.Base(name) || len(out) >= maxFiles {
			return nil, fmt.Errorf("%s: line %d: a hash and the name of a file are expected", filepath.Join(folder, ListName), i+1)
		}
		out[name] = hash
	}
	return out, nil
}

func readFile(name string) (string, error) {
	info, err := os.Stat(name)
	if err != nil {
		return "", err
	}
	if !info.Mode().IsRegular() || info.Size() > maxFile {
		return "", fmt.Errorf("%s is not a file of at most %d bytes", name, maxFile)
	}
	text, err := os.ReadFile(name)
	return string(text), err
}

// checking is a folder that is being checked.
type checking struct {
	folder  string
	listed  map[string]string // hashes, by name
	solvers []Solver
	cores   map[string]*core // by hash
}

// file checks a file of the list; false if it is a core, which has no claim of its own.
func (f *checking) file(ctx context.Context, name string) (out Checked, isClaim bool) {
	out = Checked{File: name, Verdict: Refused}
	text, err := readFile(filepath.Join(f.folder, name))
	if err != nil {
		out.Reason = err.Error()
		return out, true
	}
	if Hash(text) != f.listed[name] {
		out.Reason = "the file is not the one of the list: it was changed"
		return out, true
	}
	if strings.HasPrefix(text, "(core ") {
		return out, false
	}
	out.Claim, err = f.certificate(ctx, text)
	refused, unable := (*refusal)(nil), (*ErrUnable)(nil)
	switch {
	case err == nil:
		out.Verdict = Accepted
	case errors.As(err, &unable):
		out.Verdict, out.Reason = Undecided, err.Error()
	case errors.As(err, &refused):
		out.Reason = err.Error()
	default:
		out.Reason = "it cannot be read: " + err.Error()
	}
	return out, true
}

// certificate checks a certificate, and returns its claim in words.
func (f *checking) certificate(ctx context.Context, text string) (claim string, err error) {
	_, hash, err := readHeader(text)
	if err != nil {
		return "", err
	}
	c, err := f.core(hash)
	if err != nil {
		return "", err
	}
	made, err := checkWith(ctx, c, text, f.solvers)
	if made.Name == "" && err != nil {
		return "", err
	}
	return made.String(), err
}

// Claim is what a certificate claims.
type Claim struct {
	Never bool   // no run does it; otherwise a run does
	What  string // transition or invariant
	Name  string
}

// Certificate checks the text of a certificate about the text of a core, whose hash it must have, and returns the claim. The error is the reason
// why it is not accepted.
func Certificate(ctx context.Context, coreText, text string, solvers []Solver) (Claim, error) {
	_, hash, err := readHeader(text)
	if err != nil {
		return Claim{}, err
	}
	if hash != Hash(coreText) {
		return Claim{}, refuse("it is about another core")
	}
	c, err := readCore(coreText)
	if err != nil {
		return Claim{}, err
	}
	return checkWith(ctx, c, text, solvers)
}

func checkWith(ctx context.Context, c *core, text string, solvers []Solver) (Claim, error) {
	cert, err := readCertificate(c, text)
	if err != nil {
		return Claim{}, err
	}
	return Claim{cert.never, cert.what, cert.name}, cert.check(ctx, c, solvers)
}

// core returns the core with a hash.
func (f *checking) core(hash string) (*core, error) {
	if c := f.cores[hash]; c != nil {
		return c, nil
	}
	for name, h := range f.listed {
		if h != hash {
			continue
		}
		text, err := readFile(filepath.Join(f.folder, name))
		if err != nil {
			return nil, err
		}
		if Hash(text) != hash {
			return nil, refuse("the core that it is about was changed")
		}
		c, err := readCore(text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		f.cores[hash] = c
		return c, nil
	}
	return nil, refuse("the core that it is about is not in the list")
}

// check checks a certificate.
func (cert *certificate) check(ctx context.Context, c *core, solvers []Solver) error {
	if !cert.never {
		return cert.replay(c)
	}
	obligations, err := cert.obligations(c)
	if err != nil {
		return err
	}
	if len(solvers) == 0 && len(obligations) > 0 {
		return &ErrUnable{"there is no solver to ask"}
	}
	for _, s := range solvers {
		if err := s.refute(ctx, obligations); err != nil {
			return err
		}
	}
	return nil
}

// String returns the claim in words.
func (c Claim) String() string {
	words := map[string][2]string{"transition": {"a run takes the transition ", "no run takes the transition "}, "invariant": {"a run breaks the invariant ", "no run breaks the invariant "}}
	return words[c.What][truth(c.Never)] + c.Name
}
