package main

import (
	"fmt"
	"io"
	"sync"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"

	"github.com/sextant-mbt/sextant/internal/jobs/driver"
)

// progress shows on a terminal how far an analysis is, and nothing in a pipe.
type progress struct {
	w         io.Writer
	mu        sync.Mutex
	container *mpb.Progress
	bar       *mpb.Bar
	detail    string
}

// show draws the bar; it may be called by several goroutines.
func (p *progress) show(now driver.Progress) {
	if !isTerminal(p.w) {
		return
	}
	p.mu.Lock()
	p.detail = " " + now.Detail
	if p.bar == nil {
		p.container = mpb.New(mpb.WithOutput(p.w), mpb.WithWidth(40))
		options := []mpb.BarOption{mpb.BarRemoveOnComplete(), mpb.PrependDecorators(decor.Name(now.Doing + " ")),
			mpb.AppendDecorators(decor.Any(func(decor.Statistics) string { return p.text() }))}
		if now.Total > 0 {
			p.bar = p.container.AddBar(now.Total, options...)
		} else {
			p.bar = p.container.AddSpinner(0, options...)
		}
	}
	p.mu.Unlock()
	p.bar.SetCurrent(now.Done)
}

func (p *progress) text() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.detail
}

// print writes a text to w, above the bar if both are on the terminal.
func (p *progress) print(w io.Writer, text string) {
	p.mu.Lock()
	if p.container != nil && isTerminal(w) {
		w = p.container
	}
	p.mu.Unlock()
	fmt.Fprint(w, text)
}

func (p *progress) close() {
	if p.bar != nil {
		p.bar.Abort(true)
		p.container.Wait()
	}
}
