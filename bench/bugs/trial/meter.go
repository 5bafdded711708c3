package trial

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// A budget in time is one of processor time, of this process and of all that it has started: testers, systems and solvers. So
// it does not depend on what else the machine does. A tester loses nothing by it, since no correct system of the bench makes it wait.

// meter measures processor time from its start on.
type meter struct{ start time.Duration }

func newMeter() meter { return meter{processorTime()} }

// used returns the processor time since the start.
func (m meter) used() time.Duration { return processorTime() - m.start }

// processorTime returns the processor time of this process, of its children that have ended, and of those that run.
func processorTime() time.Duration {
	sum := usage(syscall.RUSAGE_SELF) + usage(syscall.RUSAGE_CHILDREN)
	return sum + descendants(os.Getpid())
}

func usage(who int) time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(who, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// tick is the unit of times in /proc, on all machines of today.
const tick = 10 * time.Millisecond

// descendants returns the processor time of the running children of a process and of theirs. Where /proc does not list children, it is 0.
func descendants(of int) time.Duration {
	threads, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", of))
	var sum time.Duration
	for _, file := range threads {
		children, err := os.ReadFile(file)
		if err != nil {
			continue // it has ended
		}
		for _, child := range strings.Fields(string(children)) {
			if id, err := strconv.Atoi(child); err == nil {
				sum += timeOf(id) + descendants(id)
			}
		}
	}
	return sum
}

// timeOf returns the processor time of a process and of its children that have ended.
func timeOf(id int) time.Duration {
	content, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", id))
	if err != nil {
		return 0 // it has ended
	}
	used, _ := parseStat(content)
	return used
}

// parseStat reads the times of a process as proc(5) describes them: what follows the name, which is in parentheses, has them in the places 11 to 14.
func parseStat(content []byte) (used time.Duration, ok bool) {
	end := bytes.LastIndexByte(content, ')') // the name may have spaces
	fields := bytes.Fields(content[end+1:])
	if end < 0 || len(fields) < 15 {
		return 0, false
	}
	for _, f := range fields[11:15] {
		ticks, err := strconv.ParseInt(string(f), 10, 64)
		if err != nil {
			return 0, false
		}
		used += time.Duration(ticks) * tick
	}
	return used, true
}

// watch returns a context that ends when the processor time of a trial is used up. A fault that shows before ends the watch:
// then there is time to shrink it.
func (p *pair) watch(ctx context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	interval := max(200*time.Millisecond, limit/1000) // a look at /proc takes milliseconds, which count too
	go func() {
		for ctx.Err() == nil && !p.shown.Load() {
			if p.meter.used() >= limit {
				p.spent.Store(true)
				cancel()
			}
			select {
			case <-ctx.Done():
			case <-time.After(interval):
			}
		}
	}()
	return ctx, cancel
}
