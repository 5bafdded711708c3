package table

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/core/value"
)

// put adds an entry if its arguments are new. Otherwise it returns the entry that has them, which gets the comments of the new
// one if both have the same result.
func (f *File) put(e Entry) *Entry {
	key := Key(f.Extern, e.Row.Args)
	i, known := f.index[key]
	if !known {
		f.index[key] = len(f.Entries)
		f.Entries = append(f.Entries, e)
		return nil
	}
	old := &f.Entries[i]
	if term.SameValues(old.Row.Result, e.Row.Result) {
		old.addComments(e.Above)
	}
	return old
}

// addComments adds the comments that the entry does not have yet.
func (e *Entry) addComments(lines []string) {
	for _, line := range lines {
		if strings.TrimSpace(line) != "" && !slices.Contains(e.Above, line) {
			e.Above = append(e.Above, line)
		}
	}
}

// find returns the entry with the arguments, or nil.
func (f *File) find(args []term.Value) *Entry {
	if i, ok := f.index[Key(f.Extern, args)]; ok {
		return &f.Entries[i]
	}
	return nil
}

// merge adds entries and returns how many were new. A contradiction is an error that shows both; then f must not be used.
func (f *File) merge(entries []Entry) (int, error) {
	before := len(f.Entries)
	for _, e := range entries {
		if old := f.put(e); old != nil && !term.SameValues(old.Row.Result, e.Row.Result) {
			return 0, fmt.Errorf("%w; nothing was written", &ErrContradiction{Extern: f.Extern, Old: old.Row, New: e.Row, OldPlace: Place(old.Span), NewPlace: Place(e.Span)})
		}
	}
	return len(f.Entries) - before, nil
}

// drop removes the rows that the file still has with these results, and returns them with their comments.
func (f *File) drop(rows []Row) []Entry {
	results := map[string][]term.Value{}
	for _, r := range rows {
		results[Key(f.Extern, r.Args)] = r.Result
	}
	var dropped []Entry
	f.Entries = slices.DeleteFunc(f.Entries, func(e Entry) bool {
		result, ok := results[Key(f.Extern, e.Row.Args)]
		if ok = ok && term.SameValues(e.Row.Result, result); ok {
			dropped = append(dropped, e)
		}
		return ok
	})
	f.reindex()
	return dropped
}

func (f *File) reindex() {
	clear(f.index)
	for i, e := range f.Entries {
		f.index[Key(f.Extern, e.Row.Args)] = i
	}
}

// Place returns the file and line of a span as text, or the empty string.
func Place(s diag.Span) string {
	if s.File == nil {
		return ""
	}
	return fmt.Sprintf("%s:%d", s.FileName(), s.Position().Line)
}

func reportDuplicate(list *diag.List, x *sts.Extern, old, e Entry) {
	hint := "sextant table prune MODEL --save removes duplicates"
	if old.Span.File != e.Span.File {
		hint = "keep it in one of the files"
	}
	list.Add(diag.Diagnostic{Code: diag.CodeTableDuplicate, Severity: diag.Warning, Span: e.Span,
		Message: value.FormatCall(x, e.Row.Args) + " is in the table twice", Hint: hint,
		Related: []diag.Related{{Span: old.Span, Message: "it is here too"}}})
}

func reportContradiction(list *diag.List, x *sts.Extern, old, e Entry) {
	list.Add(diag.Diagnostic{Code: diag.CodeTableContradiction, Severity: diag.Error, Span: e.Span,
		Message: fmt.Sprintf("%s, but another row says %s", FormatRow(x, e.Row), x.Result.Format(old.Row.Result)),
		Hint:    "a function has one result for one input; remove the row that is wrong",
		Related: []diag.Related{{Span: old.Span, Message: FormatRow(x, old.Row)}}})
}

// Comments returns the comments above the row, without blank lines.
func (e Entry) Comments() []string {
	var out Entry
	out.addComments(e.Above)
	return out.Above
}

// Sorted returns f with its entries in the order in which they are written.
func (f *File) Sorted() *File {
	sortEntries(f.Extern, f.Entries)
	f.reindex()
	return f
}
