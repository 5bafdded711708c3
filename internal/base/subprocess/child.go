package subprocess

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

// exitGrace is how long a child may take to exit by itself; pipeGrace is how long its descendants may keep its standard error open after it
// has exited.
const (
	exitGrace = 500 * time.Millisecond
	pipeGrace = 200 * time.Millisecond
)

// Child is a program that runs in a process group of its own and communicates over pipes. It may be killed at any time, from any goroutine;
// the caller of Start calls End when it is no longer needed.
type Child struct {
	Input  io.WriteCloser
	Output io.ReadCloser

	command *exec.Cmd
	usage   *os.File      // file that Usage reads; nil if there is none
	over    chan struct{} // closed when it has ended
	mu      sync.Mutex    // guards ended, so that a process that has been waited for is never killed: its number may have been reused
	ended   bool
}

// A program file that was just written may be busy for a moment: a process that we forked at the same time may still hold it open for
// writing, until it calls exec.
const (
	busyTries = 200
	busyPause = 10 * time.Millisecond
)

// Start starts a program in a folder, with our environment and the given variables. An empty folder means the current one.
func Start(command []string, folder string, stderr io.Writer, variables ...string) (*Child, error) {
	for try := 1; ; try++ {
		var c *Child
		var err error
		aside(func() { c, err = start(command, folder, stderr, variables) })
		if try == busyTries || !errors.Is(err, syscall.ETXTBSY) {
			return c, err
		}
		time.Sleep(busyPause)
	}
}

// asides holds functions to call in goroutines that do not descend from a goroutine of a test.
var asides = make(chan func())

func init() {
	go func() {
		for f := range asides {
			go f()
		}
	}()
}

// aside calls a function in a goroutine that belongs to no bubble of testing/synctest, and waits for it. The goroutines that read the output
// of a child, and their channels, then belong to no bubble either: in a bubble they would keep its time from passing as long as the child
// runs.
func aside(f func()) {
	var returned sync.Mutex // waiting for it lets no simulated time pass
	returned.Lock()
	asides <- func() {
		defer returned.Unlock()
		f()
	}
	returned.Lock()
}

func start(command []string, folder string, stderr io.Writer, variables []string) (*Child, error) {
	c := &Child{command: exec.Command(command[0], command[1:]...), over: make(chan struct{})}
	c.command.Dir, c.command.Stderr, c.command.WaitDelay = folder, stderr, pipeGrace
	Isolate(c.command)
	mark(c.command, variables)
	var err error
	if c.Input, err = c.command.StdinPipe(); err != nil {
		return nil, err
	}
	if c.Output, err = c.command.StdoutPipe(); err != nil {
		return nil, err
	}
	if err := startOnThread(c.command, c.over); err != nil {
		return nil, err
	}
	enlist(c.command)
	c.usage = openUsage(c.command)
	return c, nil
}

// Kill kills the child and what it started, unless it has ended, and closes its pipes: pending reads and writes end, even if a process that
// left the group of the child still holds the other ends.
func (c *Child) Kill() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.ended {
		Kill(c.command)
	}
	c.Input.Close()
	c.Output.Close()
}

// Settle waits until a child that is expected to exit has done so. It kills a child that takes too long, and reports that as late.
func (c *Child) Settle() (late bool) {
	var killed atomic.Bool
	timer := time.AfterFunc(exitGrace, func() {
		killed.Store(true)
		c.Kill()
	})
	awaitExit(c.command)
	timer.Stop()
	return killed.Load()
}

// End kills the child, if it still runs, and what it started, and returns how it exited when it is gone. It is called once.
func (c *Child) End() error {
	c.Kill()
	c.mu.Lock()
	c.ended = true
	c.mu.Unlock()
	discharge(c.command)
	c.usage.Close() // which may be nil
	defer close(c.over)
	return c.command.Wait()
}

// Waited returns how long the child, and what it started, have waited for a processor, all threads together.
func (c *Child) Waited() time.Duration { return Waited(c.command.Process.Pid) }

// State is how a child exited, once it has ended.
func (c *Child) State() string { return c.command.ProcessState.String() }

// ExitCode is the exit code of a child, once it has ended; -1 if a signal ended it.
func (c *Child) ExitCode() int { return c.command.ProcessState.ExitCode() }

// Tail keeps the end of the data written to it, such as the last output of a child.
type Tail struct {
	mu   sync.Mutex
	text []byte
}

const tailLength = 500

func (t *Tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, p[max(0, len(p)-tailLength):]...)
	if extra := len(t.text) - tailLength; extra > 0 {
		t.text = append(t.text[:0], t.text[extra:]...)
	}
	return len(p), nil
}

func (t *Tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.TrimSpace(strings.ToValidUTF8(string(t.text), ""))
}
