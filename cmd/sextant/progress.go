package main

import (
	"fmt"
	"io"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"

	"github.com/sextant-mbt/sextant/internal/explore"
)

// progress shows a bar of covered transitions on a terminal, and nothing in a pipe.
type progress struct {
	container *mpb.Progress
	bar       *mpb.Bar
	line      string
}

func newProgress(w io.Writer) *progress {
	if !isTerminal(w) {
		return &progress{}
	}
	return &progress{container: mpb.New(mpb.WithOutput(w), mpb.WithWidth(40))}
}

func (p *progress) tell(now explore.Progress) {
	if p.container == nil {
		return
	}
	p.line = fmt.Sprintf(" %d/%d transitions, %d states, %d waiting, depth %d", now.Covered, now.Total, now.States, now.Waiting, now.Depth)
	if p.bar == nil {
		p.bar = p.container.AddBar(int64(now.Total), mpb.BarRemoveOnComplete(), mpb.PrependDecorators(decor.Name("exploring ")),
			mpb.AppendDecorators(decor.Any(func(decor.Statistics) string { return p.line })))
	}
	p.bar.SetCurrent(int64(now.Covered))
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
