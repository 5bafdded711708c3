package main

import (
	"fmt"
	"io"
	"sync"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"

	"github.com/sextant-mbt/sextant/internal/results/result"
)

// progress shows the progress of an analysis on a terminal, and nothing in a pipe.
type progress struct {
	w         io.Writer
	mu        sync.Mutex
	container *mpb.Progress
	bar       *mpb.Bar
	now       result.Progress
}

// barSteps is the length of a bar for work with a known total.
const barSteps = 1000

// show draws the bar; it may be called by several goroutines.
func (p *progress) show(now result.Progress) {
	if !isTerminal(p.w) {
		return
	}
	share := now.Share()
	p.mu.Lock()
	p.now = now
	if p.bar == nil {
		p.container = mpb.New(mpb.WithOutput(p.w), mpb.WithWidth(40))
		options := []mpb.BarOption{mpb.BarRemoveOnComplete(), mpb.PrependDecorators(p.text(func(now result.Progress) string { return now.Doing + " " })),
			mpb.AppendDecorators(p.text(func(now result.Progress) string { return " " + now.Detail() }))}
		if share != nil {
			p.bar = p.container.AddBar(barSteps, options...)
		} else {
			p.bar = p.container.AddSpinner(0, options...)
		}
	}
	p.mu.Unlock()
	if share != nil {
		p.bar.SetCurrent(min(int64(barSteps**share), barSteps-1)) // a complete bar is removed
	}
}

// text shows a text about the progress next to the bar.
func (p *progress) text(of func(result.Progress) string) decor.Decorator {
	return decor.Any(func(decor.Statistics) string {
		p.mu.Lock()
		defer p.mu.Unlock()
		return of(p.now)
	})
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
