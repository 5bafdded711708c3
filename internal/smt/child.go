package smt

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
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
	*subprocess.Child
	output *bufio.Reader
	stderr *subprocess.Tail
	asked  int

	mu     sync.Mutex // guards killed
	killed string     // why it was killed, if it was
}

// startChild starts a program.
func startChild(command []string) (*child, error) {
	c := &child{stderr: &subprocess.Tail{}}
	var err error
	if c.Child, err = subprocess.Start(command, "", c.stderr); err != nil {
		return nil, &ErrNoSolver{Command: command[0], Err: err}
	}
	c.output = bufio.NewReaderSize(c.Output, 64<<10)
	return c, nil
}

// kill ends the child for a reason that is kept; the first reason counts.
func (c *child) kill(reason string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.killed == "" {
		c.killed = reason
	}
	c.Kill()
}

// whyKilled is why it was killed, empty if it was not.
func (c *child) whyKilled() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.killed
}

// fate ends a child that failed to answer and tells why it failed.
func (c *child) fate(failure error) string {
	exit := c.End()
	if reason := c.whyKilled(); reason != "" {
		return reason
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
	if _, err := io.WriteString(c.Input, commands+"(echo \""+sentinel+"\")\n"); err != nil {
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
