package sut

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"sync"
	"time"

	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/subprocess"
)

// exitGrace is how long a program may take to exit after it closed its output.
const exitGrace = 500 * time.Millisecond

// Process is an adapter for a program that reads inputs and writes outputs as JSON lines. A reset is a restart; the program
// is killed then, with all that it started.
type Process struct {
	system  *sts.System
	command []string
	dir     string
	now     *running // nil before the first reset
}

// running is a program that was started.
type running struct {
	*stream
	child  *exec.Cmd
	errors *lastBytes

	mu    sync.Mutex // guards ended, so that no process is killed that has been waited for
	ended bool
}

// NewProcess prepares a program; Reset starts it.
func NewProcess(system *sts.System, command []string, dir string) (*Process, error) {
	if len(command) == 0 {
		return nil, errors.New("no command is given for the system under test")
	}
	if _, err := exec.LookPath(command[0]); err != nil {
		return nil, fmt.Errorf("the system under test cannot be started: %w", err)
	}
	return &Process{system: system, command: command, dir: dir}, nil
}

// Reset ends the program and starts it anew.
func (p *Process) Reset(context.Context) error {
	if err := p.Close(); err != nil {
		return err
	}
	r := &running{child: exec.Command(p.command[0], p.command[1:]...), errors: &lastBytes{}}
	r.child.Dir = p.dir
	r.child.Stderr = r.errors
	r.child.WaitDelay = time.Second
	subprocess.Isolate(r.child)
	if err := r.start(p.system); err != nil {
		return &ErrUnavailable{"the system under test cannot be started: " + err.Error()}
	}
	p.now = r
	return nil
}

// start starts the program and begins to read.
func (r *running) start(system *sts.System) error {
	stdin, err := r.child.StdinPipe()
	if err != nil {
		return err
	}
	stdout, err := r.child.StdoutPipe()
	if err != nil {
		return err
	}
	if err := r.child.Start(); err != nil {
		return err
	}
	r.stream = talk(system, stdout, stdin, func() {
		r.kill()
		stdin.Close()
		stdout.Close()
	})
	return nil
}

// kill ends the process group, unless the program has been waited for.
func (r *running) kill() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.ended {
		subprocess.Kill(r.child)
	}
}

// end kills the program and what it started, and waits for it.
func (r *running) end() {
	r.kill()
	r.mu.Lock()
	again := r.ended
	r.ended = true
	r.mu.Unlock()
	if again {
		return
	}
	_ = r.child.Wait() // it was killed
	r.stream.end()
}

// settle gives a program that closed its output a moment to exit, and ends it.
func (r *running) settle() {
	timer := time.AfterFunc(exitGrace, r.kill)
	subprocess.AwaitExit(r.child)
	timer.Stop()
	r.end()
}

// Send writes an input.
func (p *Process) Send(ctx context.Context, m Message) error {
	if p.now == nil {
		return errNotStarted
	}
	return p.explain(p.now.send(ctx, m))
}

// Receive reads the next output.
func (p *Process) Receive(ctx context.Context, wait time.Duration) (Message, bool, error) {
	if p.now == nil {
		return Message{}, false, errNotStarted
	}
	m, came, err := p.now.receive(ctx, wait)
	return m, came, p.explain(err)
}

var errNotStarted = &ErrSystem{"the system under test is not running"}

// explain adds to the end of a program what it wrote to standard error.
func (p *Process) explain(err error) error {
	var end *gone
	if !errors.As(err, &end) {
		return err
	}
	p.now.settle()
	reason := end.Error()
	if tail := p.now.errors.String(); tail != "" {
		reason += "; it wrote to standard error: " + tail
	}
	p.now = nil
	return &ErrSystem{reason}
}

// Close ends the program and waits for it.
func (p *Process) Close() error {
	if p.now != nil {
		p.now.end()
		p.now = nil
	}
	return nil
}

// lastBytes keeps the end of what is written to it.
type lastBytes struct {
	mu   sync.Mutex
	kept []byte
}

func (l *lastBytes) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.kept = append(l.kept, b...)
	l.kept = l.kept[max(len(l.kept)-1000, 0):]
	return len(b), nil
}

func (l *lastBytes) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.TrimSpace(string(l.kept))
}
