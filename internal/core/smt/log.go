package smt

import (
	"context"
	"fmt"
	"io"
	"strings"
	"sync"
)

// logger is a Solver that writes the queries to the next one and its answers, as a script that any solver can run again. Each
// query stands alone between a push and a pop and is one write, so that workers may share a writer.
type logger struct {
	Solver
	output io.Writer
}

// logMutex orders the writes of all workers, whichever writer they share.
var logMutex sync.Mutex

// Check sends the query to the next solver and writes it to the log. A log that cannot be written is an error.
func (l *logger) Check(ctx context.Context, q Query) (Answer, error) {
	answer, err := l.Solver.Check(ctx, q)
	if err != nil {
		return answer, err
	}
	logMutex.Lock()
	defer logMutex.Unlock()
	if _, err := io.WriteString(l.output, logEntry(q, answer)); err != nil {
		return Answer{}, fmt.Errorf("writing the solver log: %w", err)
	}
	return answer, nil
}

// logEntry is the text of one query.
func logEntry(q Query, answer Answer) string {
	p := &printer{names: newNamer()}
	p.WriteString("(push 1)\n")
	p.body(q.Conjuncts)
	p.WriteString(check)
	fmt.Fprintf(p, "; %s", answer.Status)
	if answer.Reason != "" {
		p.WriteString(": " + strings.Join(strings.Fields(answer.Reason), " "))
	}
	p.WriteString("\n")
	for _, v := range q.Values {
		if value, ok := answer.Model[v]; ok {
			fmt.Fprintf(p, "; %s = %s\n", p.names.symbol(v), constantOf(v.Sort(), value))
		}
	}
	p.WriteString("(pop 1)\n")
	return p.String()
}
