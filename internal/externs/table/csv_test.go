package table

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/testkit/codes"
)

// A file in canonical form is written back byte by byte.
func TestCanonicalFiles(t *testing.T) {
	externs := map[string]*sts.Extern{
		"fare.csv":     function("Fare", realType, "zones", pairType, "card", cardType),
		"label.csv":    function("Label", boolType, "text", textType, "small", byteType),
		"points.csv":   function("Middle", pointType, "points", pointsType),
		"windows.csv":  function("Square", intType, "n", intType),
		"constant.csv": function("Origin", pairType),
	}
	paths, err := filepath.Glob(filepath.Join("testdata", "canonical", "*.csv"))
	if err != nil || len(paths) != len(externs) {
		t.Fatal(paths, err)
	}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			var list diag.List
			f, err := Load(externs[filepath.Base(path)], path, ReadOptions{}, &list)
			if err != nil || len(list.Sorted()) > 0 || len(f.Entries) == 0 {
				t.Fatalf("%v\n%s", err, rendered(&list))
			}
			if got, want := f.Text(), contents(t, path); got != want {
				t.Errorf("written back as:\n%s\nwant:\n%s", got, want)
			}
		})
	}
}

// Tables written by hand, by spreadsheets and by other languages are read, and written in one form.
func TestForms(t *testing.T) {
	const canonical = "a,b,c,d,result\n"
	x := function("F", boolType, "a", intType, "b", realType, "c", cardType, "d", pairType)
	tests := []struct{ name, text, want string }{
		{"byte order mark", "\ufeffa,b,c,d,result\n1,2,none,\"[3,4]\",true\n", "1,2.0,none,\"[3, 4]\",true\n"},
		{"blanks", " a , b,c,d,result\n  1 ,\t2.50 , none , \" [ 3 , 4 ] \" , TRUE\n", "1,2.5,none,\"[3, 4]\",true\n"},
		{"no quotes around arrays", "a,b,c,d,result\n1,2,none,[3, 4],True\n", "1,2.0,none,\"[3, 4]\",true\n"},
		{"quotes around all", "\"a\",\"b\",\"c\",\"d\",\"result\"\n\"1\",\"2\",\"none\",\"[3, 4]\",\"true\"\n", "1,2.0,none,\"[3, 4]\",true\n"},
		{"numbers", "a,b,c,d,result\n0xff,1e-3,none,\"[-1_000, 0b11]\",false\n", "255,0.001,none,\"[-1000, 3]\",false\n"},
		{"fractions", "a,b,c,d,result\n+7,-2/6,none,\"[3, 4]\",false\n", "7,-1/3,none,\"[3, 4]\",false\n"},
		{"no line end", "a,b,c,d,result\n1,.5,none,\"[3, 4]\",false", "1,0.5,none,\"[3, 4]\",false\n"},
		{"order", "a,b,c,d,result\n10,0,none,\"[0, 0]\",true\n9,0,none,\"[0, 0]\",true\n-1,0,none,\"[0, 0]\",true\n",
			"-1,0.0,none,\"[0, 0]\",true\n9,0.0,none,\"[0, 0]\",true\n10,0.0,none,\"[0, 0]\",true\n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			f, list := parse(x, test.text)
			if len(list.Sorted()) > 0 {
				t.Fatal(rendered(list))
			}
			if got := f.Text(); got != canonical+test.want {
				t.Errorf("got\n%swant\n%s", got, canonical+test.want)
			}
		})
	}
}

// Fields of records may come in any order, with or without the name; strings may have lines.
func TestRecordsAndLines(t *testing.T) {
	x := function("F", textType, "p", pointType)
	for _, text := range []string{
		"p,result\n\"Point{x: 1, label: \"\"a\"\"}\",\"b\nc\"\n",
		"p,result\r\n\"{label: \"\"a\"\", x: 1}\",\"b\r\nc\"\r\n",
		"p,result\n{label: \"a\", x: 1},\"\"\"b\\nc\"\"\"\n",
	} {
		f, list := parse(x, text)
		if len(list.Sorted()) > 0 || len(f.Entries) != 1 {
			t.Fatal(rendered(list))
		}
		if got := FormatRow(x, f.Entries[0].Row); got != `F(Point{x: 1, label: "a"}) = "b\nc"` {
			t.Errorf("%q gives %s", text, got)
		}
	}
}

