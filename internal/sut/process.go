package sut

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"

	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/subprocess"
)

// NewProcess prepares an adapter for a program that reads inputs and writes outputs as JSON lines; Reset starts it. A reset is
// a restart; the program is killed then, with all that it started.
func NewProcess(system *sts.System, command []string, dir string) (*Connection, error) {
	return newProcess(command, dir, jsonBinding(system))
}

func newProcess(command []string, dir string, b *binding) (*Connection, error) {
	if len(command) == 0 {
		return nil, errors.New("no command is given for the system under test: write exec:COMMAND, as in exec:./lamp")
	}
	if _, err := exec.LookPath(command[0]); err != nil {
		return nil, fmt.Errorf("the system under test cannot be started: %w", err)
	}
	c := b.connection("exec "+strings.Join(command, " "), "line")
	c.open = func(context.Context) (carrier, error) {
		p := &program{errors: &errorOutput{journal: &c.journal}}
		var err error
		if p.child, err = subprocess.Start(command, dir, p.errors); err != nil {
			return nil, fmt.Errorf("the system under test cannot be started: %w", err)
		}
		p.lines = lines{from: p.child.Output, to: p.child.Input, end: b.end}
		return p, nil
	}
	return c, nil
}

// program carries lines to and from a child process.
type program struct {
	lines
	child  *subprocess.Child
	errors *errorOutput
}

func (p *program) hangUp() {
	p.child.Kill()
	p.child.Input.Close()
	p.child.Output.Close()
}

// settle gives a program that closed its output a moment to exit.
func (p *program) settle() { p.child.Settle() }

func (p *program) wait() {
	_ = p.child.End() // it was killed
	p.errors.flush()
}

func (p *program) lastWords() string { return p.errors.lastWords() }
