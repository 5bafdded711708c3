package diag

import (
	"regexp"
	"slices"
	"strings"
)

// Warnings and notes that the author of a model has looked at are silenced by comments:
//
//	ask: idle -> busy in ask() when n < 3   # allow missing-else
//	# allow overlapping-guards, missing-else
//	again: idle -> idle in again()
//	# allow-all missing-else
//
// A comment at the end of a line applies to that line, a comment on a line of its own to the next line that is not a comment, and allow-all
// to the whole file. Errors cannot be silenced.

// allowComment is such a comment: whether it applies to the whole file, and the codes.
var allowComment = regexp.MustCompile(`#\s*allow(-all)?\s+([a-z][a-z-]*(?:\s*,\s*[a-z][a-z-]*)*)\s*$`)

// everywhere stands for all lines.
const everywhere = 0

// allowances returns the codes that comments of the file silence, by line.
func (f *File) allowances() map[int][]Code {
	if !strings.Contains(f.Text, "allow") {
		return nil
	}
	out := map[int][]Code{}
	var next []Code // of comments on lines of their own
	for i := range f.lines {
		text := f.line(i + 1)
		codes, all := parseAllow(text)
		switch {
		case all:
			out[everywhere] = append(out[everywhere], codes...)
		case isComment(text):
			next = append(next, codes...)
		default:
			if codes = append(next, codes...); codes != nil {
				out[i+1] = codes
			}
			next = nil
		}
	}
	return out
}

// parseAllow returns the codes that the comment of a line names, and whether it applies to the whole file.
func parseAllow(line string) (codes []Code, all bool) {
	if !strings.Contains(line, "allow") {
		return nil, false
	}
	parts := allowComment.FindStringSubmatch(line)
	if parts == nil {
		return nil, false
	}
	for name := range strings.SplitSeq(parts[2], ",") {
		codes = append(codes, Code(strings.TrimSpace(name)))
	}
	return codes, parts[1] != ""
}

// isComment reports whether a line is empty or has only a comment.
func isComment(line string) bool {
	line = strings.TrimSpace(line)
	return line == "" || line[0] == '#'
}

// isAllowed reports whether a comment silences a diagnostic.
func (d *Diagnostic) isAllowed() bool {
	if d.Severity == Error || d.Span.File == nil || len(d.Span.File.allowed) == 0 {
		return false
	}
	allowed := d.Span.File.allowed
	return slices.Contains(allowed[everywhere], d.Code) || slices.Contains(allowed[d.Span.Position().Line], d.Code)
}
