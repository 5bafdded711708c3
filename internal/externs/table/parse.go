package table

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/core/value"
)

// parser reads the header and the rows of one file.
type parser struct {
	*scanner
	file    *File
	types   []*sts.Type // of the columns
	options ReadOptions
}

// header reads everything up to the header, and reports whether the rows can be read.
func (p *parser) header() bool {
	p.file.top = p.remarks()
	p.file.runner = runnerSpan(p.source, p.file.top)
	start, end := p.at, p.lineEnd()
	if p.done() {
		p.list.ErrorHint(diag.CodeTableHeader, p.span(start, end), p.headerHint(), "the table has no header")
		return false
	}
	if strings.HasPrefix(p.text[end:], "\r\n") {
		p.file.newline = "\r\n"
	}
	cells, ok := p.cells(func(int) bool { return false })
	return ok && p.match(cells, p.span(start, end))
}

func (p *parser) headerHint() string {
	return fmt.Sprintf("the header of a table of %s is %q", p.file.Extern.Name, newFile(p.file.Extern, "").header())
}

// match finds the column that each cell of the header names.
func (p *parser) match(cells []cell, line diag.Span) bool {
	missing := columnNames(p.file.Extern) // an empty name is one that was found
	p.file.columns = nil
	var unknown []cell
	for _, c := range cells {
		column := slices.Index(missing, c.text)
		if column == ignored || c.text == "" {
			column, unknown = ignored, append(unknown, c)
		} else {
			missing[column] = ""
		}
		p.file.columns = append(p.file.columns, column)
	}
	missing = slices.DeleteFunc(missing, func(name string) bool { return name == "" })
	return p.headerIs(cells, unknown, missing, line)
}

// headerIs reports the cells that name no column, and the columns that no cell names.
func (p *parser) headerIs(cells, unknown []cell, missing []string, line diag.Span) bool {
	switch {
	case len(unknown) == 0 && len(missing) == 0:
		return true
	case len(unknown) == len(cells):
		hint := p.headerHint()
		if strings.Contains(line.Text(), ";") {
			hint = "separate columns by commas, not by semicolons; " + hint
		}
		p.list.ErrorHint(diag.CodeTableHeader, line, hint, "this is not the header of a table of %s", p.file.Extern.Name)
		return false
	case p.options.IgnoreOthers && len(missing) == 0:
		for _, c := range unknown {
			p.list.Warnf(diag.CodeTableIgnored, p.cellSpan(c), "%s has no parameter %s; the column is left out", p.file.Extern.Name, value.Show(c.text))
		}
		return true
	}
	for _, c := range unknown {
		p.unknownColumn(c, missing)
	}
	if len(unknown) == 0 {
		p.list.ErrorHint(diag.CodeTableHeader, line, p.headerHint(), "the header lacks %s", strings.Join(missing, ", "))
	}
	return false
}

func (p *parser) unknownColumn(c cell, missing []string) {
	hint, message := p.headerHint(), "%s has no parameter %s"
	if meant := diag.Closest(c.text, missing); meant != "" {
		hint = fmt.Sprintf("did you mean %s? %s", meant, hint)
	}
	if slices.Contains(columnNames(p.file.Extern), c.text) {
		message = "the header of %s has the column %s twice"
	}
	p.list.ErrorHint(diag.CodeTableHeader, p.cellSpan(c), hint, message, p.file.Extern.Name, value.Show(c.text))
}

func (p *parser) cellSpan(c cell) diag.Span { return p.span(c.start, max(c.end, c.start+1)) }

// rows reads all rows.
func (p *parser) rows() {
	for {
		above := p.remarks()
		if p.done() {
			p.file.end = above
			return
		}
		if len(p.file.Entries) >= maxRows {
			tooLarge(p.list, p.span(p.at, p.lineEnd()), "the table has more than %d rows", maxRows)
			return
		}
		start := p.at
		cells, ok := p.cells(p.composite)
		if !ok {
			continue
		}
		span := p.span(start, cells[len(cells)-1].end)
		if row, ok := p.row(cells, span); ok {
			p.enter(Entry{row, above, span})
		}
	}
}

// composite reports whether a column holds values that may have commas within brackets.
func (p *parser) composite(column int) bool {
	if column >= len(p.file.columns) || p.file.columns[column] == ignored {
		return false
	}
	t := p.types[p.file.columns[column]]
	if t.Form == sts.Optional {
		t = t.Elem
	}
	return t.Scalar == nil
}

// row reads the values of a row; all that are wrong are reported.
func (p *parser) row(cells []cell, span diag.Span) (Row, bool) {
	if len(cells) != len(p.file.columns) {
		p.list.ErrorHint(diag.CodeTableCells, span, "a cell that holds commas stands in double quotes; decimals have a point",
			"the row has %s, but the header has %d", text.Count(len(cells), "cell"), len(p.file.columns))
		return Row{}, false
	}
	row := newRow(p.file.Extern)
	columns, ok := row.columns(p.file.Extern), true
	for i, c := range cells {
		column := p.file.columns[i]
		if column == ignored {
			continue
		}
		if f := value.Parse(p.types[column], c.text, columns[column]); f != nil {
			at := p.span(c.offset(p.text, f.Start), max(c.offset(p.text, f.End), c.offset(p.text, f.Start)+1))
			p.list.ErrorHint(f.Code, at, f.Hint, "%s: %s", columnNames(p.file.Extern)[column], f.Message)
			ok = false
		}
	}
	return row, ok
}

// enter keeps a row that is new. The comments of a duplicate go to the row that is kept.
func (p *parser) enter(e Entry) {
	old := p.file.put(e)
	switch {
	case old == nil:
	case term.SameValues(old.Row.Result, e.Row.Result):
		p.file.Twice++
		reportDuplicate(p.list, p.file.Extern, *old, e)
	default:
		reportContradiction(p.list, p.file.Extern, *old, e)
	}
}
