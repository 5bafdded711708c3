// Package gocall calls Go functions of the calling program that may misbehave: a panic, or the end of the goroutine, becomes a Fault.
//
// A function that ends its goroutine (runtime.Goexit, as testing.T.FailNow does) ends everything that runs on it. So each call has a
// goroutine of its own. A panic in another goroutine, which the function has started, ends the program; Go has no means against that.
package gocall

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// Fault describes how a call ended that did not return.
type Fault struct {
	Cause string   // "panicked: " and the value, or that it ended its goroutine; the subject is the function
	Place string   // the file and line that was executed, outside of the standard library if possible; empty if not known
	Stack []string // the functions that were executed, innermost first, each with its place
}

// Error returns what the function did, and where.
func (f *Fault) Error() string {
	if f.Place == "" {
		return f.Cause
	}
	return f.Cause + ", at " + f.Place
}

// ended is the cause where there was no panic.
const ended = "ended its goroutine, as FailNow and Fatal of a test do"

// Do calls a function, and returns how it ended if it did not return; otherwise nil.
func Do(f func()) *Fault {
	done := make(chan *Fault, 1)
	go func() {
		returned := false
		defer close(done)
		defer func() {
			if cause := recover(); !returned {
				done <- newFault(cause)
			}
		}()
		f()
		returned = true
	}()
	return <-done
}

// newFault describes how the goroutine that runs this deferred call is ending.
func newFault(cause any) *Fault {
	fault := &Fault{Cause: ended}
	if cause != nil {
		fault.Cause = "panicked: " + fmt.Sprint(cause)
	}
	frames, library := stack()
	for _, frame := range frames {
		place := fmt.Sprintf("%s:%d", near(frame.File), frame.Line)
		if fault.Place == "" && !isWithin(library, frame.File) {
			fault.Place = place
		}
		fault.Stack = append(fault.Stack, fmt.Sprintf("%s (%s)", frame.Function, place))
	}
	return fault
}

// maxFrames bounds the stack that is kept.
const maxFrames = 40

// stack returns the frames that were executed when the goroutine began to end, innermost first, without those of Do, and the folder of the
// standard library; empty if it is not known.
func stack() (frames []runtime.Frame, library string) {
	pcs := make([]uintptr, maxFrames)
	list := runtime.CallersFrames(pcs[:runtime.Callers(4, pcs)])
	for more := true; more; {
		var frame runtime.Frame
		frame, more = list.Next()
		if strings.HasPrefix(frame.Function, "runtime.") && len(frames) == 0 {
			library = strings.TrimSuffix(filepath.ToSlash(filepath.Dir(frame.File)), "/runtime")
			continue
		}
		frames = append(frames, frame)
	}
	if n := len(frames); n >= 2 && frames[n-1].Function == "runtime.goexit" {
		frames = frames[:n-2] // the call in Do is the first of the goroutine
	}
	return frames, library
}

// isWithin reports whether a file is in a folder whose name is not empty.
func isWithin(folder, file string) bool {
	return folder != "" && strings.HasPrefix(filepath.ToSlash(file), folder+"/")
}

// near returns the path of a file in the working directory relative to that.
func near(file string) string {
	folder, err := os.Getwd()
	if err != nil {
		return file
	}
	if short, err := filepath.Rel(folder, file); err == nil && filepath.IsLocal(short) {
		return short
	}
	return file
}
