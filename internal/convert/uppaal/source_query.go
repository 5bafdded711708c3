package uppaal

import (
	"strings"

	"github.com/sextant-mbt/sextant/internal/diag"
)

// query is a question about the system: E<> or A[] with a condition. Others have no condition.
type query struct {
	text    string // as written, on one line
	at      diag.Span
	exists  bool  // E<>
	cond    *node // nil if the query cannot be imported, for the reason
	reason  string
	reasons diag.Span
}

// readQueries reads the formulas of a document.
func (o *outline) readQueries(e *element) {
	for _, q := range e.children {
		f := q.child("formula")
		if f != nil && strings.TrimSpace(f.text.text) != "" {
			o.queries = append(o.queries, readQuery(f.text))
		}
	}
}

// readQueryFile reads a file with queries: one on each line that is not a comment; a backslash continues a line.
func readQueryFile(file *diag.File) []query {
	var out []query
	text, start := blankComments(file.Text), 0
	for start < len(text) {
		end := start
		for {
			line, _, more := strings.Cut(text[end:], "\n")
			end += len(line)
			if !more || !strings.HasSuffix(strings.TrimRight(line, "\r"), `\`) {
				break
			}
			end++
		}
		if line := text[start:end]; strings.Trim(line, " \t\r\n\\") != "" {
			out = append(out, readQuery(plainPassage(file, strings.ReplaceAll(line, `\`, " "), start)))
		}
		start = end + 1
	}
	return out
}

// plainPassage is a part of a file that is as written.
func plainPassage(file *diag.File, text string, start int) *passage {
	p := &passage{file: file, text: text}
	for i := range len(text) + 1 {
		p.places = append(p.places, start+i)
	}
	return p
}

// blankComments replaces comments by blanks, so that offsets stay.
func blankComments(text string) string {
	out := []byte(text)
	for i := 0; i+1 < len(out); i++ {
		end := i
		switch string(out[i : i+2]) {
		case "//":
			for end < len(out) && out[end] != '\n' {
				end++
			}
		case "/*":
			end = len(out)
			if j := strings.Index(text[i+2:], "*/"); j >= 0 {
				end = i + 2 + j + 2
			}
		}
		for ; i < end; i++ {
			if out[i] != '\n' {
				out[i] = ' '
			}
		}
	}
	return string(out)
}

// readQuery reads one query. One that cannot be read is not an error of the system.
func readQuery(p *passage) query {
	trimmed := strings.TrimSpace(p.text)
	start := strings.Index(p.text, trimmed)
	out := query{text: strings.Join(strings.Fields(trimmed), " "), at: p.span(start, start+len(trimmed))}
	var list diag.List
	parser := newParser(p, &list)
	head := parser.now().text + parser.peek(1).text
	if head != "E<>" && head != "A[]" {
		out.leave("only E<> and A[] can be imported", out.at)
		return out
	}
	parser.next()
	parser.next()
	out.exists, out.cond = head == "E<>", parser.expression()
	if parser.now().is("-->") {
		parser.fail(diag.CodeImportUnsupported, parser.now().at, "", "--> cannot be imported")
	}
	parser.end()
	out.leaveIf(&list)
	return out
}

// leave makes a query one that is not imported.
func (q *query) leave(reason string, at diag.Span) {
	q.cond, q.reason, q.reasons = nil, reason, at
}

// leaveIf leaves a query out if there were errors in it.
func (q *query) leaveIf(list *diag.List) {
	for _, d := range list.Sorted() {
		if d.Severity == diag.Error {
			q.leave(d.Message, d.Span)
			return
		}
	}
}

// members collects the names that expressions read of processes and structs.
func (n *node) members(out map[string]bool) {
	if n.op == opField {
		out[n.text] = true
	}
	for _, a := range n.args {
		a.members(out)
	}
}

// isDeadlockFree reports whether a query is A[] not deadlock.
func (q *query) isDeadlockFree() bool {
	return !q.exists && q.cond != nil && q.cond.op == "!" && q.cond.args[0].op == opDeadlock
}

