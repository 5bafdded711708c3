package table

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/base/file"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Saved describes the change of a file.
type Saved struct {
	Extern  *sts.Extern
	Path    string
	Added   int
	Dropped []Entry
	Rows    int  // that the file has now
	Written bool // false if there was nothing to change
}

// edit is a change of one file.
type edit struct {
	extern  *sts.Extern
	path    string
	add     []Entry
	drop    []Row
	tidy    bool // write even if only duplicates go
	confirm hashRule
}

// hashRule determines when the hash of the runner is stored.
type hashRule uint8

const (
	keepHash  hashRule = iota // never: the rows came from elsewhere
	firstHash                 // if there is none: old rows of another runner stay stale
	newHash                   // always: the runner returned all rows again
)

// Save writes the rows that were added since the set was opened to the first file of their extern, merged with what that file
// has now. Externs without a file are left out. A contradiction with a file is an error that shows both rows; then nothing is
// written at all. Save may be called again as the tables grow.
func (s *Set) Save() ([]Saved, error) {
	var edits []edit
	for _, x := range s.system.Externs {
		t := s.tables[x]
		if fresh := t.Rows()[t.Initial():]; len(fresh) > 0 && len(s.files[x]) > 0 {
			edits = append(edits, edit{extern: x, path: s.files[x][0].Path, add: entriesOf(fresh), confirm: firstHash})
		}
	}
	return s.apply(edits)
}

func entriesOf(rows []Row) []Entry {
	out := make([]Entry, len(rows))
	for i, r := range rows {
		out[i].Row = r
	}
	return out
}

// Import writes the rows of another file, with their comments, to the first file of x. Rows that any file of x has already are
// left out; a contradiction is an error, and nothing is written.
func (s *Set) Import(x *sts.Extern, from *File) (Saved, error) {
	if len(s.files[x]) == 0 {
		return Saved{}, fmt.Errorf("extern %s has no table: add table %q to it", x.Name, "NAME.csv")
	}
	var fresh []Entry
	for _, e := range from.Entries {
		result, known := s.tables[x].Lookup(e.Row.Args)
		if known && !term.SameValues(result, e.Row.Result) {
			old := s.Find(x, e.Row)
			return Saved{}, &ErrContradiction{Extern: x, Old: old.Row, New: e.Row, OldPlace: Place(old.Span), NewPlace: Place(e.Span)}
		}
		if !known {
			e.Above = slices.DeleteFunc(slices.Clone(e.Above), func(line string) bool { return strings.TrimSpace(line) == "" })
			fresh = append(fresh, e)
		}
	}
	saved, err := s.apply([]edit{{extern: x, path: s.files[x][0].Path, add: fresh}})
	if err != nil {
		return Saved{}, err
	}
	return saved[0], nil
}

// Settle drops rows and duplicates from all files of x, and if confirmed stores the present runner as the one that returned all
// remaining rows.
func (s *Set) Settle(x *sts.Extern, drop []Row, confirmed bool) ([]Saved, error) {
	var edits []edit
	for i, f := range s.files[x] {
		if f.Missing {
			continue
		}
		e := edit{extern: x, path: f.Path, drop: drop, tidy: f.Twice > 0}
		if confirmed && (i == 0 || f.hashed()) {
			e.confirm = newHash
		}
		edits = append(edits, e)
	}
	return s.apply(edits)
}

// change is a file that was read and changed in memory, and the state that it was read in.
type change struct {
	file  *File
	path  string // links followed
	state os.FileInfo
	write bool
}

// errChanged is the reason to start again: a program that does not lock, such as an editor, wrote to the file meanwhile.
var errChanged = errors.New("the file is being changed by another program")

// apply makes the edits: all of them in memory first, and only if that works on disk.
func (s *Set) apply(edits []edit) ([]Saved, error) {
	release, err := lockAll(edits)
	if err != nil {
		return nil, err
	}
	defer release()
	const attempts = 5
	for i := 1; ; i++ {
		saved, changes, err := s.prepare(edits)
		if err == nil {
			err = commit(changes)
		}
		if !errors.Is(err, errChanged) || i == attempts {
			return saved, err
		}
	}
}

// lockWait is how long to wait for another process that writes to the same folder.
const lockWait = 20 * time.Second

