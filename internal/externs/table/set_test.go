package table

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/core/value"
)

// problems opens a set and returns the reported problems.
func problems(t *testing.T, system *sts.System, dir string) string {
	t.Helper()
	var list diag.List
	if _, err := OpenSet(system, dir, &list); err != nil {
		t.Fatal(err)
	}
	return rendered(&list)
}

func wantParts(t *testing.T, got string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(got, part) {
			t.Errorf("printed is\n%swithout %q", got, part)
		}
	}
}

// A missing table is an error, unless there is a runner to fill it.
func TestMissingTable(t *testing.T) {
	dir := t.TempDir()
	system, x := squares()
	x.Tables[0].Span = diag.Span{File: diag.NewFile("m.sxt", `table "square.csv"`), End: 18}
	wantParts(t, problems(t, system, dir), "m.sxt:1:1: error[missing-file]: there is no table", `create it with the header "n,result"`)
	x.Runners = []sts.Runner{{Kind: "starlark", Spec: "square.star"}}
	wantParts(t, problems(t, system, dir), "warning[missing-file]", "sextant table run MODEL Square ARGS --save or sextant explore MODEL --save")
}

func TestUnreadableTable(t *testing.T) {
	dir := t.TempDir()
	system, _ := squares()
	if err := os.Mkdir(filepath.Join(dir, "square.csv"), 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenSet(system, dir, &diag.List{}); err == nil || !strings.Contains(err.Error(), "cannot read the table of Square") {
		t.Error(err)
	}
}

// All tables of an extern are one; rows are compared across files.
func TestSeveralTables(t *testing.T) {
	dir := t.TempDir()
	system, x := squares()
	first, second := filepath.Join(dir, "square.csv"), filepath.Join(dir, "more.csv")
	x.Tables = append(x.Tables, sts.FileRef{Path: second})
	write(t, first, "n,result\n1,1\n2,4\n")
	write(t, second, "n,result\n3,9\n")
	set := open(t, system, dir)
	if set.Table(x).Len() != 3 || set.Table(x).Initial() != 3 {
		t.Error(set.Table(x).Rows())
	}
	add(t, set.Table(x), numbers(4, 16))
	save(t, set)
	if got := contents(t, first) + contents(t, second); got != "n,result\n1,1\n2,4\n4,16\nn,result\n3,9\n" {
		t.Error(got)
	}
	write(t, second, "n,result\n2,4\n")
	wantParts(t, problems(t, system, dir), "more.csv:2:1: warning[duplicate-row]", "keep it in one of the files", "square.csv:3:1: note")
	write(t, second, "n,result\n2,5\n")
	wantParts(t, problems(t, system, dir), "more.csv:2:1: error[contradictory-row]: Square(2) = 5, but another row says 4", "square.csv:3:1: note")
}

// The hash of the runner is stored with the first rows; when the runner changes, the table is stale until it is confirmed.
func TestStale(t *testing.T) {
	dir := t.TempDir()
	system, x := squares()
	x.Runners = []sts.Runner{{Kind: "starlark", Spec: "square.star"}}
	path, script := filepath.Join(dir, "square.csv"), filepath.Join(dir, "square.star")
	write(t, script, "one")
	set := open(t, system, dir)
	add(t, set.Table(x), numbers(1, 1))
	save(t, set)
	const hashOfOne = "7692c3ad3540bb803c020b3aee66cd8887123234ea0c6e7143c0add73ff431ed"
	if got, want := contents(t, path), "# runner: sha256:"+hashOfOne+" square.star\nn,result\n1,1\n"; got != want {
		t.Fatalf("got %q, want %q", got, want)
	}
	if got := problems(t, system, dir); got != "" {
		t.Error(got)
	}
	write(t, script, "two")
	wantParts(t, problems(t, system, dir), "square.csv:1:1: warning[stale-table]: the runner of Square changed since this row was recorded", "sextant table recheck MODEL")

	set = open(t, system, dir)
	add(t, set.Table(x), numbers(2, 4))
	save(t, set)
	if !set.Files(x)[0].Stale(dir) || !strings.Contains(contents(t, path), hashOfOne) {
		t.Error("new rows hide that the old ones are stale")
	}
	wantParts(t, problems(t, system, dir), "since these 2 rows were recorded")
	saved, err := open(t, system, dir).Settle(x, nil, true)
	if err != nil || !saved[0].Written || strings.Contains(contents(t, path), hashOfOne) {
		t.Error(saved, err)
	}
	if got := problems(t, system, dir); got != "" {
		t.Error(got)
	}
	if saved, err := open(t, system, dir).Settle(x, nil, true); err != nil || saved[0].Written {
		t.Error(saved, err)
	}
}

func TestRunnerLines(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "f.py"), "one")
	write(t, filepath.Join(dir, "data.bin"), "two")
	tests := []struct {
		kind, spec string
		want       int
	}{
		{"starlark", "f.py", 1}, {"starlark", "none.star", 0}, {"wasm", filepath.Join(dir, "data.bin"), 1}, {"starlark", ".", 0},
		{"exec", "python3 f.py 'data.bin' f.py", 2}, {"exec", "python3 -V", 0}, {"exec", filepath.Join(dir, "f.py"), 0},
		{"http", "f.py", 0}, {"go", "f.py", 0},
	}
	for _, test := range tests {
		x := &sts.Extern{Runners: []sts.Runner{{Kind: test.kind, Spec: test.spec}}}
		lines := runnerLines(x, dir)
		if len(lines) != test.want || strings.Contains(strings.Join(lines, ""), dir) {
			t.Errorf("%s %s: %q", test.kind, test.spec, lines)
		}
	}
}

