package source

import (
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/diag"
)

// Query is a question about the system: E<> or A[] with a condition. Others have no condition.
type Query struct {
	Text      string // as written, on one line
	At        diag.Span
	Exists    bool  // E<>
	Condition *Node // nil if the query cannot be imported, for the reason
	Reason    string
	Reasons   diag.Span
}

// readQueries reads the formulas of a document.
func (o *outline) readQueries(e *element) {
	for _, q := range e.children {
		f := q.child("formula")
		if f != nil && strings.TrimSpace(f.text.text) != "" {
			o.Queries = append(o.Queries, readQuery(f.text))
		}
	}
}

// ReadQueries reads a file with queries: one on each line that is not a comment; a backslash continues a line.
func ReadQueries(file *diag.File) []Query {
	var out []Query
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
func readQuery(p *passage) Query {
	trimmed := strings.TrimSpace(p.text)
	start := strings.Index(p.text, trimmed)
	out := Query{Text: strings.Join(strings.Fields(trimmed), " "), At: p.span(start, start+len(trimmed))}
	var list diag.List
	parser := newParser(p, &list)
	head := parser.Now().Text + parser.Peek(1).Text
	if head != "E<>" && head != "A[]" {
		out.leave("only E<> and A[] can be imported", out.At)
		return out
	}
	parser.Next()
	parser.Next()
	out.Exists, out.Condition = head == "E<>", parser.expression()
	if parser.Now().Is("-->") {
		parser.Refuse(parser.Now().At, "-->", "")
	}
	parser.ExpectEnd("the end")
	out.LeaveIf(&list)
	return out
}

// leave makes a query one that is not imported.
func (q *Query) leave(reason string, at diag.Span) {
	q.Condition, q.Reason, q.Reasons = nil, reason, at
}

// LeaveIf leaves a query out if there were errors in it.
func (q *Query) LeaveIf(list *diag.List) {
	for _, d := range list.Sorted() {
		if d.Severity == diag.Error {
			q.leave(d.Message, d.Span)
			return
		}
	}
}

// Members collects the names that expressions read of processes and structs.
func (n *Node) Members(out map[string]bool) {
	if n.Op == OpField {
		out[n.Text] = true
	}
	for _, a := range n.Args {
		a.Members(out)
	}
}

// IsDeadlockFree reports whether a query is A[] not deadlock.
func (q *Query) IsDeadlockFree() bool {
	return !q.Exists && q.Condition != nil && q.Condition.Op == "!" && q.Condition.Args[0].Op == OpDeadlock
}
