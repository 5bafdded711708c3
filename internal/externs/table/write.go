package table

import (
	"slices"
	"strings"
	"unicode"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/core/value"
)

// Text is the file in canonical form: sorted, every row with the comments above it.
func (f *File) Text() string {
	entries := slices.Clone(f.Entries)
	sortEntries(f.Extern, entries)
	var b strings.Builder
	f.writeLines(&b, f.top)
	f.writeLines(&b, []string{f.header()})
	types := columnTypes(f.Extern)
	for _, e := range entries {
		columns := e.Row.columns(f.Extern)
		f.writeLines(&b, e.Above)
		f.writeLines(&b, []string{f.line(func(column int) string { return formatCell(types[column], columns[column]) })})
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

// line joins the cells of the columns of the file, in the quotes of CSV where they need them. An empty cell does, so that no row
// is a blank line.
func (f *File) line(cell func(column int) string) string {
	var cells []string
	for _, column := range f.columns {
		if column == ignored {
			continue
		}
		text := cell(column)
		if text == "" || strings.ContainsAny(text, ",\"\r\n") {
			text = `"` + strings.ReplaceAll(text, `"`, `""`) + `"`
		}
		cells = append(cells, text)
	}
	return strings.Join(cells, ",")
}

// header returns the names of the columns, in the order of the file.
func (f *File) header() string {
	names := columnNames(f.Extern)
	return f.line(func(column int) string { return names[column] })
}

// formatCell is the text of a cell before the quotes of CSV.
func formatCell(t *sts.Type, values []term.Value) string {
	if value.IsString(t) && plain(values[0].Text()) {
		return values[0].Text()
	}
	return t.Format(values)
}

// plain reports whether a string can be a cell without quotes: it must survive spreadsheets, and be unambiguous.
func plain(text string) bool {
	if text != strings.TrimSpace(text) || strings.HasPrefix(text, `"`) || strings.HasPrefix(text, "#") {
		return false
	}
	return !strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsGraphic(r) })
}
