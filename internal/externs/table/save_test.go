package table

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// A missing table is created; an existing one gets the rows in order, and keeps its comments and columns.
func TestSave(t *testing.T) {
	dir := t.TempDir()
	system, x := squares()
	path := filepath.Join(dir, "square.csv")
	set := open(t, system, dir)
	if saved := save(t, set); len(saved) != 0 {
		t.Error("nothing was new, but saved:", saved)
	}
	add(t, set.Table(x), numbers(10, 100), numbers(-1, 1))
	if s := save(t, set)[0]; s.Added != 2 || s.Rows != 2 || !s.Written || s.Path != path {
		t.Errorf("%+v", s)
	}
	if got, want := contents(t, path), "n,result\n-1,1\n10,100\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	write(t, path, "# top\nresult,n\n\n# ten\n100,10\n1,-1\n# end\n")
	set = open(t, system, dir)
	add(t, set.Table(x), numbers(9, 81))
	save(t, set)
	if got, want := contents(t, path), "# top\nresult,n\n1,-1\n81,9\n\n# ten\n100,10\n# end\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := names(t, dir); got != "square.csv" {
		t.Errorf("left in the folder: %s", got)
	}
}

// What another process has saved since the set was opened is kept; saving again changes nothing.
func TestSaveMerges(t *testing.T) {
	dir := t.TempDir()
	system, x := squares()
	path := filepath.Join(dir, "square.csv")
	set := open(t, system, dir)
	add(t, set.Table(x), numbers(2, 4), numbers(3, 9))
	write(t, path, "n,result\n# by another\n3,9\n1,1\n")
	if s := save(t, set)[0]; s.Added != 1 || s.Rows != 3 {
		t.Errorf("%+v", s)
	}
	want := "n,result\n1,1\n2,4\n# by another\n3,9\n"
	if got := contents(t, path); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if s := save(t, set)[0]; s.Added != 0 || s.Written {
		t.Errorf("%+v", s)
	}
}

// A contradiction shows both rows, and nothing is written: to no table.
func TestSaveContradiction(t *testing.T) {
	dir := t.TempDir()
	system, x := squares()
	y := function("Aside", intType, "n", intType)
	y.Tables = []sts.FileRef{{Path: "aside.csv"}}
	system.Externs = []*sts.Extern{y, x}
	set := open(t, system, dir)
	add(t, set.Table(x), numbers(1, 1), numbers(2, 5))
	add(t, set.Table(y), numbers(1, 1))
	path := filepath.Join(dir, "square.csv")
	write(t, path, "n,result\n2,4\n")
	_, err := set.Save()
	var contradiction *ErrContradiction
	if !errors.As(err, &contradiction) {
		t.Fatal(err)
	}
	want := "Square answers differently for the same input: Square(2) = 4 (" + path + ":2), and now Square(2) = 5; nothing was written"
	if err.Error() != want {
		t.Errorf("got  %s\nwant %s", err, want)
	}
	if got := contents(t, path); got != "n,result\n2,4\n" || names(t, dir) != "square.csv" {
		t.Errorf("%q in %s", got, names(t, dir))
	}
}

// A file with errors, as while it is being edited, is not changed.
func TestSaveToFaultyFile(t *testing.T) {
	dir := t.TempDir()
	system, x := squares()
	set := open(t, system, dir)
	add(t, set.Table(x), numbers(1, 1))
	path := filepath.Join(dir, "square.csv")
	write(t, path, "n,result\n2,\n")
	_, err := set.Save()
	if err == nil || !strings.Contains(err.Error(), "nothing was written: "+path+":2: result: an empty value") {
		t.Error(err)
	}
	if got := contents(t, path); got != "n,result\n2,\n" {
		t.Error(got)
	}
}

func TestSaveKeepsModeAndLink(t *testing.T) {
	dir, other := t.TempDir(), t.TempDir()
	system, x := squares()
	real := filepath.Join(other, "real.csv")
	write(t, real, "n,result\n")
	if err := os.Chmod(real, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(real, filepath.Join(dir, "square.csv")); err != nil {
		t.Skip(err)
	}
	set := open(t, system, dir)
	add(t, set.Table(x), numbers(1, 1))
	save(t, set)
	info, err := os.Lstat(real)
	if err != nil || info.Mode().Perm() != 0o600 || contents(t, real) != "n,result\n1,1\n" {
		t.Error(info.Mode(), err, contents(t, real))
	}
	if info, err := os.Lstat(filepath.Join(dir, "square.csv")); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Error("the link was replaced", err)
	}
}

// A file that an editor changed after it was read is not overwritten.
func TestReplaceChanged(t *testing.T) {
	system, x := squares()
	dir := t.TempDir()
	path := filepath.Join(dir, "square.csv")
	set := open(t, system, dir)
	edits := []edit{{extern: x, path: path, add: entriesOf([]Row{numbers(1, 1)})}}
	for _, before := range []string{"", "n,result\n"} {
		if before != "" {
			write(t, path, before)
		}
		_, changes, err := set.prepare(edits)
		if err != nil {
			t.Fatal(err)
		}
		edited := "n,result\n7,49\n" + before
		write(t, path, edited)
		if err := commit(changes); !errors.Is(err, errChanged) {
			t.Error(err)
		}
		if got := contents(t, path); got != edited {
			t.Error(got)
		}
	}
}