// Every fault is reported with its place and a hint.
func TestFaults(t *testing.T) {
	three := function("Fare", realType, "zones", pairType, "card", cardType)
	point := function("At", boolType, "p", pointType)
	label := function("Label", byteType, "text", textType)
	tests := []struct {
		name   string
		extern *sts.Extern
		text   string
		want   string // the parts of what is printed, separated by |
	}{
		{"misspelt header", rate(), "levle,result\n1,2\n", "t.csv:1:1: error[table-header]: Rate has no parameter `levle`|did you mean level?|\"level,result\""},
		{"header lacks a column", three, "zones,result\n", "t.csv:1:1: error[table-header]: the header lacks card|\"zones,card,result\""},
		{"column twice", rate(), "level,result,level\n", "t.csv:1:14: error[table-header]: the header of Rate has the column `level` twice"},
		{"no header", rate(), "1,2\n", "t.csv:1:1: error[table-header]: this is not the header|\"level,result\""},
		{"semicolons", rate(), "level;result\n1;2\n", "error[table-header]|separate columns by commas, not by semicolons"},
		{"empty", rate(), "", "t.csv:1:1: error[table-header]: the table has no header|\"level,result\""},
		{"only comments", rate(), "# nothing\n", "t.csv:2:1: error[table-header]: the table has no header"},
		{"too few cells", rate(), "level,result\n# one\n1\n", "t.csv:3:1: error[table-cells]: the row has 1 cell, but the header has 2"},
		{"too many cells", rate(), "level,result\n1,2,5\n", "t.csv:2:1: error[table-cells]: the row has 3 cells, but the header has 2|decimals have a point"},
		{"not closed", rate(), "level,result\n1,\"2\n3,4\n", "t.csv:2:3: error[table-quotes]: the quoted cell is not closed"},
		{"text after quotes", rate(), "level,result\n\"1\"2,3\n", "t.csv:2:4: error[table-quotes]: text follows the quote"},
		{"not a real", rate(), "level,result\n1, high\n", "t.csv:2:4: error[table-value]: result: `high` is not a real|2.42"},
		{"decimal comma", rate(), "level,result\n1,\"2,5\"\n", "t.csv:2:4: error[table-value]: result: `2,5` is not a real"},
		{"infinite", rate(), "level,result\n1,inf\n", "`inf` is not a real"},
		{"huge exponent", rate(), "level,result\n1,1e999999999\n", "`1e999999999` is not a real"},
		{"divided by zero", rate(), "level,result\n1,1/0\n", "`1/0` is not a real"},
		{"fraction of decimals", rate(), "level,result\n1,1.5/2\n", "`1.5/2` is not a real"},
		{"empty cell", rate(), "level,result\n1,\n", "t.csv:2:3: error[table-value]: result: an empty value is not a real|the value is empty"},
		{"not whole", rate(), "level,result\n1.0,2\n", "t.csv:2:1: error[table-value]: level: `1.0` is not of type 0..9|write 1"},
		{"comment in the row", rate(), "level,result\n1,2 # no\n", "write a comment on a line of its own"},
		{"semicolon in the row", rate(), "level,result\n1,2;3\n", "cells are separated by commas, not by semicolons"},
		{"too large", rate(), "level,result\n10,2\n", "t.csv:2:1: error[table-value-out-of-range]: level: 10 is not of type 0..9|widen"},
		{"negative byte", label, "text,result\na,-1\n", "t.csv:2:3: error[table-value-out-of-range]: result: -1 is not of type uint8"},
		{"no byte", label, "text,result\na,256\n", "256 is not of type uint8"},
		{"endless number", label, "text,result\na," + strings.Repeat("9", 10_001) + "\n", "a number may have 10000 digits"},
		{"misspelt member", three, "zones,card,result\n\"[1, 2]\",senoir,2\n", "t.csv:2:10: error[table-value]: card: `senoir` is not a member of Card|did you mean senior?"},
		{"no member", three, "zones,card,result\n\"[1, 2]\",x,2\n", "the members are none, junior, senior"},
		{"no bool", point, "p,result\n\"{x: 1, label: \"\"a\"\"}\",yes\n", "`yes` is not a bool|write true or false"},
		{"no array", three, "zones,card,result\n1,none,2\n", "t.csv:2:1: error[table-value]: zones: expected `[`, found `1`|looks like [0, 0]"},
		{"short array", three, "zones,card,result\n\"[1]\",none,2\n", "t.csv:2:2: error[table-value]: zones: the array has 1 elements, not 2"},
		{"long array", three, "zones,card,result\n\"[1, 2, 3]\",none,2\n", "the array has more than 2 elements"},
		{"array not closed", three, "zones,card,result\n\"[1, 2\",none,2\n", "expected `,`, found the end of the value"},
		{"wrong element", three, "zones,card,result\n\"[1, two]\",none,2\n", "t.csv:2:6: error[table-value]: zones: `two` is not of type int"},
		{"more than an array", three, "zones,card,result\n\"[1, 2] 3\",none,2\n", "unexpected `3` after the value"},
		{"misspelt field", point, "p,result\n\"{x: 1, labl: \"\"a\"\"}\",true\n", "t.csv:2:9: error[table-value]: p: Point has no field `labl`|did you mean label?"},
		{"field missing", point, "p,result\n{x: 1},true\n", "the field label is missing|Point{x: 0, label: \"text\"}"},
		{"field twice", point, "p,result\n\"{x: 1, x: 2}\",true\n", "the field x is given twice"},
		{"another record", point, "p,result\n\"Pint{x: 1, label: \"\"a\"\"}\",true\n", "`Pint` is not the record Point"},
		{"bare string", point, "p,result\n\"{x: 1, label: a}\",true\n", "expected a string in double quotes"},
		{"wrong place in quotes", point, "p,result\n\"{label: \"\"a\"\", x: b}\",true\n", "t.csv:2:20: error[table-value]: p: `b` is not of type int"},
		{"bad escape", label, "text,result\n\"\"\"a\\q\"\"\",1\n", "t.csv:2:5: error[table-value]: text: this is not an escape"},
		{"open literal", label, "text,result\n\"\"\"a\",1\n", "the string is not closed"},
		{"text after a literal", label, "text,result\n\"\"\"a\"\"b\",1\n", "text follows the quote that closes the string"},
		{"duplicate", rate(), "level,result\n1,2.5\n1,2.50\n", "t.csv:3:1: warning[duplicate-row]: Rate(1) is in the table twice|t.csv:2:1: note: it is here too"},
		{"contradiction", rate(), "level,result\n1,2.5\n1,2.6\n", "t.csv:3:1: error[contradictory-row]: Rate(1) = 2.6, but another row says 2.5|t.csv:2:1: note: Rate(1) = 2.5"},
		{"not text", rate(), "level,result\n1,caf\xe9\n", "t.csv:2:6: error[not-utf8]: the table is not UTF-8 text: it has the byte 0xe9 here"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, list := parse(test.extern, test.text)
			got := rendered(list)
			for part := range strings.SplitSeq(test.want, "|") {
				if !strings.Contains(got, part) {
					t.Errorf("printed is\n%swithout %q", got, part)
				}
			}
			if n := len(list.Sorted()); n != 1 {
				t.Errorf("%d problems instead of 1:\n%s", n, got)
			}
		})
	}
}

