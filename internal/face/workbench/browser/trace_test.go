package browser

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/io"
	"github.com/chromedp/cdproto/tracing"
	"github.com/chromedp/chromedp"
)

// traceEvent is an event of a trace of the browser, as far as it is read here.
type traceEvent struct {
	Name     string
	PID, TID int     // the thread
	TDur     float64 // microseconds of processor time of its thread
	Args     struct{ Name any }
}

// frameWork does something and returns the processor time, in milliseconds, that the main thread took for each frame meanwhile, in order of
// size. Unlike the time between frames, it does not count what other programs of the machine do.
func (d *desk) frameWork(do func()) []float64 {
	d.Helper()
	var frames []float64
	for _, e := range d.trace("cc", do) {
		if e.Name == "ProxyMain::BeginMainFrame" && e.TDur > 0 { // others have no time of a thread
			frames = append(frames, e.TDur/1000)
		}
	}
	slices.Sort(frames)
	return frames
}

// longestTask does something and returns the processor time, in milliseconds, of the longest task of the main thread of a page meanwhile, and of all
// tasks of its workers together.
func (d *desk) longestTask(do func()) (longest, workers float64) {
	d.Helper()
	type thread struct{ process, thread int }
	tasks, names := map[thread][]float64{}, map[thread]any{}
	for _, e := range d.trace("toplevel", do) {
		at := thread{e.PID, e.TID}
		if e.Name == "thread_name" {
			names[at] = e.Args.Name
		}
		tasks[at] = append(tasks[at], e.TDur/1000)
	}
	for at, list := range tasks {
		switch names[at] {
		case "CrRendererMain":
			longest = max(longest, slices.Max(list))
		case "DedicatedWorker thread":
			for _, t := range list {
				workers += t
			}
		}
	}
	return longest, workers
}

// trace does something and returns the events of a category meanwhile.
func (d *desk) trace(category string, do func()) []traceEvent {
	d.Helper()
	traced(d, tracing.Start, tracing.StartParams{TransferMode: tracing.StartTransferModeReturnAsStream, TraceConfig: &tracing.TraceConfig{IncludedCategories: []string{category}}})
	do()
	end := func(ctx context.Context, t *chromedp.Target) (cdp.Empty, error) {
		return cdp.Call(ctx, t, tracing.End, cdp.Empty{})
	}
	done, err := chromedp.Run(d.ctx, chromedp.WaitEvent(tracing.TracingComplete, nil, end))
	if err != nil {
		d.Fatal(err)
	}
	var trace struct{ TraceEvents []traceEvent }
	if err := json.Unmarshal(d.stream(done.Stream), &trace); err != nil {
		d.Fatal(err)
	}
	return trace.TraceEvents
}

// stream reads a stream of the browser.
func (d *desk) stream(handle io.StreamHandle) []byte {
	d.Helper()
	var out []byte
	for {
		part, err := chromedp.Run(d.ctx, func(ctx context.Context, t *chromedp.Target) (io.ReadResult, error) {
			return cdp.Call(ctx, t, io.Read, io.ReadParams{Handle: handle})
		})
		if err != nil {
			d.Fatal(err)
		}
		if out = append(out, part.Data...); part.EOF {
			return out
		}
	}
}

// traced calls a command of the tracing of the browser.
func traced[P any](d *desk, command cdp.Command[P, cdp.Empty], params P) {
	d.Helper()
	d.do(func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, t, command, params)
		return chromedp.Void{}, err
	})
}