// lockAll locks the folders of all edits, in one order for all processes.
func lockAll(edits []edit) (release func(), err error) {
	var folders []string
	for _, e := range edits {
		folders = append(folders, filepath.Dir(file.Resolve(e.path)))
	}
	slices.Sort(folders)
	var releases []func()
	release = func() {
		for _, r := range releases {
			r()
		}
	}
	for _, folder := range slices.Compact(folders) {
		r, err := file.Lock(folder, lockWait)
		if err != nil {
			release()
			return nil, err
		}
		releases = append(releases, r)
	}
	return release, nil
}

// prepare reads the files as they are now and makes the edits in memory. Several externs may share a file.
func (s *Set) prepare(edits []edit) ([]Saved, []*change, error) {
	var saved []Saved
	var changes []*change
	byPath := map[string]*change{}
	for _, e := range edits {
		path := file.Resolve(e.path)
		if byPath[path] == nil {
			c, err := read(e, path)
			if err != nil {
				return nil, nil, err
			}
			byPath[path], changes = c, append(changes, c)
		}
		done, err := byPath[path].carryOut(e, s.dir)
		if err != nil {
			return nil, nil, err
		}
		saved = append(saved, done)
	}
	return saved, changes, nil
}

// read reads the file of an edit, or begins a new one.
func read(e edit, path string) (*change, error) {
	var list diag.List
	f, state, err := load(e.extern, e.path, ReadOptions{}, &list)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return &change{file: newFile(e.extern, e.path), path: path}, nil
	case err != nil:
		return nil, fmt.Errorf("cannot read the table of %s: %w", e.extern.Name, err)
	case list.HasErrors():
		return nil, fmt.Errorf("nothing was written: %w", firstError(&list))
	}
	return &change{file: f, path: path, state: state}, nil
}

// firstError returns the first error of a list.
func firstError(list *diag.List) error {
	for _, d := range list.Sorted() {
		if d.Severity == diag.Error {
			return fmt.Errorf("%s: %s", Place(d.Span), d.Message)
		}
	}
	return nil
}

// carryOut makes an edit in memory.
func (c *change) carryOut(e edit, dir string) (Saved, error) {
	dropped := c.file.drop(e.drop)
	added, err := c.file.merge(e.add)
	if err != nil {
		return Saved{}, err
	}
	hashed := false
	if e.confirm == newHash || e.confirm == firstHash && added > 0 && !c.file.hashed() {
		hashed = c.file.setRunner(runnerLines(e.extern, dir))
	}
	changed := added > 0 || len(dropped) > 0 || hashed || e.tidy && c.file.Twice > 0
	c.write = c.write || changed
	return Saved{Extern: e.extern, Path: e.path, Added: added, Dropped: dropped, Rows: len(c.file.Entries), Written: changed}, nil
}

// commit writes the changed files, if all of them can be read back.
func commit(changes []*change) error {
	changes = slices.DeleteFunc(changes, func(c *change) bool { return !c.write })
	texts := make([]string, len(changes))
	for i, c := range changes {
		var err error
		if texts[i], err = c.file.checkedText(); err != nil {
			return err
		}
	}
	for i, c := range changes {
		if err := c.replace(texts[i]); err != nil {
			return err
		}
	}
	return nil
}

// replace writes the file, if it is still in the state that it was read in.
func (c *change) replace(text string) error {
	now, err := os.Stat(c.path)
	isNew := c.state == nil && errors.Is(err, fs.ErrNotExist)
	if !isNew && (c.state == nil || err != nil || !os.SameFile(now, c.state) || now.Size() != c.state.Size() || !now.ModTime().Equal(c.state.ModTime())) {
		return fmt.Errorf("nothing was written to %s: %w", c.path, errChanged)
	}
	file.Sweep(c.path)
	return file.Write(c.path, []byte(text))
}

// checkedText returns the text of the file, read back to make sure that it has the same rows: nothing is written that does not
// load.
func (f *File) checkedText() (string, error) {
	text := f.Text()
	if len(text) > maxBytes {
		return "", fmt.Errorf("%s would have more than %d MiB; nothing was written", f.Path, maxBytes>>20)
	}
	var list diag.List
	again := parseTable(f.Extern, diag.NewFile(f.Path, text), ReadOptions{}, &list)
	if list.HasErrors() {
		return "", fmt.Errorf("this cannot be written to a table: %w", firstError(&list))
	}
	for _, e := range f.Entries {
		if same := again.find(e.Row.Args); same == nil || !term.SameValues(same.Row.Args, e.Row.Args) || !term.SameValues(same.Row.Result, e.Row.Result) {
			return "", fmt.Errorf("%s cannot be written to a table", FormatRow(f.Extern, e.Row))
		}
	}
	return text, nil
}
