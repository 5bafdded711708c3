package listing

import (
	"fmt"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/diag"
)

// Limits of the text about notes that are alike.
const (
	maxAlike = 3  // up to this many notes of one code and file are all shown in full
	maxLines = 12 // maximum number of line numbers listed for the others
)

// entry is a diagnostic as a text shows it: a note may stand for others of its code and file.
type entry struct {
	diag.Diagnostic
	alike []diag.Diagnostic
}

// fold puts notes of one code and file together if there are many. All other diagnostics stay as they are.
func fold(list []diag.Diagnostic) []*entry {
	type key struct {
		code diag.Code
		file *diag.File
	}
	count, first := map[key]int{}, map[key]*entry{}
	for _, d := range list {
		if d.Severity == diag.Note {
			count[key{d.Code, d.Span.File}]++
		}
	}
	var out []*entry
	for _, d := range list {
		k := key{d.Code, d.Span.File}
		isMany := d.Severity == diag.Note && count[k] > maxAlike
		if isMany && first[k] != nil {
			first[k].alike = append(first[k].alike, d)
			continue
		}
		e := &entry{Diagnostic: d}
		if isMany {
			first[k] = e
		}
		out = append(out, e)
	}
	return out
}

// others describes the notes that an entry stands for besides its own: their number and their lines.
func (e *entry) others() string {
	if e.Span.File == nil {
		return fmt.Sprintf("and %d more notes of this kind", len(e.alike))
	}
	var lines []string
	last := e.Span.Position().Line
	for _, d := range e.alike {
		if line := d.Span.Position().Line; line != last {
			lines, last = append(lines, fmt.Sprint(line)), line
		}
	}
	if len(lines) == 0 {
		return fmt.Sprintf("and %d more notes of this kind in this line", len(e.alike))
	}
	if len(lines) > maxLines {
		lines = append(lines[:maxLines-1], "...", lines[len(lines)-1])
	}
	return fmt.Sprintf("and %d more notes of this kind, in lines %s", len(e.alike), strings.Join(lines, ", "))
}
