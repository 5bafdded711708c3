// Package gocall calls Go functions of the calling program that may misbehave: a panic, or the end of the goroutine, becomes a Fault.
//
// A function that ends its goroutine (runtime.Goexit, as testing.T.FailNow does) ends everything that runs on it, and nothing can prevent that.
// So Do gives each call a goroutine of its own. Where there are many calls that takes longer than the calls themselves: Within runs a part of a
// program that makes them on one goroutine, which may end with any of them. A panic in another goroutine, which the function has started, ends the
// program; Go has no means against that.
package gocall

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"runtime/debug"
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

// Do calls a function on a goroutine of its own, and returns how it ended if it did not return; otherwise nil.
func Do(f func()) (fault *Fault) {
	done := make(chan struct{})
	go func() {
		returned := false
		defer close(done)
		defer func() {
			if cause := recover(); !returned {
				fault = newFault(cause)
			}
		}()
		f()
		returned = true
	}()
	<-done
	return fault
}

// region is a run of a function by Within.
type region struct {
	err    error // of the function, or of the call that ended the goroutine
	failed any   // the panic of the function itself, with its stack
}

// regionKey is the key of a region in a context.
type regionKey struct{}

// Within runs a function on a goroutine of its own, and returns its error. Where Call gets the context that the function is given, it needs no
// further goroutine. If a call ends the goroutine, only the deferred calls of f are made, and Within returns the error of the call. A panic of f
// goes on in the caller.
func Within(ctx context.Context, f func(context.Context) error) error {
	r := &region{}
	done := make(chan struct{})
	go func() {
		returned := false
		defer close(done)
		defer func() {
			switch cause := recover(); {
			case cause != nil:
				r.failed = fmt.Sprintf("%v\n\n%s", cause, debug.Stack())
			case !returned && r.err == nil:
				r.err = newFault(nil)
			}
		}()
		r.err = f(context.WithValue(ctx, regionKey{}, r))
		returned = true
	}()
	<-done
	if r.failed != nil {
		panic(r.failed)
	}
	return r.err
}

// Callee is what Call calls.
type Callee interface {
	Run()
	Fails(*Fault) error // makes an error of the way in which Run ended, if it did not return
}

// Call runs a callee, and returns its error if it did not return; otherwise nil. In the context of Within it runs it directly, and does not return
// if that ends the goroutine; otherwise it runs it as Do does.
func Call(ctx context.Context, c Callee) error {
	if r, within := ctx.Value(regionKey{}).(*region); within {
		return r.call(c)
	}
	if fault := Do(c.Run); fault != nil {
		return c.Fails(fault)
	}
	return nil
}

// call is Call in a region.
func (r *region) call(c Callee) (err error) {
	returned := false
	defer func() {
		if returned {
			return
		}
		cause := recover()
		err = c.Fails(newFault(cause))
		if cause == nil {
			r.err = err
		}
	}()
	c.Run()
	returned = true
	return nil
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

// own is how the names of the functions of this package begin.
var own = reflect.TypeFor[Fault]().PkgPath() + "."

// stack returns the frames that were executed when the function began to end, innermost first, up to the call of it, and the folder of the
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
		if strings.HasPrefix(frame.Function, own) {
			break
		}
		frames = append(frames, frame)
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