// The examples of the codes yield exactly their code.
func TestCodeExamples(t *testing.T) {
	for _, info := range codes.Section(t, codes.Table) {
		if info.Example == "" {
			continue
		}
		_, list := parse(rate(), info.Example)
		if found := list.Sorted(); len(found) != 1 || found[0].Code != info.Code {
			t.Errorf("the example of %s yields\n%s", info.Code, rendered(list))
		}
	}
}

// All rows are checked in one go, and those that are right are kept.
func TestAllFaults(t *testing.T) {
	f, list := parse(rate(), "level,result\n10,x\n1,2\n3\n\"4\",5\n")
	if len(list.Sorted()) != 3 || len(f.Entries) != 2 {
		t.Errorf("%d rows\n%s", len(f.Entries), rendered(list))
	}
}

// The comments of a duplicate are not lost.
func TestDuplicateComments(t *testing.T) {
	f, _ := parse(rate(), "level,result\n# one\n1,2\n# one\n\n# two\n1,2.0\n")
	if got, want := f.Text(), "level,result\n# one\n# two\n1,2.0\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestIgnoredColumns(t *testing.T) {
	var list diag.List
	source := diag.NewFile("t.csv", "test,result,level,by\n\"first, ok\",2.5,1,me\n")
	f := parseTable(rate(), source, ReadOptions{IgnoreOthers: true}, &list)
	if list.HasErrors() || len(list.Sorted()) != 2 || len(f.Entries) != 1 {
		t.Fatal(rendered(&list))
	}
	if got := f.Text(); got != "result,level\n2.5,1\n" {
		t.Error(got)
	}
}

// A parameter may be called result, too.
func TestParameterCalledResult(t *testing.T) {
	x := function("F", intType, "result", intType)
	f, list := parse(x, "result,result\n1,2\n")
	if list.HasErrors() || FormatRow(x, f.Entries[0].Row) != "F(1) = 2" {
		t.Fatal(rendered(list))
	}
}

func TestUnreadableFiles(t *testing.T) {
	dir := t.TempDir()
	var list diag.List
	if _, err := Load(rate(), filepath.Join(dir, "none.csv"), ReadOptions{}, &list); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	if _, err := Load(rate(), dir, ReadOptions{}, &list); err == nil || !strings.Contains(err.Error(), "folder") {
		t.Error(err)
	}
	large := filepath.Join(dir, "large.csv")
	write(t, large, "level,result\n")
	if err := os.Truncate(large, maxBytes+1); err != nil {
		t.Fatal(err)
	}
	if _, err := Load(rate(), large, ReadOptions{}, &list); err != nil || !strings.Contains(rendered(&list), "error[table-too-large]") {
		t.Error(err, rendered(&list))
	}
}

func TestTooManyRows(t *testing.T) {
	defer func(rows int) { maxRows = rows }(maxRows)
	maxRows = 1000
	x := function("F", boolType, "n", intType)
	var b strings.Builder
	b.WriteString("n,result\n")
	for i := range maxRows + 1 {
		b.WriteString(term.IntValue(int64(i)).Format(term.Int) + ",true\n")
	}
	_, list := parse(x, b.String())
	if !strings.Contains(rendered(list), "t.csv:1002:1: error[table-too-large]: the table has more than 1000 rows") {
		t.Error(rendered(list))
	}
}
