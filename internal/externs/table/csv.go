package table

// The form of the files. A table of extern Fare(zones: int[2], card: Card) -> real looks like this:
//
//	# What the conductors charge.
//	# runner: sha256:5891b5b522d5df08... fare.star
//	zones,card,result
//	"[1, 2]",none,2.4
//	# the discount of March
//	"[1, 2]",senior,1.2
//
// Lines that begin with # are comments. Those above the header stay on top; those above a row stay with that row. The header
// has the names of the parameters and result, in any order. A cell that holds commas or quotes stands in double quotes, with
// quotes within it written twice, as all programs that know CSV do; around arrays and records the quotes may be left out.
//
//	bool            true, false, in any case
//	int             12, -3, 1_000, 0xff, 0b101
//	real            2.42, 1e-3, 1/3: always exact
//	enumeration     the name of the member
//	string          the text itself; or a literal of the language, such as "a\n" (in the file: """a\n"""), for whatever a cell
//	                does not show: line ends, blanks at the ends, a quote or # at the beginning
//	array, record   as the language writes them: [1, 2], Point{x: 1, y: 2}, {x: 1, y: 2}

import (
	"errors"
	"fmt"
	"io"
	"os"
	"unicode/utf8"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/core/value"
)

// The limits of a file.
const maxBytes = 64 << 20

var maxRows = 1_000_000 // a test lowers it

// Entry is a row of a file with the comments and blank lines above it.
type Entry struct {
	Row   Row
	Above []string
	Span  diag.Span // of the row; zero if it is not in a file yet
}

// File is a table file with its rows, comments and layout, so that it can be written back without losing anything.
type File struct {
	Extern  *sts.Extern
	Path    string
	Missing bool    // there is no such file yet
	Entries []Entry // without duplicates
	Twice   int     // duplicates that were left out

	top     []string  // lines above the header
	runner  diag.Span // of the comment that names the runner that the rows were recorded with
	columns []int     // of the header: numbers of parameters, len(Params) for the result, ignored for others
	end     []string  // lines below the last row
	newline string
	index   map[string]int // of Entries, by Key
}

// ignored is a column that is not one of the extern's.
const ignored = -1

// resultColumn is the name of the last column.
const resultColumn = "result"

func columnNames(x *sts.Extern) []string {
	names := make([]string, 0, len(x.Params)+1)
	for _, p := range x.Params {
		names = append(names, p.Name)
	}
	return append(names, resultColumn)
}

// newFile is a table without rows that is not on disk yet.
func newFile(x *sts.Extern, path string) *File {
	f := &File{Extern: x, Path: path, Missing: true, newline: "\n", index: map[string]int{}}
	for i := range columnNames(x) {
		f.columns = append(f.columns, i)
	}
	return f
}

// ReadOptions configures how a file is read. The zero value is for tables that a model names.
type ReadOptions struct {
	At           diag.Span // the place that names the file: for problems without a place in it
	IgnoreOthers bool      // columns that are not the extern's are left out with a warning, and not an error
}

// Load reads a file. Faults of its text are reported to list; then the correct rows are returned, but the file should not be
// used. For a missing file the error is fs.ErrNotExist; other errors are those of reading.
func Load(x *sts.Extern, path string, options ReadOptions, list *diag.List) (*File, error) {
	f, _, err := load(x, path, options, list)
	return f, err
}

// load is Load, and returns the state of the file before it was read.
func load(x *sts.Extern, path string, options ReadOptions, list *diag.List) (*File, os.FileInfo, error) {
	text, info, err := readLimited(path)
	if errors.Is(err, errTooLarge) {
		tooLarge(list, options.At, "%s has more than %d MiB", path, maxBytes>>20)
		return newFile(x, path), info, nil
	}
	if err != nil {
		return nil, info, err
	}
	return parseTable(x, diag.NewFile(path, text), options, list), info, nil
}

func tooLarge(list *diag.List, at diag.Span, format string, args ...any) {
	list.ErrorHint(diag.CodeTableTooLarge, at, "keep the rows that matter", format, args...)
}

var errTooLarge = errors.New("too large")

// readLimited reads a regular file that is not too large.
func readLimited(path string) (string, os.FileInfo, error) {
	info, err := os.Stat(path) // before it is opened: opening a pipe would wait for a writer
	if err != nil {
		return "", nil, err
	}
	if !info.Mode().IsRegular() {
		return "", info, fmt.Errorf("%s is not a file but a folder or device", path)
	}
	file, err := os.Open(path)
	if err != nil {
		return "", nil, err
	}
	defer file.Close()
	if info, err = file.Stat(); err != nil {
		return "", nil, err
	}
	data, err := io.ReadAll(io.LimitReader(file, maxBytes+1))
	if err == nil && len(data) > maxBytes {
		err = errTooLarge
	}
	return string(data), info, err
}

// parseTable reads the text of a table. See Load.
func parseTable(x *sts.Extern, source *diag.File, options ReadOptions, list *diag.List) *File {
	f := newFile(x, source.Name)
	f.Missing = false
	if !utf8.ValidString(source.Text) {
		notText(source, list)
		return f
	}
	p := &parser{scanner: newScanner(source, list), file: f, types: columnTypes(x), options: options}
	if p.header() {
		p.rows()
	}
	return f
}

// notText reports the first byte that is not UTF-8.
func notText(source *diag.File, list *diag.List) {
	for i, r := range source.Text {
		if _, size := utf8.DecodeRuneInString(source.Text[i:]); r == utf8.RuneError && size == 1 {
			list.ErrorHint(diag.CodeNotUTF8, diag.Span{File: source, Start: i, End: i + 1}, "save the table as UTF-8 text",
				"the table is not UTF-8 text: it has the byte 0x%02x here", source.Text[i])
			return
		}
	}
}

// columnTypes returns the types of the columns: those of the parameters, then that of the result.
func columnTypes(x *sts.Extern) []*sts.Type { return append(value.Types(x.Params), x.Result) }

// columns returns the scalars of each column of a row.
func (r Row) columns(x *sts.Extern) [][]term.Value {
	out := make([][]term.Value, 0, len(x.Params)+1)
	for _, part := range value.Each(value.Types(x.Params), r.Args) {
		out = append(out, part)
	}
	return append(out, r.Result)
}

// newRow returns a row of x with room for its scalars.
func newRow(x *sts.Extern) Row {
	return Row{Args: make([]term.Value, value.Size(value.Types(x.Params))), Result: make([]term.Value, x.Result.Size())}
}
