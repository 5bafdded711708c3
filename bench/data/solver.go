package main

import (
	"bufio"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"time"
)

// commands start the solvers. Their own time limits do not always work, so there is a second one in ask.
var commands = map[string]func(limit time.Duration) []string{
	"z3": func(d time.Duration) []string {
		return []string{"z3", "-in", "-smt2", fmt.Sprintf("-t:%d", d.Milliseconds())}
	},
	"cvc5": func(d time.Duration) []string {
		return []string{"cvc5", "--incremental", "--lang", "smt2", "--produce-models", "--strings-exp", fmt.Sprintf("--tlimit-per=%d", d.Milliseconds())}
	},
}

const opening = "(set-option :produce-models true)\n(set-option :global-declarations true)\n(set-logic ALL)\n"

// solver is a running solver.
type solver struct {
	process *exec.Cmd
	in      io.WriteCloser
	lines   chan string
	limit   time.Duration
	text    strings.Builder // what is not yet written
	sent    map[term]bool   // declared or defined
}

func start(name string, limit time.Duration) (*solver, error) {
	command := commands[name](limit)
	s := &solver{process: exec.Command(command[0], command[1:]...), lines: make(chan string, 16), limit: limit, sent: map[term]bool{}}
	var err error
	if s.in, err = s.process.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := s.process.StdoutPipe()
	if err != nil {
		return nil, err
	}
	go func() {
		defer close(s.lines)
		for r := bufio.NewScanner(out); r.Scan(); {
			s.lines <- r.Text()
		}
	}()
	if err := s.process.Start(); err != nil {
		return nil, err
	}
	s.text.WriteString(opening + options)
	_, _, err = s.check() // the time of the start is not that of a query
	return s, err
}

// close ends the solver.
func (s *solver) close() {
	s.process.Process.Kill()
	for range s.lines {
	}
	s.process.Wait()
}

func (s *solver) write(format string, arguments ...any) {
	fmt.Fprintf(&s.text, format+"\n", arguments...)
}

// assert asserts a term after everything that it consists of has been declared or defined.
func (s *solver) assert(b *builder, t term) {
	s.define(b, t)
	s.write("(assert %s)", t)
}

func (s *solver) define(b *builder, t term) {
	sort, named := b.sorts[t]
	if !named || s.sent[t] {
		return
	}
	s.sent[t] = true
	n, compound := b.nodes[t]
	if !compound {
		s.write("(declare-const %s %s)", t, sort)
		return
	}
	body := n.operator
	for _, a := range n.arguments {
		s.define(b, a)
		body += " " + written(a)
	}
	s.write("(define-fun %s () %s (%s))", t, sort, body)
}

// written returns a term as SMT-LIB has it, which knows no negative literals.
func written(t term) string {
	if n, ok := literal(t); ok && n < 0 {
		return fmt.Sprintf("(- %d)", -n)
	}
	return string(t)
}

// ask sends everything that was written, and returns the next line of the answer.
func (s *solver) ask() (string, error) {
	if _, err := io.WriteString(s.in, s.text.String()); err != nil {
		return "", err
	}
	s.text.Reset()
	select {
	case line, ok := <-s.lines:
		if !ok {
			return "", io.ErrUnexpectedEOF
		}
		return line, nil
	case <-time.After(2 * s.limit):
		return "", fmt.Errorf("no answer")
	}
}

// check asks whether what is asserted can be true, and returns sat, unsat or unknown, and the time that it took.
func (s *solver) check() (string, time.Duration, error) {
	begin := time.Now()
	s.write("(check-sat)")
	answer, err := s.ask()
	if err == nil && answer != "sat" && answer != "unsat" && answer != "unknown" {
		err = fmt.Errorf("the solver says %s", answer)
	}
	return answer, time.Since(begin), err
}

// value returns the value of a variable, which is not negative, after sat.
func (s *solver) value(b *builder, t term) (term, error) {
	s.write("(get-value (%s))", t)
	line, err := s.ask()
	if err != nil {
		return "", err
	}
	v := term(strings.TrimSuffix(strings.TrimPrefix(line, fmt.Sprintf("((%s ", t)), "))"))
	if _, ok := literal(v); !ok {
		return "", fmt.Errorf("the value of %s is %s", t, line)
	}
	return v, nil
}
