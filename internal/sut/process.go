package sut

import (
	"context"
	"fmt"
	"os/exec"
	"strings"

	"github.com/sextant-mbt/sextant/internal/subprocess"
)

// newProcess prepares an adapter for a program that reads inputs and writes outputs as lines; Reset starts it. A reset is a
// restart; the program is killed then, with all that it started.
func newProcess(command []string, b *binding) (Adapter, error) {
	if _, err := exec.LookPath(command[0]); err != nil {
		return nil, fmt.Errorf("the system under test cannot be started: %w", err)
	}
	c := b.connection("exec "+strings.Join(command, " "), "line")
	c.open = func(context.Context) (carrier, error) {
		p := &program{errors: &errorOutput{journal: &c.journal}}
		var err error
		if p.child, err = subprocess.Start(command, "", p.errors); err != nil {
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
