package smt

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync/atomic"
	"time"

	"github.com/sextant-mbt/sextant/internal/base/subprocess"
)

// maxAnswer bounds the text that is read for one query.
const maxAnswer = 64 << 20

// child is a running solver program, which communicates over pipes.
type child struct {
	*subprocess.Child
	output *bufio.Reader
	stderr *subprocess.Tail
	sent   int                     // batches of commands
	killed atomic.Pointer[failure] // why it was killed, if it was

	usage func() subprocess.Usage // of processors
}

// failure is why a child gave no answer.
type failure struct {
	reason string
	late   bool // it ran out of time
}

func (f *failure) Error() string { return f.reason }

// startChild starts a program.
func startChild(command []string) (*child, error) {
	c := &child{stderr: &subprocess.Tail{}}
	var err error
	if c.Child, err = subprocess.Start(command, "", c.stderr); err != nil {
		return nil, &ErrNoSolver{Command: command[0], Err: err}
	}
	c.output, c.usage = bufio.NewReaderSize(c.Output, 64<<10), c.Child.Usage
	return c, nil
}

// kill ends the child for a reason that is kept; the first reason counts.
func (c *child) kill(reason *failure) {
	c.killed.CompareAndSwap(nil, reason)
	c.Kill()
}

// fate ends a child that failed to answer and returns the reason.
func (c *child) fate(err error) *failure {
	exit := c.End()
	if reason := c.killed.Load(); reason != nil {
		return reason
	}
	if errors.Is(err, errFlood) {
		return &failure{reason: err.Error()}
	}
	reason := "solver died: " + exitText(exit)
	if text := c.stderr.String(); text != "" {
		reason += " (" + text + ")"
	}
	return &failure{reason: reason}
}

func exitText(err error) string {
	if err == nil {
		return "exit status 0"
	}
	return err.Error()
}

// send sends commands and reads what the child prints up to the end of its answer. The child is killed if the limit passes, not counting
// the time in which it waits for a processor, or ctx is cancelled, which ends the reading.
func (c *child) send(ctx context.Context, commands string, limit time.Duration) (string, error) {
	c.sent++
	sentinel := fmt.Sprintf("sextant-end-%d", c.sent)
	defer c.watch(limit)()
	defer context.AfterFunc(ctx, func() { c.kill(&failure{reason: "cancelled"}) })()
	if _, err := io.WriteString(c.Input, commands+"(echo \""+sentinel+"\")\n"); err != nil {
		return "", err
	}
	return c.readUntil(sentinel)
}

// watch kills the child when it has had the processor, or waited without competition, for a given time. The function that it returns stops
// the watch.
func (c *child) watch(limit time.Duration) (end func()) {
	begun, before := time.Now(), c.usage()
	over := make(chan struct{})
	var look func()
	look = func() {
		select {
		case <-over:
			return
		default:
		}
		if left := limit + c.usage().Since(before).Waited - time.Since(begun); left > 0 {
			time.AfterFunc(left, look)
			return
		}
		c.kill(&failure{fmt.Sprintf("solver hung for %v and was killed", limit), true})
	}
	timer := time.AfterFunc(limit, look)
	return func() {
		close(over)
		timer.Stop()
	}
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
