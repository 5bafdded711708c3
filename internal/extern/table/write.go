package table

import (
	"slices"
	"strings"
	"unicode"

	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// Text is the file in canonical form: sorted, every row with the comments above it.
func (f *File) Text() string {
	entries := slices.Clone(f.Entries)
	sortEntries(f.Extern, entries)
	var b strings.Builder
	f.writeLines(&b, f.top)
	f.writeLines(&b, []string{f.headerLine()})
	for _, e := range entries {
		f.writeLines(&b, e.Above)
		f.writeRow(&b, e.Row)
	}
	f.writeLines(&b, f.end)
	return b.String()
}

func (f *File) writeLines(b *strings.Builder, lines []string) {
	for _, line := range lines {
		b.WriteString(line)
		b.WriteString(f.newline)
	}
}

// headerLine has the columns in the order of the file.
func (f *File) headerLine() string {
	names := columnNames(f.Extern)
	var out []string
	for _, column := range f.columns {
		if column != ignored {
			out = append(out, names[column])
		}
	}
	return strings.Join(encodeAll(out), ",")
}

func (f *File) writeRow(b *strings.Builder, r Row) {
	types, columns := columnTypes(f.Extern), r.columns(f.Extern)
	var cells []string
	for _, column := range f.columns {
		if column != ignored {
			cells = append(cells, formatCell(types[column], columns[column]))
		}
	}
	f.writeLines(b, []string{strings.Join(encodeAll(cells), ",")})
}

// formatCell is the text of a cell before the quotes of CSV.
func formatCell(t *sts.Type, values []term.Value) string {
	if t.Scalar != nil && t.Scalar.Kind == term.KindString && plain(values[0].Text()) {
		return values[0].Text()
	}
	return t.Format(values)
}

// plain reports whether a string can be a cell as it is: it must survive spreadsheets, and be seen for what it is.
func plain(text string) bool {
	if text != strings.TrimSpace(text) || strings.HasPrefix(text, `"`) || strings.HasPrefix(text, "#") {
		return false
	}
	return !strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsGraphic(r) })
}

// encodeAll puts cells into the quotes of CSV if they need them. An empty cell does, so that no row is a blank line.
func encodeAll(texts []string) []string {
	out := slices.Clone(texts)
	for i, text := range out {
		if text == "" || strings.ContainsAny(text, ",\"\r\n") {
			out[i] = `"` + strings.ReplaceAll(text, `"`, `""`) + `"`
		}
	}
	return out
}