// Two externs may share a file; no row of either is lost.
func TestSaveSharedFile(t *testing.T) {
	dir := t.TempDir()
	system, x := squares()
	y := function("Other", intType, "n", intType)
	y.Tables = x.Tables
	system.Externs = append(system.Externs, y)
	set := open(t, system, dir)
	add(t, set.Table(x), numbers(1, 1))
	add(t, set.Table(y), numbers(2, 4))
	save(t, set)
	if got := contents(t, filepath.Join(dir, "square.csv")); got != "n,result\n1,1\n2,4\n" {
		t.Error(got)
	}
}

// Values that a file cannot hold are rejected before anything is written.
func TestSaveUnwritable(t *testing.T) {
	dir := t.TempDir()
	x := function("F", intType, "s", textType)
	x.Tables = []sts.FileRef{{Path: "f.csv"}}
	set := open(t, &sts.System{Externs: []*sts.Extern{x}}, dir)
	add(t, set.Table(x), Row{Args: []term.Value{term.StringValue("\xff")}, Result: []term.Value{term.IntValue(1)}})
	if _, err := set.Save(); err == nil || !strings.Contains(err.Error(), "cannot be written") || names(t, dir) != "" {
		t.Error(err, names(t, dir))
	}
}

func TestSaveWithoutFolder(t *testing.T) {
	system, x := squares()
	set := open(t, system, inFolder(t, "none"))
	add(t, set.Table(x), numbers(1, 1))
	if _, err := set.Save(); err == nil || !strings.Contains(err.Error(), "no such file") {
		t.Error(err)
	}
}

// Import keeps comments, leaves out what is known, and refuses contradictions.
func TestImport(t *testing.T) {
	dir := t.TempDir()
	system, x := squares()
	path := filepath.Join(dir, "square.csv")
	write(t, path, "n,result\n2,4\n")
	from, _ := parse(x, "# campaign\nresult,n\n4,2\n\n# found by Ada\n9,3\n")
	saved, err := open(t, system, dir).Import(x, from)
	if err != nil || saved.Added != 1 || saved.Rows != 2 {
		t.Fatal(saved, err)
	}
	if got, want := contents(t, path), "n,result\n2,4\n# found by Ada\n3,9\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	from, _ = parse(x, "n,result\n5,25\n3,10\n")
	_, err = open(t, system, dir).Import(x, from)
	if err == nil || !strings.Contains(err.Error(), "Square(3) = 9 ("+path+":4), and now Square(3) = 10 (t.csv:3)") {
		t.Error(err)
	}
	x.Tables = nil
	if _, err := open(t, system, dir).Import(x, from); err == nil || !strings.Contains(err.Error(), "has no table") {
		t.Error(err)
	}
}

// Settle drops rows that are still there as they were, and duplicates, in all files.
func TestSettle(t *testing.T) {
	dir := t.TempDir()
	system, x := squares()
	x.Tables = append(x.Tables, sts.FileRef{Path: "more.csv"}, sts.FileRef{Path: "none.csv"})
	first, more := filepath.Join(dir, "square.csv"), filepath.Join(dir, "more.csv")
	write(t, first, "n,result\n# two\n2,5\n1,1\n1,1\n")
	write(t, more, "n,result\n3,10\n4,16\n")
	set := open(t, system, dir)
	write(t, first, "n,result\n# two\n2,5\n1,1\n1,1\n4,16\n")
	saved, err := set.Settle(x, []Row{numbers(2, 5), numbers(3, 10), numbers(4, 17)}, false)
	if err != nil || len(saved) != 2 || len(saved[0].Dropped) != 1 || saved[0].Dropped[0].Comments()[0] != "# two" {
		t.Fatal(saved, err)
	}
	if a, b := contents(t, first), contents(t, more); a != "n,result\n1,1\n4,16\n" || b != "n,result\n4,16\n" {
		t.Errorf("%q, %q", a, b)
	}
	if strings.Contains(names(t, dir), "none") {
		t.Error("a missing file was made")
	}
}

// Rows in memory and of several files are exported as one.
func TestMerged(t *testing.T) {
	dir := t.TempDir()
	system, x := squares()
	x.Tables = append(x.Tables, sts.FileRef{Path: "more.csv"})
	write(t, filepath.Join(dir, "square.csv"), "# a\nn,result\n2,4\n# z\n")
	write(t, filepath.Join(dir, "more.csv"), "# b\nresult,n\n# one\n1,1\n")
	set := open(t, system, dir)
	add(t, set.Table(x), numbers(0, 0))
	merged := set.Merged(x).Sorted()
	if got, want := merged.Text(), "# a\nn,result\n0,0\n# one\n1,1\n2,4\n# z\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if e := merged.find(numbers(1, 1).Args); e == nil || Place(e.Span) != filepath.Join(dir, "more.csv")+":4" {
		t.Errorf("%+v", e)
	}
}

// Temporary files of killed processes are swept away.
func TestSweep(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "[odd] name")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, ".square.csv123"), "half")
	system, x := squares()
	set := open(t, system, dir)
	add(t, set.Table(x), numbers(1, 1))
	save(t, set)
	if got := names(t, dir); got != "square.csv" {
		t.Error(got)
	}
	var list diag.List
	if _, err := OpenSet(system, dir, &list); err != nil || len(list.Sorted()) > 0 {
		t.Error(err, rendered(&list))
	}
}
