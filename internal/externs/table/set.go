package table

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/externs/program"
)

// Set has the tables of all externs of a system with their files.
type Set struct {
	dir    string
	system *sts.System
	tables map[*sts.Extern]*Table
	files  map[*sts.Extern][]*File
}

// SetOptions configures how a set is opened.
type SetOptions struct {
	Dir       string // paths are relative to it: the folder of the model
	MayCreate bool   // missing files are not reported: they are about to be written
}

// OpenSet reads the tables that the externs of a system name. Faults of their text are reported to list; if there are errors, the set should
// not be used. The error is one of reading a file. A missing file is an empty table: a warning if the extern has a runner to fill it,
// otherwise an error in list.
func OpenSet(system *sts.System, dir string, list *diag.List) (*Set, error) {
	return SetOptions{Dir: dir}.Open(system, list)
}

// Open is OpenSet with options.
func (o SetOptions) Open(system *sts.System, list *diag.List) (*Set, error) {
	s := &Set{dir: o.Dir, system: system, tables: map[*sts.Extern]*Table{}, files: map[*sts.Extern][]*File{}}
	for _, x := range system.Externs {
		s.tables[x] = New(x)
		for _, ref := range x.Tables {
			f, err := o.openFile(x, ref, list)
			if err != nil {
				return nil, err
			}
			s.enter(f, list)
		}
		s.tables[x].MarkInitial()
	}
	return s, nil
}

func (o SetOptions) openFile(x *sts.Extern, ref sts.FileRef, list *diag.List) (*File, error) {
	path := program.Place(o.Dir, ref.Path)
	f, err := Load(x, path, ReadOptions{At: ref.Span}, list)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if !o.MayCreate {
			reportMissing(list, x, ref, path)
		}
		return newFile(x, path), nil
	case err != nil:
		return nil, fmt.Errorf("cannot read the table of %s: %w", x.Name, err)
	}
	if len(f.Entries) > 0 && f.Stale(o.Dir) {
		reportStale(list, f)
	}
	return f, nil
}

func reportMissing(list *diag.List, x *sts.Extern, ref sts.FileRef, path string) {
	d := diag.Diagnostic{Code: diag.CodeMissingFile, Span: ref.Span, Message: fmt.Sprintf("there is no table %s", path),
		Hint: fmt.Sprintf("create it with the header %q and a row for each call that is known", newFile(x, "").header())}
	if len(x.Runners) > 0 {
		d.Severity = diag.Warning
		d.Hint += fmt.Sprintf(", or run sextant table run MODEL %s ARGS --save or sextant explore MODEL --save", x.Name)
	}
	list.Add(d)
}

// enter adds the rows of a file to the table of its extern.
func (s *Set) enter(f *File, list *diag.List) {
	x := f.Extern
	for _, e := range f.Entries {
		isNew, err := s.tables[x].Add(e.Row)
		switch {
		case isNew:
		case err != nil:
			reportContradiction(list, x, s.Find(x, e.Row), e)
		default:
			reportDuplicate(list, x, s.Find(x, e.Row), e)
		}
	}
	s.files[x] = append(s.files[x], f)
}

// Table returns the table of an extern of the system.
func (s *Set) Table(x *sts.Extern) *Table { return s.tables[x] }

// Files returns the files of an extern as they were read, in the order of the model. New rows go to the first.
func (s *Set) Files(x *sts.Extern) []*File { return s.files[x] }

// Dir returns the folder that paths are relative to.
func (s *Set) Dir() string { return s.dir }

// Find returns the entry of a file with the arguments of a row, or the row itself without a place if no file has it.
func (s *Set) Find(x *sts.Extern, r Row) Entry {
	for _, f := range s.files[x] {
		if e := f.find(r.Args); e != nil {
			return *e
		}
	}
	return Entry{Row: r}
}

// Extern finds an extern by its name; the error suggests a similar name.
func (s *Set) Extern(name string) (*sts.Extern, error) {
	var names []string
	for _, x := range s.system.Externs {
		if x.Name == name {
			return x, nil
		}
		names = append(names, x.Name)
	}
	switch meant := diag.Closest(name, names); {
	case len(names) == 0:
		return nil, errors.New("the model has no externs")
	case meant != "":
		return nil, fmt.Errorf("no extern is called %q; did you mean %q?", name, meant)
	}
	const shown = 8
	if len(names) > shown {
		names = append(names[:shown-1], names[shown-1]+" and others")
	}
	return nil, fmt.Errorf("no extern is called %q; the model has %s", name, strings.Join(names, ", "))
}

// Externs returns the externs of the system.
func (s *Set) Externs() []*sts.Extern { return s.system.Externs }

// Merged returns one file with the rows of all files of an extern and those that are only in memory.
func (s *Set) Merged(x *sts.Extern) *File {
	out := newFile(x, "")
	for i, f := range s.files[x] {
		if i == 0 {
			out.top, out.columns = f.top, f.columns
		}
		for _, e := range f.Entries {
			out.put(e)
		}
		out.end = append(out.end, f.end...)
	}
	for _, r := range s.tables[x].Rows() {
		out.put(Entry{Row: r})
	}
	return out
}
