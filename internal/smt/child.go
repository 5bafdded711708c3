package smt

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"sync"
	"time"

	"github.com/sextant-mbt/sextant/internal/subprocess"
)

// hungPrefix begins the reason if the watchdog killed a child.
const hungPrefix = "solver hung"

// maxAnswer bounds the text that is read for one query.
const maxAnswer = 64 << 20

// child is a running solver program, spoken to over pipes.
type child struct {
	command *exec.Cmd
	input   io.WriteCloser
	output  *bufio.Reader
	stderr  *tail
	asked   int

	mu     sync.Mutex // guards ended, so that no process is killed that has been waited for
	ended  bool
	killed string // why it was killed, if it was
}

// startChild starts a program in a process group of its own.
func startChild(command []string) (*child, error) {
	c := &child{command: exec.Command(command[0], command[1:]...), stderr: &tail{}}
	c.command.Stderr = c.stderr
	c.command.WaitDelay = time.Second
	subprocess.Isolate(c.command)
	var err error
	if c.input, err = c.command.StdinPipe(); err != nil {
		return nil, err
	}
	stdout, err := c.command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	c.output = bufio.NewReaderSize(stdout, 64<<10)
	if err := c.command.Start(); err != nil {
		return nil, &ErrNoSolver{Command: command[0], Err: err}
	}
	return c, nil
}

// kill ends the process group, for a reason that is kept; the first reason counts.
func (c *child) kill(reason string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ended {
		return
	}
	if c.killed == "" {
		c.killed = reason
	}
	subprocess.Kill(c.command)
}

// end kills the child if it still runs, waits for it and tells how it exited.
func (c *child) end() error {
	c.kill("")
	c.input.Close()
	err := c.command.Wait()
	c.mu.Lock()
	c.ended = true
	c.mu.Unlock()
	return err
}

// fate ends a child that failed to answer and tells why it failed.
func (c *child) fate(failure error) string {
	exit := c.end()
	if c.killed != "" {
		return c.killed
	}
	if errors.Is(failure, errFlood) {
		return failure.Error()
	}
	reason := "solver died: " + exitText(exit)
	if text := c.stderr.String(); text != "" {
		reason += " (" + text + ")"
	}
	return reason
}

func exitText(err error) string {
	if err == nil {
		return "exit status 0"
	}
	return err.Error()
}

// ask sends commands and reads what the child prints up to the end of its answer. The child is killed if the limit passes
// or ctx is cancelled, which ends the reading.
func (c *child) ask(ctx context.Context, commands string, limit time.Duration) (string, error) {
	c.asked++
	sentinel := fmt.Sprintf("sextant-end-%d", c.asked)
	watchdog := time.AfterFunc(limit, func() { c.kill(fmt.Sprintf(hungPrefix+" for %v and was killed", limit)) })
	defer watchdog.Stop()
	defer context.AfterFunc(ctx, func() { c.kill("cancelled") })()
	if _, err := io.WriteString(c.input, commands+"(echo \""+sentinel+"\")\n"); err != nil {
		return "", err
	}
	return c.readUntil(sentinel)
}

var errFlood = errors.New("solver printed more than 64 MiB for one query")

// readUntil reads lines up to the sentinel, which some solvers print with quotes.
func (c *child) readUntil(sentinel string) (string, error) {
	var answer bytes.Buffer
	for {
		start := answer.Len()
		for {
			piece, err := c.output.ReadSlice('\n')
			answer.Write(piece)
			if answer.Len() > maxAnswer {
				return "", errFlood
			}
			if err == nil {
				break
			}
			if !errors.Is(err, bufio.ErrBufferFull) {
				return answer.String(), err
			}
		}
		line := strings.Trim(string(bytes.TrimSpace(answer.Bytes()[start:])), `"`)
		if line == sentinel {
			return string(answer.Bytes()[:start]), nil
		}
	}
}

// tail keeps the end of what is written to it.
type tail struct {
	mu   sync.Mutex
	text []byte
}

const tailLength = 500

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, p...)
	if extra := len(t.text) - tailLength; extra > 0 {
		t.text = append(t.text[:0], t.text[extra:]...)
	}
	return len(p), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.TrimSpace(string(t.text))
}
