package model

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"path/filepath"
	"sort"
	"strconv"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/externs/consent"
	"github.com/sextant-mbt/sextant/internal/externs/table"
	"github.com/sextant-mbt/sextant/internal/language/compile"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Loaded is a model that was read, with the diagnostics about its text.
type Loaded struct {
	*compile.Model
	Path   string
	Consts map[string]string // values that replace those of declared constants
	List   *diag.List

	tables  *table.Set // that the last analysis opened
	policy  consent.Policy
	imports []consent.Request // imported files outside the folder of the model
	refused []consent.Request // those that the user does not allow
}

// LoadOptions configure how a model is read.
type LoadOptions struct {
	Consts map[string]string // values that replace those of declared constants
	Policy consent.Policy    // what the model may do

	Product []string // the features of the product, all others being off; nil leaves all features open

	ReadFile func(path string) ([]byte, error) // reads the files of the model; nil reads them from disk
	Uses     *compile.Uses                     // collects what names refer to; may be nil
}

// ErrModel is the error of an analysis on a model that has errors; the diagnostics are in Loaded.List.
type ErrModel struct {
	Path   string
	Errors int
}

// Error names only the file, since the errors were shown as diagnostics.
func (e *ErrModel) Error() string {
	return fmt.Sprintf("%s has errors", e.Path)
}

// ErrNotRead is the error of a model whose reading was ended by the time limit or the user.
type ErrNotRead struct {
	Path string
	Err  error // of the context
}

// Error advises to raise the time limit.
func (e *ErrNotRead) Error() string {
	if e.Err == context.DeadlineExceeded {
		return e.Path + " is large: the time limit was reached before it was read; allow more with --timeout"
	}
	return "interrupted before " + e.Path + " was read"
}

// Unwrap is the error of the context.
func (e *ErrNotRead) Unwrap() error { return e.Err }

// Load reads a model. It returns an error only if the file cannot be read; call Usable for errors in the model.
func Load(path string, options LoadOptions) (*Loaded, error) {
	return LoadWithin(context.Background(), path, options)
}

// LoadWithin is like Load, for models that may be very large: it returns when ctx ends.
func LoadWithin(ctx context.Context, path string, options LoadOptions) (*Loaded, error) {
	l := &Loaded{Path: path, Consts: options.Consts, List: &diag.List{}, policy: options.Policy}
	var err error
	l.Model, err = compile.Load(path, compile.Options{Consts: options.Consts, Product: options.Product, MayImport: l.mayImport, Stop: ctx.Err, ReadFile: options.ReadFile, Uses: options.Uses}, l.List)
	if err != nil && ctx.Err() != nil {
		err = &ErrNotRead{Path: path, Err: ctx.Err()}
	}
	if err != nil {
		return nil, err
	}
	l.fixProduct()
	return l, nil
}

// fixProduct makes the values of features constants, so that recompiling the model yields the same product.
func (l *Loaded) fixProduct() {
	if l.System == nil || len(l.System.Product) == 0 {
		return
	}
	consts := map[string]string{}
	maps.Copy(consts, l.Consts)
	for feature, on := range l.System.Product {
		consts[feature] = strconv.FormatBool(on)
	}
	l.Consts = consts
}

// Tables returns the tables that the last analysis of the model opened, with the rows that it added; nil if none did.
func (l *Loaded) Tables() *table.Set { return l.tables }

// Usable returns an *ErrModel if the model has errors, and a *consent.Refused if the user does not allow one of its imports.
func (l *Loaded) Usable() error {
	switch {
	case l.System != nil:
		return nil
	case len(l.refused) > 0:
		return &consent.Refused{Path: l.Path, Requests: l.refused}
	}
	return &ErrModel{Path: l.Path}
}

// Head returns the first fields of the document of a command.
func (l *Loaded) Head(command string) result.Head {
	return result.Head{Command: command, Model: l.Info(), Stop: result.StopDone}
}

// Name returns the name of the model: the declared one, or that of its file.
func (l *Loaded) Name() string {
	if l.System != nil && l.System.Name != "" {
		return l.System.Name
	}
	base := filepath.Base(l.Path)
	return strings.TrimSuffix(base, filepath.Ext(base))
}

// Info identifies the model in results. The hash is over the text of all its files.
func (l *Loaded) Info() result.Model {
	texts := make([]string, len(l.Files))
	for i, f := range l.Files {
		texts[i] = f.Text
	}
	sort.Strings(texts)
	h := sha256.New()
	for _, t := range texts {
		fmt.Fprintf(h, "%d\n%s", len(t), t)
	}
	return result.Model{Name: l.Name(), File: l.Path, Hash: hex.EncodeToString(h.Sum(nil))[:16]}
}

// Purpose finds a purpose of the model; nil for an empty name.
func Purpose(s *sts.System, name string) (*sts.Purpose, error) {
	if name == "" {
		return nil, nil
	}
	p, err := Find("purpose", name, s.Purposes, func(p sts.Purpose) string { return p.Name })
	return &p, err
}

// Find finds a part of the model by its name. The error suggests a similar name, or lists the existing ones.
func Find[T any](kind, name string, parts []T, nameOf func(T) string) (part T, err error) {
	names := make([]string, len(parts))
	for i, p := range parts {
		if names[i] = nameOf(p); names[i] == name {
			return p, nil
		}
	}
	hint := ""
	if meant := diag.Closest(name, names); meant != "" {
		hint = fmt.Sprintf("; did you mean %q?", meant)
	} else if len(names) > 0 {
		hint = "; it has: " + text.Clip(strings.Join(names, ", "), 200)
	}
	return part, fmt.Errorf("the model has no %s called %q%s", kind, name, hint)
}
