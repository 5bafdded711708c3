package runner

import (
	"errors"
	"syscall"
	"testing"
	"time"
)

// Close leaves neither the child nor what the child started.
func TestNoLeakedProcesses(t *testing.T) {
	for _, mode := range []string{"pid", "parent"} {
		r := open(t, double.extern, "exec", asChild(t, mode), Options{})
		result, err := r.Call(t.Context(), ints(20))
		if err != nil {
			t.Fatal(err)
		}
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
		process, _ := result[0].Small()
		checkGone(t, int(process))
	}
}

// checkGone waits until a process is gone; an orphan is taken over by another parent, which may take its time.
func checkGone(t *testing.T, process int) {
	t.Helper()
	for range 100 {
		if err := syscall.Kill(process, 0); errors.Is(err, syscall.ESRCH) {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Errorf("process %d is left", process)
}
