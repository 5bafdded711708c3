package table

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/base/diag/listing"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Types to make externs of.
var (
	intType    = sts.ScalarType(term.Int)
	digitType  = sts.ScalarType(term.Range(0, 9))
	realType   = sts.ScalarType(term.Real)
	textType   = sts.ScalarType(term.String)
	boolType   = sts.ScalarType(term.Bool)
	byteType   = sts.ScalarType(term.Bits(8, false))
	cardType   = sts.ScalarType(term.Enum("Card", "none", "junior", "senior"))
	pairType   = &sts.Type{Elem: intType, Length: 2}
	pointType  = &sts.Type{Name: "Point", Fields: []sts.Field{{Name: "x", Type: intType}, {Name: "label", Type: textType}}}
	pointsType = &sts.Type{Elem: pointType, Length: 2}
)

// function makes an extern; params are pairs of name and type.
func function(name string, result *sts.Type, params ...any) *sts.Extern {
	x := &sts.Extern{Name: name, Result: result}
	for i := 0; i < len(params); i += 2 {
		x.Params = append(x.Params, sts.Field{Name: params[i].(string), Type: params[i+1].(*sts.Type)})
	}
	return x
}

// rate is the extern of the examples in docs/codes.md.
func rate() *sts.Extern { return function("Rate", realType, "level", digitType) }

// squares is an extern of integers with a table and a system around it.
func squares() (*sts.System, *sts.Extern) {
	x := function("Square", intType, "n", intType)
	x.Tables = []sts.FileRef{{Path: "square.csv"}}
	return &sts.System{Externs: []*sts.Extern{x}}, x
}

func numbers(n, result int64) Row {
	return Row{Args: []term.Value{term.IntValue(n)}, Result: []term.Value{term.IntValue(result)}}
}

func parse(x *sts.Extern, text string) (*File, *diag.List) {
	list := &diag.List{}
	return parseTable(x, diag.NewFile("t.csv", text), ReadOptions{}, list), list
}

// rendered is the text of the diagnostics.
func rendered(list *diag.List) string {
	var b strings.Builder
	listing.Render(&b, list.Sorted(), list.Dropped(), false)
	return b.String()
}

func write(t testing.TB, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func contents(t testing.TB, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// open opens a set that must be without errors.
func open(t testing.TB, system *sts.System, dir string) *Set {
	t.Helper()
	var list diag.List
	set, err := SetOptions{Dir: dir, MayCreate: true}.Open(system, &list)
	if err != nil || list.HasErrors() {
		t.Fatalf("%v\n%s", err, rendered(&list))
	}
	return set
}

// add adds rows that must be new.
func add(t testing.TB, table *Table, rows ...Row) {
	t.Helper()
	for _, r := range rows {
		if isNew, err := table.Add(r); !isNew || err != nil {
			t.Fatal(FormatRow(table.Extern, r), isNew, err)
		}
	}
}

func save(t testing.TB, set *Set) []Saved {
	t.Helper()
	saved, err := set.Save()
	if err != nil {
		t.Fatal(err)
	}
	return saved
}

// names lists a folder.
func names(t testing.TB, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, e := range entries {
		out = append(out, e.Name())
	}
	return strings.Join(out, " ")
}

func inFolder(t testing.TB, name string) string { return filepath.Join(t.TempDir(), name) }
