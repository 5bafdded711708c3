package sut

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"sync"
	"time"

	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/subprocess"
)

// exitGrace is how long a program may take to exit after it closed its output.
const exitGrace = 500 * time.Millisecond

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
		p, err := startProgram(command, dir, b.end, &c.journal)
		if err != nil {
			return nil, fmt.Errorf("the system under test cannot be started: %w", err)
		}
		return p, nil
	}
	return c, nil
}

// program carries lines to and from a child process.
type program struct {
	lines
	child         *exec.Cmd
	stdin, stdout io.Closer
	errors        *errorOutput

	mu    sync.Mutex // guards ended, so that no process is killed that has been waited for
	ended bool
}

func startProgram(command []string, dir, end string, j *journal) (*program, error) {
	p := &program{child: exec.Command(command[0], command[1:]...), errors: &errorOutput{journal: j}}
	p.child.Dir = dir
	p.child.Stderr = p.errors
	p.child.WaitDelay = time.Second
	subprocess.Isolate(p.child)
	stdin, err := p.child.StdinPipe()
	if err != nil {
		return nil, err
	}
	stdout, err := p.child.StdoutPipe()
	if err != nil {
		return nil, err
	}
	p.lines = lines{from: stdout, to: stdin, end: end}
	p.stdin, p.stdout = stdin, stdout
	return p, p.child.Start()
}

// kill ends the process group, unless the program has been waited for.
func (p *program) kill() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.ended {
		subprocess.Kill(p.child)
	}
}

func (p *program) hangUp() {
	p.kill()
	p.stdin.Close()
	p.stdout.Close()
}

// settle gives a program that closed its output a moment to exit.
func (p *program) settle() {
	timer := time.AfterFunc(exitGrace, p.kill)
	subprocess.AwaitExit(p.child)
	timer.Stop()
}

func (p *program) wait() {
	p.mu.Lock()
	p.ended = true
	p.mu.Unlock()
	_ = p.child.Wait() // it was killed
	p.errors.flush()
}

func (p *program) lastWords() string { return p.errors.lastWords() }
