package table

import (
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/testkit/random"
	"github.com/sextant-mbt/sextant/internal/testkit/types"
)

// drawType draws a type: any, or a scalar, or arrays and records of such.
func drawType(t *rapid.T, depth int) *sts.Type {
	if rapid.Bool().Draw(t, "any type") {
		return types.Type(t, depth)
	}
	switch kind := rapid.IntRange(0, 3+depth).Draw(t, "kind"); {
	case kind == 4:
		return &sts.Type{Elem: drawType(t, depth-1), Length: rapid.IntRange(0, 3).Draw(t, "length")}
	case kind > 4:
		r := &sts.Type{Name: rapid.SampledFrom([]string{"", "Point", "Größe"}).Draw(t, "record")}
		for i := range rapid.IntRange(0, 3).Draw(t, "fields") {
			r.Fields = append(r.Fields, sts.Field{Name: fmt.Sprint("f", i), Type: drawType(t, depth-1)})
		}
		return r
	}
	return sts.ScalarType(rapid.SampledFrom(random.AllVariables()).Draw(t, "scalar").Sort)
}

// drawValues draws the scalars of a value; strings are of any characters.
func drawValues(t *rapid.T, typ *sts.Type) []term.Value {
	if rapid.Bool().Draw(t, "any value") || !typ.IsPlain() {
		return types.Value(t, typ)
	}
	out := []term.Value{}
	for _, leaf := range typ.Leaves() {
		if leaf.Sort.Kind == term.KindString && rapid.Bool().Draw(t, "any text") {
			out = append(out, term.StringValue(rapid.String().Draw(t, "text")))
			continue
		}
		out = append(out, random.Value(t, leaf.Sort))
	}
	return out
}

func drawExtern(t *rapid.T) *sts.Extern {
	x := &sts.Extern{Name: "F", Result: drawType(t, 2), Tables: []sts.FileRef{{Path: "f.csv"}}}
	for i := range rapid.IntRange(0, 3).Draw(t, "parameters") {
		x.Params = append(x.Params, sts.Field{Name: fmt.Sprint("x", i+1), Type: drawType(t, 2)})
	}
	return x
}

func drawRow(t *rapid.T, x *sts.Extern) Row {
	r := Row{Args: []term.Value{}, Result: drawValues(t, x.Result)}
	for _, p := range x.Params {
		r.Args = append(r.Args, drawValues(t, p.Type)...)
	}
	return r
}

// Saved rows are loaded unchanged, whatever the types; and a saved file is in canonical form.
func TestSaveLoadIdentity(t *testing.T) {
	dir := t.TempDir()
	round := 0
	rapid.Check(t, func(t *rapid.T) {
		round++
		x := drawExtern(t)
		x.Tables[0].Path = fmt.Sprintf("f%d.csv", round)
		system := &sts.System{Externs: []*sts.Extern{x}}
		set := mustOpen(t, system, dir)
		for range rapid.IntRange(1, 6).Draw(t, "rows") {
			_, _ = set.Table(x).Add(drawRow(t, x)) // one that contradicts another is left out
		}
		if _, err := set.Save(); err != nil {
			t.Fatal(err)
		}
		again := mustOpen(t, system, dir)
		if again.Table(x).Len() != set.Table(x).Len() {
			t.Fatalf("%d rows were saved, %d loaded", set.Table(x).Len(), again.Table(x).Len())
		}
		for _, r := range set.Table(x).Rows() {
			if result, ok := again.Table(x).Lookup(r.Args); !ok || !term.SameValues(result, r.Result) {
				t.Fatalf("%s is lost", FormatRow(x, r))
			}
		}
		checkCanonical(t, again.Files(x)[0], filepath.Join(dir, x.Tables[0].Path))
	})
}

func mustOpen(t *rapid.T, system *sts.System, dir string) *Set {
	var list diag.List
	set, err := SetOptions{Dir: dir, MayCreate: true}.Open(system, &list)
	if err != nil || len(list.Sorted()) > 0 {
		t.Fatalf("%v\n%s", err, rendered(&list))
	}
	return set
}

// checkCanonical compares the text of a file with the file.
func checkCanonical(t *rapid.T, f *File, path string) {
	text, _, err := readLimited(path)
	if err != nil || f.Text() != text {
		t.Fatalf("%v: the file\n%sis written back as\n%s", err, text, f.Text())
	}
}

// The order of rows is one: antisymmetric, transitive, and equal only for equal values.
func TestOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sort := drawType(t, 2).Packed()
		values := []term.Value{types.Leaf(t, sort), types.Leaf(t, sort), types.Leaf(t, sort)}
		if sort.Kind == term.KindString {
			for i := range values {
				values[i] = term.StringValue(rapid.StringMatching("[a0-2]{0,5}").Draw(t, "text"))
			}
		}
		compare := func(a, b term.Value) int { return compareValues(sort, a, b) }
		slices.SortFunc(values, compare)
		a, b, c := values[0], values[1], values[2]
		if compare(a, b) > 0 || compare(b, c) > 0 || compare(a, c) > 0 || compare(a, b) != -compare(b, a) || (compare(a, c) == 0) != a.Equal(c) {
			t.Fatal(values)
		}
	})
}

func TestNaturalOrder(t *testing.T) {
	want := []string{"", "01", "1", "1a", "2", "10", "a", "a01", "a1", "a1b", "a2", "a02x", "a10", "ab", "b1"}
	got := slices.Clone(want)
	slices.Reverse(got)
	slices.SortFunc(got, compareNaturally)
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// Reading never crashes, whatever the content of a file; and a file that was read without errors is written and read back unchanged.
func FuzzLoadCSV(f *testing.F) {
	x := function("F", realType, "zones", pairType, "card", cardType, "p", pointType, "s", textType, "b", byteType)
	f.Add("# top\nzones,card,p,s,b,result\n# row\n\"[1, 2]\",none,\"Point{x: 1, label: \"\"a\"\"}\",text,255,1/3\n# end\n")
	f.Add("result,b,s,p,card,zones\r\n1e3,0x1,\"\"\"\\u{41}\"\"\",{label: \"b\", x: -1},senior,[0, 0]\r\n\r\n")
	f.Add("zones,card,p,s,b,result\n\"[1, 2]\",none,\"{x: 1, label: \"\"a\"\"}\",\"two\nlines\",1,2\n\"[1, 2]\",none,\"{x: 1, label: \"\"a\"\"}\",\"two\nlines\",1,3\n")
	f.Add("\ufeffzones;card\n\"")
	f.Fuzz(func(t *testing.T, text string) {
		first, list := parse(x, text)
		_ = rendered(list)
		if list.HasErrors() {
			return
		}
		written := first.Text()
		second, list := parse(x, written)
		if len(list.Sorted()) > 0 || len(second.Entries) != len(first.Entries) || second.Text() != written {
			t.Fatalf("%q is written as %q and then as %q\n%s", text, written, second.Text(), rendered(list))
		}
		for _, e := range first.Entries {
			if same := second.find(e.Row.Args); same == nil || !term.SameValues(same.Row.Result, e.Row.Result) {
				t.Fatalf("%s is lost", FormatRow(x, e.Row))
			}
		}
	})
}