func TestFindExtern(t *testing.T) {
	system, x := squares()
	set := open(t, system, t.TempDir())
	if found, err := set.Extern("Square"); err != nil || found != x || set.Externs()[0] != x {
		t.Error(found, err)
	}
	for name, want := range map[string]string{"Sqare": `did you mean "Square"?`, "Tariff": "the model has Square"} {
		if _, err := set.Extern(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Error(err)
		}
	}
	for len(system.Externs) < 9 {
		system.Externs = append(system.Externs, x)
	}
	if _, err := set.Extern("Tariff"); !strings.Contains(err.Error(), "and others") {
		t.Error(err)
	}
	if _, err := open(t, &sts.System{}, "").Extern("F"); err == nil || !strings.Contains(err.Error(), "no externs") {
		t.Error(err)
	}
}

func TestParseArguments(t *testing.T) {
	two := function("F", intType, "a", intType, "b", pairType)
	text := function("G", intType, "s", textType)
	none := function("H", intType)
	tests := []struct {
		extern *sts.Extern
		words  string // separated by |
		want   string
	}{
		{two, "1, [2, 3]|4,[5,6]", "F(1, [2, 3]) F(4, [5, 6])"},
		{two, "1|[2, 3]", "F(1, [2, 3])"},
		{two, "1|[2, 3]|4|[5, 6]", "F(1, [2, 3]) F(4, [5, 6])"},
		{two, "1", "F takes 2 arguments (a: int, b: int[2]), but `1` has 1"},
		{two, "1|[2, 3]|4", "F takes 2 arguments (a: int, b: int[2]), but `1` has 1"},
		{two, "", "F takes 2 arguments (a: int, b: int[2])"},
		{two, "1|[2]", "b of F: the array has 1 elements, not 2; it looks like [0, 0]"},
		{two, "x, [1, 2]", "a of F: `x` is not of type int; write a whole number, such as 12, -3 or 0xff"},
		{two, "1\n, [1, 2]", "`1\n, [1, 2]`: an argument of F has one line"},
		{text, "a, b|c", `G("a, b") G("c")`},
		{text, `"a, b"`, `G("a, b")`},
		{text, `"a" b`, "s of G: text follows the quote that closes the string; within a literal, a quote is written \\\""},
		{none, "", "H()"},
		{none, "1", "H takes 0 arguments (), but `1` has 1"},
	}
	for _, test := range tests {
		var words []string
		if test.words != "" {
			words = strings.Split(test.words, "|")
		}
		calls, err := ParseArguments(test.extern, words)
		var shown []string
		for _, args := range calls {
			shown = append(shown, value.FormatCall(test.extern, args))
		}
		got := strings.Join(shown, " ")
		if err != nil {
			got = err.Error()
		}
		if got != test.want {
			t.Errorf("%q gives %s, want %s", test.words, got, test.want)
		}
	}
}

func TestRecheck(t *testing.T) {
	dir := t.TempDir()
	system, x := squares()
	write(t, filepath.Join(dir, "square.csv"), "n,result\n4,16\n3,9\n2,5\n1,1\n")
	set := open(t, system, dir)
	square := func(_ context.Context, args []term.Value) ([]term.Value, error) {
		n, _ := args[0].Small()
		if n == 3 {
			return nil, errors.New("unlucky")
		}
		return []term.Value{term.IntValue(n * n)}, nil
	}
	wrong, checked, err := set.Recheck(context.Background(), x, square, 3)
	if err != nil || checked != 4 || len(wrong) != 2 {
		t.Fatal(wrong, checked, err)
	}
	if FormatRow(x, wrong[0].Entry.Row) != "Square(2) = 5" || !wrong[0].Differs() || wrong[1].Err == nil || wrong[1].Differs() {
		t.Errorf("%+v", wrong)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, checked, err := set.Recheck(ctx, x, square, 3); !errors.Is(err, context.Canceled) || checked == 4 {
		t.Error(checked, err)
	}
}

// A table may be used by several goroutines, and finds contradictions.
func TestTable(t *testing.T) {
	_, x := squares()
	table := New(x)
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			for n := range int64(50) {
				if _, err := table.Add(numbers(n, n*n)); err != nil {
					t.Error(err)
				}
				if result, ok := table.Lookup(numbers(n, 0).Args); !ok || !result[0].Equal(term.IntValue(n*n)) {
					t.Error(n, result, ok)
				}
			}
		})
	}
	group.Wait()
	if table.Len() != 50 || len(table.Rows()) != 50 {
		t.Error(table.Len())
	}
	var contradiction *ErrContradiction
	if _, err := table.Add(numbers(2, 5)); !errors.As(err, &contradiction) ||
		err.Error() != "Square answers differently for the same input: Square(2) = 4, and now Square(2) = 5" {
		t.Error(err)
	}
	if _, ok := table.Lookup(numbers(77, 0).Args); ok {
		t.Error("an unknown row was found")
	}
}
