package gocall_test

import (
	"context"
	"errors"
	"math/big"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/base/gocall"
)

// shy is an error whose Error method panics.
type shy struct{}

func (shy) Error() string { panic("no text") }

// TestFaults: every way in which a call can end other than by returning is a fault, with the place where it happened.
func TestFaults(t *testing.T) {
	var table [3]int
	var nothing *struct{ n int }
	at := 7
	for name, c := range map[string]struct {
		f     func()
		cause string
	}{
		"an index":           {func() { table[at%10]++ }, "panicked: runtime error: index out of range [7] with length 3"},
		"a nil pointer":      {func() { nothing.n++ }, "panicked: runtime error: invalid memory address or nil pointer dereference"},
		"a value":            {func() { panic("on purpose") }, "panicked: on purpose"},
		"an error":           {func() { panic(errors.New("an error")) }, "panicked: an error"},
		"nil":                {func() { panic(nil) }, "panicked: panic called with nil argument"},
		"an error that errs": {func() { panic(shy{}) }, "panicked: %!v(PANIC=Error method: no text)"},
		"the library":        {func() { new(big.Int).Div(big.NewInt(1), new(big.Int)) }, "panicked: division by zero"},
		"the goroutine":      {runtime.Goexit, "ended its goroutine, as FailNow and Fatal of a test do"},
	} {
		t.Run(name, func(t *testing.T) {
			fault := gocall.Do(c.f)
			switch {
			case fault == nil:
				t.Fatal("no fault")
			case fault.Cause != c.cause:
				t.Errorf("the cause is %q", fault.Cause)
			case name == "the goroutine" && len(fault.Stack) == 0: // nothing but runtime.Goexit was called
			case !strings.HasPrefix(fault.Place, "gocall_test.go:"):
				t.Errorf("the place is %q, the stack %q", fault.Place, fault.Stack)
			case !strings.Contains(strings.Join(fault.Stack, "\n"), "TestFaults") && name != "the library":
				t.Errorf("the stack is %q", fault.Stack)
			}
		})
	}
	if fault := gocall.Do(func() { at++ }); fault != nil || at != 8 {
		t.Errorf("a call that returns: %v", fault)
	}
}

// callee is a function whose fault is its error.
type callee func()

func (c callee) Run() { c() }

func (c callee) Fails(f *gocall.Fault) error { return f }

// TestWithin: a call that panics returns its fault, one that ends the goroutine ends what called it with the deferred calls made, and a panic of the caller is not
// taken for one of a call.
func TestWithin(t *testing.T) {
	var steps []string
	err := gocall.Within(t.Context(), func(ctx context.Context) error {
		defer func() { steps = append(steps, "deferred") }()
		if err := gocall.Call(ctx, callee(func() { steps = append(steps, "returns") })); err != nil {
			t.Errorf("a call that returns: %v", err)
		}
		fault := (*gocall.Fault)(nil)
		if err := gocall.Call(ctx, callee(func() { panic("on purpose") })); !errors.As(err, &fault) || fault.Cause != "panicked: on purpose" {
			t.Errorf("a call that panics: %v", err)
		}
		err := gocall.Call(ctx, callee(runtime.Goexit))
		steps = append(steps, "goes on")
		return err
	})
	if fault := (*gocall.Fault)(nil); !errors.As(err, &fault) || !strings.HasPrefix(fault.Cause, "ended its goroutine") {
		t.Errorf("the error is %v", err)
	}
	if want := []string{"returns", "deferred"}; !slices.Equal(steps, want) {
		t.Errorf("%q was done, not %q", steps, want)
	}
	defer func() {
		if text, _ := recover().(string); !strings.HasPrefix(text, "our own") || !strings.Contains(text, "TestWithin") {
			t.Errorf("the panic is %q", text)
		}
	}()
	err = gocall.Within(t.Context(), func(context.Context) error { panic("our own") })
	t.Errorf("a panic became the error %v", err)
}
