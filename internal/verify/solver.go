package verify

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// Solver is a command that reads a script in SMT-LIB from its standard input.
type Solver struct {
	Name    string // for messages
	Command []string
}

// Work bounds what a solver does for one obligation, in its own steps, so that answers do not depend on the machine. Time bounds a certificate
// where that fails.
const (
	z3Work   = 20_000_000
	cvc5Work = 2_000_000
	maxTime  = 10 * time.Minute
)

// SolverOf returns the solver that a program is: z3 or cvc5, by its name.
func SolverOf(program string) (Solver, error) {
	name := filepath.Base(program)
	switch {
	case strings.HasPrefix(name, "z3"):
		return Solver{name, []string{program, "-in", "-smt2", fmt.Sprintf("rlimit=%d", z3Work)}}, nil
	case strings.HasPrefix(name, "cvc5"):
		return Solver{name, []string{program, "--lang=smt2", "--incremental", "--produce-models", fmt.Sprintf("--rlimit-per=%d", cvc5Work)}}, nil
	}
	return Solver{}, fmt.Errorf("%s is no solver that is known here: use z3 or cvc5", program)
}

// refute asks a solver to refute obligations, and returns the first that it does not refute, with the reason; nil if it refutes all.
func (s Solver) refute(ctx context.Context, obligations []obligation) error {
	var script strings.Builder
	script.WriteString("(set-logic ALL)\n")
	for _, o := range obligations {
		script.WriteString("(push 1)\n" + o.script + "(check-sat)\n(pop 1)\n")
	}
	ctx, cancel := context.WithTimeout(ctx, maxTime)
	defer cancel()
	command := exec.CommandContext(ctx, s.Command[0], s.Command[1:]...)
	command.Stdin = strings.NewReader(script.String())
	var out limited
	command.Stdout, command.Stderr = &out, &out
	command.WaitDelay = time.Second
	runErr := command.Run()
	answers := strings.Fields(out.String())
	for i, o := range obligations {
		switch {
		case i < len(answers) && answers[i] == "unsat":
		case i < len(answers) && answers[i] == "sat" && o.isOpaque:
			return &ErrUnable{fmt.Sprintf("%s depends on operations that solvers are not asked about", quoted(o.what))}
		case i < len(answers) && answers[i] == "sat":
			return refuse("%s does not follow from the clauses (%s)", quoted(o.what), s.Name)
		case i < len(answers) && answers[i] == "unknown":
			return &ErrUnable{fmt.Sprintf("%s does not decide %s", s.Name, quoted(o.what))}
		case ctx.Err() != nil:
			return &ErrUnable{s.Name + ": the time was up"}
		default:
			return &ErrUnable{fmt.Sprintf("%s has no answer for %s: %s", s.Name, quoted(o.what), firstLine(out.String(), runErr))}
		}
	}
	if len(answers) > len(obligations) {
		return &ErrUnable{s.Name + " has more answers than questions: " + firstLine(out.String(), nil)}
	}
	return nil
}

func quoted(s string) string { return "\"" + s + "\"" }

// firstLine returns the first line of an output that is no answer, or an error.
func firstLine(out string, err error) string {
	for _, line := range strings.Split(out, "\n") {
		if line = strings.TrimSpace(line); line != "" && line != "sat" && line != "unsat" && line != "unknown" {
			return line
		}
	}
	if err != nil {
		return err.Error()
	}
	return "it ended"
}

// limited keeps the beginning of an output.
type limited struct{ bytes.Buffer }

const maxOutput = 1 << 20

// Write drops what is too much.
func (l *limited) Write(b []byte) (int, error) {
	if room := maxOutput - l.Len(); room > 0 {
		l.Buffer.Write(b[:min(len(b), room)])
	}
	return len(b), nil
}
