package trial

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strconv"
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

// process is a line of /proc.
type process struct {
	parent int
	time   time.Duration // of it, and of its children that have ended
}

// descendants returns the processor time of the running children of a process and of theirs. Without /proc, it is 0.
func descendants(of int) time.Duration {
	files, _ := filepath.Glob("/proc/[0-9]*/stat")
	all := map[int]process{}
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			continue // it has ended
		}
		if id, p, ok := parseStat(content); ok {
			all[id] = p
		}
	}
	var sum time.Duration
	for id, p := range all {
		if id != of && isBelow(all, id, of) {
			sum += p.time
		}
	}
	return sum
}

func isBelow(all map[int]process, id, ancestor int) bool {
	for range all { // a number that was given to another process meanwhile could close a circle
		if id == ancestor {
			return true
		}
		id = all[id].parent
	}
	return false
}

// parseStat reads a line as proc(5) describes it: the number, the name in parentheses, the state, the parent; the 14th to 17th
// field are the times.
func parseStat(content []byte) (id int, p process, ok bool) {
	number, _, _ := bytes.Cut(content, []byte(" "))
	end := bytes.LastIndexByte(content, ')') // the name may have spaces
	fields := bytes.Fields(content[end+1:])
	id, err := strconv.Atoi(string(number))
	if err != nil || end < 0 || len(fields) < 15 {
		return 0, process{}, false
	}
	p.parent, err = strconv.Atoi(string(fields[1]))
	for _, f := range fields[11:15] {
		ticks, err := strconv.ParseInt(string(f), 10, 64)
		if err != nil {
			return 0, process{}, false
		}
		p.time += time.Duration(ticks) * tick
	}
	return id, p, err == nil
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
