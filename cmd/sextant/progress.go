package main

import (
	"fmt"
	"io"
	"os"
	"sync/atomic"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"

	"github.com/sextant-mbt/sextant/internal/concolic"
	"github.com/sextant-mbt/sextant/internal/driver"
	"github.com/sextant-mbt/sextant/internal/explore"
)

// progress shows a bar of covered transitions on a terminal, and nothing in a pipe.
type progress struct {
	container *mpb.Progress
	bar       *mpb.Bar
	line      atomic.Pointer[string]
}

func newProgress(w io.Writer) *progress {
	if !isTerminal(w) {
		return &progress{}
	}
	return &progress{container: mpb.New(mpb.WithOutput(w), mpb.WithWidth(40))}
}

func (p *progress) tell(now explore.Progress) {
	p.show("exploring ", now.Covered, now.Total, fmt.Sprintf(" %d/%d transitions, %d states, %d waiting, depth %d", now.Covered, now.Total, now.States, now.Waiting, now.Depth))
}

// show draws the bar with what is being done before it and a line after it.
func (p *progress) show(doing string, covered, total int, line string) {
	if p.container == nil {
		return
	}
	p.line.Store(&line)
	if p.bar == nil {
		p.bar = p.container.AddBar(int64(total), mpb.BarRemoveOnComplete(), mpb.PrependDecorators(decor.Name(doing)),
			mpb.AppendDecorators(decor.Any(func(decor.Statistics) string { return *p.line.Load() })))
	}
	p.bar.SetCurrent(int64(covered))
}

func (p *progress) close() {
	if p.container == nil {
		return
	}
	if p.bar != nil {
		p.bar.Abort(true)
	}
	p.container.Wait()
}

// logProgress shows on a terminal how far a log was read.
type logProgress struct {
	container *mpb.Progress
	bar       *mpb.Bar
	line      atomic.Pointer[string]
}

// logSize is the size of a log in bytes, 0 if it is not known.
func logSize(log io.Reader) int64 {
	f, ok := log.(*os.File)
	if !ok {
		return 0
	}
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return 0
	}
	return info.Size()
}

func newLogProgress(w io.Writer, size int64) *logProgress {
	p := &logProgress{}
	if !isTerminal(w) {
		return p
	}
	p.container = mpb.New(mpb.WithOutput(w), mpb.WithWidth(40))
	options := []mpb.BarOption{mpb.BarRemoveOnComplete(), mpb.PrependDecorators(decor.Name("checking ")),
		mpb.AppendDecorators(decor.Any(func(decor.Statistics) string {
			if line := p.line.Load(); line != nil {
				return *line
			}
			return ""
		}))}
	if size > 0 {
		p.bar = p.container.AddBar(size, options...)
	} else {
		p.bar = p.container.AddSpinner(0, options...)
	}
	return p
}

func (p *logProgress) tell(now driver.ConformProgress) {
	if p.container == nil {
		return
	}
	line := fmt.Sprintf(" %d lines, %d instances, %d failed", now.Lines, now.Instances, now.Failed)
	p.line.Store(&line)
	p.bar.SetCurrent(now.Bytes)
}

// print writes a text to w, above the bar if both are on the terminal.
func (p *logProgress) print(w io.Writer, text string) {
	if p.container != nil && isTerminal(w) {
		w = p.container
	}
	fmt.Fprint(w, text)
}

func (p *logProgress) close() {
	if p.container == nil {
		return
	}
	p.bar.Abort(true)
	p.container.Wait()
}

// tellConcolic shows how far a concolic search has come; it may be called by several goroutines.
func (p *progress) tellConcolic(now concolic.Progress) {
	p.show("searching ", now.Covered, now.Total, fmt.Sprintf(" %s: %d/%d transitions, %d steps, %d questions", now.Engine, now.Covered, now.Total, now.Steps, now.Queries))
}
